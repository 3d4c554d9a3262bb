"""Folds of arith, index and math ops agree with the interpreter, for all kinds of constants."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects.builtin import ModuleOp
from dlc.interp.comparison import refines
from dlc.interp.errors import Fault
from dlc.interp.interpreter import Interpreter
from dlc.interp.semantics import find_semantics
from dlc.interp.values import POISON, constant
from dlc.ir.attributes import Attribute
from dlc.ir.blocks import Block
from dlc.ir.definition import Op
from dlc.ir.interfaces import Foldable
from dlc.ir.poison import POISON as POISON_ATTR
from dlc.ir.values import Value
from dlc.passes.rewriting.folding import fold, is_in_place
from support.op_instances import Instance, attribute_of, draw_properties, draw_value, instances_of
from support.programs import new_context
from support.properties import examples

MACHINE = Interpreter(ModuleOp.containing())
DIALECTS = [dialect for name in ("arith", "index", "math") if (dialect := new_context().dialect(name)) is not None]
KINDS: list[type[Op]] = [op for dialect in DIALECTS for op in dialect.ops.values() if Foldable in op.interfaces]
WITH_INSTANCES = [kind for kind in KINDS if instances_of(kind)]


def test_nearly_all_foldable_ops_are_tried() -> None:
    missing = {kind.name for kind in KINDS} - {kind.name for kind in WITH_INSTANCES}
    assert missing <= {"arith.constant"}


def compute(op: Op, values: dict[Value, Any]) -> list[Any] | None:
    """Return the result of the interpreter for an op, or `None` if it is undefined."""
    prepare = find_semantics(type(op))
    assert prepare is not None, f"'{op.name}' has no meaning"
    try:
        with np.errstate(all="ignore"):
            results = prepare(op, MACHINE)(*(values[operand] for operand in op.operands))
    except Fault:
        return None
    return [results] if len(op.results) == 1 else list(results)


def meaning_of(item: Attribute | Value, result: Value, values: dict[Value, Any]) -> Any:
    """The value that a fold answered with."""
    if isinstance(item, Value):
        return values[item]
    return POISON if item is POISON_ATTR else constant(item, result.type)


def check_fold(random: Random, instance: Instance) -> None:
    block = Block(instance.operands)
    operands = list(block.args)
    if len(operands) > 1 and operands[0].type is operands[-1].type and random.random() < 0.2:
        operands[-1] = operands[0]
    values: dict[Value, Any] = {arg: draw_value(random, arg.type) for arg in block.args}
    op = instance.make(operands, draw_properties(random, instance.kind))
    block.append(op)
    expected = compute(op, values)
    known = [attribute_of(values[arg], arg.type) if random.random() < 0.8 else None for arg in operands]
    shown = (
        f"{op.name} {dict(op.properties)} of {[values[arg] for arg in operands]} : {instance.operands}, knowing {known}"
    )
    folded = fold(op, known)
    if folded is None or expected is None:
        return
    if is_in_place(op, folded):
        actual = compute(op, values)
        assert actual is not None, f"{shown} is undefined after folding in place"
    else:
        actual = [meaning_of(item, result, values) for item, result in zip(folded, op.results, strict=True)]
    for new, old, result in zip(actual, expected, op.results, strict=True):
        assert refines(new, old, result.type), f"{shown} folds to {actual}, but is {expected}"


@pytest.mark.parametrize("kind", WITH_INSTANCES, ids=lambda kind: kind.name)
def test_fold_is_what_the_op_computes(kind: type[Op]) -> None:
    instances = instances_of(kind)

    @examples(25)
    @given(seed=st.integers(0, 2**32))
    def check(seed: int) -> None:
        random = Random(seed)
        for instance in random.choices(instances, k=4):
            check_fold(random, instance)

    check()
