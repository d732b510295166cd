# Every target installs what is missing first (see scripts/setup.sh), so that
# `make run` and `make test` work on a fresh Debian 12 with git, make and Rust.

# rustup's default place, for shells that were not restarted since.
export PATH := $(PATH):$(HOME)/.cargo/bin

CARGO := cargo
FEATURES := --features bitwuzla
LLUMC := $(CARGO) run --quiet --release $(FEATURES) --

# What `make run` shows when no FILE is given: a real bug and a real proof.
BUGGY := c-tests/programs/binary_search_midpoint_violated.c
SAFE := c-tests/programs/traffic_light_safe.c

.PHONY: help install run test test-long test-foreign setup build check bench bench-compare bench-papers bench-real evidence fuzz float-operators mutants hunt clean

help:
	@echo 'make run              check a shipped program with a bug and one without'
	@echo 'make run FILE=my.c    check your own; ARGS="--timeout 60 …" adds options;'
	@echo '                      fails with the exit code of llumc (1 violation, 2 unknown)'
	@echo 'make test             all tests'
	@echo 'make test-long        also: each planted fault in all programs chosen for it, and'
	@echo '                      witnesses of all test programs, all checks of the firmware (long)'
	@echo 'make check            format, lint (clippy) and documentation, warnings are errors'
	@echo 'make bench            the benchmark table (long)'
	@echo 'make bench-compare    our engines beside those of others; speed of the export (long)'
	@echo 'make bench-papers     what the papers on engines on words print, beside ours (long);'
	@echo '                      DIR=path: and the drivers and OpenSSL programs of one, if they are there'
	@echo 'make bench-real       small C libraries that others wrote: fetched, checked (15 minutes)'
	@echo 'make test-foreign     Z3 and ABC judge the models of all test programs, Chromium the pages (long);'
	@echo '                      ESBMC=/path/to/esbmc: and ESBMC witnesses of drawn programs'
	@echo 'make evidence         Z3 and a proof checker judge evidence for drawn programs (long)'
	@echo 'make fuzz             the random-program campaigns; ARGS="--seconds 600 …" (long);'
	@echo '                      --only integers, memory or floats: one of them'
	@echo 'make float-operators  floating-point operators against the host, Bitwuzla and each other (hours)'
	@echo 'make mutants          small changes of the checker: which do no tests notice?'
	@echo '                      ARGS="--count 200 --seed 1 …" (an hour)'
	@echo 'make hunt DIR=path    checks all C programs in a folder: foreign suites (docs/SUITES.md)'
	@echo 'make build            the release binary only'
	@echo 'make install          binaries, manual pages and completions below PREFIX (/usr/local)'
	@echo 'make setup            only install what is missing'
	@echo 'make clean            remove everything that was built'

setup:
	@scripts/setup.sh

build: setup
	$(CARGO) build --release $(FEATURES)

# DESTDIR is for those who make packages.
PREFIX := /usr/local
install: build
	@scripts/install.sh "$${CARGO_TARGET_DIR:-target}/release" "$(DESTDIR)$(PREFIX)"

run: build
ifdef FILE
	$(LLUMC) check $(ARGS) $(FILE)
else
	@CARGO_RUN='$(LLUMC)' scripts/demo.sh $(BUGGY) $(SAFE)
endif

# Debug build: the code checks its invariants as it runs. Dependencies are optimised.
test: setup
	$(CARGO) test $(FEATURES)

# Release build: no assertion of the code stands between a fault and the verdict.
test-long: setup
	LLUMC_FAULTS=all $(CARGO) test --release $(FEATURES) --test faults
	LLUMC_WITNESSES=all LLUMC_FIRMWARE=all $(CARGO) test --release $(FEATURES) --test validate --test firmware

check: setup
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets $(FEATURES) -- -D warnings
	$(CARGO) clippy --all-targets --no-default-features -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --no-deps $(FEATURES)

bench: build
	$(CARGO) run --quiet --release $(FEATURES) --example bench -- $(ARGS)

bench-compare: build
	$(CARGO) run --quiet --release $(FEATURES) --example bench_compare -- $(ARGS)

bench-papers: build
	$(CARGO) run --quiet --release $(FEATURES) --example bench_papers -- $(if $(DIR),--dir $(DIR)) $(ARGS)

bench-real: build
	@scripts/fetch-real.sh
	$(CARGO) run --quiet --release $(FEATURES) --example bench_real -- $(ARGS)

# Z3 and ABC judge all tasks, not only a selection; Chromium shows the pages; ESBMC, if ESBMC=… says
# where it is, judges witnesses of drawn tasks.
test-foreign:
	scripts/setup.sh chromium
	LLUMC_BROWSER=1 $(CARGO) test $(FEATURES) --test browser
	LLUMC_FORMATS=all $(CARGO) test $(FEATURES) --test formats
	ESBMC='$(ESBMC)' $(CARGO) test $(FEATURES) --test esbmc -- --nocapture

# Other tools judge the evidence for drawn tasks: Z3 the conditions, rate their refutations.
evidence: setup
	@test -x build/rate/bin/rate || $(CARGO) install --quiet rate --version 0.3.0 --root build/rate
	LLUMC_EVIDENCE=150 $(CARGO) test --release $(FEATURES) --test evidence -- --nocapture

hunt: build
ifndef DIR
	$(error which folder? make hunt DIR=path ARGS="--timeout 6 --sample 100 --seed 1")
endif
	$(CARGO) run --quiet --release $(FEATURES) --example hunt -- $(DIR) $(ARGS)

fuzz: build
	$(CARGO) run --quiet --release $(FEATURES) --example fuzz -- $(ARGS)

float-operators: build
	$(CARGO) run --quiet --release $(FEATURES) --example float_operators -- $(ARGS)

# Debug build, as for tests.
mutants: setup
	$(CARGO) run --quiet $(FEATURES) --example mutants -- $(ARGS)

clean:
	$(CARGO) clean
	rm -rf build
