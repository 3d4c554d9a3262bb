"""Reading operations: values and their names, blocks, regions, and the generic form.

Custom forms are read by functions that `syntax` compiles from each op's declaration; `assembly` has the methods that
they call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ..ir import Attribute, Block, BlockArgument, Location, Operation, Region, Type, UnregisteredOp, Value
from ..ir.blocks import ORDER_GAP
from ..ir.builtin_attributes import DictionaryAttr
from ..ir.builtin_types import FunctionType
from ..ir.compilation import WRONG_CODE, create_with_inferred_results
from ..ir.context import Context
from ..ir.definition import ONE, Op
from ..ir.diagnostics import MOST_ERRORS
from ..ir.dialect import Dialect
from ..ir.docstrings import docstring_of
from ..ir.errors import DlcError, InvalidAttributeError, WrongOperand
from ..ir.locations import PendingLocation, Source
from ..ir.mistakes import described, line_of, message_of
from ..ir.operations import WHOLE_PROPERTIES, make_operation
from ..ir.traits import IsolatedFromAbove
from ..ir.values import PlaceholderValue
from .attribute_reader import AttributeReader, LocationAlias
from .attribute_syntax import attribute_form
from .driver import ACCEPTING, Driver, Reported, SyntaxFailure, WithoutExample, skip_space
from .strings import unquote
from .syntax import operation_reader
from .tables import lazy_matcher

OpReader = Callable[[Any, PendingLocation], Operation]
_VALUE_NAME = re.compile(r"%[\w$.#-]+")
_ONE_NUMBER = lazy_matcher(
    r"<\{([A-Za-z_]\w*) = (-?(?:0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?)[ ]*:[ ]*\w+)\}>\Z"
)
_RESULT = r"(%[\w$.-]+)\s*(?::\s*([0-9]+))?"
MOST_DIGITS = 1000
"""Digits of a number of results that are read: more are wrong, whatever they are."""
BYTE_ORDER_MARK = "\ufeff"
"""Written by some editors at the start of a file, where it means nothing."""
DEEPEST_REGION = 1000
_BLOCK_ARGUMENT = re.compile(r"(%[\w$.-]+)\s*:\s*(!?[\w$.]+(?:<[^<>]*>)?)")
_NAME_CHARACTER = lazy_matcher(r"[\w$.-]")
_OP_NAME = lazy_matcher(r"[\w$.]*")
_ALIAS_NAME = lazy_matcher(r"[#!]([\w$-]+)")
_DIGITS = frozenset("0123456789")


def _without_comments(results: str) -> str:
    """Return the names before `=`, without comments."""
    return re.sub(r"//[^\n]*", "", results)[:-1].strip()


class RegionFrame:
    """A region that is being read: its blocks by label, and the names whose scope it is."""

    __slots__ = (
        "block", "default_dialect", "defined", "is_damaged", "isolated", "labels", "op_names", "opened", "outer",
        "region", "values",
    )  # fmt: skip

    def __init__(
        self,
        region: Region,
        isolated: bool,
        values: dict[str, Value],
        default_dialect: str,
        outer: tuple[dict[str, Value], ...] = (),
    ) -> None:
        self.region = region
        self.block: Block | None = None
        self.labels: dict[str, tuple[Block, int]] = {}
        """Blocks by label, with the offset of their first mention; blocks that are not in the region are undefined."""
        self.defined: list[str] = []
        self.isolated = isolated
        self.values = values
        self.outer = outer
        """The names in scope around the enclosing isolated op, which must be neither used nor redefined inside it."""
        self.default_dialect = default_dialect
        self.op_names: dict[str, OpReader] = {}
        self.opened = -1
        """The offset of the brace that opened the region."""
        self.is_damaged = False
        """Whether an error in the region may have caused names and blocks to be missing."""


class GenericStart:
    """The first part of an op in generic form."""

    __slots__ = ("cls", "name", "offset", "operands", "results")

    def __init__(self, results: str | None, name: str, operands: list[str], offset: int, cls: type[Op] | None) -> None:
        self.results = results
        self.name = name
        self.operands = operands
        self.offset = offset
        self.cls = cls


class Successors:
    """The successors of an op in generic form."""

    __slots__ = ("blocks",)

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = blocks


class Discardable:
    """The attribute dictionary of an op in generic form."""

    __slots__ = ("entries",)

    def __init__(self, entries: dict[str, Attribute]) -> None:
        self.entries = entries


_NOTHING: dict[str, Attribute] = {}


class OperationReader(AttributeReader):
    """Reads a file of operations. All syntax errors in it are reported, not only the first."""

    def __init__(self, source: Source, context: Context) -> None:
        super().__init__(source, context)
        self.top = Region()
        self.values: dict[str, Value] = {}
        self.frames: list[RegionFrame] = []
        self.frame = self.outermost = self.base_frame = RegionFrame(self.top, True, self.values, "builtin")
        """The innermost region. `base_frame` is the one in which a custom form began; recovery never leaves it."""
        self._recovered_until = 0
        self._brace_pairs: dict[int, int] | None = None
        """Matching braces and block ends, computed at the first error."""
        self.block: Block | None = None
        self.failed = False
        self._examples_shown: set[type[Operation] | type[Attribute]] = set()
        self._readers: dict[str, dict[str, OpReader]] = {}
        self.op_readers: dict[str, OpReader] = self._readers.setdefault("builtin", {})
        self._starts: list[GenericStart] = []
        self._waiting: list[tuple[Any, LocationAlias]] = []
        self._ops_with_defaults: dict[type[Op], list[tuple[str, Attribute]]] = {}
        self._inherent: dict[type[Op], set[str]] = {}
        self._respelled: dict[type[Op], list[tuple[str, Callable[[Attribute], Attribute]]]] = {}

    # -- The file ------------------------------------------------------------------------------------------------------

    def read_file(self) -> list[Operation]:
        """Read all top-level operations. All errors have been reported when this returns."""
        self.frame.block = self.block = Block()
        self.top.append(self.block)
        try:
            self.run("file", len(BYTE_ORDER_MARK) if self.text.startswith(BYTE_ORDER_MARK) else 0)
        except SyntaxFailure as failure:
            self.report(failure)
        except (RecursionError, MemoryError):
            self.report(SyntaxFailure(self.pos, "cannot read the input: it is nested too deeply or too large"))
        while self.frame is not self.outermost:
            self.frame.is_damaged = True
            self._leave_region(complete=False)
        self._define_missing_blocks(self.frame, complete=True)
        self._end_isolated_scope(self.frame)
        self._resolve_location_aliases()
        ops = [op for block in self.top.blocks for op in block.ops]
        for op in ops:
            op.detach()
        return ops

    def begin_inside(self, values: Mapping[str, Value], default_dialect: str | None) -> None:
        """Let the text be lines from a region with this default dialect, and with these values around them."""
        self.values.update(values)
        self.frame.default_dialect = default_dialect or "builtin"
        self._enter(self.frame)

    def report(self, failure: SyntaxFailure) -> None:
        """Turn a failure into a diagnostic."""
        self.failed = True
        if isinstance(failure, Reported):
            return
        offset = min(failure.offset, self.length)
        notes: list[tuple[PendingLocation, str]] = []
        if not isinstance(failure, WithoutExample):
            notes = self._example(failure.op_start) if failure.attribute is None else self._form(*failure.attribute)
        self.context.diagnostics.error((self.source, offset), failure.message, notes=notes)

    def _form(self, cls: type[Attribute], offset: int) -> list[tuple[PendingLocation, str]]:
        """Return a note with how an attribute or type is written, unless it was shown before."""
        form = attribute_form(cls) if cls not in self._examples_shown else None
        self._examples_shown.add(cls)
        return [((self.source, offset), f"'{cls.name}' is written like this: {form}")] if form is not None else []

    def _example(self, start: int | None) -> list[tuple[PendingLocation, str]]:
        """Return a note with the first example of the op at an offset, unless it was shown before."""
        name = _OP_NAME(self.text, start).group() if start is not None else ""  # type: ignore[union-attr]
        cls = self._class_of(name)
        if start is None or cls is None or cls in self._examples_shown:
            return []
        self._examples_shown.add(cls)
        examples = docstring_of(cls).examples
        if not examples:
            return []
        first, _, rest = examples[0].partition("\n")
        return [((self.source, start), f"'{cls.name}' is written like this: {first}{' …' if rest else ''}")]

    def recover(self, failure: SyntaxFailure, states: list[int], values: list[Any]) -> int:
        """Report an error, unwind to a state in which an operation may begin, and continue at the next possible line.

        Every recovery continues after the previous one, or ends at the end of the text.
        """
        if isinstance(failure, NothingLeft):
            raise failure
        actions = self.tables.actions
        depth = len(states)
        while depth and actions[states[depth - 1]].get("RESULTS", -1) < 0:
            depth -= 1
        if not depth:
            raise failure
        next_op = self._op_behind(failure, values[depth - 1 :])
        if next_op is not None:
            failure.offset = self._code_end(next_op)
        self.report(failure)
        if self.context.diagnostics.error_count >= MOST_ERRORS:
            raise NothingLeft(failure.offset)
        broken = values[depth - 1 :]
        del states[depth:]
        del values[depth - 1 :]
        self._unwind_frames(values)
        first: object = broken[0] if broken else None
        if isinstance(first, re.Match):  # the head of a custom form
            head = cast("re.Match[str]", first)
            self.note_broken(head[0], head.start())
        elif isinstance(first, str):
            self.note_broken(first, self.written_before(first, min(failure.offset, self.length)))
        self._starts = [value for value in values if isinstance(value, GenericStart)]
        resume = next_op or self._next_line(max(failure.offset, self.pos, self._recovered_until))
        self._recovered_until = self.pos = resume
        if self.frame is self.outermost:
            self._skip_stray_braces()
        if skip_space(self.text, self.pos).end() >= self.length:  # type: ignore[union-attr]
            raise NothingLeft(self.length)
        return states[-1]

    def _op_behind(self, failure: SyntaxFailure, values: list[Any]) -> int | None:
        """Return where a line begins whose op was taken for a part of an op before it, of which these values are."""
        line = self.text.rfind("\n", 0, min(failure.offset, self.length)) + 1
        begins = re.compile(BEGINS_OP).match(self.text, line)
        if not values or begins is None or line <= self._recovered_until + 1:
            return None
        if self.pos <= failure.offset == begins.start("op"):
            is_op = begins["results"] is not None or self._class_of(begins["name"]) is not None
        else:  # something of the line was read: as an operand, for example
            first = values[0] if isinstance(values[0], str) else None
            start = self.written_before(first, failure.offset) if first else failure.op_start
            is_op = begins["results"] is not None and start is not None and start < line
        return line if is_op else None

    def _code_end(self, line: int) -> int:
        """Return the end of what is written before a line, comments aside."""
        while line:
            start = self.text.rfind("\n", 0, line - 1) + 1
            code = re.compile(CODE).match(self.text, start, line)
            if code is not None and code.group().strip():
                return start + len(code.group().rstrip())
            line = start
        return 0

    def note_broken(self, head: str, offset: int) -> None:  # noqa: ARG002 (readers for editors need it)
        """Record an alias whose definition failed, so that its uses are not reported.

        `head` is the text with which the definition, or the op, begins at the offset.
        """
        match = _ALIAS_NAME(head)
        if match is not None:
            self.broken_aliases.add(match.group(1))

    def _unwind_frames(self, values: list[Any]) -> None:
        """Leave the regions that were entered since a state, and mark those around it as damaged."""
        alive = {id(value) for value in values if isinstance(value, RegionFrame)}
        while self.frame is not self.base_frame and id(self.frame) not in alive:
            self._leave_region(complete=False)
        for frame in (*self.frames, self.frame):
            frame.is_damaged = True

    def _next_line(self, pos: int) -> int:
        """Return the end of the line of `pos`, or of the line that ends the block which this line opens; if the region
        that is being read ends before, the brace that ends it.
        """
        closed = self._behind_block(self.frame.opened)
        while True:
            end = self.text.find("\n", pos)
            end = self.length if end < 0 else end
            if closed is not None and pos < closed <= end:
                return closed - 1
            if end == self.length:
                return end
            braces = (self._behind_block(match.start()) for match in re.compile("{").finditer(self.text, pos, end))
            behind = next((each for each in braces if each is not None and each > end), None)
            if behind is None:
                return end
            pos = behind

    def _behind_block(self, pos: int) -> int | None:
        """Return the offset after the brace that matches the one at `pos`, if there is one."""
        pairs = self._brace_pairs
        if pairs is None:
            pairs = self._brace_pairs = {}
            opened: list[int] = []
            for match in re.finditer(BRACE, self.text):
                if match.group() == "{":
                    opened.append(match.start())
                elif match.group() == "}" and opened:
                    pairs[opened.pop()] = match.end()
        return pairs.get(pos)

    def _skip_stray_braces(self) -> None:
        """Skip top-level closing brackets after an error, which belong to the text that could not be read."""
        while True:
            self.pos = skip_space(self.text, self.pos).end()  # type: ignore[union-attr]
            if self.text[self.pos] not in "})":
                return
            self.pos = self._next_line(self.pos)

    def on_file_items(self, *_: Any) -> None:
        return None

    on_file = on_file_items

    def on_attribute_alias(self, definition: str, value: Attribute) -> None:
        self._define_alias(definition, value, self.attribute_aliases)

    def on_type_alias(self, definition: str, value: Type) -> None:
        self._define_alias(definition, value, self.type_aliases)

    def _define_alias(self, definition: str, value: Any, aliases: dict[str, Any]) -> None:
        name = _ALIAS_NAME(definition).group(1)  # type: ignore[union-attr]
        if value.parameters:
            self.check_size(value, self.token_start)
        if name in aliases:
            kind = "attribute" if aliases is self.attribute_aliases else "type"
            offset = self.written_before(definition, self.token_start)
            raise SyntaxFailure(offset, f"redefinition of {kind} alias id '{name}'")
        aliases[name] = value

    def _resolve_location_aliases(self) -> None:
        for holder, alias in self._waiting:
            attribute = self.attribute_aliases.get(alias.spelling)
            if isinstance(attribute, Location):
                holder._location = attribute
            else:
                self.failed = True
                holder._location = (self.source, 0)
                self.context.diagnostics.error(
                    (self.source, alias.offset), f"operation location alias was never defined: '#{alias.spelling}'"
                )

    # -- Operations ----------------------------------------------------------------------------------------------------

    def place(self, op: Operation, results: str | None) -> Operation:
        """Append an op to the current block, and name its results."""
        block = self.block
        if block is None:
            block = self._first_block()
        if op._parent is not None:
            block.append(op)  # which says what is wrong
        last = block._last  # as `block.append` does, for an op that is new
        op._parent, op._prev = block, last
        if last is None:
            block._first = op
            op._order = 0
        else:
            last._next = op
            op._order = last._order + ORDER_GAP
        block._last = op
        if results is not None:
            if len(op._results) == 1 and ":" not in results and "," not in results:
                self.define(results, op._results[0])
            else:
                self._define_results(results, op)
        return op

    def on_located(self, *parts: Any) -> None:
        """Set the location of an op, which are the last two parts; in a block there may be others before them."""
        op, location = parts[-2:]
        self.locate(op, location)

    def locate(self, holder: Operation | BlockArgument, location: Location) -> None:
        """Set the location of an op or block argument, possibly later."""
        if type(location) is LocationAlias:
            self._waiting.append((holder, location))
        else:
            holder._location = location

    def _first_block(self) -> Block:
        """Return the block of a region whose first op has no label."""
        block = self.block = self.frame.block = Block()
        self.frame.region.append(block)
        return block

    # -- Custom form ---------------------------------------------------------------------------------------------------

    def on_custom(self, head: re.Match[str]) -> Operation:
        return self._read_custom(head, head.group(1), head.start())

    def on_custom_with_comments(self, results: str, head: re.Match[str]) -> Operation:
        if head.group(1) is not None:
            self.pos = head.start()
            raise SyntaxFailure(self.pos, "expected an operation name after '='")
        return self._read_custom(head, _without_comments(results), head.start())

    def _read_custom(self, head: re.Match[str], results: str | None, start: int) -> Operation:
        """Read an op and those after it that are of kinds which occurred before, without asking the tables what comes
        next. Return the last.
        """
        text, source, match_head = self.text, self.source, self.tables.matcher("CUSTOM_HEAD")
        name, offset = head[2], head.start(2)
        try:
            while True:
                reader = self.op_readers.get(name) or self._find_reader(name, offset)
                self.token_start = start
                self.pos = offset + len(name)
                try:
                    op = reader(self, (source, offset))
                except SyntaxFailure as failure:
                    failure.op_start = offset if failure.op_start is None else failure.op_start
                    raise
                self.token_start = start
                self.place(op, results)
                following = match_head(text, self.pos)
                if following is None:
                    return op
                results, name = following.groups()
                if name not in self.op_readers:
                    return op
                offset = following.start(2)
                start = offset if results is None else following.start(1)
        except InvalidAttributeError as error:
            raise SyntaxFailure(self.pos, str(error)) from None
        except (SyntaxFailure, DlcError, RecursionError, MemoryError):
            raise
        except Exception as error:
            raise WithoutExample(offset, f"reading '{name}' raised {described(error)}") from error

    def _find_reader(self, name: str, offset: int) -> OpReader:
        cls = self._class_of(name)
        if cls is None:
            raise SyntaxFailure(offset, self._unknown_op(name, self.frame.default_dialect))
        if cls.syntax is None:
            raise SyntaxFailure(offset, f"op '{cls.name}' has no custom form; write it as '\"{cls.name}\"(…)'")
        reader = self.op_readers[name] = operation_reader(cls)
        return reader

    def _class_of(self, name: str) -> type[Op] | None:
        """Return the class of an op by its name in custom form, which may lack the dialect that surrounds it."""
        dialect = self.frame.default_dialect
        cls = self.context.op_class(name)
        if cls is None and "." not in name:
            for prefix in dict.fromkeys((dialect, "builtin")):
                cls = cls or self.context.op_class(f"{prefix}.{name}")
        elif cls is None and dialect != "builtin":
            cls = self.context.op_class(f"{dialect}.{name}")
        return cls

    def replace_reader(self, earlier: OpReader, later: OpReader) -> None:
        """Use another reader for the ops that one reads."""
        for readers in self._readers.values():
            for name, reader in readers.items():
                if reader == earlier:
                    readers[name] = later

    def _unknown_op(self, name: str, default_dialect: str) -> str:
        prefix, dot, _ = name.partition(".")
        if dot and self.context.dialect(prefix) is None:
            loading = self.loading(prefix, self.context.suggest_op(name))
            return f"dialect '{prefix}' not found for custom op '{name}'{loading}"
        if dot:
            return f"custom op '{name}' is unknown{self.context.suggest_op(name)}"
        tried = " and ".join(f"'{dialect}.{name}'" for dialect in dict.fromkeys((default_dialect, "builtin")))
        hint = self.context.suggest_op(f"{default_dialect}.{name}") or self.context.suggest_op(name)
        return f"custom op '{name}' is unknown (tried {tried} as well){hint}"

    # -- Generic form --------------------------------------------------------------------------------------------------

    def on_generic_start(self, head: re.Match[str]) -> GenericStart:
        start = self._start_of(head)
        self._starts.append(start)
        return start

    def _start_of(self, head: re.Match[str]) -> GenericStart:
        results, name, operands = head.groups()
        name = name[1:-1] if "\\" not in name else self.unquoted(name)
        return self._generic_start(results, name, _VALUE_NAME.findall(operands) if operands else [], head.start(2))

    def on_generic_start_in_parts(self, *parts: Any) -> GenericStart:
        results = _without_comments(parts[0]) if len(parts) == 3 else None
        start = self._generic_start(results, self.unquoted(parts[-2]), parts[-1], self.token_start)
        self._starts.append(start)
        return start

    def _generic_start(self, results: str | None, name: str, operands: list[str], offset: int) -> GenericStart:
        if not name:
            raise SyntaxFailure(offset, "empty operation name is invalid")
        if "\0" in name:
            raise SyntaxFailure(offset, "null character not allowed in operation name")
        return GenericStart(results, name, operands, offset, self.context.op_class(name))

    def on_short_generic(self, start: GenericStart, tail: re.Match[str]) -> Operation:
        """Read an op that has only properties and a type, both in short form, and those like it that follow, without
        asking the tables what comes next. Return the last.
        """
        self._starts.pop()
        text = self.text
        match_head, match_tail = map(self.tables.matcher, ("GENERIC_HEAD", "GENERIC_TAIL"))
        while True:
            op = self._short_generic(start, tail)
            head = match_head(text, self.pos)
            following = head and match_tail(text, skip_space(text, head.end()).end())  # type: ignore[union-attr]
            if following is None:
                return op
            tail = following
            self.token_start, self.pos = tail.span()
            start = self._start_of(head)

    def _short_generic(self, start: GenericStart, tail: re.Match[str]) -> Operation:
        entries, type = tail.groups()
        properties = _NOTHING
        if entries is not None:
            known = self.property_spellings.get(entries)
            properties = known if known is not None else self._short_properties(entries, tail.start(1), tail.end(1))
            self.pos = tail.end()
        function = self.function_type_spellings.get(type)
        if function is None:
            function = self._chunks["FUNCTION_TYPE"](tail.start(2), tail.end(2))
            self.pos = tail.end()
        return self._generic(start, properties, _NOTHING, (), (), function)

    def _short_properties(self, entries: str, begin: int, end: int) -> dict[str, Attribute]:
        """Return properties in short form. Single numbers bypass the tables, because most constants differ."""
        only = _ONE_NUMBER(entries)
        if only is None:
            properties = self._chunks["PROPERTIES"](begin, end)
        else:
            properties = {only.group(1): self.number(only.group(2), begin + only.start(2), begin + only.end(2))}
            self.property_spellings[entries] = properties
        return properties

    def on_generic(self, start: GenericStart, *parts: Any) -> Operation:
        """Read an op in generic form; `parts` are in order, identified by kind, and the type is always the last."""
        properties: dict[str, Attribute] = _NOTHING
        attributes: dict[str, Attribute] = _NOTHING
        regions: list[RegionFrame] = []
        successors: Sequence[Block] = ()
        for part in parts:
            kind: type = part.__class__
            if kind is dict:
                properties = part
            elif kind is list:
                regions = part
            elif kind is Discardable:
                attributes = part.entries
            elif kind is Successors:
                successors = part.blocks
        self._starts.pop()
        return self._generic(start, properties, attributes, [frame.region for frame in regions], successors, parts[-1])

    def _generic(
        self, start: GenericStart, properties: dict[str, Attribute], attributes: dict[str, Attribute],
        regions: Sequence[Region], successors: Sequence[Block], function: FunctionType,
    ) -> Operation:  # fmt: skip
        operands = start.operands
        if len(operands) != len(function.inputs):
            raise SyntaxFailure(start.offset, f"expected {len(operands)} operand types but had {len(function.inputs)}")
        known, values = self.values, list[Value]()
        for name, kind in zip(operands, function.inputs):  # noqa: B905 (equal, and hot)
            value = known.get(name)
            if value is None or value.type is not kind:
                value = self._resolve_slowly(name, start.offset, kind, value)
            values.append(value)
        location = (self.source, start.offset)
        cls = start.cls
        if cls is None:
            op = self._unregistered(start, values, function, properties, attributes, regions, successors, location)
        else:
            if properties and WHOLE_PROPERTIES in properties:
                properties = self.named_properties(properties, start.offset)
            props, attrs = self.sorted_attributes(cls, properties, attributes)
            op = make_operation(cls, values, function.results, props, attrs, regions, successors, location)
        self.token_start = start.offset
        return self.place(op, start.results)

    def _unregistered(
        self, start: GenericStart, values: list[Value], type: FunctionType, properties: Any, attributes: Any,
        regions: Any, successors: Any, location: PendingLocation,
    ) -> Operation:  # fmt: skip
        known = self.context.dialect(start.name.partition(".")[0])
        is_misspelt = known is not None and not known.allows_unknown_ops and start.name not in known.foreign_ops
        if is_misspelt or not self.context.allow_unregistered:
            self._report_unregistered(start)
        op = make_operation(
            UnregisteredOp,
            values,
            type.results,
            dict(properties),
            dict(attributes),
            regions,
            successors or (),
            location,
        )
        op.name = start.name
        return op

    def _report_unregistered(self, start: GenericStart) -> None:
        prefix = start.name.partition(".")[0]
        dialect: Dialect | None = self.context.dialect(prefix)
        hint = self.context.suggest_op(start.name)
        if dialect is not None:
            message = (
                f"unregistered operation '{start.name}' found in dialect '{prefix}' that does not allow unknown "
                f"operations{hint}"
            )
        else:
            loading = self.loading(prefix, hint)
            message = f"operation '{start.name}' is of the unregistered dialect '{prefix}'{loading}; {ACCEPTING}"
        self.report(SyntaxFailure(start.offset, message))

    def named_properties(self, properties: dict[str, Attribute], offset: int) -> dict[str, Attribute]:
        """Return the properties of a registered op, which must be a dictionary `{…}`."""
        attribute = properties.get(WHOLE_PROPERTIES)
        if attribute is None:
            return properties
        if not isinstance(attribute, DictionaryAttr):
            raise SyntaxFailure(offset, f"expected a dictionary of properties, but got '{attribute}'")
        return {}

    def sorted_attributes(
        self, cls: type[Op], properties: dict[str, Attribute], attributes: dict[str, Attribute]
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        """Move declared attributes to the properties, wherever they were written, and add defaults."""
        inherent = self._inherent.get(cls)
        if inherent is None:
            inherent = self._inherent[cls] = cls.definition.property_names()
            self._ops_with_defaults[cls] = [
                (field.name, field.default)
                for field in cls.definition.attrs.values()
                if field.has_default and field.count == ONE and field.default is not None
            ]
            constraints = [(field.name, field.constraint) for field in cls.definition.attrs.values()]
            self._respelled[cls] = [(name, rule.respell) for name, rule in constraints if rule.respell is not None]
        props = dict(properties)
        attrs: dict[str, Attribute] = {}
        if attributes:
            for name, value in attributes.items():
                (props if name in inherent else attrs)[name] = value
        for name, respell in self._respelled[cls]:
            if name in props:
                props[name] = respell(props[name])
        for name, value in self._ops_with_defaults[cls]:
            if name not in props:
                props[name] = value
        return props, attrs

    def on_value_names(self, names: list[str]) -> list[str]:
        return names

    def on_successors(self, labels: list[str]) -> Successors:
        return Successors([self.block_named(label, self.written_before(label, self.token_start)) for label in labels])

    def on_attr_dict(self, entries: dict[str, Attribute]) -> Discardable:
        return Discardable(entries)

    # -- Regions and blocks --------------------------------------------------------------------------------------------

    def on_region_start(self) -> RegionFrame:
        cls = self._starts[-1].cls
        return self.enter_region(cls is not None and IsolatedFromAbove in cls.traits, cls and cls.default_dialect)

    def enter_region(self, isolated: bool, default_dialect: str | None) -> RegionFrame:
        """Enter a region: new names are local to it, and an isolated one sees no names from outside."""
        if len(self.frames) >= DEEPEST_REGION:
            message = f"regions are nested more than {DEEPEST_REGION} levels deep"
            self.report(WithoutExample(self.token_start, message))
            raise NothingLeft(self.token_start)  # every region further in would be another error
        values, outer = self.values, self.frame.outer
        if isolated:
            values, outer = {}, (*outer, values) if values else outer
        frame = RegionFrame(Region(), isolated, values, default_dialect or "builtin", outer)
        frame.opened = self.text.rfind("{", 0, self.pos)
        self.frames.append(self.frame)
        self._enter(frame)
        return frame

    def _enter(self, frame: RegionFrame) -> None:
        self.frame = frame
        self.values = frame.values
        self.block = frame.block
        self.op_readers = self._readers.setdefault(frame.default_dialect, {})

    def on_region(self, frame: RegionFrame, *_: Any) -> RegionFrame:
        self._leave_region(complete=True)
        return frame

    def _leave_region(self, complete: bool) -> None:
        frame = self.frame
        self._define_missing_blocks(frame, complete)
        for names in frame.outer:
            if not names.keys().isdisjoint(frame.defined):
                self._report_shadowing(frame, names)
        if frame.isolated:
            self._end_isolated_scope(frame)
        else:
            for name in frame.defined:
                frame.values.pop(name, None)
        self._enter(self.frames.pop())

    def _define_missing_blocks(self, frame: RegionFrame, complete: bool) -> None:
        for label, (block, offset) in frame.labels.items():
            if block.parent is None:
                if complete and not frame.is_damaged:
                    self.report(SyntaxFailure(offset, f"reference to an undefined block '{label}'"))
                frame.region.append(block)

    def _report_shadowing(self, frame: RegionFrame, outer: dict[str, Value]) -> None:
        for name in frame.defined:
            earlier = outer.get(name)
            if earlier is not None and type(earlier) is not PlaceholderValue and name in frame.values:
                self._note_redefinition(name, frame.values[name].kept_location, earlier)

    def _end_isolated_scope(self, frame: RegionFrame) -> None:
        """Report names that were used but not defined in an isolated region."""
        for name, value in frame.values.items():
            if type(value) is PlaceholderValue and not frame.is_damaged:
                self.failed = True
                outside = next((names[name] for names in frame.outer if name in names), None)
                if outside is None:
                    self.context.diagnostics.error(value.kept_location, f"use of undeclared SSA value name '{name}'")
                    continue
                user = value.users[0].name if value._uses else "builtin.module"
                self.context.diagnostics.error(
                    value.kept_location,
                    f"'{user}' op using value '{name}' defined outside the region",
                    notes=[(outside.kept_location, "defined here; the region is isolated from above")],
                )

    def on_block_label(self, label: str, args: list[tuple[str, Type, Location | None, int]] = []) -> None:  # noqa: B006
        block = self.block_named(label, self.token_start)
        if block.parent is not None:
            offset = self.written_before(label, self.token_start)
            raise SyntaxFailure(offset, f"redefinition of block '{label}'")
        self.frame.region.append(block)
        self.frame.block = self.block = block
        for name, type, location, offset in args:
            self.define_argument(block, name, type, location, offset)

    def on_short_block_label(self, head: re.Match[str]) -> None:
        """Begin a block whose label and arguments are written plainly."""
        args: list[tuple[str, Type, Location | None, int]] = []
        if head.group(2) is not None:
            known = self.type_spellings
            for arg in _BLOCK_ARGUMENT.finditer(self.text, *head.span(2)):
                name, spelling = arg.groups()
                type = known.get(spelling)
                if type is None:
                    type = self._chunks["TYPE"](*arg.span(2))
                    if self.pos != arg.end(2):
                        raise SyntaxFailure(self.pos, f"expected ')' or ',', but got {self.describe(self.pos)}")
                args.append((name, type, None, arg.start()))
        self.pos = head.end()
        self.on_block_label(head.group(1), args)

    def define_argument(self, block: Block, name: str, type: Type, location: Location | None, offset: int) -> None:
        arg = block.add_argument(type, (self.source, offset))
        if location is not None:
            self.locate(arg, location)
        self.token_start = offset
        self.define(name, arg)

    def on_block_args(self, args: Any) -> Any:
        return args

    def on_block_arg(
        self, name: str, type: Type, location: Location | None = None
    ) -> tuple[str, Type, Location | None, int]:
        return name, type, location, self.text.rfind(name, 0, self.token_start)

    def block_named(self, label: str, offset: int) -> Block:
        """Return the block with that label in this region, which may be defined later."""
        labels = self.frame.labels
        known = labels.get(label)
        if known is None:
            block = Block()
            block.label_hint = label[1:]
            labels[label] = (block, offset)
            return block
        return known[0]

    # -- Values --------------------------------------------------------------------------------------------------------

    def define(self, name: str, value: Value) -> None:
        """Bind `name` to `value`, and replace earlier uses."""
        values = self.values
        earlier = values.get(name)
        if earlier is not None:
            if type(earlier) is not PlaceholderValue:
                self._redefinition(name, earlier)
            self._settle(name, earlier, value)
        values[name] = value
        self.frame.defined.append(name)
        if name[1] not in _DIGITS:
            value.name_hint = name[1:]

    def _redefinition(self, name: str, earlier: Value) -> None:
        offset = self.written_before(name, self.token_start)
        self._note_redefinition(name, (self.source, offset), earlier)
        raise Reported(offset)

    def _note_redefinition(self, name: str, location: Location | PendingLocation, earlier: Value) -> None:
        self.failed = True
        notes = [(earlier.kept_location, "previously defined here")]
        self.context.diagnostics.error(location, f"redefinition of SSA value '{name}'", notes=notes)

    def _settle(self, name: str, placeholder: Value, value: Value) -> None:
        if placeholder.type is not value.type:
            self.failed = True
            self.context.diagnostics.error(
                (self.source, self.written_before(name, self.token_start)),
                f"definition of SSA value '{name}' has type '{value.type}'",
                notes=[(placeholder.kept_location, f"previously used here with type '{placeholder.type}'")],
            )
        placeholder.replace_all_uses_with(value)

    def _define_results(self, results: str, op: Operation) -> None:
        """Bind `%a:2, %b = …`: several names, or several results of one name."""
        op_results = op._results
        groups = [(name, int(count[:MOST_DIGITS]) if count else 1) for name, count in re.findall(_RESULT, results)]
        if not op_results:
            raise SyntaxFailure(self.token_start, "cannot name an operation with no results")
        if any(count < 1 for _, count in groups):
            raise SyntaxFailure(self.token_start, "expected named operation to have at least 1 result")
        expected = sum(count for _, count in groups)
        if expected != len(op_results):
            raise SyntaxFailure(
                self.token_start, f"operation defines {len(op_results)} results but was provided {expected} to bind"
            )
        start = 0
        for name, count in groups:
            self.define(name, op_results[start])
            if count > 1:
                for offset in range(count):
                    self.define(f"{name}#{offset}", op_results[start + offset])
                    op_results[start + offset].name_hint = None
                op_results[start].name_hint = name[1:] if name[1] not in _DIGITS else None
            start += count

    def op_class(self, name: str) -> type[Operation] | None:
        return self.context.op_class(name)

    def resolve(self, name: str, offset: int, kind: Type) -> Value:
        """Return the value called `name`, which must have this type, or a placeholder if it is not defined yet."""
        value = self.values.get(name)
        if value is None or value.type is not kind:
            return self._resolve_slowly(name, offset, kind, value)
        return value

    def _resolve_slowly(self, name: str, offset: int, kind: Type, value: Value | None) -> Value:
        if value is not None:
            self._type_mismatch(name, offset, kind, value)
        base, _, number = name.partition("#")
        if number and not number.strip("0"):  # `%a#0` is `%a`, whether there are more results or not
            return self.resolve(base, offset, kind)
        if number and base in self.values and type(self.values[base]) is not PlaceholderValue:
            raise SyntaxFailure(self.find_name(name, offset), f"reference to invalid result number '{name}'")
        placeholder = PlaceholderValue(kind, (self.source, self.find_name(name, offset)))
        self.values[name] = placeholder
        return placeholder

    def find_name(self, name: str, offset: int) -> int:
        """Return the offset of a name that was read from `offset` on."""
        end = self.pos + len(name)
        start = self.text.find(name, offset, end)
        while start >= 0 and _NAME_CHARACTER(self.text, start + len(name)):
            start = self.text.find(name, start + 1, end)
        return start if start >= 0 else offset

    def _type_mismatch(self, name: str, offset: int, kind: Type, value: Value) -> None:
        self.failed = True
        where = self.find_name(name, offset)
        self.context.diagnostics.error(
            (self.source, where),
            f"use of value '{name}' expects different type than prior uses: '{kind}' vs '{value.type}'",
            notes=[(value.kept_location, "prior use here")],
        )
        raise Reported(where)

    def create(
        self, cls: type[Op], operands: list[Value], properties: dict[str, Attribute], attributes: dict[str, Attribute],
        regions: Any, successors: Any, location: PendingLocation,
    ) -> Operation:  # fmt: skip
        """Create an op whose result types are inferred."""
        try:
            return create_with_inferred_results(cls, operands, properties, attributes, regions, successors, location)
        except WrongOperand as error:
            raise SyntaxFailure(location[1], str(error)) from error
        except WRONG_CODE as error:
            message = f"cannot infer the result types of '{cls.name}': {message_of(error)}{line_of(error)}"
            raise SyntaxFailure(location[1], message) from error


class NothingLeft(Reported):
    """All errors have been reported, and there is no position at which reading could continue."""


_NAMED_RESULTS = r"%[\w$.-]+(?::\d+)?"
_RESULT_LIST = rf"{_NAMED_RESULTS}(?:[ \t]*,[ \t]*{_NAMED_RESULTS})*[ \t]*=[ \t]*"
BEGINS_OP = rf"[ \t]*(?P<op>(?P<results>{_RESULT_LIST}(?=[\"A-Za-z]))?(?P<name>[\w$.]*))"
"""A line that begins with an op; of one without results, only its name can tell."""
CODE = r'(?:"(?:[^"\\\n]|\\.)*"|(?!//)[^\n])*'
"""A line up to its comment."""
BRACE = r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|[{}]'
__all__ = ["Driver", "OperationReader", "unquote"]
