"""Writes the table of `docs/tosa.md`: the graph ops that each op of TOSA becomes, as its example is translated.

python tests/support/tosa_op_table.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dlc.dialects import tosa
from dlc.ir.definition import Op
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.tosa_to_graph import translates
from dlc.passes.tosa_to_graph.tosa_to_graph import replace
from dlc.passes.tosa_to_graph.translation import plain_type
from support.op_examples import example_of, read, text_around, values_of
from support.run_lines import ROOT
from support.tosa_case import shape

PAGE = ROOT / "docs" / "tosa.md"
MARK = "\n| op | becomes |\n| --- | --- |\n"
WHOLE = {
    "tosa.apply_scale": "integer arithmetic as of `tosa.rescale`, on tensors",
    "tosa.cond_if": "`graph.if`",
    "tosa.slice_shape": "`graph.slice`",
    "tosa.while_loop": "`graph.while`",
    "tosa.yield": "`graph.yield`, `graph.condition`",
    "tosa.variable": "its first value, where it is read",
    "tosa.variable_read": "`graph.constant`; an error if the variable is written",
}
"""Entries of ops whose examples need what is around them."""
SHAPES = {
    "tosa.pad": {"%p": [1, 1]},
    "tosa.slice": {"%a": [1], "%n": [2]},
    "tosa.tile": {"%n": [2]},
    "tosa.resize": {"%s": [4, 2, 4, 2], "%o": [-1, -1], "%b": [1, 1]},
}
"""Shapes that have to be known, in examples."""
MOVES = frozenset({"graph.constant", "graph.broadcast", "graph.reshape", "graph.shape", "graph.with_shape"})
"""Ops that bring operands to the form that others take."""


def rows() -> Iterator[str]:
    for name, kind in sorted(tosa.DIALECT.ops.items()):
        yield f"| `{name}` | {WHOLE.get(name) or _becomes(kind)} |\n"


def _becomes(kind: type[Op]) -> str:
    """Return the graph ops that the example of an op becomes, without those that only move operands."""
    if kind not in translates:
        return "– (an error)"
    around = _around(kind)
    for value in [value for op in around.walk() if op.name == "t.value" for value in op.results]:
        value.type = plain_type(value.type)
    examples = [op for op in around.walk() if type(op) is kind]
    last = around.regions[0].entry.last
    assert last is not None
    for op in [op for op in around.walk() if op.name == "tosa.const_shape" or op in examples]:
        op.move_after(last)
        last = op
    for op in [op for op in around.walk() if op.dialect_name == "tosa"]:
        try:
            replace(op)
        except DlcError as error:
            return f"**{str(error).splitlines()[0]}**"
    graph = dict.fromkeys(op.name for op in around.walk() if op.name.startswith("graph."))
    needed = [name for name in graph if name not in MOVES] or list(graph)
    return ", ".join(f"`{name}`" for name in needed) or "its operand"


def _around(kind: type[Op]) -> Operation:
    """Return an op around the example, what it takes for granted, and the shapes that it needs."""
    example, known = example_of(kind), SHAPES.get(kind.name, {})
    values = {name: type for name, type in values_of(example).items() if name not in known}
    shapes = "\n".join(shape(name[1:], *sizes).strip() for name, sizes in known.items())
    module, told = read(text_around(f"{shapes}\n{example}", values))
    assert module is not None, told
    return next(op for op in module.walk() if op.name == "t.around")


def page() -> str:
    """Return the text of the page with the table as it is now."""
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    return f"{head}{mark}{''.join(rows())}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
