"""Which nests are contractions: parallel loops around loops that carry values, in which one operand depends on one
parallel loop and not on another, and a second operand the other way round. `tiles` makes launches of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.ir.builtin_types import MemRefType
from dlc.ir.effects import only_computes
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.loops.analysis.accesses import Form, forms_of
from dlc.passes.loops.analysis.nests import carrying_on, perfect_nest

from ..map_loops import parallel_depth

LEAST_SIDE = 16
"""How many iterations both tiled loops must have."""
LEAST_DEPTH = 8
"""How many those that carry values must have together."""


class Staged(NamedTuple):
    """An operand whose parts are brought to the memory of the block."""

    load: loop.LoadOp
    forms: Sequence[Form]


class Contraction:
    """A nest as it is found: parallel loops, what stands in front of the carrying loops, those, and what is behind."""

    def __init__(self, band: Sequence[loop.ForOp], carrying: Sequence[loop.ForOp]) -> None:
        self.band = list(band)
        self.carrying = list(carrying)
        outer, block = carrying[0], band[-1].body
        ops = list(block.ops)
        place = ops.index(outer)
        self.before, self.behind = ops[:place], ops[place + 1 : -1]
        self.body = [op for op in carrying[-1].body.ops if op is not carrying[-1].terminator]
        self.column = band[-1]
        self.row: loop.ForOp = band[-1]
        self.staged: list[Staged] = []

    @property
    def others(self) -> list[loop.ForOp]:
        """The parallel loops that are not tiled."""
        return [each for each in self.band if each is not self.row and each is not self.column]

    def choose(self) -> bool:
        """Find the loop that is tiled beside the last one, and what is staged; whether there is any."""
        loads = [op for op in self.body if isinstance(op, loop.LoadOp)]
        known = {op: forms_of(op.affine_map, op.indices, op) for op in loads}
        column = self.column.induction_variable
        for row in reversed(self.band[:-1]):
            found = [self._staged(op, known[op], row.induction_variable, column) for op in loads]
            staged = [each for each in found if each is not None]
            uses = {row.induction_variable: 0, column: 0}
            for each in staged:
                for iv in uses:
                    uses[iv] += any(iv in form.terms for form in each.forms)
            if all(uses.values()):
                self.row, self.staged = row, staged
                return True
        return False

    def _staged(self, op: loop.LoadOp, forms: Sequence[Form] | None, row: Value, column: Value) -> Staged | None:
        """An operand that depends on one of the two loops, by indices that grow."""
        if forms is None:
            return None
        used = {iv for iv in (row, column) if any(iv in form.terms for form in forms)}
        if len(used) != 1 or not isinstance(op.memref.type, MemRefType):
            return None
        moving = {*used, *(each.induction_variable for each in self.carrying)}
        terms = [(term, factor) for form in forms for term, factor in form.terms.items()]
        if any(not isinstance(term, Value) or (term in moving and factor < 0) for term, factor in terms):
            return None
        return Staged(op, forms)


def contraction_of(op: loop.ForOp) -> Contraction | None:
    """What a nest is as a contraction that is worth tiles; `None`, if it is none."""
    if op.results:
        return None
    band = perfect_nest(op)
    carrying = _carrying(band[-1])
    if len(band) < 2 or not carrying or parallel_depth(band) < len(band):
        return None
    if not all(_counts_from_zero(each) for each in (*band, *carrying)):
        return None
    if any(each.constant_trip_count() is None for each in carrying[1:]):
        return None
    found = Contraction(band, carrying)
    simple = [*found.before, *found.body, *found.behind]
    if not all(_is_simple(each) for each in simple) or not found.choose():
        return None
    return found if _is_worth_it(found) else None


def _carrying(op: loop.ForOp) -> list[loop.ForOp]:
    """The loops that carry values in the body of the last parallel one, each all that is in the one before."""
    inner = [each for each in op.body.ops if each.regions]
    if len(inner) != 1 or not isinstance(inner[0], loop.ForOp) or not inner[0].results:
        return []
    found = [inner[0]]
    while (first := carrying_on(found[-1])) is not None:
        found.append(first)
    return found


def _counts_from_zero(op: loop.ForOp) -> bool:
    if op.constant_lower != 0 or op.step_value != 1 or op.upper_map.num_results != 1:
        return False
    return not any(loop.is_induction_variable(value) for value in op.upper_operands)


def _is_simple(op: Operation) -> bool:
    return isinstance(op, (loop.LoadOp, loop.StoreOp)) or only_computes(op)


def _is_worth_it(found: Contraction) -> bool:
    depth = 1
    for each in found.carrying:
        depth *= each.constant_trip_count() or LEAST_DEPTH
    sides = [each.constant_trip_count() for each in (found.row, found.column)]
    return depth >= LEAST_DEPTH and all(side is None or side >= LEAST_SIDE for side in sides)
