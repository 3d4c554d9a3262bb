"""The custom forms of our dialects are MLIR's: mlir-opt-22 takes each file ops.mlir, and prints it as we do."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.parser import PrintOptions, parse, print_ir

NOT_OF_MLIR = ("chlo", "stablehlo")
"""Dialects that mlir-opt does not have."""
TWO_SPACES = ("blgp =  none", "tosa.const_shape  {")
"""Places where MLIR prints two spaces."""
EXAMPLES = [
    path
    for path in sorted((Path(__file__).parents[1] / "filecheck" / "dialects").glob("*/ops.mlir"))
    if path.parent.name not in NOT_OF_MLIR
]


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_forms_are_those_of_mlir(path: Path) -> None:
    text = path.read_text()
    context = Context(allow_unregistered=True)
    register_all(context)
    module = parse(text, context)
    assert module is not None
    printed = run_mlir_opt(text, "--mlir-print-local-scope")
    assert printed.status == 0, printed.errors
    expected = printed.output
    for spaced in TWO_SPACES:
        expected = expected.replace(spaced, spaced.replace("  ", " "))
    assert print_ir(module, PrintOptions(use_hints=False, local_scope=True)).strip() == expected.strip()
