# From Perl's values to the notation of msgpack, and back.
package Values;

use strict;
use warnings;

use B ();
use Data::MessagePack ();
use JSON::PP ();
use Protocol ();
use Smallest ();

# The notation of a value; a string is text where it is well-formed, whatever it was.
sub describe {
    my ($value) = @_;
    return undef if !defined $value;
    return $value ? JSON::PP::true : JSON::PP::false if ref $value eq 'Data::MessagePack::Boolean';
    return {array => [map { describe($_) } @$value]} if ref $value eq 'ARRAY';
    return describe_map($value) if ref $value eq 'HASH';
    die 'the package returned a ' . ref($value) . "\n" if ref $value;
    my $flags = B::svref_2object(\$value)->FLAGS;
    return describe_string($value) if $flags & B::SVf_POK;
    return {int => "$value"} if $flags & B::SVf_IOK;
    return {float => '0x' . unpack 'H16', pack 'd>', $value};
}

sub describe_string {
    my ($string) = @_;
    my ($text, $octets) = ($string, $string);
    my $decoded = utf8::is_utf8($string) || utf8::decode($text);
    return {str => $text} if $decoded && $text !~ /[^\x{0}-\x{d7ff}\x{e000}-\x{10ffff}]/;  # Perl's own UTF-8 has more
    utf8::encode($octets) if utf8::is_utf8($string);
    return {(utf8::is_utf8($string) ? 'utf8' : 'bin') => unpack 'H*', $octets};
}

sub describe_map {
    my ($map) = @_;
    my @keyed = map { my $key = describe_string($_); [Smallest::octets($key), [$key, describe($map->{$_})]] } keys %$map;
    return {map => [map { $_->[1] } sort { $a->[0] cmp $b->[0] } @keyed]};
}

my %MAKERS = (
    int       => \&build_integer,
    float     => sub { unpack 'd>', pack 'H16', substr $_[0], 2 },
    str       => sub { my $text = $_[0]; utf8::upgrade($text); $text },
    utf8      => sub { pack 'H*', $_[0] },
    bin       => sub { pack 'H*', $_[0] },
    array     => sub { [map { build($_) } @{$_[0]}] },
    map       => \&build_map,
    ext       => sub { Protocol::unsupported('it has no extensions') },
    timestamp => sub { Protocol::unsupported('it has no timestamps') },
);

# The value of the notation, as a user has it in hand; it declines what Perl has not.
sub build {
    my ($value) = @_;
    return undef if !defined $value;
    return $value ? Data::MessagePack::true() : Data::MessagePack::false() if JSON::PP::is_bool($value);
    my ($tag) = keys %$value;
    return $MAKERS{$tag}->($value->{$tag});
}

sub build_integer {
    my ($digits) = @_;
    my $code = $digits =~ /^-/ ? 'q' : 'Q';
    my $number = unpack $code, pack $code, $digits;
    return "$number" eq $digits ? unpack($code, pack $code, $digits) : Protocol::unsupported('integers have 64 bits');
}

sub build_map {
    my ($pairs) = @_;
    my %made;
    for my $pair (@$pairs) {
        my ($key, $item) = @$pair;
        Protocol::unsupported('a hash has strings for keys') if ref $key ne 'HASH' || !exists $key->{str};
        Protocol::unsupported('a hash has no key twice') if exists $made{$key->{str}};
        $made{$key->{str}} = build($item);
    }
    return \%made;
}

1;
