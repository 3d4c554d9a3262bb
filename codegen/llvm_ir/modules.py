"""Modules in LLVM IR: all top-level items, in the order that LLVM requires."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from dlc.dialects import llvm
from dlc.dialects.llvm.attributes import COMDATS, word_of
from dlc.ir import ArrayAttr, Attribute, IntegerAttr, Operation, StringAttr, SymbolRefAttr
from dlc.ir.builtin_types import i32
from dlc.ir.diagnostics import DiagnosticEngine

from .attributes import linkage_text, unnamed_addr_text, visibility_text
from .constants import ConstantTexts, InitializerTexts, zero_text
from .functions import FunctionWriter, Lines
from .instructions import unsupported
from .metadata import Metadata
from .names import identifier, quoted
from .parts import Part
from .problems import Untranslatable
from .types import TypeTexts

TRIPLE, DATA_LAYOUT = "llvm.target_triple", "llvm.data_layout"
"""Attributes of a module."""
MOST_PRIORITY = 65535
"""Of a function that runs at load after all others."""
USED = "llvm.compiler.used"
"""The list of globals that LLVM keeps although nothing refers to them."""


class LLVMText:
    """The text of a module, and the op of each line."""

    __slots__ = ("_lines", "_start", "module", "text")

    def __init__(self, module: Operation, text: str, lines: Lines, start: int) -> None:
        self.module = module
        self.text = text
        self._lines = lines
        self._start = start

    def op_at(self, line: int) -> Operation:
        """Return the op of a line, counted from 1, or the module if the line has none."""
        index = line - 1 - self._start
        return self._lines.ops[index] if 0 <= index < len(self._lines.ops) else self.module

    def op_of(self, line: str) -> Operation | None:
        """Return the op of a line of IR, or of a function `ptr @f`, in one of LLVM's messages.

        Return `None` if it is ambiguous.
        """
        if line.startswith("ptr @"):
            start = f"{line[4:]}("
            ops = [op for text, op in self._numbered() if text.startswith(("define", "declare")) and start in text]
        else:
            normalized = _without_types_in_names(line)
            ops = [op for text, op in self._numbered() if _without_types_in_names(text) == normalized]
            start = _DEFINITION.match(line)
            if not ops and start is not None:  # LLVM prints the line differently
                ops = [op for text, op in self._numbered() if text.startswith(start.group())]
        return ops[0] if len(ops) == 1 else None

    def _numbered(self) -> Iterable[tuple[str, Operation]]:
        return zip(self._lines.texts, self._lines.ops, strict=True)


_INTRINSIC = re.compile(r"@llvm\.[\w.]+\(")
_DEFINITION = re.compile(r"  %\S+ = \w+")
_GROUP = re.compile(r" #\d+$")


def _without_types_in_names(line: str) -> str:
    """Return a line in the form common to LLVM and dlc, without LLVM's suffixes of intrinsics and attribute groups."""
    return _GROUP.sub("", _INTRINSIC.sub("@llvm(", line.strip()))


def emit_llvm_ir(
    given: Operation | Part,
    diagnostics: DiagnosticEngine,
    *,
    triple: str | None = None,
    data_layout: str | None = None,
    lists_in_sections: bool = False,
) -> LLVMText | None:
    """Return the LLVM IR of a module whose ops are of the llvm dialect, or of a part of it, or `None` on errors.

    The given target and data layout have priority over those of the module itself, which were another compiler's. With
    `lists_in_sections`, functions that run at load and at exit are listed in the sections `.init_array` and
    `.fini_array` of ELF: LLVM would put its own lists into `.ctors` and `.dtors`, which not all linkers know.
    """
    return _ModuleWriter(Part.of(given), diagnostics, lists_in_sections).write(triple, data_layout)


class _Entry(NamedTuple):
    """A function that runs at load or at exit."""

    priority: int
    function: str
    data: str
    """The symbol that it is there for, or `null`."""

    def __str__(self) -> str:
        return f"{{ i32, ptr, ptr }} {{ i32 {self.priority}, ptr {self.function}, ptr {self.data} }}"

    def section(self, name: str) -> str:
        """Return the section of ELF that the linker collects; it sorts those with numbers, and puts others last."""
        kind = ".init_array" if name == "llvm.global_ctors" else ".fini_array"
        return quoted(kind if self.priority == MOST_PRIORITY else f"{kind}.{self.priority:05}")


class _ModuleWriter:
    def __init__(self, part: Part, diagnostics: DiagnosticEngine, lists_in_sections: bool) -> None:
        self.part = part
        self.module = part.module
        own = (op for op in part.module.regions[0].entry.ops if isinstance(op, llvm.GlobalOp))
        self.lists_in_sections = lists_in_sections and all(op.sym_name.value != USED for op in own)
        self.diagnostics = diagnostics
        self.types = TypeTexts()
        self.constants = ConstantTexts(self.types)
        self.metadata = Metadata()
        self.lines = Lines()
        self.comdats: dict[str, str] = {}
        self.named: list[str] = []
        """The named metadata of the module, such as `!llvm.module.flags = …`."""
        self.function_lists: dict[str, tuple[Operation, list[_Entry]]] = {}
        """The lists of functions to run at load and at exit: by name, the first op with such a list, and all entries.
        """
        self.ok = True

    def write(self, triple: str | None, data_layout: str | None) -> LLVMText | None:
        for block in self.module.regions[0].blocks:
            for op in block.ops:
                self._top(op)
        self._write_function_lists()
        if not self.ok:
            return None
        head = self._head(triple, data_layout)
        nodes = [f"!{number} = {text}" for number, text in enumerate(self.metadata.nodes)]
        parts = [*head, *self.lines.texts, *self.named, *nodes, ""]
        return LLVMText(self.module, "\n".join(parts), self.lines, len(head))

    def _head(self, triple: str | None, data_layout: str | None) -> list[str]:
        attributes = self.module.attributes
        name = attributes.get("llvm.ident")
        head = [f"source_filename = {quoted(name.value if isinstance(name, StringAttr) else 'dlc')}"]
        for key, word, given in ((DATA_LAYOUT, "datalayout", data_layout), (TRIPLE, "triple", triple)):
            known = attributes.get(key)
            value = given or (known.value if isinstance(known, StringAttr) else None)
            if value:
                head.append(f"target {word} = {quoted(value)}")
        head += [f"{name} = type {body}" for name, body in self.types.definitions.items()]
        return [*head, *(f"${name} = comdat {kind}" for name, kind in self.comdats.items())]

    # -- What stands at the top ----------------------------------------------------------------------------------------

    def _top(self, op: Operation) -> None:
        """Translate an op; report an error if it has no translation, and continue with the next op."""
        if isinstance(op, llvm.FuncOp):
            writer = FunctionWriter(op, self.part, self.types, self.constants, self.metadata, self.lines)
            try:
                writer.write()
            except Untranslatable as problem:
                self._report(writer.current, problem)
            return
        initializer = InitializerTexts(self.constants)
        try:
            self._other(op, initializer)
        except Untranslatable as problem:
            self._report(initializer.current or op, problem)

    def _report(self, op: Operation, problem: Untranslatable) -> None:
        fact = str(problem).removeprefix(f"'{op.name}' op ")
        self.diagnostics.error(op.location, f"'{op.name}' op {fact}")
        self.ok = False

    def _other(self, op: Operation, initializer: InitializerTexts) -> None:
        if isinstance(op, llvm.GlobalOp):
            self._global(op, initializer)
        elif isinstance(op, llvm.AliasOp):
            self._alias(op, initializer)
        elif isinstance(op, llvm.ComdatOp):
            for selector in op.body.entry.ops if not op.body.is_empty else ():
                assert isinstance(selector, llvm.ComdatSelectorOp)
                self.comdats[identifier(selector.sym_name.value)] = word_of(COMDATS, selector.comdat)
        elif isinstance(op, (llvm.GlobalCtorsOp, llvm.GlobalDtorsOp)):
            self._function_list(op)
        elif isinstance(op, llvm.ModuleFlagsOp):
            self._flags(op)
        elif isinstance(op, llvm.LinkerOptionsOp):
            strings = [f"!{quoted(option.value)}" for option in op.options if isinstance(option, StringAttr)]
            self.named.append(f"!llvm.linker.options = !{{{self.metadata.node(*strings)}}}")
        else:
            raise Untranslatable(unsupported(op))

    def _symbol(self, op: llvm.GlobalOp | llvm.AliasOp, linkage: str) -> str:
        """Return the declaration of a symbol up to its type: `@name = internal dso_local hidden thread_local
        unnamed_addr `.
        """
        local = "dso_local " if op.dso_local is not None else ""
        thread = "thread_local " if op.is_thread_local is not None else ""
        qualifiers = f"{linkage}{local}{visibility_text(op.visibility)}{thread}{unnamed_addr_text(op.unnamed_addr)}"
        return f"@{identifier(op.sym_name.value)} = {qualifiers}"

    def _global(self, op: llvm.GlobalOp, initializer: InitializerTexts) -> None:
        kind, seen = self.types[op.type], self.part.linkage(op)
        if self.part.defines(op):
            linkage, value = linkage_text(seen), f" {self._value(op, initializer)}"
        else:
            linkage, value = "external " if seen == "external" else linkage_text(seen), ""
        space = f"addrspace({op.addr_space.value}) " if op.addr_space.value else ""
        external = "externally_initialized " if op.externally_initialized is not None else ""
        word = "constant" if op.constant is not None else "global"
        parts = [f"{self._symbol(op, linkage)}{space}{external}{word} {kind}{value}"]
        if op.section is not None:
            parts.append(f"section {quoted(op.section.value)}")
        if op.comdat is not None:
            parts.append(f"comdat(${identifier(op.comdat.leaf)})")
        if op.alignment is not None:
            parts.append(f"align {op.alignment.value}")
        self.lines.add(", ".join(parts), op)

    def _value(self, op: llvm.GlobalOp, initializer: InitializerTexts) -> str:
        if op.value is not None:
            return self.constants.text(op.value, op.type)
        if not op.initializer.is_empty:
            return initializer.returned(op.initializer.entry)
        return zero_text(op.type) if op.linkage.value == "common" else "undef"

    def _alias(self, op: llvm.AliasOp, initializer: InitializerTexts) -> None:
        target = initializer.returned(op.initializer.entry)
        head = self._symbol(op, linkage_text(op.linkage.value))
        last = op.initializer.entry.last
        kind = self.types[last.operands[0].type] if last is not None else "ptr"
        self.lines.add(f"{head}alias {self.types[op.alias_type.type]}, {kind} {target}", op)

    def _function_list(self, op: llvm.GlobalCtorsOp | llvm.GlobalDtorsOp) -> None:
        is_ctors = isinstance(op, llvm.GlobalCtorsOp)
        functions = op.ctors if isinstance(op, llvm.GlobalCtorsOp) else op.dtors
        _, entries = self.function_lists.setdefault("llvm.global_ctors" if is_ctors else "llvm.global_dtors", (op, []))
        entries += [
            _Entry(_number(priority), _symbol(function), _symbol(data))
            for function, priority, data in zip(functions, op.priorities, op.data, strict=True)
        ]

    def _write_function_lists(self) -> None:
        """Write one list for LLVM IR, while a module may have several."""
        kept: list[str] = []
        last: Operation = self.module
        for name, (op, entries) in self.function_lists.items():
            others: list[str] = []
            for entry in entries:
                if not self.lists_in_sections or entry.data != "null" or not 0 <= entry.priority <= MOST_PRIORITY:
                    others.append(str(entry))
                    continue
                place = f"@dlc.{name.removeprefix('llvm.')}.{len(kept)}"
                self.lines.add(f"{place} = internal constant ptr {entry.function}, section {entry.section(name)}", op)
                kept.append(f"ptr {place}")
                last = op
            if others:
                kind = f"[{len(others)} x {{ i32, ptr, ptr }}]"
                self.lines.add(f"@{name} = appending global {kind} [{', '.join(others)}]", op)
        if kept:
            kind, listed = f"[{len(kept)} x ptr]", ", ".join(kept)
            self.lines.add(f'@{USED} = appending global {kind} [{listed}], section "llvm.metadata"', last)

    def _flags(self, op: llvm.ModuleFlagsOp) -> None:
        nodes: list[str] = []
        for flag in op.flags:
            assert isinstance(flag, llvm.ModuleFlagAttr)
            behavior = flag.behaviors[flag.behavior]
            nodes.append(
                self.metadata.node(f"i32 {behavior}", f"!{quoted(flag.key.value)}", self._flag_value(flag.value))
            )
        if nodes:
            self.named.append(f"!llvm.module.flags = !{{{', '.join(nodes)}}}")

    def _flag_value(self, value: Attribute) -> str:
        if isinstance(value, IntegerAttr):
            return f"i32 {value.value}" if value.type is i32 else self.constants.immediate(value)
        if isinstance(value, StringAttr):
            return f"!{quoted(value.value)}"
        if isinstance(value, ArrayAttr):
            return self.metadata.node(*map(self._flag_value, value))
        raise Untranslatable(f"'{value}' cannot be the value of a module flag")


def _number(value: Attribute) -> int:
    return value.value if isinstance(value, IntegerAttr) else 0


def _symbol(value: Attribute) -> str:
    return f"@{identifier(value.root)}" if isinstance(value, SymbolRefAttr) else "null"
