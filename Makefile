# Walstatt. `make` alone lists what there is to make; everything sets itself up.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

BIN := .venv/bin
CLIENT := src/walstatt/server/client/index.html
PYTEST := $(BIN)/pytest
WALSTATT := $(BIN)/walstatt
# How many processes test at once.
JOBS ?= 2
# Everything but the long tests and those that need a browser (make nightly, make browser).
UNIT := -n $(JOBS) --dist worksteal -m "not nightly and not browser" --ignore=tests/web
# More arguments for play, unit, fuzz and bench: make play ARGS="--help"
ARGS ?=

# --- What there is to make ---------------------------------------------------------------------

.PHONY: help
help: ## List these targets
	@echo "make play   plays;  make test   proves that it works.  All targets:"
	@echo
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk '!seen[$$0]++' | \
		while IFS='|' read -r target text; do printf '  %-14s %s\n' "$$target" "$$text"; done

# --- Playing -----------------------------------------------------------------------------------

.PHONY: play terminal
play: .venv/.run.stamp $(CLIENT) ## Play in the browser
	@$(WALSTATT) serve --open $(ARGS)

terminal: .venv/.run.stamp ## Play in the terminal
	@$(WALSTATT) play $(ARGS)

# --- Testing -----------------------------------------------------------------------------------

.PHONY: test check lint types imports web unit conformance cases browser
test: lint types imports web unit cases browser ## Everything that must hold for every commit
check: lint types imports ## What can be said without running the program

lint: .venv/.dev.stamp ## Ruff: lint and format
	@echo "== lint"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: .venv/.dev.stamp ## mypy, strict
	@echo "== types"
	@$(BIN)/mypy

imports: .venv/.dev.stamp ## The import law: who may import whom
	@echo "== imports"
	@$(BIN)/lint-imports --no-logo

web: $(CLIENT) ## The web client: lint, types, unit tests, build
	@echo "== web"
	@cd web && npx --no-install biome ci --colors=off --reporter=summary .
	@cd web && npx --no-install svelte-check --fail-on-warnings --output human --tsconfig ./tsconfig.json
	@cd web && NO_COLOR=1 npx --no-install vitest run --reporter=dot

unit: .venv/.dev.stamp ## pytest, without browser and nightly tests
	@echo "== unit"
	@$(PYTEST) $(UNIT) $(ARGS) tests

conformance: .venv/.dev.stamp ## Only the suite that every game must pass
	@echo "== conformance"
	@$(PYTEST) -n $(JOBS) --dist worksteal tests/conformance

cases: .venv/.run.stamp ## The rules questions in cases/
	@echo "== cases"
ifneq ($(wildcard cases/*),)
	@$(WALSTATT) case run cases/
else
	@echo "no cases yet"
endif

ifneq ($(wildcard tests/web/test_*.py),)
browser: .venv/.browser.stamp $(CLIENT) ## The web client in Chromium
	@echo "== browser"
	@tools/browser.sh $(PYTEST) -n $(JOBS) --dist worksteal -m "not nightly" $(ARGS) tests/web
else
browser: ## The web client in Chromium
	@echo "== browser"
	@echo "no browser tests yet"
endif

# --- Longer work -------------------------------------------------------------------------------

.PHONY: fuzz nightly bench load mutate coverage tidy
fuzz: .venv/.run.stamp ## Random games, all titles
	@echo "== fuzz"
	@$(WALSTATT) fuzz --all --games 20 $(ARGS)

nightly: .venv/.browser.stamp $(CLIENT) docs-check ## The long tests, and the fuzzer at length
	@echo "== nightly"
	@$(PYTEST) -n $(JOBS) --dist worksteal -m nightly tests || test $$? -eq 5 # 5: there are none
	@WALSTATT_HYPOTHESIS=searching $(PYTEST) -n $(JOBS) tests/boards tests/property tests/kernel
	@$(WALSTATT) fuzz --all --games 200
	@$(MAKE) compiled
	@PYTHONPATH=build/compiled $(PYTEST) -p no:cacheprovider tests/games/test_golden.py

bench: .venv/.peers.stamp .venv/.browser.stamp $(CLIENT) compiled ## Speed, as ratios to a yardstick in the same run
	@$(BIN)/python -m tools.bench $(ARGS)
	@$(BIN)/python tools/bench_envs.py
	@tools/browser.sh $(BIN)/python tools/bench_client.py

load: .venv/.dev.stamp ## Two hundred tables at once: how long do answers take?
	@$(BIN)/python tools/load.py $(ARGS)

mutate: .venv/.dev.stamp ## Mutation testing: which wrong rules would the tests let pass?
	@$(BIN)/python -m tools.mutate $(ARGS)

coverage: .venv/.dev.stamp ## Which lines and branches the tests reach
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest $(UNIT) tests
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

tidy: .venv/.dev.stamp ## Advice: unused dependencies, dead code
	-@$(BIN)/deptry src
	-@$(BIN)/vulture

# --- Upkeep ------------------------------------------------------------------------------------

.PHONY: format golden screenshots docs-check requirements dist compiled clean clean-all
format: .venv/.dev.stamp web/node_modules/.made.stamp ## Let Ruff and Biome format and mend what they can
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format
	@cd web && npx --no-install biome check --write --colors=off .

golden: .venv/.dev.stamp ## Write the golden files anew; then read the diff
	@WALSTATT_UPDATE_GOLDEN=1 $(PYTEST) -p no:randomly --ignore=tests/web -k golden tests

screenshots: .venv/.browser.stamp $(CLIENT) ## Draw docs/pictures anew
	@$(BIN)/python tools/screenshot.py
	@tools/browser.sh $(BIN)/python tools/browser_pictures.py $(ARGS)

docs-check: .venv/.run.stamp ## Do the links and commands in the documents exist?
	@$(BIN)/python tools/docs_check.py

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make requirements"

# Add ARGS=--upgrade to move to newer versions. The order matters: each file is bound by the ones before.
requirements: .venv/.dev.stamp ## Pin requirements/*.txt anew from requirements/*.in
	@$(COMPILE) $(ARGS) -o requirements/run.txt pyproject.toml requirements/run.in
	@for name in dev bench browser; do \
		$(COMPILE) $(ARGS) -o requirements/$$name.txt requirements/$$name.in || exit 1; \
	done

dist: .venv/.run.stamp $(CLIENT) ## Build the wheel and the source archive into dist/
	@rm -rf dist
	@$(BIN)/hatchling build

compiled: .venv/.dev.stamp $(CLIENT) ## A faster copy in build/compiled, its busiest modules compiled
	@rm -rf build/compiled
	@WALSTATT_COMPILE=1 $(PIP_INSTALL) --no-deps --no-build-isolation --target build/compiled .

clean: ## Remove what was built and cached, but not .venv
	@rm -rf dist mutants htmlcov test-results src/walstatt/server/client web/src/generated .coverage .coverage.* .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

clean-all: clean ## Remove .venv and node_modules as well
	@rm -rf .venv web/node_modules

# --- Setup: each stamp is renewed when its requirements change ---------------------------------
# (What stands after the bar must be there first, but does not make the stamp old.)

PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check

.venv/.made.stamp:
	@tools/doctor.sh
	@echo "== setup: .venv"
	@"$$(tools/doctor.sh python)" -m venv .venv
	@touch $@

.venv/.run.stamp: requirements/run.txt pyproject.toml | .venv/.made.stamp
	@echo "== setup: the program"
	@$(PIP_INSTALL) --require-hashes -r requirements/run.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.%.stamp: requirements/%.txt | .venv/.run.stamp
	@echo "== setup: tools ($*)"
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

.venv/.peers.stamp: requirements/peers.txt | .venv/.bench.stamp
	@$(PIP_INSTALL) --no-deps --require-hashes -r $<
	@touch $@

# --- The web client: its types come from the server's structs, its bundle goes into the package ----

WEB := $(shell find web/src web/public web/index.html web/*.ts web/*.js web/*.json -type f 2>/dev/null | grep -v /generated/)

# (Not `npm ci`: it insists on every platform's optional packages, which a lock made on one lacks.)
web/node_modules/.made.stamp: web/package.json web/package-lock.json
	@tools/doctor.sh node
	@echo "== setup: web"
	@cd web && npm install --no-save --silent --no-audit --no-fund
	@touch $@

web/src/generated/protocol.ts: $(wildcard src/walstatt/kernel/*.py src/walstatt/scene/*.py) \
		src/walstatt/server/protocol.py src/walstatt/server/games_told.py tools/ts_types.py | .venv/.run.stamp
	@$(BIN)/python tools/ts_types.py $@

$(CLIENT): web/node_modules/.made.stamp web/src/generated/protocol.ts $(WEB)
	@echo "== web client"
	@cd web && npx --no-install vite build --logLevel warn
	@touch $@

# The yardstick and the browser are bound by the versions of the test tools.
.venv/.bench.stamp .venv/.browser.stamp: | .venv/.dev.stamp
