"""Sums that start afresh: what a loop contributes is combined from the identity on, and added afterwards.

    for %i iter_args(%t = %x) {              for %i iter_args(%t = %x) {
      %s = for %k iter_args(%a = %t) {         %p = for %k iter_args(%a = 0) {
        %b = %a + …                              %b = %a + …
        yield %b                      =>         yield %b
      }                                        }
      yield %s                                 %s = %t + %p
    }                                          yield %s
                                             }

A long sum of floats loses the last bits of what is added to a large total. Sums of pieces are smaller, so that they
lose less, and there are fewer of them to be added to the total: the error grows with the lengths of both loops, not
with their product.

Legal if the loop carries nothing but reductions (`reductions`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import arith, loop
from dlc.dialects.arith import FastMathAttr
from dlc.ir import Operation
from dlc.passes.manager import option, statistic

from ..analysis.reductions import reductions_of
from .loop_pass import SingleLoopPass
from .refusals import Refusal

WHAT = "cannot start afresh"


def start_afresh(op: loop.ForOp) -> None:
    """Let all that a loop carries begin with the identity, and combine it with what it began with before."""
    if not op.results:
        raise Refusal(op, f"{WHAT}: it carries nothing")
    reductions = reductions_of(op, WHAT)
    identities = [each.combiner.identity_of(op.result_types[each.position]) for each in reductions]
    last: Operation = op
    for reduction, identity in zip(reductions, identities, strict=True):
        if identity is None:
            raise Refusal(op, f"{WHAT}: '{reduction.combiner.name}' has no identity")
    for reduction, identity in zip(reductions, identities, strict=True):
        assert identity is not None, "it was checked above"
        before, result = op.iter_inits[reduction.position], op.results[reduction.position]
        zero = arith.ConstantOp(identity, location=op.location)
        op.block.insert_before(zero, op)
        op.set_operand(len(op.operands) - len(op.iter_inits) + reduction.position, zero.result)
        combined = _kept_apart(reduction.combined(before, result))
        op.block.insert_after(combined, last)
        last = combined
        result.replace_uses_if(combined.results[0], lambda user, _, own=combined: user is not own)


def _kept_apart(combined: Operation) -> Operation:
    """Return the op that adds a piece to the rest, without the flag that lets LLVM make one long sum of both again."""
    flags = combined.properties.get("fastmath")
    if isinstance(flags, FastMathAttr):
        combined.properties["fastmath"] = FastMathAttr.of(*[word for word in flags.words if word != "reassoc"])
    return combined


class LoopFreshSums(SingleLoopPass):
    """Sum what loops contribute from zero on, and add it to the rest

    Sums of many floats are more exact in pieces: `loop-tile` cuts a loop into pieces before. Reductions that are exact
    in any order stay what they are. Outer loops start afresh before those inside, whose pieces are added in order.

    Example: loop-fresh-sums{loops=k_point}
        func.func @sum(%a: memref<4096xf32>, %x: f32) -> f32 {
          %sum = loop.for %k = 0 to 4096 step 64 iter_args(%s = %x) -> (f32) {
            %part = loop.for %kk = affine_map<(k) -> (k)>(%k) to affine_map<(k) -> (k + 64)>(%k)
                iter_args(%p = %s) -> (f32) {
              %0 = loop.load %a[%kk] : memref<4096xf32>
              %1 = arith.addf %p, %0 fastmath<reassoc> : f32
              loop.yield %1 : f32
            } {loop.name = "k_point"}
            loop.yield %part : f32
          } {loop.name = "k"}
          return %sum : f32
        }
    """

    name = "loop-fresh-sums"
    loops: tuple[str, ...] = option("The names of the loops; all loops inside others if empty", default=())
    done = statistic("num-fresh", "Number of loops whose reductions start afresh")
    refused = statistic("num-refused", "Number of loops that carry something else than reductions")

    def is_candidate(self, op: loop.ForOp) -> bool:
        return bool(op.results) and isinstance(op.parent_op, loop.ForOp)

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        return super().attempts(root)[::-1]

    def transform(self, op: loop.ForOp) -> object:
        return start_afresh(op)
