"""Arguments that are fixed before a function is traced: how often a loop of Python runs, for example."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import update_wrapper
from typing import Any, NamedTuple, cast

from dlc.ir.diagnostics import did_you_mean

from .errors import call_error

Function = Callable[..., Any]
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class Divided(NamedTuple):
    """The arguments of a call: those that are traced, and those that are fixed, by position and by name."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    positions: dict[int, Any]
    names: dict[str, Any]

    @property
    def key(self) -> Any:
        """The fixed arguments as a key of a dictionary, in which 1, 1.0 and `True` are different."""
        names = [(name, self.names[name]) for name in sorted(self.names)]
        return *map(_as_key, self.positions.items()), *map(_as_key, names)


class FixedArguments:
    """The parameters of a function that are fixed, given by position or by name."""

    def __init__(self, function: Function, given: int | str | Sequence[int | str]) -> None:
        self._function = function
        self._signature = inspect.signature(function)
        parameters = self._signature.parameters
        self._places = [name for name, each in parameters.items() if each.kind in _POSITIONAL]
        self._names = [self._name_of(each) for each in ((given,) if isinstance(given, (int, str)) else given)]

    def divided(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Divided:
        """Divide the arguments of a call. Parameters that are not given keep their default values."""
        fixed = {place for place, name in enumerate(self._places) if name in self._names}
        return Divided(
            tuple(value for place, value in enumerate(args) if place not in fixed),
            {name: value for name, value in kwargs.items() if name not in self._names},
            {place: value for place, value in enumerate(args) if place in fixed},
            {name: value for name, value in kwargs.items() if name in self._names},
        )

    def bound(self, fixed: Divided) -> Function:
        """Return the function of the other arguments."""

        def function(*args: Any, **kwargs: Any) -> Any:
            every = list(args)
            for place, value in fixed.positions.items():
                every.insert(place, value)
            return self._function(*every, **kwargs, **fixed.names)

        update_wrapper(function, self._function)
        gone = {*fixed.names, *(self._places[place] for place in fixed.positions)}
        left = [each for name, each in self._signature.parameters.items() if name not in gone]
        named: Any = function
        named.__signature__ = self._signature.replace(parameters=left)
        return function

    def _name_of(self, given: int | str) -> str:
        """Return the name of a parameter."""
        if isinstance(given, str):
            if given not in self._signature.parameters:
                raise self._error(f"'{given}'", did_you_mean(given, self._signature.parameters))
            return given
        if not -len(self._places) <= given < len(self._places):
            raise self._error(str(given), "")
        return self._places[given]

    def _error(self, given: str, hint: str) -> Exception:
        name = getattr(self._function, "__name__", "the function")
        return call_error(f"dlc.jit: {name} has no parameter {given} that could be 'static'{hint}")


def _as_key(given: tuple[int | str, Any]) -> tuple[int | str, Hashable]:
    where, value = given
    return where, _told_apart(value)


def _told_apart(value: Any) -> Hashable:
    """Return what equals that of another value only if programs for both are the same: 1, 1.0 and True differ, as do
    0.0 and -0.0, also within tuples and sets.
    """
    kind: type = value.__class__
    if isinstance(value, float):
        return kind, value.hex()
    if isinstance(value, complex):
        return kind, value.real.hex(), value.imag.hex()
    if isinstance(value, tuple):
        entries = cast("tuple[Any, ...]", value)
        return kind, tuple(map(_told_apart, entries))
    if isinstance(value, frozenset):
        members = cast("frozenset[Any]", value)
        return kind, frozenset(map(_told_apart, members))
    return kind, value


def places_without(places: Sequence[int], fixed: Divided) -> tuple[int, ...]:
    """Return where positional arguments stand once the fixed ones are left out."""
    return tuple(place - sum(each < place for each in fixed.positions) for place in places)
