<?php
// From PHP's values to the notation of msgpack, and back.
declare(strict_types=1);

require __DIR__ . '/smallest.php';

/** The notation of a value; an array whose keys are 0, 1, ... is a list, as PHP's own functions have it. */
function describe(mixed $value): mixed
{
    return match (true) {
        $value === null || is_bool($value) => $value,
        is_int($value) => ['int' => (string) $value],
        is_float($value) => ['float' => '0x' . bin2hex(pack('E', $value))],
        is_string($value) => describe_string($value),
        is_array($value) && array_is_list($value) => ['array' => array_map('describe', $value)],
        is_array($value) => describe_map($value),
        $value instanceof stdClass => describe_map((array) $value),
        default => throw new TypeError('the package returned ' . get_debug_type($value) . ', which is no value of the format'),
    };
}

function describe_string(string $string): array
{
    return preg_match('//u', $string) ? ['str' => $string] : ['utf8' => bin2hex($string)];
}

function describe_map(array $map): array
{
    $pairs = array_map(fn ($key, $item) => [describe($key), describe($item)], array_keys($map), array_values($map));
    usort($pairs, fn ($one, $other) => strcmp(smallest($one[0]), smallest($other[0])));
    return ['map' => $pairs];
}

/** The value of the notation, as a user has it in hand. Throws Unsupported where PHP has none. */
function build(mixed $value): mixed
{
    if ($value === null || is_bool($value)) {
        return $value;
    }
    [$tag, $content] = [array_key_first((array) $value), current((array) $value)];
    return match ($tag) {
        'int' => build_integer($content),
        'float' => unpack('E', hex2bin(substr($content, 2)))[1],
        'str' => $content,
        'utf8', 'bin' => hex2bin($content),
        'array' => array_map('build', $content),
        'map' => build_map($content),
        'ext' => throw new Unsupported('it has no extensions'),
        'timestamp' => throw new Unsupported('it has no timestamps'),
    };
}

function build_integer(string $digits): int
{
    return (string) (int) $digits === $digits ? (int) $digits : throw new Unsupported('an int has 63 bits and a sign');
}

function build_map(array $pairs): array|stdClass
{
    $made = [];
    foreach ($pairs as [$key, $item]) {
        $name = build($key);
        if (!is_int($name) && !is_string($name) || isset($key->bin)) {
            throw new Unsupported('an array has strings and ints for keys');
        }
        if (array_key_exists($name, $made)) {
            throw new Unsupported('an array has no key twice');
        }
        $made[$name] = build($item);
        if (array_key_last($made) !== $name) {
            throw new Unsupported('an array has no string of digits for a key');
        }
    }
    if ($made !== [] && array_is_list($made)) {
        throw new Unsupported('an array with the keys 0, 1, ... is a list');
    }
    return $made === [] ? new stdClass() : $made;
}
