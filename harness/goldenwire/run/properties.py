"""The stage of properties and constructs, for which values are generated."""

from collections.abc import Iterator

from goldenwire import formats
from goldenwire.results import Finding
from goldenwire.run.context import RunContext


class PropertyStage:
    """Ask properties, and constructs at a small size."""

    def __init__(self, context: RunContext) -> None:
        self._context = context

    def findings(self) -> Iterator[Finding]:
        """Yield the finding for each property, then for each construct."""
        yield from self._properties()
        yield from self._constructs()

    def _properties(self) -> Iterator[Finding]:
        from goldenwire import properties

        context, options = self._context, self._context.options
        for format, declared in context.negotiated.items():
            only = options.properties(format)
            if only:
                context.not_asked.update(properties.not_asked(format, declared.operations, only))
            missing = set(only).difference(case for case, _ in context.done)
            if missing:  # all are run again, because one may explain another
                for question in context.after:
                    context.recent.add(question)
                    context.subject.ask(question.request())
                for finding in properties.run(
                    format,
                    context.subject,
                    declared,
                    context.referee,
                    examples=options.examples,
                    seed=options.seed,
                    only=only,
                    database=options.database,
                    known=context.known.samples,
                    asked=context.recent.add,
                    retried=context.retried,
                ):
                    if finding.case in missing:
                        yield finding

    def _constructs(self) -> Iterator[Finding]:
        """Yield the finding for each construct at a small size."""
        from goldenwire import scale

        context = self._context
        for format, declared in context.negotiated.items():
            only = set(context.options.constructs(format))
            trial = scale.Trial(formats.load(format), context.subject, declared, context.referee)
            for construct in scale.chosen(formats.load(format), list(only)) if only else ():
                for found in trial.glance(construct, context.options.operation, context.not_asked):
                    if (found.question.vector.id, found.question.operation) not in context.done:
                        yield context.found(found.question, found.seen, found.judgement)

    def cases(self) -> dict[str, bool]:
        """Return for each case of a property or construct whether it was to be asked."""
        from goldenwire import properties, scale

        options = self._context.options
        existing: dict[str, bool] = {}
        for format in self._context.negotiated:
            asked = options.properties(format)
            existing |= {case: case in asked for case in properties.cases(format)}
            constructs = [] if options.operation else options.constructs(format)
            existing |= {case: case in constructs for case in scale.cases(formats.load(format))}
        return existing
