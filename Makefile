# Everything a fresh clone needs. `make try` grades a CUDA kernel with no GPU; `make test` checks this repository.

PYTHON ?= python3
MODULE := 06

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SLOW_STAMP := $(VENV)/.installed-slow
# One more than the cores of a small machine: tests wait for clocks, screens and children.
WORKERS := 3
GPU_LOG := build/test-gpu.log
ALONE := tests/gpu/test_clocks.py tests/gpu/test_solutions.py tests/gpu/test_edition.py

# Tests start the grader as a process a thousand times: Python compiles it in the first, not in each.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup gpu wheels try lint collected quick test test-slow test-long test-gpu site clean

help:
	@echo "make try        grade module 06 without a GPU: its skeletons, then its solutions"
	@echo "make setup      create $(VENV) with everything installed; the command is then $(BIN)/grader"
	@echo "make quick      the tests that your change touches, within a minute"
	@echo "make test       lint, types, layers and the fast tests (make test-slow: the rest of a push; make test-long: everything)"
	@echo "make gpu        on a machine with an NVIDIA GPU: install what uses it, and say whether it works"
	@echo "make test-gpu   the tests that need the GPU; their log is kept in $(GPU_LOG)"
	@echo "make site       the course as a site, in both languages: build/site/index.html"
	@echo "make wheels     fetch all that 'make gpu WHEELS=wheels' needs on a machine without a network"
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
	@$(BIN)/python -m compileall -q grader # behind its walls a child could never keep what it compiled
	@touch $@

# What only the slow tests need: nbgrader, a cluster on this machine, and what drives a browser, and the site.
$(SLOW_STAMP): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,instructor,cluster,browser,site]'
	@touch $@

# With WHEELS the network is left alone. An existing environment may be used: make gpu VENV=/path/to/venv
gpu:
	@$(PYTHON) grader/python_version.py
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  $(if $(WHEELS),--no-index --find-links $(WHEELS)) -e '.[gpu,test]'
	@$(BIN)/python -m grader doctor

wheels:
	$(PYTHON) -m pip download --quiet --disable-pip-version-check --dest wheels '.[gpu,test]' 'setuptools>=77' wheel

test-gpu:
	@mkdir -p $(dir $(GPU_LOG))
	@{ $(BIN)/python -m pytest -q -n 6 -m gpu $(patsubst %,--ignore %,$(ALONE)) tests/gpu && \
	  $(BIN)/python -m pytest -q -m gpu --durations=0 $(ALONE); } > $(GPU_LOG) 2>&1; \
	  status=$$?; cat $(GPU_LOG); exit $$status

try: setup
	@$(BIN)/python docs/try_module.py $(MODULE)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Beside the linters, which keep one core: compiles the tests, which each of the workers would do otherwise.
collected: setup
	@out=$$($(BIN)/python -m pytest --collect-only -qq -m "not slow and not long" 2>&1) || { echo "$$out"; exit 1; }

test: setup
	@$(MAKE) --no-print-directory -j 2 lint collected
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow and not long"

# What the change touches, the slow self-test of its exercises included, as far as one minute reaches.
quick: setup
	@$(BIN)/ruff check --quiet .
	@$(BIN)/python -m pytest -q -n 2 -m "not long" --seconds 45 $$($(BIN)/python tests/quick.py)

test-slow: $(SLOW_STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "slow and not long"

site: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[site]'
	$(BIN)/python docs/site/build.py build/site

# Everything that a push leaves out, too. What it has held is noted, so that pushes may take shares of it.
test-long: lint $(SLOW_STAMP)
	WARPLINGS_LONG=1 WARPLINGS_REAL_PROCESSES=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(LONG)
	$(if $(LONG),,$(BIN)/python -m tests.tiers)

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
