"""Completion in real shells, the candidates that are offered, and the examples at the end of each help text."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from goldenwire import corpus, vectors
from goldenwire.cli import COMMANDS, cli
from goldenwire.cli.completion import SHELLS
from goldenwire.cli.examples import EXAMPLES
from goldenwire_reference import requirements

# A command for each shell that prints its candidates for a partly typed line.
ASKED = {
    "bash": """
        source <(goldenwire completion bash)
        COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _goldenwire_completion goldenwire
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    "zsh": """
        compdef() {{ }}
        source <(goldenwire completion zsh)
        compadd() {{ print -l -- ${{(P)5}} }}
        _describe() {{ print -l -- ${{${{(P)3}}%%:*}} }}
        words=({words}); CURRENT=$#words
        _goldenwire_completion
    """,
    "fish": "goldenwire completion fish | source; complete -C {line} | string replace --regex '\\t.*' ''",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a search path on which the command is this kit's."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "goldenwire"
    program.write_text(f"#!{sys.executable}\nfrom goldenwire.__main__ import main\n\nmain()\n")
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def offered(shell: str, line: str, path: str) -> list[str]:
    """Return a shell's candidates for the last word of a line."""
    found = shutil.which(shell)
    if found is None:
        assert not os.environ.get("CI"), f"{shell} is to be installed in CI"
        pytest.skip(f"{shell} is not installed")
    words = " ".join(word if word else "''" for word in line.split(" "))
    script = ASKED[shell].format(words=words, line=shlex.quote(line))
    done = subprocess.run(
        [found, "-c", script], capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "PATH": path}
    )
    assert done.stderr == ""
    return [word for word in done.stdout.splitlines() if word]


LINES = {
    "goldenwire stre": ["strength"],
    "goldenwire vectors sh": ["show"],
    "goldenwire check d": ["daphne", "dynd", "dspack"],
    "goldenwire interop daphne --sea": ["--search"],
    "goldenwire check daphne --level ": ["draft", "strict"],
    "goldenwire vectors show daphne/csr/int": [f"daphne/csr/int{width}" for width in (8, 16, 32, 64)],
    "goldenwire spec DAPHNE-GEN-0": [id for id in requirements.load("daphne") if id.startswith("DAPHNE-GEN-0")],
}


@pytest.mark.fast("stre-bash")
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("line", LINES)
def test_a_shell_completes_what_is_typed(shell: str, line: str, installed: str) -> None:
    assert sorted(offered(shell, line, installed)) == sorted(LINES[line])


def candidates(*words: str) -> list[str]:
    """Return the candidates for the last word, without a shell."""
    from click.shell_completion import ShellComplete

    complete = ShellComplete(cli, {}, "goldenwire", "_GOLDENWIRE_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (("",), list(COMMANDS)),
        (("check", ""), ["daphne", "all"]),
        (("soak", "a"), ["all"]),
        (("spec", "DYND-SER"), ["DYND-SER-01"]),
        (("check", "daphne", "--requirement", "dspack"), []),
        (("check", "--select", "daphne/csr"), ["daphne/csr/", "daphne/csr-rejects/"]),
        (("vectors", "show", "daphne/csr/"), ["daphne/csr/int8"]),
        (("vectors", "show", ""), ["daphne/", "sciserialize/"]),
        (("vectors", "show", "nosuch/"), []),
        (("vectors", "show", "daphne/nosuch/x"), []),
        (("vectors", "regenerate", "--reviewed", "DSPACK-"), ["DSPACK-META-01"]),
        (("interop", "daphne", "--codec", ""), ["reference"]),
        (("nosuch", "x"), []),
    ],
)
def test_candidates(words: tuple[str, ...], some: list[str]) -> None:
    found = candidates(*words)
    assert set(some) <= set(found)
    assert bool(found) == bool(some)


def test_a_folder_is_never_the_only_candidate() -> None:
    assert len(candidates("vectors", "show", "dap")) > 1
    assert all(word.startswith("daphne/") for word in candidates("vectors", "show", "dap"))


def test_every_case_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(corpus.root()))
    feature = "daphne/csr"
    cases = {path.stem for path in (corpus.root() / feature).glob("*.bin")}
    assert {f"{feature}/{name}" for name in cases} <= set(candidates("vectors", "show", f"{feature}/"))


def test_vectors_that_are_not_there_offer_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tmp_path / "nowhere"))
    assert candidates("vectors", "show", "d") == []


# Examples


def every(group: click.Command = cli, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield each command, and each command of a group, with its words."""
    context = click.Context(group)
    if not isinstance(group, click.Group):
        return
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*names, name), command
        yield from every(command, *names, name)


ALL = dict(every())
LINES_OF_HELP = [line for lines in EXAMPLES.values() for line in lines if line.startswith("goldenwire ")]


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_the_help_of_each_command_ends_with_its_examples(words: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(cli, [*words, "--help"])
    assert shown.exit_code == 0
    lines = EXAMPLES[" ".join(words)]
    assert shown.output.endswith("".join(["\n  Examples:\n", *(f"    {line}\n" for line in lines)]))
    assert shown.output.count("Examples:\n") == 1


@pytest.mark.parametrize("line", dict.fromkeys(LINES_OF_HELP))
def test_an_example_is_one_that_the_command_takes(line: str) -> None:
    words = [word for word in shlex.split(line)[1:] if word not in {"<", ">"}]
    names = tuple(words[:2]) if tuple(words[:2]) in ALL else tuple(words[:1])
    command, rest = ALL[names], words[len(names) :]
    context = click.Context(command)
    given, _, _ = command.make_parser(context).parse_args(list(rest))
    for param in command.params:
        value = given.get(param.name or "")
        given_several = value if isinstance(value, list | tuple) else [value]
        texts = [one for one in given_several if isinstance(one, str)]
        assert texts or not param.required
        if not isinstance(param.type, click.Path):  # these files do not exist here
            assert all(param.type.convert(text, param, context) is not None for text in texts)


# Replacements for FILE in the examples that have one.
FILES = {"daphne": "daphne/csr/int8", "dynd": "dynd/integer/int32-one"}
NEEDS_NO_CODEC = ("goldenwire spec", "goldenwire explain", "goldenwire vectors show", "goldenwire vectors list",
                  "goldenwire protocol", "goldenwire completion")  # fmt: skip


@pytest.mark.fast("vectors list daphne", "spec", "explain", "show", "protocol", "completion")
@pytest.mark.parametrize("line", [line for line in dict.fromkeys(LINES_OF_HELP) if line.startswith(NEEDS_NO_CODEC)])
def test_an_example_that_needs_no_codec_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line.partition(" > ")[0])[1:]
    if "FILE" in words:
        Path("FILE").write_bytes(vectors.find(FILES[words[1]]).data or b"")
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
