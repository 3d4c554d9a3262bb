"""Programs of several nests as people write them, beside the same in C, compiled by `cc -O3 -march=native -ffast-math`.

    python benchmarks/loop_programs.py [--rounds=3] [--only=covariance]

Most are those of PolyBench, with sizes that fit into the cache. Each is written once, in a few lines of C without
types, from which MLIR's `affine` and C are made: sizes of arrays stand in `PROGRAMS`, other names are scalars in
memory. Both work on one core, as in `loops.py`, on arrays that do not overlap.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from measure import Case, compare_workers, exit_status, median_call, serve, within_times

TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\d+\.\d+|\d+|[-+*/;{}()\[\],<=])")
SLOWEST = 1.5
"""The most of the C compiler's time that a program may take."""


class Source(NamedTuple):
    """The sizes of the arrays of a program, and its text."""

    arrays: Mapping[str, tuple[int, ...]]
    text: str


PROGRAMS: Mapping[str, Source] = {
    "covariance": Source(
        {"a": (400, 320), "m": (320,), "c": (320, 320)},
        """for (j=0; j<320) { m[j] = 0; for (i=0; i<400) m[j] = m[j] + a[i][j]; m[j] = m[j]*0.0025; }
        for (i=0; i<400) for (j=0; j<320) a[i][j] = a[i][j] - m[j];
        for (i=0; i<320) for (j=i; j<320) {
          c[i][j] = 0; for (k=0; k<400) c[i][j] = c[i][j] + a[k][i]*a[k][j];
          c[i][j] = c[i][j]*0.0025; c[j][i] = c[i][j]; }""",
    ),
    "correlation": Source(
        {"a": (400, 320), "m": (320,), "d": (320,), "c": (320, 320)},
        """for (j=0; j<320) { m[j] = 0; for (i=0; i<400) m[j] = m[j] + a[i][j]; m[j] = m[j]*0.0025; }
        for (j=0; j<320) { d[j] = 0; for (i=0; i<400) d[j] = d[j] + (a[i][j]-m[j])*(a[i][j]-m[j]);
          d[j] = sqrt(d[j]*0.0025) + 0.1; }
        for (i=0; i<400) for (j=0; j<320) { a[i][j] = a[i][j] - m[j]; a[i][j] = a[i][j]/(20.0*d[j]); }
        for (i=0; i<319) { c[i][i] = 1.0; for (j=i+1; j<320) {
          c[i][j] = 0; for (k=0; k<400) c[i][j] = c[i][j] + a[k][i]*a[k][j]; c[j][i] = c[i][j]; } }
        c[319][319] = 1.0;""",
    ),
    "gramschmidt": Source(
        {"a": (240, 200), "r": (200, 200), "q": (240, 200)},
        """for (k=0; k<200) { n = 0; for (i=0; i<240) n = n + a[i][k]*a[i][k]; r[k][k] = sqrt(n) + 0.01;
          for (i=0; i<240) q[i][k] = a[i][k]/r[k][k];
          for (j=k+1; j<200) { r[k][j] = 0; for (i=0; i<240) r[k][j] = r[k][j] + q[i][k]*a[i][j];
            for (i=0; i<240) a[i][j] = a[i][j] - q[i][k]*r[k][j]; } }""",
    ),
    "doitgen": Source(
        {"a": (50, 40, 60), "c": (60, 60), "t": (60,)},
        """for (r=0; r<50) for (q=0; q<40) {
          for (p=0; p<60) { t[p] = 0; for (s=0; s<60) t[p] = t[p] + a[r][q][s]*c[s][p]; }
          for (p=0; p<60) a[r][q][p] = t[p]; }""",
    ),
    "syrk": Source(
        {"a": (300, 200), "c": (300, 300)},
        """for (i=0; i<300) { for (j=0; j<i+1) c[i][j] = c[i][j]*0.5;
          for (k=0; k<200) for (j=0; j<i+1) c[i][j] = c[i][j] + 1.5*a[i][k]*a[j][k]; }""",
    ),
    "trmm": Source(
        {"a": (240, 240), "b": (240, 260)},
        """for (i=0; i<240) for (j=0; j<260) {
          for (k=i+1; k<240) b[i][j] = b[i][j] + a[k][i]*b[k][j]; b[i][j] = 1.5*b[i][j]; }""",
    ),
    "symm": Source(
        {"a": (200, 200), "b": (200, 240), "c": (200, 240)},
        """for (i=0; i<200) for (j=0; j<240) { t = 0;
          for (k=0; k<i) { c[k][j] = c[k][j] + 1.5*b[i][j]*a[i][k]; t = t + b[k][j]*a[i][k]; }
          c[i][j] = 0.5*c[i][j] + 1.5*b[i][j]*a[i][i] + 1.5*t; }""",
    ),
    "2mm": Source(
        {"t": (180, 190), "a": (180, 210), "b": (210, 190), "c": (190, 220), "d": (180, 220)},
        """for (i=0; i<180) for (j=0; j<190) { t[i][j] = 0;
          for (k=0; k<210) t[i][j] = t[i][j] + 1.5*a[i][k]*b[k][j]; }
        for (i=0; i<180) for (j=0; j<220) { d[i][j] = d[i][j]*0.5;
          for (k=0; k<190) d[i][j] = d[i][j] + t[i][k]*c[k][j]; }""",
    ),
    "gesummv": Source(
        {"a": (640, 640), "b": (640, 640), "x": (640,), "y": (640,), "t": (640,)},
        """for (i=0; i<640) { t[i] = 0; y[i] = 0;
          for (j=0; j<640) { t[i] = a[i][j]*x[j] + t[i]; y[i] = b[i][j]*x[j] + y[i]; }
          y[i] = 1.5*t[i] + 0.5*y[i]; }""",
    ),
    "bicg": Source(
        {"a": (640, 600), "s": (600,), "q": (640,), "p": (600,), "r": (640,)},
        """for (i=0; i<600) s[i] = 0;
        for (i=0; i<640) { q[i] = 0; for (j=0; j<600) { s[j] = s[j] + r[i]*a[i][j]; q[i] = q[i] + a[i][j]*p[j]; } }""",
    ),
    "jacobi-2d": Source(
        {"a": (250, 250), "b": (250, 250)},
        """for (t=0; t<10) {
          for (i=1; i<249) for (j=1; j<249) b[i][j] = 0.2*(a[i][j]+a[i][j-1]+a[i][j+1]+a[i+1][j]+a[i-1][j]);
          for (i=1; i<249) for (j=1; j<249) a[i][j] = 0.2*(b[i][j]+b[i][j-1]+b[i][j+1]+b[i+1][j]+b[i-1][j]); }""",
    ),
    "seidel-2d": Source(
        {"a": (200, 200)},
        """for (t=0; t<5) for (i=1; i<199) for (j=1; j<199) a[i][j] = (a[i-1][j-1]+a[i-1][j]+a[i-1][j+1]+a[i][j-1]
          +a[i][j]+a[i][j+1]+a[i+1][j-1]+a[i+1][j]+a[i+1][j+1])/9.0;""",
    ),
    "fdtd-2d": Source(
        {"x": (200, 240), "y": (200, 240), "h": (200, 240), "f": (10,)},
        """for (t=0; t<10) { for (j=0; j<240) y[0][j] = f[t];
          for (i=1; i<200) for (j=0; j<240) y[i][j] = y[i][j] - 0.5*(h[i][j]-h[i-1][j]);
          for (i=0; i<200) for (j=1; j<240) x[i][j] = x[i][j] - 0.5*(h[i][j]-h[i][j-1]);
          for (i=0; i<199) for (j=0; j<239) h[i][j] = h[i][j] - 0.7*(x[i][j+1]-x[i][j]+y[i+1][j]-y[i][j]); }""",
    ),
    "lu": Source(
        {"a": (200, 200)},
        """for (i=0; i<200) {
          for (j=0; j<i) { for (k=0; k<j) a[i][j] = a[i][j] - a[i][k]*a[k][j]; a[i][j] = a[i][j]/a[j][j]; }
          for (j=i; j<200) for (k=0; k<i) a[i][j] = a[i][j] - a[i][k]*a[k][j]; }""",
    ),
    "floyd-warshall": Source(
        {"p": (180, 180)},
        "for (k=0; k<180) for (i=0; i<180) for (j=0; j<180) p[i][j] = min(p[i][j], p[i][k]+p[k][j]);",
    ),
    "largest of rows": Source(
        {"a": (640, 704), "m": (640,)},
        "for (i=0; i<640) { m[i] = a[i][0]; for (j=0; j<704) m[i] = max(m[i], a[i][j]); }",
    ),
    "largest of all": Source(
        {"a": (640, 704), "m": (1,)},
        "m[0] = a[0][0]; for (i=0; i<640) for (j=0; j<704) m[0] = max(m[0], a[i][j]);",
    ),
    "prefix sums": Source({"a": (200000,), "b": (200000,)}, "for (i=1; i<200000) b[i] = b[i-1] + a[i];"),
}
DIAGONAL = {"lu": 30.0}
"""The least elements of the diagonal of the first array, for programs that divide by them."""


def inputs(name: str) -> list[Any]:
    random = np.random.default_rng(0)
    arrays = [random.random(shape, np.float32) / 10 for shape in PROGRAMS[name].arrays.values()]
    if name in DIAGONAL:
        np.fill_diagonal(arrays[0], DIAGONAL[name])
    return arrays


# -- Reading -----------------------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """A value in MLIR, and the expression in C."""

    name: str
    text: str


class Reader:
    """Reads a program, and writes it as lines of `affine` and of C."""

    def __init__(self, source: Source) -> None:
        self.arrays = source.arrays
        self.tokens = [*TOKEN.findall(source.text), ""]
        self.scalars: set[str] = set()
        self.mlir: list[str] = []
        self.c: list[str] = []
        self._position = self._made = 0
        while self._ahead():
            self._statement()

    def _ahead(self) -> str:
        return self.tokens[self._position]

    def _next(self, expected: str = "") -> str:
        token = self._ahead()
        assert not expected or token == expected, f"'{token}' stands where '{expected}' should be"
        self._position += 1
        return token

    def _until(self, end: str) -> str:
        """Return the text up to a token, which is skipped."""
        text = ""
        while self._ahead() != end:
            text += self._next()
        self._next(end)
        return text

    def _statement(self) -> None:
        if self._ahead() == "{":
            self._next()
            while self._ahead() != "}":
                self._statement()
            self._next()
        elif self._ahead() == "for":
            self._loop()
        else:
            name, at = self._next(), self._subscripts()
            if name not in self.arrays:
                self.scalars.add(name)
            self._next("=")
            value = self._sum()
            self._next(";")
            self.mlir.append(f"affine.store {value.name}, {self._place(name, at)}")
            self.c.append(f"{name}{''.join(f'[{each}]' for each in at)} = {value.text};")

    def _loop(self) -> None:
        self._next("for")
        self._next("(")
        counter, _, low = self._next(), self._next("="), self._until(";")
        self._next(counter)
        self._next("<")
        high = self._until(")")
        self.mlir.append(f"affine.for %{counter} = {_bound(low)} to {_bound(high)} {{")
        self.c.append(f"for (int {counter} = {low}; {counter} < {high}; ++{counter}) {{")
        self._statement()
        self.mlir.append("}")
        self.c.append("}")

    def _subscripts(self) -> list[str]:
        at: list[str] = []
        while self._ahead() == "[":
            self._next()
            at.append(self._until("]"))
        return at

    def _place(self, name: str, at: list[str]) -> str:
        indices = ", ".join(re.sub(r"([a-z])", r"%\1", re.sub(r"([-+])", r" \1 ", each)) for each in at)
        return f"%{name}[{indices}] : {memref(self.arrays.get(name, ()))}"

    def _sum(self) -> Value:
        return self._operations(self._product, {"+": "addf", "-": "subf"})

    def _product(self) -> Value:
        return self._operations(self._factor, {"*": "mulf", "/": "divf"})

    def _operations(self, operand: Callable[[], Value], kinds: Mapping[str, str]) -> Value:
        value = operand()
        while self._ahead() in kinds:
            sign = self._next()
            other = operand()
            name = self._op(f"arith.{kinds[sign]} {value.name}, {other.name} fastmath<fast> : f32")
            value = Value(name, f"{value.text} {sign} {other.text}")
        return value

    def _factor(self) -> Value:
        token = self._next()
        if token == "(":
            value = self._sum()
            self._next(")")
            return Value(value.name, f"({value.text})")
        if token in ("max", "min"):
            return self._extreme(token)
        if token == "sqrt":
            value = self._factor()
            return Value(self._op(f"math.sqrt {value.name} fastmath<fast> : f32"), f"sqrtf({value.text})")
        if token[0].isdigit():
            number = str(float(token))
            return Value(self._op(f"arith.constant {number} : f32"), f"{number}f")
        at = self._subscripts()
        return Value(self._op(f"affine.load {self._place(token, at)}"), token + "".join(f"[{each}]" for each in at))

    def _extreme(self, kind: str) -> Value:
        """Read the larger or smaller one of two values, which is written as a comparison and a choice."""
        self._next("(")
        first = self._sum()
        self._next(",")
        second = self._sum()
        self._next(")")
        word, sign = ("ogt", ">") if kind == "max" else ("olt", "<")
        is_first = self._op(f"arith.cmpf {word}, {first.name}, {second.name} fastmath<fast> : f32")
        name = self._op(f"arith.select {is_first}, {first.name}, {second.name} : f32")
        return Value(name, f"({first.text} {sign} {second.text} ? {first.text} : {second.text})")

    def _op(self, text: str) -> str:
        self._made += 1
        self.mlir.append(f"%_{self._made} = {text}")
        return f"%_{self._made}"


def _bound(text: str) -> str:
    counter, rest = re.fullmatch(r"([a-z]?)(.*)", text).groups()  # type: ignore[union-attr]
    return f"affine_map<(d0) -> (d0 + {int(rest or 0)})>(%{counter})" if counter else text


def memref(shape: tuple[int, ...]) -> str:
    return f"memref<{''.join(f'{size}x' for size in shape)}f32>"


def mlir_of(source: Source) -> str:
    """Return a program as MLIR."""
    reader = Reader(source)
    parameters = ", ".join(f"%{name}: {memref(shape)} {{llvm.noalias}}" for name, shape in source.arrays.items())
    scalars = [f"%{name} = memref.alloca() : {memref(())}" for name in sorted(reader.scalars)]
    return "\n".join([f"func.func @main({parameters}) {{", *scalars, *reader.mlir, "return", "}"])


def c_of(source: Source) -> str:
    """Return a program as a function in C."""
    reader = Reader(source)
    parameters = ", ".join(
        f"float {name}[restrict {shape[0]}]" + "".join(f"[{size}]" for size in shape[1:])
        for name, shape in source.arrays.items()
    )
    scalars = [f"float {name};" for name in sorted(reader.scalars)]
    return "\n".join(["#include <math.h>", f"void program({parameters}) {{", *scalars, *reader.c, "}"])


# -- Engines -----------------------------------------------------------------------------------------------------------


def run_dlc(name: str) -> Callable[[], object]:
    import dlc  # noqa: PLC0415 (the other engine does without it)

    return _fresh(dlc.compile(mlir_of(PROGRAMS[name]), threads=1, remarks=False), name)


def run_c(name: str) -> Callable[[], object]:
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "program.c"), Path(folder, "program.so")
        source.write_text(c_of(PROGRAMS[name]), encoding="utf-8")
        flags = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC"]
        subprocess.run(["cc", *flags, str(source), "-o", str(library), "-lm"], check=True)
        function = ctypes.CDLL(str(library)).program
    return _fresh(lambda *arrays: function(*(ctypes.c_void_p(each.ctypes.data) for each in arrays)), name)


def _fresh(program: Callable[..., object], name: str) -> Callable[[], object]:
    """Return a function that calls a program on the same arrays each time, which it copies before."""
    given = inputs(name)
    arrays = [each.copy() for each in given]

    def call() -> None:
        for array, each in zip(arrays, given, strict=True):
            array[...] = each
        program(*arrays)

    return call


def serve_engine(name: str, _: int) -> None:
    serve({"program": {"dlc": run_dlc, "cc": run_c}[name]}, median_call)


CASES = [
    Case(name, "program", {"name": name}, scale=(1e6, "µs"), targets=[within_times(SLOWEST, "cc")]) for name in PROGRAMS
]

if __name__ == "__main__":
    description = "Programs of nests beside a C compiler."
    measured = compare_workers(__file__, ("dlc", "cc"), serve_engine, CASES, description=description, threads=1)
    sys.exit(exit_status(measured))
