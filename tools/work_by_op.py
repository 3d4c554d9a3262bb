"""The work of a program by the kinds of its ops: floating-point operations and bytes, as numbers or formulas.

The operations are counted in the loops that a program is lowered to, and belong to the op that they come from. Bytes
are those of the operands and results of each op, which it moves if it runs by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dlc.ir.sizes import Dim

from ..api import run_pipeline
from ..dialects.func import CallOp, FuncOp
from ..dialects.graph.tensors import shape_of_type
from ..ir import Location, Operation, sizes
from ..ir.builtin_types import TensorType, bit_width
from ..ir.locations import CallSiteLoc, FusedLoc, NameLoc
from ..passes.kernels.work import operations_in, operations_of, work_of

MARK = "dlc inspect: "
"""The beginning of the names that ops have as locations while they are lowered."""


class Work(NamedTuple):
    """The work of all ops of a kind; what depends on unknown sizes is `None`."""

    flops: Dim
    bytes: Dim


class WorkOfProgram(NamedTuple):
    """The work of a program."""

    by_op: dict[str, Work]
    by_function: dict[str, Dim]
    """The floating-point operations of each function, if none calls another."""


def work_by_op(module: Operation) -> WorkOfProgram:
    """Return the work of a module, which is lowered to loops; raise `InvalidProgram` if that is not possible."""
    run_pipeline(module, "infer-shapes")
    ops = [op for op in module.walk() if op is not module and not isinstance(op, FuncOp)]
    moved: dict[str, Dim] = {}
    names: dict[str, str] = {}
    for number, op in enumerate(ops):
        moved[op.name] = sizes.add(moved.get(op.name, 0), _bytes_of(op))
        names[f"{MARK}{number}"] = op.name
        op.location = NameLoc(f"{MARK}{number}", op.location)
    run_pipeline(module, "lower-to-loops,canonicalize")
    flops: dict[str, Dim] = {}
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    for function in functions:
        for op in function.walk():
            if operations_of(op):
                name = names.get(_mark_in(op.location), op.name)
                flops[name] = sizes.add(flops.get(name, 0), work_of(op, function))
    by_op = {name: Work(flops.get(name, 0), moved.get(name, 0)) for name in (*moved, *flops)}
    calls = any(isinstance(op, CallOp) for op in module.walk())
    return WorkOfProgram(by_op, {each.sym_name.value: None if calls else operations_in(each) for each in functions})


def without_mark(location: Location) -> Location:
    """Return the location that an op had before it was marked."""
    if isinstance(location, NameLoc) and location.text.startswith(MARK):
        return location.child
    return location


def _mark_in(location: Location) -> str:
    """Return the first mark in a location, or nothing."""
    pending, seen = [location], set[Location]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        if isinstance(current, NameLoc):
            if current.text.startswith(MARK):
                return current.text
            pending.append(current.child)
        elif isinstance(current, FusedLoc):
            pending += reversed(current.locations)
        elif isinstance(current, CallSiteLoc):
            pending.append(current.callee)
    return ""


def _bytes_of(op: Operation) -> Dim:
    if op.name.endswith((".constant", ".return", ".yield")):
        return 0
    return sizes.total(_bytes_in(value.type for value in (*op.operands, *op.results)))


def _bytes_in(types: Iterable[object]) -> Iterable[Dim]:
    for type in types:
        if isinstance(type, TensorType):
            bits = bit_width(type.element_type)
            elements = sizes.product(shape_of_type(type))
            yield None if bits is None else sizes.multiply(elements, max(8, bits) // 8)
