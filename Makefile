# Foldbook: `make demo` and `make test` on a fresh Debian with a Swift toolchain; `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
SWIFT ?= swift
# Everything in one file, and in it what short commands touch lies together, since a page that a process touches first costs it
# about 3 µs (docs/decisions/0022-startup-order.md). The list is made by `make startup-order`.
STARTUP_ORDER := Benchmarks/Baselines/startup-order.txt
STATIC := -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xlinker --symbol-ordering-file='$(CURDIR)/$(STARTUP_ORDER)' -Xlinker --no-warn-symbol-ordering
PACKAGES := libexpat1-dev liblmdb-dev libmicrohttpd-dev libssl-dev libutf8proc-dev libxxhash-dev pkg-config hledger ledger beancount \
  chromium fonts-inter python3-venv
SOURCES := Package.swift Sources Tests Benchmarks
PREFIX ?= /usr/local
BIN := $(CURDIR)/.build/release/foldbook
GENERATOR := $(CURDIR)/.build/release/foldbook-generate
CLANG ?= clang
FAULTS := $(CURDIR)/.build/faults.so
BENCH := $(CURDIR)/.build/release/foldbook-bench
BASELINE := .build/baseline
BROWSER := $(CURDIR)/.build/browser

.PHONY: help deps build install generator demo test browser tour lint format clean

help:
	@echo 'make demo    build, import three bank files into a new ledger, show what can be asked'
	@echo 'make test    install what is missing and pass every test'
	@echo 'make browser only the tests of the dashboard in chromium'
	@echo 'make build   the program, static, at .build/release/foldbook, and foldbook-server beside it'
	@echo 'make install both programs, into PREFIX/bin ($(PREFIX)/bin)'
	@echo 'make tour    write what the program prints today into the README'
	@echo 'make bench   every benchmark at one size (EVENTS=100000), time, rate, memory and a digest of each result'
	@echo 'make bench-check  a small size of each, and counts that do not depend on the machine, against what is recorded'
	@echo 'make startup-order  list anew what short commands touch, so that the linker lays it together'
	@echo 'make bench-peers  the same beside hledger, ledger, beancount, SQLite and DuckDB, into docs/benchmarks.md'
	@echo 'make fuzz    hand 10 million made-up inputs to every decoder (FUZZ_RUNS=N, FUZZ_DECODERS="csv ofx")'
	@echo 'make soak    the long form of the tests of crashes, faults and concurrency, and the tests under sanitizers; prints figures'
	@echo 'make coverage  the lines of each target that the tests run'
	@echo 'make lint    the format check that CI runs'
	@echo 'make format  format every source file'
	@echo 'make clean   remove what was built'

# Installs only what is missing, so that a machine without a network can build once the packages are there.
deps:
	@missing=(); for package in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'install ok installed' || missing+=($$package); done; \
	command -v python3 >/dev/null || missing+=(python3); \
	if [ $${#missing[@]} -gt 0 ]; then \
	  root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	  $$root apt-get update -qq; DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq "$${missing[@]}"; fi

build: deps
	$(SWIFT) build -c release --product foldbook $(STATIC)
	$(SWIFT) build -c release --product foldbook-server --static-swift-stdlib --scratch-path .build/server
	install .build/server/release/foldbook-server $(dir $(BIN))

# Both programs, side by side: 'foldbook serve' looks for the other one beside itself.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install $(BIN) $(dir $(BIN))foldbook-server $(DESTDIR)$(PREFIX)/bin

generator: build
	$(SWIFT) build -c release --product foldbook-generate $(STATIC)

demo: generator
	Benchmarks/demo.sh $(BIN) $(GENERATOR)

# Tests have a build folder of their own: the static flag would rebuild everything each time.
test: generator $(FAULTS) fuzz-short
	FOLDBOOK_BIN=$(BIN) FOLDBOOK_FAULTS=$(FAULTS) $(SWIFT) test --scratch-path .build/tests
	Benchmarks/tour.py $(BIN) $(GENERATOR) README.md
	$(MAKE) bench-check
	$(MAKE) browser

# The dashboard in chromium; pictures of it are left in .build/browser/pictures for whoever changes the page.
browser: generator $(BROWSER)/requirements.txt
	FOLDBOOK_BIN=$(BIN) FOLDBOOK_SERVER_BIN=$(dir $(BIN))foldbook-server FOLDBOOK_GENERATOR=$(GENERATOR) PYTHONDONTWRITEBYTECODE=1 \
	  $(BROWSER)/bin/python -m pytest --quiet --numprocesses 2 --rootdir Tests/Browser Tests/Browser

# Python packages of the browser tests, pinned, in an environment of their own; installed again when the list changes.
$(BROWSER)/requirements.txt: Tests/Browser/requirements.txt
	python3 -m venv $(BROWSER)
	$(BROWSER)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	cp $< $@

# What makes the file calls of a program fail; the compiler comes with Swift.
$(FAULTS): Tests/FaultInjection/faults.c
	@mkdir -p $(@D)
	$(CLANG) -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $< -ldl

# The long form of the tests of kills, failing calls, power cuts, full disks and several processes, and of random histories,
# then every other test under AddressSanitizer and ThreadSanitizer, the program too. FOLDBOOK_SEED=N repeats one seed.
SOAK ?= Crash EndToEnd.RandomHistoryTests EndToEnd.NamesHistoryTests
.PHONY: soak sanitize-address sanitize-thread
soak: generator $(FAULTS)
	FOLDBOOK_SOAK=1 FOLDBOOK_BIN=$(BIN) FOLDBOOK_FAULTS=$(FAULTS) nice -n 19 $(SWIFT) test -c release --scratch-path .build/soak \
	  $(foreach suite,$(SOAK),--filter '^$(suite)') 2>&1 | tee .build/soak.txt
	$(MAKE) sanitize-address sanitize-thread
	grep -E '^(soak|SKIPPED):' .build/soak.txt

# The fault library must be loaded before all others, as a sanitizer must; so the tests of crashes are left out here. Histories are
# twenty times slower: fewer of them.
sanitize-address sanitize-thread: sanitize-%: deps
	$(SWIFT) build --sanitize $* --build-tests --scratch-path .build/$*
	FOLDBOOK_BIN=$(CURDIR)/.build/$*/debug/foldbook ASAN_OPTIONS=detect_leaks=0 \
	  TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.txt FOLDBOOK_ROUNDS=40 nice -n 19 \
	  $(SWIFT) test --skip-build --sanitize $* --scratch-path .build/$* --skip '^Crash'

# A decoder a line of `foldbook-fuzz --list`; the seeds lie in Tests/Fuzz/Seeds, what is found is kept in .build/fuzz.
FUZZ_RUNS ?= 10000000
FUZZ_SECONDS ?= 0
FUZZ_DECODERS ?= all
FUZZ_SEES ?= comparisons
.PHONY: fuzz fuzz-short
fuzz: deps
	FUZZ_SEES=$(FUZZ_SEES) Tests/Fuzz/run.sh $(FUZZ_RUNS) $(FUZZ_SECONDS) $(FUZZ_DECODERS)

fuzz-short: FUZZ_RUNS = 100000
fuzz-short: FUZZ_SECONDS = 2
fuzz-short: fuzz

# Lines of each target that the tests run in their own process; what only the program runs does not count, nor do tests and
# benchmarks. Tests of kills are left out, since they run the program alone.
.PHONY: coverage
coverage: generator $(FAULTS)
	FOLDBOOK_BIN=$(BIN) FOLDBOOK_FAULTS=$(FAULTS) \
	  $(SWIFT) test --scratch-path .build/coverage --enable-code-coverage --skip '^Crash'
	Tests/coverage.py "$$($(SWIFT) test --scratch-path .build/coverage --show-codecov-path)"

tour: generator
	Benchmarks/tour.py --write $(BIN) $(GENERATOR) README.md

lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

# The C programs that replay figures are ratios to.
.PHONY: baseline benchmarks bench bench-check bench-counts startup-order bench-peers
PACKAGES += valgrind
baseline: deps
	mkdir -p $(BASELINE)
	$(CLANG) -std=c11 -O2 -Wall -Wextra -Werror -o $(BASELINE)/run Benchmarks/CBaseline/run.c
	for program in fold scan append; do \
	  $(CLANG) -std=c11 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -o $(BASELINE)/$$program Benchmarks/CBaseline/$$program.c \
	    Benchmarks/CBaseline/journal.c -llmdb -lpthread; done

benchmarks: build baseline
	$(SWIFT) build -c release --product foldbook-bench $(STATIC)

# Every benchmark at one size: `make bench EVENTS=1000000`.
EVENTS ?= 100000
bench: benchmarks
	$(BENCH) --events $(EVENTS) --program $(BIN)

COUNTS := Benchmarks/Baselines/counts.json
# What does not depend on the machine, compared with what is recorded; `make bench-counts` records it anew.
bench-check: benchmarks
	Benchmarks/counts.py $(BENCH) $(BIN) $(BASELINE) $(COUNTS)
	Benchmarks/startup_order.py --check $(BIN) $(STARTUP_ORDER)

bench-counts: benchmarks
	Benchmarks/counts.py --write $(BENCH) $(BIN) $(BASELINE) $(COUNTS)

# What short commands touch, for the linker; the next build from nothing lays it together.
startup-order: benchmarks
	Benchmarks/startup_order.py $(BIN) $(BENCH) $(STARTUP_ORDER)

# The peers beside us on the same data; minutes of plain-text accounting are part of it. PEERS='--rounds 1 --middle 100000'.
PEERS ?=
VENV := .venv
bench-peers: benchmarks
	Benchmarks/Peers/install.sh $(VENV)
	$(VENV)/bin/python Benchmarks/Peers/peers.py --foldbook $(BIN) --bench $(BENCH) --baseline $(BASELINE) \
	  --folder .build/peers --write docs/benchmarks.md $(PEERS)

clean:
	rm -rf .build
