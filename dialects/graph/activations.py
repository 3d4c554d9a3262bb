"""The activation functions that have names, element by element.

Each is its formula, as if computed with real numbers and rounded once; lower levels come close to that. Where the
formula has no value, as -inf * 0 in that of `graph.silu`, the result is NaN. Parameters are f64 numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, FloatAttr, attribute
from dlc.ir.builtin_constraints import f64_attr
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Idempotent, Pure
from dlc.ir.verifier import Report

from .bases import F, FloatFunctionOp, N, NumberFunctionOp
from .splats import element_type
from .tensors import is_unsigned

_function = Family(FloatFunctionOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure, Elementwise))


class AlphaOp(Op):
    """A function of floats with a parameter."""

    operand: Operand = operand(F)
    alpha: Attr[FloatAttr] = attr(f64_attr)
    result: Result = inferred_result(F)
    syntax = "$operand `,` `alpha` `=` $alpha attr-dict `:` type($result)"


# -- Made of straight lines --------------------------------------------------------------------------------------------


@op("graph.relu", traits=(Pure, Elementwise, Idempotent))
class ReluOp(NumberFunctionOp):
    """maximum(x, 0): NaN stays NaN, -0 becomes 0.

    Example: %r = graph.relu %x : tensor<4xf32>
    """

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """relu(x) -> x, unsigned"""
        del operands
        type = element_type(self.operand)
        return (self.operand,) if type is not None and is_unsigned(type) else None


@op("graph.leaky_relu", traits=(Pure, Elementwise))
class LeakyReluOp(AlphaOp):
    """x if x >= 0, else alpha * x.

    Example: %r = graph.leaky_relu %x, alpha = 0.01 : tensor<4xf32>
    """


@op("graph.prelu", traits=(Pure, Elementwise))
class PReluOp(Op):
    """x if x >= 0, else slope * x; of integers the product wraps.

    Example: %r = graph.prelu %x, %slope : tensor<4xf32>
    """

    source: Operand = operand(N)
    slope: Operand = operand(N)
    result: Result = inferred_result(N)
    syntax = "$source `,` $slope attr-dict `:` type($result)"


@op("graph.thresholded_relu", traits=(Pure, Elementwise))
class ThresholdedReluOp(AlphaOp):
    """x if x > alpha, else 0; so 0 of NaN. What is compared with x is alpha rounded to the type of x.

    Example: %r = graph.thresholded_relu %x, alpha = 1.0 : tensor<4xf32>
    """


@op("graph.hard_sigmoid", traits=(Pure, Elementwise))
class HardSigmoidOp(Op):
    """maximum(0, minimum(1, alpha * x + beta)).

    Example: %r = graph.hard_sigmoid %x, alpha = 0.2, beta = 0.5 : tensor<4xf32>
    """

    operand: Operand = operand(F)
    alpha: Attr[FloatAttr] = attr(f64_attr)
    beta: Attr[FloatAttr] = attr(f64_attr)
    result: Result = inferred_result(F)
    syntax = "$operand `,` `alpha` `=` $alpha `,` `beta` `=` $beta attr-dict `:` type($result)"


HardSwishOp = _function("HardSwishOp", "graph.hard_swish", "x * maximum(0, minimum(1, x / 6 + 1/2)).")
SoftsignOp = _function("SoftsignOp", "graph.softsign", "x / (1 + abs(x)).")


# -- Made of exponentials ----------------------------------------------------------------------------------------------


@op("graph.elu", traits=(Pure, Elementwise))
class EluOp(AlphaOp):
    """x if x > 0, else alpha * (e^x - 1).

    Example: %r = graph.elu %x, alpha = 1.0 : tensor<4xf32>
    """


@op("graph.selu", traits=(Pure, Elementwise))
class SeluOp(Op):
    """gamma * x if x > 0, else gamma * alpha * (e^x - 1).

    Example: %r = graph.selu %x, alpha = 1.6732632423543772, gamma = 1.0507009873554805 : tensor<4xf32>
    """

    operand: Operand = operand(F)
    alpha: Attr[FloatAttr] = attr(f64_attr)
    gamma: Attr[FloatAttr] = attr(f64_attr)
    result: Result = inferred_result(F)
    syntax = "$operand `,` `alpha` `=` $alpha `,` `gamma` `=` $gamma attr-dict `:` type($result)"


@op("graph.celu", traits=(Pure, Elementwise))
class CeluOp(AlphaOp):
    """maximum(0, x) + minimum(0, alpha * (e^(x / alpha) - 1)).

    Rules: (celu_c1) alpha is a finite number other than 0.
    Example: %r = graph.celu %x, alpha = 1.0 : tensor<4xf32>
    """

    def verify(self, report: Report) -> None:
        if not 0 < abs(self.alpha.value) < float("inf"):
            report.error("celu_c1", f"alpha must be finite and not 0, but got {self.alpha.value}")


SigmoidOp = _function("SigmoidOp", "graph.sigmoid", "1 / (1 + e^-x).")
SiluOp = _function("SiluOp", "graph.silu", "x * sigmoid(x), which is called swish too; NaN of -inf.")
SoftplusOp = _function("SoftplusOp", "graph.softplus", "log(1 + e^x), which is x where e^x is too large for a float.")
MishOp = _function("MishOp", "graph.mish", "x * tanh(softplus(x)); NaN of -inf.")


@attribute("graph.gelu_form")
class GeluFormAttr(EnumAttr):
    """The formula of `graph.gelu`: `#graph.gelu_form<exact>`."""

    cases = ("exact", "tanh")


@op("graph.gelu", traits=(Pure, Elementwise))
class GeluOp(Op):
    """x / 2 * (1 + erf(x / sqrt(2))) if `exact`; x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) if `tanh`; NaN
    of -inf.

    Example: %r = graph.gelu <exact> %x : tensor<4xf32>
    """

    form: Attr[GeluFormAttr] = attr(GeluFormAttr)
    operand: Operand = operand(F)
    result: Result = inferred_result(F)
    syntax = "$form $operand attr-dict `:` type($result)"
