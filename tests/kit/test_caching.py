"""The build cache: it changes no byte, what changed is made anew and nothing else, and no damage to it is seen."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from goldenwire_reference import formats
from goldenwire_reference.format import Format
from goldenwire_reference.formats import FORMATS
from goldenwire_suite import generation
from goldenwire_suite.builder import CaseBuilder
from goldenwire_suite.caching import BuildCache, key_of, open_cache, sources
from goldenwire_suite.cases import Accept, Case, Either, Feature, Reject, append
from goldenwire_suite.suite import suite_of
from kit.outside import TRACK, install, path_with

ROOT = Path(__file__).parents[2]
Change = Callable[[list[Case]], list[Case]]


@pytest.fixture(scope="module")
def track() -> Iterator[Format]:
    """Make the format `track` loadable."""
    with path_with(TRACK):
        from goldenwire_track import FORMAT

        formats.register(FORMAT)
        yield FORMAT


@pytest.fixture(scope="module")
def generated(track: Format, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate Track with an empty cache; return its file."""
    folder = tmp_path_factory.mktemp("cache")
    generate(track, folder)
    return folder / "track.build"


@pytest.fixture
def folder(generated: Path, tmp_path: Path) -> Path:
    """Return a folder with the cache of Track."""
    shutil.copy(generated, tmp_path)
    return tmp_path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the cases that are built, and not taken from the cache."""
    ids: list[str] = []
    complete = CaseBuilder._complete

    def noted(self: CaseBuilder, case_id: str, case: Case) -> Any:
        ids.append(case_id)
        return complete(self, case_id, case)

    monkeypatch.setattr(CaseBuilder, "_complete", noted)
    return ids


def generate(fmt: Format, folder: Path | None) -> object:
    """Return all that generating a format makes."""
    cache = open_cache(fmt, folder)
    features, caught = generation._proven(fmt, cache)
    built = [one for _, cases in features.values() for one in cases]
    swept = generation._sweeps(fmt, built, cache)
    cache.save()
    return [(one.record, one.data) for one in built], caught, swept


def changed(fmt: Format, name: str, change: Change) -> Format:
    """Return the format with other cases in one of its features."""
    suite = suite_of(fmt)

    def cases() -> Iterator[Feature]:
        for feature in suite.cases():
            yield replace(feature, cases=change(list(feature.cases))) if feature.name == name else feature

    return replace(fmt, suite=replace(suite, cases=cases))


def one_more(cases: list[Case]) -> list[Case]:
    added: Any = cases[-1]
    return [*cases, replace(added, name="another", summary="another byte behind it", edits=[append(b"\7")])]


def another_edit(cases: list[Case]) -> list[Case]:
    return [
        replace(one, edits=[append(b"\7")]) if isinstance(one, Reject) and one.name == "longer" else one
        for one in cases
    ]


def another_summary(cases: list[Case]) -> list[Case]:
    return [replace(one, summary="two far points") if one.name == "absolute" else one for one in cases]


class Trial(NamedTuple):
    """A change of a feature, and the cases that have to be built for it."""

    feature: str
    change: Change
    expected: set[str]


CHANGES = {
    "nothing": Trial("end", list, set()),
    "an edit that does something else": Trial("end", another_edit, {"track/end/longer"}),
    "a case more": Trial("end", one_more, {"track/end/another"}),
    "a case less": Trial("label", lambda cases: cases[:-1], set()),
}


@pytest.mark.fast("an edit")
@pytest.mark.parametrize("trial", CHANGES.values(), ids=CHANGES)
def test_what_changed_is_built_and_nothing_else(trial: Trial, track: Format, made: list[str], folder: Path) -> None:
    other = changed(track, trial.feature, trial.change)
    cached = generate(other, folder)
    assert set(made) == trial.expected
    assert cached == generate(other, None)


@pytest.mark.slow
def test_a_base_takes_its_cases_with_it(track: Format, made: list[str], folder: Path) -> None:
    other = changed(track, "track", another_summary)
    everything = built(other)
    based = {one.record["id"] for one in everything if one.record.get("base") == "track/track/absolute"}
    made.clear()
    cached = generate(other, folder)
    assert len(based) > 3
    assert {"track/track/absolute", *based} <= set(made) < {one.record["id"] for one in everything}
    assert cached == generate(other, None)


def built(fmt: Format) -> Sequence[Any]:
    builder = CaseBuilder(fmt)
    return [one for feature in suite_of(fmt).cases() for one in builder.feature(feature)]


def test_what_is_known_asks_the_reference_nothing(track: Format, folder: Path) -> None:
    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("it is in the cache")

    usual = generate(track, folder)
    mute = replace(track, codec=replace(track.codec, read=forbidden, write=forbidden))
    assert generate(mute, folder) == usual


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut": cut,
    "empty": lambda path: path.write_bytes(b""),
    "a bit that is another one": lambda path: path.write_bytes(path.read_bytes().replace(b"xxxx", b"xxxy", 1)),
    "another file": lambda path: path.write_bytes(b"\xc1" * 100),
    "no file": Path.unlink,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_cache_is_as_none(damage: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "a.build"
    cache = BuildCache(path)
    cache.keep("key", "part", "x" * 200)
    cache.save()
    damage(path)
    again = BuildCache(path)
    assert again.recall("key", "part") is None
    again.keep("key", "part", 1)
    again.save()
    assert BuildCache(path).recall("key", "part") == 1


def test_other_code_finds_nothing(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "a.build", "one")
    cache.keep("key", "part", [1, b"\0", "\ud800"])
    cache.save()
    assert BuildCache(tmp_path / "a.build", "one").recall("key", "part") == [1, b"\0", "\ud800"]
    assert BuildCache(tmp_path / "a.build", "other").recall("key", "part") is None


def test_entries_that_are_used_no_more_are_forgotten(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "a.build")
    cache.keep("one", "part", 1)
    cache.keep("other", "part", 2)
    cache.save()
    again = BuildCache(tmp_path / "a.build")
    again.recall("one", "part")
    again.save()
    last = BuildCache(tmp_path / "a.build")
    assert (last.recall("one", "part"), last.recall("other", "part")) == (1, None)


def test_a_run_that_fails_forgets_nothing(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "a.build")
    cache.keep("one", "part", 1)
    cache.save()
    again = BuildCache(tmp_path / "a.build")
    again.keep("other", "part", 2)
    again.save(forget=False)
    last = BuildCache(tmp_path / "a.build")
    assert (last.recall("one", "part"), last.recall("other", "part")) == (1, 2)


def test_what_cannot_be_packed_is_made_each_time(tmp_path: Path) -> None:
    cache = BuildCache(tmp_path / "a.build")
    cache.keep("large", "part", 2**64)
    cache.keep("small", "part", 1)
    cache.save()
    again = BuildCache(tmp_path / "a.build")
    assert (again.recall("large", "part"), again.recall("small", "part")) == (None, 1)


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = BuildCache(tmp_path / "file" / "a.build")
    cache.keep("key", "part", 1)
    cache.save()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_object_without_a_text_of_its_own_makes_no_key() -> None:
    assert key_of("a", Accept(name="x", summary="", requirements=[], value=object())) == ""
    assert key_of("a", "b") != key_of("ab", "") != ""


@pytest.mark.parametrize("format", FORMATS)
def test_every_case_has_a_key(format: str) -> None:
    """One case without a key has all sweeps of its format chosen anew in each run."""
    cases = [case for feature in suite_of(formats.load(format)).cases() for case in feature.cases]
    plain = [replace(case, edits=()) if isinstance(case, Either | Reject) else case for case in cases]
    assert [case.name for case in plain if not key_of(case)] == []


def test_cases_that_mutations_use_are_part_of_the_code() -> None:
    used = {path.name for path in sources(formats.load("daphne")) if path.parent.name == "cases"}
    assert used == {"builders.py"}


@pytest.mark.parametrize("name", FORMATS)
def test_lists_of_cases_are_no_part_of_the_code(name: str) -> None:
    found = {path.relative_to(ROOT / "reference").as_posix() for path in sources(formats.load(name))}
    cases = {path for path in found if "/cases/" in path}
    assert cases <= {f"goldenwire_suite/{name}/cases/builders.py"}
    expected = {
        "goldenwire_reference/reader.py",
        f"goldenwire_reference/{name}/spec.md",
        f"goldenwire_reference/{name}/tables.py",
        "goldenwire_suite/builder.py",
        "goldenwire_suite/defects.py",
        "goldenwire_suite/sweeps/traps.py",
        f"goldenwire_suite/{name}/mutations/__init__.py",
        f"goldenwire_suite/{name}/strategies/__init__.py",
    }
    assert expected <= found
    others = {f"goldenwire_{part}/{other}/" for part in ("reference", "suite") for other in FORMATS if other != name}
    assert not [path for path in found if path.startswith(tuple(others))]


@pytest.mark.slow
def test_a_tree_is_the_same_with_and_without_the_cache(tmp_path: Path) -> None:
    for _ in range(2):
        tree = generation.generate(["msgpack"], tmp_path)
        assert all((ROOT / "vectors" / path).read_bytes() == data for path, data in tree.items())


@pytest.mark.slow
def test_watching_generates_after_each_change(tmp_path: Path) -> None:
    shutil.copytree(TRACK / "goldenwire_track", tmp_path / "goldenwire_track")
    install(tmp_path, "track = goldenwire_track:FORMAT", "goldenwire-track")
    with path_with(tmp_path):
        command = [sys.executable, "-m", "goldenwire", "vectors", "regenerate", "track", "--watch"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
            assert watching.stdout
            assert lines_until("watching", watching.stdout)[:1] == ["the cases are the same"]
            cases = tmp_path / "goldenwire_track/suite/cases.py"
            cases.write_text(cases.read_text().replace("two points, far apart", "two points, very far apart"))
            said = lines_until("watching", watching.stdout)
            watching.send_signal(signal.SIGINT)
            assert watching.wait(timeout=60) == 0
    assert said[0].startswith("changed track/track/absolute"), said


def lines_until(word: str, stream: Any) -> list[str]:
    found: list[str] = []
    for line in stream:
        if line.startswith(word):
            return found
        found.append(line.rstrip("\n"))
    raise AssertionError(found)
