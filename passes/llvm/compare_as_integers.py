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

from collections.abc import Callable, Mapping

from dlc.dialects import arith, loop, vector
from dlc.dialects.arith import Combiner, FastMathAttr
from dlc.dialects.vector import CombiningKindAttr
from dlc.ir import Builder, DenseElementsAttr, InsertionPoint, IntegerAttr, Operation, Value
from dlc.ir.builtin_types import VectorType, f32, i32, like

from ..loops.analysis.reductions import Reduction, reductions_of
from ..loops.transforms.refusals import Refusal
from ..manager import Pass, PassRun, option, statistic

SIGN_BIT, WITHOUT_SIGN = 31, 0x7FFFFFFF
NANS = 0x7FFFFF
"""The number of nan with one sign."""
INTEGERS: Mapping[type[Operation], tuple[Combiner, int]] = {
    arith.MaximumFOp: (arith.COMBINERS["maxs"], -NANS),
    arith.MinimumFOp: (arith.COMBINERS["mins"], NANS),
}
"""For each op on floats, the one on integers, and the distance by which their order is moved."""


def compare_as_integers(root: Operation) -> int:
    """Let loops inside `root` compare integers where they find the largest or the least float; return their number."""
    loops = [op for op in root.walk() if isinstance(op, loop.ForOp) and _is_replaced(op)]
    for op in loops:
        _replace(op)
    return len(loops)


def _is_replaced(op: loop.ForOp) -> bool:
    """Return whether all that a loop carries are vectors of the largest or the least floats."""
    try:
        reductions = reductions_of(op, "")
    except Refusal:
        return False
    return bool(reductions) and all(_may_be_integers(op, each) for each in reductions)


def _may_be_integers(op: loop.ForOp, reduction: Reduction) -> bool:
    type = op.results[reduction.position].type
    if not isinstance(type, VectorType) or type.element_type is not f32:
        return False
    kinds = {each.__class__ for each in reduction.combiners}
    flags = reduction.fastmath
    is_exact = flags is None or not _is_one_instruction(flags)
    return (
        is_exact
        and len(kinds) == 1
        and kinds <= INTEGERS.keys()
        and all(each.parent is op.body for each in reduction.combiners)
    )


def _replace(op: loop.ForOp) -> None:
    reductions = reductions_of(op, "")
    moves = [INTEGERS[type(next(iter(each.combiners)))][1] for each in reductions]
    before = Builder.before(op)
    inits = [_Order(before, move).integer(value) for value, move in zip(op.iter_inits, moves, strict=True)]
    new = op.with_carried((), inits)
    before.insert(new)
    op.induction_variable.replace_all_uses_with(new.induction_variable)
    for reduction, carried, move in zip(reductions, new.carried, moves, strict=True):
        partial: Value = carried
        for combiner, position in reduction.combiners.items():
            inside = Builder.before(combiner)
            given = _Order(inside, move).integer(combiner.operands[1 - position])
            largest, _ = INTEGERS[type(combiner)]
            partial = inside.insert(largest.combine(partial, given)).results[0]
            combiner.results[0].replace_all_uses_with(partial)
    new.body.take_all_ops(op.body)
    for old, carried in zip(op.carried, new.carried, strict=True):
        old.replace_all_uses_with(carried)
    for reduction in reductions:
        for combiner in reversed(list(reduction.combiners)):
            combiner.erase()
    places: dict[Value, Value] = dict(zip(op.results, new.results, strict=True))
    for move in {*moves}:
        _use(new, {old: places[old] for old, each in zip(op.results, moves, strict=True) if each == move}, move)
    op.erase()


def _use(op: loop.ForOp, places: dict[Value, Value], move: int) -> None:
    """Let ops behind a loop compare its integers as well, and make floats for all others.

    `places` maps the results of the loop that was there to integers.
    """
    compared: list[Operation] = []
    each = op.next
    while each is not None:
        integer = _compared(each, places, move)
        if integer is not None:
            places[each.results[0]] = integer
            compared.append(each)
        each = each.next
    for old, integer in reversed(places.items()):
        if old.has_uses:
            old.replace_all_uses_with(_Order(Builder(InsertionPoint.after_value(integer)), move).float(integer))
        maker = old.defining_op
        if maker in compared:
            maker.erase()


def _compared(op: Operation, places: Mapping[Value, Value], move: int) -> Value | None:
    """Return the integer for the result of an op if it compares floats for which there are integers."""
    flags = op.properties.get("fastmath")
    if isinstance(flags, FastMathAttr) and _is_one_instruction(flags):
        return None
    builder = Builder.before(op)
    if INTEGERS.get(type(op), (None, None))[1] == move and all(each in places for each in op.operands):
        first, second = (places[each] for each in op.operands)
        return builder.insert(INTEGERS[type(op)][0].combine(first, second)).results[0]
    if not isinstance(op, vector.ReductionOp) or op.vector not in places:
        return None
    largest, its_move = next(
        (row for kind, row in INTEGERS.items() if arith.COMBINER_OF_OP[kind].kind == op.kind.value), (None, None)
    )
    if largest is None or its_move != move:
        return None
    reduced: Value = builder.insert(vector.ReductionOp(CombiningKindAttr(largest.kind), places[op.vector], i32)).dest
    if op.acc is None:
        return reduced
    given = places.get(op.acc) or _Order(builder, move).integer(op.acc)
    return builder.insert(largest.combine(reduced, given)).results[0]


def _is_one_instruction(flags: FastMathAttr) -> bool:
    """Return whether nan and the signs of zeros do not matter."""
    return "nnan" in flags and "nsz" in flags


class _Order:
    """Makes ops that map floats to integers in their order, and back."""

    def __init__(self, builder: Builder, move: int) -> None:
        self._builder = builder
        self._move = move

    def integer(self, value: Value) -> Value:
        """Return the place of floats in the order."""
        integers = like(value.type, i32)
        bits = self._builder.insert(arith.BitcastOp(value, integers)).results[0]
        return self._made(arith.AddIOp, self._turned(bits), self._move)

    def float(self, value: Value) -> Value:
        """Return the floats at places in the order."""
        bits = self._turned(self._made(arith.SubIOp, value, self._move))
        return self._builder.insert(arith.BitcastOp(bits, like(value.type, f32))).results[0]

    def _turned(self, bits: Value) -> Value:
        """Return bits of which those of negative floats are turned around, but for the sign; twice gives the bits."""
        mask = self._made(arith.AndIOp, self._made(arith.ShRSIOp, bits, SIGN_BIT), WITHOUT_SIGN)
        return self._builder.insert(arith.XOrIOp(bits, mask)).result

    def _made(self, kind: Callable[..., Operation], value: Value, number: int) -> Value:
        same = IntegerAttr(number, i32)
        is_vector = isinstance(value.type, VectorType)
        known = DenseElementsAttr.splat(value.type_as(VectorType), same) if is_vector else same
        constant = self._builder.insert(arith.ConstantOp(known))
        return self._builder.insert(kind(value, constant.result)).results[0]


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
