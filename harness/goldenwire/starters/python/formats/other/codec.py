"""A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.

Read `goldenwire spec sample`, then replace what is known by heart with what reads and writes bytes, a part at a time:

1. decode: read field by field, and raise Rejected(code, offset, message) for what the text does not allow;
2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
3. what you have not come to raises Unsupported, which is honest and never passes;
4. declare in hello what the text lists as features and policies, once you keep what they promise.
"""

import json

import protocol
from protocol import Unsupported

# One value of the format: the context of its request, its bytes, and what they mean.
CONTEXT = json.loads("@CONTEXT@")
BYTES = bytes.fromhex("@BYTES@")
VALUE = json.loads("@VALUE@")


class Codec:
    def hello(self):
        return {
            "codec": {"name": "my-codec", "version": "0.1", "language": "Python"},
            "formats": {"sample": {"operations": ["decode", "encode", "transcode"], "features": ["@FEATURE@"], "policies": {}}},
        }

    def decode(self, format, data, context):
        if (data, context) == (BYTES, CONTEXT):
            return VALUE
        raise Unsupported("these bytes: not written yet")

    def encode(self, format, value, context, plan):
        if (value, context, plan) == (VALUE, CONTEXT, None):
            return BYTES
        raise Unsupported("this value: not written yet")

    def transcode(self, format, data, context):
        return self.encode(format, self.decode(format, data, context), context, None)


if __name__ == "__main__":
    protocol.serve(Codec())
