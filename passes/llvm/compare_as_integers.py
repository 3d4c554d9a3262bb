"""The pass `compare-as-integers`: the largest and the least of many floats are found among integers in their order.

    %r = loop.for … iter_args(%m = %init) {        %r = loop.for … iter_args(%m = order of %init) {
      %n = arith.maximumf %m, %x              =>     %n = arith.maxsi %m, order of %x
      loop.yield %n                                  loop.yield %n
    }                                              }  and the float of %r

`maximumf` says what a nan and the signs of zeros give. Processors of x86 have an instruction that says neither, so six
are needed, each of which waits for the one before. Integers need four, of which one waits.

The bits of a float without its sign are in order as an integer; those of negative ones are turned around. That is the
order of IEEE 754 (`totalOrder`), in which -0 is before 0, and nan is at both ends. All are moved by the number of nan,
so that those at one end go around to the other one: for the largest, every nan is after infinity, for the least before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import arith, loop, vector
from dlc.dialects.arith import Combiner, FastMathAttr
from dlc.dialects.vector import CombiningKindAttr
from dlc.ir import Builder, InsertionPoint, Operation, Value
from dlc.ir.builtin_types import VectorType, f32, i32, like

from ..loops.analysis.reductions import Reduction, reductions_of
from ..loops.transforms.refusals import Refusal
from ..manager import Pass, PassRun, option, statistic
from ..math.expansion.expressions import ExpressionBuilder, Whole

SIGN_BIT, WITHOUT_SIGN = 31, 0x7FFFFFFF
NANS = 0x7FFFFF
"""The number of nan with one sign."""
INTEGERS: Mapping[str, tuple[Combiner, int]] = {
    "maximumf": (arith.COMBINERS["maxs"], -NANS),
    "minimumf": (arith.COMBINERS["mins"], NANS),
}
"""For each kind of floats, what combines integers, and the distance by which their order is moved."""
Place = tuple[Value, int]
"""The integer for a float, and the distance by which the order is moved."""


def compare_as_integers(root: Operation) -> int:
    """Let loops inside `root` compare integers where they find the largest or the least float; return their number."""
    loops = [(op, _replaced_in(op)) for op in root.walk() if isinstance(op, loop.ForOp)]
    for op, reductions in loops:
        if reductions:
            _replace(op, reductions)
    return sum(bool(reductions) for _, reductions in loops)


def _replaced_in(op: loop.ForOp) -> Sequence[Reduction]:
    """Return the reductions of a loop if all it carries are vectors of the largest or the least floats, else none."""
    try:
        reductions = reductions_of(op, "")
    except Refusal:
        return []
    return reductions if all(_may_be_integers(op, each) for each in reductions) else []


def _may_be_integers(op: loop.ForOp, reduction: Reduction) -> bool:
    type = op.results[reduction.position].type
    is_vector = isinstance(type, VectorType) and type.element_type is f32
    is_here = all(each.parent is op.body for each in reduction.combiners)
    return is_vector and is_here and reduction.combiner.kind in INTEGERS and not _is_one_instruction(reduction.fastmath)


def _is_one_instruction(flags: FastMathAttr | None) -> bool:
    """Return whether nan and the signs of zeros do not matter."""
    return flags is not None and "nnan" in flags and "nsz" in flags


def _replace(op: loop.ForOp, reductions: Sequence[Reduction]) -> None:
    rows = [INTEGERS[each.combiner.kind] for each in reductions]
    before = Builder.before(op)
    inits = [_integer(before, each, move) for each, (_, move) in zip(op.iter_inits, rows, strict=True)]
    new = op.with_carried((), inits)
    before.insert(new)
    op.induction_variable.replace_all_uses_with(new.induction_variable)
    for reduction, carried, (largest, move) in zip(reductions, new.carried, rows, strict=True):
        partial: Value = carried
        for combiner, position in reduction.combiners.items():
            inside = Builder.before(combiner)
            given = _integer(inside, combiner.operands[1 - position], move)
            partial = inside.insert(largest.combine(partial, given)).results[0]
            combiner.results[0].replace_all_uses_with(partial)
    new.body.take_all_ops(op.body)
    for old, carried in zip(op.carried, new.carried, strict=True):
        old.replace_all_uses_with(carried)
    for reduction in reductions:
        for combiner in reversed(list(reduction.combiners)):
            combiner.erase()
    moves = [move for _, move in rows]
    _use(dict(zip(op.results, zip(new.results, moves, strict=True), strict=True)))
    op.erase()


def _use(places: dict[Value, Place]) -> None:
    """Let the ops that compare the results of a loop compare integers as well, and make floats for all others."""
    waiting, compared = list(places), list[Operation]()
    for value in waiting:
        for user in value.users:
            place = None if user.results and user.results[0] in places else _compared(user, places)
            if place is not None:
                places[user.results[0]] = place
                waiting.append(user.results[0])
                compared.append(user)
    for op in reversed(compared):
        _make_float(op.results[0], *places[op.results[0]])
        op.erase()
    for value in waiting[: len(waiting) - len(compared)]:
        _make_float(value, *places[value])


def _make_float(value: Value, integer: Value, move: int) -> None:
    """Let all users of a float use the one of an integer."""
    if value.has_uses:
        value.replace_all_uses_with(_float(Builder(InsertionPoint.after_value(integer)), integer, move))


def _compared(op: Operation, places: Mapping[Value, Place]) -> Place | None:
    """Return the place of the result of an op if it compares floats of which the places are known."""
    is_reduction = isinstance(op, vector.ReductionOp)
    combiner = arith.COMBINER_OF_OP.get(type(op))
    kind = op.kind.value if is_reduction else combiner.kind if combiner is not None else ""
    flags = op.properties.get("fastmath")
    if kind not in INTEGERS or (isinstance(flags, FastMathAttr) and _is_one_instruction(flags)):
        return None
    largest, move = INTEGERS[kind]
    known = [places[each][0] if each in places and places[each][1] == move else None for each in op.operands]
    builder = Builder.before(op)
    if not is_reduction:
        first, second = known
        if first is None or second is None:
            return None
        return builder.insert(largest.combine(first, second)).results[0], move
    if known[0] is None:
        return None
    reduced: Value = builder.insert(vector.ReductionOp(CombiningKindAttr(largest.kind), known[0], i32)).dest
    if op.acc is None:
        return reduced, move
    acc = known[1] or _integer(builder, op.acc, move)
    return builder.insert(largest.combine(reduced, acc)).results[0], move


# -- The order ---------------------------------------------------------------------------------------------------------


def _integer(builder: Builder, value: Value, move: int) -> Value:
    """Return the place of floats in the order."""
    return (_turned(ExpressionBuilder(builder, value.type).real(value).bits()) + move).value


def _float(builder: Builder, value: Value, move: int) -> Value:
    """Return the floats at places in the order."""
    return _turned(Whole(ExpressionBuilder(builder, like(value.type, f32)), value) - move).as_real().value


def _turned(bits: Whole) -> Whole:
    """Return bits of which those of negative floats are turned around, but for the sign; twice gives the bits."""
    return bits ^ ((bits >> SIGN_BIT) & WITHOUT_SIGN)


class CompareAsIntegers(Pass):
    """Find the largest floats among integers, if the processor lacks instructions

    Example: compare-as-integers{instructions=false}
        func.func @f(%x: memref<64xf32>, %init: vector<8xf32>) -> vector<8xf32> {
          %r = loop.for %i = 0 to 64 step 8 iter_args(%m = %init) -> (vector<8xf32>) {
            %v = loop.vector_load %x[%i] : memref<64xf32>, vector<8xf32>
            %n = arith.maximumf %m, %v : vector<8xf32>
            loop.yield %n : vector<8xf32>
          }
          return %r : vector<8xf32>
        }
    """

    name = "compare-as-integers"
    instructions: bool = option("Whether the processor has instructions for the largest and least floats", default=True)
    replaced = statistic("num-replaced", "Number of loops that compare integers")

    def run(self, op: Operation, run: PassRun) -> None:
        if self.instructions:
            run.mark_idle("the processor has instructions for floats")
        else:
            run.count(self.replaced, compare_as_integers(op))
