"""Judges a codec's answers to the golden vectors as `goldenwire check` does, with nothing but the standard library.

`judge(question, ask)` puts a question, a line of `vectors.jsonl`, to a codec and returns an outcome and the reason:

    pass        the answer is as it has to be
    roundtrip   these bytes are not the golden ones, but the codec's own decoder reads the right value in them;
                `goldenwire check` is stricter, because it reads them with a decoder of its own
    declined    the codec does not do this
    fail        the answer is wrong

`ask(request)` returns the reply to a request of the protocol; both are objects, as JSON has them.
"""

import json
import os
import re
import struct

SHOWN = 300  # characters of a value in a message


def questions(path, command):
    """Return the questions of a file, GOLDENWIRE_EXPORT if that is set; none if only the usual file is missing."""
    named = os.environ.get("GOLDENWIRE_EXPORT")
    if not named and not os.path.exists(path):
        return []
    with open(named or path, encoding="ascii") as lines:
        found = [json.loads(line) for line in lines]
    if not found:
        raise ValueError(f"{named or path} has no questions; make it again: {command}")
    return found


def judge(question, ask):
    """Put a question to the codec; return the outcome, and the reason if it is declined or fails."""
    reply = ask(question["request"])
    if "unsupported" in reply:
        passes = any("unsupported" in one for one in question["passes"])
        return ("pass", "") if passes else ("declined", reply["unsupported"])
    return _judged(question, reply, ask)


def _judged(question, reply, ask):
    expected, tags = question["passes"], question.get("compare", [])
    if any(_fits(one, reply, tags) for one in expected):
        return "pass", ""
    meanings = [one["means"] for one in expected if "means" in one]
    if not meanings or "bytes" not in reply:
        return "fail", _differs(expected, reply)
    read = ask(_of_bytes(question["request"], reply["bytes"]))
    if "unsupported" in read:
        return "declined", "other bytes than the golden ones, and no decoder to read them; goldenwire check has one"
    if "value" in read and any(same(meaning, read["value"], tags) for meaning in meanings):
        return "roundtrip", ""
    return "fail", f"its bytes {_shown(reply['bytes'])}, decoded\n{_differs([{'value': one} for one in meanings], read)}"


def _of_bytes(request, data):
    """The request to decode bytes in the context of another request."""
    return {"id": request["id"], "op": "decode", "format": request["format"], "bytes": data} | (
        {"context": request["context"]} if "context" in request else {}
    )


def _fits(expected, reply, tags):
    if "value" in expected:
        return "value" in reply and same(expected["value"], reply["value"], tags)
    if "rejected" in expected:
        return "rejected" in reply and _refuses(expected["rejected"], reply["rejected"])
    return "bytes" in expected and reply.get("bytes") == expected["bytes"]


def _refuses(expected, found):
    code, offset = found.get("code", ""), found.get("offset")
    if expected.get("codes") and code not in expected["codes"]:
        return False
    if expected.get("no_offset"):
        return offset is None
    due = expected.get("offset", expected.get("offsets", {}).get(code))
    return due is None or (type(offset) is int and offset == due)


# Values are the same as JSON, but for any NaN, numbers by value and sets.

INFINITY = {"4": "7c00", "8": "7f800000", "16": "7ff0000000000000", "32": "7fff" + 28 * "0"}


def same(expected, found, tags=()):
    """Return whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. Values may be deep."""
    waiting = [(expected, found)]
    while waiting:
        one, other = waiting.pop()
        if _is_any_nan(one):
            alike = _is_nan(other, one["nan"])
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            alike = waiting.extend(zip(one, other)) is None
        elif isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            tag = next(iter(one)) if len(one) == 1 else ""
            if tag == "number" and tag in tags:
                alike = same(_number(one[tag]), _number(other[tag]))
            elif tag == "unique_set" and tag in tags:
                alike = _pairs(one[tag], other[tag], tags)
            else:
                alike = waiting.extend((one[key], other[key]) for key in one) is None
        else:
            alike = type(one) is type(other) and one == other
        if not alike:
            return False
    return True


def _is_any_nan(value):
    return isinstance(value, dict) and list(value) == ["nan"] and value["nan"] in list(INFINITY)


def _is_nan(atom, digits):
    if not isinstance(atom, str) or not re.fullmatch(f"0x[0-9a-f]{{{digits}}}", atom):
        return False
    return f"{int(atom[2], 16) & 7}{atom[3:]}" > INFINITY[digits]  # without the sign


def _number(atom):
    """The integer of a double that is one, except for -0.0; any other atom as it is."""
    if not isinstance(atom, str) or not re.fullmatch("0x[0-9a-f]{16}", atom) or atom == "0x8000000000000000":
        return atom
    (value,) = struct.unpack(">d", bytes.fromhex(atom[2:]))
    return f"{value:.0f}" if value.is_integer() else atom


def _pairs(expected, found, tags):
    """Return whether the elements of two sets can be paired; one moves to another partner to make room."""
    if not isinstance(expected, list) or not isinstance(found, list) or len(expected) != len(found):
        return False
    partners = {}  # place among the found -> place among the expected

    def pair(wanting, tried):
        for place, element in enumerate(found):
            if place not in tried and same(expected[wanting], element, tags):
                tried.add(place)
                if place not in partners or pair(partners[place], tried):
                    partners[place] = wanting
                    return True
        return False

    return all(pair(place, set()) for place in range(len(expected)))


# Messages


def explained(question, reason):
    """The text of a failure: the reason, and what the question is about."""
    sentences = [f"{one['id']}: {one['text']}" for one in question["requirements"]]
    return "\n".join([question["summary"], reason, f"request   {_shown(question['request'])}", *sentences])


def summary(tally):
    """The line that is printed after all questions, by the number of each outcome."""
    passed = tally["pass"] + tally["roundtrip"]
    line = f"vectors: {sum(tally.values())} asked, {passed} passed, {tally['fail']} failed, {tally['declined']} declined"
    if tally["roundtrip"]:
        line += f"; {tally['roundtrip']} passed by the codec's own decoder alone, for which goldenwire check is stricter"
    return line


def _differs(expected, found):
    due = "\nor        ".join(map(_shown, expected))
    said = {key: found[key] for key in found if key != "id"}
    return f"expected  {due}\nfound     {found['failed'] if 'failed' in found else _shown(said)}"


def _shown(value):
    text = json.dumps(value, separators=(",", ":"))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text)} characters)"
