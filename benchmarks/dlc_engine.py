"""The worker that measures dlc: each case prepares its input, then returns the function to be timed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from measure import serve
from python_engine import timer

from dlc.dialects import register_all
from dlc.dialects.arith import AddFOp
from dlc.ir import Block, Operation, Value
from dlc.ir.builtin_types import f32
from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.ir.verifier import verify
from dlc.parser.parse import ParsedModule, parse_file
from dlc.parser.print import print_ir
from dlc.parser.printer import PrintOptions
from dlc.passes.generic.canonicalize import canonicalize
from dlc.passes.generic.cse import eliminate_common_subexpressions

Work = Callable[[], object]


def _context() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    return context


def read(source: Source) -> ParsedModule:
    context = _context()
    module = parse_file(source, context)
    if module is None:
        raise ValueError(context.diagnostics.render(context.diagnostics.diagnostics[0]))
    return module


def source_of(file: str) -> Source:
    return Source(file, Path(file).read_text(encoding="ascii"))


@cache
def module_of(file: str) -> ParsedModule:
    return read(source_of(file))


def _fresh(file: str) -> Operation:
    return module_of(file).op.clone()


def parse_case(file: str) -> Work:
    source = source_of(file)
    return lambda: read(source)


def print_case(file: str) -> Work:
    module = module_of(file)
    return lambda: print_ir(module.op, PrintOptions(external_resources=module.external_resources))


def verify_case(file: str) -> Work:
    module, context = module_of(file).op, _context()
    return lambda: verify(module, context.diagnostics)


def clone_case(file: str) -> Work:
    return lambda: _fresh(file)


def create_case(count: int) -> Work:
    block = Block([f32])

    def create() -> list[Operation]:
        first: Value = block.args[0]
        last = first
        ops: list[Operation] = []
        for _ in range(count):
            op = AddFOp(last, first)
            ops.append(op)
            last = op.result
        return ops

    return create


def canonicalize_case(file: str) -> Work:
    module, context = _fresh(file), _context()
    return lambda: canonicalize(module, context)


def cse_case(file: str) -> Work:
    module = _fresh(file)
    return lambda: eliminate_common_subexpressions(module)


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
