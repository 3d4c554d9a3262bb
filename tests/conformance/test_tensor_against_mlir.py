"""`tensor` beyond its plain forms: packing is MLIR's `linalg` by another prefix, and what canonicalization makes of
tensors is valid to mlir-opt-22."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.parser import PrintOptions, parse, print_ir
from dlc.tools import dlc_opt

TENSOR = Path(__file__).parents[1] / "filecheck" / "dialects" / "tensor"
needs_mlir = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")


def as_linalg(text: str) -> str:
    """The ops that MLIR has in another dialect, by its name for them."""
    return re.sub(r"\btensor\.(pack|unpack)\b", r"linalg.\1", text)


def as_tensor(text: str) -> str:
    return re.sub(r"\blinalg\.(pack|unpack)\b", r"tensor.\1", text)


def printed(text: str) -> str:
    context = Context(allow_unregistered=True)
    register_all(context)
    module = parse(text, context)
    assert module is not None
    return print_ir(module, PrintOptions(use_hints=False, local_scope=True)).strip()


@needs_mlir
@pytest.mark.parametrize("flags", [(), ("--mlir-print-op-generic",)], ids=["custom", "generic"])
def test_packing_is_that_of_linalg(flags: tuple[str, ...]) -> None:
    text = (TENSOR / "ops_pack.mlir").read_text()
    custom = run_mlir_opt(as_linalg(text), "--mlir-print-local-scope")
    spelled = run_mlir_opt(as_linalg(text), "--mlir-print-local-scope", *flags)
    assert custom.status == spelled.status == 0, custom.errors
    assert printed(as_tensor(spelled.output)) == as_tensor(custom.output).strip()


@needs_mlir
@pytest.mark.parametrize("name", ["canonicalize", "canonicalize_slices", "canonicalize_shapes"])
def test_canonical_forms_are_valid(name: str) -> None:
    text = (TENSOR / f"{name}.mlir").read_text()
    output, errors = io.StringIO(), io.StringIO()
    flags = ["--allow-unregistered-dialect", "--split-input-file", "--canonicalize"]
    assert dlc_opt.run(flags, text, output, errors) == 0, errors.getvalue()
    accepted = run_mlir_opt(as_linalg(output.getvalue()))
    assert accepted.status == 0, accepted.errors
