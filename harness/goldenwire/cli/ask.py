"""`goldenwire ask`."""

import shlex
from typing import TYPE_CHECKING, Any

import click

from goldenwire.cli.single import Wanted, case_options, find_questions
from goldenwire.display.door import print_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from goldenwire.judge import Question


@click.command(short_help="Print the requests of one case, to feed them to a codec under a debugger.")
@case_options
@click.option("--one-shot", is_flag=True, help="Print the standard input of a one-shot codec; its words go to stderr.")
def ask(**params: Any) -> None:
    """Print the requests of CASE as a codec reads them: hello, then a line for each question.

    With COMMAND, they are the requests that this codec gets, by its declarations; otherwise a codec's that declares
    everything. A property or a sweep needs COMMAND, whose counterexample or smallest failure is asked; a property may
    have --known-failures instead.
    """
    from contextlib import nullcontext

    from goldenwire.errors import UserError
    from goldenwire.testing import started

    wanted, command = Wanted.of(params), params["command"]
    with started(command, one_shot=params["one_shot"], vectors=params["vectors"], in_process=not command) as codec:
        questions = find_questions(wanted, codec, lambda: nullcontext(codec))
    if params["one_shot"] and len(questions) > 1:
        operations = " and ".join(question.operation for question in questions)
        raise UserError(f"a one-shot codec answers one question, and {wanted.case} asks {operations}: add --operation")
    if params["one_shot"]:
        _print_one_shot(questions[0])
    else:
        _print_requests(questions)


def _print_requests(questions: "Sequence[Question]") -> None:
    from goldenwire.protocol import hello_line

    requests = (question.request().line(number) for number, question in enumerate(questions, 1))
    print_lines(line.decode().rstrip("\n") for line in (hello_line(), *requests))


def _print_one_shot(question: "Question") -> None:
    """Write the octets that a one-shot codec reads, and tell its words on standard error."""
    import sys

    request = question.request()
    words = [request.op, request.format, *([bytes(request.context).decode()] if request.context else [])]
    print_lines([f"the words after the codec's command: {shlex.join(words)}"], error=True)
    sys.stdout.buffer.write(request.payload())
