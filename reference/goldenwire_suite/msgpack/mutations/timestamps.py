"""Mutations of timestamps."""

from collections.abc import Callable

from goldenwire_reference.msgpack.model import Timestamp
from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Mutation, Replaced, given, returned

_READ = "decode.read_timestamp"


def _reads(change: Callable[[Timestamp], Timestamp]) -> Replaced:
    """A change to a timestamp after it is read."""
    return returned("decode._ext", change, Timestamp)


def _writes(change: Callable[[Timestamp], Timestamp]) -> tuple[Replaced, ...]:
    """Changes to a timestamp before it is checked and written."""
    return given("encode._check_timestamp", change), given("encode._timestamp", change)


def _in_double(time: Timestamp) -> Timestamp:
    seconds = time.seconds + time.ns / 10**9
    return Timestamp(int(seconds // 1), int(seconds % 1 * 10**9))


MUTATIONS: tuple[Mutation, ...] = (
    mutation("seconds-signed", "TIME-01", "it reads the seconds of a timestamp 32 with a sign",
        Edit(_READ,
             "Timestamp(int.from_bytes(octets, 'big'), 0) -> "
             "Timestamp(int.from_bytes(octets, 'big', signed=True), 0)")),
    mutation("seconds-as-ns", "TIME-01", "it takes a timestamp 32 for milliseconds",
        Edit(_READ,
             "Timestamp(int.from_bytes(octets, 'big'), 0) -> "
             "Timestamp(int.from_bytes(octets, 'big') // 1000, 0)")),
    mutation("ns-in-32-bits", "TIME-02", "it takes both halves of a timestamp 64 for numbers of 32 bits",
        Edit(_READ, "SECONDS_34 -> 2 ** 32")),
    mutation("seconds-above", "TIME-02", "it takes the lower bits of a timestamp 64 for the ns",
        Edit(_READ, "Timestamp(seconds, ns) -> Timestamp(ns, seconds)")),
    mutation("ns-of-a-double", "TIME-02", "it adds seconds and ns of a timestamp 64 up",
        Edit(_READ, "Timestamp(seconds, ns) -> Timestamp(seconds + ns, 0)")),
    mutation("seconds-since-1900", "TIME-01 TIME-02 TIME-03", "it counts seconds from 1900, as NTP does",
        _reads(lambda time: Timestamp(time.seconds - 2_208_988_800, time.ns))),
    mutation("seconds-unsigned", "TIME-03", "it reads the seconds of a timestamp 96 without a sign",
        Edit(_READ, "int.from_bytes(octets[4:], 'big', signed=True) -> int.from_bytes(octets[4:], 'big')")),
    mutation("ns-last", "TIME-03", "it takes the last four octets of a timestamp 96 for the ns",
        Edit(_READ, "octets[4:] -> octets[:8]"),
        Edit(_READ, "octets[:4] -> octets[8:]")),
    mutation("timestamp-96-as-extension", "TIME-03", "it does not know timestamp 96",
        Edit("decode._ext", "'timestamp' in reader.off -> 'timestamp' in reader.off or len(octets) == 12")),
    mutation("shortest-timestamps-only", "TIME-04", "it hands on a timestamp in a longer form than it needs",
        Edit("decode._ext", "return found -> return found if len(pack(found)) > len(octets) else Ext(type_, octets)")),
    mutation("timestamps-of-one-head", "TIME-05",
        "it takes an extension for a timestamp only in the head that the figures show",
        Edit("decode._ext",
             "type_ != TIMESTAMP -> "
             "type_ != TIMESTAMP or reader.data[at] != {4: 0xD6, 8: 0xD7, 12: 0xC7}.get(len(octets))")),
    mutation("ns-as-they-are", "TIME-06", "it takes any ns",
        Edit("decode._ext", "found.ns > GREATEST_NS -> False")),
    mutation("many-ns-written", "TIME-06", "its encoder writes any octets of type -1 with many ns",
        Edit("encode._check_ext",
             "raise refusal('TIMESTAMP', 'TIME-06', f'no timestamp has more than {GREATEST_NS} ns') -> return")),
    mutation("any-length-is-epoch", "TIME-07", "it reads type -1 of another length as the time 0",
        Edit("decode._ext",
             "reader.refuse('timestamp.length', at, 'a timestamp of 4, 8 or 12 octets', f'one of {len(octets)}') -> "
             "return Timestamp(0, 0)")),
    mutation("any-length-written", "TIME-07", "its encoder writes type -1 in any length",
        Edit("encode._check_ext",
             "raise refusal('TIMESTAMP', 'TIME-07', f'no timestamp has {len(value.data)} octets') -> return")),
    mutation("timestamps-unknown", "TIME-08", "it hands on timestamps as extensions, whatever its policy says",
        Edit("decode._ext", "'timestamp' in reader.off -> True")),
    mutation("timestamps-always", "TIME-08", "it reads timestamps, whatever its policy says",
        Edit("decode._ext", "'timestamp' in reader.off -> False")),
    mutation("timestamps-never-written", "TIME-11 TIME-08",
        "its encoder has no timestamps, whatever its policy says",
        Edit("encode._check_timestamp", "not 0 <= value.ns <= GREATEST_NS -> True")),
    mutation("timestamps-as-extensions", "TIME-11", "its encoder writes what would be read as a timestamp",
        Edit("encode._check_ext",
             "raise refusal('TIMESTAMP', 'TIME-11', 'an extension that would be read as a timestamp') -> pass")),
    mutation("ns-wrap", "TIME-09", "its encoder cuts ns to a second",
        *_writes(lambda value: Timestamp(value.seconds, value.ns % 10**9))),
    mutation("seconds-wrap", "TIME-09", "its encoder cuts seconds to 64 bits",
        *_writes(lambda value: Timestamp((value.seconds + 2**63) % 2**64 - 2**63, value.ns))),
    mutation("times-to-the-second", "TIME-10", "it reads times to the second",
        _reads(lambda time: Timestamp(time.seconds, 0))),
    mutation("times-in-doubles", "TIME-10", "it holds times in doubles of seconds",
        _reads(_in_double)),
    mutation("timestamps-in-96", "CANON-06", "it writes every timestamp in 96 bits",
        Edit("encode._timestamp", "value.ns == 0 -> False"),
        Edit("encode._timestamp", "0 <= value.seconds < SECONDS_34 -> False")),
    mutation("timestamps-in-ns", "TIME-01 TIME-02 TIME-03 CANON-06",
        "its encoder writes ns and seconds in the other order",
        Edit("encode._timestamp",
             "Ext(TIMESTAMP, octets) -> Ext(TIMESTAMP, octets[4:] + octets[:4] + bytes(len(octets) == 4))")),
    mutation("timestamps-refused", "TIME-01 TIME-02 TIME-03", "its encoder writes times as integers",
        Edit("encode._timestamp", "_ext(Ext(TIMESTAMP, octets)) -> _int(value.seconds)")),
)
