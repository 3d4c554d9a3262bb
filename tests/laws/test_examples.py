"""Habit 13: the example in an op's docstring is read, verified and printed. (`test_docs` runs those of the pages.)"""

from __future__ import annotations

import re

import pytest

from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.ir.traits import HasParent
from dlc.ir.verifier import verify
from support.op_examples import example_of, read, with_definitions
from support.project import ops

UNDEFINED_BLOCK = re.compile(r"reference to an undefined block '?(\^[\w$.-]+)'?")
SURROUNDINGS = re.compile(
    "must be the last operation|does not reference a (valid|symbol)|must reference a global|undefined (function|global)"
    "|an ancestor op|which is none|gpu.container_module|is undefined in a 'gpu.module'"
    "|variable must be declared|shape must be computed by"
)
"""Errors of the verifier about an op that is valid but stands alone."""

AROUND = ("builtin.module", "func.func", "memref.global", "gpu.module")
"""Ops that stand at the top of a file."""


@pytest.mark.parametrize("cls", ops(), ids=lambda cls: cls.name)
def test_example(cls: type[Op]) -> None:
    example = example_of(cls)
    if UNDEFINED_BLOCK.search(" ".join(read(with_definitions(example))[1])):
        pytest.skip("an example of control flow: its blocks are not shown")
    text = example if cls.name in AROUND else with_definitions(example)
    module, told = read(text)
    assert told == [], text
    assert module is not None
    shown = [op for op in module.walk() if op.name == cls.name]
    assert shown, f"the example shows no '{cls.name}'"
    context = Context()
    for op in shown:
        if cls.trait(HasParent) is None:
            verify(op, context.diagnostics)
    assert [d.text for d in context.diagnostics.diagnostics if not SURROUNDINGS.search(d.message)] == []
    again, told = read(str(module))
    assert told == []
    assert str(again) == str(module)
