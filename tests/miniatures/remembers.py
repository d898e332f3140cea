"""A codec that keeps an octet of a request that it refused to encode, and writes it before the next bytes."""

from typing import Any

from goldenwire.protocol import Rejected
from goldenwire.protocol.serve import Reference, serve


class Remembering(Reference):
    """The reference with a buffer that is not emptied after a refusal."""

    def __init__(self) -> None:
        super().__init__(("daphne",))
        self._buffer = b""

    def encode(self, format: str, value: Any, context: Any, plan: Any) -> bytes:
        """Encode, after what is left from before."""
        try:
            data = super().encode(format, value, context, plan)
        except Rejected:
            self._buffer = b"\1"
            raise
        written, self._buffer = self._buffer + data, b""
        return written


if __name__ == "__main__":
    serve(Remembering)
