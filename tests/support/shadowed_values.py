"""Bounds on the errors of floats: a program is run as it is, and twice with exaggerated roundings.

Before and behind each op that rounds, all floats are moved by a few units in the last place, at random; small results
by as much as operands, though not by more than 1 would be. The two runs move them in opposite directions. Where they
come to different integers or truth values, what the program computes hangs on how something is rounded, and nothing can
be compared. How far their floats are apart tells what a correct implementation may make of them, which computes in
another order, or with more digits in between.

Ops that move, choose or compare elements do not round; nor does what has no floats.

Where both runs come out on one side of a step, such as the one between numbers and 0 for `graph.sign`, the exact number
may still be on the other side, or on the edge: of what an absolute value was made of, say. So such ops are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from dlc.dialects.graph import (
    AttentionOp,
    CallOp,
    CompareOp,
    ContractOp,
    ConvolutionOp,
    DequantizeOp,
    GroupNormOp,
    InstanceNormOp,
    LayerNormOp,
    RandomNormalOp,
    SignOp,
    TransposedConvolutionOp,
)
from dlc.dialects.graph.arithmetic import RoundingOp
from dlc.dialects.graph.normalization import NormalizationOp
from dlc.interp.conversion import dtype_of, elements_from_python, elements_to_python
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Frame, Interpreter
from dlc.interp.semantics import Kernel
from dlc.interp.values import Elements
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, TensorType
from dlc.ir.enums import EnumAttr
from dlc.ir.operations import Operation

Array = Any
_where: Any = np.where
_info: Any = ml_dtypes.finfo
EXAGGERATION = 4.0
"""How many units of the last place floats are moved by."""
SAFETY = 8.0
"""How much farther than the exaggerated runs are apart a result may be off."""
LARGEST = {16: 300.0, 32: 1e4, 64: 1e4}
"""Larger floats are not moderate."""
LOOSEST = {16: 0.25, 32: 0.02, 64: 0.02}
"""Where more than this share of the largest element is uncertain, nothing could be learnt from it."""


class Shadows(NamedTuple):
    """A value as the program computes it, and in the two runs beside it."""

    plain: Any
    up: Any
    down: Any

    @classmethod
    def exact(cls, value: Any) -> Shadows:
        """One that nothing was rounded for."""
        return cls(value, value, value)

    @property
    def is_exact(self) -> bool:
        return self.up is self.plain and self.down is self.plain


class OpRunner(Interpreter):
    """An interpreter that can run single ops, whose regions refer to nothing outside."""

    def of_sizes(self, sizes: Mapping[str, int]) -> OpRunner:
        """Let names of sizes stand for these."""
        self._frame = Frame()
        self._frame.sizes = dict(sizes)
        return self

    def results_of(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        """The values of an op without regions."""
        return _listed(op, self._kernel(op)(*operands))


class Exaggerating(OpRunner):
    """An interpreter that moves floats around each op that rounds. Two with opposite signs move them oppositely."""

    def __init__(self, module: Operation, sign: float) -> None:
        super().__init__(module)
        self.sign = sign
        self.has_moved = False
        """Whether anything was rounded."""
        self.random = np.random.default_rng(0)

    def _kernel(self, op: Operation) -> Kernel:
        kernel = super()._kernel(op)
        if not may_round(op):
            return kernel

        def run(*operands: Any) -> Any:
            results = self._moved_around(op, kernel, operands)
            if results is None:
                return kernel(*operands)
            return results[0] if len(results) == 1 else results

        return run

    def moved_results_of(self, op: Operation, operands: Sequence[Any], plain: Sequence[Any]) -> list[Any] | None:
        """The values of an op without regions, moved away from what it gives where nothing is moved; `None` if it does
        not round."""
        return self._moved_around(op, super()._kernel(op), operands, plain)

    def exact_results_of(self, op: Operation, operands: Sequence[Any]) -> list[Any]:
        """The values of an op without regions, nothing being moved."""
        return _listed(op, super()._kernel(op)(*operands))

    def _moved_around(
        self, op: Operation, kernel: Kernel, operands: Sequence[Any], plain: Sequence[Any] = ()
    ) -> list[Any] | None:
        scale = max(_unit(type) for type in op.result_types)
        moved = [self._moved(value, type, scale) for value, type in zip(operands, op.operand_types, strict=True)]
        results = _listed(op, kernel(*moved))
        if not _always_rounds(op) and _only_moves(op, moved, results):
            return None
        self.has_moved = True
        least = min(1.0, max(_magnitudes(operands, op.operand_types), default=1.0))
        if isinstance(op, CENTRING):
            least = max(least, _lost_by_centring(op, moved[0], results[0]))
        from_where = plain or [None] * len(results)
        typed = zip(results, op.result_types, from_where, strict=True)
        return [self._moved(value, type, scale, least, start) for value, type, start in typed]

    def _moved(self, value: Any, type: Type, scale: float, least: float = 0.0, away_from: Any = None) -> Any:
        """A tensor of floats, moved by so much of themselves, or of `least` if they are smaller. NaN has any sign."""
        if not is_float_tensor(type) or not isinstance(value, Elements):
            return value
        noise = self.random.uniform(-1.0, 1.0, value.shape)
        noise += np.where(noise < 0, -1.0, 1.0)
        noise *= self.sign
        with np.errstate(all="ignore"):
            exact = elements_to_python(value, type).astype(np.float64)
            if isinstance(away_from, Elements) and away_from.shape == value.shape:
                behind = exact - elements_to_python(away_from, type).astype(np.float64)
                noise = _where((behind == 0) | np.isnan(behind), noise, np.copysign(noise, behind))
            moved = exact + (EXAGGERATION / 2 * scale) * noise * np.maximum(np.abs(exact), least)
            others = _where(np.isnan(exact), np.copysign(exact, self.sign), exact)
            array = _where(np.isfinite(exact), moved, others).astype(dtype_of(_element(type)))
        return elements_from_python(array, _shaped_as(type, value), 1)


def may_round(op: Operation) -> bool:
    """Return whether results of an op may be rounded floats, according to its types."""
    if not op.name.startswith("graph.") or op.regions or isinstance(op, (RoundingOp, CallOp)):
        return False
    if not any(map(is_float_tensor, op.result_types)):
        return False
    return isinstance(op, RandomNormalOp) or any(map(is_float_tensor, op.operand_types))


CENTRING = (LayerNormOp, GroupNormOp, InstanceNormOp)
"""Ops that subtract a mean: of numbers that are close together they leave little but rounding errors. For two numbers
alone even that does not show, since they become 1 and -1 whatever they are.
"""


def _lost_by_centring(op: Operation, source: Any, result: Any) -> float:
    """Return the magnitude of a result whose last place is lost: the source, magnified as differences are."""
    with np.errstate(all="ignore"):
        pair = ((source, op.operand_types[0]), (result, op.result_types[0]))
        before, behind = (elements_to_python(value, type).astype(np.float64).ravel() for value, type in pair)
        apart, spread = (np.abs(array[:, None] - array[None, :]) for array in (before, behind))
        slopes = spread / apart
        finite = slopes[np.isfinite(slopes)]
        return float(finite.max(initial=0.0) * np.abs(before[np.isfinite(before)]).max(initial=0.0))


EXACT_KINDS = ("max", "min", "and", "or", "assign", "nearest")
"""Ways to combine or choose elements without arithmetic."""


def _always_rounds(op: Operation) -> bool:
    """Return whether an op does float arithmetic even if its result is an operand, such as the mean of one number."""
    kind = op.properties.get("kind")
    if isinstance(kind, EnumAttr):
        return kind.value not in EXACT_KINDS
    sums = (ContractOp, ConvolutionOp, TransposedConvolutionOp, AttentionOp, NormalizationOp)
    return isinstance(op, (*sums, DequantizeOp, RandomNormalOp))


def _only_moves(op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> bool:
    """Return whether each float in the results is an element of the operands, up to its sign, or 0.

    Asked of floats that chance has moved, this is no coincidence: an op that rounds would show.
    """
    magnitudes = _magnitudes(results, op.result_types)
    if _has_nan(results, op.result_types) and not _has_nan(operands, op.operand_types):
        return False
    return magnitudes <= {0.0} or magnitudes <= _magnitudes(operands, op.operand_types) | {0.0}


def hangs_on_rounding(op: Operation, operands: Sequence[Shadows]) -> bool:
    """Return whether an op with a step at 0, or at equal operands, is close to the step with inexact operands."""
    if not isinstance(op, (SignOp, CompareOp)) or not all(map(is_float_tensor, op.operand_types)):
        return False
    runs: list[Array] = []
    for number in range(3):
        pairs = zip(operands, op.operand_types, strict=True)
        arrays = [elements_to_python(each[number], type).astype(np.float64) for each, type in pairs]
        if len({array.shape for array in arrays}) > 1:
            return True  # sizes hang on rounding themselves
        with np.errstate(all="ignore"):
            runs.append(arrays[0] - arrays[1] if len(arrays) == 2 else arrays[0])
    plain, *others = runs
    if any(other.shape != plain.shape for other in others):
        return True
    with np.errstate(all="ignore"):
        apart = np.maximum(*(np.abs(other - plain) for other in others))
        return bool(((apart > 0) & (np.abs(plain) <= apart)).any())


def _listed(op: Operation, results: Any) -> list[Any]:
    return [results] if len(op.results) == 1 else list(results or ())


def _has_nan(values: Sequence[Any], types: Sequence[Type]) -> bool:
    pairs = zip(values, types, strict=True)
    return any(is_float_tensor(t) and np.isnan(elements_to_python(v, t).astype(np.float64)).any() for v, t in pairs)


def _magnitudes(values: Sequence[Any], types: Sequence[Type]) -> set[float]:
    magnitudes: set[float] = set()
    for value, type in zip(values, types, strict=True):
        if is_float_tensor(type):
            magnitudes.update(map(abs, elements_to_python(value, type).astype(np.float64).ravel().tolist()))
    return {number for number in magnitudes if number == number}


def is_float_tensor(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, FloatType)


def _element(type: Type) -> Type:
    assert isinstance(type, TensorType)
    return type.element_type


def _unit(type: Type) -> float:
    """The distance from 1 to the next float."""
    return _limits(_element(type)).eps if is_float_tensor(type) else 0.0


class _Limits(NamedTuple):
    """Of a float type: the distance from 1 to the next number, and the smallest normal one."""

    eps: float
    tiny: float


@cache
def _limits(element: Type) -> _Limits:
    info = _info(dtype_of(element))
    return _Limits(float(info.eps), float(info.tiny))


def _shaped_as(type: Type, value: Elements) -> TensorType:
    return TensorType(value.shape, _element(type))


# -- What may be compared ----------------------------------------------------------------------------------------------


class Expected(NamedTuple):
    """A result, and how far each element of what should be the same may be off; 0 where it must be equal."""

    array: Array
    tolerance: float

    def differs_from(self, actual: Array) -> str | None:
        """Return how an array differs from one that should be equal."""
        wanted = self.array
        actual = np.asarray(actual)
        if actual.dtype.kind in "iu" and wanted.dtype.kind in "iu" and actual.dtype.itemsize == wanted.dtype.itemsize:
            actual = actual.view(wanted.dtype)  # integers lose their signs on the way
        if actual.shape != wanted.shape or actual.dtype != wanted.dtype:
            return f"{actual.dtype}{list(actual.shape)} is not {wanted.dtype}{list(wanted.shape)}"
        if wanted.dtype.kind in "biu" or "int" in wanted.dtype.name:
            is_wrong = actual != wanted
        else:
            with np.errstate(all="ignore"):
                a, b = actual.astype(np.float64), wanted.astype(np.float64)
                same = (a == b) | (np.isnan(a) & np.isnan(b))
                is_wrong = ~(same | (np.abs(a - b) <= self.tolerance))
        if not is_wrong.any():
            return None
        where = tuple(int(part[0]) for part in np.nonzero(is_wrong)) if wanted.shape else ()
        return f"at {list(where)} {actual[where]} is not {wanted[where]}, give or take {self.tolerance:.3g}"


def expected_of(value: Shadows, type: Type, *, is_exact: bool | None = None) -> Expected | None:
    """Return the value to compare with, or `None` if it is not moderate, or depends on roundings.

    `is_exact` says whether nothing was rounded on the way, where that does not show from the values themselves.
    """
    if not isinstance(value.plain, Elements) or not isinstance(type, TensorType):
        return None
    is_exact = value.is_exact if is_exact is None else is_exact
    plain = elements_to_python(value.plain, type)
    if is_exact and not is_float_tensor(type):
        return Expected(plain, 0.0)
    others = [elements_to_python(other, type) for other in (value.up, value.down)]
    if any(other.shape != plain.shape for other in others):
        return None
    if not is_float_tensor(type):
        return Expected(plain, 0.0) if all((other == plain).all() for other in others) else None
    return _expected_floats(plain, others, _element(type), is_exact)


def _expected_floats(plain: Array, others: Sequence[Array], element: Type, is_exact: bool) -> Expected | None:
    assert isinstance(element, FloatType)
    exact, apart = plain.astype(np.float64), 0.0
    finite = np.isfinite(exact)
    for other in others:
        moved = other.astype(np.float64)
        special = (moved == exact) | (np.isnan(moved) & np.isnan(exact))
        if not (special | (finite & np.isfinite(moved))).all():
            return None
        with np.errstate(invalid="ignore"):
            apart = max(apart, float(np.abs(moved - exact)[finite].max(initial=0.0)))
    largest = float(np.abs(exact[finite]).max(initial=0.0))
    if largest > LARGEST[element.width] or apart > LOOSEST[element.width] * (largest + 1e-3):
        return None
    if is_exact:
        return Expected(plain, 0.0)
    limits = _limits(element)
    return Expected(plain, SAFETY * max(apart, limits.eps * largest) + limits.tiny)


def expected_results(module: Operation, name: str, arguments: Sequence[Array]) -> list[Expected] | None:
    """Return the results that a function must have at every level, or `None` if nothing can be compared."""
    runners = (OpRunner(module), Exaggerating(module, 1.0), Exaggerating(module, -1.0))
    try:
        plain, up, down = (runner.evaluate(name, *arguments) for runner in runners)
    except InterpreterError:
        return None
    is_exact = not any(runner.has_moved for runner in runners if isinstance(runner, Exaggerating))
    results: list[Expected] = []
    for (value, type), (other, _), (third, _) in zip(plain, up, down, strict=True):
        expected = expected_of(Shadows(value, other, third), type, is_exact=is_exact)
        if expected is None:
            return None
        results.append(expected)
    return results
