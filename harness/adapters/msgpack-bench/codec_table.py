"""The table of codecs.yaml: the languages, the codecs with their versions, and each codec as the bench runs it."""

import json
import shlex
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
import yaml

HERE = Path(__file__).parent
BUILD = HERE / "build"
FORMAT = "msgpack"

Options = Literal["default", "careful"]
Policies = dict[str, str]


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commands that install the packages of a language and build and run its adapter, and the adapter's memory."""

    title: str
    install: Literal["pip", "npm", "debian"]
    command: str
    memory: int  # MiB of address space
    starter: str = ""  # the protocol's file among the starters; none: the language's folder has its own
    build: str = ""  # a line for the shell, run in the folder below build/
    needs: tuple[str, ...] = ()  # Debian packages beside the codecs'
    unordered: bool = False  # whether its maps are written in another order each time


class Codec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A package, what drives it, and what it declares."""

    name: str
    package: str
    version: str
    driver: str
    environment: str = ""
    features: tuple[str, ...] = ()
    policies: Policies = {}
    quick: bool = False  # whether CI runs it: it does the same each time, and soon
    careful: Policies | None = None  # what careful options change; none: there are none to be tried
    careful_features: tuple[str, ...] = ()  # what they add

    @property
    def language(self) -> str:
        return self.name.partition("-")[0]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    languages: dict[str, Language]
    codecs: tuple[Codec, ...]


class Bench(msgspec.Struct, frozen=True):
    """A codec as it is run, with default options or a careful user's."""

    codec: Codec
    options: Options

    @property
    def id(self) -> str:
        return self.codec.name if self.options == "default" else f"{self.codec.name}-careful"

    @property
    def language(self) -> Language:
        return table().languages[self.codec.language]

    @property
    def known(self) -> Path:
        """The file of its known failures."""
        return HERE / "known-failures" / f"{self.id}.yaml"

    @property
    def hello(self) -> Path:
        return BUILD / "hello" / f"{self.id}.json"

    @property
    def results(self) -> Path:
        return BUILD / "results" / f"{self.id}.jsonl"

    @property
    def features(self) -> list[str]:
        added = self.codec.careful_features if self.options == "careful" else ()
        return [*self.codec.features, *added]

    @property
    def policies(self) -> Policies:
        changed = (self.codec.careful or {}) if self.options == "careful" else {}
        return {f"{FORMAT}.{name}": choice for name, choice in {**self.codec.policies, **changed}.items()}

    @property
    def command(self) -> list[str]:
        """The command line of its adapter."""
        words = self.language.command.format(build=BUILD / self.codec.language, driver=self.codec.driver)
        before = ["env", self.codec.environment] if self.codec.environment else []
        return [*before, *shlex.split(words), self.options, str(self.hello)]

    def write_hello(self) -> None:
        """Put what the codec declares where its adapter reads it."""
        codec = self.codec
        supported = {
            "operations": ["decode", "encode", "transcode"],
            "features": self.features,
            "policies": self.policies,
        }
        named = {"name": self.id, "version": codec.version, "language": self.language.title}
        self.hello.parent.mkdir(parents=True, exist_ok=True)
        self.hello.write_text(json.dumps({"codec": named, "formats": {FORMAT: supported}}) + "\n")


@cache
def table() -> Table:
    """The table, checked. Raises msgspec.ValidationError."""
    return msgspec.convert(yaml.safe_load((HERE / "codecs.yaml").read_text()), Table)


def every() -> list[Bench]:
    """Each codec with default options, and where there are any, with careful ones."""
    return [
        Bench(codec, options)
        for codec in table().codecs
        for options in ("default", "careful")
        if options == "default" or codec.careful is not None
    ]


def chosen(names: Sequence[str], *, quick: bool) -> list[Bench]:
    """Those whose ids fit the patterns, or all; with `quick` those of CI. Raises ValueError for a name of none."""
    found = [one for one in every() if one.codec.quick or not quick]
    for name in names:
        if not any(fnmatchcase(one.id, name) for one in found):
            raise ValueError(f"there is no codec {name} in codecs.yaml")
    return [one for one in found if not names or any(fnmatchcase(one.id, name) for name in names)]
