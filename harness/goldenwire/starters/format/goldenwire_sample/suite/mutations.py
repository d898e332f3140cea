"""The mistakes that the vectors must catch, each as a change of the reference that the generator runs.

Put here, for each requirement, the ways in which somebody in a hurry gets it wrong: boundary, sign, order, width.
"""

from goldenwire_suite.mutations import Constant, Disabled, Edit, Replaced, mutation

MUTATIONS = (
    # Edit: another expression, or another simple statement, in the place of one that the function has once.
    mutation("count-from-zero", "SAMPLE-LIST-01", "it takes the count for the number of the last integer",
        Edit("decode.decode", "range(count) -> range(count + 1)")),
    mutation("signed-count", "SAMPLE-LIST-01", "it takes the count for a signed number",
        Edit("decode.decode", "range(count) -> range(count if count < 128 else 0)")),
    # `pass` drops a statement; a mistake may take several changes.
    mutation("short-input", "SAMPLE-LIST-02", "it takes what is there of an input that is cut",
        Edit("decode._integer", "reader.position = start -> pass"),
        Edit("decode._integer", "reader.need(len(reader.data) - start + 1, name) -> pass")),
    # Disabled: a check of tables.CHECKS is off.
    mutation("rest-ignored", "SAMPLE-LIST-02", "it ignores what follows the list",
        Disabled("trailing")),
    # Constant: another value in tables.py, for decoder and encoder; Entry does the same with a key of a table.
    mutation("count-wraps", "SAMPLE-LIST-03", "it writes the lowest byte of the count",
        Constant("MOST", 2**32),
        Edit("encode.encode", "bytes([len(numbers)]) -> bytes([len(numbers) & 255])")),
    mutation("highest-first", "SAMPLE-INT-01", "it reads the highest bits first",
        Edit("decode._integer", "number |= (byte & 0x7F) << shift -> number = number << 7 | byte & 0x7F")),
    mutation("eight-bits", "SAMPLE-INT-01", "it shifts by eight bits a byte",
        Edit("decode._integer", "shift += 7 -> shift += 8")),
    mutation("last-byte-marked", "SAMPLE-INT-01", "it takes the byte with the top bit set for the last",
        Edit("decode._integer", "byte < 0x80 -> byte >= 0x80")),
    mutation("any-length", "SAMPLE-INT-02", "it reads an integer of any length",
        Disabled("overlong")),
    # Replaced: a function of yours, which is given the original one before its arguments.
    mutation("cut-to-32-bits", "SAMPLE-INT-03", "it cuts an integer to 32 bits",
        Disabled("range"),
        Replaced("decode._integer", lambda original, reader, name: original(reader, name) % 2**32)),
    mutation("written-as-it-is", "SAMPLE-INT-03", "it writes any integer",
        Edit("encode._integer", "number >= LIMIT -> False")),
)  # fmt: skip
