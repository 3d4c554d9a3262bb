"""The examples in ops' docstrings: reading them, with whatever they take for granted put beside them."""

from __future__ import annotations

import re
import textwrap

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.ir.operations import Operation
from dlc.parser import parse

UNDECLARED = re.compile(r"use of undeclared SSA value name '(%[\w$.-]+)'")
EARLIER_TYPE = re.compile(r"previously used here with type '(.*)'$")


def example_of(cls: type[Op]) -> str:
    """The text behind the first `Example:`, with the op's name in full."""
    _, marker, text = (cls.__doc__ or "").partition("Example:")
    assert marker, f"'{cls.name}' has no example"
    first, _, rest = text.partition("Example:")[0].partition("\n")
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
    """The example in a region in which everything that it takes for granted is there."""
    return text_around(example, values_of(example))


def text_around(example: str, values: dict[str, str]) -> str:
    """The example and, behind it, definitions of values by their names and types."""
    lines = "\n".join(f'  {name} = "t.value"() : () -> ({type})' for name, type in values.items())
    return f'"t.around"() ({{\n{example}\n{lines}\n}}) : () -> ()'


def values_of(example: str) -> dict[str, str]:
    """The values that an example takes for granted, with their types.

    What a value must be is learned from the reader: a definition of the wrong type is answered with the type of the
    use before it.
    """
    defined: dict[str, str] = {}
    for _ in range(3):
        _, told = read(text_around(example, defined))
        unknown = [name for message in told for name in UNDECLARED.findall(message)]
        if unknown:
            defined.update(dict.fromkeys(unknown, "!t.unknown"))
            continue
        types = [match[1] for message in told if (match := EARLIER_TYPE.search(message))]
        if not types:
            break
        wrong = [name for name, type in defined.items() if type == "!t.unknown"]
        defined.update(zip(wrong, types, strict=False))
    return defined
