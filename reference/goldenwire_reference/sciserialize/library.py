"""Requirements on the MessagePack library on which a codec is built (spec.md, The library below)."""

from goldenwire_reference.format import Carrier

# For each requirement, those of MessagePack that a library must meet.
_RESTS = {
    "GEN-09": ("GEN-04",),
    "GEN-10": ("LIM-01",),
    "GEN-11": ("MAP-03",),
    "LIM-02": ("LIM-02",),
    "JSON-08": ("INT-05",),
    "JSON-21": ("INT-05",),
    "MP-01": ("GEN-01", "BIN-01"),
    "MP-02": ("STR-01", "STR-02"),
    "MP-03": ("GEN-01",),
    "MP-04": ("FLOAT-03",),
    "MP-05": ("GEN-03",),
    "MP-06": ("STR-04",),
    "MP-07": ("EXT-04", "EXT-05", "TIME-08"),
    "MP-08": ("MAP-02",),
    "MP-09": ("MAP-04", "MAP-05"),
    "MP-11": ("GEN-05", "GEN-06"),
    "MP-12": ("INT-06",),
    "MP-13": ("FLOAT-04", "FLOAT-05"),
    "MP-14": ("CANON-07",),
    "MP-15": ("FLOAT-04",),
    "MP-16": ("GEN-02", "INT-01", "INT-02", "INT-03", "INT-04"),
    "ENC-04": ("STR-04",),
    "CANON-05": ("CANON-02", "CANON-07", "CANON-09"),
    "CANON-10": ("CANON-03",),
    "CANON-11": ("CANON-04",),
}

CARRIER = Carrier(
    "msgpack",
    {f"SCISERIALIZE-{id}": tuple(f"MSGPACK-{below}" for below in ids) for id, ids in _RESTS.items()},
    {
        "msgpack.invalid-utf8": ("reject", "keep"),
        "msgpack.duplicate-keys": ("reject", "keep"),
        "msgpack.reserved-ext": ("ext", "reject"),
        "msgpack.timestamp": ("value", "ext"),
        "msgpack.timestamp-range": ("reject", "ext"),
        "msgpack.timestamp-length": ("reject", "ext"),
        "msgpack.depth": ("accept",),
    },
    {"carrier": "msgpack"},
)
