"""mlir-translate-22 makes the same LLVM IR of our modules, but for the names of values and blocks."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dlc.codegen.binding import parsed
from dlc.codegen.emission import Compilation
from dlc.codegen.target import Target
from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.parser import parse, print_ir

MLIR_TRANSLATE = shutil.which("mlir-translate-22")
FILES = sorted((Path(__file__).parents[2] / "filecheck" / "codegen").glob("*.mlir"))
TARGET = Target("x86_64-unknown-linux-gnu", "x86-64-v3")
OURS_ALONE = {"errors.mlir", "errors-of-targets.mlir", "gpus.mlir"}


LOCAL = re.compile(r'%(?:"[^"]*"|[-\w$.]+)|^(?:"[^"]*"|[-\w$.]+)(?=:)', re.MULTILINE)
PHI = re.compile(r"(?<= phi i32)(?: \[[^\]]*\],?)+")
EDGE = re.compile(r"\[[^\]]*\]")
GROUP = re.compile(r" #\d+(?=\n)|(?<= #)\d+(?= \{)|(?<=ptr) align 4(?= %\S+, i64 %\S+, i1 false, i32 2, i32 2\))")
"""Numbers of groups of attributes, and the alignment that matrices have anyway."""
METADATA = re.compile(r"!\d+")
NOISE = re.compile(
    r"^; ModuleID.*\n|^source_filename.*\n|\s*; preds = .*$|^; Function Attrs.*\n|^entry:\n|^!llvm.module.flags.*\n"
    r'|^!\d+ = !{i32 \d, !"(?:Debug Info Version|wchar_size|PIC Level)", i32 \d}\n',
    re.MULTILINE,
)
"""Lines about the origin of the IR, and the module's flags: MLIR has one for debug information."""


def canonical(ir: str) -> str:
    """IR as LLVM prints it, with names in the order in which they appear."""
    module = parsed(ir)
    module.triple, module.data_layout = TARGET.triple, TARGET.data_layout()
    module.verify()
    text = GROUP.sub("", str(module))
    functions = re.split(r"(?m)^(?=define |declare |@|attributes |!)", NOISE.sub("", text))
    declared = {line for line in functions if line.startswith("declare")}
    rest = [part for part in functions if part not in declared and not part.startswith("attributes")]
    return in_order("".join([*map(renumbered, rest), *sorted(map(renumbered, declared))]))


def in_order(text: str) -> str:
    """Metadata by numbers in the order of its use, and in that order."""
    numbers: dict[str, str] = {}
    text = METADATA.sub(lambda match: numbers.setdefault(match.group(), f"!{len(numbers):03}"), text)
    head, *nodes = re.split(r"(?m)^(?=!\d+ = )", text)
    return head + "".join(sorted(nodes))


def renumbered(part: str) -> str:
    numbers: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        name = match.group().removeprefix("%")
        sign = "%" if match.group().startswith("%") else ""
        return sign + numbers.setdefault(name, f"n{len(numbers)}")

    if not part.startswith(("define", "declare")):
        return part
    return PHI.sub(lambda match: " " + ", ".join(sorted(EDGE.findall(match.group()))), LOCAL.sub(number, part))


@pytest.mark.skipif(MLIR_TRANSLATE is None, reason="mlir-translate-22 is not installed")
@pytest.mark.parametrize("path", [path for path in FILES if path.name not in OURS_ALONE], ids=lambda path: path.stem)
def test_the_same_ir(path: Path) -> None:
    context = Context()
    register_all(context)
    module = parse(path.read_text(), context)
    assert module is not None
    ours = Compilation.of(module, context.diagnostics, TARGET, only_ir=True)
    assert ours is not None
    command = [str(MLIR_TRANSLATE), "--mlir-to-llvmir"]
    theirs = subprocess.run(command, input=print_ir(module), capture_output=True, text=True, check=False)
    assert theirs.returncode == 0, theirs.stderr
    assert canonical(ours.source.text).split() == canonical(theirs.stdout).split()
