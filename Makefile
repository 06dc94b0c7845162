# make serve   build the site, serve it, print its address; pages are rebuilt as they change
# make test    everything: style, types, engine, records, site, browser
# make site    build the site into site/
# make help    the rest
#
# Each step runs again only when something that it reads has changed.

VENV := .venv
PY := $(VENV)/bin/python
STAMPS := .cache/stamps

# Where the site will stand; MkDocs writes it into the sitemap and the canonical links.
SITE_URL ?= http://127.0.0.1:8000/
HOST ?= 127.0.0.1
PORT ?= 8000

export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
export SITE_URL
export HYPOTHESIS_STORAGE_DIRECTORY := $(CURDIR)/.cache/hypothesis
# Material's notice of its end of life on every build; the pins in pyproject.toml are our answer.
export NO_MKDOCS_2_WARNING := 1
# The same commit gives the same bytes.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1577836800)
export SOURCE_DATE_EPOCH

.PHONY: help serve site test everywhere lint format bench mutants packages chromium browsers public-names harvest verdicts lock clean distclean
.DELETE_ON_ERROR:

help:
	@echo "make serve         build the site, serve it and print its address (HOST=, PORT=)"
	@echo "make site          build the site into site/ (SITE_URL=https://where.it/will/stand/)"
	@echo "make test          style, types and all tests, those in browsers too (CHROMIUM=, TESTS=)"
	@echo "make lint          style and types alone"
	@echo "make format        format the Python code"
	@echo "make everywhere    of these only the core in Firefox and WebKitGTK"
	@echo "make bench         measure every budget and write docs/speed.md (a quarter of an hour)"
	@echo "make mutants       change the engine one rule at a time: no change may go unnoticed"
	@echo "make public-names  write the list of the engine's public names anew"
	@echo "make harvest       write the engine's games in replays/ anew from their lists"
	@echo "make verdicts      store what the solver says of records that are new or changed"
	@echo "make lock          resolve all packages anew: requirements.lock, package-lock.json"
	@echo "make audit         look at the workflow, ask the advisory databases about all packages (network)"
	@echo "make canary        build the pages with Zensical and list what is missing"
	@echo "make clean         remove what was built; make distclean also what was installed"

# --- what is installed -----------------------------------------------------------------------

# The stamp holds the folder: an environment that was moved or copied is made anew.
PACKAGES := $(VENV)/.packages
ifneq ($(shell cat $(PACKAGES) 2>/dev/null),$(CURDIR))
.PHONY: $(PACKAGES)
endif

$(PACKAGES): tools/make-venv tools/find-python requirements.lock pyproject.toml site_plugins/pyproject.toml
	@tools/make-venv $(VENV)
	@echo "== Python packages"
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@$(PY) -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation \
		-e . -e ./site_plugins
	@pwd > $@

NODE_PACKAGES := node_modules/.package-lock.json
$(NODE_PACKAGES): package.json package-lock.json .npmrc $(PACKAGES)
	@echo "== Node packages"
	@npm ci --loglevel error --no-progress --ignore-scripts || { echo "npm could not install the packages of package-lock.json." >&2; exit 1; }
	@touch $@

packages: $(PACKAGES) $(NODE_PACKAGES)

# The browser is looked for at every run (that is quick) and installed only when there is none.
chromium: $(PACKAGES)
	@$(PY) -m tools.chromium > /dev/null

# Firefox and WebKitGTK as Debian has them. For who is not root on Debian, and has none, their tests
# are skipped.
browsers: $(PACKAGES)
	@$(PY) -m tests.everywhere.install --or-skip > /dev/null

# --- the site --------------------------------------------------------------------------------

# Folders too: they change when a page or a record is taken away.
SOURCES := mkdocs.yml pyproject.toml CITATION.cff $(shell find docs replays sources 2>/dev/null) \
	$(shell find elfern_core site_plugins -type f -not -name '*.pyc' 2>/dev/null)

# Changes when the address does.
ADDRESS := $(STAMPS)/address
ifneq ($(shell cat $(ADDRESS) 2>/dev/null),$(SITE_URL))
.PHONY: $(ADDRESS)
endif
$(ADDRESS):
	@mkdir -p $(@D)
	@echo '$(SITE_URL)' > $@

site/index.html: $(SOURCES) $(ADDRESS) $(PACKAGES) $(NODE_PACKAGES)
	@echo "== Site for $(SITE_URL)"
	@$(PY) -m mkdocs build --strict --quiet --site-dir site
	@touch $@

site: site/index.html
	@echo "The site is in site/, made for $(SITE_URL)"

serve: $(PACKAGES) $(NODE_PACKAGES)
	@$(PY) -m tools.serve --host $(HOST) --port $(PORT)

# --- checks ----------------------------------------------------------------------------------

lint: $(PACKAGES)
	@echo "== Style"
	@$(PY) -m ruff check
	@echo "== Types"
	@$(PY) -m mypy

format: $(PACKAGES)
	@$(PY) -m ruff check --fix-only --quiet
	@$(PY) -m ruff format

# pytest's closing line is the last of the output. TESTS: what to give pytest, such as a folder.
test: $(PACKAGES) $(NODE_PACKAGES) chromium browsers site/index.html lint
	@echo "== Tests"
	@$(PY) -m pytest $(TESTS)

# The core of the browser tests in Firefox and WebKitGTK alone; here both must be there.
everywhere: $(PACKAGES) $(NODE_PACKAGES) site/index.html
	@$(PY) -m tests.everywhere.install
	@$(PY) -m pytest tests/everywhere

# Peers to measure against, and Lighthouse, beside the environment: their pins do not go with ours.
PEERS := .cache/peers/.installed
$(PEERS): Makefile $(PACKAGES)
	@echo "== Peers of the benchmarks"
	@$(PY) -m pip install -q --disable-pip-version-check --no-deps --upgrade \
		--target $(@D) schnapsen==0.0.5 open_spiel==2.0.2 markdown-exec==1.12.6
	@$(PY) -m pip download -q --disable-pip-version-check --no-deps --dest $(@D)/wheels \
		micropip==0.11.1
	@npm install --prefix $(@D) --no-save --no-audit --no-fund --ignore-scripts --loglevel error \
		lighthouse@13.5.0 ace-builds@1.16.0 @highlightjs/cdn-assets@11.7.0 highlightjs-themes@1.0.0
	@touch $@

bench: $(PACKAGES) $(NODE_PACKAGES) $(PEERS) chromium site/index.html
	@PYTHONPATH=$(dir $(PEERS)) $(PY) -m tests.bench \
		$(dir $(PEERS))node_modules/lighthouse site docs/speed.md

public-names: $(PACKAGES)
	@$(PY) -m tools.public_names --write

# Changes made to the engine one by one: each must be noticed by the tests of the rules.
mutants: $(PACKAGES)
	@$(PY) -m tests.engine.mutants

# --- upkeep ----------------------------------------------------------------------------------

# The engine's games in the archive, from their lists; what the solver says of all records.
harvest: $(PACKAGES)
	@$(PY) -m tools.harvest make

verdicts: $(PACKAGES)
	@$(PY) -m tools.verdicts

lock:
	@tools/lock

# Tools that look at the project from outside, each in an environment of its own.
AUDIT := .cache/audit-venv
audit: $(PACKAGES)
	@tools/make-venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip install -q --disable-pip-version-check 'pip-audit>=2.9,<3' 'zizmor>=1.20,<2'
	@$(AUDIT)/bin/zizmor --offline --no-progress .github/workflows
	@$(PY) -m tools.audit $(AUDIT)/bin/pip-audit

CANARY := .cache/canary-venv
canary: $(PACKAGES) site/index.html
	@tools/make-venv $(CANARY)
	@$(CANARY)/bin/python -m pip install -q --disable-pip-version-check 'zensical>=0.0.70,<1' 'mkdocstrings[python]>=1,<2'
	@$(PY) -m tools.canary $(CURDIR)/$(CANARY)/bin/zensical

clean:
	rm -rf site dist .cache

distclean: clean
	rm -rf $(VENV) node_modules
