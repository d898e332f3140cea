"""Mutations of section 3 of spec.md: writing a meta block."""

from collections.abc import Callable, Iterator

from goldenwire_reference.dspack.messagepack import HEADS, Head, pack
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Edit, Entry, Mutation, Replaced


def _strs_by(count: Callable[[str], int]) -> Replaced:
    """A change with which the form of a str is chosen by what is counted in its text."""
    def by(original: object, value: str) -> bytes:
        octets, form = value.encode(), next(form for form in HEADS["str"] if count(value) <= form.most)
        number = len(octets) % 256 ** (form.size or 1)
        head = bytes([form.first]) + number.to_bytes(form.size) if form.size else bytes([form.first | number])
        return head + octets

    return Replaced("messagepack._str", by)


WRITING = (
    mutation("keys-by-name", "META-06", "it writes the four keys in the order of their names",
        Edit("encode_meta.encode_block", "pack(block) -> pack(dict(sorted(block.items())))")),
    mutation("empty-left-out", "META-06 META-12", "it leaves out an empty description and empty user meta",
        Edit("encode_meta.encode_block", "pack(block) -> pack({key: value for key, value in block.items() if value})")),
    mutation("keys-as-given", "META-06", "it writes the keys of the user meta in the order in which they are given",
        Edit("encode_meta._map", "str.encode -> lambda key: 0")),
    mutation("inner-keys-as-given", "META-06",
        "it sorts the keys of the user meta itself, but not those of maps inside it",
        Edit("encode_meta._map", "str.encode -> str.encode if level == 1 else lambda key: 0")),
    mutation("inner-keys-backwards", "META-06", "it writes the keys of inner maps in descending order",
        Replaced("encode_meta._map", lambda original, value, what, level:
                 dict([*original(value, what, level).items()][:: 1 if level == 1 else -1]))),
    mutation("keys-in-arrays-as-given", "META-06", "it does not sort the keys of maps in arrays",
        Edit("encode_meta._nested", "_value(item, f'{what}[{number}]', level) -> "
             "item if isinstance(item, dict) else _value(item, f'{what}[{number}]', level)")),
    mutation("keys-by-utf-16", "META-06", "it sorts keys as UTF-16",
        Edit("encode_meta._map", "str.encode -> lambda key: key.encode('utf-16-be')")),
    mutation("keys-by-length", "META-06", "it sorts short keys before long ones",
        Edit("encode_meta._map", "str.encode -> lambda key: (len(key.encode()), key.encode())")),
    mutation("keys-as-signed-octets", "META-06", "it sorts keys by their octets as signed numbers",
        Edit("encode_meta._map", "str.encode -> lambda key: [octet - 256 * (octet > 127) for octet in key.encode()]")),
    mutation("keys-without-case", "META-06", "it sorts keys without regard to upper and lower case",
        Edit("encode_meta._map", "str.encode -> str.lower")),
    mutation("keys-descending", "META-06", "it sorts a key behind those that begin with it",
        Edit("encode_meta._map", "str.encode -> lambda key: key.encode() + bytes([255])")),
    mutation("whole-floats-as-integers", "META-16", "it writes a float without a fraction as an integer",
        Replaced("messagepack._float", lambda original, value:
                 pack(int(value)) if value.is_integer() and abs(value) < 2**63 else original(value))),
    mutation("nan-written-as-it-is", "META-16 ENC-03", "it writes a NaN with the bits it has",
        Edit("messagepack._float", "math.nan if math.isnan(value) else value -> value")),
    mutation("meta-nan-of-the-processor", "META-16 ENC-03",
        "it writes the NaN that 0 / 0 is on most processors, with its sign set",
        Edit("messagepack._float", "math.nan -> -math.nan")),
    mutation("positive-integers-signed", "META-16", "it writes integers above 127 in the signed forms that hold them",
        Entry("messagepack.HEADS", "uint", [Head(0x7F, 0x00, 0), Head(0x7FFF, 0xD1, 2), Head(2**31 - 1, 0xD2, 4),
                                             Head(2**63 - 1, 0xD3, 8), Head(2**64 - 1, 0xCF, 8)])),
    mutation("negative-fixint-of-4-bits", "META-16", "it takes e0 for an array, and writes -17 to -32 as int 8",
        Entry("messagepack.HEADS", "negative", [Head(0x0F, 0xE0, 0), *HEADS["negative"][1:]])),
    mutation("strs-by-characters", "META-16", "it chooses the form of a str by its characters",
        _strs_by(len)),
    mutation("strs-by-units", "META-16", "it chooses the form of a str by its units of UTF-16",
        _strs_by(lambda text: len(text.encode("utf-16-le")) // 2)),
    mutation("bin-as-str", "META-16", "it writes octets as a str, as MessagePack did before it had bin",
        Entry("messagepack.HEADS", "bin", HEADS["str"])),
)


# A number that its form cannot hold is truncated to the octets of the form.
_CUT = (
    Edit("messagepack.head", "number.to_bytes(form.size, 'big') -> "
         "(number % 256**form.size).to_bytes(form.size, 'big')"),
    Edit("messagepack._integer", "value.to_bytes(form.size or 1, 'big', signed=True) -> "
         "(value % 256 ** (form.size or 1)).to_bytes(form.size or 1, 'big')"),
)


def _forms() -> Iterator[Mutation]:
    """Changes with which a form of writing ends one number early or late, or a form of several octets is unused."""
    for kind, forms in HEADS.items():
        for place, form in enumerate(forms[:-1]):
            before, after = forms[:place], forms[place + 1 :]
            name, next_one = f"{kind}-{form.first:02x}", f"{after[0].first:02x}"
            if (kind, form.size) != ("map", 2):  # a meta block has no room for such a map
                short = [*before, form._replace(most=form.most - 1), *after]
                sentence = f"it writes the last number of the form {form.first:02x} in the form {next_one}"
                yield mutation(f"{name}-too-short", "META-16", sentence, Entry("messagepack.HEADS", kind, short))
                late = [*before, form._replace(most=form.most + 1), *after]
                sentence = f"it writes the first number of the form {next_one} in the one before"
                cut = _CUT if form.size else ()
                yield mutation(f"{name}-too-long", "META-16", sentence, Entry("messagepack.HEADS", kind, late), *cut)
            if form.size:
                others = Entry("messagepack.HEADS", kind, [*before, *after])
                sentence = f"it does not write the form {form.first:02x}, but {next_one}"
                yield mutation(f"{name}-unused", "META-16", sentence, others)


MUTATIONS = (*WRITING, *_forms())
