"""The reference of DAPHNE as a codec on the starter's protocol.py."""

import protocol

from goldenwire.protocol import Rejected, Unsupported
from goldenwire.protocol.serve import Reference
from miniatures.mutated import applied

REFERENCE = Reference(("daphne",))
MISTAKES = applied("daphne")  # a test puts the name of a mutation here
MISTAKES.__enter__()  # for as long as the process runs


class Codec:
    def hello(self):
        return REFERENCE.hello()

    def decode(self, *words):
        return told(REFERENCE.decode, *words)

    def encode(self, *words):
        return told(REFERENCE.encode, *words)

    def transcode(self, *words):
        return told(REFERENCE.transcode, *words)


def told(method, *words):
    try:
        return method(*words)
    except Rejected as error:
        raise protocol.Rejected(error.code, error.offset, error.message) from None
    except Unsupported as error:
        raise protocol.Unsupported(error.why) from None


if __name__ == "__main__":
    protocol.serve(Codec())
