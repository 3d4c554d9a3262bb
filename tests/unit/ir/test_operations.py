"""Operations: use lists under every edit, walking, cloning, erasing."""

from __future__ import annotations

import gc
import html
import random
import re
import sys

import pytest

import dlc
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import StringAttr, int_attr
from dlc.ir.builtin_types import MemRefType, i1, i32, index
from dlc.ir.conveniences import operation_html
from dlc.ir.equivalence import are_equivalent
from dlc.ir.errors import InvalidIRError
from dlc.ir.locations import FileLineColLoc
from dlc.ir.operations import IRMapping, Operation, UnregisteredOp, clone_blocks
from dlc.ir.values import Value
from support.toy import AddOp, BranchOp, ConstantOp, GraphOp, LoadOp, NestOp, ReturnOp, function, module


def check_uses(root: Operation) -> None:
    """Use lists say exactly what operands and successors say."""
    values: dict[Value, set[tuple[Operation, int]]] = {}
    blocks: dict[Block, set[tuple[Operation, int]]] = {}
    for op in root.walk():
        for result in op.results:
            values.setdefault(result, set())
        for region in op.regions:
            for block in region.blocks:
                blocks.setdefault(block, set())
                for arg in block.args:
                    values.setdefault(arg, set())
        for index_, value in enumerate(op.operands):
            values.setdefault(value, set()).add((op, index_))
        for index_, block in enumerate(op.successors):
            blocks.setdefault(block, set()).add((op, index_))
    for value, uses in values.items():
        assert set(value.uses) == uses
        assert len(value.uses) == len(uses)
    for block, uses in blocks.items():
        assert set(block.uses) == uses


def use(*values: Value, types: tuple[Type, ...] = ()) -> UnregisteredOp:
    return UnregisteredOp.of("t.use", values, types)


def test_uses_are_in_the_order_in_which_they_were_made() -> None:
    """An op that uses a value twice has two uses, which need not be next to each other."""
    a, b = Block([i32, i32]).args
    first, second = use(a, b), use(a)
    first.set_operand(1, a)
    assert a.uses == ((first, 0), (second, 0), (first, 1))
    assert a.users == [first, second]
    first.set_operand(0, b)
    first.set_operand(0, a)
    assert a.uses == ((second, 0), (first, 1), (first, 0))
    third = use(b, a, b)
    b.replace_all_uses_with(a)
    assert a.uses == ((second, 0), (first, 1), (first, 0), (third, 1), (third, 0), (third, 2))
    third.erase()
    first.set_operand(1, b)
    assert (a.uses, b.uses) == (((second, 0), (first, 0)), ((first, 1),))


def test_random_edits_keep_use_lists() -> None:
    rng = random.Random(7)
    block = Block([i32, i32, i32])
    ops: list[Operation] = []
    func = function(block)
    for _ in range(600):
        values: list[Value] = [*block.args, *(result for op in ops for result in op.results)]
        choice = rng.randrange(8)
        if choice <= 1 or not ops:
            fresh = use(*rng.choices(values, k=rng.randrange(4)), types=(i32,) * rng.randrange(3))
            block.append(fresh)
            ops.append(fresh)
            continue
        op = rng.choice(ops)
        if choice == 2 and op.operands:
            op.set_operand(rng.randrange(-len(op.operands), len(op.operands)), rng.choice(values))
        elif choice == 3:
            op.set_operands(rng.choices(values, k=rng.randrange(4)))
        elif choice == 4:
            op.insert_operands(rng.randrange(len(op.operands) + 1), rng.choices(values, k=2))
        elif choice == 5 and op.operands:
            start = rng.randrange(len(op.operands))
            op.erase_operands(start, rng.randrange(start, len(op.operands) + 1))
        elif choice == 6:
            rng.choice(values).replace_all_uses_with(rng.choice(values))
        elif choice == 7:
            rng.choice(values).replace_uses_if(rng.choice(values), lambda *_: rng.randrange(3) == 0)
        if not op.has_uses and rng.random() < 0.3:
            op.erase()
            ops.remove(op)
    check_uses(func)


def test_operands_are_changed_by_methods_alone() -> None:
    """Each value knows its uses, which an assignment to an element would leave as they are."""
    a, b = use(types=(i32,)), use(types=(i32,))
    user = use(a.results[0])
    with pytest.raises(TypeError, match="does not support item assignment"):
        user.operands[0] = b.results[0]  # type: ignore[index]
    assert user.operands == (a.results[0],)


def test_replacing() -> None:
    block = Block([i32, i32])
    a, b = block.args
    twice = use(a, a, b)
    twice.replace_uses_of(a, b)
    assert list(twice.operands) == [b, b, b]
    assert not a.has_uses
    assert b.users == [twice]
    pair = UnregisteredOp.of("t.two", [], [i32, i32])
    with pytest.raises(InvalidIRError, match="with 2 results by 1 value"):
        pair.replace_all_uses_with([a])


def test_erasing() -> None:
    block = Block([i32])
    add = AddOp(block.args[0], block.args[0])
    user = use(add.result)
    block.append(add)
    block.append(user)
    with pytest.raises(InvalidIRError, match=r"cannot erase 'toy.add'.* still has 1 use, the first in 't.use'"):
        add.erase()
    user.erase()
    add.erase()
    assert not block.args[0].has_uses
    assert block.is_empty


def test_erased_ops_are_freed_without_the_collector() -> None:
    while gc.collect():  # finalizers of what earlier tests have left may leave something again
        pass
    first, second = ConstantOp.create(result_types=[i32]), Block([i32])
    second.append(UnregisteredOp.of("t.use", [first.results[0], second.args[0]]))
    outer = UnregisteredOp.of("t.nest", [], [i32], regions=[Region([Block([i32], [first]), second])])
    outer.erase()
    lone = Block([i32], [ConstantOp.create(result_types=[i32])])
    lone.erase()
    del first, second, outer, lone
    assert gc.collect() == 0


def test_an_op_that_uses_itself_can_be_erased() -> None:
    graph = GraphOp(Region([Block()]))
    looped = UnregisteredOp.of("t.loop", [], [i32], regions=[Region([Block()])])
    graph.body.entry.append(looped)
    looped.set_operands([looped.results[0]])
    looped.regions[0].entry.append(use(looped.results[0]))
    looped.erase()
    assert graph.body.entry.is_empty


def test_successors() -> None:
    a, b, c = Block(), Block(), Block()
    branch = BranchOp([], [a, b])
    branch.set_successor(-1, c)
    assert list(branch.successors) == [a, c]
    assert not b.uses
    branch.set_successors([b, b])
    assert [index_ for _, index_ in b.uses] == [0, 1]
    branch.erase()
    assert not b.uses


def test_construction_that_fails_leaves_nothing_behind() -> None:
    block = Block([i32, MemRefType((2,), i32)])
    value, memref = block.args
    region = Region([Block()])
    NestOp(bodies=[region])
    with pytest.raises(
        InvalidIRError, match=r"operand #1 of 'toy.add' must be a value, but got .*give one of its results"
    ):
        AddOp(value, AddOp(value, value))  # type: ignore[arg-type]
    with pytest.raises(InvalidIRError, match=r"operand #0 of 'toy\.add' must be a value, but got None"):
        AddOp(None, value)  # type: ignore[arg-type]
    with pytest.raises(InvalidIRError, match=r"region #0 of 'toy\.nest' must be a region"):
        NestOp([value], bodies=[Block()])  # type: ignore[list-item]
    with pytest.raises(InvalidIRError, match=r"it belongs to 'toy\.nest'"):
        NestOp([value], bodies=[region])
    with pytest.raises(InvalidIRError, match=r"it belongs to 'toy\.nest'"):
        UnregisteredOp.of("t.x", [value], regions=[region])
    with pytest.raises(InvalidIRError, match=r"'index' of 'toy\.load' must be a list, but got 3"):
        LoadOp(memref, 3)  # type: ignore[arg-type]
    assert [user.name for user in value.users] == ["toy.add"]  # that which was made to be a wrong operand
    assert not memref.has_uses
    twice = Region()
    with pytest.raises(InvalidIRError, match="twice"):
        NestOp(bodies=[twice, twice])


# -- Walking ---------------------------------------------------------------------------------------------------------


def nest(depth: int, *inside: Operation) -> Operation:
    """Return `inside` nested in `depth` ops."""
    ops = list(inside)
    outermost: Operation | None = None
    for _ in range(depth):
        outermost = NestOp(bodies=[Region([Block(ops=ops)])])
        ops = [outermost]
    assert outermost is not None
    return outermost


def names(ops: list[Operation]) -> str:
    return " ".join(op.name.partition(".")[2] for op in ops)


def tree() -> Operation:
    """a(b(c d) e | f) with two regions, one of them with two blocks."""
    b = UnregisteredOp.of(
        "t.b", regions=[Region([Block(ops=[UnregisteredOp.of("t.c")]), Block(ops=[UnregisteredOp.of("t.d")])])]
    )
    return UnregisteredOp.of(
        "t.a",
        regions=[
            Region([Block(ops=[b, UnregisteredOp.of("t.e")])]),
            Region(),
            Region([Block(), Block(ops=[UnregisteredOp.of("t.f")])]),
        ],
    )


def test_walking_orders() -> None:
    assert names(list(tree().walk())) == "a b c d e f"
    assert names(list(tree().walk_postorder())) == "c d b e f a"


def test_owners_of_regions() -> None:
    assert names(tree().owners_of_regions()) == "a b"
    assert names(UnregisteredOp.of("t.x").owners_of_regions()) == "x"
    deep = function(Block(ops=[nest(3, UnregisteredOp.of("t.x")) for _ in range(3)]))
    assert deep.owners_of_regions() == [op for op in deep.walk() if op.regions]


def test_walking_leaves_out_what_is_inside_of_some() -> None:
    def is_not_b(op: Operation) -> bool:
        return op.name != "t.b"

    assert names(list(tree().walk(is_not_b))) == "a b e f"
    assert names(list(tree().walk_postorder(is_not_b))) == "b e f a"


@pytest.mark.parametrize("postorder", [False, True])
def test_the_visited_op_may_be_erased(postorder: bool) -> None:
    root = tree()
    seen: list[str] = []
    for op in root.walk_postorder() if postorder else root.walk():
        seen.append(op.name)
        if op.name in ("t.b", "t.c", "t.e", "t.f"):
            op.erase()
    assert seen == (["t.c", "t.d", "t.b", "t.e", "t.f", "t.a"] if postorder else ["t.a", "t.b", "t.e", "t.f"])
    assert names(list(root.walk())) == "a"


@pytest.mark.parametrize("postorder", [False, True])
def test_erasing_every_op_while_walking(postorder: bool) -> None:
    block = Block(ops=[nest(3, UnregisteredOp.of("t.x")) for _ in range(5)])
    func = function(block)
    count = 0
    for op in func.walk_postorder() if postorder else func.walk():
        if op is not func:
            op.erase()
            count += 1
    assert block.is_empty
    assert count == (20 if postorder else 5)


def test_ops_erased_elsewhere_are_not_visited() -> None:
    root = tree()
    seen: list[str] = []
    for op in root.walk():
        seen.append(op.name)
        if op.name == "t.b":  # what is further on in another block goes away
            for later in list(root.regions[2].walk()):
                later.erase()
    assert seen == ["t.a", "t.b", "t.c", "t.d", "t.e"]


def test_what_is_inserted_behind_the_visited_op_in_a_nested_block_is_visited() -> None:
    root = tree()
    for op in root.walk():
        if op.name == "t.a":
            root.regions[2].entry.append(UnregisteredOp.of("t.late"))
    assert names(list(root.walk())) == "a b c d e late f"


# -- Attributes ------------------------------------------------------------------------------------------------------


def test_attributes_are_an_ops_own() -> None:
    first, second = ConstantOp(int_attr(1, i32)), ConstantOp(int_attr(1, i32))
    unregistered, copy = UnregisteredOp.of("t.made"), first.clone()
    first.attributes["note"] = StringAttr("mine")
    unregistered.attributes["note"] = StringAttr("mine too")
    assert first.get_attr("note") is StringAttr("mine")
    assert unregistered.clone().attributes == {"note": StringAttr("mine too")}
    assert second.attributes == copy.attributes == UnregisteredOp.of("t.other").attributes == {}
    assert are_equivalent(second, copy)


# -- Cloning ---------------------------------------------------------------------------------------------------------


def test_clones_with_forward_references_and_successors() -> None:
    entry, loop, done = Block([i32]), Block([i32]), Block()
    late = AddOp(entry.args[0], entry.args[0])
    done.append(late)
    done.append(ReturnOp([late.result]))
    entry.append(use(late.result))  # refers to a later block
    entry.append(BranchOp([entry.args[0]], [loop]))
    loop.append(BranchOp([loop.args[0]], [loop, done]))
    func = function(entry, loop, done)
    entry.label_hint, late.result.name_hint, loop.args[0].name_hint = "start", "late", "i"
    copy = func.clone()
    assert are_equivalent(func, copy)
    check_uses(func)
    check_uses(copy)
    assert copy.body.entry.label_hint == "start"
    assert list(copy.walk())[-2].results[0].name_hint == "late"
    assert copy.parent is None
    late.exact = int_attr(1)
    assert not are_equivalent(func, copy)


def test_clones_of_graph_regions() -> None:
    block = Block()
    a, b = use(types=(i32,)), use(types=(i32,))
    a.set_operands([b.results[0], a.results[0]])
    b.set_operands([a.results[0]])
    block.append(a)
    block.append(b)
    graph = GraphOp(Region([block]))
    copy = graph.clone()
    assert are_equivalent(graph, copy)
    check_uses(graph)
    check_uses(copy)


def test_a_mapping_is_applied_once() -> None:
    """Values that stand for one another must not be followed from one to the next."""
    block = Block([i32, i32, i32])
    a, b, c = block.args
    op = use(a, b, c)
    mapping = IRMapping()
    mapping.map([a, b], [b, a])
    assert list(op.clone(mapping).operands) == [b, a, c]
    mapping = IRMapping()
    mapping.map([a, b], [b, c])
    assert list(op.clone(mapping).operands) == [b, c, c]


def test_clones_learn_results_and_keep_locations() -> None:
    block = Block([i32])
    location = FileLineColLoc.at("f.mlir", 1, 2)
    add = AddOp(block.args[0], block.args[0], location=location, attributes={"t.note": StringAttr("x")})
    mapping = IRMapping()
    first = add.clone(mapping)
    second = use(add.result).clone(mapping)
    assert second.operands[0] is first.result
    assert first.location is location
    first.attributes.clear()
    assert add.attributes


def test_shells() -> None:
    root = tree()
    shell = root.clone(with_regions=False)
    assert len(shell.regions) == 3
    assert all(region.is_empty for region in shell.regions)


def test_cloning_a_region_into_itself() -> None:
    block = Block([i32], [UnregisteredOp.of("t.a"), inner := NestOp(bodies=[Region()])])
    func = function(block)
    clone_blocks(func.body, inner.bodies[0], IRMapping())
    assert names(list(func.walk())) == "func a nest a nest"
    clone_blocks(func.body, func.body, IRMapping(), block)
    assert len(list(func.body.blocks)) == 2
    assert func.body.last is block
    check_uses(func)


def test_clones_of_random_programs_are_equivalent() -> None:
    rng = random.Random(3)
    for _ in range(30):
        func = random_nest(rng)
        copy = func.clone()
        assert are_equivalent(func, copy)
        check_uses(copy)
        assert not set(map(id, func.walk())) & set(map(id, copy.walk()))


def random_nest(rng: random.Random) -> Operation:
    """Ops that use any value from anywhere, in regions of several blocks."""
    values: list[Value] = []
    blocks: list[Block] = []
    ops: list[Operation] = []

    def grow(depth: int) -> Region:
        region = Region()
        for _ in range(rng.randrange(1, 4)):
            block = region.append(Block([i32] * rng.randrange(3)))
            blocks.append(block)
            values.extend(block.args)
        for block in region.blocks:
            for _ in range(rng.randrange(5)):
                regions = [grow(depth - 1) for _ in range(rng.randrange(3))] if depth else []
                op = UnregisteredOp.of("t.op", (), [i32] * rng.randrange(3), regions=regions)
                ops.append(block.append(op))
                values.extend(op.results)
            ends = rng.sample(list(region.blocks), k=min(2, sum(1 for _ in region.blocks)))
            ops.append(block.append(UnregisteredOp.of("t.end", successors=ends)))
        return region

    func = function()
    func.body.take_blocks(grow(3))
    for op in ops:
        if values:
            op.set_operands(rng.choices(values, k=rng.randrange(4)))
    return func


# -- Depth -----------------------------------------------------------------------------------------------------------


def test_deep_nests_do_not_recurse() -> None:
    depth = 20 * sys.getrecursionlimit()
    root = nest(depth, ConstantOp(int_attr(1, i32)))
    copy = root.clone()
    assert sum(1 for _ in root.walk()) == sum(1 for _ in copy.walk_postorder()) == depth + 1
    assert are_equivalent(root, copy)
    copy.erase()


def test_representations_never_fail() -> None:
    value = use(types=(i1,)).results[0]
    value.name_hint = "x"
    assert "%x" in repr(value)
    assert "t.use" in repr(value.owner)
    block = Block([index])
    assert "index" in repr(block.args[0]) or "IndexType" in repr(block.args[0])
    assert repr(module())


def test_notebooks_show_text_in_color() -> None:
    program = dlc.parse(
        'func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {a.b = "<"} { return %x : tensor<2xf32> }'
    )
    shown = operation_html(program)
    assert callable(getattr(program, "_repr_html_", None))
    assert html.unescape(re.sub("<[^<>]*>", "", shown)) == str(program)
    assert '<span style="color:#005cc5">%x</span>' in shown
    assert shown.startswith("<div ")
    assert shown.count("<details") == shown.count("</details>") == 2
