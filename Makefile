# The commands of developers and CI. `make help` lists them.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Each script runs under `deploy/with-node`: on the Node 24 of the lockfile, not on the machine's.
run := npm run --silent
installed := node_modules/.patchbay-installed

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Installs again when the lockfile is newer than the stamp file, which is touched only after a successful install. Runs no
# install script (.npmrc).
$(installed): package-lock.json .npmrc
	@echo "installing packages"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: install
install: $(installed) ## Install the packages that the lockfile names

.PHONY: generate
generate: install ## Generate protobuf code, database clients and the Portal's pages where their sources changed; fetch the files of /docs
	@$(run) generate

.PHONY: start
start: generate ## Run the whole platform in one process on an embedded Postgres; Ctrl-C stops it
	@exec $(run) start

.PHONY: demo
demo: generate ## Run the platform as `make start` does, with simulated advertising systems and sample data to look at; Ctrl-C stops it
	@exec $(run) demo

.PHONY: up
up: generate ## Run Postgres, Redis, Kafka and each of the eight services as a process, in the background; again: start what is down
	@$(run) up

.PHONY: down
down: ## Stop what `make up` started in this checkout
	@if [ -e $(installed) ]; then $(run) down; else echo "nothing is running"; fi

.PHONY: stop
stop: ## Stop what `make start`, `make demo` or `make up` started
	@if [ -e $(installed) ]; then $(run) stop; else echo "nothing is running"; fi

.PHONY: reseal
reseal: generate ## Seal what is stored again with the first sealing key, while `make start` or `make up` runs; KEY=new: add a key for the next start
	@$(run) reseal -- $(if $(KEY),--key=$(KEY))

.PHONY: check-heads
check-heads: generate ## Check the audit trails against the signed heads that were published, while `make start` or `make up` runs; HEADS=file: against those of a file
	@$(run) check-heads -- $(if $(HEADS),"$(HEADS)")

.PHONY: retain
retain: generate ## Remove the months of the audit trail that are older than RETENTION_MONTHS, while `make start` or `make up` runs; ARGS="--dry-run", "--even-broken", "--help"
	@$(run) retain -- $(ARGS)

.PHONY: dead-letters
dead-letters: generate ## List what audit could not record, while `make start` or `make up` runs; ARGS="show 3", "replay 3", "replay --all", "discard 3", "--help"
	@$(run) dead-letters -- $(ARGS)

.PHONY: operate
operate: generate ## Look at, sign out or suspend a person, or an organization, or delete lost passkeys, while `make start` or `make up` runs; ARGS="person show ada@acme.example --by Olga --reason 'ticket 7'", "--help"
	@$(run) operate -- $(ARGS)

.PHONY: reconcile
reconcile: generate ## List what integration and webhook have left of deleted workspaces and organizations, while `make start` or `make up` runs; ARGS="--json", "--destroy"
	@$(run) reconcile -- $(ARGS)

.PHONY: test
test: generate ## Run the tests; starts the servers that they need
	@$(run) test

.PHONY: soak
soak: generate ## Run the tests that take minutes: faults, chaos, restore, brokers, demo, secrets, long tests of pages
	@$(run) soak

.PHONY: test-stalled
test-stalled: generate ## Run the tests while their processes are stopped at random for up to five seconds: what fails depends on speed; ARGS="--project real services/audit", STALLS_SEED=7
	@exec $(run) test:stalled -- $(ARGS)

.PHONY: unit
unit: generate ## Run the tests that need no server
	@$(run) test -- --project unit

.PHONY: check
check: generate ## Check contracts, types, the OpenAPI document, the Python client, the tables of docs/, the generated files of charts, lint, format and advisories about packages
	@for part in contracts types openapi clients docs charts lint format advisories; do echo "checking $$part"; $(run) check:$$part; done

.PHONY: contracts-released
contracts-released: install ## Write proto/released.binpb, which `make check` compares contracts with
	@$(run) contracts:released

.PHONY: openapi
openapi: generate ## Write services/gateway/openapi.json, which `make check` compares the OpenAPI document with
	@$(run) openapi

.PHONY: clients
clients: install ## Write clients/python/src/patchbay/generated from services/gateway/openapi.json; `make check` compares them
	@$(run) clients

.PHONY: docs
docs: generate ## Fill the tables of docs/ that follow from the code, which `make check` compares
	@$(run) docs

.PHONY: build
build: generate ## Compile every package into its dist folder
	@$(run) build

.PHONY: format
format: install ## Format sources and contracts
	@$(run) format

.PHONY: version
version: install ## Print the version; VERSION=0.2.0: write it into packages, charts, images, clients and pages, and give CHANGELOG.md its heading
	@$(run) set-version

.PHONY: images
images: install ## Build the container image of each service with the Docker Engine; SERVICES="gateway audit", TAG (dev), IMAGES (patchbay/), BASE (an image with Node 24), PUSH=true, PLATFORMS=linux/amd64,linux/arm64 (with buildx)
	@exec $(run) images

.PHONY: test-cluster
test-cluster: generate ## Try images and charts on the cluster that KUBECONFIG names, in a namespace of its own: install, story, upgrades, rollbacks and lost pods under traffic
	@exec $(run) test:cluster

# Its output is for kubectl, so what the preparation says goes elsewhere.
.PHONY: secrets
secrets: ## Print Kubernetes Secrets of all services with new keys, for `kubectl create --filename -`; ARGS="--help" names the variables
	@$(MAKE) generate >&2
	@$(run) secrets -- $(ARGS)

.PHONY: charts
charts: install ## Package the Helm charts into .cache/charts; builds Helm with Go where there is none
	@exec $(run) charts

.PHONY: charts-generate
charts-generate: generate ## Write the values, schemas and README tables of charts/ from the variables of the services; `make check` compares them
	@$(run) charts:generate

.PHONY: release
release: install ## Push images and charts of this version with SBOMs and signatures, and write their digests; IMAGES=registry.example.com/patchbay/, ARGS=--dry-run prints the commands
	@exec $(run) release -- $(ARGS)

.PHONY: sbom
sbom: install ## Write an SBOM (CycloneDX) of the packages of each service in production into sbom/
	@$(run) sbom

.PHONY: bench
bench: generate ## Measure the pages on a slow phone, CPU per request beside bare Express and Better Auth, overload, relayed requests, background work and the audit trail; ARGS="--quick", "--only trail", "--help"; ENTRIES=10000000: also a trail of so many (Linux only)
	@$(run) bench -- $(ARGS) $(if $(ENTRIES),--entries=$(ENTRIES))

.PHONY: chaos
chaos: generate ## Kill and pause every process under traffic for CHAOS_SECONDS (300), then verify; CHAOS_SEED repeats a run
	@exec $(run) chaos

.PHONY: drill
drill: generate ## Take a backup under DRILL_SECONDS (20) of traffic, lose the database, restore it and verify, with Kafka kept and with a new one
	@exec $(run) drill

.PHONY: screenshots
screenshots: generate ## Take the pictures of the pages in docs/images anew, with the data of `make demo`
	@exec $(run) screenshots

.PHONY: clean
clean: ## Remove what was installed, generated or built; keeps .data (`make start`), .demo (`make demo`) and .run (`make up`)
	@rm -rf node_modules .cache sbom libs/contracts/gen services/gateway/assets/fetched* clients/*/src/generated clients/cli/bundle
	@find clients libs services deploy tests bench -type d -name dist -prune -exec rm -rf {} +
	@find clients libs services deploy tests bench -name '*.tsbuildinfo' -delete
