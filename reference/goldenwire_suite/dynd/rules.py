"""The requirements that the fields of DyND values rest on, by name and meaning."""

from goldenwire_suite.guides import rules_of

NUMBER = r"(?!.*\.(size|count|tag|head|re|im) = ).* = "

RULES = rules_of(
    "DYND",
    (
        (r".*\.size = .*", "VARINT-01 VARINT-04"),
        (r".*\.type\.size = .*", "ARR-01"),
        (r".*\.count = .*", "VAR-01 VARINT-01 VARINT-04"),
        (r".*\.text = .*", "STR-01 STR-02"),
        (r".*\.type\.text = .*", "ARR-01 ARR-03 TYPE-02"),
        (r".*\.bytes = .*", "BYT-01"),
        (r".*\.tag = .*", "OPT-03 OPT-04"),
        (r".* = missing", "OPT-01 OPT-02"),
        (r".*\.(re|im) = .*", "CPLX-01"),
        (r".*\.head = .*", "CBOR-04 CBOR-05"),
        (r".*\.head = tag .*", "CBOR-03"),
        (r"(?!.*\.head = ).* = .*(true|false)", "BOOL-01 BOOL-02"),
        (NUMBER + r"-?\d+", "INT-01 INT-02", (1, 2, 4, 8)),
        (NUMBER + r"-?\d+", "INT-04 INT-05", (16,)),
        (r"(?!.*\.head = ).* \(0x[0-9a-f]+\)", "FLT-01 FLT-02", (4, 8)),
        (NUMBER + r"0x[0-9a-f]+", "FLT-03 FLT-04", (16,)),
        (r"(?!.*\.head = ).* \(0x[0-9a-f]+\)", "FLT-04", (2,)),
        (r".* U\+[0-9A-F]+", "CHAR-01 CHAR-03"),
        (r"(?!.*\.bytes = ).* = \d+ bytes", "FB-01"),
        (r".*\] = .*", "DIM-01"),
    ),
)
