"""The worker that measures xDSL: the same cases as dlc_engine.py, in its own terms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import StringIO
from pathlib import Path

from measure import serve
from python_engine import timer
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.arith import AddfOp
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.ir import Block, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination

Work = Callable[[], object]


def _context() -> Context:
    context = Context(allow_unregistered=True)
    for name, factory in get_all_dialects().items():
        context.register_dialect(name, factory)
    return context


def _read(text: str, file: str, context: Context | None = None) -> ModuleOp:
    return Parser(context or _context(), text, file).parse_module()


@cache
def _read_once(file: str) -> tuple[ModuleOp, Context]:
    context = _context()
    return _read(Path(file).read_text(encoding="ascii"), file, context), context


def _module(file: str) -> ModuleOp:
    return _read_once(file)[0]


def _fresh(file: str) -> ModuleOp:
    return _module(file).clone()  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] (typed in part)


def parse_case(file: str) -> Work:
    text = Path(file).read_text(encoding="ascii")
    return lambda: _read(text, file)


def print_case(file: str) -> Work:
    module, context = _read_once(file)

    def print_all() -> None:
        printer = Printer(stream=StringIO())
        printer.print_op(module)
        printer.print_metadata(context.loaded_dialects)

    return print_all


def verify_case(file: str) -> Work:
    module = _module(file)
    return module.verify


def clone_case(file: str) -> Work:
    return lambda: _fresh(file)


def create_case(count: int) -> Work:
    block = Block(arg_types=[f32])

    def create() -> list[Operation]:
        first: SSAValue = block.args[0]
        last = first
        ops: list[Operation] = []
        for _ in range(count):
            op = AddfOp(last, first)
            ops.append(op)
            last = op.result
        return ops

    return create


def canonicalize_case(file: str) -> Work:
    module, context = _fresh(file), _context()
    return lambda: CanonicalizePass().apply(context, module)


def cse_case(file: str) -> Work:
    module, context = _fresh(file), _context()
    return lambda: CommonSubexpressionElimination().apply(context, module)


CASES = {
    "parse": parse_case,
    "print": print_case,
    "verify": verify_case,
    "clone": clone_case,
    "create": create_case,
    "canonicalize": canonicalize_case,
    "cse": cse_case,
}

if __name__ == "__main__":
    serve(CASES, timer())
