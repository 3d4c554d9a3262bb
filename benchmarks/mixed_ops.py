"""Files of many different ops: what the FileCheck tests read, in MLIR's dialects, as far as mlir-opt reads it too."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

from mlir_engine import find_mlir_opt

from dlc.dialects import register_all
from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.ir.verifier import verify
from dlc.parser.parse import parse_file
from dlc.parser.print import print_ir
from dlc.parser.printer import PrintOptions

TESTS = Path(__file__).parent.parent / "tests" / "filecheck"
DIALECTS = frozenset(
    "affine arith builtin cf func gpu linalg llvm math memref nvgpu scf ub vector".split()  # noqa: SIM905 (a list of words)
)
SPLIT = "\n// -----\n"
COPIES = 4
"""The generic form is that of some copies: about 25,000 lines, as large dumps have."""


def mixed_ops(form: str) -> str:
    """Return the modules one after the other, in the form `custom` or `generic`."""
    generic = form == "generic"
    options = PrintOptions(generic=generic, local_scope=True)
    return "\n".join([print_ir(module, options) for module in _modules()] * (COPIES if generic else 1))


@cache
def _modules() -> list[Operation]:
    modules = [module for file in sorted(TESTS.rglob("*.mlir")) for module in _modules_of(file)]
    program = find_mlir_opt()
    if program is None:
        return modules
    texts = [print_ir(module, PrintOptions(local_scope=True)) for module in modules]
    command = [program, "--split-input-file", "-o", "/dev/null"]
    done = subprocess.run(command, input=SPLIT.join(texts), capture_output=True, text=True, check=False)
    refused = {int(line) for line in re.findall(r"^<stdin>:(\d+):\d+: error", done.stderr, re.MULTILINE)}
    accepted: list[Operation] = []
    first = 1
    for module, text in zip(modules, texts, strict=True):
        behind = first + text.count("\n") + SPLIT.count("\n")
        if refused.isdisjoint(range(first, behind)):
            accepted.append(module)
        first = behind
    return accepted


def _modules_of(file: Path) -> list[Operation]:
    """Return the valid modules of a test that are in MLIR's dialects."""
    text = file.read_text(encoding="utf-8")
    if "expected-" in text:
        return []
    modules = [_module(part) for part in re.split(r"^// -----.*$", text, flags=re.MULTILINE)]
    return [module for module in modules if module is not None]


def _module(text: str) -> Operation | None:
    context = Context()
    register_all(context)
    parsed = parse_file(Source("-", text), context)
    if parsed is None or parsed.op.get_attr("sym_name") is not None:  # a copy would redefine the symbol
        return None
    if any(op.dialect_name not in DIALECTS for op in parsed.op.walk()):
        return None
    return parsed.op if verify(parsed.op, context.diagnostics) else None
