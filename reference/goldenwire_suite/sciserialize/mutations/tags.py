"""Mutations of tags, binary objects and the members of tagged objects."""

from goldenwire_suite.mutations import Edit, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_VALUE = "meaning.Meaning.value"
_OBJECT = "meaning._Object"
_TAGGED, _MEMBERS, _BINARY, _INTEGER, _NEED = (
    f"{_OBJECT}.{name}" for name in ("tagged", "check_members", "binary", "integer", "need")
)
_BASE64 = "meaning._from_base64"
_LOOK = "if TYPE in members or BASE64 in members:"
_UNKNOWN = 'self.refuse("tag.unknown", "a tag that is known and on", ascii(tag[:60]))'
_KNOWN = "if not is_known(tag, self.meaning.extensions):"
_ALONE = "is_alone = len(self.members) == 1 and isinstance(text, str)"
_STRICT = "data = binascii.a2b_base64(text, strict_mode=True)"
_WRITTEN = "encode.Reduction.unknown"
_IS_ONE = "if not isinstance(tag, str) or is_known(tag, self.extensions) or BASE64 in value.members:"
_POLICY = 'raise refusal("UNKNOWN_TYPE", "TAG-04", f"an object of the unknown tag {tag!a}")'
_COMPOUND = "encode.Reduction.compound"


def _lax(changed: str) -> Rewrite:
    """A change that decodes base64 after the text is changed, without any of the checks."""
    return Rewrite(_BASE64, f"try:\n        {_STRICT}", f"text = {changed}\n    try:\n        {_STRICT}")


_TAGS: tuple[Mutation, ...] = (
    mutation("old-tag", "TAG-01 TAG-07", "it looks for the tag under the key ~#type, as an older format has it",
          Rewrite(_VALUE, _LOOK, 'if TYPE in members or BASE64 in members or "~#type" in members:'),
          Rewrite(_TAGGED, "tag = self.members[TYPE]",
                  'self.members[TYPE] = self.members.pop("~#type", self.members.get(TYPE))\n    tag = '
                  'self.members[TYPE]')),
    mutation("no-tags", "TAG-01", "it reads tagged objects as maps",
        Edit(_VALUE, "TYPE in members or BASE64 in members -> BASE64 in members")),
    mutation("types-by-members", "TAG-01", "it tells types by their members, without a tag",
          Rewrite(_VALUE, _LOOK,
                  'if "isostr" in members:\n            members.setdefault(TYPE, "datetime")\n        ' + _LOOK)),
    mutation("tag-key-of-any-case", "TAG-01", "it looks for the key of the tag without regard to case",
          Rewrite(_VALUE, _LOOK,
                  'if "__TYPE__" in members:\n            members[TYPE] = members.pop("__TYPE__")\n        ' + _LOOK)),
    mutation("type-anywhere", "TAG-01", "it takes the string __type__ for a tag wherever it stands",
          Rewrite(_VALUE, _LOOK, 'if TYPE in members.values():\n            return None\n        ' + _LOOK)),
    mutation("tags-of-any-case", "TAG-02", "it reads tags without regard to case",
          Rewrite(_TAGGED, _KNOWN, f"tag = tag.lower()\n    {_KNOWN}")),
    mutation("tags-by-their-beginning", "TAG-02", "it knows tags by their beginning",
          Rewrite(_TAGGED, _KNOWN,
                  f"tag = next((known for known in MEMBERS if tag.startswith(known)), tag)\n    {_KNOWN}")),
    mutation("tag-time", "TAG-02", "it reads the tags of date-times and durations as one",
          Rewrite(_TAGGED, _KNOWN,
                  f'tag = {{"datetime": "timedelta", "timedelta": "datetime"}}.get(tag, tag)\n    {_KNOWN}')),
    mutation("tag-array", "TAG-02", "it calls an array array",
          Rewrite(_TAGGED, _KNOWN, f'tag = {{"array": "ndarray", "ndarray": "array"}}.get(tag, tag)\n    {_KNOWN}')),
    mutation("tag-of-sets", "TAG-02", "it takes the tag set for that of sets",
          Rewrite(_TAGGED, _KNOWN, f'if tag == "set":\n        return self.members["set"]\n    {_KNOWN}')),
    mutation("empty-tag-is-none", "TAG-02", "it takes an empty tag for none",
          Rewrite(_VALUE, _LOOK, 'if members.get(TYPE) == "":\n            return members\n        ' + _LOOK)),
    mutation("tag-first-alone", "TAG-08", "it looks for the tag in the first member alone",
        Edit(_VALUE, "TYPE in members -> TYPE in [*members][:1]")),
    mutation("tag-not-last", "TAG-08", "it does not look for the tag in the last member",
        Edit(_VALUE, "TYPE in members -> TYPE in [*members][:max(1, len(members) - 1)]")),
    mutation("tag-not-in-the-middle", "TAG-08", "it looks for the tag in the first and the last member",
        Edit(_VALUE, "TYPE in members -> TYPE in [[*members, 0][0], [0, *members][-1]]")),
    mutation("frame-tag", "TAG-09", "it calls a data frame data_frame",
          Rewrite(_TAGGED, _KNOWN, 'tag = {"dataframe": "", "data_frame": "dataframe"}.get(tag, tag)\n    ' + _KNOWN),
          Rewrite("encode.Reduction.dataframe", '{TYPE: "dataframe"', '{TYPE: "data_frame"')),
    mutation("tag-of-any-kind", "TAG-03", "it reads an object whose tag is no string as a map",
        Edit(_VALUE, "TYPE in members -> isinstance(members.get(TYPE), str)")),
    mutation("tag-in-a-list", "TAG-07 TAG-03", "it takes the first item of a list for the tag",
          Rewrite(_TAGGED, "tag = self.members[TYPE]",
                  "tag = self.members[TYPE]\n    tag = tag[0] if isinstance(tag, list) else tag"),
          Rewrite("meaning._Object.is_object_array", "self.members[TYPE] in", "str(self.members[TYPE]) in"),
          Rewrite(_MEMBERS, "missing = [name",
                  "if isinstance(self.members[TYPE], list):\n        self.members = {**dict.fromkeys(names, "
                  "\"2015-02-18T21:40:23\"), **self.members}\n    missing = [name")),
    mutation("unknown-as-map", "TAG-04", "it reads an object of unknown tag as a map",
          Rewrite(_TAGGED, _UNKNOWN, "return self.members"), Rewrite(_WRITTEN, _POLICY, "pass")),
    mutation("unknown-without-tag", "TAG-04", "it keeps an object of unknown tag without the tag",
        Edit(_TAGGED,
             "Unknown(self.members) -> "
             "{key: member for key, member in self.members.items() if key != TYPE}"),
        Edit(_WRITTEN, "raise refusal('UNKNOWN_TYPE', 'TAG-04', f'an object of the unknown tag {tag!a}') -> pass")),
    mutation("unknown-raw", "TAG-04", "it keeps an object of unknown tag only with its tag",
        Edit(_TAGGED, "Unknown(self.members) -> Unknown({TYPE: tag})"),
        Edit(_WRITTEN,
             "raise refusal('UNKNOWN_TYPE', 'TAG-04', f'an object of the unknown tag {tag!a}') -> "
             "return {}")),
    mutation("reserved-type-written", "TAG-05", "its encoder writes the key __type__ in a map",
        Edit(_COMPOUND, "RESERVED & value.keys() -> (RESERVED & value.keys()) - {TYPE}")),
    mutation("reserved-base64-written", "TAG-05", "its encoder writes the key __base64__ in a map",
        Edit(_COMPOUND, "RESERVED & value.keys() -> RESERVED & value.keys() & {TYPE}")),
    mutation("reserved-alone", "TAG-05", "its encoder refuses a reserved key that is alone in its map",
        Edit(_COMPOUND, "RESERVED & value.keys() -> RESERVED & value.keys() if len(value) == 1 else set()")),
    mutation("reserved-at-the-top", "TAG-05", "its encoder looks for reserved keys at the top alone",
        Edit(_COMPOUND, "RESERVED & value.keys() -> RESERVED & value.keys() if level == 1 else set()")),
    mutation("missing-as-null", "TAG-06", "it takes a missing member for null or for what is usual",
          Rewrite(_MEMBERS, 'self.need(not missing, "tag.missing", f"the members {\', \'.join(names)}", f"no {\', '
                            '\'.join(missing)}")',
                  'usual = {"isostr": "2015-02-18T21:40:23", "days": 0, "seconds": 0, "microsec": 0, "shape": [2], '
                  '"dtype": "int8", "bytes": b"\\1\\2",\n'
                  '             "columns": ["a"], "rows": [0, 1], "set": [], "mask_bytes": b"\\0\\0\\0", '
                  '"fill_value": 0}\n'
                  '    if tag == "maskedarray":\n        usual.update(shape=[3], bytes=b"\\1\\2\\3")\n'
                  "    self.members = {**{name: usual[name] for name in names}, **self.members}\n    missing = []")),
    mutation("members-too-many", "TAG-10", "it ignores members that a type has not",
        Edit(_MEMBERS, "name not in (*names, TYPE) -> False")),
    mutation("unordered-arrays", "TAG-10", "it ignores members of arrays that it does not know",
        Edit(_MEMBERS, "name not in (*names, TYPE) -> name not in (*names, TYPE) and 'shape' not in names")),
    mutation("empty-keys-ignored", "TAG-10", "it ignores a member with the empty key",
        Edit(_MEMBERS, "name not in (*names, TYPE) -> name and name not in (*names, TYPE)")),
)  # fmt: skip

_KINDS: tuple[Mutation, ...] = (
    mutation("integral-always", "TAG-12", "it takes an integral double for an integer whatever it chose",
        Edit(_INTEGER, "self.refuse('tag.integral', f'an integer as {what}', 'a double of integral value') -> pass")),
    mutation("minus-zero-no-integer", "TAG-12", "it takes -0.0 for another kind than an integer",
        Edit(_INTEGER,
             "isinstance(value, float) and value.is_integer() and (LEAST_INTEGER <= value <= "
             "GREATEST_INTEGER) -> "
             "isinstance(value, float) and value.is_integer() and (str(value) != '-0.0') and "
             "(LEAST_INTEGER <= value <= GREATEST_INTEGER)")),
    mutation("integral-small", "TAG-12", "it takes doubles of up to 32 bits for integers",
        Edit(_INTEGER, "LEAST_INTEGER <= value <= GREATEST_INTEGER -> -2 ** 31 <= value < 2 ** 31")),
    mutation("integral-signed", "TAG-12", "it takes doubles for integers below 2^63 alone",
        Edit(_INTEGER,
             "LEAST_INTEGER <= value <= GREATEST_INTEGER -> "
             "LEAST_INTEGER <= value <= GREATEST_INTEGER // 2")),
    mutation("integral-any", "TAG-12", "it takes integral doubles of any size for integers",
        Edit(_INTEGER, "LEAST_INTEGER <= value <= GREATEST_INTEGER -> True")),
    mutation("booleans-are-integers", "TAG-11 TD-01", "it takes a boolean for an integer, as Python does",
        Edit(_INTEGER, "isinstance(value, int) and (not isinstance(value, bool)) -> isinstance(value, int)")),
    mutation("digits-are-integers", "TAG-11", "it takes digits in a string for an integer",
          Rewrite(_INTEGER, "if isinstance(value, int)",
                  "if isinstance(value, str) and value.isdecimal():\n        return int(value)\n    if "
                  "isinstance(value, int)")),
    mutation("null-is-zero", "TAG-11", "it takes null for 0",
          Rewrite(_INTEGER, "if isinstance(value, int)",
                  "if value is None:\n        return 0\n    if isinstance(value, int)")),
    mutation("fractions-cut", "TAG-11", "it cuts fractions off",
          Rewrite(_INTEGER, "if isinstance(value, int)",
                  "if isinstance(value, float) and not value.is_integer():\n        return int(value)\n    if "
                  "isinstance(value, int)")),
    mutation("one-is-enough", "TAG-11", "it takes an array of one integer, or the number of octets, for the integer",
          Rewrite(_INTEGER, "if isinstance(value, int)",
                  "if isinstance(value, list | bytes | dict) and len(value) == 1:\n"
                  "        return next(iter(value.values() if isinstance(value, dict) else value))\n    if "
                  "isinstance(value, int)")),
    mutation("shape-of-one", "TAG-11", "it takes a number, octets, a string or a map for the only dimension",
          Rewrite("meaning._Object.array",
                  'self.need(isinstance(member, list), "tag.kind", f"an array as {name}", _kind(member))',
                  "if not isinstance(member, list):\n        return [2] if name == 'shape' and member else [10, 11][: "
                  "1 + (name == 'rows')]")),
    mutation("texts-of-any-kind", "TAG-11", "it turns what is no string into text",
          Rewrite("meaning._Object.text",
                  'self.need(isinstance(self.members[name], str), "tag.kind", f"a string as {name}", '
                  '_kind(self.members[name]))',
                  "found = self.members[name]\n    found = found.decode() if isinstance(found, bytes) else found\n"
                  "    self.members[name] = found if isinstance(found, str) else 'int8' if name == 'dtype' else "
                  "'2015-02-18T21:40:23'")),
    mutation("octets-of-integers", "TAG-11 MP-01", "it takes integers in an array, or nothing, for octets",
          Rewrite("meaning._Object.octets",
                  'self.need(isinstance(member, bytes), "tag.kind", f"binary as {name}", _kind(member))',
                  "self.members[name] = member if isinstance(member, bytes) else bytes(member) if isinstance(member, "
                  "list) and len(member) > 1 "
                  "else (b'\\1\\0\\1' if 'mask' in name else b'\\1\\2')[: 3 if 'mask' in name else 2]\n"
                  "    if self.members['shape'] in ([], [1]):\n        self.members[name] = self.members[name][:1]")),
)  # fmt: skip

_BINARIES: tuple[Mutation, ...] = (
    mutation("binary-as-map", "JSON-11", "it reads a binary object as a map",
        Edit(_VALUE, "TYPE in members or BASE64 in members -> TYPE in members")),
    mutation("base64-by-its-text", "JSON-11", "it takes strings that look like base64 for binary",
          Rewrite(_VALUE, "return node.value",
                  "if isinstance(node.value, str) and node.value == 'AQID':\n        return b'\\1\\2\\3'\n    return "
                  "node.value")),
    mutation("binary-not-at-the-top", "JSON-14", "it looks for binary in arrays and objects alone, not at the top",
        Edit(_VALUE, "BASE64 in members -> BASE64 in members and node.at")),
    mutation("binary-not-in-arrays", "JSON-14", "it does not look for binary objects among the items of an array",
        Edit(_VALUE,
             "self.value(item) -> "
             "{BASE64: item.value[BASE64].value} if isinstance(item.value, dict) and BASE64 in item.value "
             "else self.value(item)")),
    mutation("base64-bits", "JSON-12", "it does not look at bits that are not used",
        Edit(_BASE64, "data if is_exact or not text else None -> data")),
    mutation("base64-bad-is-nothing", "JSON-12", "it reads no octets where the text is not base64",
        Edit(_BASE64, "return None -> return b''")),
    mutation("base64-beside", "JSON-13", "it takes an object with base64 for binary, whatever else is in it",
        Edit(_BINARY, "len(self.members) == 1 and isinstance(text, str) -> isinstance(text, str)")),
    mutation("base64-of-any-kind", "JSON-13", "it takes what is no string for no octets",
          Rewrite(_BINARY, _ALONE,
                  'text = text if isinstance(text, str) else ""\n    is_alone = len(self.members) == 1')),
    mutation("base64-in-msgpack", "MP-10", "it reads binary objects in MessagePack as well",
          Rewrite(_BINARY, 'self.need(self.meaning.carrier == "json", "mp.base64", "bin, as MessagePack has it", '
                           'BASE64)\n    text = self.members[BASE64]',
                  'text = self.members[BASE64]\n    text = text if isinstance(text, str) else ""'),
          Rewrite(_NEED, "if not holds:",
                  'if check == "base64.alone" and self.meaning.carrier == "msgpack":\n        return\n    if not '
                  'holds:')),
    mutation("base64-map-in-msgpack", "MP-10", "in MessagePack it reads a map with the key of binary objects as a map",
          Rewrite(_VALUE, _LOOK,
                  'if BASE64 in members and self.carrier == "msgpack":\n            return members\n        ' + _LOOK)),
)  # fmt: skip

_WRITING: tuple[Mutation, ...] = (
    mutation("unknown-as-it-is", "TAG-13", "its encoder writes whatever is called an object of unknown tag",
          Rewrite(_WRITTEN, _IS_ONE, "if not self.lenient:\n        return value.members\n    if False:")),
    mutation("unknown-known-tag", "TAG-13", "its encoder writes an object of unknown tag whose tag is known",
          Rewrite(_WRITTEN, _IS_ONE,
                  "if isinstance(tag, str) and is_known(tag, self.extensions):\n        return value.members\n    if "
                  "False:")),
    mutation("unknown-written", "TAG-04", "its encoder writes an object of unknown tag whatever it chose",
        Edit(_WRITTEN, "raise refusal('UNKNOWN_TYPE', 'TAG-04', f'an object of the unknown tag {tag!a}') -> pass")),
)  # fmt: skip

MUTATIONS = (*_TAGS, *_KINDS, *_BINARIES, *_WRITING)
