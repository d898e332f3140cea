<?php
// Puts goldenwire's questions to the extension msgpack: `adapter.php msgpack default|careful HELLO`, HELLO being a file with
// the reply to hello.
//
// By default it drives `msgpack_unpack` and `msgpack_pack`; their no is the result false together with a warning. The careful
// user has a MessagePack without the forms that only PHP knows, and takes every warning for a no.
declare(strict_types=1);

require __DIR__ . '/protocol.php';
require __DIR__ . '/values.php';

[, , $options, $file] = $argv;
$careful = $options === 'careful';

$warning = '';
set_error_handler(function (int $level, string $message) use (&$warning): bool {
    $warning = $message;
    return true;
});

$read = 'msgpack_unpack';
$write = 'msgpack_pack';
if ($careful) {
    $packer = new MessagePack();
    $packer->setOption(MessagePack::OPT_PHPONLY, false);
    $read = $packer->unpack(...);
    $write = $packer->pack(...);
}

$asked = function (callable $function, mixed $argument) use (&$warning, $careful): mixed {
    $warning = '';
    $result = $function($argument);
    if ($warning !== '' && ($careful || $result === false)) {
        throw new Rejected($warning);
    }
    return $result;
};

serve(json_decode(file_get_contents($file)), [
    'decode' => fn (string $data) => describe($asked($read, $data)),
    'encode' => fn (mixed $value) => $asked($write, build($value)),
    'transcode' => fn (string $data) => $asked($write, $asked($read, $data)),
]);
