"""From an op's definition to straight-line Python: its constructor, and what gives it its result types.

A constructor is made once for each class, when first needed, as `dataclasses` makes `__init__`. The text that was
compiled is kept: `dumped_source("arith.addf constructor")` shows it. `structure` compiles verifiers the same way.
Generated code calls its own things `_name`, so that a field may be called `index`, `value` or `new`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, cast

from .attributes import Attribute, Type
from .blocks import Block, Region
from .builtin_attributes import i32_array
from .definition import ONE, OPTIONAL, SEGMENT_PROPERTIES, VARIADIC, Field, Op, OpDefinition, set_constructor_compiler
from .errors import DlcError, InvalidDefinitionError, InvalidIRError
from .interfaces import InferTypes
from .kept_code import Kept, kept_code
from .locations import UNKNOWN_LOC
from .operations import NO_ATTRIBUTES, adopt_regions, make_operation, not_a_property, not_a_value
from .part_types import wrong_operand
from .values import OpResult, Value

_sources: dict[str, str | Callable[[], str]] = {}
"""Generated texts by label, or what generates them: of code that was found on the disk there is no text."""
_codes: dict[str, CodeType] = {}


class Generated:
    """The lines of a function that is generated for a class."""

    __slots__ = ("lines", "names")

    def __init__(self, lines: list[str], names: Iterable[str]) -> None:
        self.lines = lines
        self.names = names
        """Names in their scope whose values depend on the class."""


def compile_for(
    cls: type[Op],
    purpose: str,
    name: str,
    generate: Callable[[], Generated | None],
    value_of: Callable[[str], Any],
    scope: Mapping[str, Any],
) -> Callable[..., Any] | None:
    """Return the function `name` that is generated for a class and a purpose, such as "reader", or `None` if there is
    none. It is not generated if it is found among the code that is kept (`kept_code`).

    `scope` has what the generated lines always need, and `value_of` returns the value of each name in `Generated`.
    """
    label = f"{cls.name} {purpose}"
    store = kept_code()
    kept = None if store is None else store.find(cls, purpose)
    if kept is None:
        generated = generate()
        if generated is None:
            kept = Kept((), None)
        else:
            text = _text(generated.lines)
            _sources[label] = text
            kept = Kept(tuple(generated.names), _code_of(text, label))
        if store is not None:
            store.note(cls, purpose, kept)
    else:
        _sources[label] = lambda: _text(_lines_of(generate()))
    return (
        None
        if kept.code is None
        else _run(kept.code, name, {**scope, **{each: value_of(each) for each in kept.names}}, label)
    )


def _lines_of(generated: Generated | None) -> list[str]:
    return [] if generated is None else generated.lines


def compile_function(name: str, lines: Iterable[str], scope: dict[str, Any], label: str) -> Callable[..., Any]:
    """Compile generated lines; tracebacks and debuggers show them in a file called `dlc: label`."""
    text = _text(lines)
    _sources[label] = text
    return _run(_code_of(text, label), name, scope, label)


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _code_of(text: str, label: str) -> CodeType:
    """Return the code of a text. Ops of one form differ only in the scope: their text is compiled once."""
    filename = f"dlc: {label}"
    code = _codes.get(text)
    if code is None:
        code = _codes[text] = compile(text, filename, "exec")
    return code if code.co_filename == filename else _in_file(code, filename)


def _run(code: CodeType, name: str, scope: dict[str, Any], label: str) -> Callable[..., Any]:
    """Run the code of a module and return a function that it defines."""
    scope["__name__"], scope["__loader__"] = label, _Sources  # what the standard `linecache` asks for the lines
    exec(code, scope)
    return scope[name]


def _in_file(code: CodeType, filename: str) -> CodeType:
    """Return the same code under the name of another file."""
    constants = [_in_file(part, filename) if isinstance(part, CodeType) else part for part in code.co_consts]
    return code.replace(co_filename=filename, co_consts=tuple(constants))


class _Sources:
    """Loads the text of generated functions."""

    @staticmethod
    def get_source(label: str) -> str | None:
        return dumped_source(label)


def dumped_source(label: str) -> str | None:
    """Return the generated text under a label such as `arith.addf constructor`, if it has been needed yet."""
    text = _sources.get(label)
    if callable(text):
        text = _sources[label] = text()
    return text


# -- Constructors ----------------------------------------------------------------------------------------------------


def compile_constructor(cls: type[Op]) -> Callable[..., None]:
    """`__init__(self, operands…, result types…, properties…, regions…, *, location, attributes)`.

    What may fail comes before the op is entered in any use list, so that a call that raises leaves nothing behind.
    """
    constructor = compile_for(
        cls, "constructor", "__init__", lambda: _generate_constructor(cls), lambda name: _value_of(cls, name), _SCOPE
    )
    assert constructor is not None
    constructor.__qualname__ = _name_in_messages(cls)
    return constructor


def _generate_constructor(cls: type[Op]) -> Generated:
    definition = cls.definition
    names: list[str] = []
    body = [f"self._operands = {_group_expression(definition.operands)}", *_property_lines(definition)]
    body += [*_list_lines(definition.regions, "_regions"), *_list_lines(definition.successors, "_successors")]
    body += ["self._attributes = dict(attributes) if attributes else _NO_ATTRIBUTES", "self._location = location"]
    body += ["self._parent = self._prev = self._next = None", "try:"]
    entering = [*_property_checks(definition), *_result_lines(cls, names)]
    if definition.regions:
        entering.append("_adopt(self, self._regions)")
    entering += [*_operand_use_lines(definition), *_successor_use_lines(definition)]
    body += [f"    {line}" for line in entering]
    body += ["except AttributeError:", "    _explain(self)", "    raise"]
    groups = [each.accessor for each in definition.fields if each.count == VARIADIC and not each.inferred]
    if groups:
        listed = ", ".join(f"{name!r}: {name}" for name in groups)
        explained = [f"    _explain_groups(self, {{{listed}}})", "    raise"]
        body = ["try:", *(f"    {line}" for line in body), "except TypeError:", *explained]
    header = f"def __init__({', '.join(_parameters(definition, names))}):"
    return Generated([header, *(f"    {line}" for line in body)], names)


def _value_of(cls: type[Op], name: str) -> Any:
    """Return the value of a name such as `_default_value` in the scope of a constructor."""
    if name == "_type_of_result":
        return cast("tuple[str, Any]", cls.definition.results[0].type_from)[1]
    if name == "_only_type":
        return cls.definition.results[0].type_constraint.only_type
    return cls.definition.by_name()[name.removeprefix("_default_")].default


def _name_in_messages(cls: type[Op]) -> str:
    """Return what Python puts before "() missing 1 required positional argument: 'rhs'" and the like."""
    parameters = cls.definition.constructor_parameters()
    positional = [f"{each.name}=…" if each.default else each.name for each in parameters if not each.is_keyword]
    keywords = [f"{each.name}=…" if each.default else each.name for each in parameters if each.is_keyword]
    return f"'{cls.name}' is made by {cls.__name__}({', '.join([*positional, '*', *keywords])}); {cls.__name__}"


set_constructor_compiler(compile_constructor)


@lru_cache(maxsize=1024)
def _segments(sizes: tuple[int, ...]) -> Attribute:
    """Return the property that says how many operands or results there are of each group."""
    return i32_array(sizes)


def _parameters(definition: OpDefinition, names: list[str]) -> list[str]:
    positional, keyword = ["self"], ["*", "location=_UNKNOWN_LOC", "attributes=None"]
    for field in definition.fields:
        if field.inferred:
            continue
        text = field.accessor
        if field.has_default:
            names.append(f"_default_{field.name}")
            text += f"=_default_{field.name}"
        (keyword if field.keyword else positional).append(text)
    return [*positional, *keyword]


def _group_expression(fields: Sequence[Field]) -> str:
    """Return the list of all operands (or regions, successors) from the parameters."""
    parts: list[str] = []
    for field in fields:
        if field.count == ONE:
            parts.append(field.accessor)
        elif field.count == VARIADIC:
            parts.append(f"*{field.accessor}")
        else:
            parts.append(f"*(() if {field.accessor} is None else ({field.accessor},))")
    return f"[{', '.join(parts)}]"


def _operand_use_lines(definition: OpDefinition) -> list[str]:
    fields = definition.operands
    if all(field.count == ONE for field in fields):
        return use_lines("self", "_uses", [field.accessor for field in fields])
    return use_lines("self", "_uses", None)


def use_lines(op: str, uses: str, operands: Sequence[str] | None) -> list[str]:
    """Return what `Value.add_use` does, written out, for each operand of a new op: for these expressions or, if their
    number is unknown, in a loop. `op` is the op's variable, `uses` that of a value's uses.
    """
    if operands is None:
        note = f"    {uses}[({op}, _i) if {op} in {uses} else {op}] = _i"
        return ["_i = 0", f"for _value in {op}._operands:", f"    {uses} = _value._uses", note, "    _i += 1"]
    lines: list[str] = []
    for index, operand in enumerate(operands):
        key = f"({op}, {index}) if {op} in {uses} else {op}" if index else op
        lines += [f"{uses} = {operand}._uses", f"{uses}[{key}] = {index}"]
    return lines


def _successor_use_lines(definition: OpDefinition) -> list[str]:
    if not definition.successors:
        return ["pass"]
    return ["for _i, _block in enumerate(self._successors):", "    _block._uses[self, _i] = None"]


def _property_lines(definition: OpDefinition) -> list[str]:
    always = [field for field in definition.attrs.values() if field.count == ONE]
    entries = [f"{field.name!r}: {field.accessor}" for field in always]
    for kind in ("operand", "result"):
        if definition.has_segments(kind):
            fields = definition.operands if kind == "operand" else definition.results
            entries.append(f"{SEGMENT_PROPERTIES[kind]!r}: _segments(({', '.join(map(_size_expression, fields))},))")
    lines = [f"self._properties = _properties = {{{', '.join(entries)}}}"]
    for field in definition.attrs.values():
        if field.count == OPTIONAL:
            lines += [f"if {field.accessor} is not None:", f"    _properties[{field.name!r}] = {field.accessor}"]
    return lines


def _property_checks(definition: OpDefinition) -> list[str]:
    """Return statements that raise `AttributeError` for a property that is no attribute."""
    return [
        f"{field.accessor}.parameters"
        if field.count == ONE
        else f"{field.accessor} is None or {field.accessor}.parameters"
        for field in definition.attrs.values()
    ]


def _size_expression(field: Field) -> str:
    if field.count == ONE:
        return "1"
    return f"len({field.accessor})" if field.count == VARIADIC else f"int({field.accessor} is not None)"


def _list_lines(fields: Sequence[Field], slot: str) -> list[str]:
    if not fields:
        return [f"self.{slot} = ()"]
    lines: list[str] = []
    if slot == "_regions":
        lines = [f"if {field.accessor} is None: {field.accessor} = _Region()" for field in fields if field.count == ONE]
    return [*lines, f"self.{slot} = {_group_expression(fields)}"]


def _result_lines(cls: type[Op], names: list[str]) -> list[str]:
    fields = cls.definition.results
    if not fields:
        return ["self._results = []"]
    if len(fields) == 1 and fields[0].count == ONE:
        expression = fields[0].accessor if not fields[0].inferred else _inference(cls, fields[0], names)
        if expression is not None:
            return [
                "self._results = [_result := _new(_OpResult)]",
                f"_result.type = {expression}",
                "_result._uses = {}",
                "_result.name_hint = None",
                "_result.owner = self",
                "_result.index = 0",
            ]
    if any(field.inferred for field in fields):
        return ["self._results = []", "_infer_results(self)"]
    return [f"self._results = _make_results(self, {_group_expression(fields)})"]


def _inference(cls: type[Op], field: Field, names: list[str]) -> str | None:
    """Return the type of a result as an expression over the constructor's parameters; `None`: ask `infer_types`."""
    definition = cls.definition
    if field.type_from is not None:
        source = definition.field(field.type_from[0])
        if source is not None and source.kind == "operand" and source.count == ONE:
            names.append("_type_of_result")
            return f"_type_of_result({source.accessor}.type)"
        return None
    if InferTypes in cls.interfaces:
        return None
    if field.variable is not None:
        for other in definition.operands:
            if other.constraint is field.constraint and other.count == ONE:
                return f"{other.accessor}.type"
        return None
    only = field.type_constraint.only_type
    if only is not None:
        names.append("_only_type")
        return "_only_type"
    return None


WRONG_CODE = (AttributeError, IndexError, TypeError, ValueError)
"""The exceptions that the code of a definition raises for operands that it does not expect."""


def infer_result_types(op: Op) -> list[Type]:
    """Return the result types that follow from `op`'s operands and properties, as its definition says."""
    infer = InferTypes.of(op)
    try:
        if infer is not None:
            return _checked_types(op, infer.infer_types(op))
        return [_infer_one(op, field) for field in op.definition.results]
    except (DlcError, *WRONG_CODE) as error:
        mistake = wrong_operand(op)
        if mistake is None:
            raise
        raise mistake from error


def _checked_types(op: Op, inferred: object) -> list[Type]:
    """Return what `infer_types` returned, if these can be the types of the op's results."""
    types: list[Any] = list(cast("Iterable[Any]", inferred)) if isinstance(inferred, Iterable) else [inferred]
    if not isinstance(inferred, Iterable) or not all(isinstance(each, Type) for each in types):
        raise InvalidDefinitionError(
            f"infer_types of '{op.name}' returned {inferred!s}; return a list with a type for each result"
        )
    results = op.definition.results
    if len(types) != len(results) and all(field.count == ONE for field in results):
        raise InvalidDefinitionError(
            f"infer_types of '{op.name}' returned {len(types)} type{'s' * (len(types) != 1)}, but the op has "
            f"{len(results)} result{'s' * (len(results) != 1)}"
        )
    return types


def _infer_one(op: Op, field: Field) -> Type:
    if field.type_from is not None:
        return field.type_from[1](getattr(op, op.definition.accessor_of(field.type_from[0])).type)
    if field.variable is not None:
        for other in op.definition.operands:
            if other.constraint is field.constraint:
                value = getattr(op, other.accessor)
                if value is not None and other.count == VARIADIC:
                    value = value[0] if value else None
                if value is not None:
                    return value.type
    only = field.type_constraint.only_type
    if only is None:
        raise InvalidDefinitionError(
            f"'{op.name}': '{field.name}' has the type of operands that are missing here; declare it as result(…), or "
            "write 'def infer_types(self)', which returns a list of types"
        )
    return only


def _infer_results(op: Op) -> None:
    op._results = _make_results(op, infer_result_types(op))


def _make_results(op: Op, types: Iterable[Type]) -> list[OpResult]:
    results: list[OpResult] = []
    for index, type in enumerate(types):
        result = object.__new__(OpResult)
        result.type = type
        result._uses = {}
        result.name_hint = None
        result.owner = op
        result.index = index
        results.append(result)
    return results


def _explain(op: Op) -> None:
    """Say which part of a new op is no such thing, where that is why its construction failed; undo what it did."""
    everything: Any = (
        ("operand", Value, op._operands),
        ("region", Region, op._regions),
        ("successor", Block, op._successors),
    )
    for _, kind, parts in everything:
        for index, part in enumerate(parts):
            if kind is Region and getattr(part, "_parent", None) is op:
                part._parent = None
            elif kind is Block:
                getattr(part, "_uses", {}).pop((op, index), None)
            elif isinstance(part, Value) and (op, index) in part.uses:
                part.drop_use(op, index)
    for what, kind, parts in everything:
        for index, part in enumerate(parts):
            if kind is Value and not isinstance(part, Value):
                raise not_a_value(op, index, part)
            if not isinstance(part, kind):
                raise InvalidIRError(
                    f"{what} #{index} of '{op.name}' must be a {kind.__name__.lower()}, but got {part!r}"
                )
    properties: dict[str, Any] = {**op._properties}
    for name, part in properties.items():
        if not isinstance(part, Attribute):
            raise not_a_property(op, name, part)
    mistake = wrong_operand(op)  # the type of a result may follow from that of an operand
    if mistake is not None:
        raise mistake


def _explain_groups(op: Op, groups: Mapping[str, object]) -> None:
    """Say which argument is no list, where that is why the construction of an op failed."""
    for name, group in groups.items():
        if not isinstance(group, Iterable):
            raise InvalidIRError(f"'{name}' of '{op.name}' must be a list, but got {group!r}; write [{name}]")


_SCOPE: dict[str, Any] = {
    "_UNKNOWN_LOC": UNKNOWN_LOC,
    "_OpResult": OpResult,
    "_Region": Region,
    "_new": object.__new__,
    "_segments": _segments,
    "_NO_ATTRIBUTES": NO_ATTRIBUTES,
    "_adopt": adopt_regions,
    "_infer_results": _infer_results,
    "_make_results": _make_results,
    "_explain": _explain,
    "_explain_groups": _explain_groups,
}
"""Global names of all constructors."""

# -- Reading: from pieces of text to an op -----------------------------------------------------------------------------


CREATION_SCOPE = {"new": object.__new__, "OpResult": OpResult, "NO_ATTRIBUTES": NO_ATTRIBUTES}


def creation_lines(operands: str, result: str | None, attributes: str) -> list[str]:
    """Return what `make_operation` does, written out, for an op with at most one result, without regions and
    successors. `operands`, `result` and `attributes` are expressions for the list of operands, the type of the result
    and the discardable attributes; `cls`, `props` and `location` are variables.
    """
    lines = ["result = new(OpResult)", f"result.type = {result}"] if result is not None else []
    lines += ["op = new(cls)", f"op._operands = {operands}", "op._properties = props"]
    lines += [f"op._attributes = {attributes}", "op._regions = op._successors = ()", "op._location = location"]
    lines += ["op._parent = op._prev = op._next = None"]
    names = operands[1:-1].split(", ") if operands != "[]" else []
    lines += use_lines("op", "uses", names if all(map(str.isidentifier, names)) else None)
    if result is None:
        return [*lines, "op._results = []", "return op"]
    lines += ["result._uses = {}", "result.name_hint = None", "result.owner = op", "result.index = 0"]
    return [*lines, "op._results = [result]", "return op"]


def create_with_inferred_results(
    cls: type[Op],
    operands: list[Any],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    regions: Any,
    successors: Any,
    location: Any,
) -> Op:
    """Make an op by position, whose result types follow from the rest."""
    op = make_operation(cls, operands, (), properties, attributes, regions, successors, location)
    try:
        op._results = _make_results(op, infer_result_types(op))
    except Exception:
        op.drop_all_references()
        raise
    return op
