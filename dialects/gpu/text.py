"""Parts of the text that several ops have: what an op waits for, and buffers that belong to a function or launch."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import ArrayAttr, Attribute, BlockArgument, DictionaryAttr, Operation, Type, Value
from dlc.ir.assembly import Argument, AsmPrinter, AsmReader
from dlc.ir.enums import WordAttr

from .attributes import TOKEN


def read_dependencies(p: AsmReader) -> tuple[Type | None, list[str]]:
    """`async [%t0, %t1]`: the type of the token that is given, and the names of those that are waited for."""
    token = TOKEN if p.accept("async") else None
    names: list[str] = []
    if p.accept("["):
        names = p.value_names()
        p.expect("]")
    return token, names


def dependencies_text(p: AsmPrinter, is_async: bool, dependencies: Sequence[Value]) -> str:
    """The opposite, with nothing around it."""
    names = f"[{p.names_of(dependencies)}]" if dependencies else ""
    return " ".join(part for part in ("async" if is_async else "", names) if part)


def write_dependencies(p: AsmPrinter, op: Operation, token: Type | None, dependencies: Sequence[Value]) -> None:
    """Write async dependencies as a directive: `token` is the type of the result, if there is one."""
    del op
    p.write(dependencies_text(p, token is not None, dependencies))


DEPENDENCIES = {"AsyncDependencies": (read_dependencies, write_dependencies)}
"""For the `directives` of an op class."""


def word_directive(kind: type[WordAttr]) -> dict[str, tuple[object, object]]:
    """`custom<Word>($kind)`: a word, behind two spaces as MLIR has it."""

    def write(p: AsmPrinter, op: Operation, word: WordAttr) -> None:
        del op
        p.write(word.print_parameters())

    return {"Word": (kind.read_word, write)}


def read_tokens(p: AsmReader, names: Sequence[str], offset: int) -> list[Value]:
    """The values that such names mean."""
    return [p.resolve(name, offset, TOKEN) for name in names]


def read_attribution(p: AsmReader, keyword: str) -> tuple[list[Argument], list[DictionaryAttr]]:
    """`workgroup(%w : memref<32xf32, 3> {llvm.align = 16 : i64})`, if the keyword comes next."""
    arguments: list[Argument] = []
    attributes: list[DictionaryAttr] = []
    if not p.accept(keyword):
        return arguments, attributes
    p.expect("(")
    while not p.at(")"):
        if arguments:
            p.expect(",")
        name = p.value_name()
        offset = p.pos - len(name)
        p.expect(":")
        type = p.type()
        attributes.append(DictionaryAttr.of(p.attr_dict()))
        arguments.append((name, type, p.accept_location(), offset))
    p.expect(")")
    return arguments, attributes


def attribution_text(p: AsmPrinter, keyword: str, buffers: Sequence[BlockArgument], attrs: ArrayAttr | None) -> str:
    """The opposite, with a space in front; nothing, where there are no buffers."""
    if not buffers:
        return ""
    parts: list[str] = []
    for number, buffer in enumerate(buffers):
        type, own = p.type(buffer.type), attrs[number] if attrs is not None and number < len(attrs) else None
        dictionary = f" {p.dictionary(own.as_dict())}" if isinstance(own, DictionaryAttr) and own.entries else ""
        location = p.argument(buffer)[len(f"{p.name(buffer)}: {type}") :]
        parts.append(f"{p.name(buffer)} : {type}{dictionary}{location}")
    return f" {keyword}({', '.join(parts)})"


def spelled(values: Sequence[Attribute]) -> str:
    """Types or attributes for a message."""
    return ", ".join(f"'{value}'" for value in values) or "none"
