"""The pass `use-dot-products`: one instruction multiplies pairs of bf16, and adds both products to sums of f32.

    %wide_a, %wide_b = extf %a, %b : vector<32xbf16> to vector<32xf32>
    %products = mulf %wide_a, %wide_b
    %firsts, %seconds = shuffle %products [0, 2, …], shuffle %products [1, 3, …]
    %pairs = addf %firsts, %seconds
    %total = addf %pairs, %sums                       =>  %total = dot product of %a and %b, added to %sums

Schedules make such sums on machines that have the instruction (`loop.machine`, `bf16_terms`). Both additions must have
`fastmath<reassoc>`, because the instruction adds the products in its own order. It takes subnormal numbers for zero, in
operands and results: what is lost is below 1.2e-38.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from dlc.dialects import arith, llvm, vector
from dlc.ir import Builder, DenseElementsAttr, Operation, Value
from dlc.ir.builtin_types import VectorType, bf16, element_type, f32
from dlc.ir.values import constant_of

from ..generic.dce import erase_if_dead
from ..manager import Pass, PassRun, option, statistic

INTRINSIC = "llvm.x86.avx512bf16.dpbf16ps"
SHAPES = ((4,), (8,), (16,))
"""The shapes of sums for which there is an instruction."""


class DotProduct(NamedTuple):
    """Sums to which products of pairs are added."""

    sums: Value
    a: Value
    b: Value


def dot_product_of(op: arith.AddFOp) -> DotProduct | None:
    """Return the dot product that an addition is the end of, if it is one for which there is an instruction."""
    type = op.result.type
    if not isinstance(type, VectorType) or type.element_type is not f32 or type.shape not in SHAPES:
        return None
    for pairs, sums in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        products = _multiplied(_added_pairs(pairs)) if "reassoc" in op.fastmath else None
        if products is not None:
            return DotProduct(sums, *products)
    return None


def _added_pairs(value: Value) -> Value | None:
    """Return the vector whose neighbours were added to one another."""
    total = value.defined_by(arith.AddFOp)
    if total is None or "reassoc" not in total.fastmath:
        return None
    halves = [each.defined_by(vector.ShuffleOp) for each in (total.lhs, total.rhs)]
    firsts, seconds = halves
    if firsts is None or seconds is None or firsts.v1 is not seconds.v1:
        return None
    count = 2 * len(firsts.mask)
    places = [list(each.mask) for each in (firsts, seconds)]
    is_all = isinstance(firsts.v1.type, VectorType) and firsts.v1.type.shape == (count,)
    return firsts.v1 if is_all and places == [[*range(0, count, 2)], [*range(1, count, 2)]] else None


def _multiplied(products: Value | None) -> tuple[Value, Value] | None:
    """Return the vectors of bf16 that were multiplied, if they were; a sum may begin with -0."""
    total = None if products is None else products.defined_by(arith.AddFOp)
    if total is not None:
        products = total.rhs if _is_minus_zero(total.lhs) else total.lhs if _is_minus_zero(total.rhs) else None
    product = None if products is None else products.defined_by(arith.MulFOp)
    if product is None:
        return None
    wide = [each.defined_by(arith.ExtFOp) for each in (product.lhs, product.rhs)]
    narrow = [each.source for each in wide if each is not None and element_type(each.source.type) is bf16]
    return (narrow[0], narrow[1]) if len(narrow) == 2 else None


def _is_minus_zero(value: Value) -> bool:
    known = constant_of(value)
    return isinstance(known, DenseElementsAttr) and known.is_splat and known.stored_bits() == [1 << 31]


def use_dot_products(root: Operation) -> int:
    """Put instructions in the place of all dot products inside `root`; return their number."""
    products = [(op, dot_product_of(op)) for op in root.walk() if isinstance(op, arith.AddFOp)]
    replaced: list[Operation] = []
    for op, product in products:
        if product is not None:
            name = f"{INTRINSIC}.{32 * op.result.type_as(VectorType).shape[0]}"
            call = Builder.before(op).insert(llvm.CallIntrinsicOp.of(name, product, op.result.type))
            op.result.hand_over_to(call.results[0])
            replaced.append(op)
    erase_if_dead(replaced)
    return len(replaced)


class UseDotProducts(Pass):
    """Multiply and add pairs of bf16 by one instruction, where the processor has it

    Example: use-dot-products{instructions=avx512}
        func.func @f(%s: vector<4xf32>, %a: vector<8xbf16>, %b: vector<8xbf16>) -> vector<4xf32> {
          %0 = arith.extf %a : vector<8xbf16> to vector<8xf32>
          %1 = arith.extf %b : vector<8xbf16> to vector<8xf32>
          %2 = arith.mulf %0, %1 : vector<8xf32>
          %3 = vector.shuffle %2, %2 [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
          %4 = vector.shuffle %2, %2 [1, 3, 5, 7] : vector<8xf32>, vector<8xf32>
          %5 = arith.addf %3, %4 fastmath<reassoc> : vector<4xf32>
          %6 = arith.addf %5, %s fastmath<reassoc> : vector<4xf32>
          return %6 : vector<4xf32>
        }
    """

    name = "use-dot-products"
    instructions: Literal["none", "avx512"] = option("The instructions of the processor for it", default="none")
    used = statistic("num-used", "Number of dot products")

    def run(self, op: Operation, run: PassRun) -> None:
        if self.instructions == "none":
            run.mark_idle("the processor has no such instruction")
        else:
            run.count(self.used, use_dot_products(op))
