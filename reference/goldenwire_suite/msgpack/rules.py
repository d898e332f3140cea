"""The requirements that the fields of MessagePack items rest on, by name and meaning."""

from goldenwire_suite.guides import rules_of

RULES = rules_of(
    "MSGPACK",
    (
        (r".* = nil", "NIL-01"),
        (r".* = (true|false)", "BOOL-01"),
        (r".* = fixint \d+", "INT-01"),
        (r".* = fixint -\d+", "INT-02"),
        (r".* = uint .*", "INT-03"),
        (r".* = int .*", "INT-04"),
        (r".* = float .*", "FLOAT-01 FLOAT-03", (5,)),
        (r".* = float .*", "FLOAT-02", (9,)),
        (r".* = float -?inf", "FLOAT-04"),
        (r".* = float nan", "FLOAT-05"),
        (r".* = str of .*", "STR-01 STR-02"),
        (r".* = bin of .*", "BIN-01"),
        (r".* = array of .*", "ARRAY-01"),
        (r".* = map of .*", "MAP-01 MAP-03"),
        (r".*\.key\[\d+\] = .*", "MAP-02"),
        (r".* = ext of (1|2|4|8|16), .*", "EXT-01", (3, 4, 6, 10, 18)),
        (r".* = ext of .*", "EXT-03"),
        (r".* = ext of \d+, type \d+", "EXT-04"),
        (r".* = ext of \d+, type -\d+", "EXT-05"),
        (r".* = ext of 4, type -1", "TIME-01"),
        (r".* = ext of 8, type -1", "TIME-02"),
        (r".* = ext of 12, type -1", "EXT-02 TIME-03"),
    ),
)
