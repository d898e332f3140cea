"""Create the files of `goldenwire new LANGUAGE`: a minimal codec that speaks the protocol and passes `smoke`."""

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from goldenwire.errors import UserError
from goldenwire.starters import source
from goldenwire.starters.folders import SAMPLE, empty, texts, write


class Language(NamedTuple):
    """A language's name, its files, and how its codec is built, tested and started."""

    title: str
    codec: str
    protocol: str
    test_file: str
    runner: str
    build: str
    test: str
    command: str
    one_shot: bool = False
    judge: str = ""  # the file that judges answers to the golden vectors in the language's own test runner
    select: str = ""  # the command that runs the tests of some vectors


LANGUAGES: Mapping[str, Language] = {
    "python": Language(
        "Python", "codec.py", "protocol.py", "test_codec.py", "unittest or pytest",
        build="python3 -m compileall -q codec.py protocol.py",
        test="python3 -m unittest",
        command="python3 codec.py",
        judge="judge.py",
        select="python3 -m unittest -k {group}/",
    ),
    "javascript": Language(
        "JavaScript", "codec.mjs", "protocol.mjs", "codec.test.mjs", "node:test",
        build="node --check codec.mjs",
        test="node --test",
        command="node --v8-pool-size=0 codec.mjs",
        judge="judge.mjs",
        select="node --test --test-name-pattern {group}/",
    ),
    "c": Language(
        "C", "codec.c", "protocol.h", "test_codec.c", "a program of its own",
        build="make", test="make test", command="./codec", one_shot=True,
        judge="judge.h", select="make test_codec && ./test_codec {group}/",
    ),
    "cpp": Language(
        "C++", "codec.cpp", "protocol.hpp", "test_codec.cpp", "a program of its own",
        build="make", test="make test", command="./codec", one_shot=True,
        judge="judge.hpp", select="make test_codec && ./test_codec {group}/",
    ),
    "go": Language(
        "Go", "codec.go", "protocol.go", "codec_test.go", "go test",
        build="go build -o codec .", test="go test", command="./codec", one_shot=True,
        judge="judge_test.go", select="go test -run TestVectors/{group}/",
    ),
    "rust": Language(
        "Rust", "src/codec.rs", "src/protocol.rs", "src/examples.rs", "cargo test",
        build="cargo build --release", test="cargo test -- --nocapture", command="target/release/codec", one_shot=True,
        judge="src/judge.rs", select="GOLDENWIRE_SELECT={group}/ cargo test vectors -- --nocapture",
    ),
    "java": Language(
        "Java", "Codec.java", "Protocol.java", "CodecTest.java", "a program of its own",
        build="javac -d build *.java", test="java -cp build CodecTest",
        command="java @jvm.options -cp build Codec",
        judge="Judge.java", select="java -cp build CodecTest {group}/",
    ),
    "ruby": Language(
        "Ruby", "codec.rb", "protocol.rb", "test_codec.rb", "minitest",
        build="ruby -c codec.rb", test="ruby test_codec.rb", command="ruby codec.rb",
        judge="judge.rb", select="ruby test_codec.rb -n /{group}//",
    ),
    "r": Language(
        "R", "codec.R", "protocol.R", "test_codec.R", "a program of its own",
        build="Rscript -e 'invisible(parse(\"codec.R\"))'",
        test="Rscript --vanilla test_codec.R",
        command="Rscript --vanilla codec.R",
        judge="judge.R", select="Rscript --vanilla test_codec.R {group}/",
    ),
}  # fmt: skip
NAMES = {"c++": "cpp", "js": "javascript", "node": "javascript", "typescript": "javascript"}  # common other names

# The command that makes the file that the language's tests read; it asks the codec what it has.
EXPORT = "goldenwire vectors export {format} -- {command} > vectors.jsonl"
OTHER = "formats/other"  # the codec for a format without its own starter: it has one memorised value
ONE_SHOT = """
It also answers a single case and ends (`{command} decode {format} < file`), which `--one-shot` asks of it.
"""
DEBUG = """
**Debug**: the tests also ask the golden vectors, a test each, and call the codec as a function. `{judge}` judges the answers
as `check` does, and needs no change. Choose a test that fails, and set a breakpoint in `{codec}`. Only `check` reads what
an encoder wrote with another decoder than its own.

    {export}
    {test}
    {select}
"""


def start_language(name: str, folder: Path, format: str) -> list[Path]:
    """Create a codec of the format in that language in a new or empty folder; return its files. Raises UserError."""
    from goldenwire.judge import examples

    placed = _places(LANGUAGES[name], format)
    empty(folder)
    made = {place: _filled(text, placed) for place, text in _templates(name, format)}
    made["examples.jsonl"] = "".join(f"{line}\n" for line in examples.lines(format))
    if not made["examples.jsonl"]:
        raise UserError(f"the text of {format} has no worked examples")
    return write(folder, made)


def language_of(folder: Path) -> Language | None:
    """Return the language of the starter in a folder, recognised by the names of its files."""
    files = ((one, (one.codec, one.protocol, one.test_file)) for one in LANGUAGES.values())
    return next((one for one, names in files if all((folder / name).is_file() for name in names)), None)


def _templates(name: str, format: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file: the common ones, the language's own, and its codec of the format."""
    room = files("goldenwire.starters")
    codec = room / name / "formats" / format
    shared = (text for text in texts(room / name) if not text[0].startswith("formats/"))
    for place, text in (*texts(room / "common"), *shared, *texts(codec if codec.is_dir() else room / name / OTHER)):
        yield place, text.replace(SAMPLE, format)


def _places(language: Language, format: str) -> dict[str, str]:
    """Return the replacements for the placeholders in the files."""
    from goldenwire import formats
    from goldenwire.judge import referee

    good = referee.canaries(format, formats.trees())["good"]
    words = {
        "LANGUAGE": language.title,
        "CODEC": language.codec,
        "PROTOCOL": language.protocol,
        "TEST_FILE": language.test_file,
        "RUNNER": language.runner,
        "BUILD": language.build,
        "TEST": language.test,
        "COMMAND": language.command,
        "GROUP": good.feature,
        "INSTALL": source.INSTALL,
        "SOURCE": source.SOURCE,
        "STEP": source.STEP,
        "EXPORT": EXPORT.format(command=language.command, format=format),
        "NOTES": _notes(language, format, good.feature),
    }
    literals = {
        "BYTES": good.octets.hex(),
        "CONTEXT": _ascii(bytes(good.context) or b"null"),
        "VALUE": _ascii(bytes(good.value)),
    }
    features = json.dumps(good.needs)
    return (
        {f"@{name}@": word for name, word in words.items()}
        | {f'"@{name}@"': json.dumps(text) for name, text in literals.items()}
        | {'["@FEATURE@"]': features, '[\\"@FEATURE@\\"]': features.replace('"', '\\"')}
    )


def _notes(language: Language, format: str, group: str) -> str:
    one_shot = ONE_SHOT.format(command=language.command, format=format) if language.one_shot else ""
    if not language.judge:
        return one_shot
    words = {**language._asdict(), "select": language.select.format(group=group)}
    return one_shot + DEBUG.format(**words, export=EXPORT.format(command=language.command, format=format))


def _ascii(text: bytes) -> str:
    """Return the JSON in ASCII, so that it has the same meaning in every language's string literals."""
    return json.dumps(json.loads(text), separators=(",", ":"))


def _filled(text: str, places: Mapping[str, str]) -> str:
    for place, word in places.items():
        text = text.replace(place, word)
    return text
