"""MLIR verifies and translates the output of `expand-math`, and of the lowering of `arith`, `math` and `vector`."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.dialects import math
from dlc.ir.definition import Op
from dlc.parser import print_ir
from dlc.passes.math.expand_math import FUNCTIONS, expand_math
from support.pass_testing import transformed
from support.programs import module_of
from support.run_lines import ROOT

TRANSLATE = shutil.which("mlir-translate-22")
pytestmark = pytest.mark.skipif(MLIR_OPT is None or TRANSLATE is None, reason="MLIR 22 is not installed")
FILES = ("to-llvm-arith", "to-llvm-math", "to-llvm-vector", "to-llvm-vector-memory", "widen-half-floats")


def parts() -> Iterator[str]:
    """The programs of our own tests."""
    for name in FILES:
        text = (ROOT / "tests" / "filecheck" / "passes" / "llvm" / f"{name}.mlir").read_text(encoding="utf-8")
        yield from re.split(r"^// -----$", text, flags=re.MULTILINE)


def test_what_is_lowered_is_valid_and_can_be_translated() -> None:
    assert TRANSLATE is not None
    passes = "builtin.module(to-llvm,reconcile-unrealized-casts,widen-half-floats)"
    lowered = "\n// -----\n".join(transformed(passes, text) for text in parts())
    checked = run_mlir_opt(lowered, "--verify-each", "--split-input-file")
    assert checked.status == 0, f"{checked.errors}\n{lowered}"
    command = [TRANSLATE, "--mlir-to-llvmir", "--split-input-file"]
    done = subprocess.run(command, input=lowered, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{done.stderr}\n{lowered}"


@pytest.mark.parametrize("kind", FUNCTIONS, ids=lambda kind: kind.name)
def test_expanded_functions_are_valid(kind: type[Op]) -> None:
    operands = "%x, %y" if kind in (math.PowFOp, math.Atan2Op) else "%x"
    results = "%r, %s" if kind is math.SincosOp else "%r"
    module = module_of(
        "\n".join(
            f"""func.func @f{number}(%x: {type}, %y: {type}) -> {type} {{
                  {results} = {kind.name} {operands} fastmath<nsz> : {type}
                  return %r : {type}
                }}"""
            for number, type in enumerate(("f32", "f64", "bf16", "vector<2x4xf32>"))
        )
    )
    expand_math(module)
    checked = run_mlir_opt(print_ir(module), "--verify-each")
    assert checked.status == 0, checked.errors
