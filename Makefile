# Everything a developer, CI or a newcomer runs. `make help` lists it.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# npm scripts find the repository's own Node 24 first, whatever Node the machine has.
run := npm run --silent
installed := node_modules/.patchbay-installed

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Only the lockfile decides what is installed; the stamp is written last, so a broken install is repeated.
$(installed): package-lock.json
	@echo "installing packages"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: install
install: $(installed) ## Install the packages that the lockfile names

.PHONY: generate
generate: install ## Generate protobuf code and database clients where their sources changed
	@$(run) generate

.PHONY: start
start: generate ## Run the whole platform in one process on an embedded Postgres; Ctrl-C stops it
	@exec $(run) start

.PHONY: up
up: generate ## Run Postgres, Redis, Kafka and the five services as processes of their own
	@$(run) up

.PHONY: down
down: ## Stop what `make up` started
	@if [ -e $(installed) ]; then $(run) down; else echo "nothing is running"; fi

.PHONY: stop
stop: ## Stop what `make start` or `make up` started
	@if [ -e $(installed) ]; then $(run) stop; else echo "nothing is running"; fi

.PHONY: test
test: generate ## Run every test, with the servers they need
	@$(run) test

.PHONY: unit
unit: generate ## Run the tests that need no server
	@$(run) test -- --project unit

.PHONY: check
check: generate ## Contracts (lint, format, breaking), types, floors, lint and format
	@$(run) check

.PHONY: contracts-released
contracts-released: install ## Record the contracts as released: later ones must not break them
	@$(run) contracts:released

.PHONY: build
build: generate ## Compile every package into its dist folder
	@$(run) build

.PHONY: format
format: install ## Format sources and contracts
	@$(run) format

.PHONY: bench
bench: generate ## Measure what requests cost, side by side with bare Express
	@$(run) bench

.PHONY: clean
clean: ## Remove what was installed, generated or built; data of `make start` stays in .data
	@rm -rf node_modules .cache libs/contracts/gen services/*/src/prisma/generated
	@find libs services deploy tests bench -type d -name dist -prune -exec rm -rf {} +
	@find libs services deploy tests bench -name '*.tsbuildinfo' -delete
