"""The mistakes that the vectors must catch, each as a change of the reference that the generator runs.

Put here, for each requirement, the ways in which somebody in a hurry gets it wrong: boundary, sign, order, width.
"""

from goldenwire_suite.mutations import Rewrite, mutation

MUTATIONS = (
    mutation(
        "count-from-zero", "SAMPLE-LIST-01", "it takes the count for the number of the last integer",
        Rewrite("decode.decode", "range(count)", "range(count + 1)"),
    ),
    mutation(
        "signed-count", "SAMPLE-LIST-01", "it takes the count for a signed number",
        Rewrite("decode.decode", "range(count)", "range(count if count < 128 else 0)"),
    ),
    mutation(
        "short-input", "SAMPLE-LIST-02", "it takes what is there of an input that is cut",
        Rewrite("decode._integer", "reader.need(len(reader.data) - start + 1, name)", "reader.position = len(reader.data)"),
    ),
    mutation(
        "rest-ignored", "SAMPLE-LIST-02", "it ignores what follows the list",
        Rewrite("decode.decode", "if reader.remaining:", "if False:"),
    ),
    mutation(
        "count-wraps", "SAMPLE-LIST-03", "it writes the lowest byte of the count",
        Rewrite("encode.encode", "len(numbers) > MOST", "False"),
        Rewrite("encode.encode", "bytes([len(numbers)])", "bytes([len(numbers) & 255])"),
    ),
    mutation(
        "highest-first", "SAMPLE-INT-01", "it reads the highest bits first",
        Rewrite("decode._integer", "number |= (byte & 0x7F) << shift", "number = number << 7 | byte & 0x7F"),
    ),
    mutation(
        "eight-bits", "SAMPLE-INT-01", "it shifts by eight bits a byte",
        Rewrite("decode._integer", "shift += 7", "shift += 8"),
    ),
    mutation(
        "last-byte-marked", "SAMPLE-INT-01", "it takes the byte with the top bit set for the last",
        Rewrite("decode._integer", "byte < 0x80", "byte >= 0x80"),
    ),
    mutation(
        "any-length", "SAMPLE-INT-02", "it reads an integer of any length",
        Rewrite("decode._integer", "byte == 0 and shift > 7", "False"),
    ),
    mutation(
        "cut-to-32-bits", "SAMPLE-INT-03", "it cuts an integer to 32 bits",
        Rewrite("decode._integer", "number >= LIMIT", "(number := number % LIMIT) < 0"),
    ),
    mutation(
        "written-as-it-is", "SAMPLE-INT-03", "it writes any integer",
        Rewrite("encode._integer", "number >= LIMIT", "False"),
    ),
)  # fmt: skip
