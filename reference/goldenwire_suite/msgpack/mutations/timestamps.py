"""Mutations of timestamps."""

from goldenwire_suite.msgpack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Mutation, Rewrite

_EXT = "if type_ != TIMESTAMP or"


MUTATIONS: tuple[Mutation, ...] = (
    mutation("seconds-signed", "TIME-01", "it reads the seconds of a timestamp 32 with a sign",
        Edit("decode.read_timestamp",
             "Timestamp(int.from_bytes(octets, 'big'), 0) -> "
             "Timestamp(int.from_bytes(octets, 'big', signed=True), 0)")),
    mutation("seconds-as-ns", "TIME-01", "it takes a timestamp 32 for milliseconds",
        Edit("decode.read_timestamp",
             "Timestamp(int.from_bytes(octets, 'big'), 0) -> "
             "Timestamp(int.from_bytes(octets, 'big') // 1000, 1)")),
    mutation("ns-in-32-bits", "TIME-02", "it takes both halves of a timestamp 64 for numbers of 32 bits",
        Edit("decode.read_timestamp",
             "divmod(int.from_bytes(octets, 'big'), SECONDS_34) -> "
             "divmod(int.from_bytes(octets, 'big'), 2 ** 32)")),
    mutation(
        "seconds-above",
        "TIME-02",
        "it takes the lower bits of a timestamp 64 for the ns",
        Rewrite("decode.read_timestamp", "ns, seconds = divmod", "seconds, ns = divmod"),
    ),
    mutation("ns-of-a-double", "TIME-02", "it adds seconds and ns of a timestamp 64 up",
        Edit("decode.read_timestamp", "Timestamp(seconds, ns) -> Timestamp(seconds + ns + 1, 0)")),
    mutation("seconds-unsigned", "TIME-03", "it reads the seconds of a timestamp 96 without a sign",
        Edit("decode.read_timestamp",
             "int.from_bytes(octets[4:], 'big', signed=True) -> "
             "int.from_bytes(octets[4:], 'big')")),
    mutation("ns-last", "TIME-03", "it takes the last four octets of a timestamp 96 for the ns",
        Edit("decode.read_timestamp",
             "Timestamp(int.from_bytes(octets[4:], 'big', signed=True), int.from_bytes(octets[:4], 'big')) -> "
             "Timestamp(int.from_bytes(octets[:8], 'big', signed=True), int.from_bytes(octets[8:], 'big'))")),
    mutation(
        "timestamp-96-as-extension",
        "TIME-03",
        "it does not know timestamp 96",
        Rewrite(
            "decode._ext",
            _EXT,
            "if len(octets) == 12 and not sum(octets):\n        return Ext(type_, octets)\n"
            "    if type_ != TIMESTAMP or",
        ),
    ),
    mutation("shortest-timestamps-only", "TIME-04", "it hands on a timestamp in a longer form than it needs",
        Edit("decode._ext",
             "return found -> "
             "return Ext(type_, octets) if len(pack(found)) < len(octets) + 2 else found")),
    mutation(
        "timestamps-of-one-head",
        "TIME-05",
        "it takes an extension for a timestamp only in the head that the figures show",
        Rewrite(
            "decode._ext",
            _EXT,
            "if reader.data[at] != {4: 0xD6, 8: 0xD7, 12: 0xC7}.get(len(octets)):\n"
            "        return Ext(type_, octets)\n    if type_ != TIMESTAMP or",
        ),
    ),
    mutation("ns-as-they-are", "TIME-06", "it takes any ns",
        Edit("decode._ext", "found.ns > GREATEST_NS -> False")),
    mutation(
        "many-ns-written",
        "TIME-06",
        "its encoder writes any octets of type -1 with many ns",
        Rewrite(
            "encode._check_ext",
            "if _ns(value.data) > GREATEST_NS:",
            "if _ns(value.data) > GREATEST_NS:\n        return\n    if False:",
        ),
    ),
    mutation(
        "any-length-is-epoch",
        "TIME-07",
        "it reads type -1 of another length as no time at all",
        Rewrite(
            "decode._ext",
            "if len(octets) not in TIMESTAMP_LENGTHS:",
            "if len(octets) not in TIMESTAMP_LENGTHS:\n        return Timestamp(0, 0)\n    if False:",
        ),
    ),
    mutation(
        "any-length-written",
        "TIME-07",
        "its encoder writes type -1 in any length",
        Rewrite(
            "encode._check_ext",
            "if len(value.data) not in TIMESTAMP_LENGTHS:",
            "if len(value.data) not in TIMESTAMP_LENGTHS:\n        return\n    if False:",
        ),
    ),
    mutation("timestamps-unknown", "TIME-08", "it hands on timestamps as extensions, whatever its policy says",
        Edit("decode._ext", "'timestamp' in reader.off -> True")),
    mutation("timestamps-always", "TIME-08", "it reads timestamps, whatever its policy says",
        Edit("decode._ext", "'timestamp' in reader.off -> False")),
    mutation(
        "timestamps-never-written",
        "TIME-11 TIME-08",
        "its encoder has no timestamps, whatever its policy says",
        Rewrite(
            "encode._check_timestamp",
            "if not LEAST_SECOND",
            'raise refusal("TIMESTAMP", "TIME-11", "")\n    if not LEAST_SECOND',
        ),
    ),
    mutation(
        "timestamps-as-extensions",
        "TIME-11",
        "its encoder writes what would be read as a timestamp",
        Rewrite(
            "encode._check_ext",
            'raise refusal("TIMESTAMP", "TIME-11"',
            'return\n    raise refusal("TIMESTAMP", "TIME-11"',
        ),
    ),
    mutation(
        "ns-wrap",
        "TIME-09",
        "its encoder cuts ns to a second",
        Rewrite("encode._check_timestamp", "if not 0 <= value.ns <= GREATEST_NS:", "if False:"),
        Rewrite(
            "encode._timestamp",
            "if value.ns == 0",
            "value = Timestamp(value.seconds, value.ns % 10**9)\n    if value.ns == 0",
        ),
    ),
    mutation(
        "seconds-wrap",
        "TIME-09",
        "its encoder cuts seconds to 64 bits",
        Rewrite("encode._check_timestamp", "if not LEAST_SECOND <= value.seconds <= GREATEST_SECOND:", "if False:"),
        Rewrite(
            "encode._timestamp",
            "if value.ns == 0",
            "value = Timestamp((value.seconds + 2**63) % 2**64 - 2**63, value.ns)\n    if value.ns == 0",
        ),
    ),
    mutation("times-to-the-millisecond", "TIME-10", "it reads times to the millisecond",
        Edit("decode._ext", "return found -> return Timestamp(found.seconds, found.ns // 10 ** 6 * 10 ** 6)")),
    mutation("times-in-doubles", "TIME-10", "it holds times in doubles of seconds",
        Edit("decode._ext", "return found -> return Timestamp(int(found.seconds + found.ns / 10 ** 9 + 0.5), 0)")),
    mutation("timestamps-in-96", "CANON-06", "it writes every timestamp in 96 bits",
        Edit("encode._timestamp", "value.ns == 0 -> False"),
        Edit("encode._timestamp", "0 <= value.seconds < SECONDS_34 -> False and 0 <= value.seconds < SECONDS_34")),
    mutation("timestamps-in-ns", "TIME-01 TIME-02 TIME-03 CANON-06",
        "its encoder writes ns and seconds in the other order",
        Edit("encode._timestamp",
             "Ext(TIMESTAMP, octets) -> "
             "Ext(TIMESTAMP, octets[4:] + octets[:4] + bytes(len(octets) == 4))")),
    mutation("timestamps-refused", "TIME-01 TIME-02 TIME-03", "its encoder writes times as integers",
        Edit("encode._timestamp",
             "_ext(Ext(TIMESTAMP, octets)) -> "
             "_int(min(max(value.seconds, -2 ** 63), 2 ** 63))")),
)
