"""Affine maps applied to values: `loop.apply`, and the least or greatest of several results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Value
from dlc.ir.affine import AffineDimExpr, AffineError, AffineExpr, AffineMap, AffineSymbolExpr, affine_bounds
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerAttr, int_attr
from dlc.ir.builtin_constraints import index_type
from dlc.ir.builtin_types import index
from dlc.ir.definition import Attr, Op, Result, VariadicOperand, attr, inferred_result, op, variadic_operand
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, FoldResult, InferIntRange, MemoryEffects
from dlc.ir.locations import PendingLocation

from .affine_text import operands_text, read_operands
from .constraints import map_attr
from .scopes import affine_scope, is_valid_dim, is_valid_symbol, report_invalid

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

INDEX_WIDTH = 64


class MapOp(Op):
    """An op that applies a map to operands, dimensions first, and gives an index. It has no effects.

    Where the map divides by a symbol, which might not be positive, it must not be executed needlessly.
    """

    map: Attr[AffineMapAttr] = attr(map_attr)
    mapOperands: VariadicOperand = variadic_operand(index_type, default=())  # noqa: N815 (MLIR's name)
    result: Result = inferred_result(index_type)
    syntax = HAND_WRITTEN

    @property
    def affine_map(self) -> AffineMap:
        """The map itself."""
        return self.map.value

    def effects(self) -> Sequence[Effect]:
        """Return no effects."""
        return ()

    def is_speculatable(self) -> bool:
        return is_defined_everywhere(self.affine_map.results)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> MapOp:
        affine_map = read_map(p)
        operands = read_operands(p, "map", affine_map.value.num_dims, affine_map.value.num_symbols)
        return cls.create(operands, (index,), {"map": affine_map}, p.attr_dict(), location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.attribute(self.map)}{operands_text(p, self.operands, self.affine_map.num_dims)}")
        p.attr_dict(self, ("map",))


def read_map(p: AsmReader) -> AffineMapAttr:
    """`affine_map<…>`, or an alias of one."""
    offset = p.pos
    map_attribute = p.attribute()
    if not isinstance(map_attribute, AffineMapAttr):
        p.fail(f"expected an affine map, but got '{map_attribute}'", offset)
    return map_attribute


def is_defined_everywhere(exprs: Sequence[AffineExpr]) -> bool:
    """Return whether these expressions divide by positive constants only."""
    divisions = ("mod", "floordiv", "ceildiv")
    parts = (part for expr in exprs for part in expr.walk() if part.kind in divisions)
    return all((part.operands[1].constant_value or 0) > 0 for part in parts)


def constants_of(operands: Sequence[Attribute | None]) -> list[int] | None:
    """The integers that all operands are; `None` where one is not known."""
    constants = [operand.value for operand in operands if isinstance(operand, IntegerAttr)]
    return constants if len(constants) == len(operands) else None


def fold_results(affine_map: AffineMap, operands: Sequence[Attribute | None]) -> list[int] | None:
    """The results of a map where the operands are constants, or the results do not depend on them."""
    if affine_map.is_constant:
        return affine_map.constant_results
    known = constants_of(operands)
    if known is None:
        return None
    try:
        results = affine_map.evaluate(known[: affine_map.num_dims], known[affine_map.num_dims :])
    except AffineError:
        return None
    return list(results) if all(-(2**63) <= value < 2**63 for value in results) else None


@op("loop.apply", interfaces=(MemoryEffects, ConditionallySpeculatable, InferIntRange))
class ApplyOp(MapOp):
    """Apply an affine map of one result to dimensions and symbols. Division by what is not positive is undefined.

    Rules: (apply_c1) the map takes as many dimensions and symbols as there are operands. (apply_c2) it has one result.
    (apply_c3) no symbol is a value that can only be a dimension; other indices will do, as dimensions any.
    Example: %r = loop.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%i)[%n]
    """

    @classmethod
    def of(cls, affine_map: AffineMap, operands: Sequence[Value]) -> ApplyOp:
        """The value of a map for these dimensions and symbols."""
        return cls(AffineMapAttr(affine_map), operands)

    def verify(self, report: Report) -> None:
        affine_map = self.affine_map
        if not check_count(affine_map, self.operands, "apply_c1", report):
            return
        if affine_map.num_results != 1:
            report.error("apply_c2", f"mapping must produce one value, but got {affine_map.num_results}")
        scope = affine_scope(self)
        for position, value in enumerate(self.operands[affine_map.num_dims :]):
            if not is_valid_symbol(value, scope) and is_valid_dim(value, scope):
                report_invalid(value, f"symbol s{position}", "apply_c3", report)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A map that picks an operand gives that; a map of constants is one."""
        affine_map = self.affine_map
        picked = picked_operand(affine_map, affine_map.results[0], self.operands)
        if picked is not None:
            return [picked]
        folded = fold_results(affine_map, operands)
        return [int_attr(folded[0], index)] if folded is not None else None

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        return [map_range(self.affine_map, operands, None)]


def check_count(affine_map: AffineMap, operands: Sequence[Value], rule: str, report: Report) -> bool:
    """Return whether there are as many operands as the map takes."""
    if affine_map.num_inputs == len(operands):
        return True
    report.error(rule, f"the map takes {affine_map.num_inputs} operands, but got {len(operands)}")
    return False


def picked_operand(affine_map: AffineMap, expr: AffineExpr, operands: Sequence[Value]) -> Value | None:
    """The operand that a result simply is."""
    if isinstance(expr, AffineDimExpr):
        return operands[expr.position]
    if isinstance(expr, AffineSymbolExpr):
        return operands[affine_map.num_dims + expr.position]
    return None


def map_range(affine_map: AffineMap, operands: Sequence[IntegerRange | None], extreme: str | None) -> IntegerRange:
    """Return the range of the map's only result, or of the `min` or `max` of all results."""
    known = [(None, None) if each is None else (each.smin, each.smax) for each in operands]
    dims, symbols = known[: affine_map.num_dims], known[affine_map.num_dims :]
    full = IntegerRange.full(INDEX_WIDTH)
    lows, highs = zip(*(affine_bounds(expr, dims, symbols) for expr in affine_map.results), strict=True)
    low, high = _extreme(lows, extreme, below=True), _extreme(highs, extreme, below=False)
    low, high = max(full.smin, full.smin if low is None else low), min(full.smax, full.smax if high is None else high)
    return IntegerRange.signed(INDEX_WIDTH, low, high) if low <= high else full


def _extreme(bounds: Sequence[int | None], extreme: str | None, *, below: bool) -> int | None:
    """The bound of a `min` or `max` from those of its parts; of a `min`, one upper bound is enough."""
    known = [bound for bound in bounds if bound is not None]
    one_is_enough = (extreme == "max") == below and extreme is not None
    if not known or (len(known) < len(bounds) and not one_is_enough):
        return None
    return max(known) if extreme == "max" else min(known)


class ExtremeOp(MapOp):
    """The least or the greatest of the results of a map."""

    def fold_extreme(self, operands: Sequence[Attribute | None], extreme: str) -> FoldResult | None:
        """A map of one result that picks an operand gives that; a map of constants gives a constant."""
        affine_map = self.affine_map
        if affine_map.num_results == 1:
            picked = picked_operand(affine_map, affine_map.results[0], self.operands)
            if picked is not None:
                return [picked]
        folded = fold_results(affine_map, operands)
        if folded is None:
            return None
        return [int_attr(min(folded) if extreme == "min" else max(folded), index)]

    def verify_extreme(self, report: Report, rules: tuple[str, str]) -> None:
        """The counts fit, and there is a result. Any index will do as an operand, as in MLIR."""
        if check_count(self.affine_map, self.operands, rules[0], report) and not self.affine_map.results:
            report.error(rules[1], f"affine map expects at least one result, but got '{self.affine_map}'")


@op("loop.min", interfaces=(MemoryEffects, ConditionallySpeculatable, InferIntRange))
class MinOp(ExtremeOp):
    """The least of the results of an affine map.

    Rules: (min_c1) the map takes as many dimensions and symbols as there are operands. (min_c2) it has a result.
    Example: %r = loop.min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n]
    """

    def verify(self, report: Report) -> None:
        self.verify_extreme(report, ("min_c1", "min_c2"))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """min(constants) -> the least; min(x) -> x"""
        return self.fold_extreme(operands, "min")

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        return [map_range(self.affine_map, operands, "min")]


@op("loop.max", interfaces=(MemoryEffects, ConditionallySpeculatable, InferIntRange))
class MaxOp(ExtremeOp):
    """The greatest of the results of an affine map.

    Rules: (max_c1) the map takes as many dimensions and symbols as there are operands. (max_c2) it has a result.
    Example: %r = loop.max affine_map<(d0)[s0] -> (d0 - 4, s0)>(%i)[%n]
    """

    def verify(self, report: Report) -> None:
        self.verify_extreme(report, ("max_c1", "max_c2"))

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """max(constants) -> the greatest; max(x) -> x"""
        return self.fold_extreme(operands, "max")

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        return [map_range(self.affine_map, operands, "max")]
