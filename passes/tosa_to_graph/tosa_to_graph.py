"""`tosa-to-graph`: ops of TOSA become graph ops.

Each op has one translation, registered by `translates`; `translation` is what they are written with. Ops of other
dialects stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import CallOp, FuncOp
from dlc.dialects.tosa import VariableOp
from dlc.ir import Builder, Operation, TypeAttr, Value
from dlc.ir.builtin_types import TensorType, UnrankedTensorType
from dlc.ir.errors import DlcError

from ..graph.translated_values import fitted
from ..manager import Pass, PassRun, statistic
from ..rewriting.cannot_lower import CannotLower
from .translation import declared, plain_type, translates

DIALECT = "tosa"


class TosaToGraph(Pass):
    """Translate ops of TOSA to graph ops

    Arguments and results of quantized types become integers.

    Example: tosa-to-graph
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %y = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """

    name = "tosa-to-graph"
    anchor = "builtin.module"
    translated = statistic("num-translated", "Number of ops translated")

    def run(self, op: Operation, run: PassRun) -> None:
        assert isinstance(op, ModuleOp)
        ops = [each for each in op.walk() if each.dialect_name == DIALECT and not isinstance(each, VariableOp)]
        for function in _functions(op):
            _make_plain(function)
        refused = [each for each in ops if not _is_replaced(each, run)]
        run.count(self.translated, len(ops) - len(refused))
        if not refused:
            for variable in [each for each in op.body.entry.ops if isinstance(each, VariableOp)]:
                variable.erase()


def _functions(module: ModuleOp) -> Iterator[FuncOp]:
    return (each for each in module.body.entry.ops if isinstance(each, FuncOp))


def _make_plain(function: FuncOp) -> None:
    """Give arguments, and results of calls, the types that they have for graph ops."""
    function.function_type = TypeAttr(plain_type(function.type))
    calls = (result for each in function.walk() if isinstance(each, CallOp) for result in each.results)
    arguments = function.entry.args if not function.is_declaration() else ()
    for value in (*arguments, *calls):
        value.type = plain_type(value.type)


def _is_replaced(op: Operation, run: PassRun) -> bool:
    """Return whether an op can be replaced; if not, report why."""
    try:
        replace(op)
    except DlcError as error:
        run.error(op, str(error).partition("\n")[0])
        return False
    return True


def replace(op: Operation) -> None:
    """Put graph ops in the place of an op of TOSA."""
    translate = translates.get(type(op))
    if translate is None:
        raise CannotLower(translates.reason_for_lack(op))
    for value in (*op.operands, *op.results):
        if isinstance(value.type, UnrankedTensorType):
            raise CannotLower(f"is only supported on tensors with a rank, but got '{value.type}'")
    with Builder.before(op, op.location):
        translated = translate(op)
        values = [translated] if isinstance(translated, Value) else list(translated)
        fitting = [_fitted(*pair) for pair in zip(values, op.results, strict=True)]
    for old, new in zip(op.results, fitting, strict=True):
        new.name_hint = new.name_hint or old.name_hint
        old.replace_all_uses_with(new)
    op.erase()


def _fitted(value: Value, old: Value) -> Value:
    """Return a value with the type that the op declares, which may say more or less of sizes."""
    if value.type is plain_type(old.type) or not isinstance(old.type, TensorType):
        return value
    return fitted(value, *declared(old))
