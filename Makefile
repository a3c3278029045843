# fairplay: every target prints what it is for with plain `make`.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help deps second-engine build demo test test-slow bench soak fuzz lint house generate client golden corpus modern second calibrate benchmark release clean

GO ?= go
FUZZTIME ?= 1m
SOAK ?= 30m
SEED ?= 0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
DEADCODE := golang.org/x/tools/cmd/deadcode@v0.52.0
RELEASE_GO := go1.26.8
NFPM := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0
# The race detector watches Go's own memory. SQLite is C in Go's clothes: it works on memory of its own, behind Go's
# mutexes, so that watching each of its reads finds nothing and takes a third of the time of every test with a store.
# The same holds for the reader of YAML, with which every start of the program reads its words, for the moves that notnil/chess
# finds, and for package exact, which keeps nothing: it takes numbers and returns numbers.
UNWATCHED := modernc.org/sqlite/lib modernc.org/libc modernc.org/memory go.yaml.in/yaml/v3 github.com/notnil/chess fairplay/analysis/exact
RACE := -race $(foreach package,$(UNWATCHED),-gcflags='$(package)=-race=false -d=checkptr=0')
# lint has run go vet; no debugger reads the programs of the tests.
LEAN := -vet=off -ldflags=-w
# Packages whose tests run in one goroutine, with everything of ours that they call: there is nothing to race with. A
# test reads the list and finds no go statement in them (TestNothingToRaceWith).
ALONE := ./analysis/... ./reports/access ./reports/yamlfile ./reports/complaint ./reports/complaint/claim ./reports/pack ./reports/regulations ./reports/tournament ./reports/tournament/norm ./reports/tournament/roster ./reports/tournament/trf ./reports/tournament/fide
# What draws documents starts no goroutine, but a server draws many at once, from the same words, fonts and pages. Its golden
# tests, which do so, run with the race detector, and the others without.
DRAWN := ./reports/render
# Tests that go step by step: one person after another, one program after another, in a browser, through a database row by
# row. The next step begins when the one before is done, so the race detector finds nothing there and takes half of the
# time. They run without it; what happens at once (faults, queues, uploads, streams) runs with it, and test-slow runs all
# with it. A test reads the list and finds each name (TestStepsAreTests).
STEPS := Scripts|SecondTestEndToEnd|FleetOfTwoBuilds|OneDatabaseOneListOfTasks|ServerKeepsItsPlace|ServeWithAnotherBuild|AnotherBuildIsTheSameEngine|Open|OpenWhileItStarts|ReadmeLinesWork|CarriedCaches|WhoMayDoWhat|DocsInBrowser|DocumentsOfAnEvent|RoundsOfTheGrandSwiss|EveryPage|EveryPagePermitsTheSame|WhoSeesWhichPage|CalibrationInABrowser|EveryEntryHasAForm|CaseByKeyboard|PanelDecides|ChiefArbitersStory|AdministratorsStory|CertificateIsPrinted|TheCoverLeavesNothingThatDependsOnFigures|FromTableToTest|GameInABrowser|HelpInABrowser|InvestigatorByKeyboard|StoriesByKeyboard|PicturesOfReadme|PackageIsMadeAndTheEventClosed|ChiefArbiterSetsUp|PagesOfTheChiefArbiterAreHis|Organiser|OrganiserReadsWithoutScripts|AdministratorKeepsTokens|AClaimIsRunAgainOnPages|ForgedSignIn|ForgedTokens|TamperingIsNamed|ForgedRowsOpenNothing|FormerChainsAreFollowed|MigrationsOfPostgres
STEPPING := ./cmd/fairplay ./api/web ./api ./reports/store
# The packages that take longest begin first, so that no core waits for them in the end.
OTHERS = ./cmd/fairplay ./api/web ./reports/store ./api ./queue/work $$($(GO) list ./... | grep -vxF "$$($(GO) list $(ALONE) $(DRAWN))")
OAPI_CODEGEN := github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## install what Debian provides (Stockfish, Ethereal, Redis, PostgreSQL, Chromium, Poppler, ClamAV, pgn-extract, curl), if missing
	@.ci/deps

second-engine: ## install Stockfish 19 for node (npm, pinned) in the user's cache folder, if missing
	@.ci/second-engine

build: ## build bin/fairplay, and bin/fairplay-calibrate, with which its calibrations are made
	$(GO) build -buildvcs=auto -o bin/ ./cmd/fairplay ./cmd/fairplay-calibrate

demo: deps build ## start the service, screen the games of a real round, write demo.html
	@.ci/demo

test: deps second-engine lint ## every test but the slow ones, with the race detector where something runs at once
	$(GO) test $(LEAN) -timeout 20m $(DRAWN) $(ALONE)
	$(GO) test $(LEAN) -timeout 20m $(STEPPING) -run '^Test($(STEPS))$$'
	$(GO) test $(LEAN) $(RACE) -timeout 20m $(OTHERS) -skip '^Test($(STEPS))$$'
	$(GO) test $(LEAN) $(RACE) -timeout 40m $(DRAWN) -run Golden

test-slow: deps second-engine ## the slow tests: every reference vector, long statistics, builds for other processors
	@.ci/deps qemu-user wine64 unzip
	$(GO) test -timeout 120m -tags slow $(ALONE) $(DRAWN)
	$(GO) test $(RACE) -timeout 120m -tags slow $(OTHERS)
	$(GO) test $(RACE) $(DRAWN) -tags slow -run Golden

bench: deps build ## speed and memory, each as a ratio measured in this run
	@.ci/bench

soak: deps ## let faults strike at random for SOAK (default 30m), while games are handed in
	@SOAK=$(SOAK) SEED=$(SEED) .ci/soak

fuzz: deps ## run every fuzz target for FUZZTIME (default 1m)
	@FUZZTIME=$(FUZZTIME) .ci/fuzz

lint: ## gofmt, go vet, staticcheck, no dead code; the API's description; what is generated is of today
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not gofmt-ed:"; echo "$$bad"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	@.ci/lint-api
	@dead=$$($(GO) run $(DEADCODE) ./cmd/fairplay ./cmd/fairplay-calibrate && $(GO) run $(DEADCODE) -test -tags slow ./...) || exit 1; \
	  dead=$$(grep -v '_test\.go:.* Example' <<<"$$dead"); if [ -n "$$dead" ]; then echo "nothing calls:"; echo "$$dead"; exit 1; fi
	@mkdir -p bin && rm -rf bin/_api && cp -r api bin/_api && trap 'rm -rf bin/_api' EXIT && $(MAKE) -s generate API=bin/_api && \
	  for f in openapi.yaml wire/server.gen.go; do cmp api/$$f bin/_api/$$f || { echo "run make generate"; exit 1; }; done

house: ## measure the code: lines, files, types, names used twice, imports, dead code
	@DEADCODE=$(DEADCODE) .ci/house

# Where generate works; lint gives it a copy, which no package list sees, and compares.
API ?= api

generate: ## write api/openapi.yaml anew from api/operations.yaml and the types in Go, and the server of the API from it
	@mkdir -p bin && $(GO) run ./api/describe $(API)/operations.yaml > bin/_openapi.yaml && mv bin/_openapi.yaml $(API)/openapi.yaml
	@$(GO) run ./api/describe -server $(API)/operations.yaml > bin/_server.yaml && \
	  $(GO) run $(OAPI_CODEGEN) -config $(API)/wire/server.yaml -o $(API)/wire/server.gen.go bin/_server.yaml && rm bin/_server.yaml

client: ## write a client of the API for Go into bin/_client, from api/openapi.yaml
	@mkdir -p bin/_client && $(GO) run $(OAPI_CODEGEN) -config api/client.yaml -o bin/_client/client.go api/openapi.yaml && $(GO) vet ./bin/_client

golden: ## write the golden files anew; read the difference before you commit it
	$(GO) test ./reports/render ./cmd/fairplay ./api ./api/web -update

# Where recorded evaluations lie; see testdata/corpus/README.md.
RECORDINGS ?= ../shared/data/calibration
MORE ?= $(HOME)/evals
CORPUS_CACHE ?= bin/corpus.db
corpus: build ## add to testdata/corpus what the folders RECORDINGS and MORE have recorded and it does not have
	@for r in quick full; do \
	  for f in testdata/corpus/evaluations-$$r.zst testdata/corpus/evaluations-$$r-????????????.zst; do [ ! -f $$f ] || bin/fairplay cache import --cache $(CORPUS_CACHE) $$f || exit 1; done && \
	  bin/fairplay-calibrate corpus import --recipe $$r --cache $(CORPUS_CACHE) \
	    $$(ls $(RECORDINGS)/evals-$$r.jsonl.zst $(RECORDINGS)/evals-$$r-whole.jsonl.zst $(MORE)/$$r-*.jsonl.gz 2>/dev/null) && \
	  bin/fairplay-calibrate corpus build --complete --recipe $$r --cache $(CORPUS_CACHE) \
	    --games $(RECORDINGS)/games.pgn.zst --games $(RECORDINGS)/whole.pgn.zst --output testdata/corpus || exit 1; \
	done
	@cat $(RECORDINGS)/../assist/*.jsonl $(MORE)/assist-*.jsonl 2>/dev/null | .ci/corpus-add assist-quick
	@cat $(MORE)/full-assist-*.jsonl 2>/dev/null | .ci/corpus-add assist-full

# Each file by itself: zcat ends at a file that was cut off, and a recording that was stopped is cut off.
modern: build ## add to testdata/corpus the games that the folder MORE has recorded under Stockfish 17
	@for f in $(MORE)/modern-*.jsonl.gz; do zcat "$$f" 2>/dev/null; done | grep '}]}$$' | .ci/corpus-add evaluations-modern
	@engine=$$(.ci/modern-engine) && \
	  bin/fairplay-calibrate corpus import --recipe modern --engine "$$engine" --cache $(CORPUS_CACHE) testdata/corpus/evaluations-modern-*.jsonl.zst && \
	  bin/fairplay-calibrate corpus build --complete --recipe modern --engine "$$engine" --cache $(CORPUS_CACHE) \
	    --games $(RECORDINGS)/games.pgn.zst --games $(RECORDINGS)/whole.pgn.zst --output testdata/corpus
	@cat $(MORE)/modern-assist-*.jsonl 2>/dev/null | .ci/corpus-add assist-modern

second: second-engine build ## evaluate games of the corpus with the second engine, from where it stopped, and write what it says of them
	@nice -n 19 .ci/second

SHIPPED := analysis/calibration/shipped

calibrate: build ## fit the shipped calibrations anew from testdata/corpus; the same bytes come out
	bin/fairplay-calibrate fit --recipe quick --output $(SHIPPED)/standard-quick.json
	bin/fairplay-calibrate fit --recipe modern --output $(SHIPPED)/standard-modern.json
	bin/fairplay-calibrate fit --recipe full --prior $(SHIPPED)/standard-quick.json --output $(SHIPPED)/standard-full.json
	bin/fairplay-calibrate fit --recipe second --prior $(SHIPPED)/standard-quick.json --output $(SHIPPED)/standard-second.json

BASELINES := match error t1 t2 t3 cohort former z z-alone odds
benchmark: build ## write the public benchmark into bin/benchmark, and what simple statistics and fairplay find in it; the same bytes come out
	bin/fairplay-calibrate benchmark write --output bin/benchmark
	bin/fairplay-calibrate benchmark score --markdown $(BASELINES:%=bin/benchmark/results/%.csv)

release: ## build what is handed out, in bin/release: programs, Debian packages, SBOM, SHA-256; the same bytes anywhere
	@NFPM=$(NFPM) RELEASE_GO=$(RELEASE_GO) .ci/release

clean: ## remove what the other targets built
	rm -rf bin demo.html
