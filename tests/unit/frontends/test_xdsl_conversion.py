"""Modules, attributes and types of dlc and xDSL become one another in memory, and come back as they were."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st
from xdsl.dialects import builtin as x
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Region

import dlc
from dlc.frontends.xdsl import (
    ConversionError,
    from_xdsl,
    from_xdsl_attribute,
    to_xdsl,
    to_xdsl_attribute,
)
from dlc.ir.attributes import Attribute
from dlc.ir.builtin_attributes import TypeAttr
from dlc.ir.builtin_types import OpaqueType, i32
from dlc.ir.equivalence import are_equivalent
from dlc.ir.operations import Operation
from dlc.parser import PrintOptions, print_ir
from support.drawn_ir import IRMaker
from support.properties import examples

ATTRIBUTES = r"""
1 : i32
-1 : si8
255 : ui8
true
7 : index
1.5 : f32
-0.0 : f64
0x7FC00000 : f32
1.0 : bf16
1.0 : f8E5M2
1.0 : f80
"abc"
"a\FFb"
@a::@b
[1 : i32, i32, "s"]
{a = 1 : i32, b, c = f32}
affine_map<(d0, d1)[s0] -> (d0 + d1 * 2, s0 mod 3, d0 floordiv 4 + 7, d1 ceildiv 2)>
affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>
strided<[4, ?], offset: ?>
array<i1: true, false>
array<i8: -1, 3>
array<f32: 1.0, 2.0>
array<i64>
dense<[1, 2, -3]> : tensor<3xi32>
dense<[1, 2, -3]> : tensor<3xi24>
dense<[1, 2, -3]> : tensor<3xi4>
dense<[true, false, true]> : tensor<3xi1>
dense<true> : tensor<4xi1>
dense<1.0> : vector<4xf32>
dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i4>>
dense<> : tensor<0xi32>
vector<4x[8]xf32>
tensor<4x?xf32, "encoding">
tensor<4xf32, !d.t<x>>
memref<4x?xf32, strided<[?, 1]>, 1>
memref<*xf32, 2>
memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>
tuple<i32, tuple<f32>>
(i32, f32) -> (i1, (i32) -> ())
none
#d.a<b, 1>
#d<"a b">
!d.t<x>
loc("f":1:2)
loc("f":1:2 to 3:4)
loc("n"("f":1:2))
loc(callsite("a":1:1 at "b":2:2))
loc(fused<"m">["a":1:1, "b":2:2])
#arith.fastmath<nnan,ninf>
#arith.fastmath<fast>
#arith.overflow<nsw, nuw>
#vector.kind<maxnumf>
#ub.poison
""".strip().split("\n")

CARRIED = (
    "0x7F800001 : f32",
    "0xFFFF : f16",
    '"x" : i32',
    "array<i24: 5, -5>",
    "dense<1> : tensor<2xi128>",
    'dense<["a", "b"]> : tensor<2x!d.s>',
    "sparse<[[0]], [7]> : tensor<2xi32>",
    "distinct[0]<1 : i32>",
)
"""Attributes that xDSL does not support: a signalling NaN, a string with a type, elements that it cannot lay out."""


def read(text: str) -> Attribute:
    return dlc.parse_attribute(text, context=dlc.make_context(allow_unregistered=True))


def back(attr: Attribute) -> Attribute:
    again = from_xdsl_attribute(to_xdsl_attribute(attr))
    return TypeAttr(again) if isinstance(attr, TypeAttr) else again  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [*ATTRIBUTES, *CARRIED])
def test_attributes_come_back_as_themselves(text: str) -> None:
    attr = read(text)
    assert back(attr) is attr


@pytest.mark.parametrize("text", ATTRIBUTES)
def test_attributes_are_not_merely_carried(text: str) -> None:
    assert not str(to_xdsl_attribute(read(text)).name).startswith("dlc.")


@pytest.mark.parametrize("text", CARRIED)
def test_what_xdsl_cannot_hold_is_carried(text: str) -> None:
    assert to_xdsl_attribute(read(text)).name in ("dlc.attribute", "dlc.type")


@pytest.mark.parametrize(
    ("text", "number"),
    [("true", -1), ("false", 0), ("255 : ui8", 255), ("-1 : i8", -1), ("4294967295 : i32", -1)],
)
def test_integers_are_held_in_the_range_of_xdsl(text: str, number: int) -> None:
    assert to_xdsl_attribute(read(text)).value.data == number


@given(seed=st.integers(0, 2**32))
@examples(75)
def test_drawn_attributes_come_back_as_themselves(seed: int) -> None:
    random = Random(seed)
    maker = IRMaker(random)
    attr = random.choice((maker.attribute, maker.type, maker.location))()
    assert back(attr) is attr


@given(seed=st.integers(0, 2**32))
@examples(50)
def test_drawn_modules_come_back_as_they_were(seed: int) -> None:
    module: Operation = IRMaker(Random(seed)).module()
    options = PrintOptions(generic=True, debuginfo=True)
    assert print_ir(from_xdsl(to_xdsl(module)), options) == print_ir(module, options)


def test_a_value_may_be_used_before_it_is_defined() -> None:
    text = """
    func.func @f(%c: i1) {
      cf.br ^bb2
    ^bb1:
      "test.use"(%late) : (i32) -> ()
      cf.br ^bb2
    ^bb2:
      %late = arith.constant 1 : i32
      cf.cond_br %c, ^bb1, ^bb2
    }
    """
    module = dlc.parse(text, context=dlc.make_context(allow_unregistered=True), check=False)
    assert are_equivalent(module, from_xdsl(to_xdsl(module)))


def test_names_stay_as_they_are() -> None:
    module = dlc.parse(
        "func.func @f(%a_1: i32) -> i32 { cf.br ^loop(%a_1 : i32) ^loop(%x_2_3: i32): func.return %x_2_3 : i32 }"
    )
    again = from_xdsl(to_xdsl(module))
    assert "^loop(%x_2_3: i32)" not in str(module) or str(again) == str(module)
    assert str(again) == str(module)


def test_ops_that_nobody_knows_stay_unregistered() -> None:
    text = '%0:2 = "far.away"(%0#1) <{p = 1 : i32}> {a} : (i8) -> (i8, i8)'
    module = dlc.parse(text, context=dlc.make_context(allow_unregistered=True), check=False)
    converted: Any = to_xdsl(module)
    op = converted.body.block.first_op
    assert isinstance(op, UnregisteredOp)
    assert op.op_name.data == "far.away"
    assert are_equivalent(module, from_xdsl(converted))


def test_an_unregistered_op_of_a_dialect_of_xdsl_is_that_op_there() -> None:
    text = '%c = "scf.if"(%c) ({ "scf.yield"() : () -> () }, {}) : (i1) -> i1'
    module = dlc.parse(text, context=dlc.make_context(allow_unregistered=True), check=False)
    op: Any = to_xdsl(module).body.block.first_op
    assert type(op).__name__ == "IfOp"


def test_what_dlc_always_writes_is_no_property_that_xdsl_does_not_know() -> None:
    module = dlc.parse("func.func @f(%x: i64) -> i32 { %y = arith.trunci %x : i64 to i32 func.return %y : i32 }")
    converted: Any = to_xdsl(module)
    converted.verify()
    assert "overflowFlags" not in str(converted)
    assert are_equivalent(module, from_xdsl(converted))


def test_flags_are_the_same_flags() -> None:
    module = dlc.parse("""
    func.func @f(%x: i32, %y: f32) -> i1 {
      %a = arith.addi %x, %x overflow<nsw> : i32
      %b = arith.addf %y, %y fastmath<nnan,contract> : f32
      %c = arith.cmpi ult, %a, %x : i32
      %d = arith.cmpf une, %b, %y : f32
      %e = arith.ori %c, %d : i1
      return %e : i1
    }""")
    converted: Any = to_xdsl(module)
    converted.verify()
    text = str(converted)
    assert "overflow<nsw>" in text
    assert "fastmath<nnan,contract>" in text
    assert "cmpi ult" in text
    assert "cmpf une" in text


def test_bytes_of_constants_are_shared() -> None:
    module = dlc.parse(f"""
    func.func @f() -> tensor<1024xf32> {{
      %c = arith.constant dense<"0x{"0000803F00000040" * 512}"> : tensor<1024xf32>
      return %c : tensor<1024xf32>
    }}""")
    constant: Any = next(op for op in module.walk() if op.name == "arith.constant")
    converted: Any = to_xdsl(module)
    x_constant = next(op for op in converted.walk() if op.name == "arith.constant")
    again: Any = next(op for op in from_xdsl(converted).walk() if op.name == "arith.constant")
    assert again.properties["value"].raw is x_constant.properties["value"].data.data
    assert bytes(constant.properties["value"].raw) == x_constant.properties["value"].data.data


def test_resources_keep_their_bytes() -> None:
    text = """
    func.func @f() -> tensor<2xf32> {
      %c = arith.constant dense_resource<weights> : tensor<2xf32>
      return %c : tensor<2xf32>
    }
    {-# dialect_resources: { builtin: { weights: "0x040000000000803F00000040" } } #-}
    """
    again = from_xdsl(to_xdsl(dlc.parse(text)))
    assert 'weights: "0x040000000000803F00000040"' in str(again)


def test_original_stays_as_it_is() -> None:
    module = dlc.parse("func.func @f(%x: i32) -> i32 { return %x : i32 }")
    before = str(module)
    converted: Any = to_xdsl(module)
    converted.body.block.erase_op(converted.body.block.first_op)
    assert str(module) == before


def test_a_value_from_outside_is_an_error_that_says_where() -> None:
    block = Block(arg_types=[x.i32])
    inner = x.UnrealizedConversionCastOp.get([block.args[0]], [x.f32])
    block.add_op(inner)
    _ = Region([block])
    with pytest.raises(ConversionError, match=r"uses a value, which is defined outside of what was converted"):
        from_xdsl(inner)


def test_a_type_that_is_none_is_an_error() -> None:
    op = x.UnrealizedConversionCastOp.get([], [x.StringAttr("text")])
    with pytest.raises(ConversionError, match="but it is not a type in dlc"):
        from_xdsl(op)


def test_attributes_nested_too_deeply_are_an_error() -> None:
    deep: Any = x.UnitAttr()
    for _ in range(600):
        deep = x.ArrayAttr([deep])
    op = x.UnrealizedConversionCastOp.get([], [])
    op.attributes["deep"] = deep
    with pytest.raises(ConversionError, match="nested too deeply"):
        from_xdsl(op)


def test_opaque_types_are_equal_whatever_context_made_them() -> None:
    assert from_xdsl_attribute(to_xdsl_attribute(OpaqueType("d", "t"))) is OpaqueType("d", "t")
    assert to_xdsl_attribute(OpaqueType("d", "t")) == to_xdsl_attribute(OpaqueType("d", "t"))
    assert from_xdsl_attribute(x.i32) is i32
