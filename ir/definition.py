"""Declaration of ops: a class body that is its whole specification.

    T = TypeVariable("T", float_like)

    @op("math.sqrt", traits=(Pure, Elementwise))
    class SqrtOp(Op):
        \"\"\"The square root of each element.

        Example: %r = math.sqrt %x : f32
        \"\"\"
        operand: Operand = operand(T)
        result: Result = inferred_result(T)
        syntax = "$operand attr-dict `:` type($result)"

The decorator notes what the body says. Constructor and structural verifier are made from it by `compilation` when they
are first needed, parser and printer by the parser package. The order of fields is the order of the constructor's
parameters, so those with a default stand last (or are keywords: `keyword=True`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import NoneType, new_class
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeGuard, TypeVar, cast, overload

from .assembly import HAND_WRITTEN
from .attributes import Attribute, Type, dataclass_transform
from .constraints import AttributeConstraint, TypeConstraint, TypeVariable, attribute_of, type_constraint
from .constructor_signatures import ConstructorParameter, ConstructorSignature
from .conveniences import verify_operation
from .errors import InvalidDefinitionError
from .interfaces import Foldable, InferTypes, Interface
from .locations import UNKNOWN_LOC
from .operations import Operation, not_a_property
from .parameter_types import annotation_text
from .traits import ConstantLike, Terminator, Trait

if TYPE_CHECKING:
    from .blocks import Block, Region as IRRegion
    from .dialect import Dialect
    from .locations import Location, PendingLocation
    from .operations import Attributes
    from .values import OpResult, Value
    from .verifier import Report

    class Operand:
        """An operand: read as a value, given as one."""

        @overload
        def __get__(self, op: None, owner: Any = None) -> Operand: ...
        @overload
        def __get__(self, op: Operation, owner: Any = None) -> Value: ...
        def __get__(self, op: Operation | None, owner: Any = None) -> Any: ...
        def __set__(self, op: Operation, value: Value) -> None: ...

    class OptionalOperand:
        """An operand that may be missing."""

        def __get__(self, op: Operation, owner: Any = None) -> Value | None: ...
        def __set__(self, op: Operation, value: Value | None) -> None: ...

    class VariadicOperand:
        """A group of any number of operands."""

        def __get__(self, op: Operation, owner: Any = None) -> Sequence[Value]: ...
        def __set__(self, op: Operation, value: Sequence[Value]) -> None: ...

    class Result:
        """A result: read as a value, given to the constructor as a type."""

        def __get__(self, op: Operation, owner: Any = None) -> OpResult: ...
        def __set__(self, op: Operation, value: Type) -> None: ...

    class OptionalResult:
        """A result that may be missing."""

        def __get__(self, op: Operation, owner: Any = None) -> OpResult | None: ...
        def __set__(self, op: Operation, value: Type | None) -> None: ...

    class VariadicResult:
        """A group of any number of results."""

        def __get__(self, op: Operation, owner: Any = None) -> Sequence[OpResult]: ...
        def __set__(self, op: Operation, value: Sequence[Type]) -> None: ...

    class Region:
        """A region."""

        def __get__(self, op: Operation, owner: Any = None) -> IRRegion: ...
        def __set__(self, op: Operation, value: IRRegion) -> None: ...

    class VariadicRegion:
        """A group of any number of regions."""

        def __get__(self, op: Operation, owner: Any = None) -> Sequence[IRRegion]: ...
        def __set__(self, op: Operation, value: Sequence[IRRegion]) -> None: ...

    class Successor:
        """A block that the op branches to."""

        def __get__(self, op: Operation, owner: Any = None) -> Block: ...
        def __set__(self, op: Operation, value: Block) -> None: ...

    class VariadicSuccessor:
        """A group of any number of successor blocks."""

        def __get__(self, op: Operation, owner: Any = None) -> Sequence[Block]: ...
        def __set__(self, op: Operation, value: Sequence[Block]) -> None: ...

    class LocationField:
        """The location of an op: a parameter of every constructor."""

        def __get__(self, op: Operation, owner: Any = None) -> Location: ...
        def __set__(self, op: Operation, value: Location | PendingLocation) -> None: ...

    class AttributesField:
        """The discardable attributes: a parameter of every constructor."""

        def __get__(self, op: Operation, owner: Any = None) -> Attributes: ...
        def __set__(self, op: Operation, value: Mapping[str, Attribute] | None) -> None: ...

    _A = TypeVar("_A")

    class Attr(Generic[_A]):
        """A property: an attribute that the op declares."""

        def __get__(self, op: Operation, owner: Any = None) -> _A: ...
        def __set__(self, op: Operation, value: _A) -> None: ...
else:
    _NAMES = ["Operand", "OptionalOperand", "VariadicOperand", "Result", "OptionalResult", "VariadicResult"]
    _NAMES += ["Region", "VariadicRegion", "Successor", "VariadicSuccessor", "Attr"]
    for _name in _NAMES:
        globals()[_name] = type(_name, (), {"__class_getitem__": classmethod(lambda cls, _: cls)})

TypeRule = TypeConstraint | TypeVariable | Type | type[Type]
"""The types that an operand or result may have: a constraint, a type, a class of types, or a variable."""
TypeSource = tuple[str, Callable[[Type], Type]]
"""`("memref", element_type)`: the type follows from that of another operand or result."""

ONE, OPTIONAL, VARIADIC = "one", "optional", "variadic"


class Field:
    """A declared part of an op."""

    def __init__(
        self,
        kind: str,
        constraint: Any = None,
        count: str = ONE,
        *,
        type_from: TypeSource | None = None,
        inferred: bool = False,
        default: Any = None,
        has_default: bool = False,
        implicit: bool = False,
        keyword: bool = False,
        property_name: str | None = None,
        function_default: Any = None,
        parts: Mapping[str, Any] | None = None,
    ) -> None:
        if isinstance(constraint, Field):
            raise _shadowed("constraint that is meant")
        self.kind = kind
        self.constraint: Any = constraint
        self.variable: TypeVariable | None = None
        """The type variable of an operand or result that has the type of others."""
        if isinstance(constraint, TypeVariable):
            self.variable = constraint
        elif kind in ("operand", "result"):
            self.constraint = type_constraint(constraint)
        self.type_constraint: TypeConstraint = self.constraint if self.variable is None else self.variable.constraint
        self.count = count
        self.type_from = type_from
        given: Any = type_from
        if given is not None and (not isinstance(given, tuple) or len(cast("tuple[object, ...]", given)) != 2):
            raise InvalidDefinitionError(
                "type_from takes the name of a field and a function of its type, such as ('memref', element_type), "
                f"but got {type_from!r}"
            )
        self.inferred = inferred
        self.default = default
        self.has_default = has_default or implicit
        self.implicit = implicit
        """Has a default as long as no field that needs to be given follows."""
        self.keyword = keyword
        self.property_name = property_name
        """The name of the property, if it differs from the name in Python."""
        self.function_default = function_default
        """The default of this property in the op's function; `None`: that of the constructor."""
        self.parts = None if parts is None else tuple(parts.items())
        """Parts of the result's type that the op's function is given, with defaults; `None`: all, if not inferred."""
        self.name = ""
        self.accessor = ""
        """The name in the class body; a property whose name is taken gets an underscore."""
        self.index = 0

    def copy(self) -> Field:
        """Return a copy. `copy.copy` takes many times as long, and hundreds are made when a dialect is imported."""
        other = Field.__new__(Field)
        other.__dict__.update(self.__dict__)
        return other

    def __repr__(self) -> str:
        return f"<{self.count} {self.kind} '{self.name}'>"

    def __call__(self, *_: object, **__: object) -> None:
        raise _shadowed("specifier that is called")

    @property
    def given_as(self) -> str:
        """The annotation of the constructor's parameter."""
        kind = self.constraint.kind.__name__ if self.kind == "attr" else _GIVEN_AS[self.kind]
        if self.count == VARIADIC:
            return f"Sequence[{kind}]"
        return f"{kind} | None" if self.count == OPTIONAL or (self.kind == "region" and self.has_default) else kind


def _shadowed(what: str) -> InvalidDefinitionError:
    """Return the error for a field that has, further down in the class body, the place of something else."""
    noun = what.partition(" ")[0]
    return InvalidDefinitionError(
        f"a field of this class body has the name of the {what} here: move the field below, or import the {noun} under "
        "another name"
    )


_GIVEN_AS = {"operand": "Value", "result": "Type", "region": "Region", "successor": "Block"}


_MISSING: Any = object()
REQUIRED: Any = object()
"""The default of a parameter that has none."""

# -- Field specifiers: what stands behind the `=` in a class body ------------------------------------------------------


def operand(constraint: TypeRule, *, type_from: TypeSource | None = None) -> Any:
    """Declare an operand. `type_from=("memref", element_type)`: its type follows from another's, and is checked."""
    return Field("operand", constraint, type_from=type_from)


def optional_operand(
    constraint: TypeRule,
    *,
    default: None = _MISSING,
    type_from: TypeSource | None = None,
    kw_only: bool = False,
) -> Any:
    """Declare an operand that may be missing. With `default=None` it need not be given to the constructor."""
    given = default is not _MISSING
    return Field(
        "operand",
        constraint,
        OPTIONAL,
        type_from=type_from,
        has_default=given,
        implicit=not given,
        keyword=kw_only,
    )


def variadic_operand(
    constraint: TypeRule, *, default: tuple[()] | None = None, type_from: TypeSource | None = None
) -> Any:
    """Declare any number of operands. They are optional in the constructor if `default=()` is given."""
    return Field("operand", constraint, VARIADIC, type_from=type_from, default=default, has_default=default is not None)


def result(constraint: TypeRule, *, parts: Mapping[str, Any] | None = None) -> Any:
    """Declare a result whose type the constructor is given.

    `parts` has the names and defaults of what the op's function (`op_functions`) is given of it; the remainder follows.
    """
    return Field("result", constraint, parts=parts)


def inferred_result(
    constraint: TypeRule,
    *,
    type_from: TypeSource | None = None,
    init: Literal[False] = False,  # noqa: ARG001 (type checkers read it)
) -> Any:
    """Declare a result whose type is inferred: from a type variable, `type_from`, the only type, or `infer_types`."""
    return Field("result", constraint, type_from=type_from, inferred=True)


def optional_result(constraint: TypeRule, *, default: None = _MISSING) -> Any:
    given = default is not _MISSING
    return Field("result", constraint, OPTIONAL, has_default=given, implicit=not given)


def variadic_result(constraint: TypeRule, *, default: tuple[()] | None = None) -> Any:
    return Field("result", constraint, VARIADIC, default=default, has_default=default is not None)


def inferred_variadic_result(
    constraint: TypeRule,
    *,
    init: Literal[False] = False,  # noqa: ARG001 (type checkers read it)
) -> Any:
    """Declare any number of results, whose types `infer_types` gives."""
    return Field("result", constraint, VARIADIC, inferred=True)


def attr(
    constraint: type[Attribute] | AttributeConstraint,
    *,
    default: Any = _MISSING,
    kw_only: bool = False,
    property_name: str | None = None,
    function_default: Any = None,
) -> Any:
    """Declare a property that is always there; `default` makes it optional in the constructor and usually in the text.

    `property_name` is what the IR calls it, if that is not the name of the field. `function_default` makes it optional
    in the op's function (`op_functions`) alone.
    """
    return Field(
        "attr",
        _attribute_constraint(constraint),
        default=None if default is _MISSING else default,
        has_default=default is not _MISSING,
        keyword=kw_only,
        property_name=property_name,
        function_default=function_default,
    )


def optional_attr(
    constraint: type[Attribute] | AttributeConstraint,
    *,
    default: None = _MISSING,
    kw_only: bool = False,
    property_name: str | None = None,
) -> Any:
    """Declare a property that may be missing; reads as `None` then."""
    given = default is not _MISSING
    return Field(
        "attr",
        _attribute_constraint(constraint),
        OPTIONAL,
        has_default=given,
        implicit=not given,
        keyword=kw_only,
        property_name=property_name,
    )


def _attribute_constraint(constraint: type[Attribute] | AttributeConstraint) -> AttributeConstraint:
    given: Any = constraint
    if isinstance(given, Field):
        raise _shadowed("constraint that is meant")
    if isinstance(given, AttributeConstraint):
        return given
    if isinstance(given, type) and issubclass(given, Attribute):
        return attribute_of(given)
    shown = given.__name__ if isinstance(given, type) else given
    raise InvalidDefinitionError(
        "an attribute of an op is declared by a class of attributes, such as IntegerAttr, or by a constraint, such as "
        f"i64_attr, but got {shown}"
    )


def region(*, default: None = _MISSING) -> Any:
    """Declare a region; the constructor creates an empty one unless one is given."""
    given = default is not _MISSING
    return Field("region", has_default=given, implicit=not given)


def variadic_region(*, default: tuple[()] | None = None) -> Any:
    return Field("region", None, VARIADIC, default=default, has_default=default is not None)


def successor() -> Any:
    return Field("successor")


def variadic_successor() -> Any:
    return Field("successor", None, VARIADIC)


def of_every_op(*, default: Any, kw_only: bool) -> Any:
    """Declare a parameter that every constructor has. For type checkers: at run time, `Operation` has the property."""
    return default, kw_only


# -- Definitions -----------------------------------------------------------------------------------------------------

SEGMENT_PROPERTIES = {"operand": "operandSegmentSizes", "result": "resultSegmentSizes"}


class OpDefinition:
    """The definition of an op: its declared parts, in order."""

    __slots__ = (
        "_segmented",
        "attrs",
        "dialect",
        "fields",
        "fixed",
        "name",
        "operands",
        "regions",
        "results",
        "successors",
    )

    def __init__(self, name: str, fields: Sequence[Field]) -> None:
        self.name = name
        self.dialect: Dialect | None = None
        """The first dialect that the op was part of."""
        self.fields = fields
        by_kind: dict[str, list[Field]] = {"operand": [], "result": [], "region": [], "successor": [], "attr": []}
        self.fixed = dict.fromkeys(by_kind, 0)
        """The number of fields of each kind that stand for exactly one part."""
        for field in fields:
            fields_of_kind = by_kind[field.kind]
            field.index = len(fields_of_kind)
            fields_of_kind.append(field)
            self.fixed[field.kind] += field.count == ONE
        self.operands = by_kind["operand"]
        self.results = by_kind["result"]
        self.regions = by_kind["region"]
        self.successors = by_kind["successor"]
        self.attrs = {field.name: field for field in by_kind["attr"]}
        self._segmented = {kind for kind in SEGMENT_PROPERTIES if len(by_kind[kind]) - self.fixed[kind] > 1}

    def has_segments(self, kind: str) -> bool:
        """Return whether the sizes of several groups of unknown size are kept in a property of the op."""
        return kind in self._segmented

    def property_names(self) -> set[str]:
        """Return the names that belong to the op's properties, so that attributes of older files are recognized."""
        return {*self.attrs, *(SEGMENT_PROPERTIES[kind] for kind in self._segmented)}

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)

    def by_name(self) -> dict[str, Field]:
        """Return the fields by name, in order."""
        return {field.name: field for field in self.fields}

    def accessor_of(self, name: str) -> str:
        """Return the Python name of a field."""
        field = self.field(name)
        return field.accessor if field is not None else name

    def constructor_parameters(self) -> list[ConstructorParameter]:
        """Return the parameters of the constructor, keyword-only ones last."""
        parameters = [
            ConstructorParameter(
                field.accessor,
                field.given_as,
                (field.default,) if field.has_default else (),
                is_keyword=field.keyword,
            )
            for field in self.fields
            if not field.inferred
        ]
        parameters.append(ConstructorParameter("location", "Location", (UNKNOWN_LOC,), is_keyword=True))
        parameters.append(
            ConstructorParameter("attributes", "Mapping[str, Attribute] | None", (None,), is_keyword=True)
        )
        return sorted(parameters, key=lambda each: each.is_keyword)


@dataclass_transform(
    field_specifiers=(
        operand,
        optional_operand,
        variadic_operand,
        result,
        inferred_result,
        optional_result,
        variadic_result,
        inferred_variadic_result,
        attr,
        optional_attr,
        region,
        variadic_region,
        successor,
        variadic_successor,
        of_every_op,
    ),
    eq_default=False,
)
class _OpMeta(type):
    """Gives every op class empty `__slots__`: its fields are properties over the lists that `Operation` keeps."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any) -> _OpMeta:
        namespace.setdefault("__slots__", ())
        return super().__new__(mcs, name, bases, namespace, **kwargs)


class Op(Operation, metaclass=_OpMeta):
    """Base of all declared ops."""

    is_registered = True
    definition: ClassVar[OpDefinition]
    syntax: ClassVar[str | None] = None
    """The custom form; `None`: the op is printed in generic form."""
    renamed_from: ClassVar[type[Op] | None] = None
    """The class of which this one has everything but the name."""
    default_dialect: ClassVar[str | None] = None
    """The dialect whose prefix may be left out inside this op's regions."""
    regions_share_names: ClassVar[bool] = False
    """Whether arguments of the regions have the same names, which the custom form says once."""
    __signature__ = ConstructorSignature(
        lambda cls: cls.definition.constructor_parameters() if hasattr(cls, "definition") else None
    )

    if TYPE_CHECKING:
        location: LocationField = of_every_op(default=None, kw_only=True)  # type: ignore[assignment]
        attributes: AttributesField = of_every_op(default=None, kw_only=True)  # type: ignore[assignment]

    def verify(self, *args: Any, **kwargs: Any) -> None:
        """Check the rules of this kind of op, in classes that define `verify(self, report: Report)`.

        The op's structure, types and properties have been found to be sound then. Without a report, raise
        `dlc.InvalidProgram` with everything that is wrong with this op and what it contains.
        """
        if not args and not kwargs:
            verify_operation(self)

    def result_names(self) -> Sequence[str | None]:
        """Names that the printer should prefer for results that have none, such as `c1` for a constant."""
        return ()

    def argument_names(self) -> Sequence[str | None]:
        """Names that the printer should prefer for arguments of the first blocks of regions, such as `in`."""
        return ()

    def constant_value(self) -> Attribute | None:
        return self._properties.get("value") if ConstantLike in self.traits else None


_C = TypeVar("_C", bound=type[Op])
_O = TypeVar("_O", bound=Op)


def op(
    name: str,
    *,
    traits: Sequence[type[Trait] | Trait] = (),
    interfaces: Sequence[type[Interface] | Interface] = (),
) -> Callable[[_C], _C]:
    """Make a class body the definition of the op `name`."""
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        shown = getattr(name, "__name__", name)
        raise InvalidDefinitionError(f'@op takes the name of an op, but got {shown}; write @op("dialect.mnemonic")')

    def decorate(cls: _C) -> _C:
        if not issubclass(cls, Op):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidDefinitionError(f"'{name}': the class of an op is a subclass of Op: class {cls.__name__}(Op)")
        return define(cls, OpDefinition(name, _collect_fields(cls)), traits, interfaces)

    return decorate


def define(
    cls: _C,
    definition: OpDefinition,
    traits: Sequence[type[Trait] | Trait] = (),
    interfaces: Sequence[type[Interface] | Interface] = (),
) -> _C:
    """Define an op as `@op` does, from a definition that comes from elsewhere; its fields have their names."""
    cls.name = definition.name
    cls.definition = definition
    _check_definition(cls, definition)
    if isinstance(traits, (type, Trait)) or isinstance(interfaces, (type, Interface)):
        raise InvalidDefinitionError(f"'{cls.name}': traits and interfaces are tuples: traits=(Pure,)")
    _check_members(cls.name, traits, Trait, "a trait")
    _check_members(cls.name, interfaces, Interface, "an interface")
    own = {(t if isinstance(t, type) else type(t)): (t() if isinstance(t, type) else t) for t in traits}
    cls.traits = {**cls.traits, **own}
    cls.may_be_terminator = any(issubclass(kind, Terminator) for kind in cls.traits)
    cls.interfaces = _collect_interfaces(cls, interfaces)
    _check_inferred_results(cls)
    for field in definition.fields:
        setattr(cls, field.accessor, accessor(definition, field))
    cls.__init__ = _first_call  # type: ignore[method-assign]
    rules = rules_of(cls)
    if rules is not None and rules is cls.verify:
        cls.verify = also_without_report(rules)  # type: ignore[method-assign]
    return cls


def rules_of(cls: type[Op]) -> Callable[[Any, Report], object] | None:
    """Return the function `verify(self, report)` that a class of ops or a base of it defines."""
    return None if cls.verify is Op.verify else getattr(cls.verify, "__wrapped__", cls.verify)


def also_without_report(rules: Callable[[Any, Report], object]) -> Callable[..., None]:
    """Let the `verify(self, report)` of a class check an op and all that it contains where no report is given.

    `@op` does this to every class. As a decorator, it tells type checkers that `op.verify()` is a call that they know.
    """

    @wraps(rules)
    def verify(self: Op, *args: Any, **kwargs: Any) -> Any:
        return rules(self, *args, **kwargs) if args or kwargs else verify_operation(self)

    return verify


class Family(Generic[_C]):
    """Ops that differ only in name, meaning and few members: subclasses of `base`, each of which is declared on a line.

        _unary = Family(UnaryOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure,))
        SineOp = _unary("SineOp", "stablehlo.sine", "The sine.")

    Each op has the family's example, with its own name. It may have further traits, and members of its own:
    `FloorOp = _rounding("FloorOp", "math.floor", "Rounded down.", function=floor)`.
    """

    def __init__(
        self,
        base: _C,
        module: str,
        example: str,
        traits: Sequence[type[Trait]],
        interfaces: Sequence[type[Interface] | Interface] = (),
    ) -> None:
        self.base = base
        self.module = module
        self.example = example
        self.traits = traits
        self.interfaces = interfaces

    def __call__(self, class_name: str, name: str, meaning: str, *traits: type[Trait], **members: Any) -> _C:
        doc = f"{meaning}\n\n    Example: {self.example.format(name=name)}\n    "
        namespace = {"__doc__": doc, "__module__": self.module, **members}
        cls: Any = new_class(class_name, (self.base,), exec_body=lambda body: body.update(namespace))
        defined: _C = op(name, traits=(*self.traits, *traits), interfaces=self.interfaces)(cls)
        return defined


def renamed(kind: _C, name: str, spellings: Mapping[str, str], **members: Any) -> _C:
    """Define an op that is like another one but for its name, as `affine.for` is like `loop.for`; it is no subclass.

    `spellings` are replaced in the docstring, `members` in the class body; `traits` among them are those of `@op`.
    """
    traits = members.pop("traits", list(kind.traits.values()))
    doc = re.sub("|".join(map(re.escape, spellings)), lambda match: spellings[match[0]], kind.__doc__ or "")
    own = {key: member for key, member in vars(kind).items() if key not in ("__dict__", "__weakref__", "__init__")}
    namespace = {**own, "__doc__": doc, "renamed_from": kind, **members}
    cls: Any = new_class(kind.__name__, kind.__bases__, exec_body=lambda body: body.update(namespace))
    cls.interfaces = {key: cls if provider is kind else provider for key, provider in kind.interfaces.items()}
    defined: _C = define(cls, OpDefinition(name, _collect_fields(cls)), traits)
    _renamed[name.partition(".")[0], kind] = cls
    return defined


_renamed: dict[tuple[str, type[Op]], type[Any]] = {}
"""The renamed ops, by their dialect and what they are renamed from."""


def is_like(op: Operation | None, kind: type[_O]) -> TypeGuard[_O]:
    """Return whether an op is of a kind, or of one that is renamed from it."""
    return type(op) is kind or getattr(op, "renamed_from", None) is kind


def counterpart(op: Operation, kind: type[_O]) -> type[_O]:
    """Return the kind that is renamed from `kind` in the dialect of an op, or `kind` itself if there is none."""
    return _renamed.get((op.dialect_name, kind), kind)


def _collect_fields(cls: type[Op]) -> list[Field]:
    """Return the fields of the class and its bases; those of bases are copied, since a base serves several ops."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__):
        if base in _KINDS_WITHOUT_FIELDS:
            continue
        known: object = vars(base).get("definition")
        own = {field.accessor: field for field in known.fields} if isinstance(known, OpDefinition) else vars(base)
        for name, member in own.items():
            if member.__class__ is Field:
                is_own = base is cls and not member.name
                fields[name] = field = member if is_own else member.copy()
                field.name = member.property_name or (name.rstrip("_") if field.kind == "attr" else name)
                field.accessor = name
    return list(fields.values())


_KINDS_WITHOUT_FIELDS = frozenset(Op.__mro__)
_MNEMONIC = re.compile(r"[A-Za-z_][\w$]*(\.[A-Za-z_][\w$-]*)+")
_ANNOTATIONS = {
    "Operand": ("operand", "one"),
    "OptionalOperand": ("operand", "optional"),
    "VariadicOperand": ("operand", "variadic"),
    "Result": ("result", "one"),
    "OptionalResult": ("result", "optional"),
    "VariadicResult": ("result", "variadic"),
    "Region": ("region", "one"),
    "VariadicRegion": ("region", "variadic"),
    "Successor": ("successor", "one"),
    "VariadicSuccessor": ("successor", "variadic"),
}


def _check_definition(cls: type[Op], definition: OpDefinition) -> None:
    """Refuse at once what could never work."""
    name = definition.name
    if _MNEMONIC.fullmatch(name) is None:
        raise InvalidDefinitionError(f"op name '{name}' must be 'dialect.mnemonic'")
    if "-" in name and cls.syntax is not None:
        raise InvalidDefinitionError(
            f"op name '{name}' cannot be read without quotes because of its '-', so the op must not have a syntax"
        )
    _check_defaults(definition)
    annotations = getattr(cls, "__annotations__", {})
    _check_annotations(name, annotations, definition)
    if not isinstance(cls.syntax, (str, NoneType, Field)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidDefinitionError(f"'{name}': syntax must be a string, but got {cls.syntax!r}")
    if cls.syntax == HAND_WRITTEN:
        for method in ("read", "write"):
            if not hasattr(cls, method):
                raise InvalidDefinitionError(f"'{name}': hand-written syntax requires the method '{method}'")
    for field in definition.fields:
        if field.accessor in _RESERVED or field.accessor.startswith("_"):
            raise InvalidDefinitionError(
                f"'{name}': '{field.accessor}' cannot be the name of a field: {_why_not(field)}"
            )
        if field.type_from is not None and definition.field(field.type_from[0]) is None:
            source = field.type_from[0]
            raise InvalidDefinitionError(
                f"'{name}': the type of '{field.name}' follows from '{source}', which is not a field"
            )
        annotation = annotation_text(annotations.get(field.accessor, ""))
        if _ANNOTATIONS.get(annotation, (field.kind, field.count)) != (field.kind, field.count):
            raise InvalidDefinitionError(
                f"'{name}': '{field.accessor}' is annotated as {annotation}, but is {field.count} {field.kind}"
            )
    for fields in (definition.regions, definition.successors):
        if any(field.count == VARIADIC for field in fields[:-1]):
            raise InvalidDefinitionError(f"'{name}': only the last {fields[0].kind} can be variadic")


def _why_not(field: Field) -> str:
    """Return why a field cannot have its name, and what to do."""
    if field.accessor.startswith("_"):
        return "it begins with an underscore"
    if field.kind != "attr":
        return "every op has that; choose another name"
    return f"every op has that; write '{field.accessor}_', which the IR calls '{field.accessor}'"


def _check_members(name: str, members: Sequence[Any], kind: type, noun: str) -> None:
    for member in members:
        if not issubclass(member if isinstance(member, type) else type(member), kind):
            raise InvalidDefinitionError(f"'{name}': {member!r} is not {noun}; {noun} is a subclass of {kind.__name__}")


def _check_annotations(name: str, annotations: Mapping[str, Any], definition: OpDefinition) -> None:
    """Refuse what is annotated as a field but has no declaration, which would be no field at all."""
    declared = {field.accessor for field in definition.fields}
    for accessor, written in annotations.items():
        annotation = annotation_text(written)
        kind, count = _ANNOTATIONS.get(annotation, ("", ""))
        if kind and accessor not in declared:
            function = kind if count == "one" else f"{count}_{kind}"
            raise InvalidDefinitionError(
                f"'{name}': '{accessor}' is annotated as {annotation}, but not declared; write "
                f"{accessor}: {annotation} = {function}(…)"
            )


def _check_defaults(definition: OpDefinition) -> None:
    """Parameters without a default do not follow one that has it."""
    required: Field | None = None
    for field in reversed(definition.fields):
        if field.kind == "attr" and not isinstance(field.default, (Attribute, NoneType)):
            raise InvalidDefinitionError(
                f"'{definition.name}': the default of '{field.name}' must be an attribute, but got {field.default!r}"
            )
        if field.inferred or field.keyword:
            continue
        if required is not None and field.implicit:
            field.has_default = False
        if not field.has_default:
            required = field
        elif required is not None:
            raise InvalidDefinitionError(
                f"'{definition.name}': '{required.name}' has no default but follows '{field.name}', which has one"
            )


def _check_inferred_results(cls: type[Op]) -> None:
    """Refuse results that are inferred from nothing."""
    results = cls.definition.results
    inferred = [field for field in results if field.inferred]
    if not inferred:
        return
    if len(inferred) < len(results):
        given = next(field for field in results if not field.inferred)
        raise InvalidDefinitionError(
            f"'{cls.name}': '{inferred[0].name}' is inferred, but '{given.name}' is not; declare all results as "
            "inferred_result, or none"
        )
    if InferTypes in cls.interfaces:
        return
    for field in inferred:
        shared = field.variable is not None and any(
            other.constraint is field.constraint for other in cls.definition.operands
        )
        if not shared and field.type_from is None and field.type_constraint.only_type is None:
            raise InvalidDefinitionError(
                f"'{cls.name}': nothing says what type '{field.name}' has; declare it as result(…), give it and an "
                "operand the same TypeVariable, let it follow by type_from=('operand', function), or write "
                "'def infer_types(self)', which returns a list of types"
            )


_RESERVED = {
    "definition",
    "fold",
    "infer_types",
    "name",
    "self",
    *(name for base in (Operation, Op) for name in vars(base) if not name.startswith("_")),
}


def _collect_interfaces(cls: type[Op], declared: Sequence[type[Interface] | Interface]) -> dict[type, Any]:
    """Return the implementation of each interface of the op: an object, or the class."""
    interfaces: dict[type, Any] = {
        key: cls if isinstance(implementation, type) and issubclass(cls, implementation) else implementation
        for key, implementation in cls.interfaces.items()
    }
    for entry in declared:
        if not isinstance(entry, type):
            interfaces[type(entry).key] = entry
            continue
        if entry.key is not entry:  # an implementation without data
            interfaces[entry.key] = entry()
            continue
        missing = [name for name in entry.required() if not callable(getattr(cls, name, None))]
        if missing:
            raise InvalidDefinitionError(f"'{cls.name}' as {entry.__name__} lacks {', '.join(missing)}")
        for name, member in vars(entry).items():
            if isinstance(member, staticmethod) and not hasattr(cls, name):
                setattr(cls, name, member.__func__)
        interfaces[entry] = cls
    for implied, method in ((Foldable, "fold"), (InferTypes, "infer_types")):
        if hasattr(cls, method):
            interfaces[implied] = cls
    return interfaces


def _first_call(self: Op, *args: Any, **kwargs: Any) -> None:
    """Stands for the constructor until it is first used."""
    cls: Any = type(self)
    cls.__init__ = _compiler(cls)
    cls.__init__(self, *args, **kwargs)


_compiler: Callable[[type[Op]], Any]


def set_constructor_compiler(compiler: Callable[[type[Op]], Any]) -> None:
    """Installed by `compilation`, which needs this module."""
    global _compiler  # noqa: PLW0603 (set once, by `compilation`)
    _compiler = compiler


# -- Accessors -------------------------------------------------------------------------------------------------------


def accessor(definition: OpDefinition, field: Field) -> property:
    """Return the property by which an op's part is read and changed."""
    if field.kind == "attr":
        return _attr_accessor(field)
    if field.kind in ("region", "successor"):
        return _list_accessor(field, f"_{field.kind}s")
    groups = definition.operands if field.kind == "operand" else definition.results
    if definition.has_segments(field.kind):
        return _segment_accessor(field, SEGMENT_PROPERTIES[field.kind])
    return _position_accessor(field, groups)


def _attr_accessor(field: Field) -> property:
    name = field.name

    def get(self: Operation) -> Any:
        return self._properties.get(name)

    def set_(self: Operation, value: Attribute | None) -> None:
        if value is None:
            self._properties.pop(name, None)
        else:
            if not isinstance(value, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise not_a_property(self, name, value)
            self._properties[name] = value

    return property(get, set_)


def _list_accessor(field: Field, slot: str) -> property:
    index = field.index
    if field.count == VARIADIC:
        return property(lambda self: getattr(self, slot)[index:])
    if field.kind == "successor":
        return property(lambda self: getattr(self, slot)[index], lambda self, block: self.set_successor(index, block))
    return property(lambda self: getattr(self, slot)[index])


def _position_accessor(field: Field, groups: Sequence[Field]) -> property:
    """Return the accessor of a field beside at most one group of unknown size: fields before it count from the front,
    the others from the end.
    """
    variadic = next((group.index for group in groups if group.count != ONE), len(groups))
    after = len(groups) - field.index - 1
    is_operand = field.kind == "operand"
    if field.count == ONE:
        index = field.index if field.index < variadic else -1 - after
        if not is_operand:
            return property(lambda self: self._results[index])
        return property(
            lambda self: self._operands[index],
            lambda self, value: self.set_operand(index % len(self._operands), value),
        )
    start = field.index

    def span(self: Operation) -> tuple[int, int]:
        return start, len(self._operands if is_operand else self._results) - after

    return _group_accessor(field, span, None)


def _segment_accessor(field: Field, sizes_name: str) -> property:
    index = field.index

    def span(self: Operation) -> tuple[int, int]:
        segments: Any = self._properties[sizes_name]
        sizes: Sequence[int] = segments.elements
        start = sum(sizes[:index])
        return start, start + sizes[index]

    group_property = _group_accessor(field, span, sizes_name)
    if field.kind != "operand" or field.count != VARIADIC or index > 1:
        return group_property
    return property(_first_group(sizes_name) if index == 0 else _second_group(sizes_name), group_property.fset)


def _first_group(sizes_name: str) -> Callable[[Any], Any]:
    """Reads the first group of operands, which is what passes ask for most."""
    return lambda self: self._operands[: self._properties[sizes_name].elements[0]]


def _second_group(sizes_name: str) -> Callable[[Any], Any]:
    def get(self: Any) -> Any:
        sizes = self._properties[sizes_name].elements
        start = sizes[0]
        return self._operands[start : start + sizes[1]]

    return get


def _group_accessor(field: Field, span: Callable[[Any], tuple[int, int]], sizes_name: str | None) -> property:
    is_operand = field.kind == "operand"
    count, index = field.count, field.index

    def get(self: Operation) -> Any:
        start, end = span(self)
        values: Sequence[Any] = self._operands if is_operand else self._results
        if count == VARIADIC:
            return values[start:end]
        if count == OPTIONAL:
            return values[start] if end > start else None
        return values[start]

    def set_(self: Operation, value: Any) -> None:
        start, end = span(self)
        fresh = list(value) if count == VARIADIC else [] if value is None else [value]
        self.set_operands([*self._operands[:start], *fresh, *self._operands[end:]])
        if sizes_name is not None:
            sizes: Any = self._properties[sizes_name]
            elements = (*sizes.elements[:index], len(fresh), *sizes.elements[index + 1 :])
            self._properties[sizes_name] = type(sizes)(sizes.element_type, elements)

    return property(get, set_ if is_operand else None)
