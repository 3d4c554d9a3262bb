"""Type converters: what the types of one level become at another, and how values get from one to the other.

    converter = TypeConverter()
    converter.add(lambda type: i64 if isinstance(type, IndexType) else None)     # None: this rule says nothing
    converter.add(lambda type: [t for t in type.types] if isinstance(type, TupleType) else None)   # one to many

A type for which no rule says anything cannot be converted; `TypeConverter.keeping_others()` keeps those as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from dlc.ir import Builder, Operation, Region, Type, Value
from dlc.ir.builtin_types import FunctionType
from dlc.ir.errors import InvalidDefinitionError

Rule = Callable[[Type], "Type | Sequence[Type] | None"]
Materialization = Callable[[Builder, Sequence[Type], Sequence[Value]], "Sequence[Value] | None"]
"""Makes values of the given types from others; `None`: not for these."""


def _types_of(rule: Rule, type: Type, answer: object) -> tuple[Type, ...]:
    """Return the types that a rule answers with; raise `InvalidDefinitionError` if these are none."""
    items = cast("Sequence[object]", answer) if isinstance(answer, (list, tuple)) else ()
    if isinstance(answer, (list, tuple)) and all(isinstance(item, Type) for item in items):
        return tuple(cast("Sequence[Type]", items))
    name = getattr(rule, "__name__", rule)
    raise InvalidDefinitionError(
        f"type conversion '{name}' returned {answer!r} for '{type}'; return a type, a list of types, or None"
    )


class TypeConverter:
    """Rules from type to types; the one added last is asked first."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []
        self._known: dict[Type, tuple[Type, ...] | None] = {}
        self.source_materializations: list[Materialization] = []
        """From converted values back to the original type, for users that are not converted."""
        self.target_materializations: list[Materialization] = []
        """From an original value to the converted types."""

    @classmethod
    def keeping_others(cls) -> TypeConverter:
        """A converter that keeps every type for which no other rule says anything."""
        converter = cls()
        converter.add(lambda type: type)
        return converter

    def add(self, rule: Rule) -> None:
        """Add a rule: it answers with a type, with several (or none) for a 1:N conversion, or `None` to pass."""
        if not callable(rule):
            raise InvalidDefinitionError(f"TypeConverter.add takes a function of a type, but got {rule!r}")
        self._rules.append(rule)
        self._known.clear()

    def add_source_materialization(self, make: Materialization) -> None:
        self.source_materializations.append(make)

    def add_target_materialization(self, make: Materialization) -> None:
        self.target_materializations.append(make)

    # -- Types -------------------------------------------------------------------------------------------------------

    def convert(self, type: Type) -> tuple[Type, ...] | None:
        """Return the converted types, or `None` if no rule applies."""
        try:
            return self._known[type]
        except KeyError:
            pass
        types: tuple[Type, ...] | None = None
        for rule in reversed(self._rules):
            answer = rule(type)
            if answer is not None:
                types = (answer,) if isinstance(answer, Type) else _types_of(rule, type, answer)
                break
        self._known[type] = types
        return types

    def convert_to_one(self, type: Type) -> Type | None:
        """Return the converted type if it is exactly one."""
        types = self.convert(type)
        return types[0] if types is not None and len(types) == 1 else None

    def convert_all(self, types: Iterable[Type]) -> tuple[Type, ...] | None:
        """Return the conversions of several types, in a row; `None` if any cannot be converted."""
        all_types: list[Type] = []
        for type in types:
            converted = self.convert(type)
            if converted is None:
                return None
            all_types += converted
        return tuple(all_types)

    def convert_function_type(self, type: FunctionType) -> FunctionType | None:
        inputs, results = self.convert_all(type.inputs), self.convert_all(type.results)
        return FunctionType(inputs, results) if inputs is not None and results is not None else None

    # -- Legality ----------------------------------------------------------------------------------------------------

    def is_legal(self, type: Type) -> bool:
        """Return whether a type stays what it is."""
        return self.convert(type) == (type,)

    def is_legal_op(self, op: Operation) -> bool:
        """Return whether an op has only legal types."""
        return all(self.is_legal(value.type) for value in (*op.operands, *op.results))

    def is_legal_region(self, region: Region) -> bool:
        """Return whether the arguments of all blocks have legal types."""
        return all(self.is_legal(type) for block in region.blocks for type in block.arg_types)

    def is_legal_signature(self, type: FunctionType) -> bool:
        return all(map(self.is_legal, (*type.inputs, *type.results)))
