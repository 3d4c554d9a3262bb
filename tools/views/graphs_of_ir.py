"""Graphs of IR: the ops of a function with the values between them, and its blocks with the branches between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from ...dialects import func
from ...ir import Block, BlockArgument, Operation, Type, Value
from ...ir.builtin_types import DYNAMIC, MemRefType, TensorType
from ...ir.effects import is_memory_effect_free
from ...ir.locations import FusedLoc, Location, NameLoc
from ...ir.sizes import DimsAttr
from ...ir.symbol_table import symbol_name
from ...ir.traits import ConstantLike
from ...parser.print import print_ir
from ...parser.printer import PrintOptions
from ...runtime.function_signatures import argument_name
from .layers import Graph, Node

LONGEST = 60
"""The number of characters from which a detail is cut off."""


def functions_of(module: Operation) -> list[Operation]:
    """Return the ops with a body that a module contains directly, such as functions; or the op itself."""
    inner = [op for region in module.regions for block in region.blocks for op in block.ops]
    bodies = [op for op in inner if any(region.first is not None for region in op.regions)]
    return bodies or [module]


def op_graph(function: Operation, *, with_constants: bool = True) -> Graph:
    """Return the inputs and ops of a function's region, and which of them use which values. Nested ops count as theirs.

    A network has more constants than other ops; without them, nodes have them as details, and so they have what is
    computed from constants alone.
    """
    graph = Graph(title_of(function))
    numbers: dict[Operation | Value, int] = {}
    constants: set[Operation] = set()
    unnamed = unnamed_results(function)
    for block in blocks_of(function):
        for argument in block.args:
            numbers[argument] = graph.add(Node("input", shown_types([argument]), _argument_name(argument)))
        for op in block.ops:
            if _is_constant(op, constants):
                constants.add(op)
                if not with_constants:
                    continue
            numbers[op] = graph.add(Node(op.name, shown_types(op.results), name_of(op) or unnamed.get(op, "")))
    for op, number in [(op, number) for op, number in numbers.items() if isinstance(op, Operation)]:
        for value in dict.fromkeys(_values_used_in(op)):
            source = _source(value, numbers)
            if source is None and value.defining_op in constants:
                graph.nodes[number].constants.append(_constant_text(value))
            elif source is not None and source != number:
                graph.edges.append((source, number, shown_type(value.type)))
    return graph


def name_of(op: Operation) -> str:
    """Return the name by which people know an op: of a model's node, or of its first result; nothing if it has none."""
    results = op.results
    return location_name(op.location) or (f"%{results[0].name_hint}" if results and results[0].name_hint else "")


def unnamed_results(function: Operation) -> dict[Operation, str]:
    """Return what the text of a function calls the results that have no names of their own: `%0`, `%1` and so on."""
    unnamed = (op for op in function.walk() if op is not function and op.results and not op.results[0].name_hint)
    return {op: f"%{number}" for number, op in enumerate(unnamed)}


def location_name(location: Location) -> str:
    """Return the first name in a location, or nothing."""
    if isinstance(location, NameLoc):
        return location.text
    for part in location.locations if isinstance(location, FusedLoc) else ():
        if name := location_name(part):
            return name
    return ""


def shown_type(type: Type) -> str:
    """Return a type as it reads best: `batch×16×32 f32` for a tensor or a memref, otherwise its text."""
    if not isinstance(type, (TensorType, MemRefType)):
        return str(type)
    encoding = type.encoding if isinstance(type, TensorType) else None
    names = iter(encoding.sizes if isinstance(encoding, DimsAttr) else ())
    sizes = [str(next(names, None) or "?") if size == DYNAMIC else str(size) for size in type.shape]
    return " ".join(filter(None, ("×".join(sizes), str(type.element_type))))


def shown_types(values: Iterable[Value]) -> str:
    return shortened(", ".join(shown_type(value.type) for value in values))


def _argument_name(argument: BlockArgument) -> str:
    function = argument.parent_block.parent_op
    if isinstance(function, func.FuncOp) and argument.parent_block is function.entry:
        return argument_name(function, argument.index)
    return f"%{argument.name_hint}" if argument.name_hint else ""


def _is_constant(op: Operation, constants: Collection[Operation]) -> bool:
    """Return whether an op is a constant or computed from those that are."""
    if ConstantLike in op.traits:
        return True
    if not op.operands or op.regions or not is_memory_effect_free(op):
        return False
    return all(value.defining_op in constants for value in op.operands)


def _constant_text(value: Value) -> str:
    """Return the name and the type of a constant."""
    op = value.defining_op
    assert op is not None
    return f"{name_of(op) or op.name}: {shown_type(value.type)}"


def block_graph(function: Operation) -> Graph:
    """Return the blocks of a function's region with their ops, and the branches between them."""
    graph = Graph(title_of(function))
    numbers: dict[Block, int] = {}
    options = PrintOptions(local_scope=True, skip_regions=True, elide_elements_from=8, elide_resources_from=8)
    for block in blocks_of(function):
        title = f"^{block.label_hint or f'bb{len(numbers)}'}({_types(block)})"
        text = "\n".join(shortened(print_ir(op, options).strip()) for op in block.ops)
        numbers[block] = graph.add(Node(title, text))
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


def _values_used_in(op: Operation) -> Iterator[Value]:
    for inner in op.walk():
        yield from inner.operands


def _types(block: Block) -> str:
    return shortened(", ".join(str(argument.type) for argument in block.args))


def _source(value: Value, numbers: Mapping[Operation | Value, int]) -> int | None:
    """Return the node that a value comes from; `None` for a value of an op inside the one that uses it."""
    return numbers.get(value if isinstance(value, BlockArgument) else value.defining_op or value)
