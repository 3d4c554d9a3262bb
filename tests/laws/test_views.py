"""Habit 21: an op whose result lies in the memory of an operand implements `ViewLike`.

The reference interpreter decides which ops these are: the example of each op that takes a memref and has one as its
result is run, and their buffers are compared.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from dlc.interp.errors import Fault
from dlc.interp.interpreter import Interpreter
from dlc.interp.memory import Buffer, ElementCodec, MemRef, row_major
from dlc.interp.semantics import find_semantics
from dlc.ir.builtin_types import DYNAMIC, IntegerType, MemRefType, UnrankedMemRefType
from dlc.ir.interfaces import ViewLike
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from support.op_examples import example_of, read, with_definitions
from support.project import ops


def is_memref(value: Value) -> bool:
    return isinstance(value.type, (MemRefType, UnrankedMemRefType))


def ops_from_memref_to_memref() -> list[Operation]:
    """The ops in examples that have a meaning, and a memref among their operands and among their results."""
    examples = [text for cls in ops() if "memref" in (text := example_of(cls)) and cls.definition.results]
    modules = [read(with_definitions(text))[0] for text in examples]
    shown = [op for module in modules if module is not None for op in module.walk() if op.is_registered]
    run = [op for op in shown if find_semantics(type(op)) is not None]
    return [op for op in run if any(map(is_memref, op.operands)) and any(map(is_memref, op.results))]


CANDIDATES = ops_from_memref_to_memref()


def operand_for(value: Value, size: int, number: int) -> MemRef | int:
    """A memref on memory of its own, with `size` for dynamic sizes, or a number. Integers in memory are `number`."""
    type = value.type
    if not isinstance(type, MemRefType):
        return number
    sizes = [size if extent == DYNAMIC else extent for extent in type.shape]
    memref = MemRef(Buffer.fresh(1 << 16), ElementCodec(type.element_type), sizes, row_major(sizes))
    if isinstance(type.element_type, IntegerType) and len(sizes) == 1:
        for place in range(sizes[0]):
            memref.store([place], number)
    return memref


def run_alone(op: Operation) -> tuple[list[Any], list[Any]]:
    """Operands for which the op is defined, and its results."""
    prepare = find_semantics(type(op))
    assert prepare is not None
    for size, number in product((1, 2, 4), (1, 2, 4)):
        operands = [operand_for(value, size, number) for value in op.operands]
        try:
            results = prepare(op, Interpreter(op))(*operands)
        except Fault:
            continue
        return operands, results if isinstance(results, list) else [results]
    raise AssertionError(f"the example of '{op.name}' is undefined for all sizes and numbers that were tried")


def test_ops_whose_result_is_in_an_operands_memory_are_views() -> None:
    for op in CANDIDATES:
        operands, results = run_alone(op)
        pairs = zip(op.operands, operands, strict=True)
        owners = {value.buffer: operand for operand, value in pairs if isinstance(value, MemRef)}
        sources = [owners.get(value.buffer) for value in results if isinstance(value, MemRef)]
        view = ViewLike.of(op)
        assert sources == [view.view_source(op) if view is not None else None], op.name
    assert {op.name for op in CANDIDATES if ViewLike.of(op) is None} == {"bufferization.clone", "memref.realloc"}
    assert len(CANDIDATES) >= 13


@pytest.mark.parametrize("op", [op for op in CANDIDATES if ViewLike.of(op) is not None], ids=lambda op: op.name)
def test_views_reach_what_they_promise(op: Operation) -> None:
    view = ViewLike.of(op)
    assert view is not None
    operands, [memref, *_] = run_alone(op)
    source = operands[list(op.operands).index(view.view_source(op))]
    seen, there = bytes_of(memref), bytes_of(source)
    if view.is_one_to_one(op):
        assert len(set(seen)) == len(seen)
        assert set(seen) <= set(there)
    if view.covers_source(op):
        assert set(there) <= set(seen)


def bytes_of(memref: MemRef) -> list[int]:
    """The bytes of the buffer that the elements of a memref take."""
    starts = [memref.address(indices) for indices in product(*map(range, memref.sizes))]
    return [start + byte for start in starts for byte in range(memref.codec.size)]
