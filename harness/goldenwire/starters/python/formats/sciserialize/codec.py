"""A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.

Read `goldenwire spec sciserialize`, then go on, a part at a time:

1. decode: read field by field, and raise Rejected(code, offset, message) for what the text does not allow;
2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
3. what you have not come to raises Unsupported, which is honest and never passes;
4. declare in hello what the text lists as features and policies, once you keep what they promise.
"""

import protocol
from protocol import Rejected, Unsupported

# By carrier: the bytes of each value.
BYTES = {
    "json": {b"null": None, b"true": True, b"false": False},
    "msgpack": {b"\xc0": None, b"\xc3": True, b"\xc2": False},
}


class Codec:
    def hello(self):
        return {
            "codec": {"name": "my-codec", "version": "0.1", "language": "Python"},
            "formats": {
                "sciserialize": {
                    "operations": ["decode", "encode", "transcode"],
                    "features": ["json", "msgpack", "codes", "offsets"],
                    "policies": {},
                }
            },
        }

    def decode(self, format, data, context):
        carrier = self._carrier(context)
        if not data:
            raise Rejected("SYNTAX", 0, "expected a value, found no bytes")
        if data not in BYTES[carrier]:
            raise Unsupported("another value than null, true and false: not written yet")
        return BYTES[carrier][data]

    def encode(self, format, value, context, plan):
        for data, known in BYTES[self._carrier(context)].items():
            if value is known:
                return data
        raise Unsupported("another value than null, true and false: not written yet")

    def transcode(self, format, data, context):
        return self.encode(format, self.decode(format, data, context), context, None)

    def _carrier(self, context):
        """JSON, if the request has no context."""
        return context["carrier"] if context else "json"


if __name__ == "__main__":
    protocol.serve(Codec())
