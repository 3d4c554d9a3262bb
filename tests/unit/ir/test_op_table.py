"""Tables of functions by kind of op."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dlc.dialects import arith
from dlc.ir.errors import InvalidDefinitionError
from dlc.ir.op_table import OpTable
from dlc.ir.operations import UnregisteredOp
from support.programs import module_of, new_context

Name = Callable[[], str]


def table_of_names() -> OpTable[Name]:
    table = OpTable[Name]("name")
    table(arith.AddFOp, arith.AddIOp)(lambda: "sum")
    return table


def test_one_function_serves_several_kinds() -> None:
    table = table_of_names()
    assert table[arith.AddFOp]() == table[arith.AddIOp]() == "sum"
    assert arith.MulFOp not in table


def test_a_second_function_for_a_kind_is_refused() -> None:
    with pytest.raises(InvalidDefinitionError, match=r"'arith.addf' has a name already"):
        table_of_names()(arith.AddFOp)(lambda: "another")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ub.poison", "has no name"),
        ("other.op", "is not registered, so it has no name"),
    ],
)
def test_the_reason_for_a_lack(name: str, reason: str) -> None:
    value = " {value = #ub.poison}" if name == "ub.poison" else ""
    module = module_of(f'%x = "{name}"(){value} : () -> f32', new_context(allow_unregistered=True))
    [op] = [op for op in module.walk() if op.name == name]
    assert table_of_names().reason_for_lack(op) == reason


def test_the_reason_for_a_misspelt_op_names_a_similar_one() -> None:
    reason = "is not registered, so it has no name, did you mean 'arith.addf'?"
    assert table_of_names().reason_for_lack(UnregisteredOp.of("arith.adf")) == reason
