"""The formatter changes white space alone: comments stay, meaning stays, and a second run changes nothing."""

from __future__ import annotations

import pytest

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.tools.formatting import CannotFormat, format_text
from support.run_lines import ROOT

UNTIDY = """\
#map  = affine_map<(d0) -> (d0)>


// leading
func.func @f( %a: i32 ,%n: index, %z: i1) -> i32 { // trailing
       %c = arith.constant   3 : i32   // why
 // above
   %s = loop.for %i = 0 to 8 iter_args(%acc = %a) -> (i32) { %x = arith.addi %acc, %c : i32
    loop.yield %x : i32 }
       "test.op"() {a = #d.text<a   b>,
                    b = "  "} : () -> ()
     cf.cond_br %z,
                // not a label
                ^bb1( %s : i32),
                ^bb1(%c : i32)
     ^bb1(%q: i32):
 loop.for %j = 0 to 8 {
     }
return %q : i32 }
func.func private @g()
"""
TIDY = """\
#map = affine_map<(d0) -> (d0)>

// leading
func.func @f(%a: i32, %n: index, %z: i1) -> i32 { // trailing
  %c = arith.constant 3 : i32   // why
  // above
  %s = loop.for %i = 0 to 8 iter_args(%acc = %a) -> (i32) {
    %x = arith.addi %acc, %c : i32
    loop.yield %x : i32
  }
  "test.op"() {a = #d.text<a   b>,
               b = "  "} : () -> ()
  cf.cond_br %z,
             // not a label
             ^bb1(%s : i32),
             ^bb1(%c : i32)
^bb1(%q: i32):
  loop.for %j = 0 to 8 {
  }
  return %q : i32
}
func.func private @g()
"""


@pytest.fixture(scope="module")
def context() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    return context


def test_untidy_text_is_laid_out_again(context: Context) -> None:
    assert format_text(UNTIDY, context) == TIDY


@pytest.mark.parametrize("name", ["first", "layer", "memory_to_values", "residual_network", "whole_program"])
def test_tidy_text_stays_as_it_is(context: Context, name: str) -> None:
    text = (ROOT / f"examples/{name}.mlir").read_text()
    assert format_text(text, context) == text
    assert format_text(TIDY, context) == TIDY


def test_a_text_with_errors_is_refused(context: Context) -> None:
    with pytest.raises(CannotFormat, match="-:2:11: error: use of undeclared SSA value name '%b'"):
        format_text("func.func @f() {\n  return  %b : i32\n}", context)
