"""More mutations of requirements that each have one elsewhere."""

from goldenwire_reference.sciserialize.tables import DType
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_DTYPE, _READ = "meaning._Object.dtype", "instead = self.refuse("
_MEMBERS, _MISSING = "meaning._Object.check_members", "missing = [name for name in names if name not in self.members]"


def _reads(dtype: str, condition: str) -> Rewrite:
    """A change that reads arrays of invalid dtypes as if they were of this one."""
    return Rewrite(_DTYPE, _READ, f'if {condition}:\n        return "{dtype}"\n    {_READ}')


MUTATIONS: tuple[Mutation, ...] = (
    mutation("masked-arrays-always-written", "GEN-07 EXT-05", "its encoder writes masked arrays, whatever is on",
        Edit("encode.Reduction.maskedarray", "self.check_extension('maskedarray') -> pass")),
    mutation("tag-first-wanted", "GEN-11 TAG-08", "it wants the tag to be the first member",
          Rewrite(_MEMBERS, _MISSING,
                  f'{_MISSING}\n    if next(iter(self.members)) != "__type__":\n        missing.append("the tag")')),
    mutation("frames-called-frame", "TAG-09", "it knows data frames by the tag frame",
          Rewrite("meaning._Object.tagged", "tag = self.members[TYPE]",
                  'tag = self.members[TYPE]\n    tag = {"dataframe": "frame", "frame": "dataframe"}.get(tag, tag) '
                  "if isinstance(tag, str) else tag")),
    mutation("missing-microseconds", "TAG-06", "it takes durations without microseconds for whole seconds",
          Rewrite(_MEMBERS, _MISSING, f'if tag == "timedelta":\n        self.members.setdefault("microsec", 0)\n'
                                      f"    {_MISSING}")),
    mutation("member-iso", "DT-01", "its encoder calls the member of a date-time iso",
        Edit("encode.Reduction.datetime",
             "{TYPE: 'datetime', 'isostr': value.isoformat()} -> "
             "{TYPE: 'datetime', 'iso': value.isoformat()}")),
    mutation("float16-of-four-octets", "ND-17", "it takes elements of float16 to have four octets",
          Entry("tables.DTYPES", "float16", DType(4, "<f4", "<u4"))),
    mutation("big-endian-of-one-octet", "ND-16", "it takes >i1 for int8, which has no order",
          _reads("int8", 'text == ">i1"')),
    mutation("times-with-units", "ND-18", "it reads times that have a unit as int64", _reads("int64", '"[" in text')),
    mutation("longdouble-as-double", "ND-19", "it takes longdouble for float64, as some compilers do",
          _reads("float64", 'text == "longdouble"')),
    mutation("times-alone-written", "EXT-06", "its encoder writes a time by itself as one of the first day",
        Edit("notation._datetime",
             "isostr.parse(content) -> "
             "isostr.parse(f'0001-01-01T{content}' if len(content) == 8 else content)")),
    mutation("bad-date-times-as-strings", "GEN-17", "it delivers a date-time that is none as the string that it has",
          Rewrite("meaning._Object.datetime",
                  'self.need(moment is not None, "isostr", "a date-time", ascii(text[:60]))',
                  "if moment is None:\n        return text")),
)  # fmt: skip
