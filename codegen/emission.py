"""From LLVM IR text to optimized IR, object code and assembly.

LLVM's errors become diagnostics at the op that the line in question comes from; LLVM's own message is added as a note
on request.
"""

from __future__ import annotations

import re
from typing import Any

from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .binding import initialize, parsed
from .llvm_ir import LLVMText, Part, emit_llvm_ir
from .machine_code import optimize
from .target import Target

_PARSE_ERROR = re.compile(r"<string>:(\d+):(\d+): (?:error: )?(.*)")


class Compilation:
    """A module compiled by LLVM: translated, verified, and optimized for a target."""

    def __init__(self, source: LLVMText, target: Target, level: int, module: Any) -> None:
        self.source = source
        self.target = target
        self.level = level
        self._module = module
        self._machine: Any = target.machine(level)

    @classmethod
    def of(
        cls,
        op: Operation | Part,
        diagnostics: DiagnosticEngine,
        target: Target | None = None,
        level: int = 2,
        *,
        show_llvm: bool = False,
        only_ir: bool = False,
    ) -> Compilation | None:
        """Translate and verify a module of the llvm dialect; return `None` if errors were reported.

        With `only_ir` no code is generated, so the module need not match the target.
        """
        target = target or Target.host()
        text = translated(op, diagnostics, target, only_ir=only_ir)
        if text is None:
            return None
        if not only_ir and not has_its_vectors(text, target, diagnostics):
            return None
        module = checked(text, diagnostics, show_llvm=show_llvm)
        return cls(text, target, level, module) if module is not None else None

    def optimize(self, *, is_scheduled: bool = False) -> None:
        """Run LLVM's passes of the optimization level, with the costs of the target.

        Loops of a module that has been scheduled are annotated if LLVM should not transform them again.
        """
        optimize(self._module, self.source.text, self._machine, self.level, is_scheduled=is_scheduled)

    def llvm_ir(self) -> str:
        """Return the current IR."""
        return str(self._module)

    def object_code(self) -> bytes:
        """Return the content of an object file."""
        return self._machine.emit_object(self._module)

    def assembly(self) -> str:
        """Return assembly in the syntax of the target."""
        self._machine.set_asm_verbosity(False)
        return self._machine.emit_assembly(self._module)

    def text(self, ending: str) -> str:
        """Return assembly for files that end in `.s`, IR for `.ll`, and nothing for others."""
        if ending == ".s":
            return self.assembly()
        return self.llvm_ir() if ending == ".ll" else ""


def translated(
    op: Operation | Part, diagnostics: DiagnosticEngine, target: Target, *, only_ir: bool = False
) -> LLVMText | None:
    """Return the LLVM IR of a module of the llvm dialect, or of a part of it, or `None` if errors were reported."""
    in_sections = not only_ir and target.has_elf_objects()
    layout = target.data_layout()
    return emit_llvm_ir(op, diagnostics, triple=target.triple, data_layout=layout, lists_in_sections=in_sections)


def object_file(
    op: Operation | Part,
    diagnostics: DiagnosticEngine,
    target: Target | None = None,
    level: int = 2,
    *,
    is_scheduled: bool = False,
) -> bytes | None:
    """Return the object file of a module of the llvm dialect, or of a part of it, or `None` if errors were reported."""
    compilation = Compilation.of(op, diagnostics, target, level)
    if compilation is None:
        return None
    if level > 0:
        compilation.optimize(is_scheduled=is_scheduled)
    return compilation.object_code()


def has_its_vectors(text: LLVMText, target: Target, diagnostics: DiagnosticEngine) -> bool:
    """Report scalable vectors that the target does not have, on which LLVM would end the process."""
    if "<vscale x " not in text.text or target.architecture.startswith(("aarch64", "arm64", "riscv")):
        return True
    lines = text.text.splitlines()
    op = text.op_at(1 + next(number for number, line in enumerate(lines) if "<vscale x " in line))
    triple = target.triple
    diagnostics.error(op.location, f"'{op.name}' op uses a scalable vector, which '{triple}' does not support")
    return False


def checked(text: LLVMText, diagnostics: DiagnosticEngine, *, show_llvm: bool = False) -> Any:
    """Parse and verify LLVM IR; return LLVM's module, or `None` if errors were reported."""
    initialize()
    try:
        module = parsed(text.text)
    except RuntimeError as error:
        _report_parse_error(text, str(error), diagnostics, show_llvm)
        return None
    try:
        module.verify()
    except RuntimeError as error:
        _report_verifier(text, str(error), diagnostics, show_llvm)
        return None
    return module


def _report_parse_error(text: LLVMText, message: str, diagnostics: DiagnosticEngine, show_llvm: bool) -> None:
    match = _PARSE_ERROR.search(message)
    op = text.op_at(int(match.group(1))) if match is not None else text.module
    reason = match.group(3) if match is not None else message
    _report(op, f"cannot be parsed by LLVM: {reason}", message, diagnostics, show_llvm)


def _report_verifier(text: LLVMText, message: str, diagnostics: DiagnosticEngine, show_llvm: bool) -> None:
    reason, _, rest = message.partition("\n")
    op = next((op for line in rest.splitlines() if (op := text.op_of(line)) is not None), text.module)
    _report(op, f"fails LLVM's verifier: {reason.rstrip('.!')}", message, diagnostics, show_llvm)


def _report(op: Operation, fact: str, message: str, diagnostics: DiagnosticEngine, show_llvm: bool) -> None:
    error = diagnostics.error(op.location, f"'{op.name}' op {fact}")
    if show_llvm:
        error.note(op.location, f"LLVM's message: {message.strip()}")
