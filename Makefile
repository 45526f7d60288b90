# Everything a fresh clone needs. `make try` grades a CUDA kernel with no GPU; `make test` checks this repository.

PYTHON ?= python3
EXERCISE := 06/sgemm_tiled
SPEC := exercises/06_shared_memory_tiling/sgemm_tiled.yaml

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TRY := build/try

.DEFAULT_GOAL := help
.PHONY: help setup try lint test test-slow clean

help:
	@echo "make try        grade module 06 without a GPU: its skeleton, then its solution"
	@echo "make setup      create $(VENV) with everything installed; the command is then $(BIN)/grader"
	@echo "make test       lint, types, layers and the fast tests (make test-slow: the rest)"
	@echo "make clean      remove what the tools left behind ($(VENV) stays)"

setup: $(STAMP)

# Runs again only when pyproject.toml changes; an installation that broke off leaves no stamp.
$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Warplings needs Python 3.11 or newer, and '$(PYTHON)' was not found; name one with 'make PYTHON=python3.12 ...'." >&2; \
	  exit 2; }
	@$(PYTHON) grader/python_version.py
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (the first time takes a minute or two) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

define FAILED_AS_NAMED
import json, sys, yaml
report, spec = json.load(open(sys.argv[1])), yaml.safe_load(open(sys.argv[2]))
status = {check["id"]: check["status"] for check in report["checks"]}
named = spec["starter_fails"]
if status.get("compiles") != "pass" or status.get(named) != "fail":
    sys.exit(f"The skeleton should compile and fail `{named}`, but the report says {status}.")
print(f"\n==> The skeleton compiles and fails `{named}`, as it should: its blanks are empty.")
endef
export FAILED_AS_NAMED

try: setup
	@mkdir -p $(TRY)
	@echo "==> 1/2  A student starts here: the skeleton of $(EXERCISE), compiled and run with no GPU."
	@$(BIN)/grader check $(EXERCISE) --json $(TRY)/skeleton.json; status=$$?; \
	if [ $$status -eq 0 ]; then \
	  echo "The skeleton passes, so it has been filled in already; '$(BIN)/grader reset $(EXERCISE)' empties it." >&2; \
	  exit 1; \
	elif [ $$status -ne 1 ]; then \
	  echo "The grader itself could not finish (exit status $$status); '$(BIN)/grader doctor' looks for the reason." >&2; \
	  exit 1; \
	fi
	@$(BIN)/python -c "$$FAILED_AS_NAMED" $(TRY)/skeleton.json $(SPEC)
	@echo "==> 2/2  And this is where the student arrives: the reference solution of the same exercise."
	@$(BIN)/grader check $(EXERCISE) --solution --json $(TRY)/solution.json || { \
	  echo "The reference solution should pass every check." >&2; exit 1; }
	@echo; echo "==> The solution passes. Your turn: edit $(SPEC:.yaml=.cu), then run '$(BIN)/grader check'."

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

test: lint
	$(BIN)/python -m pytest -n 2 -m "not slow"

test-slow: setup
	$(BIN)/python -m pytest -m slow

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
