# The canonical octets of a key, by which the pairs of a map stand in order in the notation. Keys are strings here.
package Smallest;

use strict;
use warnings;

sub octets {
    my ($key) = @_;
    return binary_header(length($key->{bin}) / 2) . pack 'H*', $key->{bin} if exists $key->{bin};
    my $data = exists $key->{str} ? $key->{str} : pack 'H*', $key->{utf8};
    utf8::encode($data) if exists $key->{str};
    return string_header(length $data) . $data;
}

sub string_header {
    my ($size) = @_;
    return pack 'C', 0xa0 | $size if $size < 32;
    return $size < 1 << 8 ? pack('CC', 0xd9, $size) : $size < 1 << 16 ? pack('Cn', 0xda, $size) : pack('CN', 0xdb, $size);
}

sub binary_header {
    my ($size) = @_;
    return $size < 1 << 8 ? pack('CC', 0xc4, $size) : $size < 1 << 16 ? pack('Cn', 0xc5, $size) : pack('CN', 0xc6, $size);
}

1;
