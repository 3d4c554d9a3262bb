# `make demo` and `make test` work on a machine that has Python, make and git: both make .venv first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TYPING := build/typing/dlc

DEMO = $(BIN)/dlc-opt examples/layer.mlir --lower-to-loops
BENCH = $(BIN)/python benchmarks/framework.py
LEVELS = $(BIN)/python benchmarks/levels.py
DEPENDENCES = $(BIN)/python benchmarks/dependences.py
BENCH_CPU = $(BIN)/python benchmarks/cpu.py
BENCH_NETWORKS = $(BIN)/python benchmarks/cpu_networks.py
BENCH_GPU = $(BIN)/python benchmarks/gpu.py
BENCH_PROGRAMS = $(BIN)/python benchmarks/programs.py
CONFORMANCE_MLIR = PYTHONPATH=tests $(BIN)/python -m conformance.folder
BENCH_ARRAYS = $(BIN)/python benchmarks/array_functions.py
BENCH_TRAINING = $(BIN)/python benchmarks/training.py
BENCH_XDSL = $(BIN)/python benchmarks/xdsl_bridge.py
FUZZ = $(BIN)/python tests/fuzz/fuzz_levels.py
FUZZ_PARSER = $(BIN)/python tests/fuzz/fuzz_parser.py
FUZZ_TEXT = $(BIN)/python tests/fuzz/fuzz_text.py
FUZZ_OUTSIDE = $(BIN)/python tests/fuzz/fuzz_outside.py
FUZZ_ONNX = $(BIN)/python tests/fuzz/fuzz_onnx.py
CONFORMANCE_ONNX = $(BIN)/python tests/conformance/run_onnx.py
FRAMEWORKS = build/frameworks
FRAMEWORK_PAGES = "tests/laws/test_docs.py::test_examples_print_what_the_page_says[from-pytorch]" \
  "tests/laws/test_docs.py::test_examples_print_what_the_page_says[from-jax]"
FRAMEWORK_TESTS = tests/unit/frontends/torch tests/unit/frontends/jax tests/unit/runtime/processes $(FRAMEWORK_PAGES)
# A requirement besides the extras: `make test-frameworks TORCH=torch==2.13.0+cpu` takes PyTorch for CPUs, a tenth as large.
TORCH =
FRAMEWORK_EXTRAS = dev,torch,jax,ray
CONFORMANCE_TORCH = $(FRAMEWORKS)/bin/python -W ignore tests/conformance/run_torch.py
ONNX_NETWORKS = $(BIN)/python benchmarks/onnx_networks.py
N ?= 10000
# Nothing that is made here depends on what a user has compiled before.
export DLC_CACHE_DIR =
# Compiled modules are kept, whatever the environment says: tests start hundreds of processes that import dlc.
unexport PYTHONDONTWRITEBYTECODE
# Tests of a file run in one process: they share what they compile. Long files come first (tests/support).
PYTEST = $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
GROWTH = $(BIN)/python -m pytest -q -m growth --timed

.PHONY: demo test test-all-cases test-gpu check lint types unit lit bench bench-cpu bench-loops bench-networks bench-first-results bench-open-sizes bench-gpu bench-programs growth fuzz fuzz-parser fuzz-text fuzz-outside fuzz-onnx fuzz-properties \
  conformance-array-api conformance-mlir conformance-onnx conformance-stablehlo conformance-torch test-frameworks test-frameworks-part bench-frameworks bench-ops onnx-networks tables op-table \
  reference site math-table wheel clean

demo: $(VENV)/.installed
	cat examples/layer.mlir
	@echo "--- $(DEMO)"
	@$(DEMO)

# Types are checked while tests run. `make test ARGS='-k cse'` runs some of the tests.
test: lint
	@$(MAKE) --no-print-directory -j2 types unit

# Lint, types of the library, and the tests of what git says has changed: in less than two minutes.
check: lint
	@$(BIN)/python tests/support/touched_tests.py | { read -r tests && read -r paths && \
	  $(MAKE) --no-print-directory -j2 types unit PATHS="$$paths" ARGS="-m 'not slow' $$tests $(ARGS)"; }

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .

# With a smaller heap pyright forgets types again and again: it takes twice the time.
types: $(VENV)/.installed-dev $(TYPING)
	NODE_OPTIONS=--max-old-space-size=4096 $(BIN)/pyright --pythonpath $(BIN)/python $(PATHS)

unit: $(VENV)/.installed-dev $(TYPING)
	$(PYTEST) $(ARGS)

# Of tests with many cases, `make test` runs a part of the cases. This runs all of them.
test-all-cases: $(VENV)/.installed-dev $(TYPING)
	$(PYTEST) --all-cases $(ARGS)

# Kernels and networks on a CUDA device, against numpy in f64; skipped by name where there is none.
test-gpu: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 0 -rs tests/unit/runtime/gpu/test_on_device.py $(ARGS)

# The FileCheck tests under lit, with every tool as a process of its own: slower, and the same answers.
lit: $(VENV)/.installed-dev
	$(BIN)/lit -q tests/filecheck $(ARGS)

bench: $(VENV)/.installed-dev
	$(BENCH) $(ARGS)
	$(LEVELS)
	$(DEPENDENCES)
	$(BENCH_XDSL) $(ARGS)
	$(GROWTH)

# Compiled kernels and networks beside OpenBLAS, and beside torch and onnxruntime where a Python has them:
# `make bench-cpu ARGS=--peers=/some/python`.
bench-cpu: $(VENV)/.installed-dev
	$(BENCH_CPU) $(ARGS)

# Nests of loops as people write them, alone and several in a program, beside a C compiler:
# `make bench-loops ARGS=--only=gemm`.
bench-loops: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/loops.py $(ARGS)
	$(BIN)/python benchmarks/loop_programs.py $(ARGS)

# Whole networks and their layers beside ONNX Runtime and OpenVINO, where a Python has these and torch:
# `make bench-networks ARGS='--peers=/some/python --layers --only=ResNet'`, or `--varied` for networks of more kinds.
bench-networks: $(VENV)/.installed-dev
	$(BENCH_NETWORKS) $(ARGS)

# From the file of a model to its first result, in new processes: compiled, and found in the cache.
bench-first-results: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/first_results.py $(ARGS)

# Kernels on a GPU beside torch, where it is installed, as shares of what the device was measured to do in the same run.
bench-gpu: $(VENV)/.installed-dev
	$(BENCH_GPU) $(ARGS)

# Programs compiled once for any number of rows, beside programs compiled for one: `make bench-open-sizes ARGS=--only=mlp`.
bench-open-sizes: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/open_sizes.py $(ARGS)

# Compiling again, loading and calling programs, and the memory that many of them keep.
# Functions of arrays under dlc.jit, beside numpy, numba and JAX, and train steps beside torch, where a Python has them:
# `make bench-programs ARGS=--peers=/some/python`.
bench-programs: $(VENV)/.installed-dev
	$(BENCH_PROGRAMS)
	$(BENCH_ARRAYS) $(ARGS)
	$(BENCH_TRAINING) $(ARGS)

# How the cost of passes and data structures grows, in seconds; `make test` counts lines, which is the same every time.
growth: $(VENV)/.installed-dev
	$(GROWTH) $(ARGS)

# Random programs through all passes to machine code: `make fuzz N=100000`. What goes wrong is kept in build/fuzz.
fuzz: $(VENV)/.installed-dev
	$(FUZZ) $(N) $(ARGS)

fuzz-parser: $(VENV)/.installed-dev
	$(FUZZ_PARSER) $(ARGS)

# Property tests with N times as many examples, others every time: `make fuzz-properties N=50 ARGS='-k bufferize'`.
fuzz-properties: N = 10
fuzz-properties: $(VENV)/.installed-dev
	$(PYTEST) -m hypothesis --fresh-draws $(N) $(ARGS)

# Texts of the suite, mutated, through passes and the interpreter.
fuzz-text: $(VENV)/.installed-dev
	$(FUZZ_TEXT) $(ARGS)

# Random programs judged by numpy, by torch where it is installed, and by a C compiler where there is one.
fuzz-outside: $(VENV)/.installed-dev
	$(FUZZ_OUTSIDE) $(ARGS)

# Mutated ONNX models, as bytes and as protos.
fuzz-onnx: $(VENV)/.installed-dev
	$(FUZZ_ONNX) $(N) $(ARGS)

# All cases of onnx.backend.test through the compiler; writes docs/onnx-conformance.md.
conformance-onnx: $(VENV)/.installed-dev
	$(CONFORMANCE_ONNX) --write $(ARGS)

# The tests of StableHLO's interpreter: `make conformance-stablehlo FOLDER=…/stablehlo/tests/interpret ARGS=--write`.
conformance-stablehlo: $(VENV)/.installed-dev
	@test -n "$(FOLDER)" || { echo "FOLDER must be stablehlo/tests/interpret of a checkout of openxla/stablehlo"; exit 2; }
	$(BIN)/python tests/conformance/run_stablehlo.py $(FOLDER) $(ARGS)

# Samples of PyTorch's OpInfos through the compiler; writes docs/torch-conformance.md: `make conformance-torch ARGS='--only pool'`.
conformance-torch: $(FRAMEWORKS)/.installed
	$(CONFORMANCE_TORCH) --write $(ARGS)

# What needs the extras `torch` and others, in an environment that has them.
test-frameworks: $(FRAMEWORKS)/.installed $(TYPING)
	$(FRAMEWORKS)/bin/python -m pytest -n 2 --dist loadfile $(FRAMEWORK_TESTS) $(ARGS)
	$(CONFORMANCE_TORCH) --every 40

# A part of them, in about two minutes and until the first failure: without several processes, of gradients with named
# sizes, which take longest, one, and networks for one kind of GPU. `.ci/run` runs it.
test-frameworks-part: $(FRAMEWORKS)/.installed $(TYPING)
	$(FRAMEWORKS)/bin/python -m pytest -x -n 2 --dist load tests/unit/frontends/torch tests/unit/frontends/jax $(FRAMEWORK_PAGES) \
	  -k '(not gradients_of_all_sizes or variance) and not (networks_compile and sm_90a)' $(ARGS)
	$(CONFORMANCE_TORCH) --every 200

# Networks under torch.compile(backend="dlc"), beside eager PyTorch and inductor, and functions of JAX beside jax.jit.
bench-frameworks: $(FRAMEWORKS)/.installed
	$(FRAMEWORKS)/bin/python benchmarks/torch_networks.py $(ARGS)
	$(FRAMEWORKS)/bin/python benchmarks/jax_networks.py $(ARGS)

# Single ops beside eager PyTorch: `make bench-ops ARGS='--threads=2 --only=softmax'`.
bench-ops: $(FRAMEWORKS)/.installed
	$(FRAMEWORKS)/bin/python benchmarks/torch_ops.py $(ARGS)

# Networks as exporters write them, beside onnxruntime if it is installed: `make onnx-networks ARGS=--size=full`.
onnx-networks: $(VENV)/.installed-dev
	$(ONNX_NETWORKS) $(ARGS)

# Round trips of a folder of .mlir files, judged by mlir-opt-22: `make conformance-mlir FOLDER=… ARGS='--save failed'`.
conformance-mlir: $(VENV)/.installed-dev
	$(CONFORMANCE_MLIR) $(FOLDER) $(ARGS)

# The parser's tables, made by Lark from parser/*.lark.
tables: $(VENV)/.installed
	$(BIN)/python -m dlc.parser.make_tables

# The public tests of the array API standard, from a checkout: `make conformance-array-api FOLDER=…`, and `WRITE=--write`
# for the table in docs/arrays.md.
conformance-array-api: $(VENV)/.installed-dev
	@test -n "$(FOLDER)" || { echo "FOLDER must be a checkout of data-apis/array-api-tests with its submodule"; exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check ndindex pytest-json-report
	$(BIN)/python tests/conformance/array_api_suite.py $(FOLDER) $(WRITE) $(ARGS)

# docs/graph-ops.md, from the ops of the graph dialect, their lowering and their tests; docs/mlir-ops.md, from all ops.
op-table: $(VENV)/.installed-dev
	$(BIN)/python tests/support/graph_function_types.py
	$(BIN)/python tests/support/graph_op_table.py
	$(BIN)/python tests/support/mlir_op_table.py
	$(BIN)/python tests/support/tosa_op_table.py

# The reference of all ops, passes, types, attributes, flags and environment variables, in build/reference.
reference: $(VENV)/.installed
	COLUMNS=100 $(BIN)/python -m dlc.tools.reference.pages build/reference

# The documentation as a site, in build/site: mkdocs comes with the extra `docs`.
site: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	COLUMNS=100 $(BIN)/python tests/support/site_pages.py build/site-pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# docs/math-accuracy.md, from measurements.
math-table: $(VENV)/.installed-dev
	$(BIN)/python tests/support/math_accuracy.py

wheel: $(VENV)/.installed-dev
	rm -rf build/lib build/bdist.*
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A changed pyproject.toml makes a new environment; the development tools come on top of the same one.
$(VENV)/.installed: pyproject.toml setup.py
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# The frameworks come on top of the development tools, in an environment of their own, as they are large.
$(FRAMEWORKS)/.installed: pyproject.toml setup.py
	$(PYTHON) -m venv --clear $(FRAMEWORKS)
	$(FRAMEWORKS)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[$(FRAMEWORK_EXTRAS)]' expecttest $(TORCH)
	@touch $@

# Type checkers do not follow an editable install of a root that is itself the package: they get a link to it.
$(TYPING):
	mkdir -p $(@D)
	ln -sfn ../.. $@
