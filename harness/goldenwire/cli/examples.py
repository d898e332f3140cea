"""The examples at the end of each command's help."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "check": (
        "goldenwire check daphne",
        "goldenwire check daphne -- ./my-codec --its-options",
        "goldenwire check daphne -- python:my_package:codec",
        "goldenwire check daphne --select 'daphne/csr/*' --operation decode -- ./my-codec",
        "goldenwire check daphne --html report.html -- ./my-codec",
        "goldenwire check daphne --known-failures known-failures.yaml --junit junit.xml -- ./my-codec",
        "goldenwire check daphne --no-vectors --examples 1000 --save-failures found -- ./my-codec",
        "goldenwire check --resume results.jsonl",
    ),
    "smoke": (
        "goldenwire smoke -- ./my-codec",
        "goldenwire smoke --examples-of-spec -- ./my-codec",
        "goldenwire smoke --memory 0 -- ./my-codec-with-sanitizers",
    ),
    "debug": (
        "goldenwire debug daphne/csr/int8 --operation decode -- python:my_package:codec",
        "goldenwire debug daphne/csr/int8 --trace -- python:my_package:codec",
        "goldenwire debug property/daphne/round-trip --pdb -- python:my_package:codec",
    ),
    "ask": (
        "goldenwire ask daphne/csr/int8 --operation decode > request.jsonl",
        "goldenwire ask property/daphne/round-trip -- ./my-codec > request.jsonl",
    ),
    "interop": (
        'goldenwire interop daphne --codec reference --codec "mine=./my-codec --its-options"',
        "goldenwire interop daphne --codec one=./one --codec other=./other --search 1000 --html matrix.html",
        'goldenwire interop sciserialize --codec reference --codec mine=./my-codec --context \'{"carrier":"json"}\'',
        "goldenwire interop daphne --codec one=./one --codec other=./other --known-failures interop.yaml",
    ),
    "serve": ("goldenwire serve --format daphne", "goldenwire serve decode daphne < FILE"),
    "vectors": ("goldenwire vectors list daphne", "goldenwire vectors show daphne/csr/int8"),
    "vectors list": ("goldenwire vectors list", "goldenwire vectors list daphne --select 'daphne/csr*'"),
    "vectors show": (
        "goldenwire vectors show daphne/csr/int8",
        "goldenwire vectors show daphne/csr/int8 --html case.html",
    ),
    "vectors export": (
        "goldenwire vectors export daphne > daphne.jsonl",
        "goldenwire vectors export daphne -- ./my-codec > vectors.jsonl",
        "goldenwire vectors export daphne --without plans --policy daphne.stored-zero=keep --dir vectors",
        "goldenwire vectors export --schema",
    ),
    "vectors regenerate": (
        "goldenwire vectors regenerate daphne --diff",
        "goldenwire vectors regenerate daphne --reviewed DAPHNE-CSR-08",
    ),
    "vectors verify": ("goldenwire vectors verify", "goldenwire vectors verify daphne"),
    "vectors compare": ("goldenwire vectors compare OLD NEW --diff", "goldenwire vectors compare HEAD~1"),
    "explain": (
        "goldenwire explain daphne FILE",
        'goldenwire explain dynd FILE --context \'{"type":"int32"}\'',
        "goldenwire explain daphne FILE --html file.html",
    ),
    "explore": (
        "goldenwire explore",
        "goldenwire explore --port 8000 --open",
        "goldenwire explore --results results.jsonl",
    ),
    "spec": (
        "goldenwire spec",
        "goldenwire spec daphne --requirements",
        "goldenwire spec daphne --examples",
        "goldenwire spec daphne --coverage",
        "goldenwire spec DAPHNE-CSR-08",
    ),
    "protocol": ("goldenwire protocol", "goldenwire protocol --schema", "goldenwire protocol --results"),
    "report": (
        "goldenwire report results.jsonl --junit junit.xml",
        "goldenwire report mine.jsonl theirs.jsonl --quiet --html both.html",
    ),
    "diff": ("goldenwire diff old.jsonl new.jsonl", "goldenwire diff known-failures.yaml new.jsonl --markdown"),
    "scale": (
        "goldenwire scale msgpack -- ./my-codec --its-options",
        "goldenwire scale msgpack --select msgpack/scale/map --operation decode -- ./my-codec",
        "goldenwire scale msgpack --most 20000 --json scale.json -- ./my-codec",
    ),
    "soak": (
        "goldenwire soak daphne --minutes 60 -- ./my-codec",
        "goldenwire soak all --minutes 600 --scheduler tcp://head:8786 -- /opt/my-codec",
    ),
    "strength": (
        "goldenwire strength daphne --sample 100 --state state.jsonl",
        "goldenwire strength daphne --codec FOLDER",
    ),
    "new": ("goldenwire new rust my-codec --format daphne", "goldenwire new format leb ./leb"),
    **{
        f"new {language}": (f"goldenwire new {language} my-codec --format daphne",)
        for language in ("python", "javascript", "c", "cpp", "go", "rust", "java", "ruby", "r")
    },
    "new format": ("goldenwire new format leb ./leb",),
    "completion": (
        "source <(goldenwire completion bash)",
        "goldenwire completion zsh > ~/.zfunc/_goldenwire",
        "goldenwire completion fish > ~/.config/fish/completions/goldenwire.fish",
    ),
}


def epilog(command: str) -> str:
    """Return the end of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[command])
