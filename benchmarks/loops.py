"""Nests of loops as people write them, beside the same nests in C, compiled by `cc -O3 -march=native -ffast-math`.

    python benchmarks/loops.py [--rounds=3] [--only=gemm]

Each nest is written once, in a few lines, from which MLIR's `affine` and C are made: loops are named by letters, whose
ranges stand in `SIZES`. Both work on one core, in a process of their own; they take turns, and medians are reported
with the ratio within each round. Arguments are `llvm.noalias` and `restrict`, or not, where a name ends in "overlap".
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measure import Case, compare_workers, exit_status, median_call, serve, within_times

SIZES = {"i": 640, "j": 704, "k": 320}
ROW = re.compile(r"(?P<nest>[ijk]+): (?P<target>\w)\[(?P<at>[ijk ,]+)\] (?P<op>[-+]?)= (?P<value>.+)")
ACCESS = re.compile(r"(\w)\[([ijk ,]+)\]")
SCALARS = {"p": 1.5, "q": 0.25}
SLOWEST = 1.3
"""The most of the C compiler's time that a nest may take."""
NESTS: Mapping[str, str] = {
    "gemm i j k": "ijk: c[i, j] += a[i, k] * b[k, j]",
    "gemm i k j": "ikj: c[i, j] += a[i, k] * b[k, j]",
    "gemm k j i": "kji: c[i, j] += a[i, k] * b[k, j]",
    "gemm j k i": "jki: c[i, j] += a[i, k] * b[k, j]",
    "gemm from zero": "ij: c[i, j] = 0\nijk: c[i, j] += a[i, k] * b[k, j]",
    "gemm with factors": "ij: c[i, j] = c[i, j] * q\nikj: c[i, j] += a[i, k] * b[k, j] * p",
    "gemm, difference": "ijk: c[i, j] -= a[i, k] * b[k, j]",
    "gemm, overlap": "ikj: c[i, j] += a[i, k] * b[k, j]",
    "matrix times vector": "ij: x[i] += d[i, j] * y[j]",
    "vector times matrix": "ij: y[j] += d[i, j] * x[i]",
    "sums of columns": "ij: y[j] += d[i, j]",
    "sums of rows": "ij: x[i] += d[i, j]",
    "scaled, columns first": "ji: c[i, j] = d[i, j] * p",
    "scaled, overlap": "ij: c[i, j] = d[i, j] * p",
    "rank-one update": "ij: c[i, j] += x[i] * y[j]",
    "transpose": "ji: e[j, i] = c[i, j]",
}
ARRAYS = {"a": "ik", "b": "kj", "c": "ij", "d": "ij", "e": "ji", "x": "i", "y": "j"}


class Statement(NamedTuple):
    """A nest of loops around one assignment."""

    loops: str
    target: str
    at: str
    op: str
    value: str

    @classmethod
    def of(cls, line: str) -> Statement:
        match = ROW.fullmatch(line)
        assert match is not None, line
        return cls(match["nest"], match["target"], match["at"], match["op"], match["value"])


def arrays_of(text: str) -> list[str]:
    """Return the names of the arrays in a nest, in the order of its arguments."""
    return sorted({name for name, _ in ACCESS.findall(text)})


def inputs(text: str) -> list[Any]:
    random = np.random.default_rng(0)
    shapes = [[SIZES[each] for each in ARRAYS[name]] for name in arrays_of(text)]
    return [random.random(shape, np.float32) / 1000 for shape in shapes]


# -- MLIR --------------------------------------------------------------------------------------------------------------


def memref(name: str) -> str:
    return f"memref<{'x'.join(str(SIZES[each]) for each in ARRAYS[name])}xf32>"


def subscripts(at: str) -> str:
    return re.sub(r"([ijk])", r"%\1", at)


def mlir_lines(statement: Statement) -> Iterator[str]:
    for name in statement.loops:
        yield f"affine.for %{name} = 0 to {SIZES[name]} {{"
    values: list[str] = []
    for number, factor in enumerate(statement.value.split(" * ")):
        match = ACCESS.fullmatch(factor)
        values.append(f"%v{number}" if match else f"%{factor}")
        if match:
            yield f"%v{number} = affine.load %{match[1]}[{subscripts(match[2])}] : {memref(match[1])}"
    value, *rest = values
    for number, factor in enumerate(rest):
        yield f"%p{number} = arith.mulf {value}, {factor} fastmath<fast> : f32"
        value = f"%p{number}"
    place = f"%{statement.target}[{subscripts(statement.at)}] : {memref(statement.target)}"
    if statement.op:
        yield f"%old = affine.load {place}"
        yield f"%new = arith.{'add' if statement.op == '+' else 'sub'}f %old, {value} fastmath<fast> : f32"
        value = "%new"
    yield f"affine.store {'%zero' if value == '%0' else value}, {place}"
    yield from ("}" for _ in statement.loops)


def mlir_of(name: str) -> str:
    """Return a nest as MLIR."""
    text = NESTS[name]
    apart = "" if name.endswith("overlap") else " {llvm.noalias}"
    parameters = ", ".join(f"%{each}: {memref(each)}{apart}" for each in arrays_of(text))
    constants = [f"%{each} = arith.constant {value} : f32" for each, value in {**SCALARS, "zero": 0.0}.items()]
    lines = [line for each in text.splitlines() for line in mlir_lines(Statement.of(each))]
    return "\n".join([f"func.func @main({parameters}) {{", *constants, *lines, "return", "}"])


# -- C -----------------------------------------------------------------------------------------------------------------


def c_lines(statement: Statement) -> Iterator[str]:
    for name in statement.loops:
        yield f"for (int {name} = 0; {name} < {SIZES[name]}; ++{name})"
    at = "".join(f"[{each}]" for each in statement.at.split(", "))
    value = re.sub(r"\[([ijk]), ([ijk])\]", r"[\1][\2]", statement.value)
    yield f"{statement.target}{at} {statement.op}= {value};"


def c_of(name: str) -> str:
    """Return a nest as a function in C."""
    text = NESTS[name]
    apart = "" if name.endswith("overlap") else "restrict "
    parameters = [
        f"float {each}[{apart}{SIZES[ARRAYS[each][0]]}]" + "".join(f"[{SIZES[size]}]" for size in ARRAYS[each][1:])
        for each in arrays_of(text)
    ]
    constants = [f"const float {each} = {value}f;" for each, value in SCALARS.items()]
    lines = [line for each in text.splitlines() for line in c_lines(Statement.of(each))]
    return "\n".join([f"void nest({', '.join(parameters)}) {{", *constants, *lines, "}"])


# -- Engines -----------------------------------------------------------------------------------------------------------


def run_dlc(name: str) -> Callable[[], object]:
    import dlc  # noqa: PLC0415 (the other engine does without it)

    program, arrays = dlc.compile(mlir_of(name), threads=1, remarks=False), inputs(NESTS[name])
    return lambda: program(*arrays)


def run_c(name: str) -> Callable[[], object]:
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "nest.c"), Path(folder, "nest.so")
        source.write_text(c_of(name), encoding="utf-8")
        flags = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
        subprocess.run(["cc", *flags, str(source), "-o", str(library)], check=True)
        function = ctypes.CDLL(str(library)).nest
    arrays = inputs(NESTS[name])
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in arrays]
    return lambda: (function(*pointers), arrays)


def serve_engine(name: str, _: int) -> None:

    serve({"nest": {"dlc": run_dlc, "cc": run_c}[name]}, median_call)


CASES = [Case(name, "nest", {"name": name}, scale=(1e6, "µs"), targets=[within_times(SLOWEST, "cc")]) for name in NESTS]

if __name__ == "__main__":
    description = "Nests of loops beside a C compiler."
    measured = compare_workers(__file__, ("dlc", "cc"), serve_engine, CASES, description=description, threads=1)
    sys.exit(exit_status(measured))
