"""Shared parts of structured ops of `linalg`: operands, maps, a body of scalars, their text and their rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.dialects.tensor.structured import ShapeOfOutput
from dlc.ir import Attribute, Operation, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import AffineMapAttr, ArrayAttr, DictionaryAttr, i32_array
from dlc.ir.builtin_constraints import array_of
from dlc.ir.builtin_types import DYNAMIC, MemRefType, TensorType
from dlc.ir.constraints import TypeConstraint, any_type
from dlc.ir.definition import Op, Region, VariadicOperand, VariadicResult, region, variadic_operand, variadic_result
from dlc.ir.effects import is_speculatable
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, MemoryEffects

from .attributes import PARALLEL

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

any_shaped = TypeConstraint("ranked tensor or memref", lambda type: isinstance(type, (TensorType, MemRefType)))
map_list = array_of(AffineMapAttr, "AffineMap array attribute")

SEGMENTS = "operandSegmentSizes"
MEMOIZED = "linalg.memoized_indexing_maps"
"""An attribute in which MLIR keeps maps that follow from the op; it is not shown."""
INTERFACES = (MemoryEffects, ConditionallySpeculatable, ShapeOfOutput)


class LinalgOp(Op):
    """Base of structured ops: loops over a grid of points, at each of which the body gets an element of each operand
    and yields the new elements of the outputs."""

    output_name: ClassVar = "out"
    """The name of arguments of the body that are elements of outputs."""

    @property
    def ins(self) -> Sequence[Value]:
        """The operands of which elements are read."""
        raise NotImplementedError

    @property
    def outs(self) -> Sequence[Value]:
        """The operands whose elements are computed, starting from what they are."""
        raise NotImplementedError

    @property
    def scalar_body(self) -> IRRegion:
        """The computation at one point."""
        return self.regions[0]

    @property
    def maps(self) -> Sequence[AffineMap]:
        """The map of each input, then of each output, from a point of the grid to an element."""
        raise NotImplementedError

    @property
    def iterators(self) -> Sequence[str]:
        """The kind of each loop."""
        raise NotImplementedError

    @property
    def is_on_tensors(self) -> bool:
        """Whether the outputs are tensors."""
        return isinstance(self.operands[-1].type, TensorType)

    def loop_sources(self) -> list[tuple[Value, int] | None]:
        """Return for each loop an operand and a dimension of it that gives the trip count: a static one if there is."""
        sources: list[tuple[Value, int] | None] = [None] * len(self.iterators)
        for each, value in zip(self.maps, self.operands, strict=True):
            for position, (expr, size) in enumerate(_dimensions(each, value)):
                if not isinstance(expr, AffineDimExpr):
                    continue
                known = sources[expr.position]
                if known is None or (size != DYNAMIC and known[0].shape[known[1]] == DYNAMIC):
                    sources[expr.position] = value, position
        return sources

    def argument_names(self) -> Sequence[str | None]:
        return [*["in"] * len(self.ins), *[self.output_name] * len(self.outs)]

    def effects(self) -> Sequence[Effect]:
        """Memrefs among the inputs are read; those among the outputs are read and written."""
        reads = [Effect("read", value) for value in self.operands if isinstance(value.type, MemRefType)]
        return [*reads, *(Effect("write", value) for value in self.outs if isinstance(value.type, MemRefType))]

    def is_speculatable(self) -> bool:
        """Return whether the op is on tensors and its body is speculatable."""
        inner = (each for block in self.scalar_body.blocks for each in block.ops)
        return self.is_on_tensors and all(map(is_speculatable, inner))

    def verify(self, report: Report) -> None:
        if _verify_operands(self, report) and _verify_maps(self, report):
            problem = size_problem(self)
            if problem is not None:
                report.error("linalg_c5", problem)
        _verify_body(self, report)


class SegmentedOp(LinalgOp):
    """Base of those that say how many operands are inputs."""

    inputs: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicOperand = variadic_operand(any_shaped)
    result_tensors: VariadicResult = variadic_result(any_shaped)
    body: Region = region(default=None)

    @property
    def ins(self) -> Sequence[Value]:
        return self.inputs

    @property
    def outs(self) -> Sequence[Value]:
        return self.outputs


def element_of(type: Type) -> Type:
    """The type of an element of an operand; of a scalar, its own."""
    return type.element_type if isinstance(type, (TensorType, MemRefType)) else type


def body_types(op: LinalgOp) -> list[Type]:
    """The types of the body's arguments."""
    return [element_of(value.type) for value in (*op.ins, *op.outs)]


def maps_of(attr: Attribute | None) -> list[AffineMap]:
    """The maps in an attribute that lists them."""
    entries = attr if isinstance(attr, ArrayAttr) else ()
    return [entry.value for entry in entries if isinstance(entry, AffineMapAttr)]


def map_array(maps: Sequence[AffineMap]) -> ArrayAttr:
    """The attribute that lists maps."""
    return ArrayAttr(tuple([AffineMapAttr(each) for each in maps]))


def rank_of(type: Type) -> int:
    """The rank of an operand; 0 of a scalar."""
    return len(type.shape) if isinstance(type, (TensorType, MemRefType)) else 0


# -- Rules -------------------------------------------------------------------------------------------------------------


def _verify_operands(op: LinalgOp, report: Report) -> bool:
    kinds = {type(value.type) for value in op.operands if isinstance(value.type, (TensorType, MemRefType))}
    outputs = [value.type for value in op.outs]
    if not outputs or not kinds <= {TensorType, MemRefType} or len(kinds) > 1:
        got = spelled([value.type for value in op.operands]) or "none"
        report.error("linalg_c1", f"operands must be all tensors or all memrefs, with an output, but got {got}")
        return False
    wanted = outputs if op.is_on_tensors else []
    if list(op.result_types) != wanted:
        got = spelled(op.result_types) or "none"
        report.error("linalg_c2", f"results must be the tensors among the outputs, but got {got}")
        return False
    return True


def _verify_maps(op: LinalgOp, report: Report) -> bool:
    maps, loops = op.maps, len(op.iterators)
    if len(maps) != len(op.operands):
        report.error("linalg_c3", f"expected {len(op.operands)} maps, one for each operand, but got {len(maps)}")
        return False
    for number, (each, value) in enumerate(zip(maps, op.operands, strict=True)):
        if each.num_symbols or each.num_dims != loops or each.num_results != rank_of(value.type):
            rank = rank_of(value.type)
            report.error(
                "linalg_c3",
                f"map #{number} must have {loops} dimensions, no symbols and {rank} results, but got '{each}'",
            )
            return False
    unused = set(range(loops)) - {dim for each in maps for dim in each.used_dims()}
    if unused:
        report.error("linalg_c4", f"the size of each loop must follow from an operand, but got none for d{min(unused)}")
    return not unused


def _dimensions(each: AffineMap, value: Value) -> list[tuple[AffineExpr, int]]:
    """Return the result of a map and the size of each dimension of an operand."""
    return list(zip(each.results, value.shape, strict=True)) if each.results else []


def size_problem(op: LinalgOp) -> str | None:
    """Return why the sizes of operands contradict each other; `None` if they do not, as far as they are known."""
    sizes = [DYNAMIC if source is None else source[0].shape[source[1]] for source in op.loop_sources()]
    for number, (each, value) in enumerate(zip(op.maps, op.operands, strict=True)):
        for position, (expr, size) in enumerate(_dimensions(each, value)):
            exact = isinstance(expr, AffineDimExpr)
            used = [expr.position] if isinstance(expr, AffineDimExpr) else expr.used_dims()
            if size == DYNAMIC or any(sizes[dim] in (DYNAMIC, 0) for dim in used):
                continue
            least, most = (0, sizes[used[0]] - 1) if exact else _first_and_last(expr, sizes)
            if least < 0 or (most + 1 != size if exact else most >= size):
                order = "" if exact else "greater than or equal to "
                where = f"inferred input/output operand #{number} has shape's dimension #{position}"
                return f"{where} to be {order}{most + 1}, but got {size}"
    return None


def _first_and_last(expr: AffineExpr, sizes: Sequence[int]) -> tuple[int, int]:
    """Return the smaller and the larger of an expression's values in the first and in the last iteration."""
    values = expr.evaluate([0] * len(sizes)), expr.evaluate([max(size - 1, 0) for size in sizes])
    return min(values), max(values)


def _verify_body(op: LinalgOp, report: Report) -> None:
    entry, wanted = op.scalar_body.first, body_types(op)
    if entry is None or entry.arg_types != wanted:
        got = "no block" if entry is None else spelled(entry.arg_types) or "none"
        report.error("linalg_c6", f"the body must take {spelled(wanted)}, but got {got}")
        return
    last, outputs = entry.last, wanted[len(op.ins) :]
    if last is None or last.name != "linalg.yield" or last.operand_types != outputs:
        is_yield = last is not None and last.name == "linalg.yield"
        got = (spelled(last.operand_types) or "none") if is_yield else "no yield"  # type: ignore[union-attr]
        report.error("linalg_c6", f"the body must yield {spelled(outputs)}, but got {got}")


# -- Text --------------------------------------------------------------------------------------------------------------


def read_group(p: AsmReader, word: str) -> list[Value]:
    """`ins(%a, %b : f32, tensor<4xf32>)`; nothing where the word is not there."""
    if not p.accept(word):
        return []
    p.expect("(")
    offset = p.pos
    names = p.value_names()
    types: list[Type] = []
    if names:
        p.expect(":")
        types = p.types()
    p.expect(")")
    if len(names) != len(types):
        p.fail(f"expected a type for each of {len(names)} values in '{word}', but got {len(types)}", offset)
    return p.resolve_all(names, offset, types)


def groups_text(p: AsmPrinter, op: LinalgOp) -> str:
    """` ins(…) outs(…)`"""
    return "".join(
        f" {word}({p.names_of(values)} : {p.types_of([value.type for value in values])})"
        for word, values in (("ins", op.ins), ("outs", op.outs))
        if values
    )


def results_text(p: AsmPrinter, op: Operation) -> str:
    """` -> type` or ` -> (type, type)`, or nothing."""
    if not op.results:
        return ""
    types = p.types_of(op.result_types)
    return f" -> {types}" if len(op.results) == 1 else f" -> ({types})"


def read_attributes(p: AsmReader, names: Sequence[str]) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """`<{…}>` or `{…}`: properties of these names, and the other attributes."""
    properties: dict[str, Attribute] = {}
    if p.accept("<"):
        offset = p.pos
        given = p.attribute()
        if not isinstance(given, DictionaryAttr):
            p.fail(f"expected a dictionary of properties, but got '{given}'", offset)
        properties.update(given.as_dict())
        p.expect(">")
    attributes: Mapping[str, Attribute] = p.attr_dict()
    properties.update({name: attr for name, attr in attributes.items() if name in names})
    return properties, {name: attr for name, attr in attributes.items() if name not in names}


def segments(inputs: Sequence[Value], outputs: Sequence[Value]) -> Attribute:
    """The numbers of inputs and of outputs."""
    return i32_array((len(inputs), len(outputs)))


def all_parallel(rank: int) -> tuple[str, ...]:
    """Parallel loops."""
    return (PARALLEL,) * rank
