"""Named ops of `linalg` have the loops, maps and bodies that mlir-opt gives them when it generalizes them."""

from __future__ import annotations

import pytest

from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.dialects import linalg
from dlc.ir.operations import Operation
from dlc.parser import print_ir
from dlc.parser.printer import PrintOptions
from support.op_examples import example_of, read, with_definitions

NAMED = [op for op in linalg.DIALECT.ops.values() if issubclass(op, linalg.NamedOp)]
"""Ops whose bodies are not written in the custom form."""


def examples() -> str:
    """Return a module with the example of each op."""
    return "\n".join(
        f"func.func @{op.name.partition('.')[2]}() {{\n{with_definitions(example_of(op))}\nreturn\n}}" for op in NAMED
    )


def module_of(text: str) -> Operation:
    module, told = read(text)
    assert module is not None, told
    return module


def described(module: Operation) -> dict[str, str]:
    """Return maps, kinds of loops and body of the structured op of each function, by the function's name."""
    shown: dict[str, str] = {}
    for function in module.regions[0].entry.ops:
        for op in function.walk():
            if isinstance(op, linalg.LinalgOp):
                text = print_ir(op, PrintOptions(generic=True, use_hints=False, local_scope=True))
                body = text[text.index("({") : text.rindex("})")]
                shown[str(function.properties["sym_name"])] = "\n".join([*map(str, op.maps), *op.iterators, body])
    return shown


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
def test_named_ops_are_generalized_as_by_mlir() -> None:
    text = examples()
    generalized = run_mlir_opt(text, "--linalg-generalize-named-ops", "--allow-unregistered-dialect")
    assert generalized.status == 0, generalized.errors
    ours, theirs = described(module_of(text)), described(module_of(generalized.output))
    assert len(ours) == len(NAMED)
    for hoisted in ('"reciprocal"', '"fill_rng_2d"'):  # MLIR puts constants before the op
        assert ours.pop(hoisted).split("({")[0] == theirs.pop(hoisted).split("({")[0]
    for name, wanted in theirs.items():
        assert (name, ours[name]) == (name, wanted)
    assert ours.keys() - theirs.keys() == set()
