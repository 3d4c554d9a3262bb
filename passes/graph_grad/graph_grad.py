"""The pass `graph-grad`: a function that computes the gradients of another one.

Reverse mode, by one rule for each op (`gradients`). The gradient function is written behind the function; it computes
the results again, and then the gradients. What it needs of functions that are called is in private functions.
"""

from __future__ import annotations

from dlc.dialects.func import FuncOp
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import FloatType, TensorType
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.symbol_table import PUBLIC, SymbolTable

from ..manager import Pass, PassRun, option
from .gradient_functions import gradient_function
from .gradients import CannotDifferentiate


class GraphGrad(Pass):
    """Add a function that computes the gradients of another one

    `graph-grad{function=loss wrt=0,1}` adds `@loss_grad`, which has the arguments of `@loss` and returns the gradients
    of its result, which is one number, with respect to arguments 0 and 1.

    Example: graph-grad{function=loss}
        func.func @loss(%x: tensor<3xf32>) -> tensor<f32> {
          %squares = graph.mul %x, %x : tensor<3xf32>
          %sum = graph.reduce <sum> %squares, [0] : tensor<3xf32> -> tensor<f32>
          return %sum : tensor<f32>
        }
    """

    name = "graph-grad"
    anchor = "builtin.module"
    function: str = option("The name of the function to differentiate", default="main")
    wrt: tuple[int, ...] = option(
        "The numbers of the arguments to differentiate by; all floats if empty", default=(), least=0
    )
    with_value: bool = option("Return the results of the function before the gradients", default=False)
    seeded: bool = option("Let further arguments be the gradients of the results, of any shape", default=False)

    def run(self, op: Operation, run: PassRun) -> None:
        function = self._function(op, run)
        if function is None or not self._is_differentiable(function, run):
            return
        inputs, results = function.type.inputs, function.type.results
        wrt = self.wrt or [number for number, type in enumerate(inputs) if _is_float(type)]
        seeded = [number for number, type in enumerate(results) if _is_float(type)] if self.seeded else None
        try:
            gradient_function(function, wrt, seeded, with_results=self.with_value, visibility=PUBLIC)
        except CannotDifferentiate as refusal:
            run.error(refusal.op, str(refusal))

    def _function(self, module: Operation, run: PassRun) -> FuncOp | None:
        table = SymbolTable(module)
        function = table.lookup(self.function)
        if isinstance(function, FuncOp):
            return function
        names = [symbol.sym_name.value for symbol in table if isinstance(symbol, FuncOp)]
        run.error(module, f"has no function '@{self.function}'{did_you_mean(self.function, names)}")
        return None

    def _is_differentiable(self, function: FuncOp, run: PassRun) -> bool:
        """Report what the gradients of a function cannot be computed for."""
        inputs, results = function.type.inputs, function.type.results
        if not function.body.has_one_block:
            run.error(function, "must have a body of one block to be differentiated")
        elif not self.seeded and (len(results) != 1 or not _is_float(results[0], rank=0)):
            got = ", ".join(map(str, results)) or "nothing"
            run.error(function, f"must return one float to be differentiated without 'seeded', but returns '{got}'")
        elif len(set(self.wrt)) != len(self.wrt) or any(not 0 <= number < len(inputs) for number in self.wrt):
            run.error(function, f"has {len(inputs)} arguments, each by its number once, but 'wrt' is {list(self.wrt)}")
        elif integers := [number for number in self.wrt if not _is_float(inputs[number])]:
            type = inputs[integers[0]]
            run.error(function, f"can be differentiated by floats only, but argument #{integers[0]} is '{type}'")
        elif not any(map(_is_float, inputs)):
            run.error(function, "has no float arguments to be differentiated by")
        else:
            return True
        return False


def _is_float(type: Type, rank: int | None = None) -> bool:
    if not isinstance(type, TensorType) or not isinstance(type.element_type, FloatType):
        return False
    return rank is None or len(type.shape) == rank
