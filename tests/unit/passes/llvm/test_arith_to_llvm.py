"""Every op of `arith`, and what LLVM has of `math`, gives as machine code what it means: of numbers, rows, and more.

Numbers of more than 64 bits, and floats of other formats than f16, bf16, f32 and f64, would take functions of compiler
libraries, which are not linked.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from dlc.dialects import arith, math
from dlc.interp.comparison import refines
from dlc.interp.values import POISON, Elements
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, VectorType, element_type
from dlc.ir.definition import Op
from dlc.passes.llvm import math_to_llvm
from support.machine_code import OpsAsCode, in_rows, is_for_llvm, meaning
from support.op_instances import draw_properties, draw_value, instances_of

TRAPPING = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.FloorDivSIOp),
)
"""A division that gives poison may end the process as well."""
NOT_LOWERED = {arith.ConstantOp}
EXACT = {*math_to_llvm.FLOAT, *math_to_llvm.INTEGER, *math_to_llvm.CLASSES, math.ClampFOp, math.IPowIOp}
KINDS: list[type[Op]] = [
    *(kind for kind in arith.DIALECT.ops.values() if kind not in NOT_LOWERED),
    *(kind for kind in math.DIALECT.ops.values() if kind in EXACT),
]
MOST_TYPES = 12
DRAWS = 25


def scalars(values: Iterable[Any]) -> list[Any]:
    return [item for value in values for item in (value.items() if isinstance(value, Elements) else [value])]


def either_zero(kind: type[Op], actual: Any, expected: Any, type: Type) -> bool:
    """Return whether both are zeros, of which `maxnumf` and `minnumf` may return either."""
    if kind not in (arith.MaxNumFOp, arith.MinNumFOp):
        return False
    element = element_type(type)
    assert isinstance(element, FloatType)
    zeros = {0, element.format.sign_bit}
    pairs = zip(scalars([actual]), scalars([expected]), strict=True)
    return all(refines(a, b, element) or {a, b} == zeros for a, b in pairs)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_machine_code_gives_what_the_op_means(kind: type[Op]) -> None:
    random = Random(7)
    instances = [each for each in instances_of(kind) if is_for_llvm(each)]
    assert instances, "there is no way to use it"
    if len(instances) > MOST_TYPES:
        instances = random.sample(instances, MOST_TYPES)
    shaped = [each for each in instances if any(isinstance(type, VectorType) for type in each.operands)]
    tried = [(each, draw_properties(random, kind)) for each in [*instances, *map(in_rows, shaped)]]
    code = OpsAsCode(tried)
    for number, (instance, properties) in enumerate(tried):
        for _ in range(DRAWS):
            values = [draw_value(random, type) for type in instance.operands]
            expected = meaning(instance, properties, values)
            if expected is None or (kind in TRAPPING and POISON in scalars(expected)):
                continue
            actual = code.run(number, values)
            for new, old, type in zip(actual, expected, instance.results, strict=True):
                shown = f"{instance} {properties} of {scalars(values)} is {scalars(actual)}, not {scalars(expected)}"
                assert refines(new, old, type) or either_zero(kind, new, old, type), shown
