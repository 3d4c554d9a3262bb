"""Symbols: tables, look-ups, and references wherever they hide."""

from __future__ import annotations

import pytest

from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr, TypeAttr, int_attr
from dlc.ir.builtin_types import FunctionType, TensorType, f32
from dlc.ir.errors import InvalidIRError
from dlc.ir.operations import UnregisteredOp
from dlc.ir.symbol_table import (
    SymbolTable,
    SymbolTables,
    nearest_symbol_table,
    ops_in_scope,
    rename_symbol,
    rename_symbol_uses,
    symbol_name,
    symbol_refs,
    symbol_uses,
    visibility,
)
from support.cost import assert_linear, cost_of
from support.toy import CallOp, FuncOp, RefsAttr, ReturnOp, function, module

A, B = SymbolRefAttr("a"), SymbolRefAttr("b", ("c",))


def body(*ops: UnregisteredOp | CallOp) -> Block:
    return Block(ops=[*ops, ReturnOp()])


def test_references_are_found_wherever_they_are_nested() -> None:
    encoded = TensorType((2,), f32, RefsAttr((B,), A))
    for attr, expected in (
        (A, [A]),
        (ArrayAttr((A, int_attr(1), B)), [A, B]),
        (DictionaryAttr.of({"x": A, "y": ArrayAttr((B, A))}), [A, B, A]),
        (RefsAttr((A, B), ArrayAttr((A,))), [A, B, A]),
        (TypeAttr(FunctionType((f32,), (encoded,))), [B, A]),
        (StringAttr("@a"), []),
    ):
        assert list(symbol_refs(attr)) == expected


def test_an_attribute_that_contains_another_many_times_over() -> None:
    attr: ArrayAttr = ArrayAttr((A,))
    for _ in range(100):
        attr = ArrayAttr((attr, attr))
    assert list(symbol_refs(attr)) == [A]


def test_uses_and_renaming() -> None:
    call = CallOp(A, attributes={"t.more": RefsAttr((A, B))})
    other = UnregisteredOp.of("t.x", attributes={"refs": ArrayAttr((A,)), "plain": int_attr(3)})
    root = module(function(body(call, other)))
    assert [(op.name, ref) for op, ref in symbol_uses(root)] == [
        ("toy.call", A),
        ("toy.call", A),
        ("toy.call", B),
        ("t.x", A),
    ]
    assert rename_symbol_uses(root, "a", "z") == 2
    z = SymbolRefAttr("z")
    assert call.callee is z
    assert call.attributes["t.more"] is RefsAttr((z, B))
    assert other.attributes["refs"] is ArrayAttr((z,))
    assert rename_symbol_uses(root, "c", "d") == 0
    assert rename_symbol_uses(root, "b", "d") == 1
    assert call.attributes["t.more"] is RefsAttr((z, SymbolRefAttr("d", ("c",))))


def test_renaming_a_symbol_follows_scopes() -> None:
    """A reference means the nearest table's symbol; from around the table it is spelled with the table's name."""
    inner_call, shadowed, outside = CallOp(SymbolRefAttr("f")), CallOp(SymbolRefAttr("f")), CallOp(SymbolRefAttr("f"))
    through = CallOp(SymbolRefAttr("inner", ("f",)))
    from_top = CallOp(SymbolRefAttr("middle", ("inner", "f")))
    deepest = module(function(body(shadowed), name="g"), name="deepest")
    target = function(body(inner_call), name="f")
    inner = module(target, deepest, name="inner")
    middle = module(inner, function(body(through), name="h"), name="middle")
    module(middle, function(body(from_top, outside), name="f"))
    rename_symbol(inner, target, "new")
    assert symbol_name(target) == "new"
    assert inner_call.callee is SymbolRefAttr("new")
    assert shadowed.callee is SymbolRefAttr("f")
    assert outside.callee is SymbolRefAttr("f")
    assert through.callee is SymbolRefAttr("inner", ("new",))
    assert from_top.callee is SymbolRefAttr("middle", ("inner", "new"))
    rename_symbol(middle, inner, "core")
    assert through.callee is SymbolRefAttr("core", ("new",))
    assert from_top.callee is SymbolRefAttr("middle", ("core", "new"))
    with pytest.raises(InvalidIRError, match="cannot rename 'h' to 'core'"):
        rename_symbol(middle, middle.body.entry.last or target, "core")


def test_scopes() -> None:
    inside = CallOp(A)
    nested = module(function(body(inside)), name="n")
    call = CallOp(A)
    root = module(nested, function(body(call)))
    assert inside not in set(ops_in_scope(root))
    assert {nested, call} <= set(ops_in_scope(root))


def test_tables() -> None:
    f, g = function(name="f"), function(name="g")
    root = module(f, g)
    table = SymbolTable(root)
    assert table.lookup("f") is f
    assert table.lookup("h") is None
    assert list(table) == [f, g]
    assert table.insert(function(name="f")) == "f_0"
    assert table.insert(function(name="f")) == "f_1"
    assert table.insert(f) == "f"
    assert [symbol_name(op) for op in root.body.entry.ops] == ["f", "g", "f_0", "f_1"]
    table.erase(f)
    assert table.lookup("f") is None
    assert table.insert(function(name="f")) == "f"
    loose = UnregisteredOp.of("t.symbol", attributes={"sym_name": StringAttr("g")})
    assert table.insert(loose) == "g_0"
    assert loose.attributes["sym_name"] is StringAttr("g_0")
    assert not loose.properties
    with pytest.raises(InvalidIRError, match="it has no 'sym_name'"):
        table.insert(ReturnOp())


def test_symbols_are_inserted_before_a_terminator() -> None:
    root = module(end := ReturnOp())
    SymbolTable(root).insert(fresh := function(name="f"))
    assert list(root.body.entry.ops) == [fresh, end]


@pytest.mark.growth
def test_many_symbols_of_one_name_take_linear_time() -> None:
    def cost(count: int) -> float:
        table = SymbolTable(module())
        return cost_of(lambda: [table.insert(function(name="f")) for _ in range(count)])

    assert_linear(cost, 500, 10)
    table = SymbolTable(module())
    for _ in range(5_000):
        table.insert(function(name="f"))
    assert table.lookup("f_4998") is not None
    assert table.lookup("f_4999") is None


def test_look_ups() -> None:
    f = function(call := Block(ops=[CallOp(A)]), name="f")
    inner = module(f, name="inner")
    g = function(name="g")
    root = module(inner, g)
    tables = SymbolTables()
    assert tables.lookup_in(root, SymbolRefAttr("inner", ("f",))) is f
    assert tables.lookup_in(root, SymbolRefAttr("g", ("f",))) is None
    assert tables.lookup_in(root, SymbolRefAttr("inner", ("g",))) is None
    assert call.first is not None
    assert tables.lookup_nearest(call.first, SymbolRefAttr("f")) is f
    assert tables.lookup_nearest(call.first, SymbolRefAttr("g")) is None
    assert nearest_symbol_table(f) is inner
    assert nearest_symbol_table(inner) is inner
    unknown = UnregisteredOp.of("t.maybe_a_table", regions=[Region([Block(ops=[inside := CallOp(A)])])])
    root.body.entry.append(unknown)
    assert nearest_symbol_table(inside) is None
    assert tables.lookup_nearest(inside, SymbolRefAttr("g")) is None


def test_visibility() -> None:
    assert visibility(function()) == "public"
    hidden = FuncOp(StringAttr("f"), attributes={"sym_visibility": StringAttr("private")})
    assert visibility(hidden) == "private"
