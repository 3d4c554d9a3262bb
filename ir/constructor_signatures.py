"""Signatures of the constructors of ops and attributes, which are made on demand, for `inspect`, `help` and editors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any


class ConstructorParameter:
    """A parameter of a constructor; `default` is a tuple of the default, or empty."""

    __slots__ = ("annotation", "default", "is_keyword", "name")

    def __init__(
        self, name: str, annotation: str, default: tuple[()] | tuple[Any], *, is_keyword: bool = False
    ) -> None:
        self.name = name
        self.annotation = annotation
        self.default = default
        self.is_keyword = is_keyword


class ConstructorSignature:
    """The value of `__signature__` in a class whose constructor follows from its definition."""

    __slots__ = ("parameters_of",)

    def __init__(self, parameters_of: Callable[[Any], Iterable[ConstructorParameter] | None]) -> None:
        self.parameters_of = parameters_of
        """Returns the parameters of a class, or `None` for a class without a definition."""

    def __get__(self, instance: object, owner: type) -> Any:
        inspect: Any = import_module("inspect")  # takes longer to import than most dialects
        parameters = self.parameters_of(owner)
        if parameters is None:
            raise AttributeError(f"'{owner.__name__}' has no constructor of its own")
        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        return inspect.Signature(
            [
                inspect.Parameter(
                    each.name,
                    kinds[each.is_keyword],
                    default=each.default[0] if each.default else inspect.Parameter.empty,
                    annotation=each.annotation,
                )
                for each in parameters
            ]
        )
