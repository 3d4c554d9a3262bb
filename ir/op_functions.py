"""Ops as functions: `graph.add(a, b)` inserts an op where the current builder is, and returns its result.

A function is made from the definition of its op when it is first used. Operands are values, or what the dialect accepts
for them, such as arrays; properties are attributes or Python values; result types are inferred. A part of a result's
type that does not follow, which the op declares by `result(…, parts=…)`, is a parameter. Two properties `lhs_x` and
`rhs_x` are one parameter `x`, a pair. The op is verified at once, and an error names the caller's line.

Ops with regions or successors have no function of this kind.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, cast

from .attributes import Attribute, Type
from .builder import Builder
from .compilation import compile_function
from .constraints import AttributeConstraint
from .definition import ONE, OPTIONAL, REQUIRED, VARIADIC, Field, Op
from .diagnostics import DiagnosticEngine
from .errors import DlcError, InvalidAttributeError, InvalidIRError
from .locations import UNKNOWN_LOC
from .operations import Operation
from .python_locations import at_line, caller_location
from .values import Value
from .verifier import verify_alone

LEFT, RIGHT = "lhs_", "rhs_"


class InvalidCall(InvalidIRError):
    """A function of an op was called with something that the op does not accept; the message begins with the line."""


class Parameter(NamedTuple):
    """A parameter of an op's function."""

    name: str
    field: Field
    """The field that it is for; of a pair, the first one."""
    default: Any
    is_keyword: bool
    is_pair: bool = False
    is_part: bool = False
    """True if it is a part of the result's type, or the type itself."""


def function_name(op_name: str) -> str:
    """Return the name of an op's function: the mnemonic, with an underscore if that is a keyword of Python."""
    mnemonic = op_name.partition(".")[2]
    return f"{mnemonic}_" if keyword.iskeyword(mnemonic) else mnemonic


def has_function(cls: type[Op]) -> bool:
    """Return whether an op can be a function of this kind."""
    return not cls.definition.regions and not cls.definition.successors and cls.name.count(".") == 1


def parameters_of(cls: type[Op]) -> list[Parameter]:
    """Return the parameters of an op's function in the order of its fields; those with a default follow the others."""
    parameters: list[Parameter] = []
    for field in cls.definition.fields:
        if field.kind == "operand":
            parameters.append(Parameter(field.accessor, field, _default_of(field), field.keyword))
        elif field.kind == "attr":
            parameters += _property_parameters(field, cls.definition.attrs)
        elif field.parts is not None:
            parameters += [Parameter(name, field, each, is_keyword=False, is_part=True) for name, each in field.parts]
        elif not field.inferred:
            parameters.append(Parameter(field.accessor, field, REQUIRED, is_keyword=False, is_part=True))
    return sorted(parameters, key=lambda each: (each.is_keyword, each.default is not REQUIRED and not each.is_keyword))


def _property_parameters(field: Field, attrs: Mapping[str, Field]) -> list[Parameter]:
    name, default = field.accessor, _default_of(field)
    if name.startswith(RIGHT) and LEFT + name.removeprefix(RIGHT) in attrs:
        return []
    is_pair = name.startswith(LEFT) and RIGHT + name.removeprefix(LEFT) in attrs
    if is_pair:
        name, default = name.removeprefix(LEFT), default if default is REQUIRED else (default, default)
    return [Parameter(name, field, default, field.keyword, is_pair=is_pair)]


def _default_of(field: Field) -> Any:
    if field.function_default is not None:
        return field.function_default
    return field.default if field.has_default or field.count == OPTIONAL else REQUIRED


class OpFunctions:
    """The functions of a dialect's ops. A dialect overrides what is accepted for operands and parts of types."""

    annotations: ClassVar[Mapping[str, str]] = {"operand": "Value"}
    """The annotations of operands, and of parts of result types."""

    @staticmethod
    def by_name(ops: Iterable[type[Op]]) -> dict[str, type[Op]]:
        """Return the ops that can be functions by the names of these."""
        return {function_name(op.name): op for op in ops if has_function(op)}

    def named_elsewhere(self, name: str) -> Sequence[str]:
        """Return the functions that do what is known by a name in other frameworks."""
        del name
        return ()

    def value(self, given: object, typed_like: Value | None, first: Value | None) -> Value | None:
        """Return the value for an operand that is given as something else; `None` if there is none.

        `typed_like` is an operand that must have the same type, `first` the first operand, where they are known.
        """
        del given, typed_like, first
        return None

    def result_type(self, parts: Mapping[str, Any], first: Value | None) -> Type:
        """Return a result type with these parts; whatever follows from the operands is completed afterwards."""
        raise NotImplementedError

    def complete(self, op: Op) -> Sequence[Type]:
        """Return the result types of an op whose own ones have the given parts alone."""
        raise NotImplementedError

    def annotation(self, parameter: Parameter) -> str:
        """Return the annotation of a parameter."""
        field = parameter.field
        if parameter.is_part:
            text = self.annotations.get(parameter.name, "Sequence[Type]" if field.count == VARIADIC else "Type")
        elif field.kind == "operand":
            text = self.annotations["operand"]
            text = f"Sequence[{text}]" if field.count == VARIADIC else text
        else:
            constraint: AttributeConstraint = field.constraint
            text = f"{constraint.python.annotation} | {constraint.kind.__name__}" if constraint.python else "Attribute"
            text = f"tuple[{text}, {text}]" if parameter.is_pair else text
        return f"{text} | None" if parameter.default is None else text

    def function_of(self, cls: type[Op]) -> Callable[..., Any]:
        """Return an op's function, with the signature that its definition implies."""
        parameters, name = parameters_of(cls), function_name(cls.name)
        scope: dict[str, Any] = {"_build": _Call(self, cls, parameters)}
        header: list[str] = []
        for parameter in parameters:
            if parameter.is_keyword and "*" not in header:
                header.append("*")
            has_default = parameter.default is not REQUIRED
            scope[f"_default_{parameter.name}"] = parameter.default
            header.append(f"{parameter.name}=_default_{parameter.name}" if has_default else parameter.name)
        arguments = ", ".join(parameter.name for parameter in parameters)
        lines = [f"def {name}({', '.join(header)}):", f"    return _build([{arguments}])"]
        function: Any = compile_function(name, lines, scope, f"{cls.name} function")
        function.__doc__ = cls.__doc__
        function.__annotations__ = {each.name: self.annotation(each) for each in parameters}
        function.__annotations__["return"] = return_annotation(cls)
        function.__module__ = cls.__module__.rpartition(".")[0]
        return function


def return_annotation(cls: type[Op]) -> str:
    """Return the annotation of what an op's function returns: its result, or all of them."""
    results = cls.definition.results
    if any(field.count != ONE for field in results):
        return "tuple[OpResult, ...]"
    return "OpResult" if len(results) == 1 else f"tuple[{', '.join(['OpResult'] * len(results)) or '()'}]"


class _Call:
    """Builds an op from the arguments of its function."""

    def __init__(self, functions: OpFunctions, cls: type[Op], parameters: Sequence[Parameter]) -> None:
        self.functions = functions
        self.cls: Any = cls
        self.parameters = parameters

    def __call__(self, arguments: Sequence[Any]) -> Any:
        builder = Builder.current()
        location = caller_location() if builder.location is UNKNOWN_LOC else builder.location
        before = _last_inserted(builder)
        try:
            with builder.at(location=location):
                op = self._op(dict(zip(self.parameters, arguments, strict=True)))
                return _results_of(builder.insert(op))
        except DlcError as error:
            _erase_after(builder, before)
            reason = str(error).removeprefix(f"'{self.cls.name}' op ")
            raise InvalidCall(at_line(location, f"{self.cls.name}: {reason}")) from None

    def _op(self, given: dict[Parameter, Any]) -> Op:
        operands = self._operands(given)
        first = next((value for value in _flat(operands.values())), None)
        arguments: dict[str, Any] = dict(operands)
        parts: dict[Field, dict[str, Any]] = {
            field: {} for field in self.cls.definition.results if field.parts is not None
        }
        for parameter, argument in given.items():
            if parameter.is_part and parameter.field.parts is not None:
                parts[parameter.field][parameter.name] = argument
            elif parameter.is_part:
                arguments[parameter.field.accessor] = argument
            elif parameter.field.kind == "attr":
                arguments |= self._properties(parameter, argument)
        for field, known in parts.items():
            arguments[field.accessor] = self.functions.result_type(known, first)
        op: Op = self.cls(**arguments)
        try:
            if parts:
                for result, type in zip(op.results, self.functions.complete(op), strict=True):
                    result.type = type
            _verify(op)
        except DlcError:
            op.drop_all_references()
            raise
        return op

    def _operands(self, given: Mapping[Parameter, Any]) -> dict[str, Any]:
        operands = {p: argument for p, argument in given.items() if p.field.kind == "operand"}
        first = next((value for value in _flat(operands.values()) if isinstance(value, Value)), None)
        typed = {p.field.variable: each for p, each in operands.items() if p.field.variable and isinstance(each, Value)}
        converted: dict[str, Any] = {}
        for parameter, argument in operands.items():
            like = typed.get(parameter.field.variable) if parameter.field.variable else None
            if parameter.field.count == VARIADIC:
                converted[parameter.name] = [self._value(parameter.name, each, like, first) for each in argument]
            elif argument is None and parameter.field.count == OPTIONAL:
                converted[parameter.name] = None
            else:
                converted[parameter.name] = self._value(parameter.name, argument, like, first)
        return converted

    def _value(self, name: str, given: object, like: Value | None, first: Value | None) -> Value:
        if isinstance(given, Value):
            return given
        value = self.functions.value(given, like, first)
        if value is None:
            raise InvalidIRError(f"'{name}' must be a value, but got {given!r:.60}")
        return value

    def _properties(self, parameter: Parameter, given: Any) -> dict[str, Attribute | None]:
        if not parameter.is_pair:
            return {parameter.field.accessor: attribute_for(parameter.name, parameter.field, given)}
        if not isinstance(given, (tuple, list)) or len(sides := cast("Sequence[Any]", given)) != 2:
            raise InvalidIRError(f"'{parameter.name}' must be a pair, for both sides, but got {given!r}")
        names = (LEFT + parameter.name, RIGHT + parameter.name)
        return {
            name: attribute_for(parameter.name, parameter.field, each) for name, each in zip(names, sides, strict=True)
        }


def attribute_for(name: str, field: Field, given: Any) -> Attribute | None:
    """Return the property that a Python value stands for."""
    constraint: AttributeConstraint = field.constraint
    if isinstance(given, Attribute) or (given is None and field.count == OPTIONAL):
        return given
    if constraint.python is not None:
        try:
            return constraint.python.convert(given)
        except InvalidAttributeError as error:
            raise InvalidIRError(f"'{name}': {error}") from None
        except (TypeError, ValueError, KeyError, OverflowError):
            wanted = constraint.python.annotation
            raise InvalidIRError(f"'{name}' must be {wanted}, but got {given!r}") from None
    raise InvalidIRError(f"'{name}' must be an attribute, but got {given!r}")


def _flat(arguments: Iterable[Any]) -> list[Any]:
    groups = [cast("Sequence[Any]", each) if isinstance(each, (list, tuple)) else [each] for each in arguments]
    return [value for group in groups for value in group]


def _verify(op: Op) -> None:
    engine = DiagnosticEngine()
    if not verify_alone(op, engine):
        raise InvalidIRError("; ".join(each.text for each in engine.diagnostics))


def _results_of(op: Op) -> Any:
    if len(op.results) == 1 and op.definition.results[0].count == ONE:
        return op.results[0]
    return tuple(op.results)


def _last_inserted(builder: Builder) -> Operation | None:
    point = builder.point
    if point is None:
        raise InvalidIRError("the current builder has no insertion point")
    return point.before.prev if point.before is not None else point.block.last


def _erase_after(builder: Builder, before: Operation | None) -> None:
    """Erase the constants that were inserted for a call that failed."""
    while (last := _last_inserted(builder)) is not before and last is not None:
        last.erase()
