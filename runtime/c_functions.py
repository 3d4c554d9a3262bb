"""The bodies of functions for C: they check their arguments, and call what was compiled.

A function returns a status before it touches any memory if a pointer is null or misaligned, a size is negative, memory
that it writes overlaps other memory, or the workspace is too small. The pass `lend-memory` has made results and buffers
arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from dlc.dialects import llvm
from dlc.ir import Block, Builder, Operation, StringAttr, Type, Value
from dlc.ir.affine import AffineBinaryOpExpr, AffineConstantExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.builtin_types import IndexType, IntegerType, i32, i64
from dlc.ir.sizes import Dim, Size, size_of_argument
from dlc.ir.symbol_table import SymbolTable, symbol_name

from .c_interface import (
    INVALID_SIZE,
    MISALIGNED,
    NULL_POINTER,
    OK,
    OVERLAPPING,
    SMALL_WORKSPACE,
    WORKSPACE_ALIGNMENT,
    CFunction,
)
from .signature import Array, Number, Output, Parameter
from .support_code import library_module
from .thread_pool import PARALLEL_FOR

SET_PARALLEL_FOR = "set_parallel_for"
_OPERATIONS = {"add": llvm.AddOp, "mul": llvm.MulOp, "mod": llvm.SRemOp, "floordiv": llvm.SDivOp}


def add_c_functions(module: Operation, functions: Iterable[CFunction], pointer_bits: int) -> None:
    """Add functions for C to a module of the llvm dialect, and make the functions that they call internal."""
    block = module.regions[0].entry
    known = {symbol_name(op): op for op in block.ops if isinstance(op, llvm.FuncOp)}
    builder = Builder.at_end(block)
    for each in functions:
        callee = known[each.signature.name]
        assert isinstance(callee, llvm.FuncOp), "signatures are those of functions of the module"
        callee.linkage = llvm.LinkageAttr("internal")
        builder.insert(_Wrapper(each, callee, (1 << (pointer_bits - 1)) - 1).function)


def add_parallel_for(module: Operation, prefix: str) -> str | None:
    """Let parallel loops call a function that the caller sets; return the name of what sets it.

    Without parallel loops nothing is added, and `None` returned.
    """
    table = SymbolTable(module)
    declared = table.lookup(PARALLEL_FOR)
    if declared is None:
        return None
    declared.erase()
    block = module.regions[0].entry
    name = f"{prefix}_{SET_PARALLEL_FOR}"
    for op in list(library_module("parallel_for_of_caller.mlir").regions[0].entry.ops):
        op.detach()
        block.append(op)
        if symbol_name(op) == SET_PARALLEL_FOR:
            op.properties["sym_name"] = StringAttr(name)
    return name


class _Memory(NamedTuple):
    """Memory of the caller."""

    pointer: Value
    sizes: list[Value]
    bytes: Value
    alignment: int
    is_written: bool
    is_alone: bool
    """Whether nothing that is written may overlap it, even if it is only read."""


class _Wrapper:
    """The function for C that calls one function."""

    def __init__(self, function: CFunction, callee: llvm.FuncOp, most_bytes: int) -> None:
        signature = function.signature
        types: list[Type] = [i64] * len(function.sizes)
        types += [_llvm_type(each.kind) for each in signature.parameters]
        types += [llvm.PTR] * (len(signature.outputs) + 1)
        self.function = llvm.FuncOp.of(function.name, [*types, i64], i32)
        self._c, self._callee, self._most_bytes = function, callee, most_bytes
        *arguments, self._workspace, self._workspace_bytes = self.function.entry.args
        self._sizes = dict(zip(function.sizes, arguments, strict=False))
        after_sizes = arguments[len(function.sizes) :]
        self._inputs = after_sizes[: len(signature.parameters)]
        self._outputs = after_sizes[len(signature.parameters) :]
        self._problems: dict[int, Value] = {}
        self._b = Builder.at_end(self.function.entry)
        inputs, outputs = self._memory()
        body, refusal = Block(), Block()
        self.function.body.append(body)
        self.function.body.append(refusal)
        status = self._checked([*inputs, *outputs])
        is_ok = self._compare("eq", status, self._b.insert(llvm.ConstantOp.of(OK, i32)).res)
        self._b.insert(llvm.CondBrOp(is_ok, body, refusal))
        self._b = Builder.at_end(body)
        self._call(inputs, outputs)
        Builder.at_end(refusal).insert(llvm.ReturnOp(status))

    # -- Checks ------------------------------------------------------------------------------------------------------

    def _memory(self) -> tuple[list[_Memory], list[_Memory]]:
        """Return the memory of the inputs that are arrays, and of the outputs."""
        for number in self._sizes.values():
            self._refuse(INVALID_SIZE, self._compare("slt", number, self._integer(0)))
        inputs = [
            self._array(value, each)
            for each, value in zip(self._c.signature.parameters, self._inputs, strict=True)
            if isinstance(each.kind, Array)
        ]
        outputs = zip(self._outputs, self._c.signature.outputs, strict=True)
        return inputs, [self._array(value, each) for value, each in outputs]

    def _array(self, pointer: Value, port: Parameter | Output) -> _Memory:
        kind = port.kind
        sizes = [
            self._size(size, port.name, dim) for dim, size in enumerate(kind.sizes if isinstance(kind, Array) else ())
        ]
        total = self._integer(kind.dtype.itemsize)
        for size in sizes:
            self._refuse(INVALID_SIZE, self._compare("slt", size, self._integer(0)))
            total = self._product(total, size)
        alignment = kind.dtype.itemsize // (2 if kind.dtype.kind == "c" else 1)
        if isinstance(port, Parameter):
            return _Memory(pointer, sizes, total, max(alignment, port.alignment), port.is_written, port.is_alone)
        return _Memory(pointer, sizes, total, alignment, is_written=True, is_alone=True)

    def _product(self, count: Value, size: Value) -> Value:
        """Return a product of sizes; it is a problem if it exceeds any memory.

        It has at most as many bits as both factors. To see whether it overflows, some processors need a library.
        """
        zeros = [self._b.insert(llvm.CountLeadingZerosOp(each)).res for each in (count, size)]
        free = self._b.insert(llvm.AddOp(zeros[0], zeros[1])).res
        self._refuse(INVALID_SIZE, self._compare("slt", free, self._integer(65)))
        product = self._b.insert(llvm.MulOp(count, size)).res
        self._refuse(INVALID_SIZE, self._compare("sgt", product, self._integer(self._most_bytes)))
        return product

    def _checked(self, memory: list[_Memory]) -> Value:
        """Return the status of the arguments."""
        need = self._c.workspace_bytes
        if need:
            size = self._integer(need)
            memory = [*memory, _Memory(self._workspace, [], size, WORKSPACE_ALIGNMENT, True, True)]
            self._refuse(SMALL_WORKSPACE, self._compare("slt", self._workspace_bytes, size))
        null = self._b.insert(llvm.ZeroOp(llvm.PTR)).res
        starts = [self._b.insert(llvm.PtrToIntOp(each.pointer, i64)).res for each in memory]
        for each, start in zip(memory, starts, strict=True):
            self._refuse(NULL_POINTER, self._compare("eq", each.pointer, null))
            low = self._b.insert(llvm.AndOp(start, self._integer(each.alignment - 1))).res
            self._refuse(MISALIGNED, self._compare("ne", low, self._integer(0)))
        ends = [self._b.insert(llvm.AddOp(start, each.bytes)).res for each, start in zip(memory, starts, strict=True)]
        spans = zip(memory, starts, ends, strict=True)
        for (one, start, end), (other, other_start, other_end) in combinations(spans, 2):
            if (one.is_written or other.is_written) and (one.is_alone or other.is_alone):
                first = self._b.insert(llvm.UMaxOp(start, other_start)).res
                last = self._b.insert(llvm.UMinOp(end, other_end)).res
                self._refuse(OVERLAPPING, self._compare("ult", first, last))
        status = self._b.insert(llvm.ConstantOp.of(OK, i32)).res
        for number, problem in sorted(self._problems.items(), reverse=True):
            refusal = self._b.insert(llvm.ConstantOp.of(number, i32)).res
            status = self._b.insert(llvm.SelectOp(problem, refusal, status)).res
        return status

    def _refuse(self, status: int, problem: Value) -> None:
        """Return a status if the function has a problem; the least one if there are several."""
        known = self._problems.get(status)
        self._problems[status] = problem if known is None else self._b.insert(llvm.OrOp(known, problem)).res

    def _compare(self, word: str, left: Value, right: Value) -> Value:
        return self._b.insert(llvm.ICmpOp.of(word, left, right)).res

    # -- The call ----------------------------------------------------------------------------------------------------

    def _call(self, inputs: Iterable[_Memory], outputs: Iterable[_Memory]) -> None:
        """Call the function with descriptors, and store the numbers that it returns."""
        b, signature, arrays = self._b, self._c.signature, iter(inputs)
        zero, one = self._integer(0), self._integer(1)
        arguments: list[Value] = []
        for parameter, value in zip(signature.parameters, self._inputs, strict=True):
            arguments += self._descriptor(next(arrays)) if isinstance(parameter.kind, Array) else [value]
        numbers: list[Value] = []
        for output, memory in zip(signature.outputs, outputs, strict=True):
            if isinstance(output.kind, Array):
                arguments += [memory.pointer, memory.pointer, zero, memory.bytes, one]
            else:
                numbers.append(memory.pointer)
        if self._c.workspace_bytes:
            arguments += [self._workspace, self._workspace, zero, self._integer(self._c.workspace_bytes), one]
        result = self._callee.type.result
        call = b.insert(llvm.CallOp.named(self._c.signature.name, arguments, result if numbers else None))
        for position, target in enumerate(numbers):
            assert call.result is not None, "the function returns numbers"
            is_one = len(numbers) == 1
            value = call.result if is_one else b.insert(llvm.ExtractValueOp.of(call.result, position)).results[0]
            b.insert(llvm.StoreOp(value, target))
        b.insert(llvm.ReturnOp(b.insert(llvm.ConstantOp.of(OK, i32)).res))

    def _descriptor(self, memory: _Memory) -> list[Value]:
        strides: list[Value] = []
        stride = self._integer(1)
        for size in reversed(memory.sizes):
            strides.insert(0, stride)
            stride = self._b.insert(llvm.MulOp(stride, size)).res
        return [memory.pointer, memory.pointer, self._integer(0), *memory.sizes, *strides]

    # -- Sizes -------------------------------------------------------------------------------------------------------

    def _size(self, size: Dim, name: str, dim: int) -> Value:
        if size is None:
            return self._sizes[size_of_argument(name, dim)]
        return self._expression(size.expr, size.names) if isinstance(size, Size) else self._integer(size)

    def _expression(self, expr: AffineExpr, names: Sequence[str]) -> Value:
        """Return the value of an expression over sizes, none of which is negative."""
        if isinstance(expr, AffineConstantExpr):
            return self._integer(expr.constant_value)
        if isinstance(expr, AffineSymbolExpr):
            return self._sizes[names[expr.position]]
        assert isinstance(expr, AffineBinaryOpExpr), "sizes have no dimensions"
        left, right = (self._expression(operand, names) for operand in expr.operands)
        if expr.kind in ("mod", "floordiv", "ceildiv"):
            self._refuse(INVALID_SIZE, self._compare("slt", right, self._integer(1)))
            right = self._b.insert(llvm.SMaxOp(right, self._integer(1))).res
        if expr.kind == "ceildiv":
            less = self._b.insert(llvm.SubOp(right, self._integer(1))).res
            return self._b.insert(llvm.SDivOp(self._b.insert(llvm.AddOp(left, less)).res, right)).res
        return self._b.insert(_OPERATIONS[expr.kind](left, right)).res

    def _integer(self, value: int) -> Value:
        return self._b.insert(llvm.ConstantOp.of(value, i64)).res


def _llvm_type(kind: Number | Array) -> Type:
    if isinstance(kind, Array):
        return llvm.PTR
    type = kind.type
    if type is None:
        return llvm.PTR
    if isinstance(type, IndexType):
        return i64
    return IntegerType(type.width) if isinstance(type, IntegerType) else type
