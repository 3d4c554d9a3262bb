"""Conversion of Python numbers to the slots of a frame."""

from __future__ import annotations

import numbers
import struct
from typing import Any, cast

import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_types import IntegerType
from dlc.ir.errors import DlcError

from .numpy_memory import NdArray, address_of, is_array
from .signature import Number, Parameter

Bound = dict[str, tuple[int, str]]
"""The values of named sizes, with the arguments that determined them."""

INTEGERS: Any = (numbers.Integral, np.bool_)
REALS: Any = (numbers.Real, np.bool_, np.generic)
"""The types that are accepted as numbers; numpy's scalars are checked when they are converted."""


class Passed:
    """The arguments of one call that have been checked so far."""

    __slots__ = ("bound", "kept", "slots")

    def __init__(self) -> None:
        self.slots: list[int] = []
        self.kept: list[NdArray] = []
        """Arrays that must live as long as the call."""
        self.bound: Bound = {}


class InvalidArgument(DlcError, ValueError):
    """An argument does not match the parameter of the entry."""


def problem_with(parameter: Parameter, function: str, fact: str) -> InvalidArgument:
    """Return an error that names the argument."""
    return InvalidArgument(f"argument '{parameter.name}' of @{function} {fact}")


def kind_of(value: object) -> str:
    """Return the description of a value for an error."""
    return f"a '{type(value).__name__}'"


class NumberArgument:
    """Passes numbers for one parameter."""

    has_expressions = False

    def __init__(self, parameter: Parameter, function: str) -> None:
        self._parameter = parameter
        self._function = function
        self._kind = cast(Number, parameter.kind)

    def put(self, value: Any, passed: Passed) -> None:
        """Check an argument and append its slot."""
        raise NotImplementedError

    def problem(self, fact: str) -> InvalidArgument:
        """Return an error that names the argument."""
        return problem_with(self._parameter, self._function, fact)

    def mismatch(self, value: object) -> InvalidArgument:
        """Return the error for a value that does not match."""
        return self.problem(f"must be a number of type {self._kind}, but got {kind_of(value)}")


class IntegerArgument(NumberArgument):
    """Integers and indices: signless types accept signed and unsigned values."""

    def __init__(self, parameter: Parameter, function: str) -> None:
        super().__init__(parameter, function)
        self._least, self._greatest = _limits(self._kind.type)

    def put(self, value: Any, passed: Passed) -> None:
        if type(value) is not int:
            value = self._as_int(value)
        if not self._least <= value <= self._greatest:
            raise self.problem(f"must be in {self._least} .. {self._greatest}, but got {value}")
        passed.slots.append(value - (1 << 64) if value >> 63 > 0 else value)

    def _as_int(self, value: Any) -> int:
        if is_array(value) and value.ndim == 0:
            value = value[()]
        if isinstance(value, INTEGERS):
            return int(value)
        raise self.mismatch(value)


def _limits(type: Type | None) -> tuple[int, int]:
    if not isinstance(type, IntegerType):
        return -(1 << 63), (1 << 63) - 1
    if type.width == 1:
        return 0, 1
    least = 0 if type.is_unsigned else -(1 << (type.width - 1))
    return least, (1 << (type.width - (type.signedness == "s"))) - 1


class FloatArgument(NumberArgument):
    """Floats: any real number, rounded to the format."""

    def __init__(self, parameter: Parameter, function: str) -> None:
        super().__init__(parameter, function)
        self._pack = {"float32": struct.Struct("<f"), "float64": struct.Struct("<d")}.get(self._kind.dtype.name)

    def put(self, value: Any, passed: Passed) -> None:
        if self._pack is not None and type(value) is float:
            try:
                passed.slots.append(int.from_bytes(self._pack.pack(value), "little", signed=True))
                return
            except OverflowError:
                pass  # rounds to an infinity
        passed.slots.append(self._rounded(value))

    def _rounded(self, value: Any) -> int:
        if is_array(value) and value.ndim == 0:
            value = value[()]
        if not isinstance(value, REALS):
            raise self.mismatch(value)
        try:
            with np.errstate(over="ignore"):
                rounded: Any = np.array(value, np.float64).astype(self._kind.dtype)
        except (TypeError, ValueError, OverflowError):
            raise self.mismatch(value) from None
        return int.from_bytes(rounded.tobytes(), "little", signed=True)


class AddressArgument(NumberArgument):
    """Pointers: an address, or an array, of which only contiguity is checked."""

    def put(self, value: Any, passed: Passed) -> None:
        if is_array(value):
            if not value.flags.c_contiguous:
                raise self.problem("must be an array of contiguous elements, but got a strided one")
            passed.kept.append(value)
            passed.slots.append(address_of(value))
        elif isinstance(value, numbers.Integral) and 0 <= int(value) < 1 << 63:
            passed.slots.append(int(value))
        else:
            raise self.problem(f"must be an address or an array, but got {kind_of(value)}")
