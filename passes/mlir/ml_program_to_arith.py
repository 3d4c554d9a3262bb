"""The pass `ml-program-to-arith`: loads of globals whose values are known become constants.

Known are the values of globals that are not mutable, and of private ones that nothing stores to. Private globals that
nobody uses are erased, such as the seeds of random numbers that front ends write into every module.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, ml_program
from dlc.ir import Operation
from dlc.ir.builtin_attributes import DenseElementsAttr, DenseResourceElementsAttr
from dlc.ir.symbol_table import PRIVATE, SymbolTables, symbol_uses, visibility

from ..manager import Pass, PassRun, statistic
from .renaming import replace_op

LOADS = (ml_program.GlobalLoadOp, ml_program.GlobalLoadConstOp)


class MlProgramToArith(Pass):
    """Replace loads of known globals of `ml_program` by constants

    Example: ml-program-to-arith
        ml_program.global private @w(dense<2.0> : tensor<4xf32>) : tensor<4xf32>
        func.func @f() -> tensor<4xf32> {
          %w = ml_program.global_load_const @w : tensor<4xf32>
          return %w : tensor<4xf32>
        }
    """

    name = "ml-program-to-arith"
    anchor = "builtin.module"
    replaced = statistic("num-replaced", "Number of loads replaced")
    erased = statistic("num-erased", "Number of globals erased")

    def run(self, op: Operation, run: PassRun) -> None:
        known = [each for each in op.walk() if isinstance(each, ml_program.GlobalOp)]
        users_of: dict[Operation | None, list[Operation]] = {each: [] for each in known}
        tables = SymbolTables()
        for user, reference in symbol_uses(op) if known else ():
            users_of.setdefault(tables.lookup_nearest(user, reference), []).append(user)
        for each in known:
            users = users_of[each]
            if users and not _never_changes(each, users):
                run.remark(each, "stays as it is: its value may change")
            elif any(not _replace(each, user) for user in users):
                type = each.type.type
                run.remark(each, f"stays as it is: its value '{each.value}' is not a constant of type '{type}'")
            else:
                run.count(self.replaced, len(users))
                if visibility(each) == PRIVATE:
                    each.erase()
                    run.count(self.erased)


def _never_changes(op: ml_program.GlobalOp, users: Sequence[Operation]) -> bool:
    if op.is_mutable is not None and visibility(op) != PRIVATE:
        return False
    return all(isinstance(user, LOADS) for user in users)


def _replace(op: ml_program.GlobalOp, user: Operation) -> bool:
    value = op.value
    if not isinstance(value, (DenseElementsAttr, DenseResourceElementsAttr)) or value.type is not op.type.type:
        return False
    replace_op(user, arith.ConstantOp(value, location=user.location))
    return True
