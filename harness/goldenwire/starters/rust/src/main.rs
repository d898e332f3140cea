//! Speaks the goldenwire protocol for the codec in codec.rs.

mod codec;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod judge;
mod protocol;

fn main() {
    std::process::exit(protocol::serve(&codec::MyCodec));
}
