"""Retired ids of cases, each with what was wrong with the case; no other case may reuse one."""

_NONE = "it sent the text None in place of null"
_EXACT = "it said of a double that an f holds exactly that it is rounded"

RETIRED = {
    f"dspack/{id_}": reason
    for id_, reason in {
        "encoder-refusals/arity-items-as-values": "it had two defects, the number of values and their kind",
        "encoder-refusals/arity-null-for-pad": _NONE,
        "encoder-refusals/arity-null-for-pad-between": "it had two defects, the number of values and a null among them",
        "encoder-refusals/kind-null-for-bool": _NONE,
        "encoder-refusals/kind-null-for-char": _NONE,
        "encoder-refusals/kind-null-for-float": _NONE,
        "encoder-refusals/kind-null-for-integer": _NONE,
        "encoder-refusals/kind-null-for-list": _NONE,
        "encoder-refusals/kind-null-for-string": _NONE,
        "encoder-refusals/kind-null-in-list": _NONE,
        "encoder-refusals/kind-text-for-integer": "it sent a word that is an atom of no type, which the notation "
        "ruled out",
        "hostile-sizes/huge-list-of-4-bytes": "its items have two bytes",
        "hostile-sizes/huge-list-of-octuples": "its items have two bytes",
        "order-pairs/meta-type-row-length-reserved": "it had a third defect, a repeated key",
        "policies/duplicate-name-written": "it let an encoder write what does not conform",
        "rows/by-name-draft": "it asked the same as by-name-reversed, as the order of members means nothing",
        "schema-rejects/fault-on-second-line": "its fault is on the third line",
        "types/float-rounded-exact": _EXACT,
        "types/float-rounded-infinity": _EXACT,
        "types/float-rounded-nan": _EXACT,
        "types/float-rounded-to-least": _EXACT,
        "types/float-rounded-to-subnormal": _EXACT,
        "types/schar-little": "it asked no more than schar-network, as an octet has no byte order",
        "types/uchar-little": "it asked no more than uchar-network, as an octet has no byte order",
    }.items()
}
