"""`goldenwire smoke`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire.cli.options import codec_options, subject, vectors_option
from goldenwire.display.door import print_lines
from goldenwire.errors import UserError

if TYPE_CHECKING:
    from goldenwire.corpus.trees import Trees
    from goldenwire.judge import Terms
    from goldenwire.judge.canary import CanaryResult
    from goldenwire.subject import OneShot, Pool

# Exit code and sentence, by what is found in a format: the first that is found in any.
VERDICTS = {
    False: (1, "The adapter is not sound yet."),
    True: (0, "The adapter is sound."),
    None: (2, "Nothing was asked, so nothing is known of the adapter."),
}


@click.command(short_help="Handshake and canaries only: one verdict on the adapter.")
@vectors_option
@codec_options
@click.pass_context
def smoke(ctx: click.Context, /, **params: Any) -> None:
    """Shake hands with the codec COMMAND and ask it a few questions; explain the first mistake."""
    from goldenwire.cli import advice
    from goldenwire.subject import CannotRun, Limits

    limits = Limits(timeout=params["timeout"], memory_mib=params["memory"])
    try:
        with subject(params["command"], limits, params["one_shot"]) as codec:
            found = {_format(codec, *agreed) for agreed in _agreed(codec, params["vectors"])}
            if codec.restarts and False not in found:
                click.echo(advice.ENDS_EARLY)
                found.add(False)
    except CannotRun as error:
        told = advice.on_failure(error.sentence, error.stderr, params["command"])
        raise UserError("\n".join(filter(None, (str(error), told)))) from None
    code, sentence = next(VERDICTS[sound] for sound in VERDICTS if sound in found)
    click.echo(sentence)
    ctx.exit(code)


def _agreed(codec: "Pool | OneShot", option: Path | None) -> "Iterator[tuple[str, Terms, Trees]]":
    from goldenwire import formats
    from goldenwire.display.text import printable
    from goldenwire.run import agree

    trees = formats.trees(option)
    said = codec.hello.codec
    click.echo(printable(f"{said.name} {said.version} ({said.language}) speaks the protocol."))
    for format, terms in agree(codec.hello, _wanted(codec, trees), trees, everything=True).items():
        yield format, terms, trees


def _wanted(codec: "Pool | OneShot", trees: "Trees") -> list[str]:
    """The formats that the codec declares; installed ones are looked up only if one is not the kit's."""
    return [format for format in codec.hello.formats if trees.has(format)] or list(trees.formats)


def _format(codec: "Pool | OneShot", format: str, terms: "Terms", trees: "Trees") -> bool | None:
    """Whether the adapter is sound in a format; None where there is nothing to ask."""
    from goldenwire.judge import canary, referee

    click.echo(
        f"{format}: {', '.join(sorted(terms.operations))}; features: {', '.join(sorted(terms.features)) or 'none'}"
    )
    signs = []
    for sign in canary.ask(codec.ask, referee.canaries(format, trees), terms, referee.decode):
        signs.append(sign)
        word = "ok" if sign.judgement.finding == "pass" else sign.judgement.finding
        click.echo(f"  {word:<5} {sign.question.operation} of the {NAMES[sign.canary]}")
    if not signs:
        click.echo("  nothing to ask: the codec does not declare what the canaries need")
        return None
    bad = [sign for sign in signs if sign.judgement.finding != "pass"]
    for line in (*_mistake(bad[0], terms), *(f"  {sentence}" for sentence in canary.diagnose(signs))) if bad else ():
        print_lines([line])
    return not bad


NAMES = {"good": "good bytes", "broken": "broken bytes", "nonce": "value made up just now"}


def _mistake(sign: "CanaryResult", terms: "Terms") -> Iterator[str]:
    from goldenwire.cli import advice
    from goldenwire.display.text import printable, short
    from goldenwire.judge.difference import difference, expected, observed

    yield f"The first mistake, {sign.question.operation} of {sign.question.vector.id}:"
    yield f"  request   {short(sign.question.request().line(1).decode().rstrip())}"
    yield f"  expected  {expected(sign.question, terms)}"
    yield f"  observed  {observed(sign.observation)}"
    yield f"  why       {printable(sign.judgement.why)}"
    parted = difference(sign.question, terms, sign.observation, sign.judgement)
    yield from (f"    {printable(line)}" for line in parted)
    yield from (f"    | {printable(line)}" for line in sign.observation.stderr.splitlines()[-10:])
    seen = sign.observation
    if told := advice.on_answer(seen.kind, seen.detail, seen.stderr, (sign.judgement.why, *parted)):
        yield f"  {told}"
