"""The driver `echo` on the starter's protocol.py, as tests/starters/hostile.py describes it."""

import protocol
from protocol import Rejected, Unsupported


def limits(size, signed):
    return (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)


class Echo:
    def hello(self):
        identity = {"name": "echo", "version": "1", "language": "Python"}
        return {"codec": identity, "formats": {"echo": {"operations": ["decode", "encode", "transcode"]}}}

    def decode(self, format, data, context):
        if not isinstance(context, dict):
            return context
        message = context.get("message", "")
        match context.get("say"):
            case "rejected":
                raise Rejected(context["code"], len(data), message)
            case "unsupported":
                raise Unsupported(message)
            case "failed":
                raise ValueError(message)
        match context.get("atom"):
            case "integer":
                return protocol.integer_of(int.from_bytes(data, "little", signed=context["signed"]))
            case "bits":
                return protocol.bits_of(int.from_bytes(data, "little"), len(data))
            case "octets":
                return protocol.octets_of(data)
            case "text":
                return protocol.text_of(data)
            case _:
                return data == b"\1" if "atom" in context else context

    def encode(self, format, value, context, plan):
        if plan is not None:
            return protocol.octets(plan)
        size = protocol.integer(context.get("size", "0"), 0, 64)
        match context["atom"]:
            case "integer":
                signed = context["signed"]
                return protocol.integer(value, *limits(size, signed)).to_bytes(size, "little", signed=signed)
            case "bits":
                return protocol.bits(value, size).to_bytes(size, "little")
            case "octets":
                return protocol.octets(value)
            case "text":
                return protocol.text(value)
            case "boolean":
                return b"\1" if protocol.boolean(value) else b"\0"

    def transcode(self, format, data, context):
        return data


if __name__ == "__main__":
    protocol.serve(Echo())
