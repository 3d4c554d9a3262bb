"""Programs of loops as C, so that a C compiler can say what they do to arrays.

    run = compiled_by_c([module, …])        # functions @main of memrefs of i32 and sizes
    run(0, arrays, 5)

Only what `loop_programs` writes is known here: loops, conditions, loads and stores at affine places, and arithmetic.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dlc.dialects import arith, loop
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.ir.affine.expr import AffineBinaryOpExpr, AffineConstantExpr, AffineDimExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, index
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from .level_checks import main_function

Array = Any
COMPILER = shutil.which("cc")
OPERATORS: Mapping[type[Operation], str] = {arith.AddIOp: "+", arith.SubIOp: "-", arith.MulIOp: "*", arith.XOrIOp: "^"}
HEAD = """
#include <stdint.h>
static int64_t floordiv(int64_t a, int64_t b) { int64_t q = a / b; return q - (a % b < 0); }
static int64_t ceildiv(int64_t a, int64_t b) { return -floordiv(-a, b); }
static int64_t mod(int64_t a, int64_t b) { int64_t r = a % b; return r < 0 ? r + b : r; }
static int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
"""
SIZE = 24
"""The size of each dimension of an array that has any size."""


class _Writer:
    def __init__(self) -> None:
        self.names: dict[Value, str] = {}

    def name(self, value: Value) -> str:
        return self.names.setdefault(value, f"v{len(self.names)}")

    def function(self, op: FuncOp, name: str) -> Iterator[str]:
        kinds = ["int32_t *" if isinstance(each.type, MemRefType) else "int64_t " for each in op.entry.args]
        parameters = [f"{kind}{self.name(each)}" for kind, each in zip(kinds, op.entry.args, strict=True)]
        yield f"void {name}({', '.join(parameters)}) {{"
        yield from self.block(op.entry)
        yield "}"

    def block(self, block: Block) -> Iterator[str]:
        for op in block.ops:
            yield from self.op(op)

    def op(self, op: Operation) -> Iterator[str]:
        if isinstance(op, loop.ForOp):
            yield from self.loop(op)
        elif isinstance(op, loop.IfOp):
            points = op.integer_set
            terms = [self.expr(each, op.operands, points.num_dims) for each in points.constraints]
            signs = ["==" if is_equal else ">=" for is_equal in points.eq_flags]
            tests = " && ".join(f"{term} {sign} 0" for term, sign in zip(terms, signs, strict=True))
            yield f"if ({tests}) {{"
            yield from self.block(op.then_block)
            yield "}"
        elif isinstance(op, loop.LoadOp):
            yield self.defined(op.result, self.place(op))
        elif isinstance(op, loop.StoreOp):
            yield f"{self.place(op)} = {self.name(op.value)};"
        elif not isinstance(op, (ReturnOp, loop.YieldOp)):
            yield self.defined(op.results[0], self.value(op))

    def value(self, op: Operation) -> str:
        operands = [self.name(value) for value in op.operands]
        if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
            return str(op.value.value)
        if isinstance(op, arith.IndexCastOp):
            return operands[0]
        if isinstance(op, arith.MaxSIOp):
            return f"max({', '.join(operands)})"
        return f"(int32_t)((uint32_t){operands[0]} {OPERATORS[type(op)]} (uint32_t){operands[1]})"

    def defined(self, value: Value, text: str) -> str:
        kind = "int64_t" if value.type is index else "int32_t"
        return f"{kind} {self.name(value)} = {text};"

    def loop(self, op: loop.ForOp) -> Iterator[str]:
        counter = self.name(op.induction_variable)
        low = self.bound("max", op.lower_map, op.lower_operands)
        high = self.bound("min", op.upper_map, op.upper_operands)
        for result, init in zip(op.results, op.iter_inits, strict=True):
            yield self.defined(result, self.name(init))
        yield f"for (int64_t {counter} = {low}, end = {high}; {counter} < end; {counter} += {op.step_value}) {{"
        for carried, result in zip(op.carried, op.results, strict=True):
            yield self.defined(carried, self.name(result))
        yield from self.block(op.body)
        for result, value in zip(op.results, op.yielded, strict=True):
            yield f"{self.name(result)} = {self.name(value)};"
        yield "}"

    def bound(self, extreme: str, affine_map: AffineMap, operands: Sequence[Value]) -> str:
        first, *others = [self.expr(each, operands, affine_map.num_dims) for each in affine_map.results]
        for other in others:
            first = f"{extreme}({first}, {other})"
        return first

    def place(self, op: loop.LoadOp | loop.StoreOp) -> str:
        type = op.memref.type
        assert isinstance(type, MemRefType)
        text = "0"
        for expr, size in zip(op.affine_map.results, type.shape, strict=True):
            step = SIZE if size == DYNAMIC else size
            text = f"({text}) * {step} + {self.expr(expr, op.indices, op.affine_map.num_dims)}"
        return f"{self.name(op.memref)}[{text}]"

    def expr(self, expr: AffineExpr, operands: Sequence[Value], num_dims: int) -> str:
        if isinstance(expr, AffineConstantExpr):
            return str(expr.value)
        if isinstance(expr, AffineBinaryOpExpr):
            lhs, rhs = (self.expr(each, operands, num_dims) for each in (expr.lhs, expr.rhs))
            operator = {"add": "+", "mul": "*"}.get(expr.kind)
            return f"({lhs} {operator} {rhs})" if operator else f"{expr.kind}({lhs}, {rhs})"
        assert isinstance(expr, (AffineDimExpr, AffineSymbolExpr))
        position = expr.position + (0 if isinstance(expr, AffineDimExpr) else num_dims)
        return self.name(operands[position])


def compiled_by_c(modules: Sequence[Operation], folder: Path) -> Callable[..., None]:
    """Return a function that runs one of the modules, given its number and arguments; it writes to the arrays."""
    assert COMPILER is not None
    text = [HEAD]
    for number, module in enumerate(modules):
        function = main_function(module)
        assert function is not None
        text += _Writer().function(function, f"f{number}")
    source, library = folder / "loops.c", folder / "loops.so"
    source.write_text("\n".join(text))
    subprocess.run([COMPILER, "-O1", "-fwrapv", "-shared", "-fPIC", "-o", library, source], check=True, timeout=300)
    code = ctypes.CDLL(str(library))

    def run(number: int, *arguments: Array) -> None:
        passed = [ctypes.c_int64(a) if isinstance(a, int) else ctypes.c_void_p(a.ctypes.data) for a in arguments]
        code[f"f{number}"](*passed)

    return run
