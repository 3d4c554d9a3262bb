"""The verifier: all that is wrong in one run, in MLIR's words, on IR however broken."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import StringAttr, SymbolRefAttr, int_attr
from dlc.ir.builtin_types import i1, i32, i64
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.interfaces import SymbolUser
from dlc.ir.locations import FileLineColLoc
from dlc.ir.operations import Operation, UnregisteredOp
from dlc.ir.traits import HasParent, ReturnLike, Terminator
from dlc.ir.values import Value
from dlc.ir.verifier import MOST_ERRORS, Report, verify
from support.cost import assert_cheap, assert_linear, cost_of
from support.toy import (
    AddOp,
    BranchOp,
    CallOp,
    ConstantOp,
    FuncOp,
    GraphOp,
    ModuleOp,
    NestOp,
    ReturnOp,
    RuledOp,
    errors_of,
    function,
    module,
)


def use(*values: Value, results: int = 0, name: str = "t.use") -> UnregisteredOp:
    return UnregisteredOp.of(name, values, [i32] * results)


def block(*ops: Operation, args: int = 0) -> Block:
    """A block that ends as it must."""
    return Block([i32] * args, [*ops, ReturnOp()])


def nested(*ops: Operation) -> NestOp:
    return NestOp(bodies=[Region([Block(ops=ops)])])


def notes_of(op: Operation) -> list[list[str]]:
    engine = DiagnosticEngine()
    verify(op, engine)
    return [
        [note.message for note in diagnostic.notes if not note.message.startswith("see the op: ")]
        for diagnostic in engine.diagnostics
    ]


# -- Dominance -------------------------------------------------------------------------------------------------------


def test_use_before_definition() -> None:
    late = use(results=1)
    func = function(block(use(late.results[0]), late))
    assert errors_of(func) == ["'t.use' op operand #0 does not dominate this use"]
    assert notes_of(func) == [["operand defined here (op in the same block)"]]


def test_use_of_itself() -> None:
    op = use(results=1)
    op.set_operands([op.results[0]])
    assert errors_of(function(block(op))) == ["'t.use' op operand #0 does not dominate this use"]
    op.detach()
    assert errors_of(GraphOp(Region([Block(ops=[op])]))) == []


def test_use_in_its_own_region() -> None:
    op = UnregisteredOp.of("t.op", [], [i32], regions=[Region([Block()])])
    op.regions[0].entry.append(use(op.results[0]))
    for make in (lambda: function(block(op)), lambda: GraphOp(Region([Block(ops=[op])]))):
        root = make()
        assert errors_of(root) == ["'t.use' op operand #0 does not dominate this use"]
        assert notes_of(root) == [["operand defined here (op in a parent region)"]]
        op.detach()


def test_regions_of_unregistered_ops_may_be_graphs_of_one_block() -> None:
    late = use(results=1)
    op = UnregisteredOp.of("t.op", [], [], regions=[Region([block(use(late.results[0]), late)])])
    assert errors_of(op) == []
    op.regions[0].append(block())
    assert errors_of(op) == ["'t.use' op operand #0 does not dominate this use"]


def test_across_blocks() -> None:
    a, b = use(results=1), use(results=1)
    left, right, join = Block(ops=[a]), Block([i32], [b]), block(use(a.results[0], b.results[0]))
    left.append(BranchOp([], [join]))
    right.append(BranchOp([], [join]))
    entry = Block(ops=[BranchOp([], [left, left])])
    func = function(entry, left, right, join)
    assert errors_of(func) == ["'t.use' op operand #1 does not dominate this use"]
    join.insert_before(use(right.args[0]), join.first)
    assert notes_of(func) == [
        ["operand defined as a block argument (in the same region)"],
        ["operand defined here (op in the same region)"],
    ]


def test_unreachable_blocks_are_left_alone_but_not_what_is_nested_there() -> None:
    late = use(results=1)
    unreachable = block(use(late.results[0]), nested(use(late.results[0]), bad := use(results=1)), late)
    assert errors_of(function(block(), unreachable)) == ["'t.use' op operand #0 does not dominate this use"]
    bad.erase()


def test_out_of_a_region() -> None:
    inside = use(results=1)
    func = function(block(nested(inside), use(inside.results[0])))
    assert errors_of(func) == ["'t.use' op operand #0 does not dominate this use"]
    assert notes_of(func) == [["operand defined here (op in a child region)"]]


def test_isolation() -> None:
    outside = use(results=1)
    inner = function(block(use(outside.results[0])), name="inner")
    root = module(nested(outside, nested(ModuleOp(None, Region([Block(ops=[inner])])))))
    assert errors_of(root) == ["'t.use' op using value defined outside the region: operand #0"]
    assert notes_of(root) == [
        ["required by region isolation constraints", "operand defined here (op in a parent region)"]
    ]
    sibling = use(results=1)
    root = module(function(block(sibling), name="a"), function(block(use(sibling.results[0])), name="b"))
    assert errors_of(root) == ["'t.use' op using value defined outside the region: operand #0"]


def test_graph_regions() -> None:
    a, b = use(results=1), use(results=1)
    a.set_operands([b.results[0]])
    b.set_operands([a.results[0], b.results[0]])
    assert errors_of(GraphOp(Region([Block(ops=[a, nested(use(b.results[0])), b])]))) == []
    unregistered = UnregisteredOp.of("t.graph", regions=[Region([Block(ops=[use(late := Block([i32]).args[0])])])])
    assert errors_of(unregistered) == ["'t.use' op operand #0 does not dominate this use"]
    assert late.uses


def test_values_from_nowhere() -> None:
    erased = use(results=1)
    user = use(erased.results[0], Block([i32]).args[0])
    holder = Block(ops=[erased])
    erased.detach()
    holder.append(user)
    root = nested()
    root.bodies[0].entry.take_all_ops(holder)
    assert errors_of(root) == [
        "'t.use' op operand #0 does not dominate this use",
        "'t.use' op operand #1 does not dominate this use",
    ]
    assert notes_of(root)[0] == ["operand is defined by 't.use', which is in no block: insert it first"]


# -- Blocks ----------------------------------------------------------------------------------------------------------


def test_terminators() -> None:
    add = use(results=1)
    bad = ConstantOp(int_attr(1, i32))
    func = function(Block(ops=[add, bad]), Block())
    assert errors_of(func) == [
        "'toy.constant' op is the last of a block with no terminator",
        "'toy.func' op region #0: empty block: expect at least a terminator",
    ]
    early = ReturnOp()
    assert errors_of(function(Block(ops=[early, ReturnOp()]))) == [
        "'toy.return' op must be the last operation in the parent block"
    ]
    assert errors_of(function(Block(ops=[use()]))) == []  # an unregistered op may end a block
    assert (
        errors_of(NestOp(bodies=[Region([Block(), Block()])]))
        == ["'toy.nest' op region #0: empty block: expect at least a terminator"] * 2
    )
    for count, errors in ((1, 0), (2, 2)):
        blocks = [Block(ops=[ConstantOp(int_attr(1, i32))]) for _ in range(count)]
        assert len(errors_of(UnregisteredOp.of("t.any", regions=[Region(blocks)]))) == errors


class BaseAndSubclassOp(Operation):
    name = "t.end"
    is_registered = True
    traits: ClassVar[Any] = {Terminator: Terminator(), ReturnLike: ReturnLike()}
    may_be_terminator = True


def test_a_trait_and_its_base_report_once() -> None:
    early = BaseAndSubclassOp.create()
    assert errors_of(function(Block(ops=[early, ReturnOp()]))) == [
        "'t.end' op must be the last operation in the parent block"
    ]


def test_branches() -> None:
    target = block(args=2)
    entry = Block([i32, i64])
    entry.append(BranchOp([entry.args[0]], [target]))
    func = function(entry, target)
    assert errors_of(func) == ["'toy.branch' op branch has 1 operands for successor #0, but target block has 2"]
    entry.last.set_operands(entry.args)  # type: ignore[union-attr]
    assert errors_of(func) == [
        "'toy.branch' op type mismatch for bb argument #1 of successor #0: expected 'i32', but got 'i64'"
    ]
    target.append(UnregisteredOp.of("t.br", successors=[entry, Block()]))
    assert errors_of(func)[1:] == [
        "'toy.return' op must be the last operation in the parent block",
        "'t.br' op entry block of region may not have predecessors, but it is successor #0",
        "'t.br' op reference to block defined in another region: successor #1",
    ]
    entry.append(ReturnOp())
    assert "'toy.branch' op operation with block successors must terminate its parent block" in errors_of(func)


def test_branches_of_detached_ops() -> None:
    assert errors_of(BranchOp([], [Block()])) == [
        "'toy.branch' op reference to block defined in another region: successor #0"
    ]


# -- Rules, traits, symbols ------------------------------------------------------------------------------------------


def test_rules_carry_their_ids_and_places() -> None:
    place = FileLineColLoc.at("a.mlir", 3, 4)
    engine = DiagnosticEngine()
    assert not verify(RuledOp(int_attr(5), i1, location=place), engine)
    (diagnostic,) = engine.diagnostics
    assert diagnostic.text == "'toy.ruled' op must be at most 3, but got '5' [ruled_c1]"
    assert diagnostic.location is place
    assert engine.render(diagnostic).startswith("a.mlir:3:4: error: 'toy.ruled' op must be")


def test_parents() -> None:
    for parents, expected in (
        (("t.f",), "expects parent op 't.f', but got 'toy.nest'"),
        (("t.f", "t.g"), "expects parent op to be one of 't.f, t.g', but got 'toy.nest'"),
    ):
        inner = use()
        nested(inner)
        messages: list[str] = []
        listening: Any = SimpleNamespace(error=lambda _, message, into=messages: into.append(message))
        HasParent(*parents).verify(inner, listening)
        assert messages == [expected]


def test_symbols() -> None:
    root = module(
        function(block(CallOp(SymbolRefAttr("b")), CallOp(SymbolRefAttr("nowhere"))), name="a"),
        function(block(), name="b"),
        function(block(), name="b"),
        nested(function(block(), name="misplaced")),
    )
    assert errors_of(root) == [
        "'toy.func' op redefinition of symbol named 'b'",
        "'toy.call' op unknown callee 'SymbolRefAttr(root='nowhere', nested=())'",
        "'toy.func' op symbol's parent must have the SymbolTable trait, but got 'toy.nest'",
    ]
    assert errors_of(ModuleOp()) == ["'toy.isolated' op operations with a 'SymbolTable' must have exactly one block"]


def test_nested_tables_do_not_see_symbols_around_them() -> None:
    inner = module(function(block(CallOp(SymbolRefAttr("outer"))), name="f"), name="inner")
    root = module(function(block(CallOp(SymbolRefAttr("inner", ("f",)))), name="outer"), inner)
    assert errors_of(root) == ["'toy.call' op unknown callee 'SymbolRefAttr(root='outer', nested=())'"]


def test_symbol_uses_of_what_is_broken_are_not_asked_about() -> None:
    root = module(
        FuncOp.create(properties={"sym_name": StringAttr("f")}),
        function(block(CallOp(SymbolRefAttr("f")), CallOp(SymbolRefAttr("g"))), name="a"),
    )
    assert errors_of(root) == [
        "'toy.func' op requires one region, but found 0",
        "'toy.call' op unknown callee 'SymbolRefAttr(root='g', nested=())'",
    ]


def test_interfaces_attached_after_the_first_verification_count() -> None:
    class Strict:
        @staticmethod
        def verify_symbol_uses(_op: Operation, _lookup: object, report: Report) -> None:
            report.error(None, "asked")

    def check() -> list[str]:
        return errors_of(module(RuledOp(int_attr(1), i1)))

    assert check() == []
    SymbolUser.attach(RuledOp, Strict)
    try:
        assert check() == ["'toy.ruled' op asked"]
    finally:
        del RuledOp.interfaces[SymbolUser]


# -- All of it -------------------------------------------------------------------------------------------------------


def test_all_errors_come_in_program_order() -> None:
    def wrong(number: int) -> Operation:
        return RuledOp(int_attr(number), i1)

    root = module(
        function(block(wrong(10), nested(wrong(11), nested(wrong(12))), wrong(13)), name="a"),
        function(block(nested(nested(wrong(14))), AddOp.create(), wrong(15)), name="b"),
    )
    errors = errors_of(root)
    assert [m.partition("got '")[2][:2] for m in errors if "[ruled_c1]" in m] == ["10", "11", "12", "13", "14", "15"]
    assert len(errors) == 8


def test_errors_are_bounded() -> None:
    root = function(block(*(RuledOp(int_attr(9), i1) for _ in range(3 * MOST_ERRORS))))
    assert MOST_ERRORS <= len(errors_of(root)) <= MOST_ERRORS + 5


def test_random_nonsense_never_raises() -> None:
    rng = random.Random(11)
    for _ in range(300):
        root, values, blocks, ops = function(), [], [], []
        regions = [root.body, Region()]
        for _ in range(12):
            new = Block([i32] * rng.randrange(2))
            blocks.append(new)
            values += new.args
            if rng.random() < 0.9:
                rng.choice(regions).append(new)
        for _ in range(25):
            kind = rng.randrange(6)
            picked = rng.choices(values, k=rng.randrange(4)) if values else []
            if kind == 0:
                op: Operation = AddOp.create(picked, [i32] * rng.randrange(3))
            elif kind == 1:
                op = BranchOp.create(picked, successors=rng.choices(blocks, k=rng.randrange(3)))
            elif kind == 2:
                op = rng.choice([NestOp, ModuleOp, FuncOp, GraphOp]).create(
                    regions=[Region([Block()]) for _ in range(rng.randrange(3))]
                )
                regions += op.regions
                blocks += [r.entry for r in op.regions]
            elif kind == 3:
                op = CallOp.create(properties={"callee": SymbolRefAttr("x")} if rng.random() < 0.5 else {})
            else:
                op = UnregisteredOp.of("t.any", picked, [i32] * rng.randrange(3))
            values += op.results
            ops.append(op)
            if rng.random() < 0.9:
                into = rng.choice(blocks)
                if not any(o.is_ancestor_of(op) for o in [into.parent_op] if o is not None):
                    try:
                        into.append(op)
                    except ValueError:  # into itself
                        continue
        for _ in range(5):
            op = rng.choice(ops)
            if not op.has_uses:
                op.detach()
        verify(root)


@pytest.mark.growth
def test_cost_is_linear_in_depth_and_breadth() -> None:
    def cost(size: int) -> float:
        ops: list[Operation] = [ConstantOp(int_attr(1, i32))]
        for _ in range(size):
            ops = [ConstantOp(int_attr(2, i32)), NestOp(bodies=[Region([Block(ops=ops)])])]
        root = function(block(*ops, *(ConstantOp(int_attr(3, i32)) for _ in range(size))))
        return cost_of(lambda: verify(root))

    assert_linear(cost, 500, 20)


@pytest.mark.growth
def test_cost_is_linear_in_depth_where_ops_use_values_from_outside() -> None:
    def cost(size: int) -> float:
        outermost = ConstantOp(int_attr(1, i32))
        ops: list[Operation] = [ConstantOp(int_attr(1, i32))]
        for _ in range(size):
            first = AddOp(outermost.result, outermost.result)
            ops = [first, NestOp(bodies=[Region([Block(ops=ops)])])]
        root = function(block(outermost, *ops))
        return cost_of(lambda: verify(root))

    assert_linear(cost, 100, 10)


@pytest.mark.growth
@pytest.mark.parametrize("count", [20_000])
def test_a_long_chain_is_verified_quickly(count: int) -> None:
    chain = Block([i32])
    value: Value = chain.args[0]
    for _ in range(count):
        value = chain.append(AddOp(value, value)).results[0]
    chain.append(ReturnOp([value]))
    func = function(chain)
    assert verify(func)
    assert_cheap(lambda: verify(func), lines=46 * count, seconds=10e-6 * count)
