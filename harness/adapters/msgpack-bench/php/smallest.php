<?php
// The canonical octets of a key, by which the pairs of a map stand in order in the notation. Keys are strings and integers.
declare(strict_types=1);

// Least and greatest value, header, how it is packed.
const INTEGERS = [
    [0, 0x7f, null, 'C'], [-32, -1, null, 'C'],
    [0, 0xff, 0xcc, 'C'], [0, 0xffff, 0xcd, 'n'], [0, 0xffffffff, 0xce, 'N'], [0, PHP_INT_MAX, 0xcf, 'J'],
    [-0x80, -1, 0xd0, 'C'], [-0x8000, -1, 0xd1, 'n'], [-0x80000000, -1, 0xd2, 'N'], [PHP_INT_MIN, -1, 0xd3, 'J'],
];

function smallest(array $key): string
{
    if (isset($key['int'])) {
        return smallest_integer((int) $key['int']);
    }
    $data = $key['str'] ?? hex2bin($key['utf8']);
    $size = strlen($data);
    $header = match (true) {
        $size < 32 => pack('C', 0xa0 | $size),
        $size < 1 << 8 => pack('CC', 0xd9, $size),
        $size < 1 << 16 => pack('Cn', 0xda, $size),
        default => pack('CN', 0xdb, $size),
    };
    return $header . $data;
}

function smallest_integer(int $number): string
{
    foreach (INTEGERS as [$least, $greatest, $head, $packed]) {
        if ($number >= $least && $number <= $greatest) {
            return ($head === null ? '' : chr($head)) . pack($packed, $number);
        }
    }
}
