# What a person does with a checkout; `make help` lists it.
PYTHON ?= python3
VENV ?= .venv
LOWEST := .venv-lowest
BIN := $(VENV)/bin
ADAPTERS := harness/adapters
ORACLES := tests/daphne/oracle/kaitai
BROWSER := tests/harness/report/browser

# The tests start hundreds of processes, which need not compile what one of them has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# Nothing is compiled: little of what is installed is imported.
quietly := install --quiet --disable-pip-version-check --no-compile

# uv, where it is installed, takes a quarter of pip's time. Without it a new environment has its pip from the pip that is
# there, in half the time in which it makes one of its own; a pip before 22.3 cannot, nor can a Python without any.
UV ?= $(shell command -v uv)
ifneq ($(UV),)
new = $(UV) venv --quiet --seed --allow-existing --python $(PYTHON) $(VENV)
install = $(UV) pip install --quiet --python $(1)/bin/python
else
new = { $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python $(quietly) pip -e .; } \
  2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
install = $(1)/bin/python -m pip $(quietly)
endif

# The environment to run the kit in, and the one to work on it in. Each is made again when pyproject.toml changes.
$(VENV)/.run: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "goldenwire needs Python 3.11 or newer; name one with make PYTHON=..."; exit 1; }
	@echo "installing goldenwire into $(VENV)"
	@test -x $(BIN)/pip || $(new)
	@test -x $(BIN)/goldenwire -a ! -e $@ || $(call install,$(VENV)) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.run
	@echo "installing what the tests need into $(VENV)"
	@$(call install,$(VENV)) -e '.[dev]'
	@touch $@

# The compiler of the Kaitai grammar and the rules of axe come from npm; without npm the tests that need them skip, and
# say so.
%/node_modules/.ready: %/package-lock.json
	@if command -v npm >/dev/null; then npm ci --silent --no-audit --no-fund --prefix $* && touch $@; \
	else echo "npm is not installed: what needs $* is skipped"; fi

demo:  ## check two foreign codecs and print what the kit finds
	@sh $(ADAPTERS)/demo.sh $(abspath $(BIN)/goldenwire) $(MAKE) --no-print-directory $(VENV)/.run

# One format's tests with FORMAT=daphne; the slow ones come with test-all.
# They stand in tests/FORMAT, or in tests/FORMAT_format where tests import a library of the format's name.
TESTS = $(if $(FORMAT),$(wildcard tests/$(FORMAT) tests/$(FORMAT)_format) tests/kit -k $(FORMAT))

test: $(VENV)/.dev $(ORACLES)/node_modules/.ready $(BROWSER)/node_modules/.ready  ## run the fast tests, those of one format with FORMAT=daphne
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" $(TESTS)
	@test -z "$(FORMAT)" || $(BIN)/goldenwire vectors verify $(FORMAT)

test-long: $(VENV)/.dev $(ORACLES)/node_modules/.ready $(BROWSER)/node_modules/.ready  ## run the tests that `make test` leaves out
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow $(TESTS)

# The lower bounds are those of the oldest Python, if it is there.
OLDEST ?= $(shell python3.11 -c 'import sys; print(sys.executable)' 2>/dev/null || echo $(PYTHON))

$(LOWEST)/.dev: pyproject.toml tests/lowest.py
	@echo "installing the lowest versions of what the tests need into $(LOWEST)"
	@$(OLDEST) -m venv --clear $(LOWEST)
	@$(OLDEST) tests/lowest.py > $(LOWEST)/constraints.txt
	@$(call install,$(LOWEST)) -c $(LOWEST)/constraints.txt -e '.[dev]'
	@touch $@

test-lowest: $(LOWEST)/.dev $(ORACLES)/node_modules/.ready $(BROWSER)/node_modules/.ready  ## run the quick tests with the lowest versions of the dependencies
	@$(LOWEST)/bin/python -m pytest -n auto --dist worksteal -m "not slow" $(TESTS)

test-all: $(VENV)/.dev $(ORACLES)/node_modules/.ready $(BROWSER)/node_modules/.ready  ## run every test
	@$(BIN)/python -m pytest -n auto --dist worksteal $(TESTS)

lint: $(VENV)/.dev  ## ruff: rules and format; tests/language.py: the words of the glossary
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/python tests/language.py

types: $(VENV)/.dev  ## mypy --strict
	@$(BIN)/mypy

contracts: $(VENV)/.dev  ## the directions of imports
	@$(BIN)/lint-imports

# Options of `goldenwire vectors verify`, such as --no-cache.
VERIFY ?=

verify: $(VENV)/.run  ## generate the vectors in memory and compare them with the tree
	@$(BIN)/goldenwire vectors verify $(VERIFY)

vectors: $(VENV)/.run  ## generate the vectors again
	@$(BIN)/goldenwire vectors regenerate

conformance: $(VENV)/.run  ## check every adapter of the checkout against its known failures
	@sh $(ADAPTERS)/conformance.sh $(abspath $(BIN)/goldenwire)

# Some of the codecs with CODECS='python-* ruby-msgpack'; CI runs those that need few packages, as part of `conformance`.
bench-msgpack: $(VENV)/.run  ## install the MessagePack codecs that people use, and check each against its known failures
	@$(MAKE) --no-print-directory -C $(ADAPTERS)/msgpack-bench check PYTHON=$(abspath $(BIN)/python) CODECS="$(CODECS)"

determinism: $(VENV)/.run  ## generate under other Pythons, hash seeds, time zones, locales, byte orders, as far as there are any
	@$(BIN)/python tests/determinism.py $(DETERMINISM)

# Options of `goldenwire strength`, such as --seed 7; verdicts are kept in build/strength, to go on from.
STRENGTH ?=
SAMPLE ?= 60
STATE := build/strength

trust: $(VENV)/.run  ## write the figures of vectors/strength.json into vectors/README.md
	@$(BIN)/python -m goldenwire.strength.trust vectors

strength: $(VENV)/.run  ## a fixed sample of mutants of each reference: fails on a survivor that is not listed
	@mkdir -p $(STATE)
	@for format in $$($(BIN)/python -c "from goldenwire_reference.formats import FORMATS; print(*FORMATS)"); do \
	  $(BIN)/goldenwire strength $$format --sample $(SAMPLE) --state $(STATE)/$$format.jsonl $(STRENGTH) || failed="$$failed $$format"; \
	done; test -z "$$failed" || { echo "not strong enough:$$failed"; exit 1; }

strength-cpp: codec = daphne
strength-go: codec = dynd
strength-c: codec = dspack
strength-javascript: codec = sciserialize
strength-cpp strength-go strength-c strength-javascript: strength-%: $(VENV)/.run  ## mutants of the codec in that language
	@mkdir -p $(STATE)
	@$(BIN)/goldenwire strength $(codec) --codec $(ADAPTERS)/$*-$(codec) --state $(STATE)/$*.jsonl $(STRENGTH)

docs: $(VENV)/.dev  ## build the documentation into build/docs, to be opened from disk; a broken link fails
	@$(BIN)/python -m docs.build
	@echo "open build/docs/index.html"

docs-outputs: $(VENV)/.dev  ## run the commands that the documentation shows, and write their outputs and its picture anew
	@$(BIN)/python -m docs.pictures
	@$(BIN)/python -m docs.screens
	@$(BIN)/python -m docs.transcripts

# Some of the parts with PARTS='transport reference', small data with SIZE=small; the lines are kept in build/bench.json,
# those of every round.
ROUNDS ?=
PARTS ?=
SIZE ?=
bench_options = $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(PARTS),--parts $(PARTS)) $(if $(SIZE),--size $(SIZE))

bench: $(VENV)/.dev  ## measure speed, each line as a ratio beside its baseline
	@$(BIN)/python tests/bench.py $(bench_options)

bench-compare: $(VENV)/.dev  ## say what moved in the bench since OLD, a git revision or a build/bench.json of ROUNDS=3 or more
	@test -n "$(OLD)" || { echo "name what to compare with: make bench-compare OLD=main, or OLD=old.json"; exit 2; }
	@$(BIN)/python tests/bench_compare.py "$(OLD)" $(bench_options)

bench-curves: $(VENV)/.dev  ## measure what grows with cases, messages, processes and examples; draw it for the documentation
	@$(BIN)/python tests/bench_curves.py
	@$(BIN)/python -m docs.curves

bench-dask: $(VENV)/.dev  ## measure soaks here and on 1, 2 and 4 Dask workers of this machine, and what an example costs
	@$(BIN)/python tests/bench_dask.py

bench-peers: $(VENV)/.dev  ## the same cases through goldenwire, Bowtie (from PyPI) and a process for each case
	@$(BIN)/python tests/bench_peers.py

# One file that unpacks itself into ~/.shiv when it is first run; for this machine's kind, since numpy is compiled code.
zipapp: $(VENV)/.run  ## make dist/goldenwire.pyz, which runs wherever there is this Python
	@$(call install,$(VENV)) 'shiv>=1.0.8'
	@mkdir -p dist
	@$(BIN)/shiv --quiet --extend-pythonpath --python '/usr/bin/env python3' --console-script goldenwire -o dist/goldenwire.pyz .

# What is worth keeping of the inputs lies in .fuzz; name targets with TARGET=decode-daphne.
fuzz: $(VENV)/.dev  ## feed every reader of foreign bytes for MINUTES, or with INPUTS each, guided by coverage
	@$(call install,$(VENV)) 'atheris>=2.3'
	@$(BIN)/python tests/fuzz.py $(if $(MINUTES),--minutes $(MINUTES)) $(if $(INPUTS),--inputs $(INPUTS)) \
	  $(if $(LENGTH),--length $(LENGTH)) $(TARGET)

drill: $(VENV)/.dev  ## kill soaks and checks at random for MINUTES, and see that nothing is lost
	@$(BIN)/python tests/drill.py $(or $(MINUTES),10)

check: lint types contracts verify test-all  ## all of the above that decide

clean:  ## remove what make made
	@rm -rf $(VENV) $(LOWEST) $(ORACLES)/node_modules $(BROWSER)/node_modules build dist
	@for folder in $(ADAPTERS)/*/; do test ! -f $$folder/Makefile || $(MAKE) -s -C $$folder clean 2>/dev/null || true; done

.PHONY: help demo docs docs-outputs test test-long test-lowest test-all lint types contracts verify vectors conformance bench fuzz drill check clean strength \
  strength-cpp strength-go strength-c strength-javascript determinism trust zipapp bench-msgpack \
  bench-compare bench-curves bench-dask bench-peers
