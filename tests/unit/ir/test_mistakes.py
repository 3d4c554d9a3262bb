"""Mistakes of those who write dialects and passes: each ends in one message that names the culprit and the way out."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Literal

import pytest

import dlc
from dlc.dialects.arith import ConstantOp
from dlc.ir.errors import InvalidIRError
from dlc.passes.manager import Pass, option
from dlc.tools import dlc_opt

HEAD = """
from __future__ import annotations
from dlc.dialects.arith import ConstantOp
from dlc.ir.assembly import HAND_WRITTEN
from dlc.ir.attributes import Attribute, Type, attribute
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import i64_attr, signless_integer
from dlc.ir.builtin_types import i32, i64, IntegerType
from dlc.ir.constraints import TypeConstraint, TypeVariable, any_type, instance_of
from dlc.ir.definition import Attr, Op, Operand, Region, Result, Successor
from dlc.ir.definition import attr, inferred_result, op, operand, region, result, successor
from dlc.ir.dialect import Dialect
from dlc.ir.patterns import canonicalization
from dlc.ir.traits import HasParent, Pure
from dlc.passes.manager.declaration import Pass
T = TypeVariable("T", signless_integer)
"""
IMPORTS = """
from dlc.ir import InsertionPoint
from dlc.passes.dataflow.dead_code import DeadCodeAnalysis
from dlc.passes.dataflow.solver import Solver
from dlc.passes.dataflow.sparse import SparseBackwardAnalysis, SparseForwardAnalysis
from dlc.passes.rewriting.conversion import apply_partial_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.greedy import rewrite_greedily
from dlc.passes.rewriting.type_conversion import TypeConverter
"""
"""Further imports, for definitions of passes."""
OP = (
    HEAD
    + """
@op("toy.twice", traits=(Pure,))
class TwiceOp(Op):
    source: Operand = operand(T)
    out: Result = inferred_result(T)
    syntax = "$source attr-dict `:` type($out)"
"""
)
ATTRIBUTE = (
    HEAD
    + """
@attribute("toy.point")
class PointAttr(Attribute):
    x: int
    y: float = 0.5
"""
)
END = '\nDIALECT = Dialect.collect("toy", globals())\n'
PROGRAM = "func.func @f(%x: i32) -> i32 attributes {PLACE} {\n  %y = toy.twice %x : i32\n  return %y : i32\n}\n"


def error_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch, definitions: str, *flags: str, attr: str = "", end: str = END
) -> str:
    """Return what dlc-opt prints to stderr with a dialect of these definitions, or its output if that is nothing."""
    monkeypatch.chdir(folder)
    monkeypatch.delitem(sys.modules, "toy", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a file of the same second and size would not be read again
    (folder / "toy.py").write_text(definitions + end, encoding="utf-8")
    (folder / "t.mlir").write_text(PROGRAM.replace("PLACE", attr), encoding="utf-8")
    stdout, stderr = io.StringIO(), io.StringIO()
    status = dlc_opt.run(["--load-dialect=toy", "t.mlir", *flags], "", stdout, stderr)
    assert (status == 0) == (stderr.getvalue() == "")
    return stderr.getvalue() or stdout.getvalue()


METHODS = {
    "def verify(self, report): self.source.foo": "t.mlir:2:8: error: 'toy.twice' op verifier raised AttributeError: ",
    "def verify(self, report): report.error('must be nice')": "error: 'toy.twice' op must be nice\n",
    "def verify(self, report): report.error('twice_c1', 'must be nice')": "'toy.twice' op must be nice [twice_c1]\n",
    "def verify(self, report): return False": 'it returned a bool; rules are reported by report.error("rule_c1", "…")',
    "def verify(self): pass": "takes 1 positional argument but 2 were given, at toy.py:",
    "def fold(self, operands): return operands[5]": (
        "t.mlir:2:8: error: fold on 'toy.twice' raised IndexError: list index out of range, at toy.py:"
    ),
    "def fold(self, operands): return 5": "returned 5; return a list with an attribute or a value for each result",
    "def fold(self, operands): return [self]": "for a result; return an attribute or a value",
    "def fold(self, operands): return [IntegerAttr(1, i64)]": "returned '1 : i64' for a result of type 'i32'",
    "def fold(self, operands): return [self.source] * 2": "returned 2 items, but the op has 1 result",
    "def fold(self, operands): return [IntegerAttr(1, i32)]": "give Dialect.collect a 'materialize_constant'",
}
"""Methods of an op, and what dlc-opt says of them."""


@pytest.mark.parametrize("method", METHODS)
def test_methods_of_ops(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert METHODS[method] in error_of(tmp_path, monkeypatch, f"{OP}\n    {method}", "--canonicalize")


PATTERNS = {
    "rw.replace(op, op.source)": "'toy.twice' returned None; return rw.no_match('reason'), or the result of rw.replace",
    "return True": "returned True; return rw.no_match('reason'), or the result of rw.replace, rw.erase or rw.modify",
    "return op.nothing": "has no attribute 'nothing'; fields of 'toy.twice': source, out, at toy.py:",
    "type(op).half = property(lambda op: op.nothing); return op.half": "has no attribute 'nothing'; fields of",
    "type(op).half = property(lambda op: op.source.nothing); return op.half": "'BlockArgument' object has no attribute",
    "return rw.erase(op)": "still has 1 use, the first in 'func.return'; replace them first, at toy.py:",
    "return rw.replace(op, 3)": "cannot replace 'toy.twice' by 3; give an op, a value or a list of them, at toy.py:",
    "return rw.replace(op, TwiceOp())": (
        "TypeError: 'toy.twice' is made by TwiceOp(source, *, location=…, attributes=…); "
        "TwiceOp() missing 1 required positional argument: 'source', at toy.py:"
    ),
    "return rw.replace(op, TwiceOp(src=op.source))": "; TwiceOp() got an unexpected keyword argument 'src', at toy.py:",
    "return rw.replace(op, TwiceOp(op.source, source=op.source))": "TwiceOp() got multiple values for argument",
    "rw.replace(op, op.source); return op.source": ("; the op had been replaced or erased before, and must not be"),
    "op.source = op": "operand #0 of 'toy.twice' must be a value, but got <toy.twice at loc(\"t.mlir\":2:8)>; give",
    "return rw.set_operand(op, 1, op.source)": "'toy.twice' has no operand #1: the number of operands is 1, at toy.py:",
    "return rw.set_property(op, 'n', 3)": "attributes of ops are of classes such as IntegerAttr, but got 3, at toy.py:",
    "return rw.replace(op, ConstantOp(IntegerAttr(1, i64)))": "by <OpResult : i64>, which has another type",
}
"""Bodies of a pattern, and what dlc-opt says of them."""


@pytest.mark.parametrize("body", PATTERNS)
def test_patterns(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = f"\n@canonicalization(TwiceOp)\ndef pat(op, rw):\n    {body}\n"
    said = error_of(tmp_path, monkeypatch, OP + pattern, "--canonicalize")
    assert said.startswith("t.mlir:2:8: error: pattern 'pat' on 'toy.twice' ")
    assert PATTERNS[body] in said
    assert "note: while pass 'canonicalize' ran on 'builtin.module' op" in said


CONSTANTS = {
    "value, type": "raised TypeError: constant() takes 2 positional arguments but 3 were given, at toy.py:",
    "value, type, location": "returned 3; return an op with the constant, or None",
}
"""Parameters of a function that makes constants, and what dlc-opt says of it."""


def test_a_constant_that_other_folds_would_not_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = f"""{OP}
    def fold(self, operands): return [IntegerAttr(1, i32)]
@op("toy.number", traits=(Pure,))
class NumberOp(Op):
    value: Attr[IntegerAttr] = attr(IntegerAttr)
    out: Result = result(T)
    syntax = "$value attr-dict `:` type($out)"
def constant(attribute, type, location): return NumberOp(attribute, type)
"""
    end = '\nDIALECT = Dialect.collect("toy", globals(), materialize_constant=constant)\n'
    said = error_of(tmp_path, monkeypatch, definitions, "--canonicalize", end=end)
    assert "on 'toy.twice' returned 'toy.number', which lacks the trait ConstantLike" in said


def test_a_fold_to_a_constant_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = f"{OP}\n    def fold(self, operands): return [IntegerAttr(1, i32)]\ndef constant(*_): return None"
    end = '\nDIALECT = Dialect.collect("toy", globals(), materialize_constant=constant)\n'
    said = error_of(tmp_path, monkeypatch, definitions, "--canonicalize", end=end)
    assert "fold on 'toy.twice' returned the constant '1 : i32' for a result of type 'i32', for which" in said


def test_a_parameter_of_the_wrong_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = OP.replace(
        "    out:", "    n: Attr[IntegerAttr] = attr(i64_attr, default=IntegerAttr(1, i64))\n    out:"
    )
    wrong = ["TwiceOp(op.source, 3)", "op.__class__.n.__set__(op, 'x')"]
    for body in wrong:
        pattern = f"\n@canonicalization(TwiceOp)\ndef pat(op, rw):\n    return rw.replace(op, {body})\n"
        said = error_of(tmp_path, monkeypatch, definitions + pattern, "--canonicalize")
        assert "property 'n' of 'toy.twice' must be an attribute, of the class IntegerAttr, but got " in said


@pytest.mark.parametrize("parameters", CONSTANTS)
def test_materialized_constants(parameters: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = (
        f"{OP}\n    def fold(self, operands): return [IntegerAttr(1, i32)]\ndef constant({parameters}): return 3"
    )
    end = '\nDIALECT = Dialect.collect("toy", globals(), materialize_constant=constant)\n'
    said = error_of(tmp_path, monkeypatch, definitions, "--canonicalize", end=end)
    assert said.startswith("t.mlir:2:8: error: materialize_constant of the dialect 'toy' on 'toy.twice' ")
    assert CONSTANTS[parameters] in said


MODULES = {
    OP.replace("toy.twice", "toi.twice"): "op 'toi.twice' stands beside the dialect 'toy', but does not begin with",
    OP.replace('@op("toy.twice", traits=(Pure,))', ""): "class 'TwiceOp' has the fields of an op, but no @op(",
    OP.replace("(Pure,)", "Pure"): "'toy.twice': traits and interfaces are tuples: traits=(Pure,), at toy.py:",
    OP.replace("source:", "operands:"): (
        "'operands' cannot be the name of a field: every op has that; choose another name, at toy.py:"
    ),
    OP.replace("source:", "definition:"): "'definition' cannot be the name of a field: every op has that; choose",
    OP.replace("source:", "fold:"): "'fold' cannot be the name of a field: every op has that; choose",
    OP.replace("    out:", "    next: Attr[IntegerAttr] = attr(i64_attr)\n    out:"): (
        "'next' cannot be the name of a field: every op has that; write 'next_', which the IR calls 'next', at toy.py:"
    ),
    OP.replace("    source: Operand = operand(T)", "    T: Operand = operand(T)"): (
        "a field of this class body has the name of the constraint that is meant here: move the field below, or import "
        "the constraint under another name"
    ),
    OP.replace(
        "    out:", "    i64_attr: Attr[IntegerAttr] = attr(i64_attr)\n    n: Attr = attr(i64_attr)\n    out:"
    ): ("a field of this class body has the name of the constraint that is meant here: move"),
    OP.replace("inferred_result(T)", "inferred_result(T, type_from='source')"): (
        "type_from takes the name of a field and a function of its type, such as ('memref', element_type), but got 'so"
    ),
    OP.replace("source:", "name:").replace("$source", "$name"): "'name' cannot be the name of a field: every op has",
    OP.replace("source:", "self:"): "'self' cannot be the name of a field: every op has that; choose",
    OP.replace('"$source attr-dict `:` type($out)"', "HAND_WRITTEN"): "hand-written syntax requires the method 'read'",
    OP.replace("operand(T)", "operand('T')"): "a constraint must be a TypeConstraint, a type or a class of types",
    ATTRIBUTE.replace("x:", "name:"): "a parameter cannot be called 'name': every attribute has that",
    HEAD + "def f(:": "cannot load dialect module 'toy': invalid syntax, at toy.py:17",
    HEAD + "1 / 0": "cannot load dialect module 'toy': ZeroDivisionError: division by zero, at toy.py:17",
    OP.replace("attr-dict `:`", "attr-dict :"): "unexpected ':'; a literal stands in backquotes: `:`",
    HEAD + "from json import nothing": "cannot load dialect module 'toy': cannot import name 'nothing' from 'json'",
    OP.replace(
        '("toy.twice", traits=(Pure,))', ""
    ): '@op takes the name of an op, but got TwiceOp; write @op("dialect.',
    OP.replace("(Op)", ""): "'toy.twice': the class of an op is a subclass of Op: class TwiceOp(Op), at toy.py:",
    OP.replace(
        "(Pure,)", "('Pure',)"
    ): "'toy.twice': 'Pure' is not a trait; a trait is a subclass of Trait, at toy.py:",
    OP.replace("(Pure,)", "(Pure, T)"): "is not a trait; a trait is a subclass of Trait, at toy.py:",
    OP.replace("traits=", "interfaces="): "is not an interface; an interface is a subclass of Interface, at toy.py:",
    OP.replace(
        "operand(T)", "operand"
    ): "'toy.twice': 'source' is annotated as Operand, but not declared; write source: ",
    OP.replace(" = inferred_result(T)", ""): "write out: Result = result(…), at toy.py:",
    OP.replace('syntax = "', 'syntax = ["').replace(
        '($out)"', '($out)"]'
    ): "'toy.twice': syntax must be a string, but got",
    OP.replace("(T)", "(T)\n    n: Attr[IntegerAttr] = attr(i64_attr, default=3)", 1).replace("traits=(Pure,)", ""): (
        "'toy.twice': the default of 'n' must be an attribute, but got 3, at toy.py:"
    ),
    OP.replace("    out:", "    n: Attr[IntegerAttr] = attr(i64)\n    out:"): (
        "declared by a class of attributes, such as IntegerAttr, or by a constraint, such as i64_attr, but got i64"
    ),
    OP.replace("    out:", "    n: int = attr(int)\n    out:"): "such as i64_attr, but got int, at toy.py:",
    OP.replace("inferred_result(T)", "inferred_result(any_type)"): (
        "nothing says what type 'out' has; declare it as result(…), give it and an operand the same TypeVariable, let "
        "it follow by type_from=('operand', function), or write 'def infer_types(self)', which returns a list of types"
    ),
    OP.replace(
        "    syntax", "    more: Result = result(T)\n    syntax"
    ): "'out' is inferred, but 'more' is not; declare",
    ATTRIBUTE.replace(
        "toy.point", "point"
    ): "attribute 'point' stands beside the dialect 'toy', but does not begin with",
    ATTRIBUTE.replace('@attribute("toy.point")', ""): (
        "class 'PointAttr' has the fields of an attribute, but no @attribute(\"toy.mnemonic\") above it"
    ),
    ATTRIBUTE.replace(
        '("toy.point")', ""
    ): '@attribute takes a name, "dialect.mnemonic", but got PointAttr, at toy.py:',
    ATTRIBUTE.replace("(Attribute)", ""): (
        "'toy.point': @attribute is for subclasses of Attribute: class PointAttr(Attribute), at toy.py:"
    ),
    ATTRIBUTE.replace("x: int", "x = 1"): (
        "'PointAttr': 'x' has no type; write x: int = 1 for a parameter, or ClassVar[int] for anything else, at toy.py:"
    ),
    ATTRIBUTE.replace("(Attribute)", "(Type)"): "'PointAttr' is a type; write @type_ instead of @attribute, at toy.py:",
    OP.replace("signless_integer)", "'x')").replace(
        "TypeVariable(", "instance_of("
    ): "instance_of takes a class of types,",
    OP.replace("operand(T)", "operand(TypeConstraint('twin', IntegerType))"): (
        "the predicate of 'twin' is the class IntegerType; write instance_of(IntegerType, 'twin'), at toy.py:"
    ),
    OP.replace("(Pure,)", "(Pure, HasParent)"): 'write HasParent("func.func"), at toy.py:',
    OP.replace("attr-dict", "attrdict"): "unknown directive 'attrdict', did you mean 'attr-dict'?",
    OP.replace("attr-dict `:", "`attr-dict `:"): "a backquote before it is missing or one too many",
    OP + "\n@canonicalization\ndef pat(op, rw): ...": "@canonicalization takes kinds of ops, but got 'pat'; write @can",
}
"""Modules that cannot be loaded, and what dlc-opt says of them."""
FIELD = OP.replace("    out:", "    ANOTHER\n    out:")
FORMS = {
    FIELD.replace("ANOTHER", "other: Operand = operand(T)"): (
        "syntax of 'toy.twice': operand '$other' is missing; write $other where its text belongs"
    ),
    FIELD.replace("ANOTHER", "n: Attr[IntegerAttr] = attr(i64_attr)").replace(" attr-dict", ""): (
        "syntax of 'toy.twice': attribute 'n' is missing; write $n where its text belongs, or attr-dict for all"
    ),
    OP.replace(" attr-dict", ""): "syntax of 'toy.twice': attr-dict is missing; write attr-dict where other",
    FIELD.replace("ANOTHER", "body: Region = region()"): "region '$body' is missing; write $body where",
    FIELD.replace("ANOTHER", "to: Successor = successor()"): "successor '$to' is missing; write $to where",
    OP.replace("$source attr-dict", "$sauce attr-dict"): "there is no field '$sauce'; there are: $source, $out",
    OP.replace("$source attr-dict", "$source `,` $source attr-dict"): "'toy.twice': '$source' stands there twice",
    OP.replace("inferred_result(T)", "result(any_type)").replace("type($out)", "type($source)"): (
        "the type of result '$out' is neither written nor inferable; write type($out), or declare it as inferred_result"
    ),
    OP.replace("operand(T)", "operand(any_type)").replace("inferred_result(T)", "result(T)"): (
        "the type of operand '$source' is neither written nor inferable; write type($source)"
    ),
}
"""Ops whose syntax cannot be right, and what dlc-opt says of them when the first one is read."""


@pytest.mark.parametrize("text", FORMS, ids=FORMS.values())
def test_forms(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = error_of(tmp_path, monkeypatch, text)
    assert said.startswith("dlc-opt: error: syntax of 'toy.twice': ")
    assert FORMS[text] in said


@pytest.mark.parametrize("text", MODULES, ids=MODULES.values())
def test_modules(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MODULES[text] in error_of(tmp_path, monkeypatch, text)


def test_reading_and_inferring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = "\n    @classmethod\n    def read(cls, p, location): return p.nothing()\n    def write(self, p): ..."
    said = error_of(tmp_path, monkeypatch, OP.replace('"$source attr-dict `:` type($out)"', "HAND_WRITTEN") + reads)
    assert "t.mlir:2:8: error: reading 'toy.twice' raised AttributeError: 'Reader' object has no attribute" in said
    infers = OP.replace("inferred_result(T)", "inferred_result(any_type)").replace("type($out)", "type($source)")
    for returned, problem in {
        "None": "returned None; return a list with a type for each result",
        "i32": "returned i32; return a list with a type for each result",
        "[3]": "returned [3]; return a list with a type for each result",
        "[i32, i32]": "returned 2 types, but the op has 1 result",
    }.items():
        said = error_of(tmp_path, monkeypatch, f"{infers}\n    def infer_types(self): return {returned}")
        assert (
            f"t.mlir:2:8: error: cannot infer the result types of 'toy.twice': infer_types of 'toy.twice' {problem}"
            in said
        )
    said = error_of(tmp_path, monkeypatch, infers + "\n    def infer_types(self): return [self.nothing]")
    assert "cannot infer the result types of 'toy.twice': 'TwiceOp' object has no attribute 'nothing'; fields" in said


def test_printing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes = OP.replace("$source attr-dict", "custom<Where>($source) attr-dict")
    reader = "lambda p: p.value_name()"
    for writer, problem in {
        "lambda p, op, source: p.nothing()": "raised AttributeError: 'Printer' object has no attribute 'nothing'",
        "lambda p, source: None": "raised TypeError",
    }.items():
        said = error_of(tmp_path, monkeypatch, f"{writes}\n    directives = {{'Where': ({reader}, {writer})}}")
        assert f"the printer on 'toy.twice' {problem}" in said


def test_text_of_attributes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = "toy.p = #toy.point<1, {}>"
    fields = OP + ATTRIBUTE.removeprefix(HEAD)
    for text in ("2.500000e+00", "-1.000000e-30", "0x7FF8000000000000"):
        assert point.format(text) in error_of(tmp_path, monkeypatch, fields, attr=point.format(text))
    assert point.format("3.000000e+00") in error_of(tmp_path, monkeypatch, fields, attr=point.format("3"))
    assert "expected number" in error_of(tmp_path, monkeypatch, fields, attr=point.format("i32"))
    checks = fields + "\n    def verify(self, report): report.error('point_c1', 'is bad')"
    assert "error: is bad [point_c1]" in error_of(tmp_path, monkeypatch, checks, attr=point.format("3"))
    raises = fields + "\n    def verify(self, report): self.x.foo"
    assert "reading 'toy.point' raised AttributeError" in error_of(
        tmp_path, monkeypatch, raises, attr=point.format("3")
    )
    optional = fields.replace("y: float = 0.5", "y: float | None = None")
    assert "toy.p = #toy.point<1>" in error_of(tmp_path, monkeypatch, optional, attr="toy.p = #toy.point<1>")
    assert point.format("3.000000e+00") in error_of(tmp_path, monkeypatch, optional, attr=point.format("3"))
    both = optional.replace("x: int", "x: int | None = None")
    said = error_of(tmp_path, monkeypatch, both, attr="toy.p = #toy.point<1>")
    assert "'toy.point': only the last parameter may be None without a `syntax`" in said
    lacking = fields + '\n    syntax = "`<` $x `>`"'
    said = error_of(tmp_path, monkeypatch, lacking, attr="toy.p = #toy.point<1>")
    assert "syntax of 'toy.point': parameter '$y' is missing; write $y where its text belongs" in said
    required = fields.replace("y: float = 0.5", "y: float") + '\n    syntax = "`<` $x (`,` $y^)? `>`"'
    said = error_of(tmp_path, monkeypatch, required, attr="toy.p = #toy.point<1>")
    assert "syntax of 'toy.point': '$y' is in an optional group, but has no default; write y: … = default" in said
    bare = optional + '\n    syntax = "`<` $x `,` $y `>`"'
    said = error_of(tmp_path, monkeypatch, bare, attr="toy.p = #toy.point<1>")
    assert "'$y' may be None, which has no text; write a group that is left out, (`y` $y^)?" in said
    unknown = fields.replace("y: float = 0.5", "y: list")
    assert "parameter 'y' of type list has no text of its own" in error_of(
        tmp_path, monkeypatch, unknown, attr=point.format("3")
    )


KINDS_OF_TEXT = {
    "x: int\n    y: float | None": ("#toy.point<1>", "#toy.point<1, 2.000000e+00>"),
    "x: PointAttr | None": ("#toy.point", "#toy.point<#toy.point>"),
    "x: tuple[str, int]": ('#toy.point<["a", 3]>',),
    'x: int | None\n    y: int | None\n    syntax = "`<` (`from` $x^)? (`to` $y^)? `>`"': (
        *("#toy.point<>", "#toy.point<from 3>", "#toy.point<to 4>", "#toy.point<from 3 to 4>"),
    ),
    'x: int\n    y: int\n    syntax = "$x `,` $y"': ("#toy<point 3, 1>", "[#toy<point 3, 1>, #toy<point 1, 2>]"),
    'x: int | None\n    syntax = "(`<` $x^ `>`)?"': ("#toy.point", "#toy.point<3>"),
}
"""Bodies of an attribute class, and texts that are printed as they are read."""


@pytest.mark.parametrize("body", KINDS_OF_TEXT)
def test_text_that_follows_from_a_declaration(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = f"{OP}\n@attribute('toy.point')\nclass PointAttr(Attribute):\n    {body}"
    for text in KINDS_OF_TEXT[body]:
        assert f"toy.p = {text}}}" in error_of(tmp_path, monkeypatch, fields, attr=f"toy.p = {text}")


def test_words_that_are_no_identifiers_are_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = f"{OP}\n@attribute('toy.word')\nclass WordAttr(EnumAttr):\n    cases = ('a b', '1d', 'c-d', 'é', 'e')"
    definitions = definitions.replace(HEAD, HEAD + "from dlc.ir.enums import EnumAttr\n")
    for text in ('"a b"', '"1d"', '"c-d"', "e"):
        attr = f"toy.w = #toy.word<{text}>"
        assert attr in error_of(tmp_path, monkeypatch, definitions, attr=attr)
    said = error_of(tmp_path, monkeypatch, definitions.replace("'a b'", "'a\"b'"))
    assert "'WordAttr': a case is a word or a text without quotes and backslashes, but got 'a\"b'" in said
    assert "'WordAttr': cases are a tuple of words, but got 'ab'" in error_of(
        tmp_path, monkeypatch, definitions.partition("cases = ")[0] + "cases = 'ab'"
    )


def test_properties_are_attributes() -> None:
    with pytest.raises(InvalidIRError, match=r"property 'value' of 'arith.constant' must be an attribute, .* got 3"):
        ConstantOp(3)  # pyright: ignore[reportArgumentType]


def test_a_type_is_a_constraint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "toy.twice" in error_of(tmp_path, monkeypatch, OP.replace("operand(T)", "operand(i32)"))
    said = error_of(tmp_path, monkeypatch, OP.replace("signless_integer)", "i64)"))
    assert "'toy.twice' op operand #0 must be 'i64', but got 'i32'" in said
    assert "toy.twice" in error_of(tmp_path, monkeypatch, OP.replace("signless_integer)", "IntegerType)"))


def test_modules_without_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = error_of(tmp_path, monkeypatch, OP, "--load-pass=toy")
    assert "module 'toy' defines no passes: a pass is a subclass of Pass with a 'name'" in said


PASSES = {
    "n: int": "'n' of pass 'idle' is annotated, but not declared as an option; write n: int = option(",
    "n: int = 3": 'write n: int = option("meaning", default=3), or ClassVar[int] for anything else, at toy.py:',
    "n = option('x', default=3)": "option 'n' of pass 'idle' has no type; write n: int = option(…), at toy.py:",
    "n: Foo = option('x', default=3)": "pass 'idle': an annotation of its body has no meaning: name 'Foo' is not",
    "n: list[int] = option('x', default=())": "option 'n' of pass 'idle' must be of 'int', 'float', 'bool', 'str'",
    "n: int = option('x', default='3')": "the default of option 'n' of pass 'idle' must be of type 'int', but got '3'",
    "n: tuple[int, ...] = option('x', default=(1, '2'))": "must be of type 'tuple[int, ...]', but got (1, '2')",
    "name = 'Idle Pass'": "'Idle Pass' cannot be the name of a pass: letters, digits and dashes, such as \"my-pass\"",
    "name = 'cse'": "pass 'cse' is one of dlc's own: choose another name",
}
"""Bodies of a pass that cannot be right, and what dlc-opt says of them."""


@pytest.mark.parametrize("body", PASSES)
def test_passes(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = f"{OP}\nclass Idle(Pass):\n    name = 'idle'\n    {body}\n    def run(self, op, run): ...\n"
    definitions = definitions.replace("import Pass\n", "import Pass, option\n")
    said = error_of(tmp_path, monkeypatch, definitions, "--load-pass=toy", "--idle")
    assert said.startswith("dlc-opt: error: ")
    assert PASSES[body] in said


VALUES = {
    "tile='8'": "option 'tile' of pass 'idle' must be of type 'int', but got '8'",
    "tile=True": "option 'tile' of pass 'idle' must be of type 'int', but got True",
    "sizes=[1]": "option 'sizes' of pass 'idle' must be of type 'tuple[int, ...]', but got [1]",
    "sizes=(1, '2')": "option 'sizes' of pass 'idle' must be of type 'tuple[int, ...]', but got (1, '2')",
    "mode='c'": "option 'mode' of pass 'idle' must be of type 'a|b', but got 'c'",
    "tiel=8": "pass 'idle' has no option 'tiel', did you mean 'tile'?",
}
"""Arguments of a pass that cannot be right, and what is said of them."""


class Idle(Pass):
    """Do nothing"""

    name = "idle"
    tile: int = option("A size", default=1)
    sizes: tuple[int, ...] = option("Sizes", default=())
    mode: Literal["a", "b"] = option("A word", default="a")
    share: float = option("A share", default=0.5)


@pytest.mark.parametrize("arguments", VALUES)
def test_values_of_options_from_python(arguments: str) -> None:
    with pytest.raises(dlc.DlcError) as caught:
        eval(f"Idle({arguments})", globals())
    assert str(caught.value) == VALUES[arguments]


def test_right_values_of_options_from_python() -> None:
    assert Idle(tile=8, sizes=(1, 2), mode="b", share=1).written == "idle{tile=8 sizes=1,2 mode=b share=1}"


DEPENDENCIES = {
    "('arth',)": "the dialect 'toy' depends on the dialect 'arth', which does not exist, did you mean 'arith'?",
    "'arith'": "dependencies of the dialect 'toy' are a tuple of names, but got 'arith'; write dependencies=(",
}
"""Dependencies of a dialect that cannot be right, and what dlc-opt says of them."""


@pytest.mark.parametrize("dependencies", DEPENDENCIES)
def test_dependencies_of_dialects(dependencies: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = f'\nDIALECT = Dialect.collect("toy", globals(), dependencies={dependencies})\n'
    said = error_of(tmp_path, monkeypatch, OP, "--canonicalize", end=end)
    assert DEPENDENCIES[dependencies] in said


def test_a_dialect_cannot_take_the_name_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = '\nDIALECT = Dialect.collect("arith", globals())\n'
    said = error_of(tmp_path, monkeypatch, OP.replace("toy.twice", "arith.twice"), end=end)
    assert "module 'toy': 'arith' is a dialect of dlc's own, choose another name" in said


RUNS = {
    "run.count('idle')": "pass 'idle' failed: count takes a statistic of the pass, such as self.hits, but got 'idle'",
    "op.attributes['n'] = 3": "attribute 'n' must be an attribute, such as an IntegerAttr, but got 3\n",
    "op.attributes['n'] = 3; run.mark_unchanged()": "attributes of ops are of classes such as IntegerAttr, but got 3\n",
    "rewrite_greedily(op, [TwiceOp], run.context)": "'TwiceOp' is not a pattern; write @pattern(MyOp), or ",
    "TypeConverter().add(3)": "TypeConverter.add takes a function of a type, but got 3",
    "TypeConverter().add(i32)": "TypeConverter.add takes a function of a type, but got",
}
"""Bodies of the method `run` of a pass that cannot be right, and what dlc-opt says of them."""


@pytest.mark.parametrize("body", RUNS)
def test_runs_of_passes(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = f"{OP}{IMPORTS}\nclass Idle(Pass):\n    name = 'idle'\n    def run(self, op, run): {body}\n"
    assert RUNS[body] in error_of(tmp_path, monkeypatch, definitions, "--load-pass=toy", "--idle")


TRANSFERS = {
    "return [1, 2]": "returned 2 elements; return a list of 1, one for each value",
    "return 1": "returned 1; return a list with an element for each value",
    "return [self.nothing]": "raised AttributeError: 'Known' object has no attribute 'nothing', at toy.py:",
}
"""Bodies of the transfer function of an analysis, and what dlc-opt says of them."""


@pytest.mark.parametrize("body", TRANSFERS)
@pytest.mark.parametrize("kind", ["SparseForwardAnalysis", "SparseBackwardAnalysis"])
def test_transfers(kind: str, body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = f"""
class Known({kind}[int]):
    def join(self, a, b): return a
    def unknown(self, value): return 0
    def at_exit(self, value): return 0
    def transfer(self, op, values):
        if not op.name.startswith("toy."): return [None] * len(op.operands)
        {body}
class Idle(Pass):
    name = "idle"
    def run(self, op, run):
        solver = Solver()
        solver.load(Known(solver.load(DeadCodeAnalysis())))
        solver.run(op)
"""
    said = error_of(tmp_path, monkeypatch, f"{OP}{IMPORTS}{analysis}", "--load-pass=toy", "--idle")
    assert said.startswith(f"t.mlir:2:8: error: transfer of 'Known' on 'toy.twice' {TRANSFERS[body]}")


CONVERTERS = {
    "IntegerType": "type conversion 'rule' returned <class 'dlc.ir.builtin_types.IntegerType'> for 'i32'; return",
    "[i64, 'i64']": "type conversion 'rule' returned [IntegerType(width=64, signedness=''), 'i64'] for 'i32'; return",
}
"""Results of a rule of a type converter that cannot be right, and what dlc-opt says of them."""


@pytest.mark.parametrize("returned", CONVERTERS)
def test_type_conversions(returned: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    definitions = f"""
def rule(type): return {returned}
class Idle(Pass):
    name = "idle"
    def run(self, op, run):
        converter = TypeConverter()
        converter.add(rule)
        converter.convert(i32)
"""
    said = error_of(tmp_path, monkeypatch, f"{OP}{IMPORTS}{definitions}", "--load-pass=toy", "--idle")
    assert CONVERTERS[returned] in said


def test_the_pattern_that_made_an_invalid_op_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verifier = "\n    def verify(self, report): report.error('is bad') if self.source.defining_op else None"
    greedy = """
@canonicalization(TwiceOp)
def pat(op, rw): return rw.replace(op, TwiceOp(rw.insert_before(op, ConstantOp(IntegerAttr(1, i32))).result))
"""
    said = error_of(tmp_path, monkeypatch, OP + verifier + greedy, "--canonicalize")
    assert "t.mlir:2:8: error: 'toy.twice' op is bad" in said
    assert "t.mlir:2:8: note: the op was made by pattern 'canonicalize/pat'" in said
    conversion = """
@conversion(TwiceOp)
def con(op, new, rw):
    with rw.at(InsertionPoint.before_op(op)):
        one = rw.insert(ConstantOp(IntegerAttr(1, i64)))
        return rw.replace(op, rw.insert(ConstantOp(IntegerAttr(1, i32))))
class Idle(Pass):
    name = "idle"
    def run(self, op, run):
        target = ConversionTarget()
        target.add_illegal_dialect("toy", "arith")
        apply_partial_conversion(op, target, [con], run.context) or run.fail()
"""
    said = error_of(tmp_path, monkeypatch, f"{OP}{IMPORTS}{conversion}", "--load-pass=toy", "--idle")
    assert said.startswith("t.mlir:2:8: error: failed to legalize operation 'arith.constant'")


def test_misspelt_dialects_of_a_conversion_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conversion = """
class Idle(Pass):
    name = "idle"
    def run(self, op, run):
        target = ConversionTarget()
        target.add_illegal_dialect("toyy", "nobodys")
        apply_partial_conversion(op, target, [], run.context) or run.fail()
"""
    definitions = f"{OP}{IMPORTS}{conversion}"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy.py").write_text(definitions + END, encoding="utf-8")
    monkeypatch.delitem(sys.modules, "toy", raising=False)
    stderr = io.StringIO()
    flags = ["--load-dialect=toy", "--load-pass=toy", "--idle"]
    assert dlc_opt.run(flags, "func.func private @f()\n", io.StringIO(), stderr) == 0
    warning = "warning: the conversion target names the dialect 'toyy', which does not exist, did you mean 'toy'?"
    assert warning in stderr.getvalue()
    assert "nobodys" not in stderr.getvalue()


def test_the_anchor_of_a_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = f"{OP}\nclass Idle(Pass):\n    name = 'idle'\n    anchor = 'func.func'\n    def run(self, op, run): ...\n"
    assert "toy.twice" in error_of(tmp_path, monkeypatch, idle, "--load-pass=toy", "--idle")
    said = error_of(tmp_path, monkeypatch, idle.replace("'func.func'", "TwiceOp"), "--load-pass=toy", "--idle")
    assert "the anchor of pass 'idle' must be the name of an op, such as 'toy.twice'" in said


def test_a_pass_that_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = OP + "\nclass Idle(Pass):\n    name = 'idle'\n"
    said = error_of(tmp_path, monkeypatch, idle, "--load-pass=toy", "--idle")
    assert "pass 'idle' raised NotImplementedError: class 'Idle' has no method 'run(self, op, run)'" in said


def test_the_traceback_is_shown_to_those_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raising = OP + "\n    def verify(self, report): self.source.foo"
    assert "Traceback (most recent call last)" in error_of(tmp_path, monkeypatch, raising, "--traceback")
    context = dlc.make_context()
    context.load_module("toy")
    with pytest.raises(dlc.InvalidProgram) as caught:
        dlc.parse(PROGRAM.replace("PLACE", ""), context=context)
    assert isinstance(caught.value.__cause__, AttributeError)
