"""Printing one op of a module does not look at the others."""

from __future__ import annotations

import pytest

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.parser import parse, print_ir, printer
from dlc.parser.naming import Names

MODULE = """
memref.global "private" constant @g : memref<4xf32> = dense<1.000000e+00>
func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
"""


@pytest.mark.parametrize(("number", "named"), [(0, 0), (1, 2)], ids=["global", "function"])
def test_an_op_is_printed_without_naming_the_values_of_others(
    number: int, named: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Context()
    register_all(context)
    module = parse(MODULE, context)
    assert module is not None
    op = list(module.regions[0].entry.ops)[number]
    counts: list[int] = []
    name_values = printer.name_values

    def counted(root: Operation, names: Names, *rest: object, **options: object) -> None:
        name_values(root, names, *rest, **options)  # type: ignore[arg-type]
        counts.append(len(names))

    monkeypatch.setattr(printer, "name_values", counted)
    assert print_ir(op).strip() in MODULE
    assert counts == [named]
