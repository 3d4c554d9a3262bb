"""Dialect conversion: legality, types one to one and one to many, materializations, and what is said when it fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from dlc.dialects.func import CallOp, FuncOp, ReturnOp
from dlc.ir.attributes import Type
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import IntegerAttr, TypeAttr, UnitAttr
from dlc.ir.builtin_types import IndexType, IntegerType, TupleType, i32, i64, index
from dlc.ir.context import Context
from dlc.ir.mistakes import DefinitionMistake
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.ir.values import Value
from dlc.ir.verifier import verify
from dlc.parser import print_ir
from dlc.passes.rewriting.conversion import (
    ConversionRewriter,
    Converted,
    apply_full_conversion,
    apply_partial_conversion,
    conversion,
)
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.type_conversion import TypeConverter
from support.pass_testing import messages, read, rendered
from support.test_dialect import AddOp, ConstOp, IdempotentOp, InvolutionOp, PingOp, PongOp, PureOp


def index_to_i64() -> TypeConverter:
    converter = TypeConverter.keeping_others()
    converter.add(lambda type: i64 if isinstance(type, IndexType) else None)
    return converter


def split_tuples() -> TypeConverter:
    converter = TypeConverter.keeping_others()
    converter.add(lambda type: type.types if isinstance(type, TupleType) else None)
    return converter


@conversion(PureOp)
def convert_pure(op: PureOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pure of some types -> pure of converted types."""
    types = [rw.convert_type(result.type) for result in op.results]
    replacement = rw.insert_before(op, PureOp(new.operands, [type for group in types for type in group]))
    results = list(replacement.results)
    groups: list[list[Value]] = []
    for group in types:
        groups.append(cast("list[Value]", results[: len(group)]))
        results = results[len(group) :]
    return rw.replace_with_many(op, groups)


@conversion(FuncOp)
def convert_signature(op: FuncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """A function of converted types."""
    type = rw.converter.convert_function_type(op.type)
    if type is None:
        return rw.no_match("the signature cannot be converted")
    if not rw.convert_region(op.body):
        return rw.no_match("a block cannot be converted")
    op.function_type = TypeAttr(type)
    return rw.modify(op)


@conversion(ReturnOp)
def convert_return(op: ReturnOp, new: Converted, rw: ConversionRewriter) -> Match:
    """A return of converted values."""
    return rw.modify_operands(op)


@conversion(CallOp)
def convert_call(op: CallOp, new: Converted, rw: ConversionRewriter) -> Match:
    """A call with converted values."""
    return rw.replace(op, CallOp(op.callee, new.operands, new.result_types))


TYPE_PATTERNS = [convert_pure, convert_signature, convert_return, convert_call]


def type_target(converter: TypeConverter) -> ConversionTarget:
    target = ConversionTarget()
    target.add_dynamically_legal_dialect("test", "func", condition=converter.is_legal_op)
    target.add_dynamically_legal_op(
        "func.func", condition=lambda op: isinstance(op, FuncOp) and converter.is_legal_signature(op.type)
    )
    return target


def converted(text: str, converter: TypeConverter, patterns: Sequence[Any] = TYPE_PATTERNS) -> str:
    module, context = read(text)
    assert apply_full_conversion(module, type_target(converter), patterns, context, converter), rendered(context)
    assert verify(module, context.diagnostics), rendered(context)
    return print_ir(module)


def test_types_are_converted_everywhere() -> None:
    text = converted(
        """
        func.func @f(%x: index, %y: i32) -> index {
          %0 = "test.pure"(%x, %y) : (index, i32) -> index
          %1 = "test.pure"(%0, %x) : (index, index) -> index
          return %1 : index
        }
        func.func @g(%x: index, %y: i32) -> index {
          %0 = call @f(%x, %y) : (index, i32) -> index
          return %0 : index
        }
        """,
        index_to_i64(),
    )
    assert "index" not in text
    assert "cast" not in text


def test_blocks_are_converted_with_what_branches_to_them() -> None:
    @conversion("cf.br", "cf.cond_br")
    def convert_branch(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
        return rw.modify_operands(op)

    converter = index_to_i64()
    module, context = read(
        """
        func.func @f(%x: index, %c: i1) -> index {
          cf.br ^loop(%x : index)
        ^loop(%i: index):
          %0 = "test.pure"(%i, %x) : (index, index) -> index
          cf.cond_br %c, ^loop(%0 : index), ^end(%i : index)
        ^end(%r: index):
          return %r : index
        }
        """
    )
    target = type_target(converter)
    target.add_dynamically_legal_dialect("cf", condition=converter.is_legal_op)
    assert apply_full_conversion(module, target, [*TYPE_PATTERNS, convert_branch], context, converter)
    assert verify(module, context.diagnostics), rendered(context)
    text = print_ir(module)
    assert "index" not in text
    assert "cast" not in text


def test_one_value_becomes_many() -> None:
    text = converted(
        """
        func.func @f(%p: tuple<i32, i64>, %x: i32) -> (tuple<i32, i64>, tuple<>) {
          %0:2 = "test.pure"(%p, %x) : (tuple<i32, i64>, i32) -> (tuple<i32, i64>, tuple<>)
          return %0#0, %0#1 : tuple<i32, i64>, tuple<>
        }
        """,
        split_tuples(),
    )
    assert "%x: i32) -> (i32, i64) {" in text
    assert "(i32, i64, i32) -> (i32, i64)" in text
    assert "cast" not in text
    assert "tuple" not in text


def test_an_operand_that_became_many_is_not_read_as_one() -> None:
    @conversion(InvolutionOp)
    def convert(op: InvolutionOp, new: Converted, rw: ConversionRewriter) -> Match:
        return rw.replace(op, new.source)

    module, context = read("""
    func.func @f(%x: tuple<i32, i64>) -> tuple<i32, i64> {
      %y = test.involution %x : tuple<i32, i64>
      return %y : tuple<i32, i64>
    }
    """)
    target = ConversionTarget()
    target.add_illegal_op(InvolutionOp)
    assert not apply_partial_conversion(module, target, [convert], context, split_tuples())
    reason = "a value of type 'tuple<i32, i64>' becomes 2 values, not one; use 'rw.converted(op.…)'"
    assert f"pattern 'convert' did not match: {reason}" in rendered(context)


def test_casts_stay_where_conversion_ends() -> None:
    converter = index_to_i64()
    module, context = read(
        'func.func @f(%x: index) -> index { %0 = "other.op"(%x) : (index) -> index return %0 : index }'
    )
    assert apply_partial_conversion(module, type_target(converter), TYPE_PATTERNS, context, converter)
    assert verify(module)
    text = print_ir(module)
    assert text.count("builtin.unrealized_conversion_cast") == 2
    assert "(index) -> index" in text


def test_materializations_make_casts_real() -> None:
    converter = index_to_i64()

    def make(builder: Builder, types: Sequence[Type], inputs: Sequence[Value]) -> Sequence[Value]:
        return builder.insert(PureOp(list(inputs), list(types))).results

    converter.add_source_materialization(make)
    converter.add_target_materialization(make)
    module, context = read(
        'func.func @f(%x: index) -> index { %0 = "other.op"(%x) : (index) -> index return %0 : index }'
    )
    assert apply_partial_conversion(module, type_target(converter), TYPE_PATTERNS, context, converter)
    text = print_ir(module)
    assert "cast" not in text
    assert text.count("test.pure") == 2


def test_casts_that_may_not_stay_are_an_error() -> None:
    converter = index_to_i64()
    target = type_target(converter)
    target.add_illegal_op("builtin.unrealized_conversion_cast")
    module, context = read('func.func @f(%x: index) { "other.op"(%x) : (index) -> () return }')
    assert not apply_partial_conversion(module, target, TYPE_PATTERNS, context, converter)
    assert messages(context) == [
        (
            "error: failed to legalize unresolved materialization from ('i64') to ('index') that remained live after "
            "conversion"
        )
    ]


# -- Legality --------------------------------------------------------------------------------------------------------


@conversion(PingOp)
def ping_to_pong(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
    """ping(x) -> pong(x)"""
    return rw.replace(op, PongOp(new.source))


@conversion(PongOp)
def pong_to_add(op: PongOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pong(x) -> add(x, 1)"""
    one = rw.insert_before(op, ConstOp(IntegerAttr(1, cast(IntegerType, op.result.type))))
    return rw.replace(op, AddOp(new.source, one.result))


@conversion(PongOp)
def pong_to_ping(op: PongOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pong(x) -> ping(x)"""
    return rw.replace(op, PingOp(new.source))


@conversion(PingOp)
def never(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
    """Does not match."""
    return rw.no_match("it is Monday")


ONE_PING = "func.func @f(%x: i32) -> i32 { %0 = test.ping %x : i32 return %0 : i32 }"


def try_conversion(
    target: ConversionTarget, patterns: Sequence[Any], *, full: bool = False
) -> tuple[bool, str, Context]:
    module, context = read(ONE_PING)
    apply = apply_full_conversion if full else apply_partial_conversion
    ok = apply(module, target, patterns, context)
    return ok, print_ir(module), context


def test_what_patterns_make_is_legalized_as_well() -> None:
    target = ConversionTarget()
    target.add_illegal_op(PingOp, PongOp)
    target.add_legal_dialect("func")
    target.add_legal_op(AddOp, ConstOp)
    ok, text, _ = try_conversion(target, [ping_to_pong, pong_to_add], full=True)
    assert ok
    assert "test.add" in text


def test_a_failure_says_which_patterns_were_tried() -> None:
    target = ConversionTarget()
    target.add_illegal_op(PingOp)
    ok, _, context = try_conversion(target, [never])
    assert not ok
    assert rendered(context).splitlines()[0] == (
        "-:1:37: error: failed to legalize operation 'test.ping' that was explicitly marked illegal"
    )
    assert "note: pattern 'never' did not match: it is Monday" in rendered(context)


def test_a_failure_without_patterns_says_so() -> None:
    target = ConversionTarget()
    target.add_illegal_op(PongOp, PingOp)
    ok, _, context = try_conversion(target, [ping_to_pong])
    assert not ok
    assert "failed to legalize operation 'test.pong' that was explicitly marked illegal" in rendered(context)
    assert "note: there is no pattern for 'test.pong'" in rendered(context)
    assert "note: the operation was made by pattern 'ping_to_pong'" in rendered(context)


def test_circles_end() -> None:
    target = ConversionTarget()
    target.add_illegal_op(PongOp, PingOp)
    ok, _, context = try_conversion(target, [ping_to_pong, pong_to_ping])
    assert not ok
    assert "'ping_to_pong' did not match: it has been applied on the way to this operation" in rendered(context)


@pytest.mark.parametrize("most", [10, 3])
def test_recursive_patterns_see_what_they_made(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @conversion(PingOp, recursive=True)
    def peel(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
        """Five ops, one after the other."""
        left = counts.pop()
        return rw.replace(op, PingOp(new.source) if left else AddOp(new.source, new.source))

    monkeypatch.setattr("dlc.passes.rewriting.conversion.MOST_RECURSIONS", most)
    counts = [0, 1, 1, 1, 1]
    target = ConversionTarget()
    target.add_illegal_op(PingOp)
    ok, text, context = try_conversion(target, [peel])
    assert ok == (most == 10)
    assert ("test.add" in text) == ok
    assert ok or "'peel' did not match: it has been applied 3 times on the way to this operation" in rendered(context)


def test_full_conversion_wants_everything_legal() -> None:
    ok, _, context = try_conversion(ConversionTarget(), [], full=True)
    assert not ok
    kinds = ("func.func", "test.ping", "func.return")
    assert messages(context) == [f"error: failed to legalize operation '{kind}'" for kind in kinds]
    assert try_conversion(ConversionTarget(), [])[0]


def test_unknown_ops_are_converted_where_they_can_be() -> None:
    ok, text, _ = try_conversion(ConversionTarget(), [ping_to_pong])
    assert ok
    assert "test.pong" in text


def test_recursive_legality_exempts_what_is_inside() -> None:
    target = ConversionTarget()
    target.add_illegal_op(PingOp)
    target.add_legal_op("func.func")
    target.mark_recursively_legal("func.func")
    assert try_conversion(target, [])[0]


def test_dialects_and_unknown_ops_can_be_decided_by_callbacks() -> None:
    target = ConversionTarget()
    target.add_illegal_dialect("test")
    target.add_legal_op(PongOp)
    target.mark_unknown_dynamically_legal(lambda op: op.dialect_name == "func")
    ok, text, _ = try_conversion(target, [ping_to_pong], full=True)
    assert ok
    assert "test.pong" in text


def test_plain_patterns_take_part() -> None:
    @pattern(PingOp)
    def plain(op: PingOp, rw: Rewriter) -> Match:
        return rw.replace(op, InvolutionOp(op.source))

    target = ConversionTarget()
    target.add_illegal_op(PingOp)
    ok, text, _ = try_conversion(target, [plain])
    assert ok
    assert "test.involution" in text


def test_patterns_see_the_operands_from_before_the_conversion() -> None:
    module, context = read("func.func @f(%x: index) { %a = \"test.pure\"(%x) : (index) -> index\n"
                           "%b = \"test.pure\"(%a, %a) : (index, index) -> index\nreturn }")  # fmt: skip
    ops = [op for op in module.walk() if isinstance(op, PureOp)]
    before = {op: (list(op.operands), list(op.operand_types)) for op in ops}
    seen: dict[PureOp, tuple[list[Value], list[Type]]] = {}

    @conversion(PureOp)
    def convert(op: PureOp, new: Converted, rw: ConversionRewriter) -> Match:
        values = list(new.original.operands)
        assert new.original.name == op.name
        seen[op] = values, [value.type for value in values]
        return cast("Any", convert_pure.function)(op, new, rw)

    converter = index_to_i64()
    target = ConversionTarget()
    target.add_dynamically_legal_op(PureOp, condition=converter.is_legal_op)
    assert apply_partial_conversion(module, target, [convert], context, converter)
    assert seen == before


def test_a_pattern_that_lies_is_named() -> None:
    @conversion(PingOp)
    def liar(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
        rw.insert_before(op, IdempotentOp(op.source))
        return rw.no_match("nothing happened")

    with pytest.raises(DefinitionMistake, match=r"pattern 'liar' on 'test.ping' changed the IR but said no-match"):
        try_conversion(ConversionTarget(), [liar])


@pytest.mark.parametrize("use", ["return %0 : index", "return %x : index"])
def test_a_replacement_of_a_wrong_type_is_a_mistake_of_the_pattern(use: str) -> None:
    @conversion(PureOp)
    def wrong(op: PureOp, new: Converted, rw: ConversionRewriter) -> Match:
        return rw.replace(op, PureOp(list(op.operands), [i32]))

    def apply(converter: TypeConverter) -> None:
        module, context = read(f'func.func @f(%x: index) -> index {{ %0 = "test.pure"(%x) : (index) -> index {use} }}')
        target = ConversionTarget()
        target.add_illegal_op(PureOp)
        apply_partial_conversion(module, target, [wrong], context, converter)

    mistake = r"pattern 'wrong' on 'test.pure' raised .*: cannot replace a value of type 'index' by \('i32'\)"
    with pytest.raises(DefinitionMistake, match=mistake + r": the type converter turns it into \('i64'\)"):
        apply(index_to_i64())
    with pytest.raises(DefinitionMistake, match=mistake + ": the type converter has no rule for it"):
        apply(TypeConverter())


def test_types_that_cannot_be_converted_are_the_reason() -> None:
    converter = TypeConverter()
    converter.add(lambda type: type if type is i32 else None)
    target = ConversionTarget()
    target.add_illegal_op(PureOp)
    module, context = read('func.func @f(%x: index) { %0 = "test.pure"(%x) : (index) -> i32 return }')
    assert not apply_partial_conversion(module, target, [convert_pure], context, converter)
    assert "note: pattern 'convert_pure' did not match: type 'index' cannot be converted" in rendered(context)


def test_type_converters() -> None:
    converter = split_tuples()
    assert converter.convert(i32) == (i32,)
    assert converter.convert(TupleType((i32, index))) == (i32, index)
    assert converter.convert_to_one(TupleType((i32, index))) is None
    assert converter.convert_all([i32, TupleType(())]) == (i32,)
    assert not converter.is_legal(TupleType((i32,)))
    assert TypeConverter().convert(i32) is None


TWO_OPS = "func.func @f(%x: i32) -> i32 { %a = test.ping %x : i32 %b = test.pong %a : i32 return %b : i32 }"


@conversion(PongOp)
def mark_the_source(op: PongOp, new: Converted, rw: ConversionRewriter) -> Match:
    """A pong that is replaced changes the ping before it."""
    ping = op.source.defining_op
    assert ping is not None
    ping.attributes["marked"] = UnitAttr()
    rw.modify(ping)
    return rw.replace(op, AddOp(new.source, new.source))


@conversion(PingOp)
def ping_to_add(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
    """ping(x) -> add(x, x)"""
    return rw.replace(op, AddOp(new.source, new.source))


def unmarked_is_legal() -> ConversionTarget:
    target = ConversionTarget()
    target.add_illegal_op(PongOp)
    target.add_dynamically_legal_op(PingOp, condition=lambda op: "marked" not in op.attributes)
    return target


def test_another_op_that_a_pattern_makes_illegal_is_converted() -> None:
    module, context = read(TWO_OPS)
    assert apply_partial_conversion(module, unmarked_is_legal(), [mark_the_source, ping_to_add], context)
    assert print_ir(module).count("test.add") == 2


def test_another_op_that_a_pattern_makes_illegal_is_reported() -> None:
    module, context = read(TWO_OPS)
    assert not apply_partial_conversion(module, unmarked_is_legal(), [mark_the_source], context)
    assert messages(context) == ["error: failed to legalize operation 'test.ping' that was explicitly marked illegal"]


def test_a_pattern_that_changes_another_op_and_does_not_match_is_refused() -> None:
    @conversion(PongOp)
    def no_match_after_all(op: PongOp, new: Converted, rw: ConversionRewriter) -> Match:
        """Changes the ping before it, and then does not match."""
        ping = op.source.defining_op
        assert ping is not None
        rw.modify(ping)
        return rw.no_match("too late")

    module, context = read(TWO_OPS)
    with pytest.raises(DefinitionMistake, match="changed the IR but said no-match: too late"):
        apply_partial_conversion(module, unmarked_is_legal(), [no_match_after_all], context)


def test_lists_of_values_are_as_many_as_results() -> None:
    @conversion(PingOp)
    def one_list_too_many(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
        """ping(x) -> x, x"""
        return rw.replace_with_many(op, [[new.source], [new.source]])

    module, context = read(TWO_OPS)
    target = ConversionTarget()
    target.add_illegal_op(PingOp)
    said = "cannot replace 'test.ping' with 1 result by 2 lists of values; give one list for each result"
    with pytest.raises(DefinitionMistake, match=said):
        apply_partial_conversion(module, target, [one_list_too_many], context)


def test_ops_that_change_one_another_come_to_an_end() -> None:
    @conversion(PongOp, recursive=True)
    def change_ping(op: PongOp, new: Converted, rw: ConversionRewriter) -> Match:
        """Changes the ping before it."""
        ping = op.source.defining_op
        assert ping is not None
        return rw.modify(ping)

    @conversion(PingOp, recursive=True)
    def change_pong(op: PingOp, new: Converted, rw: ConversionRewriter) -> Match:
        """Changes the pong behind it."""
        return rw.modify(op.result.users[0])

    target = ConversionTarget()
    target.add_illegal_op(PingOp, PongOp)
    module, context = read(TWO_OPS)
    assert not apply_partial_conversion(module, target, [change_ping, change_pong], context)
    assert "times on the way to this operation" in rendered(context)
