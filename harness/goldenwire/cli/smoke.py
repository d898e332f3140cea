"""`goldenwire smoke`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire import system
from goldenwire.cli.options import codec_options, limit_options, limits, subject, vectors_option
from goldenwire.display.door import print_line, print_lines
from goldenwire.report.text import LOGGED
from goldenwire_reference.wording import plural

if TYPE_CHECKING:
    from goldenwire.corpus.trees import Trees
    from goldenwire.judge import Terms
    from goldenwire.judge.canary import CanaryResult
    from goldenwire.subject import OneShot, Pool

# Exit code and sentence by the result for a format; of several results, the first one in this order decides.
VERDICTS = {
    "unsound": (1, "The adapter is not sound yet."),
    "in part": (0, "The adapter is sound in what it answers."),
    "sound": (0, "The adapter is sound."),
    "unknown": (2, "Nothing was asked, so there is no verdict on the adapter."),
}


@click.command(short_help="Run only the handshake and the canaries, for a first verdict on the adapter.")
@click.option("--examples-of-spec", is_flag=True, help="Ask the worked examples of spec.md first, in its order.")
@vectors_option
@limit_options
@codec_options
@click.pass_context
def smoke(ctx: click.Context, /, **params: Any) -> None:
    """Shake hands with the codec COMMAND and ask it a few questions; explain the first mistake."""
    from goldenwire.subject import CannotRun

    try:
        with system.terminable(), subject(params["command"], limits(params), params["one_shot"]) as codec:
            worked = params["examples_of_spec"]
            found = {_format(codec, *negotiated, worked) for negotiated in _negotiated(codec, params["vectors"])}
            for _ in codec.run(()):  # sends nothing more: the codec has its time to exit
                pass
            if _at_fault(codec, "unsound" in found):
                found.add("unsound")
    except CannotRun as error:
        from goldenwire.cli import advice

        raise advice.explained(error, params["command"]) from None
    code, sentence = next(VERDICTS[word] for word in VERDICTS if word in found)
    print_line(sentence)
    ctx.exit(code)


def _negotiated(codec: "Pool | OneShot", option: Path | None) -> "Iterator[tuple[str, Terms, Trees]]":
    from goldenwire import formats
    from goldenwire.run import negotiate

    trees = formats.trees(option)
    said = codec.hello.codec
    print_line(f"{said.name} {said.version} ({said.language}) speaks the protocol.")
    for format, terms in negotiate(codec.hello, _wanted(codec, trees), trees, everything=True).items():
        yield format, terms, trees


def _wanted(codec: "Pool | OneShot", trees: "Trees") -> list[str]:
    """Return the formats that the codec declares; installed ones are looked up only if one is not the kit's."""
    return [format for format in codec.hello.formats if trees.has(format)] or list(trees.formats)


def _format(codec: "Pool | OneShot", format: str, terms: "Terms", trees: "Trees", worked: bool) -> str:
    """Ask the questions of a format and return a key of VERDICTS. A decline is no mistake if anything is answered."""
    from goldenwire.judge import canary, referee

    print_line(
        f"{format}: {', '.join(sorted(terms.operations))}; features: {', '.join(sorted(terms.features)) or 'none'}"
    )
    examples = _examples(codec, format, terms, trees) if worked else []
    signs = []
    for sign in canary.ask(codec.ask, referee.canaries(format, trees), terms, referee.decode):
        signs.append(sign)
        print_line(f"  {_word(sign):<8} {sign.question.operation} of the {NAMES[sign.canary]}")
    asked = [*examples, *signs]
    if not asked:
        print_line("  nothing to ask: the codec does not declare what the canaries need")
        return "unknown"
    found = {sign.judgement.finding for sign in asked}
    if "fail" not in found and not found.isdisjoint({"pass", "unspecified"}):
        return "in part" if "declined" in found else "sound"
    bad = next((sign for sign in asked if sign.judgement.finding == "fail"), asked[0])  # or all are declined
    print_lines((*_mistake(bad, terms), *(f"  {sentence}" for sentence in canary.diagnose(signs))))
    return "unsound"


def _at_fault(codec: "Pool | OneShot", unsound: bool) -> bool:
    """Print the mistakes that the codec made outside its answers, and return whether it made one.

    If it is known to be `unsound`, a restart needs no explanation.
    """
    from goldenwire.cli import advice

    print_lines(f"the codec: {sentence}" for sentence in codec.complaints)
    print_lines(f"The codec writes more than its answers: {stray}" for stray in codec.strays)
    if codec.strays:
        print_line(advice.REPLIES_ONLY)
    elif codec.restarts and not unsound:
        print_line(advice.ENDS_EARLY)
    return bool(codec.strays or codec.restarts)


NAMES = {"good": "good bytes", "broken": "broken bytes", "nonce": "value made up just now"}
WORDS = {"pass": "ok", "unspecified": "ok"}


def _word(sign: "CanaryResult") -> str:
    return WORDS.get(sign.judgement.finding, sign.judgement.finding)


def _examples(codec: "Pool | OneShot", format: str, terms: "Terms", trees: "Trees") -> "list[CanaryResult]":
    """Ask the worked examples for which the codec declares the needs; print a line for each, return the results."""
    from collections import Counter

    from goldenwire.judge import canary, examples, judge, questions, referee

    signs, words, lines = [], Counter[str](), list(examples.vectors(format, trees.facts(format)))
    for question in questions(lines, {format: terms}, (), Counter()):
        seen = codec.ask(question.request())
        sign = canary.CanaryResult("example", question, seen, judge(question, terms, seen, referee.decode))
        signs.append(sign)
        words[_word(sign)] += 1
        title = f"Example {question.vector.id.rpartition('-')[2]}: {question.vector.summary}"
        print_line(f"  {_word(sign):<8} {question.operation} of {title}")
    told = ", ".join(f"{count:,} {word}" for word, count in words.items())
    reached = len({sign.question.vector.id for sign in signs})
    print_line(
        f"  {reached:,} of {len(lines):,} worked examples were asked, in {plural(len(signs), 'question')}: {told}"
    )
    return signs


def _mistake(sign: "CanaryResult", terms: "Terms") -> Iterator[str]:
    from goldenwire.cli import advice
    from goldenwire.display.text import quoted, short
    from goldenwire.judge.difference import difference, expected, observed

    yield f"The first mistake, {sign.question.operation} of {sign.question.vector.id}:"
    yield f"  request   {short(sign.question.request().line(1).decode().rstrip())}"
    yield f"  expected  {expected(sign.question, terms)}"
    yield f"  observed  {observed(sign.observation)}"
    yield f"  why       {sign.judgement.why}"
    parted = difference(sign.question, terms, sign.observation, sign.judgement)
    yield from (f"    {line}" for line in parted.lines)
    yield from quoted(sign.observation.stderr, LOGGED)
    seen = sign.observation
    if told := advice.on_answer(seen, sign.judgement.reasons, parted.types):
        yield f"  {told}"
