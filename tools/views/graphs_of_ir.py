"""Graphs of IR: the ops of a function with the values between them, and its blocks with the branches between them."""

from __future__ import annotations

from collections.abc import Iterator

from ...ir import Block, BlockArgument, Operation, Value
from ...ir.symbol_table import symbol_name
from ...ir.traits import ConstantLike
from ...parser.print import print_ir
from ...parser.printer import PrintOptions
from .layers import Graph, Node

LONGEST = 60
"""The number of characters from which a detail is cut off."""


def functions_of(module: Operation) -> list[Operation]:
    """Return the ops with a body that a module contains directly, such as functions; or the op itself."""
    inner = [op for region in module.regions for block in region.blocks for op in block.ops]
    bodies = [op for op in inner if any(region.first is not None for region in op.regions)]
    return bodies or [module]


def op_graph(function: Operation, *, with_constants: bool = True) -> Graph:
    """Return the ops of a function's region, and which of them use the results of which. Nested ops count as theirs.

    A network has more constants than other ops; without them, nodes have them as details.
    """
    graph = Graph(title_of(function))
    numbers: dict[Operation | Block, int] = {}
    for block in blocks_of(function):
        if block.args:
            numbers[block] = graph.add(Node("inputs", _types(block.args), "inputs"))
        for op in block.ops:
            if not with_constants and ConstantLike in op.traits:
                continue
            numbers[op] = graph.add(Node(op.name, _types(op.results), op.name.partition(".")[0]))
    for op, number in [(op, number) for op, number in numbers.items() if isinstance(op, Operation)]:
        for value in dict.fromkeys(_values_used_in(op)):
            source = _source(value, numbers)
            if source is None and value.defining_op is not None and ConstantLike in value.defining_op.traits:
                graph.nodes[number].constants.append(f"{value.defining_op.name} : {value.type}")
            elif source is not None and source != number:
                graph.edges.append((source, number, str(value.type)))
    return graph


def block_graph(function: Operation) -> Graph:
    """Return the blocks of a function's region with their ops, and the branches between them."""
    graph = Graph(title_of(function))
    numbers: dict[Block, int] = {}
    options = PrintOptions(local_scope=True, skip_regions=True, elide_elements_from=8, elide_resources_from=8)
    for block in blocks_of(function):
        title = f"^{block.label_hint or f'bb{len(numbers)}'}({_types(block.args)})"
        text = "\n".join(shortened(print_ir(op, options).strip()) for op in block.ops)
        numbers[block] = graph.add(Node(title, text, "block"))
    for block, number in numbers.items():
        last = block.last
        for successor in last.successors if last is not None else ():
            if successor in numbers:
                graph.edges.append((number, numbers[successor], ""))
    return graph


def title_of(op: Operation) -> str:
    name = symbol_name(op)
    return op.name if name is None else f"@{name}"


def blocks_of(op: Operation) -> Iterator[Block]:
    for region in op.regions:
        yield from region.blocks


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _types(values: object) -> str:
    listed: list[Value] = list(values)  # type: ignore[call-overload]
    return shortened(", ".join(str(value.type) for value in listed))


def _values_used_in(op: Operation) -> Iterator[Value]:
    for inner in op.walk():
        yield from inner.operands


def _source(value: Value, numbers: dict[Operation | Block, int]) -> int | None:
    """Return the node that a value comes from; `None` for a value of an op inside the one that uses it."""
    if isinstance(value, BlockArgument):
        return numbers.get(value.parent_block)
    return numbers.get(value.defining_op) if value.defining_op is not None else None
