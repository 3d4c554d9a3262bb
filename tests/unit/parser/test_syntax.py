"""Every directive of the syntax language reads what it prints; declarations that cannot be read are refused."""

from __future__ import annotations

from typing import Any

import pytest

from dlc.dialects import register_all
from dlc.ir.builtin_constraints import integer_attr_any, typed_int, unit_attr
from dlc.ir.builtin_types import i64
from dlc.ir.constraints import any_attribute, any_type
from dlc.ir.context import Context
from dlc.ir.definition import (
    Op,
    attr,
    op,
    operand,
    optional_attr,
    optional_operand,
    region,
    variadic_operand,
    variadic_region,
)
from dlc.ir.errors import InvalidDefinitionError
from dlc.ir.verifier import verify
from dlc.parser import PrintOptions, parse, print_ir
from dlc.parser.syntax import operation_reader
from support.syntax_dialect import DIALECT

LINES = (
    "%1 = syn.same %a, %b : i32",
    "%1 = syn.same %a, %b {x = 1 : i8} : i32",
    "syn.or_else on",
    "syn.or_else off",
    "syn.or_else off count = -4 {x}",
    "syn.clauses",
    "syn.clauses size(%a : i32) step 3 nowait",
    "syn.clauses nowait {x}",
    "syn.custom 3 <1 x 2 x -5>",
    "syn.call @f() : () -> ()",
    "syn.call @f(%a, %c) {x} : (i32, index) -> ()",
    "%1 = syn.call @f(%a) : (i32) -> i1",
    "%1:2 = syn.call @\"a b\"(%c) : (index) -> (i1, () -> ())",
    "%1 = syn.call @f() : () -> (() -> i1)",
    "syn.groups",
    "syn.groups %a, %b : i32, i32",
    "syn.groups middle %c : index",
    "syn.groups %a : i32 middle %b : i32 last(%c, %a : index, i32) {x = 1 : i64}",
    "syn.groups last(%c : index)",
    "%1:2 = syn.all %a, %c : i32, index -> i1, i2",
    "syn.named @f {\n    syn.or_else on\n  }",
    "syn.named @\"a b\" attributes {x} {\n  }",
    "syn.regions",
    "syn.regions attributes {x} do {\n    syn.or_else on\n  }, {\n    syn.or_else off\n  }",
    'syn.attrs "t" number 3 : i8',
    'syn.attrs "t" color blue number 3 : i64 {hidden = "h"}',
    "syn.props red",
    'syn.props blue <{also, hidden = "h"}> {x = "y"}',
    "syn.maybe",
    "syn.maybe {x} of %a : i32",
    "%1 = syn.maybe -> i32",
    "%1 = syn.maybe of %c : index -> i32",
    "%1 = syn.spaces[%a](x) {} <y> : i32 to index",
)  # fmt: skip


def context() -> Context:
    new = Context()
    register_all(new)
    new.load(DIALECT)
    return new


def read(text: str) -> Any:
    known = context()
    module = parse(text, known)
    assert module is not None, "\n".join(map(known.diagnostics.render, known.diagnostics.diagnostics))
    assert verify(module, known.diagnostics), "\n".join(map(known.diagnostics.render, known.diagnostics.diagnostics))
    return module


def wrapped(line: str) -> str:
    return f"func.func @f(%a: i32, %b: i32, %c: index) {{\n  {line}\n  return\n}}"


@pytest.mark.parametrize("line", LINES)
def test_prints_what_it_reads(line: str) -> None:
    module = read(wrapped(line))
    printed = print_ir(module, PrintOptions(use_hints=True))
    inner = printed.replace("\n  ", "\n").replace("%0", "%1")
    assert f"\n  {line}\n" in inner, printed
    assert print_ir(read(print_ir(module, PrintOptions(generic=True, use_hints=True)))) == printed


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("syn.or_else maybe", "expected 'off', but got 'maybe'"),
        ("syn.clauses step", "expected attribute"),
        ("syn.call f()", "expected symbol reference"),
        ("syn.call @f(%a) : (i32, i32) -> ()", "1 operands present, but expected 2"),
        ("syn.call @f(%a) : i32", "expected a function type, but got 'i32'"),
        ("syn.groups %a, : i32", "expected SSA value, but got ':'"),
        ("syn.named f {}", "expected symbol name"),
        ("syn.branch @x", "expected block name"),
        (
            'syn.attrs "t" color grean number 1',
            "expected one of red, green, blue, but got 'grean', did you mean 'green'?",
        ),
        ("syn.attrs t number 1", "expected attribute, but got 't'"),
        ("syn.props red <[1]>", "expected a dictionary of properties, but got '[1]'"),
        ("syn.spaces [%a] x", "expected '('"),
    ],
)
def test_errors_say_what_was_expected(line: str, message: str) -> None:
    known = context()
    assert parse(wrapped(line), known) is None
    assert message in known.diagnostics.diagnostics[0].message


def test_successors() -> None:
    text = (
        "func.func @f() {\n  syn.branch ^bb1 or ^bb1, ^bb2 {x}\n^bb1:  // 2 preds: ^bb0, ^bb0\n  return\n"
        "^bb2:  // pred: ^bb0\n  syn.branch ^bb1\n}"
    )
    printed = print_ir(read(text))
    assert "syn.branch ^bb1 or ^bb1, ^bb2 {x}\n" in printed
    assert print_ir(read(printed)) == printed


def refuse(syntax_text: str, reason: str, **fields: Any) -> None:
    body = {"__doc__": "For a test.", "__annotations__": dict.fromkeys(fields, Any), "syntax": syntax_text, **fields}
    body["directives"] = {"Two": (print, print)}  # for the refusal of forms, it does not matter what they do
    cls = op("bad.op")(type("BadOp", (Op,), {**body, "__module__": __name__}))
    with pytest.raises(InvalidDefinitionError, match=reason):
        operation_reader(cls)


@pytest.mark.parametrize(
    ("syntax_text", "reason", "fields"),
    [
        (
            "$a $b attr-dict `:` type($a) `;` type($b)",
            "can also begin with '%'",
            {"a": variadic_operand, "b": variadic_operand},
        ),
        (
            "$a `,` $b attr-dict `:` type($a) `;` type($b)",
            "continues after each ','",
            {"a": variadic_operand, "b": operand},
        ),
        ("(`x` $n^)? (`x` $m^)? attr-dict", "both begin with 'x'", {"n": "optional", "m": "optional"}),
        ("(`x` $n^)? : (`x`)? attr-dict", "both begin with 'x'", {"n": "optional"}),
        ("oilist(`x` $n | `x` $m) attr-dict", "never reached", {"n": "optional", "m": "optional"}),
        ("oilist(`x` $n) `x` attr-dict", "what follows it can both begin with 'x'", {"n": "optional"}),
        ("attr-dict $body", "can also begin with '{'", {"body": region}),
        ("$bodies attr-dict", "can also begin with '{'", {"bodies": variadic_region}),
        ("$any `:` type($a) $a attr-dict", "may end in ': type'", {"any": "any", "a": operand}),
        ("$number `:` `x` attr-dict", "may end in ': type'", {"number": "number"}),
        ("type($a) `x` $a attr-dict", "can also begin with 'x'", {"a": optional_operand}),
        ("$a attr-dict `:` type($a) `,` `x`", "continues after each ','", {"a": variadic_operand}),
        ("$a attr-dict `:` type(operands) `,` `x`", "continues after each ','", {"a": variadic_operand}),
        ("($flag^ $n)? attr-dict", "must begin with a literal or a field", {"flag": "flag", "n": "optional"}),
    ],
)
def test_ambiguous_declarations_are_refused(syntax_text: str, reason: str, fields: dict[str, Any]) -> None:
    decl = {
        "optional": lambda: optional_attr(typed_int(i64)),
        "any": lambda: attr(any_attribute),
        "number": lambda: attr(integer_attr_any),
        "flag": lambda: optional_attr(unit_attr),
    }
    values = {
        name: decl[kind]() if isinstance(kind, str) else kind() if kind in (region, variadic_region) else kind(any_type)
        for name, kind in fields.items()
    }
    refuse(syntax_text, reason, **values)


def test_operands_of_several_types_are_refused() -> None:
    """A custom directive that reads a type for each operand cannot be used with `operands`, which has one for all."""
    reason = r"the type of '\$a', but '\$b' has one of its own; write 'type\(operands\)'"
    for kind in (operand, variadic_operand):
        for types in ("custom<Two>(type($a), type($b))", "type($a) `->` type($b)"):
            refuse(f"operands `:` {types} attr-dict", reason, a=kind(any_type), b=operand(any_type))
