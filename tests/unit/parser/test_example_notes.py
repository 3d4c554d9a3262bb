"""Syntax errors in custom forms show how the op is written."""

from __future__ import annotations

from dlc.ir.attributes import Attribute, Type, attribute, type_
from dlc.ir.dialect import Dialect
from dlc.parser.parse import parse
from support.programs import new_context


def rendered(text: str) -> list[str]:
    context = new_context()
    parse(text, context)
    return [context.diagnostics.render(each) for each in context.diagnostics.diagnostics]


def test_the_example_of_an_op_is_shown_once() -> None:
    first, second = rendered(
        "func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {\n"
        "  %0 = graph.softmax %x {axis = 1} : tensor<4x8xf32>\n"
        "  %1 = graph.softmax %x {axis = 0} : tensor<4x8xf32>\n"
        "  return %1 : tensor<4x8xf32>\n}"
    )
    assert "2:8: note: 'graph.softmax' is written like this: %r = graph.softmax %x, [1] : tensor<4x8xf32>" in first
    assert "written like this" not in second


def test_the_innermost_op_is_shown() -> None:
    [error] = rendered("func.func @f(%a: memref<8xf32>) {\n  %x = loop.load %a[0][0] : memref<8xf32>\n  return\n}")
    assert "'loop.load' is written like this" in error
    assert "func.func" not in error.partition("note")[2]


def test_a_name_that_is_unknown_has_no_example() -> None:
    [error] = rendered("func @main() {\n}")
    assert "did you mean 'func.func'?" in error
    assert "written like this" not in error


def test_limits_have_no_example() -> None:
    for text, message in (
        ("func.func @f() -> i1000000000 {\n  return\n}", "integer bitwidth is limited to 16777215 bits"),
        (f"func.func @f(%x: {'tuple<' * 5000}i32{'>' * 5000}) {{ return }}", "nesting is too deep"),
    ):
        [error] = rendered(text)
        assert message in error
        assert "written like this" not in error


def test_what_follows_a_broken_signature_is_skipped() -> None:
    [error] = rendered("func.func @f() -> i1000000000 { %c = arith.constant 1 : i32\n  return %c : i32 }")
    assert "integer bitwidth" in error
    [error] = rendered("func.func @f( { %c = arith.constant 1 : i32\n  return %c : i32\n}")
    assert "expected" in error


def test_bytes_that_are_not_text() -> None:
    [error] = rendered("\udcff\udcfe func")
    assert "1:1: error: expected operation, but got byte 0xff, which is not text in UTF-8" in error


@type_("noted.q")
class QType(Type):
    dim: Attribute
    scale: float


@attribute("noted.exponents")
class ExponentsAttr(Attribute):
    """Exponents.

    Example: #noted.exponents<1, -2>
    """

    length: int
    time: int


def test_the_form_of_a_type_or_attribute_is_shown_where_that_is_broken() -> None:
    context = new_context()
    context.load(Dialect("noted", attributes=[QType, ExponentsAttr]))
    parse("func.func @f(%x: !noted.q<1 : i32>) { return }\nfunc.func @g(%x: !noted.q<1 : i32>) { return }", context)
    first, second = (context.diagnostics.render(each) for each in context.diagnostics.diagnostics)
    assert "1:26: note: 'noted.q' is written like this: !noted.q<dim, scale>" in first.replace("-:", "")
    assert "func.func" not in first.partition("note: ")[2].partition("\n")[0]
    assert "written like this" not in second
    parse("func.func @f(%x: !noted.q<#noted.exponents<1>, 1.0>) { return }", context)
    assert "'noted.exponents' is written like this: #noted.exponents<1, -2>" in context.diagnostics.render(
        context.diagnostics.diagnostics[-1]
    )
