# Every command a developer needs. `make help` lists them.
SHELL := /bin/bash
PYTHON ?= python3.11
BIN := .venv/bin
PACKAGES := citycode servicekit casework calculators caseroutes permits licensing enforcement gis gateway
# Test files are dealt to two processes, each with databases and a system of its own; a file stays whole. They are dealt as they
# stand, what needs a system last: none stands idle meanwhile.
AT_ONCE := -n 2 --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help run demo test fast lint format types bench bench-gis soak contract migrate rule doctor clean lock token codes-check codes-docs codes-coverage cases audit

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*  ## ' $(MAKEFILE_LIST) | sed -E 's/:.*  ## /\t/' | awk -F'\t' '{printf "make %-15s %s\n", $$1, $$2}'

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing. On Debian: apt install python3.11 python3.11-venv"; exit 1; }
	@$(PYTHON) -m venv .venv || { echo "$(PYTHON) cannot make an environment. On Debian: apt install python3.11-venv"; rm -rf .venv; exit 1; }

.venv/.runtime: .venv/bin/python requirements.lock pyproject.toml
	@echo "Setting up the environment (once, about a minute) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q -x /tests/ libs services gateway deploy
	@touch $@

.venv/.development: .venv/.runtime requirements-dev.lock
	@echo "Adding what tests and checks need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

run: .venv/.runtime  ## set up and start everything on embedded defaults; Ctrl-C stops it all
	@exec $(BIN)/python -m deploy.local run

demo: .venv/.runtime  ## a narrated scenario on a fixed demo date, with every request and answer
	@$(BIN)/python -m deploy.local demo

token: .venv/.runtime  ## print a development token: make token ROLE=clerk CITY=lake-elmo
	@$(BIN)/python -m deploy.local token $(ROLE) $(if $(CITY),--city $(CITY))

test: .venv/.development  ## set up and run the whole suite on the embedded database
	@$(BIN)/python -m pytest $(AT_ONCE)

fast: .venv/.development  ## the tests that need neither a database nor the running system
	@$(BIN)/python -m pytest -m "not storage and not system"

lint: .venv/.development types  ## lint, formatting, one direction of imports, types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports

format: .venv/.development  ## format and mend what can be mended
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

types: .venv/.development
	@MYPYPATH=libs/citycode:libs/servicekit:libs/casework:libs/calculators:libs/caseroutes:services/permits:services/licensing:services/enforcement:services/gis:gateway:. $(BIN)/mypy $(addprefix -p ,$(PACKAGES)) -p deploy.local
	@MYPYPATH=. $(BIN)/mypy libs/*/tests services/*/tests gateway/tests deploy/tests tests conftest.py

contract: .venv/.development  ## write every openapi.json and the authorization skeletons anew
	@$(BIN)/python -m tests.contracts.write

migrate: .venv/.runtime  ## bring every database named by DATABASE_URL_<SERVICE> to the newest schema
	@$(BIN)/python -m deploy.local migrate

codes-check: .venv/.runtime  ## load and check the law under codes/
	@$(BIN)/python -m citycode.check

codes-docs: .venv/.runtime  ## write the law of every program as pages for an attorney, to var/codes-docs
	@$(BIN)/python -m citycode.documentation var/codes-docs

codes-coverage: .venv/.runtime  ## how much of the inventory the packs carry out, and why not the rest
	@$(BIN)/python -m citycode.coverage

cases: .venv/.development  ## run the cases of one rule, or one case: make cases ID=le-wind-height
	@CITYCODE_CASES_ABOUT=$(ID) $(BIN)/python -m pytest tests/cases -k "test_case or test_there"

rule: .venv/.runtime  ## one rule, everywhere it stands: make rule ID=le-wind-height
	@$(BIN)/python -m citycode.rule $(ID)

audit: .venv/.runtime  ## verify the histories of every database named by DATABASE_URL_<SERVICE>
	@$(BIN)/python -m casework.audit

bench: .venv/.development  ## measure speed and memory beside a peer in the same run
	@$(BIN)/python -m tests.load.engine
	@$(BIN)/python -m tests.load.bench

bench-gis: .venv/.development  ## measure gis at a million parcels on Debian's PostGIS: make bench-gis PARCELS=100000
	@$(BIN)/python -m tests.load.gis $(PARCELS)

soak: .venv/.development  ## the long figures: full ranges and many examples
	@CITYCODE_SOAK=1 $(BIN)/python -m pytest $(AT_ONCE) --timeout=3600

doctor:  ## name each missing tool and the command that brings it
	@for tool in make; do command -v $$tool >/dev/null && echo "$$tool: found" || echo "$$tool: missing. On Debian: apt install $${tool/python3.11/python3.11 python3.11-venv}"; done
	@[ ! -x $(BIN)/python ] && { command -v $(PYTHON) >/dev/null && echo "$(PYTHON): found" || echo "$(PYTHON): missing. On Debian: apt install python3.11 python3.11-venv"; echo "environment: not set up yet; make run or make test does it"; } || $(BIN)/python -m deploy.local doctor

clean:  ## reset the data under var/ (databases, logs, development keys)
	@if [ -x $(BIN)/python ]; then $(BIN)/python -m deploy.local clean; else rm -rf var; fi

lock: .venv/.development  ## pin every dependency anew, with hashes
	@$(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --python-version 3.11 --custom-compile-command "make lock" requirements.in -o requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --python-version 3.11 --custom-compile-command "make lock" requirements-dev.in -o requirements-dev.lock
