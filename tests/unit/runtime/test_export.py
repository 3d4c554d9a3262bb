"""Programs compiled ahead of time, called by C programs and through ctypes."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.codegen.target import Target
from dlc.exporting import export
from dlc.ir.files import replace_file
from dlc.runtime.c_interface import (
    INVALID_SIZE,
    MISALIGNED,
    NULL_POINTER,
    OVERLAPPING,
    SMALL_WORKSPACE,
    ExportError,
)
from dlc.runtime.object_files import LinkError
from support.guarded_memory import NOBODY, guarded

GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="there is no C compiler")
WEIGHTS = np.random.default_rng(0).standard_normal((64, 48)).astype(np.float32)
CONSTANT = f'{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{WEIGHTS.tobytes().hex()}" }} }} #-}}'


def network(rows: str, encoding: str = "") -> str:
    """Return a layer with weights, whose softmax needs buffers, and a number."""
    x, y = f"tensor<{rows}x64xf32{encoding}>", f"tensor<{rows}x48xf32{encoding}>"
    return f"""
    func.func @main(%x: {x} {{dlc.name = "input.1", dlc.doc = "rows */"}}, %k: i32) -> ({y}, i32) {{
      %w = graph.constant dense_resource<w> : tensor<64x48xf32>
      %p = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0] : {x}, tensor<64x48xf32> -> {y}
      %s = graph.softmax %p, [0] : {y}
      %two = arith.constant 2 : i32
      %r = arith.muli %k, %two : i32
      return %s, %r : {y}, i32
    }}
    {CONSTANT}"""


STATIC, DYNAMIC = network("32"), network("?", ", #graph.dims<n>")
X = np.random.default_rng(1).standard_normal((32, 64)).astype(np.float32)


def expected(x: Any) -> Any:
    powers = np.exp(x @ WEIGHTS - (x @ WEIGHTS).max(axis=0))
    return powers / powers.sum(axis=0)


def compiled_c(folder: Path, code: str, *options: str) -> Path:
    (folder / "program.c").write_text(code)
    program = folder / "program"
    command = [GCC or "", "-Wall", "-Wextra", "-Werror", "-o", str(program), "program.c", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include "layer.h"
static _Alignas(64) char workspace[LAYER_MAIN_WORKSPACE_BYTES + 64];
int main(void) {
  static float x[32 * 64], y[32 * 48];
  int32_t r = 0;
  if (fread(x, sizeof x, 1, stdin) != 1) return 1;
  if (layer_main(SIZE x, 21, y, &r, workspace, sizeof workspace) != LAYER_OK) return 2;
  if (r != 42) return 3;
  if (layer_main(SIZE NULL, 21, y, &r, workspace, sizeof workspace) != LAYER_NULL_POINTER) return 4;
  if (layer_main(SIZE x, 21, y, NULL, workspace, sizeof workspace) != LAYER_NULL_POINTER) return 5;
  if (LAYER_MAIN_WORKSPACE_BYTES > 0) {
    if (layer_main(SIZE x, 21, y, &r, workspace + 1, 1 << 20) != LAYER_MISALIGNED) return 6;
  }
  fwrite(y, sizeof y, 1, stdout);
  return 0;
}
"""


@needs_gcc
@pytest.mark.parametrize("kind", ["o", "a"])
@pytest.mark.parametrize(("text", "size"), [(STATIC, ""), (DYNAMIC, "32,")], ids=["static", "dynamic"])
def test_a_c_program_calls_it(tmp_path: Path, text: str, size: str, kind: str) -> None:
    exported = export(text, tmp_path / f"layer.{kind}", header=tmp_path / "layer.h")
    (function,) = exported.functions
    assert (function.name, function.sizes) == ("layer_main", ("n",) if size else ())
    program = compiled_c(tmp_path, PROGRAM.replace("SIZE", size), f"layer.{kind}")
    done = subprocess.run([program], input=X.tobytes(), capture_output=True, check=False)
    assert done.returncode == 0
    result = np.frombuffer(done.stdout, np.float32).reshape(32, 48)
    np.testing.assert_allclose(result, expected(X), rtol=1e-4, atol=1e-6)


def test_the_header(tmp_path: Path) -> None:
    text = export(DYNAMIC, tmp_path / "layer.o").header
    assert "int32_t layer_main(int64_t n, const float *input_1, int32_t k, float *output0, int32_t *output1" in text
    assert " * in  input.1: float32[n, 64]: rows * /" in text
    names = '%int: f32, %0: f32 {dlc.name = "2 x"}, %n: f32 {dlc.name = "workspace"}'
    text = export(f"func.func @f({names}) -> f32 {{ return %n : f32 }}", tmp_path / "a-b.o").header
    memory = "float *output, void *workspace, int64_t workspace_bytes);"
    assert f"int32_t a_b_f(float int_1, float _2_x, float workspace_1, {memory}" in text


MLIR = """
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
"""


@needs_gcc
def test_sizes_of_results_that_are_computed(tmp_path: Path) -> None:
    exported = export(MLIR, tmp_path / "mm.so")
    assert "const float *a, const float *b, float *output, void *workspace" in exported.header
    (function,) = exported.functions
    assert function.sizes == ("a_size0", "a_size1", "b_size0", "b_size1")
    a, b = X[:3, :5].copy(), X[:5, :7].copy()
    output, workspace = np.empty((3, 7), np.float32), np.empty(function.workspace_bytes + 64, np.uint8)
    start = workspace.ctypes.data + -workspace.ctypes.data % 64
    arrays = [ctypes.c_void_p(each.ctypes.data) for each in (a, b, output)]
    sizes = [ctypes.c_int64(each) for each in (3, 5, 5, 7)]
    call = ctypes.CDLL(str(tmp_path / "mm.so")).mm_f
    assert call(*sizes, *arrays, ctypes.c_void_p(start), ctypes.c_int64(function.workspace_bytes)) == 0
    np.testing.assert_allclose(output, a @ b, rtol=1e-4, atol=1e-5)


@needs_gcc
def test_headers_compile_whatever_names_are(tmp_path: Path) -> None:
    given = (
        "2NAMES_OK",
        "_2NAMES_F_WORKSPACE_BYTES",
        "_2NAMES_OK",
        "int64_t",
        "INT32_MAX",
        "class",
        "true",
        "linux",
        "é",
    )
    names = ", ".join(
        f'%{at}: f32 {{dlc.name = "{each}", dlc.doc = "*/ /*\\0A#error"}}' for at, each in enumerate(given)
    )
    program = "".join(
        f"func.func @{name}({names}) -> f32 {{ return %1 : f32 }}\n" for name in ("f", '"we ird*/"', '"2"')
    )
    export(program, tmp_path / "2names.o", header=tmp_path / "2names.h")
    compiled_c(tmp_path, '#include "2names.h"\nint main(void) { return _2NAMES_OK; }', "-pedantic")
    (tmp_path / "names.cpp").write_text('#include "2names.h"\n')
    command = [GCC or "", "-fsyntax-only", "-Wall", "-Werror", "names.cpp"]
    if shutil.which("g++"):
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stderr == ""


def test_functions_with_the_same_name_in_c(tmp_path: Path) -> None:
    program = "\n".join(f'func.func @"{name}"(%x: f32) -> f32 {{ return %x : f32 }}' for name in ("a.b", "a_B"))
    with pytest.raises(
        ExportError, match=r"@a_B: in C, it would have the name 'x_a_B' beside 'x_a_b' of @a\.b; rename"
    ):
        export(program, tmp_path / "x.o")


@needs_gcc
def test_a_freestanding_program_links_with_nothing(tmp_path: Path) -> None:
    if not Target.host().triple.startswith("x86_64"):
        pytest.skip("the program's start is written for x86-64")
    baseline = Target.of(cpu="x86-64")
    exported = export(STATIC, tmp_path / "layer.o", header=tmp_path / "layer.h", target=baseline, freestanding=True)
    (function,) = exported.functions
    assert function.workspace_bytes > 64 * 48
    code = """
    #include "layer.h"
    void *memset(void *to, int byte, unsigned long size) {
      for (volatile char *p = to; size--; p++) *p = (char)byte;
      return to;
    }
    void *memcpy(void *to, const void *from, unsigned long size) {
      volatile char *p = to;
      for (const char *q = from; size--;) *p++ = *q++;
      return to;
    }
    static _Alignas(64) char workspace[LAYER_MAIN_WORKSPACE_BYTES];
    static float x[32 * 64], y[32 * 48];
    static void leave(long status) {
      __asm__ volatile("syscall" : : "a"(60L), "D"(status));
    }
    __attribute__((force_align_arg_pointer)) void _start(void) {
      int32_t r = 0;
      for (int i = 0; i < 32 * 64; i++) x[i] = 1.0f;
      int32_t status = layer_main(x, 21, y, &r, workspace, sizeof workspace);
      leave(status == LAYER_OK && r == 42 && y[0] > 0.03f && y[0] < 0.032f ? 0 : 1);
    }
    """
    program = compiled_c(tmp_path, code, "-nostdlib", "-static", "-ffreestanding", "-fno-stack-protector", "layer.o")
    assert subprocess.run([program], check=False).returncode == 0


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The function of a shared library."""
    path = tmp_path_factory.mktemp("library") / "liblayer.so"
    export(DYNAMIC, path)
    main = ctypes.CDLL(str(path)).layer_main
    main.argtypes = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_int32, *[ctypes.c_void_p] * 3, ctypes.c_int64]
    return main


@needs_gcc
def test_shared_libraries_with_any_shapes(library: Any) -> None:
    number, workspace = ctypes.c_int32(), np.zeros(1 << 16, np.uint8)
    aligned = workspace[-workspace.ctypes.data % 64 :].ctypes.data
    for rows in (1, 5, 32):
        y = np.zeros((rows, 48), np.float32)
        assert library(rows, X.ctypes.data, 4, y.ctypes.data, ctypes.addressof(number), aligned, 1 << 15) == 0
        np.testing.assert_allclose(y, expected(X[:rows]), rtol=1e-4, atol=1e-6)
        assert number.value == 8


WRONG = {
    "a null input": ({"x": None}, NULL_POINTER),
    "a null output": ({"y": None}, NULL_POINTER),
    "a null output of a number": ({"r": None}, NULL_POINTER),
    "a null workspace": ({"workspace": None}, NULL_POINTER),
    "a negative size": ({"n": -1}, INVALID_SIZE),
    "more bytes than an integer holds": ({"n": 1 << 60}, INVALID_SIZE),
    "more bytes than memory": ({"n": 1 << 56}, INVALID_SIZE),
    "a misaligned input": ({"x": 1}, MISALIGNED),
    "a misaligned output": ({"y": (2 << 20) + 2}, MISALIGNED),
    "a misaligned workspace": ({"workspace": (3 << 20) + 32}, MISALIGNED),
    "an output in an input": ({"y": 32 * 64 * 4 - 4}, OVERLAPPING),
    "an input in an output": ({"x": (2 << 20) + 32 * 48 * 4 - 4}, OVERLAPPING),
    "outputs in one another": ({"r": 2 << 20}, OVERLAPPING),
    "a workspace in an input": ({"workspace": 64}, OVERLAPPING),
    "a small workspace": ({"bytes": 1}, SMALL_WORKSPACE),
    "several problems": ({"x": 1, "y": None, "n": -1}, NULL_POINTER),
}


@needs_gcc
@pytest.mark.parametrize(("changes", "status"), WRONG.values(), ids=WRONG)
def test_wrong_calls_touch_no_memory(library: Any, changes: dict[str, int | None], status: int) -> None:
    forbidden, pages = guarded(8 << 20, 4096)
    assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(pages), ctypes.c_size_t(8 << 20), NOBODY) == 0
    places = {"n": 32, "x": 0, "y": 2 << 20, "r": 4 << 20, "workspace": 3 << 20, "bytes": 1 << 20, **changes}
    address = {name: None if at is None else forbidden + at for name, at in places.items()}
    pointers = [address[name] for name in ("y", "r", "workspace")]
    assert library(places["n"], address["x"], 4, *pointers, places["bytes"]) == status


@pytest.mark.parametrize("triple", ["aarch64-linux-gnu", "riscv64-linux-gnu", "aarch64-apple-darwin"])
def test_other_targets(tmp_path: Path, triple: str) -> None:
    exported = export(STATIC, tmp_path / "layer.o", target=Target.of(triple), freestanding=True)
    starts = {"aarch64-linux-gnu": 183, "riscv64-linux-gnu": 243}
    if triple in starts:
        assert exported.code[:4] == b"\x7fELF"
        assert int.from_bytes(exported.code[18:20], "little") == starts[triple]
    assert set(exported.requires) <= {"memcpy", "memset"}


@pytest.mark.parametrize("triple", ["x86_64-linux-gnu", "aarch64-linux-gnu"])
def test_any_linker_finds_what_packs_weights_at_load(tmp_path: Path, triple: str) -> None:
    """Not all linkers know `.ctors`, which LLVM uses by itself: weights were zero then."""
    exported = export(DYNAMIC, tmp_path / "layer.o", target=Target.of(triple))
    assert b".init_array" in exported.code
    assert b".ctors" not in exported.code


@pytest.mark.parametrize(("triple", "order"), [("s390x-linux-gnu", ">"), ("x86_64-linux-gnu", "<")])
def test_constants_have_the_order_of_bytes_of_the_target(tmp_path: Path, triple: str, order: str) -> None:
    floats, shorts, integers = (np.arange(2048, dtype=f"{order}{kind}") for kind in ("f4", "u2", "i4"))
    text = f"""
    func.func @main(%x: tensor<2048xf32>, %y: tensor<2048xi16>, %z: tensor<2048xi32>)
        -> (tensor<2048xf32>, tensor<2048xi16>, tensor<2048xi32>) {{
      %a = graph.constant dense<{list(map(float, floats))}> : tensor<2048xf32>
      %b = graph.constant dense<{shorts.tolist()}> : tensor<2048xi16>
      %c = graph.constant dense_resource<c> : tensor<2048xi32>
      %d = graph.add %a, %x : tensor<2048xf32>
      %e = graph.add %b, %y : tensor<2048xi16>
      %f = graph.add %c, %z : tensor<2048xi32>
      return %d, %e, %f : tensor<2048xf32>, tensor<2048xi16>, tensor<2048xi32>
    }}
    {{-# dialect_resources: {{ builtin: {{ c: "0x04000000{integers.astype("<i4").tobytes().hex()}" }} }} #-}}"""
    code = export(text, tmp_path / "constants.o", target=Target.of(triple)).code
    assert all(each.tobytes() in code for each in (floats, shorts, integers))


ZEROS = """
func.func @main(%m: memref<4096xf32>) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 4096 { loop.store %zero, %m[%i] : memref<4096xf32> }
  return
}"""


@pytest.mark.parametrize(("triple", "called"), [("aarch64-linux-gnu", "memset"), ("arm64-apple-macosx", "bzero")])
def test_memory_is_set_to_zero_by_what_the_system_calls_for_it(tmp_path: Path, triple: str, called: str) -> None:
    exported = export(ZEROS, tmp_path / "zeros.o", target=Target.of(triple), freestanding=True)
    assert exported.requires == (called,)


PARALLEL = """
#include <pthread.h>
#include <stdio.h>
#include "layer.h"
static _Alignas(64) char workspace[LAYER_MAIN_WORKSPACE_BYTES + 64];
static float x[512 * 64], alone[512 * 48], shared[512 * 48];
struct part { layer_body *body; void *context; int64_t begin, end; pthread_t thread; };
static void *run(void *argument) {
  struct part *part = argument;
  part->body(part->context, part->begin, part->end);
  return 0;
}
static void parallel_for(void *pool, layer_body *body, void *context, int64_t count, int64_t grain, int64_t threads) {
  struct part parts[2] = {{body, context, 0, count / 2, 0}, {body, context, count / 2, count, 0}};
  if (grain < 1 || threads != 2) return;
  ++*(int *)pool;
  for (int i = 0; i < 2; i++) pthread_create(&parts[i].thread, 0, run, &parts[i]);
  for (int i = 0; i < 2; i++) pthread_join(parts[i].thread, 0);
}
int main(void) {
  int calls = 0, r;
  for (int i = 0; i < 512 * 64; i++) x[i] = (float)(i % 97) / 97;
  if (layer_main(x, 1, alone, &r, workspace, sizeof workspace) != LAYER_OK) return 1;
  layer_set_parallel_for(parallel_for, &calls);
  if (layer_main(x, 1, shared, &r, workspace, sizeof workspace) != LAYER_OK || calls == 0) return 2;
  for (int i = 0; i < 512 * 48; i++)
    if (alone[i] - shared[i] > 1e-6f || shared[i] - alone[i] > 1e-6f || alone[i] <= 0) return 3;
  return 0;
}
"""


@needs_gcc
def test_the_caller_provides_threads(tmp_path: Path) -> None:
    is_x86 = Target.host().triple.startswith("x86_64")
    targets = levels("x86-64", "x86-64-v3") if is_x86 else None
    options: Any = {"threads": 2, "level": 1, "freestanding": True, "target": targets}
    export(network("512"), tmp_path / "layer.a", header=tmp_path / "layer.h", **options)
    program = compiled_c(tmp_path, PARALLEL, "layer.a", "-lpthread")
    assert subprocess.run([program], check=False).returncode == 0
    assert "set_parallel_for" not in export(STATIC, tmp_path / "layer.o", threads=1, level=0).header
    with pytest.raises(dlc.DlcError, match="'threads' must be an integer from 1 to 1024"):
        export(STATIC, tmp_path / "layer.o", threads=0)


def levels(*names: str) -> list[Target]:
    return [Target.of(name) for name in names]


@needs_gcc
def test_the_best_level_of_the_processor_is_called(tmp_path: Path) -> None:
    if not Target.host().triple.startswith("x86_64"):
        pytest.skip("levels are those of x86-64")
    one = export(DYNAMIC, tmp_path / "one.so", target=Target.of("x86-64"), level=1)
    best = [*levels("x86-64", "x86-64-v3"), Target.of(cpu="x86-64-v4", features="+avx512vnni")]
    exported = export(DYNAMIC, tmp_path / "layer.so", header=tmp_path / "layer.h", target=best, level=1)
    assert len(exported.code) < len(one.code) + 2 * WEIGHTS.nbytes
    main = ctypes.CDLL(str(tmp_path / "layer.so")).layer_main
    y, number, workspace = np.zeros((32, 48), np.float32), ctypes.c_int32(), np.zeros(1 << 16, np.uint8)
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (X, y, workspace[-workspace.ctypes.data % 64 :])]
    x, result, memory = pointers
    numbers = ctypes.c_int64(32), x, 4, result, ctypes.byref(number), memory, ctypes.c_int64(1 << 15)
    assert main(*numbers) == 0
    np.testing.assert_allclose(y, expected(X), rtol=1e-4, atol=1e-6)
    wide = levels("x86-64-v4"), [Target.of(cpu="x86-64-v4", features="+avx512vnni")]
    export("func.func @f() { return }", tmp_path / "wide.so", target=[*wide[0], *wide[1]], level=0)
    has_wide = "+avx512f" in Target.host().features
    assert ctypes.CDLL(str(tmp_path / "wide.so")).wide_f(None, ctypes.c_int64(0)) == (0 if has_wide else 6)


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ([], "must be a target or a list of them"),
        ([*levels("x86-64-v2"), Target.of("aarch64-linux-gnu")], "are levels of x86-64, but got 'aarch64-linux-gnu'"),
        ([*levels("x86-64-v2"), Target.of("x86_64-linux-gnu", "znver4")], "levels of x86-64"),
        ([*levels("x86-64-v2"), Target.of(cpu="x86-64-v3", features="+amx-tile")], "has 'amx-tile'"),
    ],
)
def test_levels_that_cannot_be_told_apart(tmp_path: Path, targets: list[Target], message: str) -> None:
    if targets and not Target.host().triple.startswith("x86_64"):
        pytest.skip("levels are those of x86-64")
    with pytest.raises(dlc.DlcError, match=message):
        export(STATIC, tmp_path / "layer.o", target=targets)


NODE = shutil.which("node")
CALL = """
const bytes = require("fs").readFileSync("layer.wasm");
WebAssembly.instantiate(bytes).then(({ instance: { exports } }) => {
  const { memory, layer_main, __heap_base } = exports;
  const [x, y, r] = [0, 1 << 16, 2 << 16].map((at) => __heap_base.value + at), workspace = r + 64;
  memory.grow(8);
  const input = require("fs").readFileSync(0);
  new Uint8Array(memory.buffer, x, input.length).set(input);
  const call = (at) => layer_main(32n, at, 21, y, r, workspace, 1n << 16n);
  const statuses = [call(x), call(0), call(x + 1), call(y)];
  if (statuses.join() !== "0,1,3,4" || new Int32Array(memory.buffer, r, 1)[0] !== 42) process.exit(1);
  require("fs").writeSync(1, new Uint8Array(memory.buffer, y, 32 * 48 * 4));
});
"""


@pytest.mark.skipif(NODE is None, reason="there is no node")
def test_a_wasm_module_needs_nothing(tmp_path: Path) -> None:
    exported = export(DYNAMIC, tmp_path / "layer.wasm", target=Target.of("wasm32"))
    assert exported.requires == ()
    command = [NODE or "", "-e", CALL]
    done = subprocess.run(command, cwd=tmp_path, input=X.tobytes(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    result = np.frombuffer(done.stdout, np.float32).reshape(32, 48)
    np.testing.assert_allclose(result, expected(X), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("triple", "cpu"), [("riscv32-unknown-elf", ""), ("wasm32", "mvp"), ("x86_64-pc-windows", "")])
def test_libraries_of_compilers_are_not_required_or_named(tmp_path: Path, triple: str, cpu: str) -> None:
    text = """
    func.func @main(%x: f32, %y: f64) -> (f32, f64, f32) {
      %p = math.fma %x, %x, %x : f32
      %q = math.fma %y, %y, %y : f64
      %r = math.floor %x : f32
      return %p, %q, %r : f32, f64, f32
    }"""
    target = Target.of(triple, cpu)
    if triple.startswith("riscv32"):
        with pytest.raises(ExportError, match="a freestanding program for 'riscv32-unknown-elf' would call __adddf3"):
            export(text, tmp_path / "f.o", target=target, freestanding=True)
    else:
        requires = export(text, tmp_path / "f.o", target=target, freestanding=True).requires
        assert set(requires) <= {"memcpy", "memset", "_fltused"}


RETURNED = """
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %c = graph.constant dense<[7.0, 8.0]> : tensor<2xf32>
  %y = graph.add %x, %x : tensor<4xf32>
  return %y, %x, %y, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}
"""


@needs_gcc
def test_results_that_are_arguments_constants_or_the_same(tmp_path: Path) -> None:
    export(RETURNED, tmp_path / "same.so")
    main = ctypes.CDLL(str(tmp_path / "same.so")).same_main
    x, results = np.arange(4, dtype=np.float32), [np.zeros(size, np.float32) for size in (4, 4, 4, 2)]
    assert main(*(ctypes.c_void_p(each.ctypes.data) for each in (x, *results)), None, ctypes.c_int64(0)) == 0
    assert [each.tolist() for each in results] == [[0, 2, 4, 6], [0, 1, 2, 3], [0, 2, 4, 6], [7, 8]]


def test_constants_with_any_name(tmp_path: Path) -> None:
    values = np.arange(100, dtype=np.float32)
    text = f"""
    memref.global "private" constant @"1 odd name" : memref<100xf32> = dense<{values.tolist()}>
    func.func @main(%i: index) -> f32 {{
      %m = memref.get_global @"1 odd name" : memref<100xf32>
      %x = memref.load %m[%i] : memref<100xf32>
      return %x : f32
    }}"""
    code = export(text, tmp_path / "odd.o").code
    assert values.tobytes() in code


CHAIN = """
!x = tensor<?x64xf32, #graph.dims<n>>
func.func @main(%x: !x, %w: tensor<64x64xf32>) -> !x {
  %p = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0] : !x, tensor<64x64xf32> -> !x
  %q = graph.contract %p, %w, batch = [] x [], contracting = [1] x [0] : !x, tensor<64x64xf32> -> !x
  return %q : !x
}
"""


# -- What is wrong -----------------------------------------------------------------------------------------------------

OPEN = (
    "allocates memory whose size is known only when the program runs: a program that is freestanding, or for 32 bits, "
    "has all its memory in the workspace, whose size must be known; fix the open sizes by '--size n=N', in Python by "
    "'sizes'"
)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (CHAIN, {"freestanding": True}, OPEN),
        (
            "func.func @f(%n: index) -> tensor<?xi1> { %e = tensor.empty(%n) : tensor<?xi1> return %e : tensor<?xi1> }",
            {},
            "the sizes of output 'output' do not follow from those of the arguments; name them",
        ),
        ("func.func @f(%x: vector<4xf32>) { return }", {}, "cannot export @f: it takes a 'vector<4xf32>'"),
        ("func.func @f(%x: bf16) { return }", {}, "C has no type for argument 'x: bf16'"),
        ("func.func @f(%x: memref<4xf32, strided<[2]>>) { return }", {}, "argument 'x' has explicit strides"),
        ("func.func private @f() { return }", {}, "the module has no public function to export"),
        (CHAIN, {"target": Target.of("wasm32")}, OPEN),
        (STATIC, {"level": 7}, "'level' must be an integer from 0 to 3"),
        (
            "func.func @f() { call @g() : () -> () return }\nfunc.func @g() { return }",
            {},
            "is public and called in the module",
        ),
    ],
)
def test_programs_that_cannot_be_exported(tmp_path: Path, text: str, options: Any, message: str) -> None:
    with pytest.raises(dlc.DlcError) as caught:
        export(text, tmp_path / "layer.o", header=tmp_path / "layer.h", **options)
    assert message in str(caught.value)
    assert str(caught.value).count("error:") <= 1
    assert list(tmp_path.iterdir()) == []


def test_kinds_of_files_and_linkers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "func.func @f() { return }"
    with pytest.raises(dlc.DlcError, match=r"must end in \.o, \.a, \.so, \.wasm"):
        export(text, tmp_path / "layer.exe")
    with pytest.raises(dlc.DlcError, match=r"is for the target 'wasm32', but got"):
        export(text, tmp_path / "layer.wasm")
    with pytest.raises(dlc.DlcError, match="'wasm32' has no shared libraries"):
        export(text, tmp_path / "layer.so", target=Target.of("wasm32"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(LinkError, match="requires a linker, but none of cc, gcc, clang is on the path"):
        export(text, tmp_path / "layer.so")
    monkeypatch.setenv("CC", str(tmp_path / "no-compiler"))
    with pytest.raises(LinkError, match="cannot run the linker"):
        export(text, tmp_path / "layer.so")
    (tmp_path / "silent").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "silent").chmod(0o755)
    monkeypatch.setenv("CC", str(tmp_path / "silent"))
    with pytest.raises(LinkError, match="cannot link the library: it ended with status 3"):
        export(text, tmp_path / "layer.so")
    (tmp_path / "silent").unlink()
    assert issubclass(ExportError, dlc.DlcError)
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_written_are_found_first(tmp_path: Path) -> None:
    text = "func.func @f(%x: f32) -> f32 { return %x : f32 }"
    missing = tmp_path / "missing" / "x.h"
    with pytest.raises(FileNotFoundError, match=re.escape(f"No such file or directory: '{missing.with_suffix('.o')}'")):
        export(text, missing.with_suffix(".o"))
    with pytest.raises(FileNotFoundError, match=re.escape(f"No such file or directory: '{missing}'")):
        export(text, tmp_path / "x.o", header=missing)
    with pytest.raises(IsADirectoryError):
        export(text, tmp_path / "x.o", header=tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError, match=re.escape(f"No such file or directory: '{missing}'")):
        replace_file(missing, [b""])


def test_passes_of_a_user_may_make_ops_that_are_imported(tmp_path: Path) -> None:
    text = """func.func @main(%x: memref<8xf32>) {
      loop.for %i = 0 to 8 {
        %a = loop.load %x[%i] : memref<8xf32>
        %b = arith.addf %a, %a : f32
        loop.store %b, %x[%i] : memref<8xf32>
      }
      return
    }"""
    assert export(dlc.parse(text), tmp_path / "f.o", passes="loop-to-affine,default").code
