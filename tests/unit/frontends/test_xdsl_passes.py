"""The pass `xdsl`: passes of xDSL on modules of dlc, all or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from xdsl.context import Context as XContext
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation as XOperation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern
from xdsl.utils.exceptions import PassFailedException

import dlc
from dlc.frontends.xdsl import load_into, run_passes
from dlc.frontends.xdsl.run_passes import XdslFailed, parse_passes, run_xdsl_passes
from dlc.ir.diagnostics import file_location
from dlc.ir.errors import DlcError

LOOP = """func.func @f(%n: index, %m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
"""


def parse(text: str) -> tuple[Any, dlc.Context]:
    context = dlc.make_context()
    load_into(context, ["scf"])
    return dlc.parse(text, context=context, filename="loop.mlir"), context


@dataclass(frozen=True)
class Raises(ModulePass):
    """Raises inside a pattern, at a store."""

    name = "raises"

    def apply(self, ctx: XContext, op: ModuleOp) -> None:
        PatternRewriteWalker(_RaisesAtStore()).rewrite_module(op)


class _RaisesAtStore(RewritePattern):
    def match_and_rewrite(self, op: XOperation, rewriter: PatternRewriter) -> None:
        if op.name == "memref.store":
            raise PassFailedException("stores are not\nfor me")


@dataclass(frozen=True)
class Crashes(ModulePass):
    """Has a bug."""

    name = "crashes"

    def apply(self, ctx: XContext, op: ModuleOp) -> None:
        for inner in op.walk():
            if inner.name == "scf.for":
                self.lower(inner)

    def lower(self, op: XOperation) -> None:
        _ = op.operands[17]


@dataclass(frozen=True)
class BreaksTypes(ModulePass):
    """Leaves IR that does not verify."""

    name = "breaks-types"

    def apply(self, ctx: XContext, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if inner.name == "memref.store":
                constant = arith.ConstantOp(IntegerAttr(1, 64))
                block = inner.parent_block()
                assert block is not None
                block.insert_op_before(constant, inner)
                inner.operands[0] = constant.results[0]


@dataclass(frozen=True)
class EmptiesTheModule(ModulePass):
    """Removes all functions."""

    name = "empties-the-module"

    def apply(self, ctx: XContext, op: ModuleOp) -> None:
        for inner in list(op.ops):
            op.body.block.erase_op(inner, safe_erase=False)


@pytest.fixture
def own_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, Any] = dict(run_passes.available_passes())
    for each in (Raises, Crashes, BreaksTypes, EmptiesTheModule):
        known[each.name] = lambda each=each: each
    monkeypatch.setattr(run_passes, "available_passes", lambda: known)


def test_a_pass_of_xdsl_in_a_pipeline() -> None:
    module, context = parse(LOOP)
    pipeline = "builtin.module(xdsl{passes=convert-scf-to-cf,canonicalize},func.func(cse))"
    dlc.run_pipeline(module, pipeline, context=context)
    assert "scf.for" not in str(module)
    assert "cf.cond_br" in str(module)


def test_it_runs_on_a_function_as_well() -> None:
    module, context = parse(LOOP)
    dlc.run_pipeline(module, "builtin.module(func.func(xdsl{passes=convert-scf-to-cf}))", context=context)
    assert "cf.cond_br" in str(module)


def test_names_and_locations_come_through() -> None:
    module, context = parse(LOOP)
    dlc.run_pipeline(module, "xdsl{passes=convert-scf-to-cf}", context=context)
    assert "memref.store %x, %m[%i]" in str(module)
    for op in module.walk():
        place = file_location(op.location)
        assert place is not None, op
        assert place.filename == "loop.mlir"


def test_new_ops_say_which_passes_made_them() -> None:
    module, context = parse(LOOP)
    dlc.run_pipeline(module, "xdsl{passes=convert-scf-to-cf}", context=context)
    branch = next(op for op in module.walk() if op.name == "cf.cond_br")
    assert "xdsl{passes=convert-scf-to-cf}" in str(branch.location)


def test_dialects_that_come_in_are_known_afterwards() -> None:
    context = dlc.make_context()
    module = dlc.parse("func.func @f() -> i32 { %c = arith.constant 1 : i32 return %c : i32 }", context=context)
    dlc.run_pipeline(module, "xdsl{passes=convert-arith-to-riscv}", context=context)
    assert "rv32.li 1" in str(module)
    dlc.parse(str(module), context=context)


FAILING = {
    "raises": (5, "'memref.store' op xDSL's pass 'raises' failed: stores are not"),
    "crashes": (4, "'scf.for' op xDSL's pass 'crashes' failed with IndexError: tuple index out of range"),
    "breaks-types": (5, "'memref.store' op"),
}


@pytest.mark.usefixtures("own_passes")
@pytest.mark.parametrize("name", FAILING)
def test_a_failure_leaves_the_module_as_it_was_and_is_one_located_error(name: str) -> None:
    line, message = FAILING[name]
    module, context = parse(LOOP)
    before = dlc.print_ir(module, dlc.PrintOptions(debuginfo=True))
    with pytest.raises(dlc.InvalidProgram) as raised:
        dlc.run_pipeline(module, f"xdsl{{passes=convert-arith-to-riscv-snitch,{name}}}", context=context)
    assert dlc.print_ir(module, dlc.PrintOptions(debuginfo=True)) == before
    (only,) = raised.value.diagnostics
    assert only.text.startswith(message)
    place = file_location(only.location)
    assert place is not None
    assert (place.filename, place.line) == ("loop.mlir", line)


@pytest.mark.usefixtures("own_passes")
def test_a_function_must_stay_a_function() -> None:
    module, context = parse(LOOP)
    with pytest.raises(dlc.InvalidProgram, match="op became nothing in xDSL's passes"):
        dlc.run_pipeline(module, "builtin.module(func.func(xdsl{passes=empties-the-module}))", context=context)
    assert "scf.for" in str(module)


def test_invalid_ir_is_reported_at_its_op() -> None:
    module, _ = parse(LOOP)
    with pytest.raises(XdslFailed, match="after xDSL's passes 'breaks-types'"):
        run_xdsl_passes(module, [BreaksTypes()])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("convert-sfc-to-cf", "xDSL has no pass 'convert-sfc-to-cf', did you mean 'convert-scf-to-cf'?"),
        ("convert-scf-to-cf{a=1}", "cannot make the passes"),
        ("convert-scf-to-cf{a=", "cannot read the passes"),
    ],
)
def test_wrong_passes_are_errors(text: str, message: str) -> None:
    with pytest.raises(DlcError, match=message.replace("?", r"\?")):
        parse_passes(text)


def test_options_of_passes_are_read() -> None:
    (only,) = parse_passes("scf-for-loop-range-folding")
    assert only.name == "scf-for-loop-range-folding"
    (tiling,) = parse_passes("scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,8}")
    assert getattr(tiling, "parallel_loop_tile_sizes") == (4, 8)  # noqa: B009


def test_i32_is_i32() -> None:
    assert str(i32) == "i32"
