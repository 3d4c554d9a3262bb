"""The text of operations: custom and generic form, names of values, aliases, locations.

Values keep the names that the source gave them where that is unambiguous; the others are numbered as MLIR does, anew
in every isolated op. What cannot be printed in its custom form (an op that does not verify) is printed generically.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..ir.attributes import Attribute, Type
from ..ir.blocks import Block, Region
from ..ir.builtin_attributes import (
    AffineMapAttr,
    Blob,
    DenseResourceElementsAttr,
    DistinctAttr,
    IntegerSetAttr,
)
from ..ir.builtin_types import FunctionType
from ..ir.definition import Op
from ..ir.locations import UNKNOWN_LOC, Location
from ..ir.operations import WHOLE_PROPERTIES, Operation
from ..ir.traits import IsolatedFromAbove
from ..ir.values import BlockArgument, Value
from .attribute_printer import HEX_FROM, AttributePrinter, resource_key, symbol_text
from .naming import Names, name_values
from .strings import quote
from .syntax import operation_printer


class PrintOptions:
    """How to print; the names are those of MLIR's flags."""

    __slots__ = (
        "assume_verified", "debuginfo", "elide_elements_from", "elide_resources_from", "external_resources", "generic",
        "hex_from", "local_scope", "pretty_debuginfo", "skip_regions", "use_hints", "value_users",
    )  # fmt: skip

    def __init__(
        self,
        *,
        generic: bool = False,
        debuginfo: bool = False,
        pretty_debuginfo: bool = False,
        local_scope: bool = False,
        assume_verified: bool = True,
        elide_elements_from: int | None = None,
        elide_resources_from: int | None = None,
        hex_from: int | None = HEX_FROM,
        skip_regions: bool = False,
        use_hints: bool = True,
        value_users: bool = False,
        external_resources: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.generic = generic
        self.debuginfo = debuginfo
        self.pretty_debuginfo = pretty_debuginfo
        self.local_scope = local_scope
        self.assume_verified = assume_verified
        self.elide_elements_from = elide_elements_from
        self.elide_resources_from = elide_resources_from
        self.hex_from = hex_from
        self.skip_regions = skip_regions
        self.use_hints = use_hints
        """Keep the names that the source gave to values."""
        self.value_users = value_users
        self.external_resources = external_resources or {}


class Printer(AttributePrinter):
    """Prints one operation and what it contains."""

    def __init__(self, options: PrintOptions) -> None:
        super().__init__(elide_elements_from=options.elide_elements_from, hex_from=options.hex_from)
        self.options = options
        self.parts: list[str] = []
        self.out = self.parts.append
        self.write = self.out
        self.names: dict[Value, str] = Names()
        self.blocks: dict[Block, str] = {}
        self.indent = ""
        self.default_dialect = "builtin"
        self._writers: dict[type[Operation], Callable[..., Any] | None] = {}

    # -- The whole -----------------------------------------------------------------------------------------------------

    def print_top(self, op: Operation) -> str:
        """The text of `op`, with the aliases in front, and resources and locations behind."""
        blobs: dict[Blob, None] = {}
        if not self.options.local_scope:
            blobs = self._collect_aliases(op)
        name_values(op, self.names, self.blocks, self.options.use_hints, outermost=True)
        self.operation(op)
        text = "".join(self.parts)
        head, tail = self._alias_definitions()
        return head + text + "\n" + tail + self._resources(blobs)

    def _collect_aliases(self, op: Operation) -> dict[Blob, None]:
        """Give maps, sets and distinct attributes names, in the order in which they are met."""
        seen: set[Attribute] = set()
        blobs: dict[Blob, None] = {}
        counters = {"map": 0, "set": 0, "distinct": 0}
        locations: list[Attribute] = []
        for current in op.walk():
            found: list[Attribute] = [*current._properties.values(), *current._attributes.values()]
            found += [result.type for result in current._results]
            for region in current._regions:
                for block in region.blocks:
                    found += [arg.type for arg in block._args]
            for attr in found:
                if attr not in seen:
                    self._collect(attr, seen, counters, blobs)
            if self.options.debuginfo and not self.options.pretty_debuginfo:
                locations.append(current.location)
                locations += [a.location for r in current._regions for b in r.blocks for a in b._args]
        self._collect_locations(locations)
        return blobs

    def _collect(self, attr: Attribute, seen: set[Attribute], counters: dict[str, int], blobs: dict[Blob, None]) -> None:
        pending = [attr]
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            kind = _ALIASED.get(type(current))
            if kind is not None and current not in self.aliases:
                number = counters[kind]
                counters[kind] = number + 1
                self.aliases[current] = f"#{kind}{number or ''}"
            if isinstance(current, DenseResourceElementsAttr):
                blobs[current.blob] = None
            pending.extend(reversed(list(_nested_attributes(current.values()))))

    def _collect_locations(self, locations: list[Attribute]) -> None:
        number = 0
        for location in locations:
            if location is not UNKNOWN_LOC and location not in self.aliases:
                self.aliases[location] = f"#loc{number or ''}"
                number += 1

    def _alias_definitions(self) -> tuple[str, str]:
        """Attributes are defined in front of the module, locations behind it."""
        head: list[str] = []
        tail: list[str] = []
        for attr, alias in self.aliases.items():
            lines = tail if isinstance(attr, Location) else head
            lines.append(f"{alias} = {self.spell(attr)}\n")
        return "".join(head), "".join(tail)

    def _resources(self, blobs: Iterable[Blob]) -> str:
        """The `{-# … #-}` behind the module, if there is anything to put there."""
        groups: dict[str, list[str]] = {}
        for blob in blobs:
            limit = self.options.elide_resources_from
            if blob.raw is not None and (limit is None or len(blob.raw) * 2 + 10 <= limit):
                data = blob.alignment.to_bytes(4, "little").hex().upper()
                text = f'{resource_key(blob.key)}: "0x{data}{blob.raw.hex().upper()}"'
                groups.setdefault(blob.dialect, []).append(text)
        sections = [("dialect_resources", groups)] if groups else []
        if self.options.external_resources:
            external = {
                name: [f"{resource_key(key)}: {value}" for key, value in entries.items()]
                for name, entries in self.options.external_resources.items()
            }
            sections.append(("external_resources", external))
        if not sections:
            return ""
        return "\n{-#\n" + ",\n".join(_section(name, entries) for name, entries in sections) + "\n#-}\n"

    # -- Operations ----------------------------------------------------------------------------------------------------

    def operation(self, op: Operation) -> None:
        """One op, without indentation in front or a newline behind."""
        if op._results:
            self._results(op)
        self.operation_body(op)

    def operation_body(self, op: Operation) -> None:
        """The same, without the names of its results."""
        out = self.out
        cls = type(op)
        try:
            writer = self._writers[cls]
        except KeyError:
            writer = self._writers[cls] = self._find_writer(cls)
        if writer is None:
            self._generic(op)
        else:
            name = op.name
            prefix = self.default_dialect + "."
            start = len(self.parts)
            out(name[len(prefix) :] if name.startswith(prefix) and "." not in name[len(prefix) :] else name)
            saved = self.indent, self.default_dialect, self.names, self.blocks
            if op._regions and IsolatedFromAbove in cls.traits:
                self._enter_names_of(op)
            try:
                writer(op, self)
                self.names, self.blocks = saved[2:]
            except (KeyError, IndexError, AttributeError, TypeError, ValueError):
                if self.options.assume_verified and op.__class__.__dict__.get("_strict_printing"):
                    raise
                del self.parts[start:]
                self.indent, self.default_dialect, self.names, self.blocks = saved
                self._generic(op)
        if self.options.debuginfo:
            location = op.location
            out(f" {self.location(location)}")

    def _enter_names_of(self, op: Operation) -> None:
        """Name what is inside an isolated op, if that is not what names stand for already."""
        if self.names.scope is not op:  # type: ignore[attr-defined]
            self.names, self.blocks = Names(op), {}
            name_values(op, self.names, self.blocks, self.options.use_hints)

    def _find_writer(self, cls: type[Operation]) -> Callable[..., Any] | None:
        if self.options.generic or not issubclass(cls, Op) or cls.syntax is None:
            return None
        return operation_printer(cls)

    def _results(self, op: Operation) -> None:
        results = op._results
        names = self.names
        first = names[results[0]]
        if len(results) == 1:
            self.out(f"{first} = ")
            return
        groups: list[str] = []
        position = 0
        while position < len(results):
            base, _, number = names[results[position]].partition("#")
            count = 1
            if number:
                while position + count < len(results) and names[results[position + count]] == f"{base}#{count}":
                    count += 1
            groups.append(f"{base}:{count}" if count > 1 else base)
            position += count
        self.out(f"{', '.join(groups)} = ")

    def _generic(self, op: Operation) -> None:
        out, names, texts = self.out, self.names, self.texts
        operands = op._operands
        out(f"{quote(op.name)}({', '.join([names[value] for value in operands])})")
        if op._successors:
            out(f"[{', '.join([self.block_name(block) for block in op._successors])}]")
        if op._properties:
            whole = op._properties.get(WHOLE_PROPERTIES)
            out(f" <{self.dictionary(op._properties.items()) if whole is None else self.texts[whole]}>")
        if op._regions:
            self._generic_regions(op)
        if op._attributes:
            out(f" {self.dictionary(op._attributes.items())}")
        inputs = ", ".join([texts[value.type] for value in operands])
        out(f" : ({inputs}) -> {self.result_types(op._results)}")

    def _generic_regions(self, op: Operation) -> None:
        self.out(" (")
        saved = self.default_dialect
        self.default_dialect = getattr(op, "default_dialect", None) or "builtin"
        for position, region in enumerate(op._regions):
            if position:
                self.out(", ")
            self._region(region, op, entry_args=True, terminator=True, generic=True)
        self.default_dialect = saved
        self.out(")")

    def result_types(self, results: Sequence[Value]) -> str:
        """`f32`, `(f32, i1)`, `()`: how a functional type ends."""
        if len(results) == 1:
            return self.one_result(results[0].type)
        return f"({', '.join([self.texts[result.type] for result in results])})"

    def one_result(self, type: Type) -> str:
        text = self.texts[type]
        return f"({text})" if isinstance(type, FunctionType) else text

    @staticmethod
    def listed(value: Any) -> Sequence[Value]:
        return () if value is None else [value] if isinstance(value, Value) else value

    # -- Regions and blocks --------------------------------------------------------------------------------------------

    def region(self, region: Region, *, entry_args: bool = True, terminator: bool = True) -> None:
        owner = region.parent
        assert owner is not None
        saved = self.default_dialect
        self.default_dialect = getattr(owner, "default_dialect", None) or "builtin"
        self._region(region, owner, entry_args=entry_args, terminator=terminator, generic=False)
        self.default_dialect = saved

    def regions(self, regions: Sequence[Region]) -> None:
        for position, region in enumerate(regions):
            if position:
                self.out(", ")
            self.region(region)

    def _region(self, region: Region, owner: Operation, *, entry_args: bool, terminator: bool, generic: bool) -> None:
        out = self.out
        if self.options.skip_regions:
            out("{...}")
            return
        saved = self.names, self.blocks
        if IsolatedFromAbove in owner.traits:
            self._enter_names_of(owner)
        out("{\n")
        indent = self.indent
        self.indent = indent + "  "
        for block in region.blocks:
            self._block(block, indent, entry_args, terminator, generic)
        self.indent = indent
        out(f"{indent}}}")
        self.names, self.blocks = saved

    def _block(self, block: Block, indent: str, entry_args: bool, terminator: bool, generic: bool) -> None:
        out = self.out
        is_entry = block.is_entry
        if not is_entry or (block._args and entry_args) or block._uses:
            if not (is_entry and not entry_args and not block._uses):
                out(f"{indent}{self.block_label(block)}\n")
        elif block._first is None and (generic or block._next is not None or not terminator):
            out(f"{indent}{self.block_name(block)}:\n")
        inner = self.indent
        op = block._first
        while op is not None:
            if op._next is None and not terminator and is_entry and not op._operands and not op._attributes:
                break
            out(inner)
            self.operation(op)
            out("\n")
            op = op._next

    def block_label(self, block: Block) -> str:
        """`^bb0(%a: i32):`, with its predecessors in a comment."""
        args = f"({', '.join(map(self.argument, block._args))})" if block._args else ""
        return f"{self.block_name(block)}{args}:{self._predecessors(block)}"

    def _predecessors(self, block: Block) -> str:
        predecessors = block.predecessors
        if not predecessors:
            return "" if block.is_entry else "  // no predecessors"
        names = ", ".join(self.block_name(p) for p in predecessors)
        return f"  // pred: {names}" if len(predecessors) == 1 else f"  // {len(predecessors)} preds: {names}"

    def block_name(self, block: Block) -> str:
        return self.blocks.get(block, "^<<UNKNOWN BLOCK>>")

    def block_names(self, blocks: Iterable[Block]) -> str:
        return ", ".join(map(self.block_name, blocks))

    def argument(self, value: Value) -> str:
        text = f"{self.names[value]}: {self.texts[value.type]}"
        if self.options.debuginfo and isinstance(value, BlockArgument):
            text += f" {self.location(value.location)}"
        return text

    # -- Parts for custom forms ----------------------------------------------------------------------------------------

    def newline(self) -> None:
        self.out(f"\n{self.indent}")

    def name(self, value: Value) -> str:
        return self.names[value]

    def names_of(self, values: Iterable[Value]) -> str:
        return ", ".join([self.names[value] for value in values])

    def type(self, type: Type) -> str:
        return self.texts[type]

    def types_of(self, types: Iterable[Type]) -> str:
        return ", ".join([self.texts[type] for type in types])

    def attribute(self, attr: Attribute) -> str:
        return self.texts[attr]

    def attribute_without_type(self, attr: Attribute) -> str:
        return self.untyped[attr]

    def symbol(self, name: str) -> str:
        return symbol_text(name)

    def attr_dict(
        self,
        op: Operation,
        elided: Iterable[str] = (),
        *,
        keyword: bool = False,
        defaults: Mapping[str, Attribute] | None = None,
    ) -> None:
        hidden = frozenset(elided)
        entries = {
            name: attr
            for name, attr in op._properties.items()
            if name not in hidden and not (defaults is not None and defaults.get(name) is attr)
        }
        entries.update((name, attr) for name, attr in op._attributes.items() if name not in hidden)
        if entries:
            self.out(f"{' attributes' if keyword else ''} {self.dictionary(entries.items())}")

    def dictionary(self, entries: Iterable[tuple[str, Attribute]] | Mapping[str, Attribute]) -> str:
        return super().dictionary(entries.items() if isinstance(entries, Mapping) else entries)


_ALIASED: dict[type[Attribute], str] = {AffineMapAttr: "map", IntegerSetAttr: "set", DistinctAttr: "distinct"}


def _nested_attributes(values: Iterable[Any]) -> Iterable[Attribute]:
    """The attributes among parameters, in tuples of tuples too."""
    for value in values:
        if isinstance(value, Attribute):
            yield value
        elif isinstance(value, tuple) and value and not isinstance(value[0], (int, str)):
            yield from _nested_attributes(value)  # type: ignore[arg-type]
        elif isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Attribute):  # type: ignore[arg-type]
            yield value[1]  # type: ignore[misc]


def _section(name: str, groups: Mapping[str, Sequence[str]]) -> str:
    shown = []
    for group, entries in groups.items():
        lines = ",\n".join(f"      {entry}" for entry in entries)
        shown.append(f"    {resource_key(group)}: {{\n{lines}\n    }}")
    return f"  {name}: {{\n" + ",\n".join(shown) + "\n  }"


def print_ir(op: Operation, options: PrintOptions | None = None) -> str:
    """The MLIR text of an operation, ending in a newline."""
    return Printer(options or PrintOptions()).print_top(op)


