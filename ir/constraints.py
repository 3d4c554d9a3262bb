"""Constraints: what an operand's type or a property may be, with the words that the verifier uses for it.

A `TypeConstraint` remembers the types that it accepted, so that checking an op costs one set look-up an operand.
A `TypeVariable` ties several operands and results of one op to the same type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .attributes import Attribute, PythonForm, Type
from .errors import InvalidDefinitionError

REMEMBERED_TYPES = 4096
"""The maximum number of accepted types that a constraint remembers: enough for programs, bounded for servers."""


class TypeConstraint:
    """A set of types, with a description: `must be <description>`."""

    __slots__ = ("accepted", "description", "predicate")

    def __init__(self, description: str, predicate: Callable[[Type], bool]) -> None:
        if isinstance(predicate, type):
            name = predicate.__name__
            raise InvalidDefinitionError(
                f"the predicate of '{description}' is the class {name}; write instance_of({name}, {description!r})"
            )
        self.description = description
        self.predicate = predicate
        self.accepted: set[Type] = set()

    def accepts(self, type: Type) -> bool:
        if type in self.accepted:
            return True
        if not self.predicate(type):
            return False
        if len(self.accepted) >= REMEMBERED_TYPES:
            self.accepted.clear()
        self.accepted.add(type)
        return True

    @property
    def only_type(self) -> Type | None:
        """The type, where there is just one: it need not be written in the text, or given to the constructor."""
        return None

    def __or__(self, other: TypeConstraint) -> TypeConstraint:
        return TypeConstraint(
            f"{self.description} or {other.description}", lambda type: self.accepts(type) or other.accepts(type)
        )

    def __and__(self, other: TypeConstraint) -> TypeConstraint:
        return TypeConstraint(
            f"{self.description} and {other.description}", lambda type: self.accepts(type) and other.accepts(type)
        )


class ExactType(TypeConstraint):
    """A constraint that accepts a single type."""

    __slots__ = ("type",)

    def __init__(self, type: Type, description: str) -> None:
        super().__init__(description, lambda candidate: candidate is type)
        self.type = type

    @property
    def only_type(self) -> Type:
        return self.type


class TypeVariable:
    """A type that is the same wherever the variable is used in an op: `T = TypeVariable("T", float_like)`."""

    __slots__ = ("constraint", "name")

    def __init__(self, name: str, constraint: TypeConstraint | Type | type[Type]) -> None:
        self.name = name
        self.constraint = type_constraint(constraint)


def type_constraint(given: object) -> TypeConstraint:
    """Return a constraint; a type stands for itself alone, and a class of types for all of its types."""
    if isinstance(given, TypeConstraint):
        return given
    if isinstance(given, Type):
        return ExactType(given, f"'{given}'")
    if isinstance(given, type) and issubclass(given, Type):
        return instance_of(given, given.name.removeprefix("builtin.").replace("_", " "))
    raise InvalidDefinitionError(f"a constraint must be a TypeConstraint, a type or a class of types, got {given!r}")


any_type = TypeConstraint("any type", lambda _: True)


def instance_of(kind: type[Type], description: str) -> TypeConstraint:
    """The types of one class."""
    if not isinstance(kind, type):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidDefinitionError(f"instance_of takes a class of types, such as IntegerType, but got {kind!r}")
    return TypeConstraint(description, lambda type: isinstance(type, kind))


class AttributeConstraint:
    """A set of attributes, with a description: `attribute 'x' failed to satisfy constraint: <description>`.

    `form` says how `$x` in a syntax reads and prints it: "attribute" in full; "untyped" without the `type` that it
    always has; "list" as `[1, 2]`, for a dense array of the integer type `type`; "enum" as one of the words in `cases`;
    "symbol_name" as `@name`; "parameters" as what stands behind the mnemonic of its class; "unit" as nothing, the
    keyword beside it says all. `python` makes the attribute of a Python value, for functions of ops. `respell` returns
    the attribute that another spelling in a dictionary stands for.
    """

    __slots__ = ("cases", "description", "form", "kind", "predicate", "python", "respell", "type")

    def __init__(
        self,
        description: str,
        predicate: Callable[[Attribute], bool],
        kind: type[Attribute] = Attribute,
        *,
        form: str = "attribute",
        type: Type | None = None,
        cases: Mapping[str, int] | None = None,
        python: PythonForm | None = None,
        respell: Callable[[Attribute], Attribute] | None = None,
    ) -> None:
        self.description = description
        self.predicate = predicate
        self.kind = kind
        self.form = form
        self.type = type
        self.cases = cases
        self.respell = respell
        self.python = python if python is not None else kind.python_form()

    def accepts(self, attr: Attribute) -> bool:
        return self.predicate(attr)


any_attribute = AttributeConstraint("any attribute", lambda _: True)


def attribute_of(kind: type[Attribute], description: str | None = None) -> AttributeConstraint:
    """The attributes of one class."""
    description_text = description or f"{kind.name.partition('.')[2] or kind.name} attribute"
    form = "attribute" if kind.name.startswith("builtin.") else "parameters"
    form = "unit" if kind.name == "builtin.unit" else form
    return AttributeConstraint(description_text, lambda attr: isinstance(attr, kind), kind, form=form)
