"""Every op of the bundled dialects goes to xDSL and back, in memory and as text that a plain xDSL reads."""

from __future__ import annotations

import io

import pytest
from xdsl.parser import Parser as XParser
from xdsl.printer import Printer as XPrinter

from dlc.frontends.xdsl import from_xdsl, to_xdsl
from dlc.frontends.xdsl.coverage import x_context
from dlc.ir.dialect import Dialect
from dlc.ir.operations import Operation
from support.op_examples import example_of, read, with_definitions
from support.project import dialects


def examples(dialect: Dialect) -> list[Operation]:
    """The modules in the docstrings of a dialect's ops."""
    modules: list[Operation] = []
    for cls in dialect.ops.values():
        example = example_of(cls)
        stands_alone = cls.name.endswith(("func", "module", "global"))
        module, told = read(example if stands_alone else with_definitions(example))
        if module is not None and not told:
            modules.append(module)
    return modules


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dialect", dialects(), ids=lambda dialect: dialect.name)
def test_ops_come_back_as_they_were_and_from_text(dialect: Dialect) -> None:
    for module in examples(dialect):
        text = str(module)
        x_module = to_xdsl(module)
        stream = io.StringIO()
        XPrinter(stream=stream, print_generic_format=True).print_op(x_module)
        assert str(from_xdsl(x_module)) == text
        assert str(from_xdsl(XParser(x_context(), stream.getvalue()).parse_module())) == text
