"""The stage of the canaries, which show whether the results can be believed."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge import canary
from goldenwire.protocol import ObservationKey
from goldenwire.results import Finding
from goldenwire.results.scope import kind
from goldenwire.run.context import RunContext


class CanaryStage:
    """Ask the canaries.

    `failed` are the diagnoses of those that failed, except for known failures; `made_up` the findings of made-up values
    that did not pass; `proxied` the complaints about a codec that may forward its requests to the reference.
    """

    def __init__(self, context: RunContext, canaries: Mapping[str, Mapping[str, LoadedVector]]) -> None:
        self._context, self._canaries = context, canaries
        self.failed: list[str] = []
        self.made_up: list[Finding] = []
        self.proxied: list[str] = []

    def ask(self) -> Iterator[canary.CanaryResult]:
        """Ask the canaries; their diagnoses are in `failed` afterwards, except for known failures."""
        context = self._context
        for format, vectors in self._canaries.items():
            signs = []
            for sign in canary.ask(context.subject.ask, vectors, context.negotiated[format], context.referee):
                signs.append(canary.kept(sign))
                if sign.canary != canary.MADE_UP:
                    context.recent.add(sign.question)
                if sign.canary == canary.MADE_UP:
                    self._keep(sign)
                yield sign
            if context.header.command and not self.proxied:
                self.proxied += canary.proxied(signs, context.referee)
            self.failed += (f"{format}: {sentence}" for sentence in canary.diagnose(signs, context.known.excuses))

    def _keep(self, sign: canary.CanaryResult) -> None:
        """Keep the finding of a made-up value that does not pass or is a known failure, if all vectors are asked.

        It is then a finding like any other: it affects the verdict, and may be a known failure.
        """
        options, question = self._context.options, sign.question
        case = question.vector.id, question.operation
        if options.select or options.requirement or not options.vectors or case in self._context.done:
            return
        if options.operation and question.operation not in options.operation:
            return
        if sign.judgement.finding != "pass" or self._context.known.excuses(*case):
            finding = self._context.found(question, sign.observation, sign.judgement)
            key = finding.observation
            if key and key.kind in canary.RESULTS:  # the mark is of a value that no other run has
                finding = msgspec.structs.replace(finding, observation=ObservationKey(key.kind))
            self.made_up.append(finding)

    def watch(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the findings; then record whether the codec may know the vectors by heart."""
        doubted = [one for one in self.made_up if not self._context.known.excuses(one.case, one.operation)]
        if not doubted:
            yield from findings
            return
        heart = canary.ByHeart({(_format(one.case), one.operation) for one in doubted})
        made_up = {(one.case, one.operation) for one in doubted}
        for finding in findings:
            if (finding.case, finding.operation) not in made_up and kind(finding.case.rpartition("/")[0]) == "vectors":
                heart.count(_format(finding.case), finding.operation, finding.finding in {"pass", "unspecified"})
            yield finding
        self.failed += heart.sentences()


def _format(case: str) -> str:
    return case.partition("/")[0]
