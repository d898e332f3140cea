"""Requirements on the MessagePack library that reads and writes the meta block (spec.md, The library below)."""

from goldenwire_reference.format import Carrier

# For each requirement, those of MessagePack that a library must meet.
_RESTS = {
    "META-07": ("GEN-03", "GEN-04", "GEN-05", "GEN-06", "STR-04", "MAP-02", "MAP-03", "EXT-04", "EXT-05", "TIME-08"),
    "META-08": ("GEN-01", "GEN-03"),
    "META-13": ("MAP-04", "MAP-05"),
    "META-14": ("STR-04",),
    "META-15": ("LIM-01",),
    "META-16": ("CANON-02", "CANON-03", "CANON-04", "CANON-07", "CANON-09"),
    "META-17": ("FLOAT-03",),
    "LIM-03": ("LIM-01",),
    "ENC-06": ("INT-06", "STR-04"),
}

CARRIER = Carrier(
    "msgpack",
    {f"DSPACK-{id}": tuple(f"MSGPACK-{below}" for below in ids) for id, ids in _RESTS.items()},
    {
        "msgpack.invalid-utf8": ("reject", "keep"),
        "msgpack.duplicate-keys": ("reject", "keep", "last"),
        "msgpack.reserved-ext": ("ext", "reject"),
        "msgpack.timestamp": ("value", "ext"),
        "msgpack.timestamp-range": ("reject", "ext"),
        "msgpack.timestamp-length": ("reject", "ext"),
        "msgpack.depth": ("limit", "accept"),
    },
)
