"""Kernels that other processes lower to LLVM IR, so that Python's work on a network is shared as well as LLVM's.

Such a process runs `main`. It also compiles LLVM IR, as `codegen.worker` does. A request has the module of the kernels
as text, and the passes that lower it; the answer has the LLVM IR, and what the parent process has to know of it: what
the passes have added to the module, and which helpers the machine code needs. Whatever is unusual (an error, a warning,
a pass that only the parent process knows) is answered by nothing: the parent process lowers these kernels itself.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from .codegen.emission import has_its_vectors, translated
from .codegen.llvm_ir import Part
from .codegen.side_by_side import command_of
from .codegen.target import Target
from .codegen.worker import serve
from .dialects import register_all
from .dialects.builtin import ModuleOp
from .ir import Operation
from .ir.call_stack import with_room_for_calls
from .ir.context import Context
from .ir.diagnostics import DiagnosticEngine
from .ir.errors import DlcError
from .ir.garbage import not_collecting
from .ir.locations import Source
from .parser.parse import parse_file
from .parser.print import print_ir
from .parser.printer import PrintOptions
from .passes.insertions import Items
from .passes.llvm.kernels_apart import divided
from .passes.manager.pipeline_text import parse_pipeline_on
from .passes.manager.settings import RunSettings
from .passes.pipelines import BY_FUNCTION, passes_in
from .runtime.needed_helpers import helpers_of

COMMAND = command_of("dlc.kernels_elsewhere")


class Lowered(NamedTuple):
    """An answer without its LLVM IR: the facts about lowered kernels that the parent process needs."""

    added: list[Operation]
    """The symbols that the passes have added to the module of the kernels."""
    helpers: tuple[str, ...]


def request(module: ModuleOp, passes: Items) -> tuple[dict[str, object], str]:
    """Return what a process has to know in order to lower a module, and the text of the module."""
    return {"passes": ",".join(map(str, passes))}, print_ir(module, PrintOptions(generic=True, debuginfo=True))


def read_answer(fields: Mapping[str, Any]) -> Lowered:
    """Return what an answer says besides the LLVM IR."""
    added = _module_of(fields["added"], _context())
    assert added is not None, "the text is what dlc has printed"
    return Lowered(list(added.block.ops), tuple(fields["helpers"]))


def lower(text: str, *, passes: str, triple: str, cpu: str, features: str) -> bytes:
    """Return the answer to a request: LLVM IR of the functions in a module, and what else there is, as JSON."""
    context = _context()
    with not_collecting():
        module = _module_of(text, context)
        if module is None or not _is_lowered(module, passes, context):
            return b""
        answer = _answer(module, Target(triple, cpu, features), context)
        module.erase()
    return answer


def _is_lowered(module: ModuleOp, passes: str, context: Context) -> bool:
    """Run passes on a module, and return whether they exist and succeed."""
    try:
        pipeline = parse_pipeline_on(ModuleOp.name, passes)
    except DlcError:
        return False
    return pipeline.run(module, context, RunSettings(verify_each=False))


def _answer(module: ModuleOp, target: Target, context: Context) -> bytes:
    functions, added = divided(module)
    helpers = helpers_of(module)
    part = Part(module, functions, has_globals=False)
    llvm_ir = translated(part, context.diagnostics, target)
    if llvm_ir is None or not has_its_vectors(llvm_ir, target, context.diagnostics) or context.diagnostics.diagnostics:
        return b""
    others = ModuleOp.containing(op.clone() for op in added)
    return json.dumps({"text": llvm_ir.text, "added": str(others), "helpers": helpers}).encode()


def _module_of(text: str, context: Context) -> ModuleOp | None:
    parsed = parse_file(Source("-", text), context)
    return parsed.op if parsed is not None and isinstance(parsed.op, ModuleOp) else None


def _context() -> Context:
    """Return a context without diagnostics that knows the dialects of kernels."""
    context = copy.copy(_known_dialects())
    context.diagnostics = DiagnosticEngine()
    return context


@cache
def _known_dialects() -> Context:
    context = Context()
    register_all(context)
    return context


_TYPICAL = """
func.func private @typical(%x: memref<8x8xf32>) {
  %y = memref.alloc() : memref<8x8xf32>
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 step 8 {
      %0 = loop.vector_load %x[%i, %j] : memref<8x8xf32>, vector<8xf32>
      %1 = loop.load %x[%i, 0] : memref<8x8xf32>
      %2 = vector.broadcast %1 : f32 to vector<8xf32>
      %3 = arith.mulf %0, %2 : vector<8xf32>
      %4 = arith.addf %0, %3 : vector<8xf32>
      loop.vector_store %4, %y[%i, %j] : memref<8x8xf32>, vector<8xf32>
    }
  }
  memref.dealloc %y : memref<8x8xf32>
  return
}
"""


@with_room_for_calls
def main() -> int:
    """Lower a kernel, which loads what is needed for that, then answer requests."""
    host = Target.host()
    module = _module_of(_TYPICAL, _context())
    assert module is not None
    passes = ",".join(("plan-memory", *passes_in(BY_FUNCTION)))
    text = print_ir(module, PrintOptions(generic=True, debuginfo=True))
    lower(text, passes=passes, triple=host.triple, cpu=host.cpu, features=host.features)
    return serve({"lower": lower})
