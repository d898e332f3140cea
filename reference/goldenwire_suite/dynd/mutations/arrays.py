"""Mutations of arrays, which carry their type."""

from goldenwire_suite.dynd.mutations.changes import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_WRITE = """content = write_type(writer, value.type)
    check_content(writer, type, content)
    write_part(writer, content, value.value)"""
_VALUE = "value = read_part(reader, content)"

MUTATIONS = (
    mutation(
        "data-before-the-type", "ARR-01", "it writes the content of an array before its type",
        Rewrite("encode._write_array", _WRITE,
                "of_type = Output()\n    content = write_type(of_type, value.type)\n"
                "    write_part(writer, content, value.value)\n    writer.put(of_type.bytes())"),
    ),
    mutation("one-type-for-a-row", "ARR-01", "it writes the type of the first array of a value alone",
        Edit("encode._write_array",
             "write_type(writer, value.type) -> "
             "write_type(writer if writer.__dict__.setdefault('typed', id(value)) == id(value) else "
             "Output(), value.type)")),
    mutation("types-without-data", "ARR-01", "it takes a type without data for an array of nothing",
        Edit("decode._read_array",
             "read_part(reader, content) -> "
             "read_part(reader, content) if reader.remaining else None")),
    mutation(
        "data-repeated", "ARR-01", "it reads data to the end and keeps the last",
        Rewrite("decode._read_array", _VALUE,
                f"{_VALUE}\n    while reader.remaining and content.min_size:\n        {_VALUE}"),
    ),
    mutation("known-types-left-out", "ARR-02", "it writes and reads no type where that is known",
        Edit("encode._write_array",
             "write_type(writer, value.type) -> "
             "write_type(writer if type.content is None else Output(), value.type)"),
        Edit("decode._read_array",
             "read_type(reader) -> "
             "read_type(reader) if type.content is None else (type.content, reader.position)")),
    mutation("contents-of-any-type", "ARR-02 CBOR-06", "it takes contents of any type where another one is known",
        Edit("decode.check_content", "type.content is not None and content != type.content -> False"),
        Edit("encode.check_content", "type.content is not None and content != type.content -> False")),
    mutation(
        "patterns-of-dimensions", "ARR-03", "it writes a pattern for the dimensions of an array",
        Rewrite("encode_leaf.write_type", "write_varint(writer, len(text))",
                'text = "Fixed" + text.lstrip("0123456789") if text[:1].isdigit() else text\n'
                '    write_varint(writer, len(text))'),
    ),
    mutation("arrays-do-not-nest", "ARR-04", "it refuses arrays in arrays",
        Edit("decode.check_content",
             "type.content is not None and content != type.content -> "
             "isinstance(content, Array)"),
        Edit("encode.check_content",
             "type.content is not None and content != type.content -> "
             "isinstance(content, Array)")),
    mutation("pointers-unnamed", "ARR-01 PTR-01", "it takes a pointer for its target in types too",
        Edit("types._Builder.pointer", "_checked(Pointer(target)) -> target")),
)  # fmt: skip
