"""Parameter types of attributes, from annotations: `int`, `tuple[Type, ...]`, `str | None`.

Each annotation becomes a function that brings a value into the one form in which it is kept (an `int` for `True` or a
numpy integer) and refuses what is no such value. Annotations that say nothing that can be checked are left alone.
"""

from __future__ import annotations

import operator
import struct
import sys
from collections.abc import Callable, Sequence
from functools import cache
from types import CodeType
from typing import Any, cast


class Word(str):
    """A parameter written as a bare word, or in quotes if it is not one: `DW_TAG_member`, `"Public|Virtual"`."""

    __slots__ = ()


Exact = Callable[[Any], Any]
"""Gives a value in the one form that it is kept in, and raises `TypeError` for what is no such value."""


def hints_of(cls: type) -> dict[str, Any]:
    """Return the annotations of the parameters; those that only type checkers can resolve are left out."""
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        module = sys.modules.get(base.__module__)
        scope = vars(module) if module is not None else {}
        for field, hint in base.__dict__.get("__annotations__", {}).items():  # noqa: RUF063 (inspect is heavy)
            if isinstance(hint, str):
                try:
                    hint = eval(_code_of(hint), scope)
                except (NameError, AttributeError, TypeError):  # `verify` has to do
                    hints.pop(field, None)
                    continue
            hints[field] = hint
    return hints


def annotation_text(hint: Any) -> str:
    """Return an annotation as it is written; it is a class, unless the module postpones annotations."""
    return hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)


@cache
def _code_of(annotation: str) -> CodeType:
    """Return an annotation as code: few are not written many times, and compiling takes longer than evaluating."""
    return compile(annotation, "<annotation>", "eval")


def may_be_none(hint: Any) -> bool:
    """Return whether an annotation ends in `| None`, as text or evaluated."""
    if isinstance(hint, str):
        return hint.endswith("| None") or hint.startswith(("None |", "Optional["))
    is_union = type(hint).__name__ in ("UnionType", "_UnionGenericAlias", "Union")
    return is_union and type(None) in hint.__args__


def mentions_float(hint: Any) -> bool:
    return hint is float or any(mentions_float(part) for part in getattr(hint, "__args__", ()))


def exact_form(hint: Any) -> Exact | None:
    """Return how values of an annotation are checked and made unique, or `None` if it tells nothing."""
    if hint in _SCALARS:
        return _SCALARS[hint]
    origin, arguments = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    if origin is tuple:
        return _exact_tuple(arguments)
    if isinstance(hint, type) and origin is None:
        return _exact_instance((hint,))
    if type(hint).__name__ in ("UnionType", "_UnionGenericAlias", "Union"):
        return _exact_union(arguments)
    return None


def _exact_int(value: Any) -> int:
    if type(value) is int:
        return value
    try:
        return int(operator.index(value))
    except TypeError:
        raise TypeError("an integer") from None


def _exact_bool(value: Any) -> bool:
    if type(value) is bool:
        return value
    if value in (0, 1):
        return bool(value)
    raise TypeError("a bool")


def _exact_float(value: Any) -> float:
    if type(value) is float:
        return value
    if isinstance(value, (int, float)):
        return float(value)
    raise TypeError("a float")


_SCALARS: dict[Any, Exact] = {int: _exact_int, bool: _exact_bool, float: _exact_float}


def _exact_instance(allowed: tuple[type, ...]) -> Exact:
    def exact(value: Any) -> Any:
        if isinstance(value, allowed):
            return value
        raise TypeError(" or ".join(map(_spell, allowed)))

    return exact


def _exact_tuple(arguments: Sequence[Any]) -> Exact:
    repeated = len(arguments) == 2 and arguments[1] is Ellipsis
    elements = [exact_form(argument) for argument in arguments[: 1 if repeated else None]]

    def exact(value: Any) -> Any:
        if isinstance(value, list):
            value = tuple(cast("list[Any]", value))
        if not isinstance(value, tuple):
            raise TypeError("a tuple")
        items = cast("tuple[Any, ...]", value)
        if not repeated and arguments != ((),) and len(items) != len(elements):
            raise TypeError(f"a tuple of {len(elements)}")
        checks = elements * len(items) if repeated else elements
        try:
            fresh = [item if check is None else check(item) for item, check in zip(items, checks, strict=True)]
        except TypeError as error:
            raise TypeError(f"a tuple in which each element is {error}") from None
        return items if all(a is b for a, b in zip(items, fresh, strict=True)) else tuple(fresh)

    return exact


def _exact_union(arguments: Sequence[Any]) -> Exact | None:
    kinds = [argument for argument in arguments if isinstance(argument, type)]
    if len(kinds) != len(arguments):
        return None
    others = [kind for kind in kinds if kind is not type(None)]
    if len(others) == 1 and others[0] in _SCALARS:
        scalar = _SCALARS[others[0]]
        return lambda value: None if value is None else scalar(value)
    return _exact_instance(tuple(kinds))


def _spell(kind: type) -> str:
    if kind is type(None):
        return "None"
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"


# -- Keys --------------------------------------------------------------------------------------------------------------

_pack_double = struct.Struct("<d").pack


def float_key(value: Any) -> Any:
    """Return the key of a float: its bits, since -0.0 equals 0.0 and a NaN not even itself."""
    if isinstance(value, float):
        return _pack_double(value)
    return tuple(map(float_key, cast("tuple[Any, ...]", value))) if isinstance(value, tuple) else value
