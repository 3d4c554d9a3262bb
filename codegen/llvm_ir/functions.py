"""Functions in LLVM IR: blocks, names, and the phis of block arguments."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.llvm import FuncOp
from dlc.ir import Block, Operation, Value
from dlc.ir.interfaces import Branch

from .attributes import (
    CONVENTIONS,
    function_text,
    linkage_text,
    parameter_text,
    unnamed_addr_text,
    visibility_text,
)
from .constants import ConstantTexts, constant_value
from .instructions import translator_of, unsupported
from .metadata import Metadata
from .names import LocalNames, identifier, quoted
from .parts import Part
from .problems import Untranslatable
from .types import TypeTexts

Incoming = tuple[str, Sequence[Value]]
"""The label of a predecessor, and the values that it passes."""


class FunctionWriter:
    """Writes one function. `current` is the op that is being translated, for error messages."""

    def __init__(
        self, function: FuncOp, part: Part, types: TypeTexts, constants: ConstantTexts, metadata: Metadata, lines: Lines
    ) -> None:
        self.function = function
        self.is_defined = part.defines(function)
        self.linkage = part.linkage(function)
        self.types = types
        self.constants = constants
        self.metadata = metadata
        self.lines = lines
        self.names: dict[Value, str] = {}
        """The text of each value: its name, or a constant."""
        self.labels: dict[Block, str] = {}
        self.incoming: dict[Block, list[Incoming]] = {}
        self._detours: dict[tuple[Operation, int], str] = {}
        self._local = LocalNames()
        self.current: Operation = function

    def typed(self, value: Value) -> str:
        """Return a value with its type, such as `i32 %x`."""
        return f"{self.types[value.type]} {self.names[value]}"

    def target(self, op: Operation, index: int) -> str:
        """Return the label of a successor: its own, or that of a block in between."""
        detour = self._detours.get((op, index))
        return detour if detour is not None else self.labels[op.successors[index]]

    # -- The head ------------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the function, or its declaration."""
        op = self.function
        if not self.is_defined:
            self.lines.add(f"declare {self._head()}", op)
            return
        self._name_everything()
        self.lines.add(f"define {self._head()} {{", op)
        for position, block in enumerate(op.body.blocks):
            self._block(block, is_entry=position == 0)
        self.lines.add("}", op)

    def _head(self) -> str:
        op, type = self.function, self.function.type
        result_attributes = parameter_text(op.res_attrs, 0, self.types).strip()
        before = [
            linkage_text(self.linkage),
            "dso_local " if op.dso_local is not None else "",
            visibility_text(op.visibility),
            CONVENTIONS[op.CConv.value],
            f"{result_attributes} " if result_attributes else "",
            self.types[type.result],
        ]
        values = op.body.entry.args if self.is_defined else ()
        arguments = [
            f"{self.types[kind]}{parameter_text(op.arg_attrs, index, self.types)}"
            + (f" {self.names[values[index]]}" if values else "")
            for index, kind in enumerate(type.inputs)
        ]
        if type.varargs:
            arguments.append("...")
        name = identifier(op.sym_name.value)
        return f"{''.join(before)} @{name}({', '.join(arguments)}){self._behind_arguments()}"

    def _behind_arguments(self) -> str:
        op = self.function
        address = unnamed_addr_text(op.unnamed_addr).strip()
        parts = [f" {address}" if address else "", function_text(op)]
        if op.section is not None:
            parts.append(f" section {quoted(op.section.value)}")
        if op.comdat is not None:
            parts.append(f" comdat(${identifier(op.comdat.leaf)})")
        if op.alignment is not None:
            parts.append(f" align {op.alignment.value}")
        if op.garbageCollector is not None:
            parts.append(f" gc {quoted(op.garbageCollector.value)}")
        if op.personality is not None:
            parts.append(f" personality ptr @{identifier(op.personality.root)}")
        if op.function_entry_count is not None:
            node = self.metadata.named("function_entry_count", f"i64 {op.function_entry_count.value}")
            parts.append(f" !prof {node}")
        for name in ("work_group_size_hint", "reqd_work_group_size"):
            sizes = getattr(op, name)
            if sizes is not None:
                parts.append(f" !{name} {self.metadata.node(*(f'i32 {size}' for size in sizes))}")
        if op.intel_reqd_sub_group_size is not None:
            node = self.metadata.node(f"i32 {op.intel_reqd_sub_group_size.value}")
            parts.append(f" !intel_reqd_sub_group_size {node}")
        return "".join(parts)

    # -- Names ---------------------------------------------------------------------------------------------------------

    def _name_everything(self) -> None:
        """Name all values and blocks; those without a hint are numbered in the order of the text."""
        names, local, constants = self.names, self._local, self.constants
        blocks = list(self.function.body.blocks)
        for position, block in enumerate(blocks):
            self.labels[block] = local.named("entry" if position == 0 else f"bb{position}")
        for position, block in enumerate(blocks):
            is_reached = position == 0 or bool(block.uses)
            for argument in block.args:
                names[argument] = local.of(argument.name_hint) if is_reached else "poison"
            for op in block.ops:
                if not op.results:
                    continue
                self.current = op
                result = op.results[0]
                text = constant_value(op, constants)
                names[result] = local.of(result.name_hint) if text is None else text
            self.current = self.function
            last = block.last
            if last is not None and last.successors:
                self._note_edges(block, last)

    def _note_edges(self, block: Block, last: Operation) -> None:
        """Record the values that are passed to the arguments of the successors."""
        branch = Branch.of(last)
        seen: set[Block] = set()
        for index, successor in enumerate(last.successors):
            if not successor.args:
                continue
            label = self.labels[block]
            if branch is None:
                self.current = last
                raise Untranslatable(unsupported(last))
            if successor in seen:  # a phi has one value for each predecessor
                label = self._detours[last, index] = self._local.named(f"{label[1:].strip(chr(34))}.{index}")
            seen.add(successor)
            passed = branch.successor_operands(last, index)
            self.incoming.setdefault(successor, []).append((label, passed))

    # -- Blocks --------------------------------------------------------------------------------------------------------

    def _block(self, block: Block, *, is_entry: bool) -> None:
        lines, names = self.lines, self.names
        lines.add(f"{self.labels[block][1:]}:", self.function)
        if not is_entry:
            self._phis(block)
        for op in block.ops:
            self.current = op
            results = op.results
            if results and len(results) == 1 and names[results[0]][0] != "%":
                continue
            translate = translator_of(op.__class__)
            if translate is None:
                if results and constant_value(op, self.constants) is not None:
                    continue
                raise Untranslatable(unsupported(op))
            text = translate(self, op)
            lines.add(f"  {names[results[0]]} = {text}" if results else f"  {text}", op)
        self._detour_blocks(block)

    def _phis(self, block: Block) -> None:
        incoming = self.incoming.get(block, ())
        if not incoming:
            return
        for index, argument in enumerate(block.args):
            edges = ", ".join([f"[ {self.names[passed[index]]}, {label} ]" for label, passed in incoming])
            self.lines.add(f"  {self.names[argument]} = phi {self.types[argument.type]} {edges}", self.function)

    def _detour_blocks(self, block: Block) -> None:
        last = block.last
        if last is None or not self._detours:
            return
        for index, successor in enumerate(last.successors):
            detour = self._detours.get((last, index))
            if detour is not None:
                self.lines.add(f"{detour[1:]}:", last)
                self.lines.add(f"  br label {self.labels[successor]}", last)


class Lines:
    """The lines of a module, each with the op that it comes from."""

    __slots__ = ("ops", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.ops: list[Operation] = []

    def add(self, text: str, op: Operation) -> None:
        self.texts.append(text)
        self.ops.append(op)
