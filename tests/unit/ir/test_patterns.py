"""Patterns and the rewriter: what it does, what it tells, and where new ops say that they come from."""

from __future__ import annotations

import pytest

from dlc.ir.blocks import Block, Region
from dlc.ir.builder import Builder, InsertionPoint
from dlc.ir.builtin_attributes import StringAttr, int_attr
from dlc.ir.builtin_types import i32
from dlc.ir.dialect import Dialect
from dlc.ir.errors import InvalidDefinitionError, InvalidIRError
from dlc.ir.locations import FileLineColLoc, FusedLoc, Location
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, RewriteListener, Rewriter, canonicalization, pattern
from dlc.ir.values import Value
from support.toy import AddOp, ConstantOp, EvenAttr, NestOp, ReturnOp, function

HERE, THERE = FileLineColLoc.at("a.mlir", 1, 1), FileLineColLoc.at("a.mlir", 2, 2)


class Log(RewriteListener):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def inserted(self, op: Operation) -> None:
        self.lines.append(f"+{op.name}")

    def modified(self, op: Operation) -> None:
        self.lines.append(f"~{op.name}")

    def replaced(self, op: Operation, values: object) -> None:
        self.lines.append(f"={op.name}")

    def erased(self, op: Operation) -> None:
        assert op.parent is not None
        self.lines.append(f"-{op.name}")


@pattern(AddOp, benefit=2)
def double(op: AddOp, rw: Rewriter) -> Match:
    """add(x, x) -> add(add(x, x'), …): only to have something."""
    if op.lhs is not op.rhs:
        return rw.no_match("operands differ")
    return rw.replace(op, AddOp(op.lhs, op.rhs))


@canonicalization(AddOp, "t.other")
def never(op: Operation, rw: Rewriter) -> Match:
    return rw.no_match("never")


def setting() -> tuple[Block, AddOp, Rewriter, Log]:
    block = Block([i32, i32])
    add = AddOp(block.args[0], block.args[0], location=HERE)
    block.append(add)
    block.append(ReturnOp([add.result]))
    function(block)
    log = Log()
    return block, add, Rewriter(log), log


def test_patterns_know_what_drivers_ask() -> None:
    assert double.name == "double"
    assert double.benefit == 2
    assert double.kinds == (AddOp,)
    assert not double.canonicalizes
    assert never.canonicalizes
    assert double.doc.startswith("add(x, x)")
    assert double.qualified_name.endswith(".double")
    assert repr(Match(False, "why")) == "<no match: why>"


def test_replacing_inserts_tells_and_fuses_locations() -> None:
    block, add, rw, log = setting()
    add.result.name_hint = "sum"
    rw.current_pattern = "double"
    assert double(add, rw)
    fresh = block.first
    assert fresh is not None
    assert fresh is not add
    assert log.lines == ["+toy.add", "=toy.add", "~toy.return", "-toy.add"]
    assert fresh.location is FusedLoc((HERE,), StringAttr("double"))
    assert fresh.results[0].name_hint == "sum"
    assert list(block.last.operands) == list(fresh.results)  # type: ignore[union-attr]
    rw.current_pattern = "again"
    assert double(fresh, rw)  # type: ignore[arg-type]
    assert block.first is not None
    assert block.first.location is FusedLoc((HERE,), StringAttr("again"))


def test_ops_in_the_regions_of_a_new_op_have_its_location() -> None:
    block = Block()
    inner, own = ReturnOp(()), NestOp(bodies=[Region([Block()])])
    own.location = THERE
    inside = Block()
    inside.append(own)
    inside.append(inner)
    outer = Builder.at_end(block, HERE).insert(NestOp(bodies=[Region([inside])]))
    assert (outer.location, own.location, inner.location) == (HERE, THERE, HERE)


def test_a_location_of_its_own_is_kept_beside_that_of_what_is_replaced() -> None:
    block, add, rw, _ = setting()
    rw.replace(add, AddOp(add.lhs, add.lhs, location=THERE))
    assert block.first is not None
    assert block.first.location is FusedLoc((THERE, HERE))


def test_no_match_changes_nothing() -> None:
    _, add, rw, log = setting()
    add.rhs = add.parent.args[1]  # type: ignore[union-attr]
    match = double(add, rw)
    assert not match
    assert match.reason == "operands differ"
    assert log.lines == []


def test_replacing_with_values() -> None:
    block, add, rw, log = setting()
    with pytest.raises(InvalidIRError, match=r"cannot replace 'toy\.add' with 1 result by 2 values"):
        rw.replace(add, list(block.args))
    assert log.lines == []
    rw.replace(add, block.args[1])
    assert list(block.last.operands) == [block.args[1]]  # type: ignore[union-attr]
    assert log.lines == ["=toy.add", "~toy.return", "-toy.add"]
    assert block.args[1].name_hint is None


def test_a_replacement_may_not_read_what_it_replaces() -> None:
    number = ConstantOp(int_attr(1, i32))
    add = AddOp(number.results[0], number.results[0])
    block = Block(ops=[number, add, ReturnOp([add.results[0]])])
    with pytest.raises(InvalidIRError, match=r"which reads .*: it would read its own result"):
        Rewriter().replace(add, AddOp(add.results[0], number.results[0]))
    assert list(block.ops)[1] is add


def test_an_op_that_cannot_be_erased_is_not_told_of() -> None:
    _, add, rw, log = setting()
    with pytest.raises(InvalidIRError, match=r"cannot erase 'toy\.add': .* still has 1 use"):
        rw.erase(add)
    assert log.lines == []


def test_erasing_tells_of_what_is_inside() -> None:
    block, add, rw, log = setting()
    nest = NestOp(bodies=[Region([Block(ops=[ConstantOp(int_attr(1))])])])
    with pytest.raises(InvalidIRError, match="which is in no block; the anchor is the first argument"):
        rw.insert_before(nest, add)
    rw.insert_before(add, nest)
    assert nest.location is HERE
    rw.erase(nest)
    assert log.lines == ["+toy.nest", "-toy.constant", "-toy.nest"]
    assert block.first is add


def test_blocks() -> None:
    block, add, rw, _ = setting()
    source = Block([i32])
    source.append(AddOp(source.args[0], source.args[0]))
    rw.inline_block_before(source, add, [block.args[1]])
    assert [op.name for op in block.ops] == ["toy.add", "toy.add", "toy.return"]
    assert block.first is not None
    assert list(block.first.operands) == [block.args[1]] * 2
    rest = rw.split_block(add)
    rw.merge_blocks(rest, block, [])
    assert [op.name for op in block.ops] == ["toy.add", "toy.add", "toy.return"]


def is_here(location: Location) -> bool:
    return isinstance(location, FileLineColLoc) and location.filename == __file__


def test_builders() -> None:
    block = Block([i32])
    b = Builder.at_end(block)
    first = b.insert(AddOp(block.args[0], block.args[0]))
    assert is_here(first.location)
    with b.at(InsertionPoint.at_start(block), HERE):
        second = b.insert(AddOp(block.args[0], block.args[0]))
        third = b.insert(AddOp(block.args[0], block.args[0], location=THERE))
    fourth = b.insert(ReturnOp())
    assert list(block.ops) == [second, third, first, fourth]
    assert (second.location, third.location) == (HERE, THERE)
    assert is_here(fourth.location)
    b.insert_all([AddOp(block.args[0], block.args[0])])
    assert fourth.next is not None
    assert is_here(fourth.next.location)
    fourth.next.erase()
    value: Value = third.result
    fifth = Builder(InsertionPoint.after_value(value)).insert(AddOp(value, value))
    sixth = Builder(InsertionPoint.after_value(block.args[0])).insert(AddOp(value, value))
    assert list(block.ops)[:4] == [sixth, second, third, fifth]
    fresh = b.create_block(Region(), [i32])
    assert b.insert(ReturnOp()).parent is fresh
    with pytest.raises(InvalidIRError, match="no insertion point"):
        Builder().insert(ReturnOp())
    for make in (InsertionPoint.before_op, InsertionPoint.after_op, Builder.before):
        with pytest.raises(InvalidIRError, match="which is in no block"):
            make(ReturnOp())


def test_dialects_collect_what_their_module_defines() -> None:
    names = {"AddOp": AddOp, "Alias": AddOp, "EvenAttr": EvenAttr, "never": never, "double": double, "junk": ([],)}
    dialect = Dialect.collect("toy", names)
    assert dialect.ops == {"toy.add": AddOp}
    assert dialect.attributes == {"toy.even": EvenAttr}
    assert dialect.patterns == [never]
    with pytest.raises(InvalidDefinitionError, match=r"'toy\.add' does not belong to the dialect 'other'"):
        Dialect("other", ops=[AddOp])
    with pytest.raises(InvalidDefinitionError, match=r"the dialect 'toy' defines 'toy\.add' twice"):
        Dialect("toy", ops=[AddOp, AddOp])
