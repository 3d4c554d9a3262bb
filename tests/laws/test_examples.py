"""Habit 13: the example in an op's docstring is read, verified and printed. (`test_docs` runs those of the pages.)"""

from __future__ import annotations

import re
import textwrap

import pytest

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.ir.operations import Operation
from dlc.ir.traits import HasParent
from dlc.ir.verifier import verify
from dlc.parser import parse
from support.project import ops

UNDECLARED = re.compile(r"use of undeclared SSA value name '(%[\w$.-]+)'")
UNDEFINED_BLOCK = re.compile(r"reference to an undefined block '?(\^[\w$.-]+)'?")
EARLIER_TYPE = re.compile(r"previously used here with type '(.*)'$")
SURROUNDINGS = re.compile("must be the last operation|does not reference a valid|undefined function|an ancestor op")
"""What the verifier says of an op that stands alone, though nothing is wrong with it."""

AROUND = ("builtin.module", "func.func", "memref.global", "gpu.module")
"""Ops that stand at the top of a file."""


def example_of(cls: type[Op]) -> str:
    _, found, text = (cls.__doc__ or "").partition("Example:")
    assert found, f"'{cls.name}' has no example"
    first, _, rest = text.partition("\n")
    text = f"{first.strip()}\n{textwrap.dedent(rest)}".strip()
    mnemonic = re.escape(cls.name.partition(".")[2])  # as inside a function, where the prefix may be left out
    return re.sub(rf"(?m)(^|= ){mnemonic}(?![\w.])", rf"\g<1>{cls.name}", text, count=1)


def read(text: str) -> tuple[Operation | None, list[str]]:
    """Parse; what is said, notes included."""
    context = Context(allow_unregistered=True)
    register_all(context)
    module = parse(text, context)
    told = [d for error in context.diagnostics.diagnostics for d in (error, *error.notes)]
    return module, [d.message for d in told]


def with_definitions(example: str) -> str:
    """The example in a region in which everything that it takes for granted is there.

    What a value must be is learned from the reader: a definition of the wrong type is answered with the type of the
    use before it.
    """
    defined: dict[str, str] = {}
    text = example
    for _ in range(3):
        lines = "\n".join(f'  {name} = "t.value"() : () -> ({type})' for name, type in defined.items())
        text = f'"t.around"() ({{\n{example}\n{lines}\n}}) : () -> ()'
        _, told = read(text)
        unknown = [name for message in told for name in UNDECLARED.findall(message)]
        if unknown:
            defined.update(dict.fromkeys(unknown, "!t.unknown"))
            continue
        types = [found[1] for message in told if (found := EARLIER_TYPE.search(message))]
        if not types:
            return text
        wrong = [name for name, type in defined.items() if type == "!t.unknown"]
        defined.update(zip(wrong, types, strict=False))
    return text


@pytest.mark.parametrize("cls", ops(), ids=lambda cls: cls.name)
def test_example(cls: type[Op]) -> None:
    example = example_of(cls)
    if UNDEFINED_BLOCK.search(" ".join(read(with_definitions(example))[1])):
        pytest.skip("an example of control flow: its blocks are not shown")
    text = example if cls.name in AROUND else with_definitions(example)
    module, told = read(text)
    assert told == [], text
    assert module is not None
    found = [op for op in module.walk() if op.name == cls.name]
    assert found, f"the example shows no '{cls.name}'"
    context = Context()
    for op in found:
        if cls.trait(HasParent) is None:
            verify(op, context.diagnostics)
    assert [d.text for d in context.diagnostics.diagnostics if not SURROUNDINGS.search(d.message)] == []
    again, told = read(str(module))
    assert told == []
    assert str(again) == str(module)
