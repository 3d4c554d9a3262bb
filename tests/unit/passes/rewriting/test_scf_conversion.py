"""Loops and conditionals of `scf` whose types a dialect conversion changes, one to one and one to several."""

from __future__ import annotations

from typing import Any

import pytest

import dlc
from dlc.dialects import arith, complex
from dlc.ir.builtin_types import ComplexType, IndexType, i64
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, apply_full_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.function_conversion import FUNCTION_PATTERNS, allow_converted_functions
from dlc.passes.rewriting.scf_conversion import SCF_PATTERNS, allow_converted_scf
from dlc.passes.rewriting.type_conversion import TypeConverter


@conversion(complex.CreateOp)
def convert_create(op: complex.CreateOp, new: Converted, rw: ConversionRewriter) -> Match:
    """complex.create x, y  ->  x, y"""
    return rw.replace_with_many(op, [list(op.operands)])


@conversion(complex.AddOp)
def convert_addition(op: complex.AddOp, new: Converted, rw: ConversionRewriter) -> Match:
    """complex.add  ->  two sums"""
    lhs, rhs = rw.converted(op.operands[0]), rw.converted(op.operands[1])
    sums = [rw.insert_before(op, arith.AddFOp(a, b)).result for a, b in zip(lhs, rhs, strict=True)]
    return rw.replace_with_many(op, [sums])


@conversion(complex.ReOp, complex.ImOp)
def convert_part(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
    """complex.re  ->  the first part"""
    return rw.replace(op, rw.converted(op.operands[0])[isinstance(op, complex.ImOp)])


@conversion("arith.addi", "arith.index_cast")
def convert_integer(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
    """arith.addi : index  ->  arith.addi : i64"""
    if op.name == "arith.index_cast":
        return rw.replace(op, new.operands[0])
    return rw.replace(op, type(op).create(new.operands, new.result_types, dict(op.properties)))


def indices_to_i64() -> TypeConverter:
    types = TypeConverter.keeping_others()
    types.add(lambda type: i64 if isinstance(type, IndexType) else None)
    return types


def converted(text: str, types: TypeConverter | None = None) -> tuple[Any, Any]:
    context = dlc.make_context()
    module, types, target = dlc.parse(text, context=context), types or indices_to_i64(), ConversionTarget()
    types.add(lambda type: [type.element_type] * 2 if isinstance(type, ComplexType) else None)
    before = dlc.parse(text, context=context)
    allow_converted_functions(target, types)
    allow_converted_scf(target, types)
    target.add_dynamically_legal_dialect("arith", condition=types.is_legal_op)
    target.add_illegal_dialect("complex")
    patterns = [convert_create, convert_addition, convert_part, convert_integer, *FUNCTION_PATTERNS, *SCF_PATTERNS]
    assert apply_full_conversion(module, target, patterns, context, types), context.diagnostics.diagnostics
    dlc.verify(module)
    return before, module


SIGNATURE = "func.func @main(%n: index, %one: index, %x: f32, %y: f32, %c: i1) -> (f32, f32)"
PARTS = """
  %re = complex.re %r : complex<f32>
  %im = complex.im %r : complex<f32>
  return %re, %im : f32, f32"""
START = "%z = complex.create %x, %y : complex<f32>"
PROGRAMS = {
    "for": """%i0 = arith.addi %one, %one : index
      %r = scf.for %i = %i0 to %n step %one iter_args(%s = %z) -> (complex<f32>) {
        %t = complex.add %s, %z : complex<f32>
        scf.yield %t : complex<f32>
      }""",
    "if": """%r = scf.if %c -> (complex<f32>) {
        %t = complex.add %z, %z : complex<f32>
        scf.yield %t : complex<f32>
      } else {
        scf.yield %z : complex<f32>
      }""",
    "while": """%r, %left = scf.while (%s = %z, %more = %c) : (complex<f32>, i1) -> (complex<f32>, i1) {
        scf.condition(%more) %s, %more : complex<f32>, i1
      } do {
      ^bb0(%u: complex<f32>, %more: i1):
        %no = arith.constant false
        %t = complex.add %u, %z : complex<f32>
        scf.yield %t, %no : complex<f32>, i1
      }""",
    "execute_region": """%r = scf.execute_region -> complex<f32> {
        cf.cond_br %c, ^a(%z : complex<f32>), ^b
      ^a(%s: complex<f32>):
        scf.yield %s : complex<f32>
      ^b:
        %t = complex.add %z, %z : complex<f32>
        cf.br ^a(%t : complex<f32>)
      }""",
    "nested": """%r = scf.for %i = %one to %n step %one iter_args(%s = %z) -> (complex<f32>) {
        %q = scf.if %c -> (complex<f32>) {
          %t = complex.add %s, %z : complex<f32>
          scf.yield %t : complex<f32>
        } else {
          scf.yield %s : complex<f32>
        }
        scf.yield %q : complex<f32>
      }""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_carried_values_become_several(name: str) -> None:
    before, after = converted(f"{SIGNATURE} {{\n  {START}\n  {PROGRAMS[name]}{PARTS}\n}}")
    for word in ("complex", "index", "unrealized"):
        assert word not in str(after).replace("execute_region", "")
    for c in (0, 1):
        arguments = (5, 1, 1.5, -2.0, c)
        assert dlc.Interpreter(after).run("main", *arguments) == dlc.Interpreter(before).run("main", *arguments)


def test_the_number_that_cases_are_chosen_by_stays() -> None:
    text = """func.func @main(%n: index, %x: f32) -> f32 {
      %z = complex.create %x, %x : complex<f32>
      %r = scf.index_switch %n -> complex<f32>
      case 1 {
        %t = complex.add %z, %z : complex<f32>
        scf.yield %t : complex<f32>
      }
      default {
        scf.yield %z : complex<f32>
      }
      %re = complex.re %r : complex<f32>
      return %re : f32
    }"""
    before, after = converted(text, TypeConverter.keeping_others())
    assert "scf.index_switch %n -> f32, f32" in str(after)
    for n in (1, 2):
        assert dlc.Interpreter(after).run("main", n, 1.5) == dlc.Interpreter(before).run("main", n, 1.5)


def test_parts_are_named_for_what_they_are_parts_of() -> None:
    _, after = converted("func.func @main(%p: complex<f32>) -> complex<f32> { return %p : complex<f32> }")
    assert "@main(%p_0: f32, %p_1: f32)" in str(after)
