"""Two files as the runtime wrote them are read, and written again byte for byte."""

import dialect

FILES = {
    "int8 2 x 2": (
        "01010200000000000000020000000000000000000000000000000000000000000000000200000002000000010001fe0380",
        [["0", "0", "1"], ["0", "1", "-2"], ["1", "0", "3"], ["1", "1", "-128"]],
    ),
    "double 2 x 1": (
        "010102000000000000000100000000000000070000000000000000000000000000000002000000010000000107"
        "000000000000f03f00000000000004c0",
        [["0", "0", "0x3ff0000000000000"], ["1", "0", "0xc004000000000000"]],
    ),
}

for name, (text, cells) in FILES.items():
    value = dialect.decode(bytes.fromhex(text))
    assert value["cells"] == cells, value
    assert dialect.encode(value).hex() == text
    print(f"{name}: read, and written again byte for byte")
