"""Commands that build and start the driver of each starter's protocol file, in the folder of the language's name."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from goldenwire.starters import LANGUAGES

HERE = Path(__file__).parent
STARTERS = HERE.parents[1] / "harness/goldenwire/starters"


class Driver(NamedTuple):
    """The tools that it needs, the starter's files from which it is built, and the commands, run in its folder."""

    tools: tuple[str, ...]
    files: tuple[str, ...]
    build: str
    command: str


STRICT = "-Wall -Wextra -Wpedantic -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover"
DRIVERS = {
    "python": Driver(("python3",), ("protocol.py",), "true", "python3 echo.py"),
    "javascript": Driver(("node",), ("protocol.mjs",), "node --check echo.mjs", "node --v8-pool-size=0 echo.mjs"),
    "c": Driver(
        ("cc",),
        ("protocol.h",),
        f"cc -std=c11 {STRICT} -o echo echo.c",
        "./echo",
    ),
    "cpp": Driver(
        ("c++",),
        ("protocol.hpp",),
        f"c++ -std=c++17 {STRICT} -o echo echo.cpp",
        "./echo",
    ),
    "go": Driver(("go",), ("protocol.go", "go.mod"), "go vet . && go build -o echo .", "./echo"),
    "rust": Driver(("rustc",), ("src/protocol.rs",), "rustc --edition 2021 -D warnings -O -o echo echo.rs", "./echo"),
    "java": Driver(
        ("javac", "java"),
        ("Protocol.java",),
        "javac -Xlint:all -Werror -d build *.java",
        "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp build Echo",
    ),
    "ruby": Driver(("ruby",), ("protocol.rb",), "ruby -wc echo.rb", "ruby -w echo.rb"),
    "r": Driver(
        ("Rscript",),
        ("protocol.R",),
        """Rscript -e 'invisible(parse("echo.R"))'""",
        "Rscript --vanilla echo.R",
    ),
}

# Those of the drivers of its judge, in the folder `judge` of the language's.
JUDGES = {
    "python": Driver(("python3",), ("judge.py",), "true", "python3 play.py"),
    "javascript": Driver(("node",), ("judge.mjs",), "node --check play.mjs", "node --v8-pool-size=0 play.mjs"),
    "c": Driver(("cc",), ("protocol.h", "judge.h"), f"cc -std=c11 {STRICT} -o play play.c", "./play"),
    "cpp": Driver(("c++",), ("protocol.hpp", "judge.hpp"), f"c++ -std=c++17 {STRICT} -O0 -o play play.cpp", "./play"),
    "go": Driver(
        ("go",),
        ("protocol.go", "judge_test.go", "go.mod"),
        "mv judge_test.go judge.go && go vet . && go build -o play .",
        "./play",
    ),
    "java": Driver(
        ("javac", "java"),
        ("Protocol.java", "Judge.java"),
        "javac -Xlint:all -Werror -d build *.java",
        "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp build Play",
    ),
    "ruby": Driver(
        ("ruby",),
        ("protocol.rb", "judge.rb"),
        'test -z "$(ruby -wc judge.rb 2>&1 >/dev/null)"',
        "ruby -w play.rb",
    ),
    "r": Driver(("Rscript",), ("protocol.R", "judge.R"), "true", "Rscript --vanilla play.R"),
    "rust": Driver(
        ("rustc",),
        ("src/protocol.rs", "src/judge.rs"),
        "rustc --edition 2021 -D warnings -o play play.rs",
        "./play",
    ),
}

# Nothing is fetched; compilers run without optimisation, and their warnings are errors.
ENVIRONMENT = {
    "CFLAGS": "-std=c11 -O0 -Wall -Wextra -Wpedantic -Werror",
    "CXXFLAGS": "-std=c++17 -O0 -Wall -Wextra -Wpedantic -Werror",
    "CARGO_NET_OFFLINE": "true",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "RUSTFLAGS": "-D warnings",
    "GOFLAGS": "-buildvcs=false",
    "GOPROXY": "off",
    "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "JDK_JAVAC_OPTIONS": "-Xlint:all -Werror",
}


def need(*tools: str) -> None:
    """Skip the test if a tool is missing; in CI it fails."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing)} not installed")
    assert not missing, f"CI has no {' and '.join(missing)}"


def built(language: str, folder: Path) -> list[str]:
    """Build the driver of the language's protocol file in the folder and return its command."""
    return _built(DRIVERS[language], STARTERS / language, HERE / language, folder)


def built_judge(language: str, folder: Path) -> list[str]:
    """Build the driver of the language's judge in the folder and return its command."""
    return _built(JUDGES[language], STARTERS / language, HERE / language / "judge", folder)


def _built(driver: Driver, starter: Path, sources: Path, folder: Path) -> list[str]:
    need(*driver.tools)
    for file in driver.files:
        shutil.copy(starter / file, folder)
    for path in sources.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    run(driver.build, folder)
    first, *rest = driver.command.split()
    return [str(folder / first) if first.startswith("./") else first, *rest]


def run(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command, which must succeed, and return its result."""
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=os.environ | ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done


assert DRIVERS.keys() == LANGUAGES.keys()
