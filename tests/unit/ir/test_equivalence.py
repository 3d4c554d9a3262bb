"""Equivalence and fingerprints: what differs is seen, what does not is not."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from dlc.dialects.arith import ConstantOp
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import ArrayAttr, DenseElementsAttr, StringAttr, int_attr
from dlc.ir.builtin_types import FunctionType, IntegerType, TensorType, i32, i64
from dlc.ir.equivalence import are_equivalent, fingerprint
from dlc.ir.locations import FileLineColLoc
from dlc.ir.operations import Operation, UnregisteredOp
from dlc.ir.values import Value
from support.toy import AddOp, BranchOp, FuncOp, NestOp, ReturnOp, function


def op(name: str, *values: Value, results: int = 0) -> UnregisteredOp:
    return UnregisteredOp.of(name, values, [i32] * results)


def program() -> FuncOp:
    """Two blocks, a nested region, and something of everything."""
    entry, end = Block([i32, i32]), Block([i32])
    a, b = entry.args
    add = entry.append(AddOp(a, b))
    inner = Block(ops=[op("t.x", a), op("t.y", add.results[0], results=1)])
    entry.append(NestOp([a], bodies=[Region([inner]), Region()], attributes={"t.a": StringAttr("s")}))
    entry.append(BranchOp([a], [end]))
    end.append(ReturnOp([end.args[0], add.results[0]]))
    return function(entry, end)


def named(root: Operation, name: str) -> Operation:
    return next(each for each in root.walk() if each.name == name)


def swap_operands(f: FuncOp) -> None:
    add = named(f, "toy.add")
    add.set_operands([add.operands[1], add.operands[0]])


def other_attribute(f: FuncOp) -> None:
    named(f, "toy.nest").attributes["t.a"] = StringAttr("t")


def no_attribute(f: FuncOp) -> None:
    named(f, "toy.nest").attributes.clear()


def attribute_for_property(f: FuncOp) -> None:
    f.attributes["sym_name"] = f.properties.pop("sym_name")


def other_name(f: FuncOp) -> None:
    named(f, "t.x").name = "t.z"


def other_order(f: FuncOp) -> None:
    named(f, "t.x").move_after(named(f, "t.y"))


def out_of_the_region(f: FuncOp) -> None:
    named(f, "t.y").move_after(named(f, "toy.nest"))


def into_the_other_region(f: FuncOp) -> None:
    nest = named(f, "toy.nest")
    nest.regions[1].take_blocks(nest.regions[0])


def other_successor(f: FuncOp) -> None:
    named(f, "toy.branch").set_successor(0, f.body.entry)


def other_block_boundary(f: FuncOp) -> None:
    named(f, "toy.nest").regions[0].entry.split_before(named(f, "t.y"))


def other_argument_type(f: FuncOp) -> None:
    f.body.entry.args[1].type = i64


def other_result_type(f: FuncOp) -> None:
    named(f, "t.y").results[0].type = i64


def one_more(f: FuncOp) -> None:
    f.body.entry.insert_before(op("t.x", f.body.entry.args[0]), f.body.entry.first)


CHANGES: list[Callable[[FuncOp], None]] = [
    swap_operands,
    other_attribute,
    no_attribute,
    attribute_for_property,
    other_name,
    other_order,
    out_of_the_region,
    into_the_other_region,
    other_successor,
    other_block_boundary,
    other_argument_type,
    other_result_type,
    one_more,
]


@pytest.mark.parametrize("change", CHANGES)
def test_changes_are_seen(change: Callable[[FuncOp], None]) -> None:
    a, b = program(), program()
    assert are_equivalent(a, b)
    assert fingerprint(a) == fingerprint(b)
    before = fingerprint(b)
    change(b)
    assert not are_equivalent(a, b)
    assert not are_equivalent(b, a)
    assert fingerprint(b) != before


def test_names_and_places_do_not_matter() -> None:
    a, b = program(), program()
    b.body.entry.label_hint = "start"
    b.body.entry.args[0].name_hint = "x"
    named(b, "toy.add").location = FileLineColLoc.at("f", 1, 1)
    assert are_equivalent(a, b)
    assert fingerprint(a) == fingerprint(b)
    assert not are_equivalent(a, b, locations=True)
    c = b.clone()
    assert are_equivalent(b, c, locations=True)
    c.body.entry.args[0].location = FileLineColLoc.at("f", 1, 2)
    assert not are_equivalent(b, c, locations=True)


@pytest.mark.parametrize("count", [4, 1 << 13])
def test_data_is_compared_by_content_whatever_its_size(count: int) -> None:
    def constant(last: int) -> ConstantOp:
        raw = bytes(count - 1) + bytes([last])
        return ConstantOp(DenseElementsAttr.from_bytes(TensorType((count,), IntegerType(8)), raw))

    assert are_equivalent(constant(1), constant(1))
    assert not are_equivalent(constant(1), constant(2))


def test_values_from_outside_must_be_the_same() -> None:
    x, y = Block([i32, i32]).args
    assert are_equivalent(AddOp(x, y), AddOp(x, y))
    assert fingerprint(AddOp(x, y)) == fingerprint(AddOp(x, y))
    assert not are_equivalent(AddOp(x, y), AddOp(y, x))
    assert fingerprint(AddOp(x, y)) != fingerprint(AddOp(y, x))


def test_registered_and_unregistered_ops_differ() -> None:
    x, y = Block([i32, i32]).args
    assert not are_equivalent(AddOp(x, y), UnregisteredOp.of("toy.add", [x, y], [i32]))


def test_fingerprints_do_not_depend_on_where_attributes_lie() -> None:
    root = function(Block(ops=[op("t.x")]))
    fingerprints: set[int] = set()
    ballast: list[object] = []
    for number in range(20):
        deep = ArrayAttr((StringAttr("made anew"), int_attr(1), ArrayAttr((StringAttr("each time"),))))
        named(root, "t.x").attributes["a"] = deep
        fingerprints.add(fingerprint(root))
        named(root, "t.x").attributes.clear()
        del deep
        gc.collect()
        ballast.append(ArrayAttr((StringAttr(f"other {number}"),)))
    assert len(fingerprints) == 1
    assert ballast


def test_attributes_are_told_apart_by_structure() -> None:
    def of(attr: object) -> int:
        return fingerprint(UnregisteredOp.of("t.x", attributes={"a": attr}))  # type: ignore[dict-item]

    one, two = FunctionType((i32,), (i64, i32)), FunctionType((i32, i64), (i32,))
    assert of(one) != of(two)
    nested = ArrayAttr((ArrayAttr((int_attr(1),)), int_attr(2)))
    assert of(nested) != of(ArrayAttr((int_attr(1), ArrayAttr((int_attr(2),)))))


def test_attributes_nested_deeply() -> None:
    attr: ArrayAttr = ArrayAttr(())
    for _ in range(20_000):
        attr = ArrayAttr((attr, attr))
    nested = UnregisteredOp.of("t.x", attributes={"a": attr})
    assert fingerprint(nested) == fingerprint(nested.clone())
