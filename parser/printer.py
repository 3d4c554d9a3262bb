"""Printing operations: custom and generic form, names of values, aliases, locations.

Values keep their names from the source if they are unambiguous; the others are numbered as in MLIR, separately for each
isolated op. An op that cannot be printed in its custom form, because it does not verify or the form cannot express it,
for which its writer raises a `ValueError`, is printed in generic form.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..ir import Attribute, Block, BlockArgument, Operation, Region, Type, Value
from ..ir.blocks import NO_ALIASES
from ..ir.builtin_attributes import (
    Blob,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from ..ir.builtin_types import FloatType, FunctionType, IndexType, IntegerType
from ..ir.definition import Op
from ..ir.elements import hex_pieces
from ..ir.mistakes import raised_by
from ..ir.operations import WHOLE_PROPERTIES
from ..ir.traits import IsolatedFromAbove
from ..ir.verifier import verify
from .aliases import Aliases, nested_in
from .attribute_printer import HEX_FROM, AttributePrinter, PrettyLocations, resource_key, symbol_text
from .naming import Names, name_values
from .strings import quote
from .syntax import operation_printer

Form = tuple["Callable[..., Any] | None", str]
"""The function that prints the text after an op's name, and the printed name."""


class PrintOptions:
    """Options of printing, named after MLIR's flags."""

    __slots__ = (
        "debuginfo", "defined_aliases", "dialect_resources", "digest", "elide_elements_from", "elide_resources_from",
        "external_resources", "generic", "hex_from", "local_scope", "pretty_debuginfo", "skip_regions", "unique_ids",
        "use_hints", "value_users",
    )  # fmt: skip

    def __init__(
        self,
        *,
        generic: bool = False,
        debuginfo: bool = False,
        pretty_debuginfo: bool = False,
        local_scope: bool = False,
        defined_aliases: Mapping[Attribute, str] | None = None,
        digest: Callable[[bytes | memoryview], str] | None = None,
        elide_elements_from: int | None = None,
        elide_resources_from: int | None = None,
        hex_from: int | None = HEX_FROM,
        skip_regions: bool = False,
        use_hints: bool | None = None,
        value_users: bool = False,
        unique_ids: bool | None = None,
        external_resources: Mapping[str, Mapping[str, str]] | None = None,
        dialect_resources: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.generic = generic
        self.debuginfo = debuginfo
        self.pretty_debuginfo = pretty_debuginfo
        self.local_scope = local_scope
        """Whether all that an op needs is printed in its place: nothing is defined before it."""
        self.defined_aliases = defined_aliases or {}
        """Aliases that may be used in local scope, because the text goes where they are defined."""
        self.digest = digest
        """A digest that is printed instead of many elements: the text identifies the module, but cannot be read."""
        self.elide_elements_from = elide_elements_from
        self.elide_resources_from = elide_resources_from
        self.hex_from = hex_from
        self.skip_regions = skip_regions
        self.use_hints = not generic if use_hints is None else use_hints
        """Whether values keep their names from the source; in generic form they are numbered, as in MLIR."""
        self.value_users = value_users
        self.unique_ids = generic and not self.use_hints if unique_ids is None else unique_ids
        """Whether values are numbered across the module; in generic form they are, as in MLIR."""
        self.external_resources = external_resources or {}
        self.dialect_resources = dialect_resources or {}
        """Resources of unknown dialects: literals by dialect and key."""


class Printer(AttributePrinter):
    """Prints one operation with its regions."""

    def __init__(self, options: PrintOptions) -> None:
        super().__init__(
            elide_elements_from=options.elide_elements_from, hex_from=options.hex_from, digest=options.digest
        )
        self.options = options
        if options.pretty_debuginfo:
            self.location_in_full = PrettyLocations(self).spell
        self.parts: list[str] = []
        self.out = self.parts.append
        self.write = self.out
        self.names: Names = Names()
        self.blocks: dict[Block, str] = {}
        self.keeps_distinct_numbers = False
        self.ids: dict[Operation, str] | None = None
        """The numbers of ops without results, for a printer that shows them."""
        self._large: list[bytes | memoryview] | None = None
        """Data of large constants, whose texts have its number between zero bytes; `None`: its digits."""
        self._quoted_names: dict[str, str] = {}
        self._forms_by_dialect: dict[str, dict[type[Operation], Form]] = {}
        self._set_default_dialect("builtin")

    # -- The whole -----------------------------------------------------------------------------------------------------

    def print_top(self, op: Operation) -> str:
        """Return the text of `op`, with aliases before it, and resources and locations after it."""
        options = self.options
        self._large = []
        aliases = Aliases(
            op,
            with_locations=options.debuginfo and not options.local_scope,
            with_regions=not options.skip_regions,
            is_generic=options.generic,
            kept=_kept_aliases(op) if options.use_hints and not options.local_scope else NO_ALIASES,
        )
        self.aliases = dict(options.defined_aliases) if options.local_scope else aliases.names
        name_values(
            _naming_scope(op),
            self.names,
            self.blocks,
            hints=options.use_hints,
            suggestions=not options.generic,
            unique=options.unique_ids,
            ids=self.ids,
        )
        self.keeps_distinct_numbers = aliases.keeps_distinct_numbers
        names = {} if options.local_scope else aliases.names
        definitions = {attr: f"{alias} = {self.spell(attr)}\n" for attr, alias in names.items()}
        if aliases.kept:  # texts that were needed for definitions are forgotten, so that uses are noted
            self.texts.clear()
            self.untyped.clear()
            self.used_aliases.clear()
        self.operation(op)
        unused = aliases.kept.keys() - nested_in(self.used_aliases) if aliases.kept else ()
        head = [text for attr, text in definitions.items() if attr not in aliases.late and attr not in unused]
        tail = [text for attr, text in definitions.items() if attr in aliases.late]
        omits_resources = options.local_scope or options.digest is not None
        resources = [] if omits_resources else self._resources(aliases.blobs)
        parts = [*head, *self.parts, "\n", *tail, *resources]
        return "".join(self._with_digits(parts) if self._large else parts)

    def digits(self, data: bytes | memoryview) -> str:
        """Return the number of large data: each text that has its digits in it would be another copy."""
        if self._large is None:
            return super().digits(data)
        self._large.append(data)
        return f"\0{len(self._large) - 1}\0"

    def _with_digits(self, parts: Iterable[str]) -> Iterator[str]:
        """Return parts of a text with digits for the numbers of large data."""
        assert self._large is not None
        for part in parts:
            for index, piece in enumerate(part.split("\0")):
                if index % 2:
                    yield from hex_pieces(self._large[int(piece)])
                else:
                    yield piece

    def distinct_number(self, attr: DistinctAttr) -> int:
        """Return the number of an attribute by the order in which the module mentions them, as in MLIR."""
        if self.keeps_distinct_numbers:
            return super().distinct_number(attr)
        return self.distinct.setdefault(attr, len(self.distinct))

    def _resources(self, blobs: Iterable[Blob]) -> list[str]:
        """Return the `{-# … #-}` section after the module, or an empty text."""
        options = self.options
        limit = options.elide_resources_from
        groups: dict[str, list[list[str]]] = {}
        for name, entries in options.dialect_resources.items():
            groups[name] = _kept(entries, limit)
        for blob in blobs:
            if blob.raw is not None and (limit is None or len(blob.raw) * 2 + 10 <= limit):
                data = blob.alignment.to_bytes(4, "little").hex().upper()
                pieces = [f'{resource_key(blob.key)}: "0x{data}', *hex_pieces(blob.raw), '"']
                groups.setdefault(blob.dialect, []).append(pieces)
        external = {name: _kept(entries, limit) for name, entries in options.external_resources.items()}
        first, second = _section("dialect_resources", groups), _section("external_resources", external)
        comma = [",\n"] if first and second else []
        return ["\n{-#\n", *first, *comma, *second, "\n#-}\n"] if first or second else []

    # -- Operations ----------------------------------------------------------------------------------------------------

    def operation(self, op: Operation) -> None:
        """Print one op, without indentation before it or a newline after it."""
        results = op._results
        if len(results) == 1:
            self.out(f"{self.names[results[0]]} = ")
        elif results:
            self._results(op)
        self.operation_body(op)

    def operation_body(self, op: Operation) -> None:
        """Print an op without the names of its results."""
        out = self.out
        cls = type(op)
        try:
            writer, name = self._forms[cls]
        except KeyError:
            writer, name = self._find_form(cls)
        if writer is None:
            self._generic(op)
        else:
            start = len(self.parts)
            out(name)
            saved = self.indent, self.default_dialect, self._forms
            try:
                writer(op, self)
            except (KeyError, IndexError, AttributeError, TypeError, ValueError) as error:
                if not isinstance(error, ValueError) and verify(op):  # by which a writer says that its form lacks words
                    raise raised_by("the printer", op, error, writer) from error
                del self.parts[start:]
                self.indent, self.default_dialect, self._forms = saved
                self._generic(op)
        if self.options.debuginfo:
            pretty = self.options.pretty_debuginfo
            out(f" {self.location_in_full(op.location) if pretty else self.location(op.location)}")

    def _find_form(self, cls: type[Operation]) -> Form:
        """Return the printer and the printed name of a kind of op, or nothing if the generic form is used."""
        form: Form = (None, "")
        if not self.options.generic and issubclass(cls, Op) and cls.syntax is not None:
            dialect, _, mnemonic = cls.name.partition(".")
            short = dialect == self.default_dialect and "." not in mnemonic
            form = operation_printer(cls), mnemonic if short else cls.name
        if cls.is_registered:
            self._forms[cls] = form
        return form

    def _set_default_dialect(self, dialect: str) -> None:
        self.default_dialect: str = dialect
        self._forms = self._forms_by_dialect.setdefault(dialect, {})

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
        name = self._quoted_names.get(op.name)
        if name is None:
            name = self._quoted_names[op.name] = quote(op.name)
        out(f"{name}({', '.join([names[value] for value in operands])})")
        if op._successors:
            out(f"[{', '.join([self.block_name(block) for block in op._successors])}]")
        properties, attributes = op.generic_dictionaries()
        if properties:
            replacement = properties.get(WHOLE_PROPERTIES)
            out(f" <{self.entries(properties.items()) if replacement is None else self.texts[replacement]}>")
        if op._regions:
            self._generic_regions(op)
        if attributes:
            out(f" {self.entries(attributes.items())}")
        results = op._results
        outputs = self.one_result(results[0].type) if len(results) == 1 else self.result_types(results)
        out(f" : ({', '.join([texts[value.type] for value in operands])}) -> {outputs}")

    def _generic_regions(self, op: Operation) -> None:
        self.out(" (")
        saved = self.default_dialect
        self._set_default_dialect(getattr(op, "default_dialect", None) or "")
        for position, region in enumerate(op._regions):
            if position:
                self.out(", ")
            self._region(region, entry_args=True, terminator=True, generic=True)
        self._set_default_dialect(saved)
        self.out(")")

    def result_types(self, results: Sequence[Value]) -> str:
        """Return the result types of a functional type: `f32`, `(f32, i1)`, `()`."""
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
        self._set_default_dialect(getattr(owner, "default_dialect", None) or "")
        self._region(region, entry_args=entry_args, terminator=terminator, generic=False)
        self._set_default_dialect(saved)

    def regions(self, regions: Sequence[Region]) -> None:
        for position, region in enumerate(regions):
            if position:
                self.out(", ")
            self.region(region)

    def _region(self, region: Region, *, entry_args: bool, terminator: bool, generic: bool) -> None:
        out = self.out
        if self.options.skip_regions:
            out("{...}")
            return
        out("{\n")
        indent = self.indent
        self.indent = indent + "  "
        for block in region.blocks:
            self._block(block, indent, entry_args, terminator, generic)
        self.indent = indent
        out(f"{indent}}}")

    def _block(self, block: Block, indent: str, entry_args: bool, terminator: bool, generic: bool) -> None:
        out = self.out
        is_entry = block.is_entry
        if not is_entry or (block._args and entry_args) or block._uses:
            if not (is_entry and not entry_args and not block._uses):
                out(f"{indent}{self.block_label(block)}\n")
        elif block._first is None and (generic or block._next is not None or not terminator):
            out(f"{indent}{self.block_name(block)}:\n")
        if self.ids is not None:
            self.note_arguments(block)
        inner = self.indent
        operation = self.operation
        op = block._first
        while op is not None:
            if op._next is None and not terminator and is_entry and _says_nothing(op):
                break
            out(inner)
            operation(op)
            out("\n")
            op = op._next

    def note_arguments(self, block: Block) -> None:
        """Print the users of the arguments of a block; see `value_users`."""

    def block_label(self, block: Block) -> str:
        """Return `^bb0(%a: i32):`, with its predecessors in a comment."""
        args = f"({', '.join(map(self.argument, block._args))})" if block._args else ""
        return f"{self.block_name(block)}{args}:{self._predecessors(block)}"

    def _predecessors(self, block: Block) -> str:
        sources = [branch.parent for branch, _ in block.uses]
        if not sources:
            return "" if block.is_entry else "  // no predecessors"
        names = sorted([self.block_name(source) for source in sources if source is not None], key=_number_in_name)
        return f"  // pred: {names[0]}" if len(names) == 1 else f"  // {len(names)} preds: {', '.join(names)}"

    def block_name(self, block: Block) -> str:
        return self.blocks.get(block, "^<<UNKNOWN BLOCK>>")

    def block_names(self, blocks: Iterable[Block]) -> str:
        return ", ".join(map(self.block_name, blocks))

    def argument(self, value: Value) -> str:
        text = f"{self.names[value]}: {self.texts[value.type]}"
        if self.options.debuginfo and isinstance(value, BlockArgument):
            text += f" {self.location_in_full(value.location)}"
        return text

    # -- Parts for custom forms ----------------------------------------------------------------------------------------

    def newline(self) -> None:
        self.out(f"\n{self.indent}")

    @contextmanager
    def indented(self) -> Generator[None]:
        before = self.indent
        self.indent = before + "  "
        yield
        self.indent = before

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
            text = self.entries(entries.items(), over_lines=op.over_lines)
            self.out(f"{' attributes' if keyword else ''} {text}")


_PLAIN_KINDS = frozenset({IntegerAttr, FloatAttr, StringAttr, UnitAttr, IntegerType, FloatType, IndexType})
"""Kinds of attributes that contain none with an alias; most attributes are of these kinds."""


def _number_in_name(label: str) -> tuple[int, str]:
    """Return a key that sorts `^bb2` before `^bb10`."""
    return len(label), label


def _says_nothing(op: Operation) -> bool:
    """Return whether a terminator is what a reader adds where the text leaves it out."""
    has_parts = op._operands or op._results or op._properties or op._attributes or op._successors
    has_parts = has_parts or any(block._first or block._args for region in op._regions for block in region.blocks)
    return op.is_registered and op.may_be_terminator and not has_parts


def _kept(entries: Mapping[str, str], limit: int | None) -> list[list[str]]:
    """Return the resources that are short enough to be printed; those that are not strings always are."""
    short = {k: v for k, v in entries.items() if limit is None or not v.startswith('"') or len(v) - 2 <= limit}
    return [[resource_key(key), ": ", literal] for key, literal in short.items()]


def _kept_aliases(op: Operation) -> Mapping[Attribute, str]:
    """Return the names that the source of an op's module gave to types and attributes."""
    while (parent := op.parent_op) is not None:
        op = parent
    return op._regions[0].kept_aliases if op._regions else NO_ALIASES


def _naming_scope(op: Operation) -> Operation:
    """Return the op within which names are assigned: an outer op if `op` may use values from outside."""
    if not (op.operands or op.results or op.regions or op.successors):
        return op  # such as a global, of which a module may have thousands
    scope = op
    while IsolatedFromAbove not in scope.traits:
        parent = scope.parent_op
        if parent is None:
            break
        scope = parent
    return scope


def _section(name: str, groups: Mapping[str, Sequence[Sequence[str]]]) -> list[str]:
    """Return a part of the metadata in pieces, because large resources should be copied only once."""
    parts: list[str] = []
    for group, entries in groups.items():
        if not entries:
            continue
        parts.append(f"{',' if parts else f'  {name}: {{'}\n    {resource_key(group)}: {{\n")
        for index, entry in enumerate(entries):
            parts += [",\n      " if index else "      ", *entry]
        parts.append("\n    }")
    return [*parts, "\n  }"] if parts else []
