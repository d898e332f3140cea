"""`goldenwire debug`."""

import contextlib
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from goldenwire.cli.single import Wanted, case_options, find_questions
from goldenwire.display.door import print_line, print_lines, steered

if TYPE_CHECKING:
    from goldenwire.judge import Question
    from goldenwire.protocol.in_process import InProcess
    from goldenwire.results import Finding
    from goldenwire.testing import Codec

BAD, GOOD = 1, 0


@click.command(short_help="Ask one case of a Python codec in this process, where breakpoint(), pdb and IDEs work.")
@case_options
@click.option("--trace", is_flag=True, help="Stop in pdb on the first line of the codec's method.")
@click.option("--pdb", is_flag=True, help="After a failure, enter pdb where the codec raised its exception.")
@click.pass_context
def debug(ctx: click.Context, /, **params: Any) -> None:
    """Ask CASE of the codec COMMAND, python:module:object, in this process; then judge the answer as check does.

    Standard input and output are yours, and nothing is limited. Without COMMAND the built-in reference is asked, to see
    how it reads a case. CASE is the id of a vector, of a property or of a sweep; the counterexample of a property and
    the smallest failure of a sweep are looked for in a process of their own, and asked here.

    Exit code 0: the answers conform. 1: an answer fails. 2: there is no verdict.
    """
    from goldenwire.testing import started

    _check_is_python(params)
    command, vectors = params["command"], params["vectors"]
    with started(command, vectors=vectors, in_process=True) as codec:
        codec.options |= {"examples": params["examples"], "seed": params["seed"]}
        asked = find_questions(Wanted.of(params), codec, lambda: started(command, vectors=vectors))
        findings = [_ask(question, codec, **params) for question in asked]
    ctx.exit(BAD if any(finding.finding == "fail" for finding in findings) else GOOD)


def _check_is_python(params: dict[str, Any]) -> None:
    """Raise UserError, with the command that helps, if the codec is a program."""
    from goldenwire.errors import UserError
    from goldenwire.protocol import is_python

    command = params["command"]
    if is_python(command):
        return
    operation = [word for one in params["operation"] for word in ("--operation", one)]
    ask = shlex.join(["goldenwire", "ask", params["case"], *operation, "--", *command])
    raise UserError(
        f"debug runs Python codecs, which are named python:module:object, and {command[0]} is a program",
        f"{ask} > request.jsonl",
        "writes what to feed to its standard input under its own debugger",
    )


def _ask(question: "Question", codec: "Codec", *, trace: bool, pdb: bool, **_: Any) -> "Finding":
    """Ask a question and print its finding."""
    from goldenwire.display.text import short

    subject: InProcess = codec.subject  # type: ignore[assignment]  # as the codec was started in this process
    print_line(f"asking {short(question.request().line(1).decode().rstrip())}")
    with _debugging(subject, trace=trace):
        finding = codec.judge_question(question)
    print_lines(codec.block(finding).split("\n") if finding.finding == "fail" else [_told(finding)])
    if pdb and finding.finding == "fail":
        _examine(subject)
    return finding


@contextlib.contextmanager
def _debugging(subject: "InProcess", *, trace: bool) -> Iterator[None]:
    """Give standard output to the codec and its debugger. Raises KeyboardInterrupt if the user leaves the debugger."""
    from bdb import BdbQuit

    from goldenwire.protocol.in_process import run_under_pdb

    with contextlib.redirect_stdout(steered()):
        subject.around = run_under_pdb if trace else None
        try:
            yield
        except BdbQuit:
            raise KeyboardInterrupt from None


def _told(finding: "Finding") -> str:
    why = f": {finding.why}" if finding.why else ""
    return f"{finding.finding.upper()} {finding.case} {finding.operation}{why}"


def _examine(subject: "InProcess") -> None:
    """Enter pdb at the exception with which the codec answered, if it did."""
    import pdb

    if subject.raised is None:
        print_line("the codec raised no exception; --trace stops on its first line")
        return
    with contextlib.redirect_stdout(steered()):
        pdb.post_mortem(subject.raised.__traceback__)
