"""Write a rewrite, apply it, and check against the reference interpreter that it changed no result.

python examples/prove_a_rewrite.py
"""

from __future__ import annotations

import dlc
from dlc.dialects.arith import ConstantOp, MulIOp, ShLIOp
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_types import i32
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.ir.values import constant_of
from dlc.passes.rewriting.greedy import rewrite_greedily

SOURCE = """
func.func @area(%width: i32) -> i32 {
  %eight = arith.constant 8 : i32
  %three = arith.constant 3 : i32
  %outer = arith.muli %width, %eight : i32
  %inner = arith.muli %width, %three : i32
  %frame = arith.subi %outer, %inner : i32
  return %frame : i32
}
"""


@pattern(MulIOp)
def shift_instead_of_multiply(op: MulIOp, rw: Rewriter) -> Match:
    """x * 2^k -> x << k.  Terminates: removes a multiplication."""
    factor = constant_of(op.rhs)
    if not isinstance(factor, IntegerAttr) or factor.value < 2 or factor.value & (factor.value - 1):
        return rw.no_match("the factor is not a power of two")
    places = rw.insert_before(op, ConstantOp.integer(factor.value.bit_length() - 1, i32))
    return rw.replace(op, ShLIOp(op.lhs, places.result))


def main() -> None:
    module = dlc.parse(SOURCE)
    before = [dlc.Interpreter(module).run("area", width) for width in range(-5, 100)]

    result = rewrite_greedily(module, [shift_instead_of_multiply], dlc.make_context())
    dlc.verify(module)
    after = [dlc.Interpreter(module).run("area", width) for width in range(-5, 100)]

    print(module)
    print(f"{result.rewrites} rewrites, {'the same results' if before == after else 'ANOTHER MEANING'}")


if __name__ == "__main__":
    main()
