"""Programs of loops as MLIR's `affine`, so that mlir-opt and mlir-runner can say what they do to arrays.

    judged = judged_by_mlir([module, …])        # functions @main of memrefs of i32 and sizes
    judged.texts[0], judged.sums[0, 5]          # a function as mlir-opt prints it; a sum for each array, for size 5

One process of mlir-opt and one of mlir-runner serve all programs: a function fills arrays with numbers that depend on
their places, calls each program, and prints a sum of each array in which each place has its own weight.
"""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.parser import print_ir
from dlc.tools import dlc_opt

from .level_checks import main_function

Array = Any
MLIR_OPT, RUNNER = shutil.which("mlir-opt-22"), shutil.which("mlir-runner-22")
LIBRARIES = sorted(Path("/usr/lib/llvm-22/lib").glob("libmlir_*runner_utils.so*"))
HAS_MLIR = MLIR_OPT is not None and RUNNER is not None and bool(LIBRARIES)
SIZES = (0, 1, 5)
EXTENT = 24
"""The size of each dimension of an array that has any size."""
TO_LLVM = (
    *(
        "--expand-strided-metadata",
        "--lower-affine",
        "--convert-scf-to-cf",
        "--convert-arith-to-llvm",
        "--convert-index-to-llvm",
    ),
    *("--finalize-memref-to-llvm", "--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts"),
)
HEAD = """
func.func private @printI64(i64)
func.func private @printNewline()
func.func @fill(%m: memref<?x?xi32>, %rows: index, %columns: index, %seed: index) {
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to %columns {
      %v = affine.apply affine_map<(i, j)[s] -> ((i * 131 + j * 17 + s * 71) mod 1000)>(%i, %j)[%seed]
      %n = arith.index_cast %v : index to i32
      affine.store %n, %m[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
func.func @print(%m: memref<?x?xi32>, %rows: index, %columns: index) {
  %zero = arith.constant 0 : i64
  %factor = arith.constant 31 : i64
  %sum = affine.for %i = 0 to %rows iter_args(%a = %zero) -> i64 {
    %row = affine.for %j = 0 to %columns iter_args(%b = %a) -> i64 {
      %v = affine.load %m[%i, %j] : memref<?x?xi32>
      %w = arith.extsi %v : i32 to i64
      %c = arith.muli %b, %factor : i64
      %d = arith.addi %c, %w : i64
      affine.yield %d : i64
    }
    affine.yield %row : i64
  }
  call @printI64(%sum) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
"""


class Judged(NamedTuple):
    """Programs as mlir-opt prints them, and the results of mlir-runner."""

    texts: Sequence[str]
    """Each program as mlir-opt prints it, a function `@f0`, `@f1` …"""
    sums: Mapping[tuple[int, int], Sequence[int]]
    """By the number of a program and its size: a sum for each array."""


def filled_arrays(types: Sequence[Any], size: int) -> list[Any]:
    """The arguments for some types, as the function `@fill` fills them."""
    return [_filled(type, place) if isinstance(type, MemRefType) else size for place, type in enumerate(types)]


def sum_of(array: Array) -> int:
    """The sum that the function `@print` prints of an array."""
    flat = array.ravel().astype(np.int64).view(np.uint64)
    with np.errstate(over="ignore"):
        weights = np.multiply.accumulate(np.full(flat.size, 31, np.uint64), dtype=np.uint64)
        shifted = np.concatenate([np.ones(1, np.uint64), weights[:-1]])[::-1]
        return int((flat * shifted).sum(dtype=np.uint64).view(np.int64))


def judged_by_mlir(modules: Sequence[Operation]) -> Judged:
    """Return what mlir-opt and mlir-runner make of programs."""
    text = "\n// -----\n".join(_as_affine(module, number) for number, module in enumerate(modules))
    printed = _run([str(MLIR_OPT), "--mlir-print-local-scope", "--split-input-file"], text)
    texts = [each.strip().removeprefix("module {").removesuffix("}") for each in printed.split("// -----")]
    whole = f"{''.join(texts)}{HEAD}{_main(modules)}"
    compiled = _run([str(MLIR_OPT), *TO_LLVM], whole)
    libraries = [f"-shared-libs={library}" for library in LIBRARIES]
    numbers = iter(_run([str(RUNNER), "-e", "main", "-entry-point-result=void", *libraries], compiled).split())
    sums = {
        (number, size): [int(next(numbers)) for type in _types(module) if isinstance(type, MemRefType)]
        for number, module in enumerate(modules)
        for size in SIZES
    }
    return Judged(texts, sums)


def _filled(type: MemRefType, seed: int) -> Array:
    rows, columns = _extents(type)
    numbers = (np.arange(rows)[:, None] * 131 + np.arange(columns) * 17 + seed * 71) % 1000
    return numbers.astype(np.int32).reshape([EXTENT if size == DYNAMIC else size for size in type.shape])


def _extents(type: MemRefType) -> tuple[int, int]:
    """Rows and columns; a vector is one row."""
    shape = [EXTENT if size == DYNAMIC else size for size in type.shape]
    return (1, shape[0]) if len(shape) == 1 else (shape[0], shape[1])


def _types(module: Operation) -> Sequence[Any]:
    function = main_function(module)
    assert function is not None
    return function.type.inputs


def _as_affine(module: Operation, number: int) -> str:
    output, errors = io.StringIO(), io.StringIO()
    flags = ["--loop-to-affine", "--mlir-print-op-generic", "--mlir-print-local-scope", "--allow-unregistered-dialect"]
    assert dlc_opt.run(flags, print_ir(module), output, errors) == 0, errors.getvalue()
    return output.getvalue().replace('sym_name = "main"', f'sym_name = "f{number}"')


def _main(modules: Sequence[Operation]) -> str:
    lines = ["func.func @main() {"]
    for number, module in enumerate(modules):
        for size in SIZES:
            lines += _calls(_types(module), number, size)
    return "\n".join([*lines, "  return", "}"])


def _calls(types: Sequence[Any], number: int, size: int) -> list[str]:
    """Allocate and fill arrays, call a function, and print a sum of each array."""
    key, names, shown, lines = f"{number}_{size}", list[str](), list[str](), list[str]()
    for place, type in enumerate(types):
        name = f"%a{key}_{place}"
        names.append(name)
        if not isinstance(type, MemRefType):
            lines.append(f"  {name} = arith.constant {size} : index")
            continue
        rows, columns = _extents(type)
        extents = f"{name}r, {name}c"
        lines += [f"  {name}r = arith.constant {rows} : index", f"  {name}c = arith.constant {columns} : index"]
        lines.append(f"  {name}s = arith.constant {place} : index")
        whole = f"memref<{rows}x{columns}xi32>"
        lines.append(f"  {name}m = memref.alloc() : {whole}")
        lines.append(f"  {name}w = memref.cast {name}m : {whole} to memref<?x?xi32>")
        lines.append(f"  call @fill({name}w, {extents}, {name}s) : (memref<?x?xi32>, index, index, index) -> ()")
        if len(type.shape) == 1:
            lines.append(f"  {name} = memref.collapse_shape {name}m [[0, 1]] : {whole} into memref<{columns}xi32>")
        else:
            lines.append(f"  {name} = memref.cast {name}m : {whole} to {type}")
        shown.append(f"  call @print({name}w, {extents}) : (memref<?x?xi32>, index, index) -> ()")
    lines.append(f"  call @f{number}({', '.join(names)}) : ({', '.join(map(str, types))}) -> ()")
    return [*lines, *shown]


def _run(command: Sequence[str], text: str) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
