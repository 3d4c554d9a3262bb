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

import re
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, cast, overload

from .constructor_signatures import ConstructorParameter, ConstructorSignature
from .conveniences import attribute_html, print_attribute
from .errors import InvalidAttributeError, InvalidDefinitionError
from .forks import hold_across_forks
from .parameter_types import Exact, annotation_text, exact_form, float_key, hints_of, may_be_none, mentions_float

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[Any], Any]:
        return lambda decorated: decorated


class PythonForm:
    """The Python values that functions of ops accept for an attribute: how they are annotated and converted."""

    __slots__ = ("annotation", "convert")

    def __init__(self, annotation: str, convert: Callable[[Any], Attribute | None]) -> None:
        self.annotation = annotation
        self.convert = convert
        """May raise `TypeError` or `ValueError`."""


class AttributeReport:
    """Collects what an attribute's `verify` finds wrong."""

    __slots__ = ("errors",)

    def __init__(self) -> None:
        self.errors: list[str] = []

    @overload
    def error(self, message: str, /) -> None: ...
    @overload
    def error(self, rule: str | None, message: str, /) -> None: ...
    def error(self, rule: str | None, message: str | None = None, /) -> None:
        """Report what is wrong, with the number of the rule if it has one."""
        self.errors.append(str(rule) if message is None else f"{message} [{rule}]" if rule else message)


def _first_call(cls: type[Attribute], *args: Any, **kwargs: Any) -> Any:
    """Stands for `__new__` until a class is first called: makes the one for the first uses, and calls it."""
    with _lock:  # two constructors would have two tables
        if cls.__new__ is _first_call:
            cls.__new__ = _FirstUses(cls).constructor()
    return cls.__new__(cls, *args, **kwargs)


class _AttributeMeta(type):
    """Turns the annotated fields of a class body into slots and parameters."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any) -> _AttributeMeta:
        annotations: dict[str, Any] = namespace.get("__annotations__", {})
        if "__slots__" not in namespace:
            _refuse_untyped(name, bases, namespace, annotations)
            inherited = [field for base in bases for field in getattr(base, "parameters", ())]
            own = [field for field, hint in annotations.items() if not _is_class_variable(hint)]
            parameters = namespace["parameters"] = tuple(dict.fromkeys((*inherited, *own)))
            defaults = {field: value for base in bases for field, value in getattr(base, "defaults", {}).items()}
            defaults.update({field: namespace.pop(field) for field in own if field in namespace})
            for field in reversed(own):  # the last parameters that may be None need not say that they are by default
                if field not in defaults:
                    if not may_be_none(annotations[field]):
                        break
                    defaults[field] = None
            namespace["defaults"] = defaults
            namespace["__slots__"] = tuple(field for field in own if field not in inherited)
            _check_parameters(name, parameters, defaults)
            if isinstance(namespace.get("syntax"), str):
                namespace.setdefault("in_brackets", not _IN_ANGLES(namespace["syntax"]))
        namespace.setdefault("__new__", _first_call)
        return super().__new__(mcs, name, bases, namespace, **kwargs)


_IN_ANGLES = re.compile(r"\s*(`<`.*`>`|\(\s*`<`[^()]*`>`\s*\)\?)\s*", re.DOTALL).fullmatch
"""Whether the text of a syntax is in angle brackets, or empty: then it may follow `#dialect.mnemonic` anywhere."""


def _is_class_variable(hint: object) -> bool:
    return "ClassVar" in str(hint).partition("[")[0]


_RESERVED = frozenset(
    (
        "name",
        "parameters",
        "defaults",
        "syntax",
        "has_alias",
        "alias_name",
        "in_brackets",
        "verify",
        "normalize",
        "values",
        "self",
    )
)


def _refuse_untyped(
    class_name: str, bases: Sequence[type], namespace: Mapping[str, Any], annotations: Mapping[str, Any]
) -> None:
    """Refuse a plain value without an annotation: whoever wrote it meant a parameter."""
    for field, value in namespace.items():
        is_known = field.startswith("_") or field in annotations or any(hasattr(base, field) for base in bases)
        if not is_known and isinstance(value, (int, float, str, tuple)):
            kind = type(cast("object", value)).__name__
            raise InvalidDefinitionError(
                f"'{class_name}': '{field}' has no type; write {field}: {kind} = {value!r:.40} for a parameter, "
                f"or ClassVar[{kind}] for anything else"
            )


def _check_parameters(class_name: str, parameters: Sequence[str], defaults: Mapping[str, Any]) -> None:
    """Refuse at once what could never be constructed, or would hide what every attribute has."""
    defaulted: str | None = None
    for field in parameters:
        if field in _RESERVED or field.startswith("_"):
            why = "it begins with an underscore" if field.startswith("_") else "every attribute has that"
            raise InvalidDefinitionError(f"'{class_name}': a parameter cannot be called '{field}': {why}")
        if field in defaults:
            defaulted = field
        elif defaulted is not None:
            raise InvalidDefinitionError(
                f"'{class_name}': '{field}' has no default but follows '{defaulted}', which has one"
            )


def _constructor_parameters(cls: type[Attribute]) -> list[ConstructorParameter]:
    """Return the parameters of an attribute's constructor."""
    hints = {
        name: hint for base in reversed(cls.__mro__) for name, hint in vars(base).get("__annotations__", {}).items()
    }
    defaults = {name: (default,) for name, default in cls.defaults.items()}
    return [
        ConstructorParameter(name, annotation_text(hints.get(name, "Any")), defaults.get(name, ()))
        for name in cls.parameters
    ]


@dataclass_transform(frozen_default=True)
class Attribute(metaclass=_AttributeMeta):
    """A constant that is part of the IR. Compare with `is` or `==`: both mean the same."""

    __slots__ = ("__weakref__",)

    name: ClassVar[str] = ""
    parameters: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[Mapping[str, Any]] = {}
    syntax: ClassVar[str | None] = None
    """The text between the name and the end, as in `op` syntax; `None`: `<param, param>` in order."""
    has_alias: ClassVar[bool] = False
    """True if the printer defines aliases for attributes or types of this kind, which `alias_name` names."""
    in_brackets: ClassVar[bool] = False
    """True if the mnemonic is printed in the brackets of the dialect, as in `#gpu<dim x>`; both forms are read. A
    `syntax` without brackets of its own implies it."""
    __signature__ = ConstructorSignature(_constructor_parameters)

    def verify(self, report: AttributeReport) -> None:
        """Report what the parameters contradict. Runs once, when the attribute is first made."""

    def alias_name(self) -> str | None:
        """Return the name of the alias that the printer defines if `has_alias`, without sign: the mnemonic, by default.

        Several that are called the same get numbers. `None`: this one is written out.
        """
        return self.name.partition(".")[2]

    @classmethod
    def python_form(cls) -> PythonForm | None:
        """Return the Python values that functions of ops accept for this kind of attribute, if there are any."""
        return None

    @classmethod
    def normalize(cls, *values: Any) -> tuple[Any, ...]:
        """Return the canonical parameters for `values`; override to accept several spellings of the same attribute."""
        return values

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"'{self.name}' is immutable, make a new one to change '{field}'")

    def __delattr__(self, field: str) -> None:
        raise AttributeError(f"'{self.name}' is immutable: '{field}' cannot be deleted")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, field) for field in self.parameters)

    def values(self) -> tuple[Any, ...]:
        """Return the parameters in the order of their declaration."""
        return tuple(getattr(self, field) for field in self.parameters)

    def __repr__(self) -> str:
        shown = ", ".join(f"{field}={getattr(self, field)!r}" for field in self.parameters)
        return f"{type(self).__name__}({shown})"

    def __str__(self) -> str:
        return print_attribute(self)

    def _repr_html_(self) -> str:
        return attribute_html(self)


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
    return _named(name, "attribute", Attribute)


def type_(name: str) -> Callable[[_A], _A]:
    """Name a type class `dialect.mnemonic`, printed as `!dialect.mnemonic<…>`."""
    return _named(name, "type_", Type)


def _named(name: str, decorator: str, base: type[Attribute]) -> Callable[[_A], _A]:
    """Return the decorator that names subclasses of `base`."""
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        shown = getattr(name, "__name__", name)
        raise InvalidDefinitionError(f'@{decorator} takes a name, "dialect.mnemonic", but got {shown}')

    def decorate(cls: _A) -> _A:
        if not issubclass(cls, base):
            header = f"class {cls.__name__}({base.__name__})"
            raise InvalidDefinitionError(f"'{name}': @{decorator} is for subclasses of {base.__name__}: {header}")
        if base is Attribute and issubclass(cls, Type):
            raise InvalidDefinitionError(f"'{name}': '{cls.__name__}' is a type; write @type_ instead of @attribute")
        cls.name = name
        return cls

    return decorate


# -- Interning -------------------------------------------------------------------------------------------------------

_lock = threading.RLock()
"""Held while tables change. Looking something up needs no lock."""
hold_across_forks(_lock)


class _Entry(weakref.ref[Any]):
    """An entry of an interning table: a reference to the living instance, and back to the table for when it dies."""

    __slots__ = ("key", "table")

    key: tuple[Any, ...]
    table: dict[tuple[Any, ...], _Entry]


def _forget(dead: Any, lock: threading.RLock = _lock) -> None:
    with lock:
        if dead.table.get(dead.key) is dead:
            del dead.table[dead.key]


FIRST_USES = 12
"""An attribute that is made more often in a process gets a compiled constructor: most kinds are rare in a file."""


class _FirstUses:
    """Makes the first attributes of a kind, and then compiles the constructor that makes all others."""

    def __init__(self, cls: type[Attribute]) -> None:
        self.cls = cls
        self.hints = hints_of(cls)
        self.table: dict[tuple[Any, ...], _Entry] = {}
        """The living instances."""
        self.make = _maker(cls, self.table, self.hints)
        self.normalizes = getattr(cls.normalize, "__func__", None) is not _no_normalization
        self.uses = 0

    def constructor(self) -> Callable[..., Any]:
        """Return the `__new__` for the first uses."""

        def __new__(cls: type[Attribute], /, *values: Any, **named: Any) -> Any:  # noqa: N807 (stands for it)
            self.uses += 1
            bound = self._bound(values, named) if self.uses <= FIRST_USES else None
            if bound is None:  # the compiled one also refuses arguments that do not fit
                self.cls.__new__ = self._compiled()
                return self.cls.__new__(cls, *values, **named)
            return self._answer(cls, bound)

        return __new__

    def _bound(self, values: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Return the values of all parameters, or `None` if these arguments do not fit."""
        others, defaults = self.cls.parameters[len(values) :], self.cls.defaults
        if not all(field in named or field in defaults for field in others) or not named.keys() <= set(others):
            return None
        bound = *values, *[named[field] if field in named else defaults[field] for field in others]
        return bound if len(bound) == len(self.cls.parameters) else None

    def _answer(self, cls: type[Attribute], values: tuple[Any, ...]) -> Any:
        """Return the living instance with these parameters, or a new one."""
        if self.normalizes:
            values = tuple(cls.normalize(*values))
        fields = zip(self.cls.parameters, values, strict=True)
        key = tuple([float_key(v) if mentions_float(self.hints.get(field)) else v for field, v in fields])
        try:
            entry = self.table.get(key)
        except TypeError:  # not hashable: `make` says which parameter
            entry = None
        known = entry() if entry is not None else None
        return self.make(cls, key, values) if known is None else known

    def _compiled(self) -> Callable[..., Any]:
        """Return a `__new__` with the parameters of the class that does the same."""
        cls = self.cls
        names = ", ".join(cls.parameters)
        key = ", ".join(f"_float_key({p})" if mentions_float(self.hints.get(p)) else p for p in cls.parameters)
        comma = "," if cls.parameters else ""
        signature = "".join(
            f", {field}=_defaults[{field!r}]" if field in cls.defaults else f", {field}" for field in cls.parameters
        )
        source = [f"def __new__(_cls{signature}):"]  # no parameter's name begins like those that are used here
        if self.normalizes:
            source.append(f"    {names}, = _cls.normalize({names})")
        source += [
            f"    _key = ({key}{comma})",
            "    try:",
            "        _found = _get(_key)",
            "    except TypeError:",  # as above
            "        _found = None",
            "    if _found is not None:",
            "        _self = _found()",
            "        if _self is not None:",
            "            return _self",
            f"    return _make(_cls, _key, ({names}{comma}))",
        ]
        scope = {"_defaults": cls.defaults, "_get": self.table.get, "_make": self.make, "_float_key": float_key}
        exec("\n".join(source), scope)
        constructor: Any = scope["__new__"]
        constructor.__qualname__ = f"{cls.__qualname__}.__new__"
        return constructor


_no_normalization = vars(Attribute)["normalize"].__func__


def _maker(
    cls: type[Attribute], table: dict[tuple[Any, ...], _Entry], hints: Mapping[str, Any]
) -> Callable[[type[Attribute], tuple[Any, ...], tuple[Any, ...]], Attribute]:
    """Return the function that creates an attribute that is not in the table."""
    setters = [_slot_setter(cls, field) for field in cls.parameters]
    exact_forms = [exact_form(hints.get(field)) for field in cls.parameters]
    verifies = cls.verify is not Attribute.verify

    def make(cls: type[Attribute], key: tuple[Any, ...], values: tuple[Any, ...]) -> Attribute:
        for exact, value in zip(exact_forms, values):  # noqa: B905 (equal by construction, and hot)
            if exact is not None and _exact_value(cls, exact, value, values) is not value:
                return cls(*(v if e is None else e(v) for e, v in zip(exact_forms, values, strict=True)))
        self = object.__new__(cls)
        for setter, value in zip(setters, values):  # noqa: B905 (as above)
            setter(self, value)
        if verifies:
            report = AttributeReport()
            self.verify(report)
            if report.errors:
                raise InvalidAttributeError("; ".join(report.errors))
        return _publish(table, key, self)

    return make


def _exact_value(cls: type[Attribute], exact: Exact, value: Any, values: tuple[Any, ...]) -> Any:
    """Return the form in which a value is kept, which differs for what is merely equal, such as True for 1."""
    try:
        return exact(value)
    except TypeError as error:
        field = cls.parameters[next(i for i, v in enumerate(values) if v is value)]
        shown = f"'{value}'" if isinstance(value, Attribute) else repr(value)
        hint = f"; did you mean {cls.__name__}.of?" if hasattr(cls, "of") else ""
        raise InvalidAttributeError(
            f"'{cls.name}' parameter '{field}' must be {error}, but got {shown}{hint}"
        ) from None


def _publish(table: dict[tuple[Any, ...], _Entry], key: tuple[Any, ...], self: Attribute) -> Attribute:
    """Enter `self` in the table, or answer the equal one that another thread entered first."""
    with _lock:
        try:
            known = table.get(key)
        except TypeError as error:
            _refuse_key(self, error)
        other = known() if known is not None else None
        if other is not None:
            return other
        entry = _Entry(self, _forget)
        entry.key = key
        entry.table = table
        table[key] = entry
    return self


def _slot_setter(cls: type[Attribute], field: str) -> Callable[[Attribute, Any], None]:
    for base in cls.__mro__:
        slot = base.__dict__.get(field)
        if slot is not None and hasattr(slot, "__set__"):
            return slot.__set__
    raise InvalidDefinitionError(f"'{cls.__qualname__}' has no slot for its parameter '{field}'")


def _refuse_key(self: Attribute, error: TypeError) -> NoReturn:
    """Say which parameter cannot be part of a key."""
    for field in self.parameters:
        value = getattr(self, field)
        try:
            hash(value)
        except TypeError as reason:
            raise InvalidAttributeError(f"'{self.name}' parameter '{field}' cannot be a key: {reason}") from None
    raise error


def not_an_attribute(given: object) -> InvalidAttributeError:
    """Return the error for an entry of an op's dictionaries that is no attribute."""
    return InvalidAttributeError(f"attributes of ops are of classes such as IntegerAttr, but got {given!r}")


# -- Text ------------------------------------------------------------------------------------------------------------


def types_in(given: Iterable[Type]) -> tuple[Type, ...]:
    """Return types for a signature as a tuple; raise an error for a single type in place of a list."""
    if isinstance(given, Type):
        raise InvalidAttributeError(f"a function takes a list of types, but got '{given}'; write [{given}]")
    return tuple(given)


def spelled(items: Iterable[object], separator: str = ", ") -> str:
    """Join the text of `items`, quoted as messages quote: `'i32', 'f32'`."""
    return separator.join(f"'{item}'" for item in items)
