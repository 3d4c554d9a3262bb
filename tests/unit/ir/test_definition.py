"""Declaring ops: what a class body means, and what it must not say."""

# What must be refused is tried: pyright cannot be asked about that.
# pyright: reportCallIssue=false, reportIncompatibleMethodOverride=false, reportGeneralTypeIssues=false

from __future__ import annotations

import traceback
from collections.abc import Callable

import pytest

from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import IntegerAttr, i32_array, int_attr
from dlc.ir.builtin_constraints import any_integer, any_memref, index_type, integer_attr_any
from dlc.ir.builtin_types import MemRefType, element_type, f32, i1, i32, index
from dlc.ir.compilation import dumped_source
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Region as RegionField,
    Result,
    VariadicOperand,
    VariadicRegion,
    VariadicSuccessor,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    region,
    result,
    variadic_operand,
    variadic_region,
    variadic_successor,
)
from dlc.ir.errors import InvalidDefinitionError, InvalidIRError
from dlc.ir.interfaces import MemoryEffects, Touches
from dlc.ir.traits import ConstantLike, Pure, ReturnLike, Terminator
from support.toy import AddOp, ConstantOp, GroupsOp, LoadOp, ModuleOp, NestOp, ReturnOp, errors_of


def test_constructors_and_accessors() -> None:
    block = Block([i32, i32])
    a, b = block.args
    add = AddOp(a, b)
    assert (add.lhs, add.rhs, add.result.type) == (a, b, i32)
    assert add.result is add.results[0]
    assert add.result.owner is add
    assert add.exact is None
    add.lhs = b
    assert a.uses == ()
    assert b.uses == ((add, 1), (add, 0))
    add.exact = int_attr(1)
    assert add.properties == {"exact": int_attr(1)}
    add.exact = None
    assert not add.properties
    assert AddOp.name == "toy.add"
    assert AddOp.has_trait(Pure)
    assert not AddOp.may_be_terminator
    assert ReturnOp.may_be_terminator


def test_fields_may_be_named_as_generated_code_names_its_own() -> None:
    block = Block([MemRefType((2,), f32), index])
    memref, i = block.args
    load = LoadOp(memref, [i, i], int_attr(3))
    assert load.value is memref
    assert list(load.index) == [i, i]
    assert load.new.type is f32
    assert load.fill is int_attr(3)
    assert i.uses == ((load, 1), (load, 2))


def test_attributes_given_to_several_ops_are_not_shared() -> None:
    given = {"t.a": int_attr(1)}
    first, second = ReturnOp(attributes=given), ReturnOp(attributes=given)
    first.attributes["t.b"] = int_attr(2)
    assert second.attributes == {"t.a": int_attr(1)} == given


@pytest.mark.parametrize("first", [0, 1, 3])
@pytest.mark.parametrize("maybe", [False, True])
@pytest.mark.parametrize("last", [0, 2])
def test_groups(first: int, maybe: bool, last: int) -> None:
    block = Block([i32, index, i1, f32])
    a, i, m, z = block.args
    groups = GroupsOp([a] * first, i, m if maybe else None, [z] * last, [i32] * first, i1 if maybe else None)
    assert list(groups.first) == [a] * first
    assert groups.middle is i
    assert groups.maybe is (m if maybe else None)
    assert list(groups.last) == [z] * last
    assert [r.type for r in groups.left] == [i32] * first
    assert (groups.right.type if groups.right is not None else None) is (i1 if maybe else None)
    assert groups.properties["operandSegmentSizes"] is i32_array([first, 1, maybe, last])
    assert errors_of(groups) == []
    groups.last = [a, a]
    groups.maybe = None
    groups.first = (z,)
    assert list(groups.operands) == [z, i, a, a]
    assert groups.properties["operandSegmentSizes"] is i32_array([1, 1, 0, 2])
    groups.middle = z
    groups.maybe = m
    assert list(groups.operands) == [z, z, m, a, a]
    assert m.uses == ((groups, 2),)


def test_one_group_of_unknown_size_needs_no_segments() -> None:
    @op("toy.sandwich")
    class SandwichOp(Op):
        top: Operand = operand(any_type)
        filling: VariadicOperand = variadic_operand(any_type)
        bottom: Operand = operand(any_type)

    block = Block([i32, i1, f32])
    a, b, c = block.args
    sandwich = SandwichOp(a, [b, b], c)
    assert (sandwich.top, list(sandwich.filling), sandwich.bottom) == (a, [b, b], c)
    sandwich.bottom = a
    sandwich.filling = []
    assert list(sandwich.operands) == [a, a]
    assert not sandwich.properties
    sandwich.bottom = c
    assert list(sandwich.operands) == [a, c]


def test_regions_and_constants() -> None:
    module = ModuleOp()
    assert module.body.is_empty
    assert module.body.parent is module
    assert NestOp(bodies=[Region(), Region()]).bodies[1].index == 1
    constant = ConstantOp(int_attr(3, i32))
    assert constant.result.type is i32
    assert constant.constant_value() is int_attr(3, i32)
    assert module.constant_value() is None


def test_types_that_follow() -> None:
    @op("toy.size")
    class SizeOp(Op):
        buffer: Operand = operand(any_memref)
        element: Operand = operand(any_type, type_from=("buffer", element_type))
        size: Result = inferred_result(index_type)

    block = Block([MemRefType((2,), f32), f32, i32])
    memref, right, wrong = block.args
    assert SizeOp(memref, right).size.type is index
    assert errors_of(SizeOp(memref, right)) == []
    (message,) = errors_of(SizeOp(memref, wrong))
    assert "operand #1 'element' must have type" in message
    assert "as follows from 'buffer'" in message


def test_a_failed_inference_leaves_no_uses() -> None:
    @op("toy.fails")
    class FailsOp(Op):
        x: Operand = operand(any_type)
        y: Result = inferred_result(any_type)

        def infer_types(self) -> list[object]:
            raise ValueError("no")

    value = Block([i32]).args[0]
    with pytest.raises(ValueError, match="no"):
        FailsOp(value)
    assert not value.has_uses


def test_inheriting_from_an_abstract_base_and_from_an_op() -> None:
    class Binary(Op):
        lhs: Operand = operand(any_type)
        rhs: Operand = operand(any_type)

    @op("toy.less")
    class LessOp(Binary):
        result: Result = result(any_type)

    @op("toy.same")
    class SameOp(LessOp):
        flag: Attr[IntegerAttr | None] = optional_attr(integer_attr_any)

    block = Block([i32])
    (x,) = block.args
    assert LessOp(x, x, i1).rhs is x
    assert [field.name for field in SameOp.definition.fields] == ["lhs", "rhs", "result", "flag"]
    assert SameOp(x, x, i1, int_attr(1)).flag is int_attr(1)
    assert [field.index for field in LessOp.definition.operands] == [0, 1]


def test_interfaces_are_inherited_as_they_were_given() -> None:
    touches = Touches(read="x")

    @op("toy.reads", interfaces=(touches,))
    class ReadsOp(Op):
        x: Operand = operand(any_type)

    @op("toy.reads_too")
    class ReadsTooOp(ReadsOp):
        pass

    value = Block([i32]).args[0]
    effects = MemoryEffects.of(ReadsTooOp(value))
    assert isinstance(effects, Touches)
    assert effects is touches
    assert [effect.kind for effect in effects.effects(ReadsTooOp(value))] == ["read"]


def test_generated_source_can_be_read() -> None:
    value = Block([i32]).args[0]
    AddOp(value, value)
    source = dumped_source("toy.add constructor")
    assert source is not None
    assert "def __init__(self, lhs, rhs" in source
    assert dumped_source("toy.unknown") is None


def test_tracebacks_show_generated_lines() -> None:
    value = Block([i32]).args[0]
    with pytest.raises(InvalidIRError) as caught:
        LoadOp(value, 3)  # type: ignore[arg-type]
    shown = "".join(traceback.format_exception(caught.value))
    assert "self._operands = [value, *index]" in shown


def _bad_name() -> None:
    @op("nodialect")
    class BadOp(Op):
        pass


def _bad_mnemonic() -> None:
    @op("t.a b")
    class BadOp(Op):
        pass


def _unreadable_mnemonic() -> None:
    @op("t.a-b")
    class BadOp(Op):
        syntax = "attr-dict"


def _default_first() -> None:
    @op("t.x")
    class BadOp(Op):
        a: Attr[IntegerAttr] = attr(integer_attr_any, default=int_attr(1))
        b: Operand = operand(any_type)


def _reserved() -> None:
    @op("t.x")
    class BadOp(Op):
        operands: VariadicOperand = variadic_operand(any_type)


def _hidden() -> None:
    @op("t.x")
    class BadOp(Op):
        _x: Operand = operand(any_type)


def _no_source() -> None:
    @op("t.x")
    class BadOp(Op):
        a: Operand = operand(any_type, type_from=("b", element_type))


def _wrong_annotation() -> None:
    @op("t.x")
    class BadOp(Op):
        a: Result = operand(any_type)


def _variadic_first() -> None:
    @op("t.x")
    class BadOp(Op):
        many: VariadicRegion = variadic_region()
        one: RegionField = region()


def _shadowed() -> None:
    @op("t.x")
    class BadOp(Op):
        operand: Operand = operand(any_type)
        other: Operand = operand(any_type)


def _lacking() -> None:
    @op("t.x", interfaces=(MemoryEffects,))
    class BadOp(Op):
        pass


@pytest.mark.parametrize(
    ("define", "message"),
    [
        (_bad_name, "op name 'nodialect' must be 'dialect.mnemonic'"),
        (_bad_mnemonic, "op name 't.a b' must be 'dialect.mnemonic'"),
        (_unreadable_mnemonic, "op name 't.a-b' cannot be read without quotes because of its '-'"),
        (_default_first, "'t.x': 'b' has no default but follows 'a', which has one"),
        (_reserved, "'t.x': 'operands' cannot be the name of a field: every op has that"),
        (_hidden, "'t.x': '_x' cannot be the name of a field: it begins with an underscore"),
        (_no_source, "'t.x': the type of 'a' follows from 'b', which is not a field"),
        (_wrong_annotation, "'t.x': 'a' is annotated as Result, but is one operand"),
        (_variadic_first, "'t.x': only the last region can be variadic"),
        (_shadowed, "a field of this class body has the name of the specifier that is called here"),
        (_lacking, "'t.x' as MemoryEffects lacks effects"),
    ],
)
def test_contradictions_are_refused(define: Callable[[], None], message: str) -> None:
    with pytest.raises(InvalidDefinitionError) as caught:
        define()
    assert message in str(caught.value)


def test_results_are_all_inferred_or_none() -> None:
    with pytest.raises(
        InvalidDefinitionError, match="'a' is inferred, but 'b' is not; declare all results as inferred_"
    ):

        @op("toy.mixed")
        class MixedOp(Op):  # pyright: ignore[reportUnusedClass]
            a: Result = inferred_result(index_type)
            b: Result = result(any_type)


def test_what_nothing_says() -> None:
    with pytest.raises(InvalidDefinitionError, match="nothing says what type 'a' has"):

        @op("toy.unknown")
        class UnknownOp(Op):  # pyright: ignore[reportUnusedClass]
            a: Result = inferred_result(any_integer)


def test_optional_parts_before_required_ones_must_be_given() -> None:
    @op("toy.ordered")
    class OrderedOp(Op):
        maybe: OptionalOperand = optional_operand(any_type)
        value: Operand = operand(any_type)
        note: Attr[IntegerAttr | None] = optional_attr(integer_attr_any)
        targets: VariadicSuccessor = variadic_successor()
        body: RegionField = region()

    value = Block([i32]).args[0]
    ordered = OrderedOp(None, value, None, [])
    assert ordered.maybe is None
    assert ordered.value is value
    assert not ordered.body.blocks.__next__() if not ordered.body.is_empty else True
    with pytest.raises(TypeError):
        OrderedOp(value)


def test_traits() -> None:
    assert ConstantOp.trait(ConstantLike) is not None
    assert AddOp.trait(Terminator) is None

    @op("toy.yield", traits=(ReturnLike,))
    class YieldOp(Op):
        pass

    assert YieldOp.may_be_terminator
