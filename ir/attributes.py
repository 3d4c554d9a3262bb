"""Attributes and types: immutable, interned, verified once.

An attribute is declared by a class body whose annotated fields are its parameters:

    @attribute("shapes.point")
    class PointAttr(Attribute):
        x: int
        y: int = 0

        def verify(self, report: AttributeReport) -> None:
            if self.x < 0:
                report.error(f"x must not be negative, but got {self.x}")

`PointAttr(1)` made twice is the same object: equality is identity, and the hash is that of the object. The tables that
hold them are weak, so an attribute that nobody keeps is freed. What is *not* here: the builtin types and attributes
(`builtin_types`, `builtin_attributes`) and their text, which the parser and printer know.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_type_hints

from .errors import InvalidAttributeError, InvalidDefinitionError

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[Any], Any]:
        return lambda decorated: decorated


class AttributeReport:
    """Collects what an attribute's `verify` finds wrong."""

    __slots__ = ("errors",)

    def __init__(self) -> None:
        self.errors: list[str] = []

    def error(self, message: str) -> None:
        self.errors.append(message)


def _first_call(cls: type[Attribute], *args: Any, **kwargs: Any) -> Any:
    """Stands for `__new__` until a class is first called: compiles the real one, and uses it."""
    constructor = _compile_constructor(cls)
    cls.__new__ = constructor  # type: ignore[method-assign]
    return constructor(cls, *args, **kwargs)


class _AttributeMeta(type):
    """Turns the annotated fields of a class body into slots and parameters."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any
    ) -> _AttributeMeta:
        annotations: dict[str, Any] = namespace.get("__annotations__", {})
        if "__slots__" not in namespace:
            own = [field for field, hint in annotations.items() if not str(hint).startswith("ClassVar")]
            inherited = [field for base in bases for field in getattr(base, "parameters", ())]
            namespace["parameters"] = (*inherited, *own)
            defaults = {field: value for base in bases for field, value in getattr(base, "defaults", {}).items()}
            defaults.update({field: namespace.pop(field) for field in own if field in namespace})
            namespace["defaults"] = defaults
            namespace["__slots__"] = tuple(own)
        namespace.setdefault("__new__", _first_call)
        return super().__new__(mcs, name, bases, namespace, **kwargs)


@dataclass_transform(frozen_default=True)
class Attribute(metaclass=_AttributeMeta):
    """A constant that is part of the IR. Compare with `is` or `==`: both mean the same."""

    __slots__ = ("__weakref__",)

    name: ClassVar[str] = ""
    parameters: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[Mapping[str, Any]] = {}
    syntax: ClassVar[str | None] = None
    """The text between the name and the end, as in `op` syntax; `None`: `<param, param>` in order."""

    def verify(self, report: AttributeReport) -> None:
        """Report what the parameters contradict. Runs once, when the attribute is first made."""

    @classmethod
    def normalize(cls, *values: Any) -> tuple[Any, ...]:
        """The canonical parameters for `values`; override to accept more than one spelling of the same attribute."""
        return values

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"'{self.name}' is immutable, make a new one to change '{field}'")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, field) for field in self.parameters)

    def values(self) -> tuple[Any, ...]:
        """The parameters in the order of their declaration."""
        return tuple(getattr(self, field) for field in self.parameters)

    def __repr__(self) -> str:
        shown = ", ".join(f"{field}={getattr(self, field)!r}" for field in self.parameters)
        return f"{type(self).__name__}({shown})"

    def __str__(self) -> str:
        return print_attribute(self)


class Type(Attribute):
    """The type of a value. Types are attributes too, so that they can stand wherever an attribute can."""

    __slots__ = ()


class TypedAttribute(Attribute):
    """An attribute that stands for a value of a known type, such as `1 : i32`; it has a parameter `type`."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def type(self) -> Type: ...


_A = TypeVar("_A", bound=type[Attribute])


def attribute(name: str) -> Callable[[_A], _A]:
    """Name an attribute class `dialect.mnemonic`, printed as `#dialect.mnemonic<…>`."""

    def decorate(cls: _A) -> _A:
        cls.name = name
        return cls

    return decorate


def type_(name: str) -> Callable[[_A], _A]:
    """Name a type class `dialect.mnemonic`, printed as `!dialect.mnemonic<…>`."""
    return attribute(name)


# -- Interning -------------------------------------------------------------------------------------------------------


def _compile_constructor(cls: type[Attribute]) -> Callable[..., Any]:
    """A `__new__` with this class's parameters that answers from the table of living instances."""
    names = ", ".join(cls.parameters)
    signature = "".join(
        f", {field}=defaults[{field!r}]" if field in cls.defaults else f", {field}" for field in cls.parameters
    )
    normalized = cls.normalize.__func__ is not Attribute.normalize.__func__  # type: ignore[attr-defined]
    source = [f"def __new__(cls{signature}):"]
    if normalized:
        source.append(f"    {names}, = cls.normalize({names})")
    source += [
        f"    key = ({names}{',' if cls.parameters else ''})",
        "    try:",
        "        found = get(key)",
        "    except TypeError:",
        "        found = None",
        "    if found is not None:",
        "        self = found()",
        "        if self is not None:",
        "            return self",
        "    return make(cls, key)",
    ]
    table: dict[tuple[Any, ...], weakref.ref[Attribute]] = {}
    scope: dict[str, Any] = {"defaults": cls.defaults, "get": table.get, "make": _maker(cls, table)}
    exec("\n".join(source), scope)
    constructor = scope["__new__"]
    constructor.__qualname__ = f"{cls.__qualname__}.__new__"
    return constructor


def _maker(
    cls: type[Attribute], table: dict[tuple[Any, ...], weakref.ref[Attribute]]
) -> Callable[[type[Attribute], tuple[Any, ...]], Attribute]:
    checks = _parameter_checks(cls)
    setters = [_slot_setter(cls, field) for field in cls.parameters]
    verifies = cls.verify is not Attribute.verify

    def make(cls: type[Attribute], key: tuple[Any, ...]) -> Attribute:
        for field, value, allowed in zip(cls.parameters, key, checks, strict=True):
            if allowed is not None and not isinstance(value, allowed):
                raise InvalidAttributeError(
                    f"'{cls.name}' parameter '{field}' must be {_spell(allowed)}, but got {value!r}"
                )
        self = object.__new__(cls)
        for setter, value in zip(setters, key, strict=True):
            setter(self, value)
        if verifies:
            report = AttributeReport()
            self.verify(report)
            if report.errors:
                raise InvalidAttributeError("; ".join(report.errors))
        return _publish(table, key, self)

    return make


def _publish(
    table: dict[tuple[Any, ...], weakref.ref[Attribute]], key: tuple[Any, ...], self: Attribute
) -> Attribute:
    """Enter `self` in the table, or answer the equal one that another thread entered first."""

    def forget(dead: weakref.ref[Attribute]) -> None:
        if table.get(key) is dead:
            del table[key]

    mine = weakref.ref(self, forget)
    while True:
        found = table.setdefault(key, mine)
        if found is mine:
            return self
        other = found()
        if other is not None:
            return other
        forget(found)


def _slot_setter(cls: type[Attribute], field: str) -> Callable[[Attribute, Any], None]:
    for base in cls.__mro__:
        slot = base.__dict__.get(field)
        if slot is not None and hasattr(slot, "__set__"):
            return slot.__set__
    raise InvalidDefinitionError(f"'{cls.__qualname__}' has no slot for its parameter '{field}'")


def _parameter_checks(cls: type[Attribute]) -> list[type | tuple[type, ...] | None]:
    """For each parameter the classes that it may be an instance of, as far as its annotation tells."""
    try:
        hints = get_type_hints(cls)
    except NameError:  # an annotation imported for type checkers alone: `verify` has to do
        hints = {}
    return [_classes_of(hints.get(field)) for field in cls.parameters]


def _classes_of(hint: Any) -> type | tuple[type, ...] | None:
    if isinstance(hint, type) and not hasattr(hint, "__origin__"):
        return hint
    origin = getattr(hint, "__origin__", None)
    if isinstance(origin, type):
        return origin if origin is tuple else None
    alternatives = getattr(hint, "__args__", None)
    if type(hint).__name__ in ("UnionType", "_UnionGenericAlias", "Union") and alternatives:
        classes = [_classes_of(alternative) for alternative in alternatives]
        if all(isinstance(found, type) for found in classes):
            return tuple(found for found in classes if isinstance(found, type))
    return None


def _spell(allowed: type | tuple[type, ...]) -> str:
    options: Sequence[type] = allowed if isinstance(allowed, tuple) else (allowed,)
    return " or ".join("None" if option is type(None) else f"a {option.__name__}" for option in options)


# -- Text ------------------------------------------------------------------------------------------------------------

_printer: Callable[[Attribute], str] | None = None


def set_attribute_printer(printer: Callable[[Attribute], str]) -> None:
    """Install what turns attributes into MLIR text. The parser package does so: `ir` itself does not know the syntax."""
    global _printer
    _printer = printer


def print_attribute(attr: Attribute) -> str:
    """The MLIR text of `attr` where a printer is installed, its Python spelling otherwise."""
    return _printer(attr) if _printer is not None else repr(attr)


def spelled(items: Iterable[object], separator: str = ", ") -> str:
    """Join the text of `items`, quoted as messages quote: `'i32', 'f32'`."""
    return separator.join(f"'{item}'" for item in items)
