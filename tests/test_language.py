"""tests/language.py finds old words, docstrings that begin with a question, and names and messages that occur twice."""

import time

import pytest

import language

CODE, OTHER = "harness/goldenwire/run/context.py", "reference/goldenwire_suite/cases.py"
SPLIT = "".join  # keeps the words of this file apart

FOUND = {
    "a docstring that begins with What": (CODE, SPLIT(['"""', 'What it does."""']), "What"),
    "a docstring that begins with Whether": (
        "tests/test_docs.py",
        SPLIT(['def one():\n    """', 'Whether it does."""']),
        "Whether",
    ),
    "an old word of a comment": (OTHER, SPLIT(["# for", "ged by hand"]), SPLIT(["for", "ged"])),
    "an old word of a page": ("README.md", SPLIT(["The for", "ge proves it."]), SPLIT(["for", "ge"])),
    "an old sentence of a message": (CODE, SPLIT(['text = "no', 'thing was found out"']), "nothing was found out"),
    "an old sentence in capitals": ("README.md", SPLIT(["Never ", "asked: 2"]), SPLIT(["Never ", "asked"])),
    "a function with an old name": (CODE, "def pose(example): ...", "pose"),
    "a private function with an old name": (CODE, "    def _tend(self): ...", "tend"),
    "a class with an old name": (OTHER, "class Odd(Exception): ...", "Odd"),
    "a variable with an old name": (CODE, "    due = reply()", "due"),
    "an argument with an old name": (CODE, "def ask(blank: Vector) -> None: ...", "blank"),
    "a loop's variable with an old name": (CODE, "for posed in questions: ...", "posed"),
}

NOT_FOUND = {
    "other words": (CODE, '"""Return what it does, which is due tomorrow. Somewhat odd."""'),
    "an address": ("README.md", SPLIT(["git+https://for", "ge.example/goldenwire"])),
    "a line that is counterfeited": ("SECURITY.md", SPLIT(["it for", "ges a line of the report"])),
    "a key of results": (CODE, 'footer = {"never_asked": 1, "unmasked": ()}'),
    "a key of files": ("vectors/README.md", SPLIT(["`misread", "ings`, each with `name`"])),
    "an old name outside of the code base": ("tests/test_docs.py", "due = 1"),
    "a starter, which is a program of its own": ("harness/goldenwire/starters/python/protocol.py", "due = 1"),
    "a keyword that compares": (CODE, "if due == 1: ..."),
}


@pytest.mark.parametrize(("name", "text", "word"), FOUND.values(), ids=FOUND)
def test_a_fault_is_found_with_its_line(name: str, text: str, word: str) -> None:
    [(found, line, said, better)] = language.faults({name: f"\n{text}\n"})
    assert (found, said) == (name, word)
    assert line == 2 + text[: text.index(word)].count("\n")
    assert better


@pytest.mark.parametrize(("name", "text"), NOT_FOUND.values(), ids=NOT_FOUND)
def test_ordinary_english_and_the_words_of_files_stay(name: str, text: str) -> None:
    assert language.faults({name: text}) == []


def test_a_class_of_two_modules_is_found_at_the_second() -> None:
    found = language.faults({CODE: "class Run: ...", OTHER: "\nclass Run: ...\nclass _Run: ..."})
    assert found == [(OTHER, 2, "class Run", f"a name of its own: {CODE} has one")]


def test_classes_of_tests_and_adapters_are_programs_of_their_own() -> None:
    one, other = "tests/kit/golden.py", "harness/adapters/python-daphne-dialect/dialect.py"
    assert language.faults({CODE: "class Run: ...", one: "class Run: ...", other: "class Run: ..."}) == []


def test_a_message_of_two_modules_is_found_at_the_second() -> None:
    other = "harness/goldenwire/testing.py"
    found = language.faults({CODE: 'raise X("there is no such file")', other: 'raise Y("there is no such file")'})
    assert found == [(other, 1, '"there is no such file"', f"one constant: {CODE} has it")]


def test_short_texts_may_be_those_of_another_module() -> None:
    assert language.faults({CODE: 'a = "no such file"', "harness/goldenwire/testing.py": 'a = "no such file"'}) == []


def test_the_checkout_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.process_time()
    assert language.main([]) == 0, capsys.readouterr().out
    assert time.process_time() - began < 30  # a tenth of it on an idle machine


def test_faults_are_printed_with_file_line_word_and_better_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(language, "faults", lambda texts: [("README.md", 3, "seldom", "rarely")])
    assert language.main([]) == 1
    assert capsys.readouterr().out == "README.md:3: seldom: rarely\n"
