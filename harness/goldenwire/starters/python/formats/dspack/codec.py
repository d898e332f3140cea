"""A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.

Read `goldenwire spec dspack`, then go on, a part at a time:

1. decode: read field by field, and raise Rejected(code, offset, message) for what the text does not allow;
2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
3. what you have not come to raises Unsupported, which is honest and never passes;
4. declare in hello what the text lists as features and policies, once you keep what they promise.
"""

import re

import protocol
from protocol import Rejected, Unsupported

SCHEMA = re.compile(r"!Q\(([a-z]+)\)")
# The meta block before and after the schema, as an encoder writes it without a description and user meta.
BEFORE, AFTER = b"\x84\xa7version\x01\xa6schema", b"\xabdescription\xa0\xa4meta\x80"
VERSION = BEFORE.index(1)  # where the version stands in the block
MEMBERS = {"version", "schema", "fields", "description", "meta", "rows"}  # of a data set in a request
MOST = (1 << 64) - 1  # the greatest Q


class Codec:
    def hello(self):
        return {
            "codec": {"name": "my-codec", "version": "0.1", "language": "Python"},
            "formats": {
                "dspack": {
                    "operations": ["decode", "encode", "transcode"],
                    "features": ["codes", "offsets"],
                    "policies": {},
                }
            },
        }

    def decode(self, format, data, context):
        self._only_files(context)
        if len(data) < 2:
            raise Rejected("TRUNCATED", 0, f"expected a meta_length of 2 bytes, found {len(data)}")
        end = 2 + int.from_bytes(data[:2], "big")
        block = data[2:end]
        if block[:VERSION] != BEFORE[:VERSION] or len(data) < end or end == 0x10001 or not block.endswith(AFTER):
            raise Unsupported("another meta block than that of an encoder: not written yet")
        if 1 < block[VERSION] < 0x80:
            raise Rejected("VERSION", 2 + VERSION, f"expected version 1, found {block[VERSION]}")
        schema = block[len(BEFORE) + 1 : -len(AFTER)]
        found = SCHEMA.fullmatch(schema.decode("latin-1"))
        if not found or block != self._block(schema):
            raise Unsupported("another schema than one Q, or another form of the meta block: not written yet")
        fields = [{"name": found[1], "note": None}]
        head = {"version": "1", "schema": schema.decode(), "fields": fields, "description": "", "meta": {"map": {}}}
        return [{**head, "rows": [[row] for row in self._rows(data, end)]}]

    def _rows(self, data, at):
        while at < len(data):
            if len(data) - at < 4:
                raise Rejected("TRUNCATED", at, "expected a row_length of 4 bytes")
            if int.from_bytes(data[at : at + 4], "big") != 8:
                raise Unsupported("a row of another length, or the end of a data set: not written yet")
            if len(data) - at < 12:
                raise Rejected("TRUNCATED", at + 4, "expected a row of 8 bytes")
            yield protocol.integer_of(int.from_bytes(data[at + 4 : at + 12], "big"))
            at += 12

    def encode(self, format, value, context, plan):
        self._only_files(context)
        one = value[0] if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) else {}
        plain = one.keys() <= MEMBERS and one.get("version", "1") == "1" and isinstance(one.get("rows"), list)
        found = plain and SCHEMA.fullmatch(str(one.get("schema")))
        if not found or len(found[0]) > 31 or (one.get("description"), one.get("meta")) != ("", {"map": {}}):
            raise Unsupported("another value than a data set of one Q, without a description and meta: not written yet")
        block = self._block(found[0].encode())
        data = len(block).to_bytes(2, "big") + block
        for row in one["rows"]:
            if not isinstance(row, list) or len(row) != 1:
                raise Unsupported("a row that is no list of one: not written yet")
            data += (8).to_bytes(4, "big") + protocol.integer(row[0], 0, MOST, "VALUE").to_bytes(8, "big")
        return data

    def transcode(self, format, data, context):
        return self.encode(format, self.decode(format, data, context), context, None)

    def _block(self, schema):
        return BEFORE + bytes([0xA0 | len(schema) & 31]) + schema + AFTER

    def _only_files(self, context):
        if context not in (None, {"scope": "file"}):
            raise Unsupported("another scope than file: not written yet")


if __name__ == "__main__":
    protocol.serve(Codec())
