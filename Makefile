# fairplay: every target prints what it is for with plain `make`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help deps build demo test test-slow bench fuzz lint golden clean

GO ?= go
FUZZTIME ?= 1m
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install what Debian provides (Stockfish, Redis, PostgreSQL, Chromium, pgn-extract), if missing
	@.ci/deps

build: ## build bin/fairplay
	$(GO) build -o bin/fairplay ./cmd/fairplay

demo: deps build ## screen the games of a real round and write demo.html
	@.ci/demo

test: deps lint ## every test but the slow ones, with the race detector
	$(GO) test -race -timeout 11m ./...

test-slow: deps ## the slow tests: every reference vector, long statistics
	$(GO) test -race -timeout 120m -tags slow ./...

bench: deps build ## speed and memory, each as a ratio measured in this run
	@.ci/bench

fuzz: deps ## run every fuzz target for FUZZTIME (default 1m)
	@FUZZTIME=$(FUZZTIME) .ci/fuzz

lint: ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not gofmt-ed:"; echo "$$bad"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

golden: ## write the golden files anew; read the difference before you commit it
	$(GO) test ./reports/render ./cmd/fairplay -update

clean: ## remove what the other targets built
	rm -rf bin demo.html
