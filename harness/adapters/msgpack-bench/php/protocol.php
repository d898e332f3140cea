<?php
// The goldenwire protocol, version 1, in PHP.
//
// serve($hello, $operations) answers requests from standard input until it ends. An operation throws Rejected to refuse and
// Unsupported to decline; what else it throws is `failed`.
declare(strict_types=1);

final class Rejected extends Exception {}

final class Unsupported extends Exception {}

const DEEPEST = 20_000;

function write_json(mixed $value): string
{
    return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES, DEEPEST);
}

/** The reply to a request, without its id. */
function answer(array $operations, object $request): array
{
    $operation = $operations[$request->op] ?? null;
    if ($operation === null) {
        return ['unsupported' => "the operation $request->op"];
    }
    try {
        $result = $operation($request->op === 'encode' ? $request->value : hex2bin($request->bytes));
        return $request->op === 'decode' ? ['value' => $result] : ['bytes' => bin2hex($result)];
    } catch (Rejected $refusal) {
        return ['rejected' => ['message' => printable($refusal->getMessage())]];
    } catch (Unsupported $decline) {
        return ['unsupported' => $decline->getMessage()];
    } catch (Throwable $error) {
        return ['failed' => printable(get_class($error) . ': ' . $error->getMessage())];
    }
}

function printable(string $text): string
{
    return preg_match('//u', $text) ? $text : addcslashes($text, "\x80..\xff");
}

function serve(object $hello, array $operations): void
{
    while (($line = fgets(STDIN)) !== false) {
        $request = json_decode($line, false, DEEPEST, JSON_THROW_ON_ERROR);
        $reply = $request->op === 'hello'
            ? ['protocol' => 1] + (array) $hello
            : ['id' => $request->id] + answer($operations, $request);
        fwrite(STDOUT, write_json($reply) . "\n");
        fflush(STDOUT);
    }
}
