"""Arrays in attributes of objects, which are not containers: tracing cannot see them as arguments or results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, cast

import numpy as np

from .arrays import Array

OPAQUE = (str, bytes, bool, int, float, Array, type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
"""Types of objects whose attributes are not searched: functions may use arrays from outside, as constants."""


def is_any_array(part: Any) -> bool:
    """Return whether something is an array of any library."""
    return isinstance(part, (Array, np.ndarray)) or hasattr(part.__class__, "__dlpack__")


def is_traced_array(part: Any) -> bool:
    """Return whether something is an array without data."""
    return isinstance(part, Array) and part.value is not None


def array_within(given: Any, is_array: Callable[[Any], bool]) -> str | None:
    """Return where an object has an array, `layers[0].w`; `None` if it has none."""
    seen: dict[int, Any] = {}
    pending = [("", given)]
    while pending:
        name, part = pending.pop()
        if is_array(part):
            return name.lstrip(".")
        if id(part) in seen or isinstance(part, OPAQUE) or "__wrapped__" in getattr(part, "__dict__", {}):
            continue
        seen[id(part)] = part  # kept, so that no other one gets its number
        pending += [(name + key, inner) for key, inner in reversed(_parts_of(part))]
    return None


def _parts_of(given: Any) -> list[tuple[str, Any]]:
    """Return the entries of a container, or the attributes of an object, with what follows its name."""
    if isinstance(given, (tuple, list)):
        return [(f"[{at}]", part) for at, part in enumerate(cast("Sequence[Any]", given))]
    if isinstance(given, Mapping):
        return [(f"[{key!r}]", part) for key, part in cast("Mapping[Any, Any]", given).items()]
    slots = [slot for kind in type(given).__mro__ for slot in _slots_of(kind) if hasattr(given, slot)]
    attributes = {**{slot: getattr(given, slot) for slot in slots}, **getattr(given, "__dict__", {})}
    return [(f".{attribute}", part) for attribute, part in attributes.items()]


def _slots_of(kind: type) -> Sequence[str]:
    slots: Any = kind.__dict__.get("__slots__", ())
    return [slots] if isinstance(slots, str) else list(slots)
