"""A step of a schedule that refuses leaves the loops as they were, and one that does not leaves valid IR.

Where several loops have the name, those that are not refused may have changed: each has a name of its own here.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, strategies as st

from dlc.ir import Operation
from dlc.ir.builtin_attributes import StringAttr
from dlc.passes.loops.analysis.nests import NAME, loops_in
from support.drawn_schedules import random_step
from support.level_checks import apply_pass
from support.loop_programs import random_accesses, random_contraction, random_nest
from support.programs import module_of
from support.properties import examples

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test


@examples(60)
@given(seed=st.integers(0, 2**32))
def test_refused_steps_change_nothing(seed: int) -> None:
    random = Random(seed)
    module = module_of(random.choice((random_nest, random_contraction, random_accesses))(random))
    for round in range(6):
        loops = loops_in(module)
        if not loops:
            break
        for number, op in enumerate(loops):
            op.attributes[NAME] = StringAttr(f"l{round}_{number}")
        step, before = random_step(loops, random), f"{module}"
        error = apply_pass(module, step)
        if error is not None:
            assert f"{module}" == before, f"{step} fails: {error}"
        assert not users_outside(module), f"{step} leaves ops outside of the module that use its values"


def users_outside(module: Operation) -> list[Operation]:
    """Return the ops that use values of a module and are no part of it."""
    inside = set(module.walk())
    arguments = [each for op in inside for block in op.blocks for each in block.args]
    values = [*arguments, *(each for op in inside for each in op.results)]
    return [user for value in values for user, _ in value.uses if user not in inside]
