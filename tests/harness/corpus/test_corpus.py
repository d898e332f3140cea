"""Every key in vectors/ is read, and every flaw is reported with its file and case."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from goldenwire import corpus
from goldenwire.corpus import CorpusError, plainyaml
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import SHAPES, FormatFacts, Manifest
from goldenwire.errors import UserError
from harness import trees
from harness.trees import CASES, ONE, VERSION, Tree
from kit.each import each

SCHEMA = corpus.root() / "schema.json"


def test_every_key_of_a_case_arrives_in_its_vector(tmp_path: Path) -> None:
    two = {vector.id: vector for vector in trees.load(trees.write(tmp_path))}["toy/basic/two"]
    assert (two.format, two.feature) == ("toy", "toy/basic")
    assert (two.summary, two.requirements, two.level) == ("what toy/basic/two shows", ("TOY-ROW-01",), "draft")
    assert (two.verdict, two.operations, two.needs) == ("accept", ("decode", "encode", "transcode"), ("many-blocks",))
    assert (two.canonical, bytes(two.value), bytes(two.plan), two.data) == (True, b'["1","2"]', b"", b"\1\1\2")
    assert two.layout == "0 1 octet 01 = 1\n1 1 octet 01 = 1\n2 1 octet 02 = 2\n"


def test_values_are_kept_as_the_canonical_json_of_the_file(tmp_path: Path) -> None:
    value: Any = {"text": 'a"\\\u0085\u2028\u007fé\U0001f600', "nested": [[], {}, None, True]}
    [vector] = trees.load(trees.write(tmp_path, [{**ONE, "value": value}]))
    assert json.loads(bytes(vector.value)) == value
    assert b" " not in bytes(vector.value)


def test_a_single_error_class_is_read_as_one(tmp_path: Path) -> None:
    outcomes = {"reject": {"code": "ZERO", "offset": 1}, "keep": {"value": ["0"]}}
    found = trees.load(
        trees.write(tmp_path, [ONE, {**VERSION, "code": "VERSION"}, {**trees.ZERO, "outcomes": outcomes}])
    )
    by_id = {vector.id: vector for vector in found}
    assert by_id["toy/basic/version"].code == ("VERSION",)
    assert by_id[trees.ZERO["id"]].outcomes["reject"].code == ("ZERO",)


def test_vectors_come_in_the_order_of_features_and_cases(tmp_path: Path) -> None:
    ids = [vector.id.removeprefix("toy/") for vector in trees.load(trees.write(tmp_path))]
    assert ids == [
        "basic/one", "basic/two", "basic/version", "basic/empty",
        "plan/planned", "plan/too-long", "plan/bad-plan",
        "zero/stored",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("select", "requirement", "expected"),
    [
        ((), (), 8),
        (("toy/basic/one",), (), 1),
        (("toy/basic",), (), 4),
        (("toy/basic/",), (), 4),
        (("*/t*",), (), 2),
        (("*/basic",), (), 4),
        (("*/one",), (), 1),
        (("toy/basic/one", "toy/zero/*"), (), 2),
        ((), ("TOY-ROW-01",), 3),
        (("toy/plan",), ("TOY-ROW-01", "TOY-ROW-02"), 3),
    ],
)
def test_a_selection_takes_what_its_words_match(
    tmp_path: Path, select: tuple[str, ...], requirement: tuple[str, ...], expected: int
) -> None:
    assert len(trees.load(trees.write(tmp_path), select=select, requirement=requirement)) == expected


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"select": ["toy/basik/one"]}, "--select toy/basik/one selects nothing; did you mean toy/basic/one?"),
        ({"select": ["toy/basic/one", "nothing"]}, "--select nothing selects nothing"),
        ({"requirement": ["TOY-RAW-03"]}, "--requirement TOY-RAW-03 selects nothing; did you mean TOY-ROW-03?"),
        (
            {"select": ["toy/basic"], "requirement": ["TOY-ROW-03"]},
            "--select and --requirement together select nothing",
        ),
    ],
    ids=["near", "one of two", "requirement", "together"],
)
def test_a_selection_of_nothing_is_an_error(tmp_path: Path, options: dict[str, list[str]], sentence: str) -> None:
    with pytest.raises(CorpusError) as caught:
        trees.load(trees.write(tmp_path), **options)
    assert caught.value.sentence == sentence


def test_bytes_are_left_unread_on_request(tmp_path: Path) -> None:
    assert {vector.data for vector in trees.load(trees.write(tmp_path), data=False)} == {None}


def test_one_vector_is_found_by_its_id(tmp_path: Path) -> None:
    root = trees.write(tmp_path)
    vectors = trees.load(root)
    assert [corpus.find(vector.id, root=root) for vector in vectors] == vectors


@pytest.mark.parametrize("quote", ["", '"'], ids=["plain", "quoted"])
@pytest.mark.parametrize("id", ["toy/basic/one", "toy/basic/version", "toy/basic/empty"])
def test_what_is_wrong_in_one_vector_is_found_in_the_same_line(tmp_path: Path, id: str, quote: str) -> None:
    root = trees.write(tmp_path)
    path = root / "toy/basic.yaml"
    before, mark, after = path.read_text().partition(f'- id: "{id}"\n')
    path.write_text(before + mark.replace('"', quote) + after.replace('summary: "', 'summary: no # "', 1))
    with pytest.raises(CorpusError) as among_all:
        trees.load(root)
    with pytest.raises(CorpusError) as alone:
        corpus.find(id, root=root)
    assert str(alone.value) == str(among_all.value)
    assert "line" in str(alone.value)


def test_of_its_file_only_the_vector_itself_is_looked_at(tmp_path: Path) -> None:
    root = trees.write(tmp_path)
    path = root / "toy/basic.yaml"
    path.write_text(path.read_text().replace('level: "draft"', "level: no", 1))
    assert corpus.find("toy/basic/two", root=root).id == "toy/basic/two"
    with pytest.raises(CorpusError, match="put quotes around 'no'"):
        corpus.find("toy/basic/one", root=root)


@pytest.mark.parametrize(
    ("id", "sentence"),
    [
        ("toy/zero/stord", "there is no case toy/zero/stord; did you mean toy/zero/stored?"),
        ("toy/nowhere/x", "there is no case toy/nowhere/x"),
        ("toi/zero/stored", "there is no format 'toi'; did you mean toy? (the vectors have: toy)"),
        ("../../etc/passwd", "there is no format '..' (the vectors have: toy)"),
    ],
)
def test_a_wrong_id_is_named_with_the_nearest(tmp_path: Path, id: str, sentence: str) -> None:
    with pytest.raises(UserError, match="there is no") as caught:
        corpus.find(id, root=trees.write(tmp_path))
    assert str(caught.value).endswith(sentence)


# Flaws of single cases. Each row: the edit of a good case, and the error message.

Edit = Callable[[Tree], Any]


def put(**keys: Any) -> Edit:
    return lambda case: case.update(keys)


def drop(key: str) -> Edit:
    return lambda case: case.pop(key)


def within(key: str, **keys: Any) -> Edit:
    return lambda case: case[key].update(keys)


FLAWS: list[tuple[Tree, Edit, str]] = [
    (ONE, put(extra=1), "unknown field `extra`"),
    (ONE, put(data="01"), "unknown field `data`"),
    (ONE, drop("value"), "needs value"),
    (ONE, drop("layout"), "needs layout"),
    (ONE, put(code=["VERSION"]), "has no code"),
    (ONE, put(offset=0), "has no offset"),
    (ONE, put(summary=""), "summary"),
    (ONE, put(summary="two\nlines"), "summary"),
    (ONE, put(requirements=[]), "requirements"),
    (ONE, put(requirements=["toy-1"]), "requirements"),
    (ONE, put(level="lax"), "level"),
    (ONE, put(verdict="perhaps"), "verdict"),
    (ONE, put(operations=[]), "operations"),
    (ONE, put(operations=["decode", "decode"]), "each at most once"),
    (ONE, put(operations=["eat"]), "operations"),
    (ONE, put(canonical="yes"), "canonical"),
    (ONE, put(needs=["wings"]), "it needs features that the manifest does not have"),
    (ONE, put(id="toy/other/one"), "does not begin with its feature"),
    (ONE, put(id="toy/basic/a/b"), "id"),
    (ONE, put(id="toy/basic/../x"), "id"),
    (ONE, within("bytes", extra=1), "unknown field `extra`"),
    (ONE, within("bytes", size=1), "the size of the file is 2, the case says 1"),
    (ONE, within("bytes", sha256="0" * 64), "SHA-256"),
    (ONE, within("bytes", sha256="0"), "sha256"),
    (ONE, within("bytes", file="../secret.bin"), "its file is '../secret.bin', and should be basic/one.bin"),
    (ONE, within("bytes", file="/etc/passwd"), "its file is '/etc/passwd', and should be basic/one.bin"),
    (VERSION, drop("code"), "needs code"),
    (VERSION, put(code=[]), "code"),
    (VERSION, put(code=["NONSENSE"]), "the manifest has no code NONSENSE"),
    (VERSION, drop("offset"), "needs offset"),
    (VERSION, put(offset=-1), "offset"),
    (VERSION, put(offset="0"), "offset"),
    (VERSION, put(value=["1"]), "has no value"),
    (VERSION, put(operations=["encode"]), "the operations of the shape reject"),
    (VERSION, put(edit=[{"at": 0, "remove": "1", "insert": ""}]), "remove"),
    (VERSION, put(edit=[{"at": 0, "remove": "01"}]), "insert"),
    (VERSION, put(check="version"), "check"),
    (trees.TOO_LONG, put(operations=["decode"]), "the operations of the shape refusal"),
    (trees.TOO_LONG, drop("edit"), "needs edit"),
    (trees.TOO_LONG, put(layout="0 1 x 00\n"), "has no layout"),
    (trees.CHOICE, put(operations=["decode"]), "the operations of the shape choice"),
    (trees.CHOICE, drop("value"), "needs value"),
    (trees.CHOICE, put(plan=[]), "has no plan"),
    (trees.ZERO, put(policy="toy.one"), "the manifest has no policy toy.one"),
    (trees.ZERO, drop("policy"), "needs policy"),
    (trees.ZERO, put(outcomes={"reject": {"code": ["ZERO"]}}), "its outcomes are not the choices"),
    (trees.ZERO, put(outcomes={"reject": {}, "keep": {"value": []}}), "either a value, or a code"),
    (trees.ZERO, put(outcomes={"reject": {"code": ["ZERO"], "value": []}, "keep": {"value": []}}), "either a value"),
    (trees.ZERO, put(outcomes={"reject": {"offset": 1, "value": []}, "keep": {"value": []}}), "either a value"),
]


def flawed(root: Path, case: Tree, edit: Edit) -> Path:
    """Write a tree in which one case is edited after its bytes were put in a file."""
    others = [other for other in CASES if other["id"] != case["id"]]
    trees.write(root, [*others, case])
    feature = case["id"].rpartition("/")[0]
    path = root / f"{feature}.yaml"
    tree = yaml.safe_load(path.read_text())
    [found] = [record for record in tree["cases"] if record["id"] == case["id"]]
    edit(found)
    path.write_text(trees.feature_file(feature, tree["cases"]))
    return root


@pytest.mark.parametrize(("case", "edit", "says"), FLAWS, ids=[f"{i}-{flaw[2][:30]}" for i, flaw in enumerate(FLAWS)])
def test_a_flaw_is_refused_and_named_with_file_and_case(tmp_path: Path, case: Tree, edit: Edit, says: str) -> None:
    root = flawed(tmp_path, case, edit)
    with pytest.raises(CorpusError) as caught:
        trees.load(root)
    assert says in caught.value.sentence
    assert caught.value.case.startswith("toy/")
    assert str(root) in caught.value.file


ENDS: list[tuple[Tree, Edit]] = [
    (ONE, put(id="toy/basic/one\n")),
    (ONE, put(summary="x\n")),
    (ONE, put(requirements=["TOY-ROW-01\n"])),
    (VERSION, put(code=["VERSION\n"])),
    (VERSION, put(base="toy/basic/one\n")),
    (VERSION, put(edit=[{"at": 0, "remove": "01\n", "insert": "02"}])),
    (VERSION, lambda case: case["bytes"].update(sha256=case["bytes"]["sha256"] + "\n")),
]


@pytest.mark.parametrize(("case", "edit"), ENDS)
def test_no_word_ends_in_a_line_feed(tmp_path: Path, case: Tree, edit: Edit) -> None:
    with pytest.raises(CorpusError, match="matching regex"):
        trees.load(flawed(tmp_path, case, edit))


def test_a_feature_and_a_title_end_in_no_line_feed(tmp_path: Path) -> None:
    for old, new in (("feature: toy/basic", '"toy/basic\\n"'), ("title: A feature", '"A feature\\n"')):
        path = trees.write(tmp_path) / "toy/basic.yaml"
        path.write_text(path.read_text().replace(old, f"{old.partition(' ')[0]} {new}"))
        with pytest.raises(CorpusError, match="matching regex"):
            trees.load(tmp_path)


# The JSON schema matches the records.

BEYOND_A_SCHEMA = (
    "SHA-256",
    "the size",
    "the manifest",
    "does not begin",
    "its file",
    "its outcomes",
    "it needs features",
)


def feature_tree(root: Path, case: Tree) -> Any:
    return yaml.safe_load((root / f"{case['id'].rpartition('/')[0]}.yaml").read_text())


@pytest.mark.parametrize("case", [*CASES, trees.CHOICE], ids=lambda case: case["id"])
def test_the_json_schema_takes_what_the_records_take(tmp_path: Path, case: Tree) -> None:
    jsonschema.validate(feature_tree(trees.write(tmp_path), case), json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize(
    ("case", "edit"),
    [(case, edit) for case, edit, says in FLAWS if not says.startswith(BEYOND_A_SCHEMA)],
    ids=[f"{i}-{says[:30]}" for i, (_, _, says) in enumerate(FLAWS) if not says.startswith(BEYOND_A_SCHEMA)],
)
def test_the_json_schema_refuses_what_the_records_refuse(tmp_path: Path, case: Tree, edit: Edit) -> None:
    tree = feature_tree(flawed(tmp_path, case, edit), case)
    with pytest.raises(jsonschema.ValidationError):
        schema_validator().validate(tree)


def test_the_json_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(SCHEMA.read_text()))


# Flaws of trees


def rewrite(file: str, text: str) -> Callable[[Path], object]:
    return lambda root: (root / file).write_text(text)


TREES: list[tuple[str, Callable[[Path], object], str]] = [
    ("no manifest", lambda root: (root / "manifest.yaml").unlink(), "manifest.yaml: : No such file"),
    ("orphan", lambda root: (root / "toy/basic/orphan.bin").write_bytes(b""), "orphan.bin: no case names this file"),
    ("missing", lambda root: (root / "toy/basic/one.bin").unlink(), "there is no file basic/one.bin"),
    ("changed", lambda root: (root / "toy/basic/one.bin").write_bytes(b"\1\2"), "SHA-256"),
    ("link", lambda root: link(root / "toy/basic/one.bin"), "one.bin: toy/basic/one: "),
    ("linked folder", lambda root: link(root / "toy/basic"), "there is no file basic/one.bin"),
    ("stray folder", lambda root: (root / "toy/stray").mkdir(), "no feature file names this folder"),
    ("empty file", rewrite("toy/basic.yaml", ""), "the file is empty"),
    ("not YAML", rewrite("toy/basic.yaml", "feature: [\n"), "line 2: not YAML"),
    ("no mapping", rewrite("toy/basic.yaml", "- 1\n"), "Expected `object`"),
    ("no cases", rewrite("toy/basic.yaml", "feature: toy/basic\ntitle: x\ncases: []\n"), "cases"),
    ("not UTF-8", lambda root: (root / "toy/basic.yaml").write_bytes(b"\xff"), "not UTF-8 at byte 0"),
    ("unknown key", rewrite("toy/basic.yaml", "feature: toy/basic\ntitle: x\nmore: 1\ncases: []\n"), "field `more`"),
]


def link(path: Path) -> None:
    path.rename(aside := path.with_name("aside"))
    path.symlink_to(aside.rename(path.parents[2] / "aside"))


@pytest.mark.parametrize(("break_it", "says"), [row[1:] for row in TREES], ids=[row[0] for row in TREES])
def test_a_broken_tree_is_refused_and_the_place_named(
    tmp_path: Path, break_it: Callable[[Path], object], says: str
) -> None:
    root = trees.write(tmp_path / "tree")
    break_it(root)
    with pytest.raises(CorpusError) as caught:
        trees.load(root)
    assert says.replace(": : ", ": ") in str(caught.value)


def test_two_cases_of_one_id_are_refused(tmp_path: Path) -> None:
    root = trees.write(tmp_path, [ONE, ONE])
    with pytest.raises(CorpusError, match="two cases have this id"):
        trees.load(root)


def test_a_feature_is_its_path(tmp_path: Path) -> None:
    root = trees.write(tmp_path)
    (root / "toy/basic.yaml").rename(root / "toy/basics.yaml")
    with pytest.raises(CorpusError, match="its feature is 'toy/basic', not its path"):
        trees.load(root)


def test_a_format_without_features_is_refused(tmp_path: Path) -> None:
    root = trees.write(tmp_path)
    for path in (root / "toy").glob("*.yaml"):
        path.unlink()
    with pytest.raises(CorpusError, match="no feature files"):
        trees.load(root)


def test_the_vectors_are_found_by_option_then_variable_then_beside_the_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = trees.write(tmp_path / "one"), trees.write(tmp_path / "other")
    monkeypatch.delenv("GOLDENWIRE_VECTORS", raising=False)
    assert (corpus.root() / "schema.json").is_file()
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(other))
    assert [corpus.root(), corpus.root(one)] == [other, one]


def test_a_folder_without_vectors_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no vectors here"):
        corpus.root(tmp_path)


def test_the_content_hash_changes_with_every_byte_and_name(tmp_path: Path) -> None:
    root = trees.write(tmp_path)
    before = corpus.content(root)
    (root / "toy/basic/one.bin").write_bytes(b"\1\2")
    changed = corpus.content(root)
    (root / "toy/basic/one.bin").rename(root / "toy/basic/uno.bin")
    assert len({before, changed, corpus.content(root)}) == 3


def test_the_hash_of_a_format_without_a_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="gone: No such file or directory"):
        corpus.content(trees.write(tmp_path), "gone")


# The page on the format matches the records.


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading of vectors/README.md, without its head."""
    page = (corpus.root() / "README.md").read_text()
    table = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize(("column", "shape"), list(enumerate(SHAPES, 1)))
def test_the_format_page_has_the_keys_of_each_shape(column: int, shape: str) -> None:
    keys = {row[0].strip("`"): row[column] for row in rows("A case") if len(row) == 8}
    required, optional = SHAPES[shape]
    assert {key for key, mark in keys.items() if mark == "•"} == required
    assert {key for key, mark in keys.items() if mark == "◦"} == optional


def test_the_format_page_has_the_keys_of_the_manifest() -> None:
    named = {word.strip("` ") for row in rows("The manifest") for word in row[0].split(",")}
    assert named == {*Manifest.__struct_fields__, *FormatFacts.__struct_fields__}


# The kit's own vectors

FORMATS = tuple(corpus.manifest(corpus.root()).formats)


@pytest.mark.parametrize("format", FORMATS)
def test_the_kits_own_vectors_load_and_match_the_manifest(format: str) -> None:
    """Check also that every base is an accepted case."""
    root = corpus.root()
    vectors = list(corpus.load(format, root=root))
    facts = corpus.manifest(root).facts(format)
    for word in ("accept", "reject", "either"):
        assert sum(vector.verdict == word for vector in vectors) == facts.vectors.get(word, 0)
    version = corpus.manifest(root).version
    assert Trees().identity([format]) == {"version": version, "content": facts.content, "modified": False}
    accepted = {vector.id for vector in vectors if vector.verdict == "accept"}
    assert {vector.base for vector in vectors if vector.base} <= accepted


def test_the_manifest_has_the_digest_of_the_kits_own_vectors() -> None:
    root = corpus.root()
    assert corpus.content(root) == corpus.manifest(root).content


def test_what_several_formats_are_is_told_of_each() -> None:
    identity = Trees().identity(FORMATS)
    assert identity["formats"] == {format: Trees().identity([format]) for format in FORMATS}
    assert (identity["version"], identity["modified"]) == (corpus.manifest(corpus.root()).version, False)
    assert identity["content"] != Trees().identity(FORMATS[1:])["content"]


def test_of_an_older_tree_the_hash_of_the_whole_tells_whether_it_is_modified(tmp_path: Path) -> None:
    root = trees.write(tmp_path)
    path = root / "manifest.yaml"
    path.write_text(path.read_text().replace('content: ""', f'content: "{corpus.content(root)}"'))
    assert Trees(root).identity(["toy"]) == {"version": "0", "content": corpus.content(root), "modified": False}
    (root / "toy/basic/one.bin").write_bytes(b"\1\2")
    assert Trees(root).identity(["toy"])["modified"]


LARGE = 150_000  # bytes of a feature file that other readers take too long to read for a quick test


def feature_files() -> list[Any]:
    """Return the feature files of the kit's own vectors."""
    root = corpus.root()
    return [
        pytest.param(path, id=str(path.relative_to(root)), marks=[pytest.mark.slow] * (path.stat().st_size > LARGE))
        for format in FORMATS
        for path in sorted((root / format).glob("*.yaml"))
    ]


@cache
def schema_validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))


@pytest.mark.slow
@each("path", feature_files())
def test_other_yaml_readers_read_the_same_from_the_kits_own_vectors(path: Path) -> None:
    assert yaml.load(path.read_text(), yaml.CSafeLoader) == plainyaml.parse(path.read_text())


@pytest.mark.slow
@each("path", feature_files())
def test_the_json_schema_takes_the_kits_own_vectors(path: Path) -> None:
    schema_validator().validate(plainyaml.parse(path.read_text()))
