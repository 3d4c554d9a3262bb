"""The text of function signatures: `@f(%a: i32 {d.x}, %b: f32) -> (i32 {d.y})`, for every op that is a function.

A function op keeps its type in `function_type`, and the attributes of arguments and results in `arg_attrs` and
`res_attrs`: arrays with one dictionary each, missing where all are empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from .attributes import Attribute, Type
from .builtin_attributes import ArrayAttr, DictionaryAttr
from .builtin_types import FunctionType

if TYPE_CHECKING:
    from .assembly import Argument, AsmPrinter, AsmReader
    from .blocks import Region
    from .operations import Operation
    from .verifier import Report


class SignatureType(Protocol):
    """A type with argument and result types: `FunctionType`, and function types of dialects."""

    @property
    def inputs(self) -> tuple[Type, ...]: ...

    @property
    def results(self) -> tuple[Type, ...]: ...


class Signature:
    """A signature as read. `arguments` is empty where they were given as types alone."""

    __slots__ = ("arg_attrs", "arguments", "has_varargs", "res_attrs", "type")

    def __init__(
        self,
        type: FunctionType,
        arguments: Sequence[Argument] = (),
        arg_attrs: ArrayAttr | None = None,
        res_attrs: ArrayAttr | None = None,
        has_varargs: bool = False,
    ) -> None:
        self.type = type
        self.has_varargs = has_varargs
        """True if `...` follows the arguments."""
        self.arguments = arguments
        self.arg_attrs = arg_attrs
        self.res_attrs = res_attrs


def read_signature(p: AsmReader, *, allow_varargs: bool = False) -> Signature:
    """Read the signature between a function's name and its attributes; `...` after the arguments, if that is
    allowed.
    """
    p.expect("(")
    has_varargs = False
    arguments: list[Argument] = []
    inputs: list[Type] = []
    input_attrs: list[DictionaryAttr] = []
    while not p.at(")"):
        if has_varargs:
            p.fail("variadic arguments must be in the end of the argument list")
        if inputs:
            p.expect(",")
        if allow_varargs and p.accept("..."):
            has_varargs = True
            continue
        named = p.at("%")
        if inputs and named != bool(arguments):
            p.fail("expected type instead of SSA identifier" if named else "expected SSA identifier")
        if named:
            arguments.append(_read_argument(p, input_attrs))
            inputs.append(arguments[-1][1])
        else:
            inputs.append(p.type())
            input_attrs.append(DictionaryAttr.of(p.attr_dict()))
            p.accept_location()
    p.expect(")")
    outputs, output_attrs = _read_results(p)
    type = FunctionType(tuple(inputs), tuple(outputs))
    return Signature(type, arguments, attrs_or_none(input_attrs), attrs_or_none(output_attrs), has_varargs)


def _read_argument(p: AsmReader, attrs: list[DictionaryAttr]) -> Argument:
    """`%a: i32 {d.x} loc(…)`"""
    name = p.value_name()
    offset = p.pos - len(name)
    p.expect(":")
    type = p.type()
    attrs.append(DictionaryAttr.of(p.attr_dict()))
    return name, type, p.accept_location(), offset


def _read_results(p: AsmReader) -> tuple[list[Type], list[DictionaryAttr]]:
    """`-> i32` or `-> (i32 {d.y}, f32)`; nothing for no results."""
    if not p.accept("->"):
        return [], []
    if not p.accept("("):
        return [p.type()], [DictionaryAttr(())]
    types: list[Type] = []
    attrs: list[DictionaryAttr] = []
    while not p.at(")"):
        if types:
            p.expect(",")
        types.append(p.type())
        attrs.append(DictionaryAttr.of(p.attr_dict()))
    p.expect(")")
    return types, attrs


def read_types(p: AsmReader) -> list[Type]:
    """Read a type, or types in parentheses: `f32` or `(f32, i32)`."""
    if not p.accept("("):
        return [p.type()]
    types = [] if p.at(")") else p.types()
    p.expect(")")
    return types


def read_result_types(p: AsmReader) -> list[Type]:
    """Read types behind an arrow, `-> f32` or `-> (f32, i32)`; without an arrow there are none."""
    return read_types(p) if p.accept("->") else []


def attrs_or_none(attrs: Sequence[DictionaryAttr]) -> ArrayAttr | None:
    """Return one dictionary for each part, or nothing if all are empty."""
    return ArrayAttr(tuple(attrs)) if any(attr.entries for attr in attrs) else None


def write_signature(
    p: AsmPrinter,
    type: SignatureType,
    body: Region,
    arg_attrs: ArrayAttr | None,
    res_attrs: ArrayAttr | None,
    *,
    has_varargs: bool = False,
) -> None:
    """The opposite of `read_signature`; arguments have names where there is a body."""
    values = body.first.args if body.first is not None else None
    parts: list[str] = []
    for index, kind in enumerate(type.inputs):
        text = spelled_type = p.type(kind)
        location = ""
        if values is not None and index < len(values):
            text = f"{p.name(values[index])}: {spelled_type}"
            location = p.argument(values[index])[len(text) :]
        parts.append(text + _dictionary(p, arg_attrs, index) + location)
    if has_varargs:
        parts.append("...")
    p.write(f"({', '.join(parts)})")
    if not type.results:
        return
    outputs = [p.type(kind) + _dictionary(p, res_attrs, index) for index, kind in enumerate(type.results)]
    bare = len(outputs) == 1 and not isinstance(type.results[0], FunctionType) and not _has_attrs(res_attrs, 0)
    p.write(f" -> {outputs[0]}" if bare else f" -> ({', '.join(outputs)})")


def _has_attrs(attrs: ArrayAttr | None, index: int) -> bool:
    return attrs is not None and index < len(attrs) and attrs[index] is not DictionaryAttr(())


def _dictionary(p: AsmPrinter, attrs: ArrayAttr | None, index: int) -> str:
    if attrs is None or not _has_attrs(attrs, index):
        return ""
    attr = attrs[index]
    return f" {p.dictionary(attr.as_dict())}" if isinstance(attr, DictionaryAttr) else ""


# -- Rules that all functions share ----------------------------------------------------------------------------------


def check_signature_attrs(op: Operation, type: SignatureType, rule: str, report: Report) -> None:
    """Report `arg_attrs` and `res_attrs` of the wrong length, or with attributes that no dialect owns."""
    for name, kind, types in (("arg_attrs", "argument", type.inputs), ("res_attrs", "result", type.results)):
        attrs = op.properties.get(name)
        if not isinstance(attrs, ArrayAttr):
            continue
        if len(attrs) != len(types):
            report.error(
                rule,
                f"expects {kind} attribute array to have the same number of elements as the number of function "
                f"{kind}s, got {len(attrs)}, but expected {len(types)}",
            )
        else:
            alien = [name for entry in attrs for name in _without_owner(entry)]
            if alien:
                report.error(
                    rule,
                    f"{kind}s may only have dialect attributes, but got {', '.join(alien)}: write the dialect, as in "
                    "'llvm.noalias'",
                )


def _without_owner(attrs: Attribute) -> list[str]:
    """Return the names of attributes that no dialect owns."""
    if not isinstance(attrs, DictionaryAttr):
        return [str(attrs)]
    return [f"'{name}'" for name, _ in attrs.entries if "." not in name]


def check_entry_block(type: SignatureType, body: Region, rule: str, report: Report) -> None:
    """Report arguments of the entry block that differ from the signature."""
    entry = body.first
    if entry is None:
        return
    if len(entry.args) != len(type.inputs):
        report.error(rule, f"entry block must have {len(type.inputs)} arguments to match function signature")
        return
    for index, (argument, expected) in enumerate(zip(entry.args, type.inputs, strict=True)):
        if argument.type is not expected:
            report.error(
                rule,
                f"type of entry block argument #{index}('{argument.type}') must match the type of the corresponding "
                f"argument in function signature('{expected}')",
            )
