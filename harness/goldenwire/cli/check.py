"""`goldenwire check`."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from goldenwire.cli.candidates import cases, formats_or_all, requirements
from goldenwire.cli.options import (
    IN,
    OUT,
    PROCESSES,
    Count,
    ci_options,
    codec_options,
    limit_options,
    limits,
    subject,
    vectors_option,
)
from goldenwire.errors import UserError

if TYPE_CHECKING:
    from goldenwire.cli.config import Config
    from goldenwire.corpus.trees import Trees
    from goldenwire.corpus.vector import LoadedVector
    from goldenwire.judge import Question, Terms
    from goldenwire.results import Footer
    from goldenwire.subject import OneShot, Pool, Retry


# fmt: off
@click.command(short_help="Test a codec: every vector, every operation it declares, then sweeps and properties.")
@click.argument("format", metavar="FORMAT|all", required=False, shell_complete=formats_or_all)
@click.option("--resume", type=IN, metavar="RESULTS",
              help="Continue the interrupted run in this file, with its options and its command. "
              "Stricter limits and the same command may be given; without a command, you confirm the one in the file.")
@click.option("--yes", is_flag=True, help="Run the command in the file of --resume without asking.")
@click.option("--level", type=click.Choice(["draft", "strict"]), default="strict", show_default=True,
              help="The level that decides the exit code; both are reported.")
@click.option("--select", multiple=True, metavar="GLOB", shell_complete=cases,
              help="Only cases whose id or folder matches; repeatable.")
@click.option("--requirement", multiple=True, metavar="ID", shell_complete=requirements,
              help="Only cases that rest on this requirement; repeatable.")
@click.option("--operation", multiple=True, type=click.Choice(["decode", "encode", "transcode"]),
              help="Only this operation; repeatable.")
@click.option("--after", multiple=True, metavar="QUESTION",
              help="Ask this question first, such as 'decode CASE', in the same fresh process; repeatable. A request "
              "may stand for it. It repeats a failure that depends on earlier requests; there are no properties then, "
              "unless --select names one.")
@click.option("--examples", type=Count(0), default=100, show_default=True, metavar="N",
              help="Examples per property; 0 switches properties and constructs off.")
@click.option("--no-vectors", is_flag=True, help="Test properties and constructs only.")
@click.option("--sweeps", type=click.Choice(["chosen", "all"]), default="chosen", show_default=True,
              help="The sweeps, edits of small vectors: those that were chosen, or all, which can take an hour.")
@click.option("--no-sweeps", is_flag=True, help="Leave out the sweeps.")
@click.option("--seed", metavar="N|random", help="Seed of the examples; it is printed, and kept in the results.")
@click.option("--jobs", type=Count(1, PROCESSES), metavar="N", help="Number of codec processes.  [default: cores]")
@click.option("--window", type=Count(1), default=256, show_default=True, metavar="N",
              help="Most requests in flight per process; more than 64 only if it answers 64 within 5 ms.")
@click.option("--known-failures", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="A file of known failures; the run fails on any other failure, and if a known one no longer fails.")
@click.option("--write-known-failures", type=OUT, metavar="FILE", help="Write the failures of this run to FILE.")
@click.option("--save-failures", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Save counterexamples to sweeps and properties in DIR as vectors, and failures that depend on "
              "earlier requests as sequences; --vectors DIR replays them.")
@click.option("--results", type=OUT, metavar="FILE", help="Write each finding to FILE at once (JSON Lines).")
@click.option("--junit", type=OUT, metavar="FILE", help="Write JUnit XML to FILE at the end.")
@ci_options
@click.option("--html", type=OUT, metavar="FILE", help="Write a self-contained HTML page to FILE at the end.")
@click.option("--complete", is_flag=True,
              help="Count a declined question as a failure. Undeclared operations and features are still not asked.")
@click.option("--show-request", is_flag=True, help="Show the request of each failure, as the codec reads it.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option("--all", "all_", is_flag=True, help="Show each failure, even if it is similar to another.")
@click.option("--quiet", is_flag=True, help="Show only the totals and the verdict.")
@click.option("--verbose", is_flag=True, help="Show a line for every finding.")
@vectors_option
@limit_options
@codec_options
@click.pass_context
def check(ctx: click.Context, /, **params: Any) -> None:
    """Test a codec, the program COMMAND, on the vectors of FORMAT, then on its sweeps and properties.

    Sweeps are single edits of small vectors, by the thousand, with golden outcomes.

    Without COMMAND the built-in reference is tested, through the same process boundary.

    Exit code 0: no answer failed at the level that decides (--level), except known failures; the verdict says how much
    was asked and answered. 1: an answer failed, the known failures are out of date, or a canary failed, so that the
    results are unreliable. 2: no verdict, because nothing was answered or the codec could not be run.
    """
    # fmt: on
    import msgspec

    from goldenwire import system
    from goldenwire.cli.config import Config
    from goldenwire.subject import CannotRun, Limits, Retry

    _check_known_failures(ctx)
    if params["resume"]:
        from goldenwire.cli.resuming import resume

        config = resume(ctx, params)
    elif params["format"] is None:
        raise click.UsageError("Missing argument 'FORMAT|all'.")
    else:
        config = Config.of(params)
    allowed = limits(msgspec.structs.asdict(config), window=config.window, jobs=config.jobs or system.cores())
    alone = msgspec.structs.replace(allowed, jobs=1)
    formats = [] if config.everything else [config.format]

    def start(limits: Limits) -> "Pool | OneShot":
        return subject(config.command, limits, config.one_shot, formats)

    try:
        with system.terminable(), closing(start(allowed)) as started:
            started.prepare()
            session = CheckSession(config)
            started.begin()
            session.prepare()
            with started as codec, Retry(lambda: start(alone)) as retry:
                footer = session.run(codec, retry)
    except CannotRun as error:
        from goldenwire.cli import advice

        raise advice.explained(error, config.command, f"goldenwire check {config.format}") from None
    from goldenwire.results import exit_code

    ctx.exit(exit_code(footer, config.level))


class CheckSession:
    """One check. Everything that needs no codec is prepared while the codec starts, except the list of formats."""

    def __init__(self, config: "Config") -> None:
        from goldenwire import formats

        self.config = config
        self.trees = formats.trees(config.vectors)
        self.wanted = list(self.trees.formats) if config.everything else [config.format]
        for format in self.wanted:
            self.trees.facts(format)

    def prepare(self) -> None:
        """Prepare strategies, options, outputs and the identity of the vectors. Raises UserError."""
        from goldenwire.judge import referee

        referee.preload(self.wanted)
        from goldenwire.cli.outputs import Outputs

        self.options = self.config.options()
        self.options.check(self.wanted)
        self.outputs = Outputs(self.config, self.wanted)
        self.trees.identity(self.wanted)

    def run(self, codec: "Pool | OneShot", retry: "Retry | None" = None) -> "Footer":
        """Ask the codec all questions and return the footer. Raises UserError, CannotRun."""
        from goldenwire.judge import referee
        from goldenwire.results.header import header
        from goldenwire.run import Run, negotiate
        from goldenwire.sequences import SavedSequences
        config, options, trees = self.config, self.options, self.trees
        negotiated = negotiate(codec.hello, self.wanted, trees, config.everything)
        first = header(codec.hello, negotiated, trees, command=config.command, options=config.stored(options.seed))
        resumed, saved = config.resumed, SavedSequences(trees.main, self._find)
        if resumed:
            resumed.check(first)
            made_up = [*_made_up(negotiated, trees), *saved.cases()]
            resumed.check_findings(trees.load(*negotiated, data=False), made_up)
        sweeps = {format: config.sweeps_of(trees.root(format), format) for format in negotiated}
        run = Run(
            codec,
            negotiated,
            options,
            header=resumed.header if resumed else first,
            done=resumed.done if resumed else (),
            vectors=trees.load(
                *negotiated, select=options.select, requirement=options.requirement,
                matched_elsewhere=[
                    *options.matched_by_properties(negotiated), *options.matched_by_sweeps(sweeps.values()),
                    *options.matched_by_sequences(saved),
                ],
                other_cases=lambda: _made_up(negotiated, trees),
            ),
            sweeps=sweeps,
            load=trees.load,
            referee=referee.decode,
            canaries={format: referee.canaries(format, trees) for format in negotiated},
            known=self.outputs.known,
            retry=retry,
            after=[self._question(words, negotiated) for words in config.after],
            saved=saved,
        )
        return self.outputs.play(run, trees)

    def _question(self, words: str, negotiated: "Mapping[str, Terms]") -> "Question":
        """Return the question of --after: OPERATION CASE, or a request. Raises UserError."""
        from collections import Counter

        from goldenwire.judge import questions
        from goldenwire.sequences import question_of

        def build(vector: "LoadedVector", operation: str) -> "Question | None":
            if vector.format not in negotiated:
                raise UserError(f"the codec is not checked for {vector.format}")
            return next(questions([vector], negotiated, [operation], Counter()), None)

        try:
            asked = question_of(words, self._find, build)
        except UserError as error:
            raise UserError(f"--after {words}: {error.lines[0]}", *error.lines[1:]) from None
        if asked is None:
            case = words.partition(" ")[2]
            raise UserError(f"--after {words}: {case} is not asked so: the codec and the case need the operation")
        return asked

    def _find(self, id: str) -> "LoadedVector":
        """Return the vector of an id; the released one if the tree, such as one of saved failures, lacks it."""
        from goldenwire import corpus, formats

        try:
            return self.trees.find(id)
        except corpus.CorpusError:
            return corpus.find(id, root=formats.released_root(id.partition("/")[0]))


def _check_known_failures(ctx: click.Context) -> None:
    """Raise UserError, with the command that writes the file, where the file of known failures does not exist."""
    path, format = ctx.params["known_failures"], ctx.params["format"]
    if path is None or path.exists():
        return
    missing = f"{path} does not exist"
    if format in {None, "all"}:
        raise UserError(missing)
    command = ("--", *ctx.params["command"]) if ctx.params["command"] else ()
    words = ["goldenwire", "check", format, "--write-known-failures", str(path), *_typed(ctx), *command]
    raise UserError(f"{missing}; this command writes it: {shlex.join(words)}")


def _typed(ctx: click.Context) -> Iterator[str]:
    """Yield the options on the command line that affect what is asked, or how."""
    from goldenwire.cli.config import KEPT

    for name in (*KEPT, "no_vectors", "no_sweeps", "seed", "vectors"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            given = ctx.params[name]
            for value in given if isinstance(given, tuple) else (given,):
                yield f"--{name.replace('_', '-')}"
                if value is not True:
                    yield f"{value:g}" if isinstance(value, float) else str(value)


def _made_up(formats: Iterable[str], trees: "Trees") -> Iterator[str]:
    """Yield the cases that are not in any file of vectors."""
    from goldenwire import properties, scale
    from goldenwire.corpus.vector import CANARY
    from goldenwire.formats import load
    from goldenwire.sweeps import Sweeps

    for format in formats:
        yield from properties.cases(format)
        yield from Sweeps(trees.root(format), format).cases()
        yield from scale.cases(load(format))
        yield f"{format}/{CANARY}/nonce"
