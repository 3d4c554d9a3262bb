"""The greedy driver: order, limits, circles, and patterns that break the rules."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import UNIT, StringAttr
from dlc.ir.locations import FileLineColLoc, FusedLoc
from dlc.ir.mistakes import DefinitionMistake
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern
from dlc.ir.verifier import verify
from dlc.parser import print_ir
from dlc.passes.generic.canonicalize import canonicalize
from dlc.passes.manager import Pass, PassRun
from dlc.passes.manager.pipeline import Pipeline
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.manager.settings import RunSettings
from dlc.passes.rewriting import cycle_detection
from dlc.passes.rewriting.greedy import GreedyConfig, GreedyResult, rewrite_greedily
from support.pass_testing import make_context, messages, read
from support.test_dialect import (
    AddOp,
    PingOp,
    PongOp,
    boast,
    grow,
    lie,
    ping_to_pong,
    pong_to_ping,
    stumble,
    swap_operands,
)

ONE_PING = "func.func @f(%x: i32) -> i32 { %0 = test.ping %x : i32 return %0 : i32 }"
ONE_SWAP = "func.func @f(%x: i32, %y: i32) -> i32 { %0 = test.swap %x, %y : i32 return %0 : i32 }"


def rewritten(text: str, patterns: Sequence[Pattern[Any]], **config: Any) -> tuple[GreedyResult, str, list[str]]:
    module, context = read(text)
    result = rewrite_greedily(module, patterns, context, GreedyConfig(**config))
    assert verify(module)
    return result, print_ir(module), messages(context)


def test_nothing_to_do_is_no_change() -> None:
    result, _, _ = rewritten(ONE_PING, [])
    assert (result.changed, result.converged, result.rewrites) == (False, True, 0)


def test_patterns_apply_and_are_counted() -> None:
    result, text, _ = rewritten(ONE_PING, [ping_to_pong])
    assert (result.changed, result.converged, result.rewrites) == (True, True, 1)
    assert result.hits == {ping_to_pong: 1}
    assert "test.pong" in text


def test_higher_benefit_goes_first() -> None:
    order: list[str] = []

    def remember(name: str) -> Pattern[Any]:
        def function(op: Operation, rw: Rewriter) -> Match:
            order.append(name)
            return rw.no_match("never")

        return pattern(PingOp, benefit=len(name))(function)

    rewritten(ONE_PING, [remember("a"), remember("ccc"), remember("bb")])
    assert order == ["ccc", "bb", "a"]


def test_patterns_by_name_and_for_any_op() -> None:
    seen: list[str] = []

    @pattern()
    def any_op(op: Operation, rw: Rewriter) -> Match:
        seen.append(op.name)
        return rw.no_match("only looking")

    @pattern("other.op")
    def named(op: Operation, rw: Rewriter) -> Match:
        seen.append("named")
        return rw.no_match("only looking")

    rewritten('"other.op"() : () -> ()', [any_op, named])
    assert seen == ["named", "other.op"] or seen == ["other.op", "named"]


@pytest.mark.parametrize(
    ("text", "patterns", "message"),
    [
        (ONE_SWAP, [swap_operands], "pattern 'swap_operands' undoes itself on 'test.swap'"),
        (ONE_PING, [ping_to_pong, pong_to_ping], "patterns 'ping_to_pong' and 'pong_to_ping' undo each other on"),
    ],
)
def test_circles_are_found_and_named(text: str, patterns: list[Pattern[Any]], message: str) -> None:
    result, _, said = rewritten(text, patterns)
    assert result.cycle == tuple(sorted(each.name for each in patterns))
    assert not result.converged
    assert result.rewrites < 1000
    assert said[0].startswith(f"warning: rewriting was stopped: {message}")


def test_growth_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycle_detection, "SPARE_REWRITES", 2_000)
    result, _, said = rewritten(ONE_PING, [grow])
    assert not result.converged
    assert said == ["warning: rewriting was stopped: pattern 'grow' does not come to an end on 'test.ping'"]


def test_many_honest_rewrites_are_no_circle() -> None:
    """A chain that is shortened by one op at a time takes far more rewrites than the limit from which on one looks."""

    @pattern(PongOp)
    def count_down(op: PongOp, rw: Rewriter) -> Match:
        left = op.attributes.get("left")
        count = int(left.value) if isinstance(left, StringAttr) else 3000
        if count == 0:
            return rw.no_match("done")
        op.attributes["left"] = StringAttr(str(count - 1))
        return rw.modify(op)

    result, _, said = rewritten(ONE_PING, [ping_to_pong, count_down])
    assert result.converged
    assert result.rewrites == 3001
    assert said == []


def test_limits_hold() -> None:
    result, _, _ = rewritten(ONE_SWAP, [swap_operands], max_rewrites=5, max_iterations=2)
    assert (result.rewrites, result.converged) == (10, False)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lie, "pattern 'lie' on 'test.ping' changed the IR but said no-match: nothing to see here"),
        (boast, "pattern 'boast' on 'test.ping' said match but changed nothing"),
        (stumble, "pattern 'stumble' on 'test.ping' raised KeyError: 'lost'"),
    ],
)
def test_patterns_that_break_the_rules_are_named(broken: Pattern[Any], message: str) -> None:
    with pytest.raises(DefinitionMistake) as caught:
        rewritten(ONE_PING, [broken], expensive_checks=True)
    assert str(caught.value).partition(", at ")[0] == message


class LyingPass(Pass):
    """Apply a pattern that breaks the rules"""

    name = "test-lie"

    def run(self, op: Operation, run: PassRun) -> None:
        rewrite_greedily(op, [lie], run.context)


def test_a_pipeline_checks_the_patterns_of_all_passes() -> None:
    module, context = read(ONE_PING)
    assert Pipeline.of_passes([LyingPass()], module.name).run(module, context)
    module, context = read(ONE_PING)
    pipeline = Pipeline.of_passes([LyingPass()], module.name)
    assert not pipeline.run(module, context, RunSettings(expensive_checks=True))
    assert not context.checks_patterns
    assert "changed the IR but said no-match" in messages(context)[0]


class SilentPass(Pass):
    """Change something and say that nothing has changed"""

    name = "test-silent"

    def run(self, op: Operation, run: PassRun) -> None:
        op.attributes["changed"] = UNIT
        run.mark_unchanged()


def test_a_pass_that_says_that_it_changed_nothing_is_checked() -> None:
    module, context = read(ONE_PING)
    pipeline = Pipeline.of_passes([SilentPass()], module.name)
    assert not pipeline.run(module, context, RunSettings(expensive_checks=True))
    assert "pass 'test-silent' said that it had changed nothing, but changed the IR" in messages(context)[0]


def test_canonicalize_can_fail_on_circles() -> None:
    module, context = read("func.func @f() { return }")
    assert parse_pipeline("builtin.module(canonicalize{test-convergence})").run(module, context)


def test_new_ops_say_who_made_them() -> None:
    module, context = read(ONE_PING)
    rewrite_greedily(module, [ping_to_pong], context, GreedyConfig(provenance="tidy"))
    pong = next(op for op in module.walk() if op.name == "test.pong")
    location = pong.location
    assert isinstance(location, FusedLoc)
    assert location.metadata is StringAttr("tidy/ping_to_pong")
    assert isinstance(location.locations[0], FileLineColLoc)


def test_constants_say_that_they_were_folded() -> None:
    module, context = read(
        "func.func @f() -> i32 { %0 = test.const 1 : i32 %1 = test.add %0, %0 : i32 return %1 : i32 }"
    )
    canonicalize(module, context)
    constant = next(op for op in module.walk() if op.name == "test.const")
    assert isinstance(constant.location, FusedLoc)
    assert constant.location.metadata is StringAttr("fold")


def test_erasing_regions_in_any_order_is_safe() -> None:
    """Values used across blocks of a region that is erased, later blocks before earlier ones, are not visited again."""
    text = """
    func.func @f(%c: i1, %x: i32) {
      %r = "test.region"() ({
        cf.br ^second
      ^first:
        %u = test.add %d, %x : i32
        test.yield %u : i32
      ^second:
        %d = test.swap %x, %x : i32
        cf.br ^first
      }) : () -> i32
      return
    }
    """
    result, printed, _ = rewritten(text, [])
    assert result.converged
    assert "test.region" not in printed


def test_unreachable_ops_that_use_themselves_are_no_circle() -> None:
    text = """
    func.func @f(%c: i1) {
      %zero = arith.constant 0 : i32
      return
    ^loop:
      %x = arith.addi %x, %zero : i32
      cf.cond_br %c, ^loop, ^loop
    }
    """
    module, context = read(text)
    result = canonicalize(module, context)
    assert result.converged
    assert messages(context) == []


def test_a_long_chain_is_linear_and_no_recursion() -> None:
    context = make_context()
    module, _ = read("func.func @f(%x: i32) -> i32 { return %x : i32 }", context)
    block: Block = next(op for op in module.walk() if op.name == "func.func").regions[0].entry
    value = block.args[0]
    last = block.last
    assert last is not None
    for _ in itertools.repeat(None, 20_000):
        sum_ = AddOp(value, value)
        block.insert_before(sum_, last)
        value = sum_.result
    result = canonicalize(module, context)
    assert result.changed
    assert [op.name for op in block.ops] == ["func.return"]
