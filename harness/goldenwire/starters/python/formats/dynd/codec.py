"""A codec of the format dynd, at its beginning: truth values and integers.

Read `goldenwire spec dynd`, then go on, a part at a time:

1. decode: read field by field, and raise Rejected(code, offset, message) for what the text does not allow;
2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
3. what you have not come to raises Unsupported, which is honest, and passes under unknown profiles alone;
4. declare in hello what the text lists as features and policies, once you keep what they promise.
"""

import protocol
from protocol import Rejected, Unsupported

# By type string: the number of bytes, and whether it is signed.
INTEGERS = {f"{sign}int{8 * size}": (size, not sign) for size in (1, 2, 4, 8, 16) for sign in ("", "u")}


class Codec:
    def hello(self):
        return {
            "codec": {"name": "my-codec", "version": "0.1", "language": "Python"},
            "formats": {
                "dynd": {
                    "operations": ["decode", "encode", "transcode"],
                    "features": ["codes", "offsets"],
                    "policies": {},
                }
            },
        }

    def decode(self, format, data, context):
        name = self._type(context)
        size, signed = INTEGERS.get(name, (1, False))
        if len(data) < size:
            raise Rejected("TRUNCATED", 0, f"expected {size} bytes, found {len(data)}")
        if name == "bool" and data[0] > 1:
            raise Rejected("BOOL_INVALID", 0, f"expected 00 or 01, found {data[0]:02x}")
        if len(data) > size:
            raise Rejected("TRAILING_BYTES", size, f"expected the end of the input, which is {len(data)} bytes long")
        if name == "bool":
            return data[0] == 1
        return protocol.integer_of(int.from_bytes(data, "little", signed=signed))

    def encode(self, format, value, context, plan):
        name = self._type(context)
        if name == "bool":
            return bytes([protocol.boolean(value, "VALUE_INVALID")])
        size, signed = INTEGERS[name]
        low, high = (-1 << 8 * size - 1, (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
        return protocol.integer(value, low, high, "VALUE_INVALID").to_bytes(size, "little", signed=signed)

    def transcode(self, format, data, context):
        return self.encode(format, self.decode(format, data, context), context, None)

    def _type(self, context):
        """The type string of a core call."""
        if "profile" in context:
            raise Unsupported(f"the profile {context['profile']}")
        if context["type"] != "bool" and context["type"] not in INTEGERS:
            raise Unsupported("another type than bool and integers: not written yet")
        return context["type"]


if __name__ == "__main__":
    protocol.serve(Codec())
