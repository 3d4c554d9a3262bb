"""The pass `remove-dead-values`: values that it removes, follows and leaves alone."""

from __future__ import annotations

from dlc.passes.generic.remove_dead_values import remove_dead_values
from support.programs import assert_valid, module_of


def cleaned(text: str) -> str:
    """The module without its dead values."""
    module = module_of(text)
    remove_dead_values(module)
    assert_valid(module)
    return str(module)


def test_dead_arguments_and_results_of_private_functions_go() -> None:
    text = cleaned("""
    func.func private @f(%x: i32, %unused: i32) -> (i32, i32) {
      %y = arith.muli %x, %x : i32
      %z = arith.addi %unused, %unused : i32
      return %y, %z : i32, i32
    }
    func.func @main(%a: i32) -> i32 {
      %b = arith.addi %a, %a : i32
      %r:2 = call @f(%a, %b) : (i32, i32) -> (i32, i32)
      return %r#0 : i32
    }""")
    assert "private @f(%x: i32) -> i32" in text
    assert "call @f(%a) : (i32) -> i32" in text
    assert "arith.addi" not in text
    assert "ub.poison" not in text


def test_public_functions_keep_their_signature() -> None:
    assert "@f(%x: i32, %unused: i32)" in cleaned("func.func @f(%x: i32, %unused: i32) -> i32 { return %x : i32 }")


def test_functions_that_are_referred_to_keep_their_signature() -> None:
    text = cleaned("""
    func.func private @f(%x: i32) { return }
    func.func @main() -> ((i32) -> ()) {
      %f = constant @f : (i32) -> ()
      return %f : (i32) -> ()
    }""")
    assert "private @f(%x: i32)" in text


def test_block_arguments_that_only_feed_themselves_go() -> None:
    text = cleaned("""
    func.func @main(%n: i32, %m: memref<i32>) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      cf.br ^loop(%c0, %c0 : i32, i32)
    ^loop(%i: i32, %sum: i32):
      %next = arith.addi %i, %c1 : i32
      %more = arith.muli %sum, %next : i32
      memref.store %i, %m[] : memref<i32>
      %go = arith.cmpi slt, %next, %n : i32
      cf.cond_br %go, ^loop(%next, %more : i32, i32), ^end
    ^end:
      return
    }""")
    assert "arith.muli" not in text
    assert "^bb1(%i: i32):" in text


def test_a_condition_that_is_also_passed_stays() -> None:
    text = cleaned("""
    func.func @main(%a: i32, %b: i32, %m: memref<i32>) {
      %c = arith.cmpi slt, %a, %b : i32
      cf.cond_br %c, ^x(%c : i1), ^y
    ^x(%unused: i1):
      memref.store %a, %m[] : memref<i32>
      cf.br ^y
    ^y:
      return
    }""")
    assert "cf.cond_br %c, ^bb1, ^bb2" in text


def test_what_has_effects_stays() -> None:
    text = cleaned("""
    func.func @main(%m: memref<i32>, %x: i32) {
      %y = arith.addi %x, %x : i32
      %old = memref.atomic_rmw addi %y, %m[] : (i32, memref<i32>) -> i32
      return
    }""")
    assert "arith.addi" in text
    assert "memref.atomic_rmw" in text


def test_results_of_regions_that_nobody_needs_need_not_be_computed() -> None:
    text = cleaned("""
    func.func @main(%m: memref<i32>, %x: i32) -> i32 {
      %r:2 = memref.alloca_scope -> (i32, i32) {
        %y = arith.addi %x, %x : i32
        %z = arith.muli %x, %x : i32
        memref.store %x, %m[] : memref<i32>
        memref.alloca_scope.return %y, %z : i32, i32
      }
      return %r#0 : i32
    }""")
    assert "arith.addi" in text
    assert "arith.muli" not in text
    assert "memref.alloca_scope -> (i32)" in text.replace("  ->", " ->")
    assert "ub.poison" not in text


def test_regions_that_do_nothing_go() -> None:
    text = cleaned("""
    func.func @main(%x: i32) {
      %r = memref.alloca_scope -> (i32) {
        %y = arith.addi %x, %x : i32
        memref.alloca_scope.return %y : i32
      }
      return
    }""")
    assert "alloca_scope" not in text


def test_code_that_is_never_reached_is_left_alone() -> None:
    text = cleaned("""
    func.func @main(%x: i32, %m: memref<i32>) {
      return
    ^dead:
      %y = arith.addi %x, %x : i32
      memref.store %y, %m[] : memref<i32>
      return
    }""")
    assert "memref.store %y" in text


def test_recursive_functions() -> None:
    text = cleaned("""
    func.func private @f(%n: i32, %carried: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %stop = arith.cmpi eq, %n, %c0 : i32
      cf.cond_br %stop, ^end(%c0 : i32), ^more
    ^more:
      %less = arith.subi %n, %c1 : i32
      %twice = arith.muli %carried, %carried : i32
      %r = call @f(%less, %twice) : (i32, i32) -> i32
      cf.br ^end(%r : i32)
    ^end(%s: i32):
      return %s : i32
    }
    func.func @main(%n: i32) -> i32 {
      %r = call @f(%n, %n) : (i32, i32) -> i32
      return %r : i32
    }""")
    assert "private @f(%n: i32) -> i32" in text
    assert "arith.muli" not in text
