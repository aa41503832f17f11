# Two commands do all the set-up: `make demo` and `make test`. The rest is for maintainers.
PYTHON ?= python3
PIP = .venv/bin/pip --quiet --disable-pip-version-check
DIGESTS ?= digests

.PHONY: demo test lint format lock chaos bench bench-search bench-roundups bench-conversation words clean

demo: .venv/ready
	@.venv/bin/python -m bot demo "$(DIGESTS)"

test: .venv/ready-dev
	.venv/bin/pytest --numprocesses 3 --dist worksteal

lint: .venv/ready-dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

format: .venv/ready-dev
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

# Longer than the tests do it: 500 kills on each database, weeks of faults. KILLS=n, SEED=n.
chaos: .venv/ready-dev
	.venv/bin/python -m tests.chaos $(if $(KILLS),--kills $(KILLS)) $(if $(SEED),--seed $(SEED))

bench: .venv/ready-dev
	.venv/bin/python -m benchmarks.answer

bench-search: .venv/ready-dev
	.venv/bin/python -m benchmarks.search --plot docs/latency.svg

bench-roundups: .venv/ready-dev
	.venv/bin/python -m benchmarks.roundups

# Takes into the catalogue what the code says; the translations themselves are written by hand.
words: .venv/ready-dev
	.venv/bin/python -m tests.slack.catalogue

bench-conversation: .venv/ready-dev
	.venv/bin/python -m benchmarks.conversation

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "prdigest needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/ready: requirements.txt pyproject.toml | .venv/bin/python
	@echo "Installing prdigest into .venv (once; it takes a minute) …"
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/ready-dev: requirements-dev.txt pyproject.toml | .venv/bin/python
	@echo "Installing prdigest and its tools into .venv (once; it takes a minute) …"
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@ .venv/ready

# Pins every dependency with its hashes, from pyproject.toml.
UV = uvx --from uv uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
     --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
     --extra build pyproject.toml
lock:
	$(UV) --output-file requirements.txt
	$(UV) --extra dev --extra bench --output-file requirements-dev.txt

clean:
	rm -rf .venv build *.egg-info .import_linter_cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
