"""Shared parts of structured ops: loops over a grid of indices, maps to the elements that each point accesses, and a
scalar computation.

A structured op takes `inputs` and `outputs`, which are all tensors or all memrefs (inputs may be scalars too). Loop d
runs from 0 to the size that an operand has where its map says plain `d`. At each point the computation gets an element
of each operand, and what it gives is put where the outputs' maps say. On tensors the outputs are what results start
from; on memrefs they are written to. Loops that the outputs' maps leave out are reductions, which run in order.

Passes that fuse, bufferize and lower structured ops know nothing but this class, so that an op of another dialect takes
part by deriving from it.
"""

# The lists of ops and values are read directly where all that is inside an op is looked at.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dlc.ir import Builder, Operation, Type, Value, attribute
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap, is_projected_permutation
from dlc.ir.attributes import spelled
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    ShapedType,
    TensorType,
)
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import Op, VariadicOperand, VariadicResult, variadic_operand, variadic_result
from dlc.ir.effects import is_speculatable
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, MemoryEffects

from .grids import PARALLEL, REDUCTION, Grid, grid_of
from .shapes import ResultShape

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from dlc.ir.verifier import Report


@attribute("tensor.iterator_type")
class IteratorTypeAttr(EnumAttr):
    """The kind of a loop of a structured op: `#tensor.iterator_type<reduction>`."""

    cases = (PARALLEL, REDUCTION)


def _is_operand(type: Type) -> bool:
    return isinstance(type, (TensorType, MemRefType, FloatType, IntegerType, IndexType, ComplexType))


structured_operand = TypeConstraint("ranked tensor, memref or scalar", _is_operand)
structured_output = TypeConstraint("ranked tensor or memref", lambda type: isinstance(type, (TensorType, MemRefType)))
structured_result = TypeConstraint("ranked tensor", lambda type: isinstance(type, TensorType))


class ShapeOfOutput(ResultShape):
    """Results have the shapes of the outputs."""

    @staticmethod
    def same_shape_as(op: Operation, result: int) -> Value | None:
        """The output that the result began as."""
        return op.operands[len(op.operands) - len(op.results) + result]


class StructuredOp(Op):
    """Base of all structured ops."""

    inputs: VariadicOperand = variadic_operand(structured_operand)
    outputs: VariadicOperand = variadic_operand(structured_output)
    result_tensors: VariadicResult = variadic_result(structured_result)

    @property
    def maps(self) -> Sequence[AffineMap]:
        """The map of each input, then of each output, from a point of the grid to an element."""
        raise NotImplementedError

    @property
    def iterators(self) -> Sequence[str]:
        """The kind of each loop: parallel or reduction."""
        raise NotImplementedError

    @property
    def grid(self) -> Grid:
        """The grid that follows from maps and iterators."""
        return grid_of(tuple(self.maps), tuple(self.iterators), len(self.inputs))

    def emit(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        """Write the computation at one point: `elements` are those of inputs and outputs, `indices` those of the loops,
        which are needed only if `uses_indices`. Gives the new element of each output."""
        raise NotImplementedError

    def take(self, builder: Builder, elements: Sequence[Value], indices: Sequence[Value]) -> list[Value]:
        """Return the scalar computation of an op that is erased right after: its body can be moved instead of
        copied.
        """
        return self.emit(builder, elements, indices)

    @property
    def uses_indices(self) -> bool:
        """Whether the computation depends on where in the grid it is, or picks elements of other tensors itself."""
        return False

    def uses_output_element(self, number: int) -> bool:
        """Return whether the computation depends on the old element of an output."""
        del number
        return REDUCTION in self.iterators

    # -- What follows ------------------------------------------------------------------------------------------------

    @property
    def is_on_tensors(self) -> bool:
        """Whether the outputs are tensors."""
        return type(self._operands[-1].type) is TensorType

    @property
    def is_elementwise(self) -> bool:
        """Whether all loops are parallel, and no output is read."""
        grid = self.grid
        return not grid.reductions and not any(map(self.uses_output_element, range(len(grid.output_maps))))

    @property
    def output_maps(self) -> Sequence[AffineMap]:
        return self.maps[len(self.inputs) :]

    def loop_sources(self) -> list[tuple[Value, int] | None]:
        """Return for each loop an operand and a dimension of it that gives the trip count: a static one if there is."""
        operands = self._operands
        sources: list[tuple[Value, int] | None] = []
        for places in self.grid.sources:
            best: tuple[Value, int] | None = None
            for number, position in places:
                value = operands[number]
                if value.type.shape[position] != DYNAMIC:  # type: ignore[attr-defined]
                    best = value, position
                    break
                if best is None:
                    best = value, position
            sources.append(best)
        return sources

    def loop_sizes(self) -> list[int]:
        """Return the trip count of each loop; DYNAMIC if it is unknown."""
        return [DYNAMIC if s is None else s[0].shape[s[1]] for s in self.loop_sources()]

    def effects(self) -> Sequence[Effect]:
        """Return the effects on memrefs: inputs are read, outputs written, and read if the computation uses them."""
        if self.is_on_tensors:
            return ()
        effects = [Effect("read", value) for value in self.inputs if isinstance(value.type, MemRefType)]
        for number, value in enumerate(self.outputs):
            if self.uses_output_element(number):
                effects.append(Effect("read", value))
            effects.append(Effect("write", value))
        return effects

    def is_speculatable(self) -> bool:
        """Return whether the op is on tensors, where it has no effects, and its computation is speculatable."""
        inner = (each for region in self.regions for block in region.blocks for each in block.ops)
        return self.is_on_tensors and all(map(is_speculatable, inner))

    def verify(self, report: Report) -> None:
        check_structure(self, report)


def shaped_in_body(op: Operation) -> list[tuple[Operation, int]]:
    """Return the ops inside an op that have operands that are no scalars, with the positions of these operands."""
    shaped_ops: list[tuple[Operation, int]] = []
    blocks = [block for region in op._regions for block in region.blocks]
    for block in blocks:
        inner = block._first
        while inner is not None:
            position = 0
            for value in inner._operands:
                if _is_shaped_kind(value.type.__class__):
                    shaped_ops.append((inner, position))
                position += 1  # noqa: SIM113 (enumerate is slower, and this runs for every op)
            if inner._regions:
                blocks += [block for region in inner._regions for block in region.blocks]
            inner = inner._next
    return shaped_ops


def is_structured(op: Operation) -> TypeIs[StructuredOp]:
    """Return whether an op is a structured one."""
    return _is_structured_kind(type(op))


@cache
def _is_structured_kind(kind: type[Operation]) -> bool:
    return issubclass(kind, StructuredOp)


def is_shaped(type: Type) -> TypeIs[ShapedType]:
    """Return whether a type has a shape."""
    return _is_shaped_kind(type.__class__)


@cache
def _is_shaped_kind(kind: type[Type]) -> bool:
    return issubclass(kind, ShapedType)


def tensors_in_body(op: Operation) -> list[tuple[Operation, int]]:
    """Return the ops inside an op that have tensor operands, with the positions of these operands."""
    return [use for use in shaped_in_body(op) if isinstance(use[0].operands[use[1]].type, TensorType)]


def rank_of(type: Type) -> int:
    """The rank of an operand; 0 of a scalar."""
    return len(type.shape) if is_shaped(type) else 0


@lru_cache(maxsize=4096)
def element_of(type: Type) -> Type:
    """The type of an element of an operand."""
    return type.element_type if is_shaped(type) else type


@lru_cache(maxsize=1024)
def identity(rank: int) -> AffineMap:
    """`(d0, d1) -> (d0, d1)`"""
    return AffineMap.identity(rank)


@lru_cache(maxsize=8192)
def composed(outer: AffineMap, inner: AffineMap) -> AffineMap:
    """`outer` of `inner`; structured ops have few different maps, so that nearly all are remembered."""
    return outer if inner is identity(inner.num_dims) else outer.compose(inner)


@lru_cache(maxsize=1024)
def selection(loops: int, kept: tuple[int, ...]) -> AffineMap:
    """The map that gives some of the loops."""
    return AffineMap.select(loops, kept)


# -- Rules that all share ----------------------------------------------------------------------------------------------


_sound: set[tuple[object, ...]] = set()
"""Kinds of op with properties and types that have been found to keep the rules: most ops look like others."""
REMEMBERED = 4096


def check_structure(op: StructuredOp, report: Report) -> bool:
    """The rules that every structured op keeps, as `tensor.generic` lists them."""
    types = [value.type for value in op.operands]
    key = (type(op), *op.properties.values(), *types, *(value.type for value in op.results))
    if key in _sound:
        return True
    is_valid = (
        _check_kinds(op, "structured_c1", report)
        and _check_maps(op, "structured_c2", report)
        and _check_outputs(op, "structured_c3", report)
        and _check_sizes(op, "structured_c4", report)
    )
    if is_valid:
        if len(_sound) >= REMEMBERED:
            _sound.clear()
        _sound.add(key)
    return is_valid


def _check_kinds(op: StructuredOp, rule: str, report: Report) -> bool:
    kinds = {type(value.type) for value in op.operands if isinstance(value.type, ShapedType)}
    if len(kinds) > 1 or not op.outputs:
        report.error(
            rule,
            "operands must be all tensors or all memrefs, with an output"
            f", but got {spelled([value.type for value in op.operands]) or 'none'}",
        )
        return False
    wanted = list(op.outputs) if op.is_on_tensors else []
    if [value.type for value in op.results] != [value.type for value in wanted]:
        got = spelled([value.type for value in op.results]) or "none"
        report.error(
            rule,
            f"results must have the types of the outputs, but got {got}"
            if wanted
            else f"there are no results on memrefs, but got {got}",
        )
        return False
    return True


def _check_maps(op: StructuredOp, rule: str, report: Report) -> bool:
    maps, loops = op.maps, len(op.iterators)
    if len(maps) != len(op.operands):
        report.error(rule, f"there must be a map for each of {len(op.operands)} operands, but got {len(maps)}")
        return False
    for number, (map, value) in enumerate(zip(maps, op.operands, strict=True)):
        if map.num_symbols or map.num_dims != loops:
            report.error(rule, f"map #{number} must have {loops} dimensions and no symbols, but got '{map}'")
            return False
        if map.num_results != rank_of(value.type):
            report.error(
                rule,
                f"map #{number} must have {rank_of(value.type)} results, as '{value.type}' has dimensions"
                f", but got '{map}'",
            )
            return False
    return True


def _check_outputs(op: StructuredOp, rule: str, report: Report) -> bool:
    parallel = {dim for dim, kind in enumerate(op.iterators) if kind == PARALLEL}
    for map in op.output_maps:
        if not is_projected_permutation(map) or set(map.used_dims()) != parallel:
            report.error(rule, f"an output's map must name each parallel loop once, and nothing else, but got '{map}'")
            return False
    return True


def _check_sizes(op: StructuredOp, rule: str, report: Report) -> bool:
    sources = op.loop_sources()
    if None in sources:
        report.error(
            rule,
            f"the size of loop {sources.index(None)} must follow from an operand"
            f", but got no map with plain 'd{sources.index(None)}'",
        )
        return False
    sizes = op.loop_sizes()
    for number, (map, value) in enumerate(zip(op.maps, op.operands, strict=True)):
        for position, (expr, size) in enumerate(_dims_of(map, value)):
            reach = _reach(expr, sizes)
            if reach is None or size == DYNAMIC:
                continue
            exact = isinstance(expr, AffineDimExpr)
            if (exact and reach[1] + 1 != size) or reach[0] < 0 or reach[1] >= size:
                report.error(
                    rule,
                    f"loops reach indices {reach[0]} to {reach[1]} of dimension {position} of operand #{number}"
                    f", but got '{value.type}'",
                )
                return False
    return True


def _dims_of(map: AffineMap, value: Value) -> Iterator[tuple[AffineExpr, int]]:
    if map.num_results:
        yield from zip(map.results, value.shape, strict=True)


def _reach(expr: AffineExpr, sizes: Sequence[int]) -> tuple[int, int] | None:
    """The smallest and the largest index at the corners of the grid; `None` if unknown, or if there is no point."""
    used = expr.used_dims()
    if any(sizes[dim] == DYNAMIC for dim in used) or 0 in sizes:
        return None
    corners = [expr.evaluate([0] * len(sizes)), expr.evaluate([max(size, 1) - 1 for size in sizes])]
    return min(corners), max(corners)


StructuredOp.interfaces = {
    MemoryEffects: StructuredOp,
    ConditionallySpeculatable: StructuredOp,
    ResultShape: ShapeOfOutput(),
}
