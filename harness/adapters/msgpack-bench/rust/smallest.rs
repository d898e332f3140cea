//! The canonical octets of an object, by which the pairs of a map stand in order in the notation.

use crate::object::Object;

/// A header: how many it counts at most, in how many octets.
type Form = (u64, usize, u8);

const STRINGS: [Form; 4] = [(31, 0, 0xa0), (0xff, 1, 0xd9), (0xffff, 2, 0xda), (0xffff_ffff, 4, 0xdb)];
const BINARIES: [Form; 3] = [(0xff, 1, 0xc4), (0xffff, 2, 0xc5), (0xffff_ffff, 4, 0xc6)];
const ARRAYS: [Form; 3] = [(15, 0, 0x90), (0xffff, 2, 0xdc), (0xffff_ffff, 4, 0xdd)];
const MAPS: [Form; 3] = [(15, 0, 0x80), (0xffff, 2, 0xde), (0xffff_ffff, 4, 0xdf)];
const EXTENSIONS: [Form; 3] = [(0xff, 1, 0xc7), (0xffff, 2, 0xc8), (0xffff_ffff, 4, 0xc9)];
const POSITIVES: [Form; 5] = [(0x7f, 0, 0), (0xff, 1, 0xcc), (0xffff, 2, 0xcd), (0xffff_ffff, 4, 0xce), (u64::MAX, 8, 0xcf)];
const NEGATIVES: [Form; 4] = [(0x7f, 1, 0xd0), (0x7fff, 2, 0xd1), (0x7fff_ffff, 4, 0xd2), (u64::MAX >> 1, 8, 0xd3)];
const FIXED: [(usize, u8); 5] = [(1, 0xd4), (2, 0xd5), (4, 0xd6), (8, 0xd7), (16, 0xd8)];

pub fn smallest(object: &Object) -> Vec<u8> {
    match object {
        Object::Nil => vec![0xc0],
        Object::Bool(truth) => vec![if *truth { 0xc3 } else { 0xc2 }],
        Object::Signed(number) => integer(*number),
        Object::Unsigned(number) => header(*number, &POSITIVES),
        Object::Wide(number) => number.to_be_bytes().into(), // which is read of no bytes
        Object::Float(number) => smallest(&Object::Double(f64::from(*number))),
        Object::Double(number) if number.is_nan() => joined(vec![0xcb], &0x7ff8_0000_0000_0000_u64.to_be_bytes()),
        Object::Double(number) => joined(vec![0xcb], &number.to_be_bytes()),
        Object::Text(text) => joined(counted(text.len(), &STRINGS), text.as_bytes()),
        Object::Octets(data) => joined(counted(data.len(), &BINARIES), data),
        Object::Array(items) => items.iter().fold(counted(items.len(), &ARRAYS), |made, item| joined(made, &smallest(item))),
        Object::Map(pairs) => {
            let mut made: Vec<_> = pairs.iter().map(|(key, item)| (smallest(key), smallest(item))).collect();
            made.sort_by(|one, other| one.0.cmp(&other.0));
            made.iter().fold(counted(pairs.len(), &MAPS), |made, (key, item)| joined(joined(made, key), item))
        }
        Object::Extension(kind, data) => {
            let fixed = FIXED.iter().find(|(size, _)| *size == data.len());
            let head = fixed.map_or_else(|| counted(data.len(), &EXTENSIONS), |(_, header)| vec![*header]);
            joined(joined(head, &kind.to_be_bytes()), data)
        }
    }
}

fn joined(mut made: Vec<u8>, more: &[u8]) -> Vec<u8> {
    made.extend(more);
    made
}

fn integer(number: i64) -> Vec<u8> {
    match u64::try_from(number) {
        Ok(number) => header(number, &POSITIVES),
        Err(_) if number >= -32 => vec![number as u8],
        Err(_) => {
            let mut made = header(!number as u64, &NEGATIVES);
            made[1..].iter_mut().for_each(|octet| *octet = !*octet);
            made
        }
    }
}

fn counted(count: usize, forms: &[Form]) -> Vec<u8> {
    header(count as u64, forms)
}

/// The first form that holds the number, with it.
fn header(number: u64, forms: &[Form]) -> Vec<u8> {
    let (_, size, header) = forms.iter().find(|(most, ..)| number <= *most).expect("4 octets count what there is");
    match size {
        0 => vec![header | number as u8],
        _ => joined(vec![*header], &number.to_be_bytes()[8 - size..]),
    }
}
