"""Sequences that are saved: read strictly, chosen like other cases, and asked again."""

from pathlib import Path

import msgspec
import pytest

from goldenwire import corpus
from goldenwire.corpus.vector import LoadedVector
from goldenwire.errors import UserError
from goldenwire.judge import Question
from goldenwire.results.saved import SEQUENCES
from goldenwire.sequences import SavedSequences, named, question_of
from harness import toy, trees

GOOD = '{"after":["encode toy/basic/two"],"question":"decode toy/basic/one"}'
REQUEST = '{"id":1,"op":"encode","format":"toy","value":["1"],"plan":[],"context":{"a":"b"}}'


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trees.write(tmp_path_factory.mktemp("toy"))


def build(vector: LoadedVector, operation: str) -> Question | None:
    """Return the question of an operation that the case has."""
    known = {known: known for known in vector.operations}
    return Question(vector, known[operation]) if operation in known else None


def saved(folder: Path, *lines: str, tree: Path | None = None) -> SavedSequences:
    """Return what a folder with these lines has; their cases are those of a tree."""
    folder.joinpath(SEQUENCES).write_text("".join(f"{line}\n" for line in lines))
    return SavedSequences(folder, lambda id: corpus.find(id, root=tree or folder))


def only(tree: Path, folder: Path, line: str) -> list[Question] | None:
    """Return the questions of a line."""
    sequences = saved(folder, line, tree=tree)
    [one] = sequences.chosen(sequences.cases())
    return sequences.questions(one, build)


def test_a_sequence_is_a_case_with_its_questions_in_order(tree: Path, tmp_path: Path) -> None:
    [case] = saved(tmp_path, GOOD, GOOD).cases()
    assert case.startswith("toy/protocol/one-")
    asked = only(tree, tmp_path, GOOD)
    assert asked
    assert list(map(named, asked)) == ["encode toy/basic/two", "decode toy/basic/one"]


def test_a_folder_without_the_file_has_none(tmp_path: Path) -> None:
    assert SavedSequences(tmp_path, pytest.fail).cases() == []


BROKEN = {
    "no-json": ("{", "not a sequence of questions: Input data was truncated"),
    "nothing-before": ('{"after":[],"question":"decode toy/basic/one"}', "Expected `array` of length >= 1"),
    "no-case": ('{"after":["decode toy/basic/one"],"question":"decode"}', "Expected `str` matching regex"),
    "another-member": (GOOD[:-1] + ',"more":1}', "unknown field `more`"),
    "an-earlier-one-without-a-case": (GOOD.replace("encode toy/basic/two", "hm"), "expected an operation and a case"),
    "a-case-that-is-gone": (GOOD.replace("basic/two", "basic/tow"), "did you mean toy/basic/two?"),
    "no-request": (GOOD.replace("encode toy/basic/two", "{}"), "this is no request: not the protocol"),
    "a-handshake": (
        '{"after":["{\\"op\\":\\"hello\\",\\"protocol\\":1}"],"question":"decode toy/basic/one"}',
        "a request to decode, encode or transcode is expected",
    ),
    "no-hex": (
        '{"after":["{\\"id\\":1,\\"op\\":\\"decode\\",\\"format\\":\\"toy\\",\\"bytes\\":\\"x\\"}"],'
        '"question":"decode toy/basic/one"}',
        "`bytes` is not pairs of hex digits",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("line", "words"), BROKEN.values(), ids=BROKEN)
def test_a_broken_line_is_named(tree: Path, tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(UserError) as error:
        only(tree, tmp_path, line)
    assert str(error.value).startswith(f"{tmp_path / SEQUENCES}, line 1: ")
    assert words in str(error.value)


def test_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    tmp_path.joinpath(SEQUENCES).write_bytes(b'{"after":["\xff"],"question":"decode toy/basic/one"}\n')
    with pytest.raises(UserError, match="line 1: not a sequence of questions"):
        SavedSequences(tmp_path, pytest.fail)


def test_a_sequence_of_a_question_that_the_codec_is_not_asked_is_left_out(tree: Path, tmp_path: Path) -> None:
    assert only(tree, tmp_path, GOOD.replace("encode toy/basic/two", "encode toy/basic/version")) is None


CHOICES: dict[str, tuple[dict[str, list[str]], bool]] = {
    "its-folder": ({"select": ["toy/protocol"]}, True),
    "another": ({"select": ["toy/protocol/two*"]}, False),
    "its-operation": ({"operation": ["decode"]}, True),
    "another-operation": ({"operation": ["encode"]}, False),
    "a-requirement": ({"requirement": ["TOY-ROW-01"]}, False),
}


@pytest.mark.parametrize(("words", "chosen"), CHOICES.values(), ids=CHOICES)
def test_sequences_are_selected_like_other_cases(tmp_path: Path, words: dict[str, list[str]], chosen: bool) -> None:
    assert bool(saved(tmp_path, GOOD).cases(**words)) is chosen


@pytest.mark.parametrize(
    "text",
    [
        REQUEST,
        '{"id":1,"op":"decode","format":"toy","bytes":"0102"}',
        '{"id":1,"op":"transcode","format":"toy","bytes":""}',
    ],
)
def test_a_request_stands_for_a_question_of_no_case(text: str) -> None:
    asked = question_of(text, pytest.fail, build)
    assert asked
    assert named(asked) == text == asked.request().line(1).decode().rstrip()


def test_the_question_of_an_example_is_named_by_its_request() -> None:
    example = msgspec.structs.replace(toy.nonce(), id="property/toy/decode", feature="property/toy")
    assert named(Question(example, "decode")) == '{"id":1,"op":"decode","format":"toy","bytes":"014d"}'
