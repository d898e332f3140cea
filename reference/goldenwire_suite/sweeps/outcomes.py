"""The golden outcome of an edited request: what the reference makes of it, and how much of that binds a codec."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from goldenwire_reference.errors import DecodeError, EncodeError, NotationError, UnsupportedError
from goldenwire_reference.format import Format
from goldenwire_reference.reader import PADDING
from goldenwire_suite.policies import Consulted
from goldenwire_suite.suite import suite_of
from goldenwire_suite.sweeps.edits import EditedRequest

Json = Any
DIGEST = 4  # bytes
LONGEST = 1 << 20  # bytes of an answer that is asked for: longer ones cost a check more time than they are worth
MADE_UP = 64  # bytes that are made up at most to prove that their lack is the only defect


class Accepted(NamedTuple):
    """A value or bytes, by a digest of eight hex digits."""

    digest: str


class ExpectedRejection(NamedTuple):
    """A refusal. Class and offset bind if the request is proven to have one defect; otherwise they are empty."""

    code: str = ""
    offset: int | None = None


NOTHING = ExpectedRejection()  # which proves nothing


class GoldenOutcome(NamedTuple):
    """A golden outcome. If it is `open`, it holds under the reference's own policies alone.

    `needs`: features that the request asks for, and the vector does not.
    """

    result: Accepted | ExpectedRejection
    open: bool = False
    needs: tuple[str, ...] = ()


def digest(content: bytes) -> str:
    """Return the digest of bytes, or of a value's JSON text as `plain` spells it."""
    return hashlib.blake2b(content, digest_size=DIGEST).hexdigest()


def plain(value: Json) -> bytes:
    """Return a value as JSON text with sorted members and no white space."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


class ReferenceOutcomes:
    """The outcomes that the reference of one format gives to edited requests."""

    def __init__(self, fmt: Format) -> None:
        self._fmt = fmt
        self._usual = fmt.off()
        self._policies = fmt.declaration.policies
        self._policy_checks = {
            key: frozenset(check for checks in policy.checks.values() for check in checks)
            for key, policy in self._policies.items()
        }

    @cached_property
    def _policy_codes(self) -> frozenset[str]:
        """The classes of the checks that a policy may switch off."""
        checks = self._fmt.codec.checks
        named = (name for names in self._policy_checks.values() for name in names)
        return frozenset(checks[name].code for name in named if name in checks)

    def _admits_others(self, code: str, data: bytes) -> bool:
        """Return whether the specification admits other classes for a refusal."""
        admits = getattr(self._strategies, "admits_others", None)
        return code in self._fmt.declaration.own_classes or (admits is not None and bool(admits(code, data)))

    @cached_property
    def _strategies(self) -> Any:
        return suite_of(self._fmt).strategies()

    def _asked(self, condition: str, of: Json | bytes) -> bool:
        """Return whether a condition of the format's strategies holds, if they have it."""
        holds = getattr(self._strategies, condition, None)
        return holds is None or bool(holds(of))

    def occurs(self, context: Json) -> bool:
        """Return whether a context may occur in a request."""
        return self._asked("occurs_as_context", context)

    @cached_property
    def _own_limits(self) -> frozenset[str]:
        """The checks of the choices under which a codec has a limit of its own."""
        of = ((policy, choice) for policy in self._policies.values() for choice in policy.own_limit)
        return frozenset(check for policy, choice in of for check in policy.checks[choice])

    @cached_property
    def _delivered(self) -> Any:
        return getattr(self._strategies, "delivered", None)

    def decoding(self, edited: EditedRequest, *, repeated: bool = False) -> GoldenOutcome | None:
        """Return the outcome of decoding; None if the specification leaves it open, or the value is too long.

        That is so if a limit decides that is the codec's own. Of a repeated byte it is so with every limit, and with
        every policy: a codec that accepts more than another may do so to a limit of its own.
        """
        data, context = edited.data or b"", edited.members.get("context")
        consulted = Consulted(self._usual)
        try:
            value, plan = self._fmt.codec.read(data, context, consulted, None)
        except DecodeError as error:
            if error.code.startswith("LIMIT") and (repeated or next(reversed(consulted.names), "") in self._own_limits):
                return None
            open_ = self._is_open(consulted, data, context, error)
            if open_ or self._admits_others(error.code, data):
                return GoldenOutcome(NOTHING, open_)
            defects, open_ = self._defects(consulted, edited)
            offset = error.offset if defects == 1 else None
            return GoldenOutcome(ExpectedRejection(error.code, offset) if defects else NOTHING, open_)
        except (NotationError, UnsupportedError):
            return None
        found = self._delivery(value, plan)
        if found is None or len(found) > LONGEST or not self._asked("are_within_limits", data):
            return None
        open_ = self._is_open(consulted, data, context, value)
        return None if repeated and open_ else GoldenOutcome(Accepted(digest(found)), open_)

    def of_defects(self, edited: EditedRequest, alone: Sequence[ExpectedRejection]) -> ExpectedRejection | None:
        """Return which of two refusals the bytes get; None unless it is shown that both defects are there.

        With the check that failed off they get the other refusal, or none where the same check refuses both.
        """
        consulted = Consulted(self._usual)
        first = self._refusal(edited, consulted)
        failed = next(reversed(consulted.names), "")
        if first not in alone or (failed not in self._fmt.codec.checks and not failed.startswith("truncated")):
            return None
        rest = {
            self._refusal(edited, {**self._usual, failed: substitute, PADDING: MADE_UP}) for substitute in (None, 0)
        }
        one, other = alone
        alike = one.code == other.code and one.offset != other.offset
        shown = (other if first == one else one) in rest or (alike and None in rest)
        return first if one != other and shown else None

    def _refusal(self, edited: EditedRequest, off: Mapping[str, Any]) -> ExpectedRejection | None:
        """Return the refusal of the bytes; None if they are accepted, NOTHING if a substitute does not fit."""
        try:
            self._fmt.codec.read(edited.data or b"", edited.members.get("context"), off, None)
        except DecodeError as error:
            return ExpectedRejection(error.code, error.offset)
        except Exception:
            return NOTHING
        return None

    def _delivery(self, value: Json, plan: Json) -> bytes | None:
        from goldenwire_suite.strategies import LeftOpen

        try:
            return plain(self._delivered(value, plan, {}) if self._delivered else value)
        except LeftOpen:
            return None

    def _is_open(self, consulted: Consulted, data: bytes, context: Json, outcome: Json | DecodeError) -> bool:
        """Return whether another choice under one of the policies whose checks were consulted has another outcome."""
        usual = _told(outcome)
        return any(
            self._told(data, context, self._fmt.off({key: choice})) != usual
            for key, choice in self._other_choices(consulted)
        )

    def _told(self, data: bytes, context: Json, off: Mapping[str, Any]) -> tuple[Json, ...]:
        try:
            return _told(self._fmt.codec.read(data, context, off, None)[0])
        except DecodeError as error:
            return _told(error)

    def _defects(self, consulted: Consulted, edited: EditedRequest) -> tuple[int, bool]:
        """Return how often the check that failed does, if the bytes are accepted with it switched off; otherwise 0.

        And whether they have a further defect under another choice.
        """
        failed = next(reversed(consulted.names), "")
        if failed not in self._fmt.codec.checks and not failed.startswith("truncated"):
            return 0, False
        data, context = edited.data or b"", edited.members.get("context")
        for substitute in (None, 0):
            passing = {failed: substitute, PADDING: MADE_UP}
            off = _Substitutes({**self._usual, **passing})
            passed = Consulted(off)
            try:
                self._fmt.codec.read(data, context, passed, None)
            except Exception:  # a substitute that does not fit proves nothing
                continue
            return max(1, off.taken[failed]), self._is_refused_otherwise(passed, data, context, passing)
        return 0, False

    def _is_refused_otherwise(
        self, consulted: Consulted, data: bytes, context: Json, passing: Mapping[str, Any]
    ) -> bool:
        """Return whether another choice refuses what is accepted with these checks passed."""
        return any(
            self._refusal(EditedRequest(data, {"context": context}), {**self._fmt.off({key: choice}), **passing})
            not in {None, NOTHING}
            for key, choice in self._other_choices(consulted)
        )

    def _other_choices(self, consulted: Consulted) -> Iterator[tuple[str, str]]:
        """Yield the choices, but for the reference's own, of policies whose checks were consulted."""
        for key, checks in self._policy_checks.items():
            if not checks.isdisjoint(consulted.names):
                policy = self._policies[key]
                yield from ((key, choice) for choice in policy.choices if choice != policy.reference)

    def written(self, edited: EditedRequest) -> bytes | None:
        """Return the canonical bytes of the value; None if it has none."""
        outcome = self.encoding(edited, planned=False)
        if outcome is None or not isinstance(outcome.result, Accepted):
            return None
        return bytes(self._fmt.encode(edited.members["value"], edited.members.get("context")))

    def further_needs(self, before: Json, after: Json) -> tuple[str, ...]:
        """Return the features, such as a carrier or a profile, that one context asks for and another does not."""
        asked = set(_words(after)) - set(_words(before))
        return tuple(name for name in self._fmt.declaration.features if name in asked)

    def _is_read_otherwise(self, data: bytes, context: Json) -> bool:
        """Return whether another choice under a policy reads other things in the bytes, and so may not write them."""
        consulted = Consulted(self._usual)
        try:
            value, plan = self._fmt.codec.read(data, context, consulted, None)
        except DecodeError:
            return True
        return self._delivery(value, plan) is None or self._is_open(consulted, data, context, value)

    def encoding(self, edited: EditedRequest, *, planned: bool, repeated: bool = False) -> GoldenOutcome | None:
        """Return the outcome of encoding.

        It is None if the request is outside the notation, a limit decides, or the bytes are too many to ask for; of a
        repeated item, if a policy decides.
        """
        value, context = edited.members.get("value"), edited.members.get("context")
        plan = edited.members.get("plan") if planned else None
        if not self._asked("occurs", value) or not self._asked("is_within_limits", value):
            return None
        try:
            data = self._fmt.encode(value, context, plan)
        except (NotationError, UnsupportedError):
            return None
        except EncodeError as error:
            if error.code.startswith("LIMIT") or error.code in self._fmt.declaration.own_classes:
                return None
            return GoldenOutcome(ExpectedRejection(), error.code in self._policy_codes)
        if len(data) > LONGEST:
            return None
        open_ = self._is_read_otherwise(data, context)
        return None if repeated and open_ else GoldenOutcome(Accepted(digest(data)), open_)


def _told(outcome: Json | DecodeError) -> tuple[Json, ...]:
    """Return what tells outcomes apart: the value, or class and offset of a refusal."""
    return (outcome.code, outcome.offset) if isinstance(outcome, DecodeError) else (outcome,)


class _Substitutes(dict[str, Any]):
    """Disabled checks that count how often each one's substitute was taken."""

    def __init__(self, off: Mapping[str, Any]) -> None:
        super().__init__(off)
        self.taken: Counter[str] = Counter()

    def __getitem__(self, name: str) -> Any:
        self.taken[name] += 1
        return super().__getitem__(name)


def _words(part: Json) -> Iterator[str]:
    """Yield the texts in a context."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list | dict):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _words(inner)
