# flexq: `make help` lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

BIN := $(CURDIR)/.bin
GOLANGCI_LINT := $(BIN)/golangci-lint-2.15.0
GOFUMPT := $(BIN)/gofumpt-0.12.0
GORELEASER := github.com/goreleaser/goreleaser/v2@v2.15.1
FUZZTIME ?= 20s
# A guard against what hangs: a busy machine may take several times as long as an idle one.
TIMEOUT := 30m
GO_FOLDERS := cmd client tui config
# The suite of the contract takes as long as all other tests of its package that need the real Slurm of testdata/slurm.
SLURM_SUITE := Slurm(Direct|ThroughPlatform)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build ./flexq
	CGO_ENABLED=0 go build -trimpath -o flexq ./cmd/flexq

.PHONY: test
test: ## run all tests that need nothing but Go
	go test -timeout $(TIMEOUT) ./...

.PHONY: race
race: ## the same under the race detector (needs a C compiler)
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=20 go test -race -timeout $(TIMEOUT) ./...

.PHONY: vet
vet: ## go vet, with and without the tests of the real Slurm
	go vet ./...
	go vet -tags slurm ./...

.PHONY: lint
lint: $(GOLANGCI_LINT) ## golangci-lint at its pinned version
	$(GOLANGCI_LINT) run ./...

.PHONY: fmt
fmt: $(GOFUMPT) ## format all Go files
	$(GOFUMPT) -l -w $(GO_FOLDERS)

.PHONY: fmt-check
fmt-check: $(GOFUMPT) ## fail if a Go file is not formatted
	@out=$$($(GOFUMPT) -l $(GO_FOLDERS)); [ -z "$$out" ] || { echo "not formatted (make fmt):"; echo "$$out"; exit 1; }

.PHONY: golden
golden: ## write the golden frames anew; look at the difference before committing it
	go test $$(grep -rl --include='*_test.go' -e 'RequireFrame(' -e 'RequireANSI(' tui | xargs -n1 dirname | sort -u | sed 's|^|./|') -update

.PHONY: e2e
e2e: ## the whole program in one process: stories on an emulated screen, and scripts of the command line
	go test -count=1 ./tui/... ./cmd/...

.PHONY: tmux
tmux: ## the built program in a real terminal (needs tmux)
	go test -count=1 -run Tmux ./cmd/...

.PHONY: bench
bench: ## all benchmarks
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: properties
properties: ## the property tests of leases and events with 2000 cases each
	go test -count=1 ./client/flex -rapid.checks=2000

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (20s)
	@grep -rl --include='*_test.go' '^func Fuzz' client config tui cmd | while read -r f; do \
		grep -o '^func Fuzz[A-Za-z0-9_]*' "$$f" | cut -d' ' -f2 | while read -r t; do \
			echo "$$(dirname "$$f") $$t"; \
			go test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) "./$$(dirname "$$f")" </dev/null; \
		done; \
	done

.PHONY: check
check: fmt-check vet lint test ## what a commit must pass

.PHONY: slurm-up
slurm-up: ## build (once) and start a real Slurm on this machine (as root, Linux)
	testdata/slurm/up

.PHONY: slurm-down
slurm-down: ## stop it
	testdata/slurm/down

.PHONY: test-slurm
test-slurm: ## start real Slurms, run the tests with build tag slurm against them, stop them
	testdata/slurm/test '-run=$(SLURM_SUITE) ./client/contract/...' '-run=Slurm -skip=$(SLURM_SUITE) ./client/contract/...' \
		'-run=Slurm ./cmd/...'

.PHONY: release-check
release-check: ## check the release configuration
	go run $(GORELEASER) check

$(GOLANGCI_LINT):
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
	mv $(BIN)/golangci-lint $@

$(GOFUMPT):
	GOBIN=$(BIN) go install mvdan.cc/gofumpt@v0.12.0
	mv $(BIN)/gofumpt $@
