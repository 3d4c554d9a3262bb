"""The language server's answers about names, hovers, completions and errors, in unfinished texts as well."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.diagnostics import file_location
from dlc.ir.errors import DlcError
from dlc.ir.locations import Source
from dlc.ir.operations import Operation
from dlc.ir.verifier import verify
from dlc.parser.parse import parse_file
from dlc.tools.dlc_opt import split_parts
from dlc.tools.formatting import CannotFormat, format_text
from dlc.tools.language_server import actions, completion, edited_lines, hints, hover, names, outline
from dlc.tools.language_server.document import LONG, Document
from dlc.tools.language_server.layout import layout_edits
from dlc.tools.language_server.names import InvalidName
from dlc.tools.language_server.segments import split
from support.cost import lines_run
from support.properties import examples
from support.run_lines import ROOT

PROGRAM = """\
#map = affine_map<(d0) -> (d0)>
module {
  // The outer one.
  func.func @outer(%a: i32, %n: index) -> i32 {
    %two:2 = "test.two"(%a) {m = #map} : (i32) -> (i32, i32) loc("model.onnx":7:1)
    %s = loop.for %i = 0 to 8 iter_args(%acc = %two#1) -> (i32) {
      %x = arith.addi %acc, %a : i32
      loop.yield %x : i32
    }
    cf.br ^next(%s : i32)
  ^next(%q: i32):
    %r = func.call @inner(%q) : (i32) -> i32  // not @inner
    return %r : i32
  }
  func.func @inner(%a: i32) -> i32 {
    %b = arith.muli %a, %a : i32
    return %b : i32
  }
}
"""


@pytest.fixture(scope="module")
def context() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    return context


@pytest.fixture
def document(context: Context) -> Document:
    return Document(PROGRAM, context)


def at(document: Document, text: str, inside: int = 0) -> int:
    return document.text.index(text) + inside


def lines_of(document: Document, spans: list[tuple[int, int]]) -> list[int]:
    return [document.source.position(start)[0] for start, _ in spans]


def test_values_symbols_blocks_and_aliases_lead_to_their_definitions(document: Document) -> None:
    for use, definition in (
        ("%two#1", "%two:2"),
        ("%acc, %a", "%acc = "),
        ("%a) {m", "%a: i32, %n"),
        ("@inner(%q)", "@inner(%a"),
        ("^next(%s", "^next(%q"),
        ("#map}", "#map ="),
    ):
        span = names.definition_at(document, at(document, use, 1))
        assert span is not None
        assert document.text.startswith(definition, span[0]), use


def test_references_stay_in_their_scope_and_out_of_comments(document: Document) -> None:
    of_value = names.name_at(document, at(document, "%a: i32, %n"))
    assert of_value is not None
    assert lines_of(document, of_value.places) == [4, 5, 7]
    of_symbol = names.name_at(document, at(document, "@inner(%q)"))
    assert of_symbol is not None
    assert lines_of(document, of_symbol.places) == [12, 15]


def test_renaming_changes_every_place(document: Document, context: Context) -> None:
    for old, new in (("%two:2", "%pair"), ("@inner(%a", "helper"), ("^next(%q", "^there"), ("#map =", "#layout")):
        name = names.name_at(document, at(document, old, 1))
        assert name is not None
        text = document.text
        for (start, end), replacement in sorted(names.rename(document, name, new), reverse=True):
            text = text[:start] + replacement + text[end:]
        document.update(text)
        assert not document.check()
    assert "%pair#1" in document.text
    assert "not @inner" in document.text
    assert "func.call @helper" in document.text


def test_a_name_that_is_taken_is_refused(document: Document) -> None:
    value = names.name_at(document, at(document, "%a: i32, %n"))
    symbol = names.name_at(document, at(document, "@inner(%q)"))
    assert value is not None
    assert symbol is not None
    for name, new in ((value, "%x"), (value, "not a name"), (symbol, "@outer")):
        with pytest.raises(InvalidName):
            names.rename(document, name, new)


def test_hovers_show_meanings_types_and_aliases(document: Document) -> None:
    for place, expected in (
        ("arith.addi", "overflowFlags"),
        ("return %r", "func.return"),
        ("%two:2", "%two#1 : i32"),
        ("%i =", "%i : index"),
        ("@inner(%q)", "func.func @inner(%a: i32) -> i32"),
        ("^next(%s", "^next(i32)"),
        ("#map}", "affine_map<(d0) -> (d0)>"),
    ):
        shown = hover.hover(document, at(document, place, 1))
        assert shown is not None, place
        assert expected in shown[1]


def test_completions_follow_what_is_written_before_the_cursor(document: Document, context: Context) -> None:
    def labels(written: str) -> set[str]:
        text = PROGRAM.replace("    return %b : i32\n", f"    {written}\n    return %b : i32\n")
        edited = Document(text, context)
        _, candidates = completion.complete(edited, text.index(written) + len(written))
        return {each.label for each in candidates}

    assert "arith.addi" in labels("%c = arith.")
    assert {"arith.addi", "arith.muli"} <= labels('%c = "arith.')
    quoted = labels('"ar')
    assert "arith" in quoted
    assert "return" not in quoted
    assert {"return", "call", "arith"} <= labels("%c = ")
    assert {"%a", "%b"} <= labels("%c = arith.addi %")
    assert "%acc" not in labels("%c = arith.addi %")
    assert {"@outer", "@inner"} <= labels("%c = func.call @")
    assert {"predicate", "slt"} <= labels("%c = arith.cmpi ")
    assert "#map" in labels('"test.op"() {a = #')
    assert not labels("// arith.")


def test_values_that_fit_are_offered_first_where_an_operand_stands(document: Document, context: Context) -> None:
    def labels(written: str) -> list[str]:
        text = PROGRAM.replace("    %r = func.call", f"    {written}\n    %r = func.call")
        edited = Document(text, context)
        return [each.label for each in completion.complete(edited, text.index(written) + len(written))[1]]

    assert labels("%c = arith.addi %q, ")[:4] == ["%q", "%s", "%two", "%a"]
    assert labels("%c = arith.addi %n, ")[0] == "%n"
    assert labels("%c = arith.addi ")[:5] == ["%q", "%s", "%two", "%n", "%a"]
    assert labels("%c = arith.addf ")[0] == "fastmath"
    assert "%q" in labels("%c = arith.addf ")
    for elsewhere in ("%c = arith.addi %q, %a ", "%c = arith.addi %q, %a : ", "%c = arith.addi %q, %a {"):
        assert not any(label.startswith("%") for label in labels(elsewhere))


def test_of_very_many_values_the_nearest_with_the_typed_name_are_offered(context: Context) -> None:
    lines = [f"  %v{number} = arith.addi %a, %a : i32\n" for number in range(2 * completion.MOST_VALUES)]
    text = f"func.func @f(%a: i32) {{\n{''.join(lines)}  return %v1 : i32\n}}\n"
    document = Document(text, context)
    cursor = text.index("%v1 : i32")

    def labels(written: str) -> list[str]:
        return [each.label for each in completion.complete(document, cursor + len(written))[1]]

    assert labels("%") == [f"%v{number}" for number in reversed(range(completion.MOST_VALUES, len(lines)))]
    assert labels("%v1") == [f"%v{number}" for number in reversed(range(len(lines))) if str(number).startswith("1")]


def applied(text: str, edits: list[tuple[tuple[int, int], str]]) -> str:
    for (start, end), new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text


def test_formatting_reads_what_was_edited_and_replaces_what_is_untidy(document: Document) -> None:
    document.check()
    assert layout_edits(document) == []
    untidy = PROGRAM.replace("module {", "module  {").replace("    %b = arith.muli %a, %a", "  %b = arith.muli   %a,%a")
    document.update(untidy)
    unchanged = {id(each.analysis) for each in document.segments if each.analysis and each.analysis.text == each.text}
    edits = layout_edits(document)
    assert [document.source.position(start)[0] for (start, _), _ in edits] == [2, 16]
    assert applied(untidy, edits) == PROGRAM
    assert unchanged < {id(each.analysis) for each in document.segments}
    assert document.check() == []


@pytest.mark.parametrize("name", ["first", "layer", "memory_to_values", "residual_network", "whole_program"])
@pytest.mark.parametrize("untidiness", [("  ", " "), (", ", " ,"), ("{\n", "{ "), ("}\n", "} "), ("\n", "\n\n\n")])
def test_formatting_in_an_editor_is_that_of_dlc_opt(name: str, untidiness: tuple[str, str], context: Context) -> None:
    text = (ROOT / f"examples/{name}.mlir").read_text()
    document = Document(text, context)
    document.check()
    document.update(
        "".join(line if "//" in line else line.replace(*untidiness) for line in text.splitlines(keepends=True))
    )
    assert document.text != text
    assert applied(document.text, layout_edits(document)) == format_text(document.text, context)


FUNCTIONS = [
    f"func.func @f{number}(%a: i32) -> i32 {{\n  // {number}\n  %b = arith.muli %a, %a : i32\n  return %b : i32\n}}\n"
    for number in range(4)
]


@examples(25)
@given(st.data())
def test_formatting_after_any_edits_is_that_of_a_new_document(context: Context, data: st.DataObject) -> None:
    """Format a document again and again as its functions move: in a module or not, after blank lines."""
    document = Document("".join(FUNCTIONS), context)
    document.check()
    assert layout_edits(document) == []
    for _ in range(4):
        functions = data.draw(st.lists(st.sampled_from(FUNCTIONS), min_size=1, max_size=4, unique=True))
        between = data.draw(st.sampled_from(["", "\n", "\n\n\n", "// between\n", "\n// between\n\n", "  \n"]))
        change = data.draw(st.sampled_from([(" ", " "), (", ", " ,"), ("  %b", "\t%b"), ("  return", "    return")]))
        changed = [each.replace(*change) for each in functions[:1]]
        text = between.join([*changed, *functions[1:]]) + between
        around = data.draw(st.sampled_from(["{}", "module {{\n{}}}\n", "module {{\n\n{}\n}}\n", "{}// -----\n{}"]))
        document.update(around.format(text, text))
        formatted = applied(document.text, layout_edits(document))
        assert formatted == format_text(document.text, context)
        document.update(formatted)
        assert layout_edits(document) == []
        assert layout_edits(document) == []


def test_formatting_an_edited_function_does_not_lay_out_the_others(context: Context) -> None:
    def cost(length: int) -> float:
        lines = "".join(f"  %v{each} = arith.addi %a, %a : i32\n" for each in range(length))
        texts = [f"func.func @f{each}(%a: i32) {{\n{lines}  return\n}}\n" for each in range(20)]
        document = Document("".join(texts), context)
        document.check()
        layout_edits(document)
        document.update(document.text.replace("arith.addi", "arith.muli", 1))
        document.check()
        return lines_run(lambda: layout_edits(document))

    lines_for_each_line = 100
    assert cost(100) - cost(50) < 50 * lines_for_each_line  # of one function, not of 20


LONG_FUNCTION = """\
module {
  func.func @f(%a: i32, %c: i1) -> i32 {
    %b = arith.addi %a, %a : i32
    %two:2 = "test.two"(%b) : (i32) -> (i32, i32)
    // Above a branch.
    %s = scf.if %c -> (i32) {
      %x = arith.muli %two#1, %b : i32
      scf.yield %x : i32
    } else {
      scf.yield %a : i32
    }

    "test.use"(%s,
      %b) : (i32, i32) -> ()
    "test.use"(%s, %two#0) : (i32, i32) -> ()
    %d = arith.addi %s, %b : i32
    return %d : i32
  }
}
"""
WRITTEN = ["\n", "\n\n\n", "  ", " //", '"', "{", "}", ",", "^b:\n", "%b", "i64", "return\n", "#m = 1\n"]
LINES = [
    "%a = arith.addi %b,%b:i32\n",
    "%new = arith.addi %b,%b:i32\n",
    "scf.if %c {}\n",
    '"test.use"(%later) : () -> ()\n',
]


def outcome(format: Callable[[], str]) -> str:
    try:
        return format()
    except CannotFormat:
        return "refused"


@examples(100)
@given(st.data())
def test_formatting_edited_lines_is_formatting_the_whole(context: Context, data: st.DataObject) -> None:
    """Format a function after edits of all kinds, as if it were too long to be read at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edited_lines, "LONG", 0)
        document = Document(LONG_FUNCTION, context)
        document.check()
        assert layout_edits(document) == []
        text = LONG_FUNCTION
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(text.index("  %"), text.rindex("\n  }")))
            end = start + data.draw(st.sampled_from([0, 0, 0, 1, 5, 40]))
            written = data.draw(st.sampled_from([*WRITTEN, *LINES]))
            if end - start < 5:
                start = end = data.draw(st.sampled_from([start, text.find("\n", start) + 1]))
            text = text[:start] + written + text[end:]
            document.update(text)
            edited = outcome(lambda: applied(document.text, layout_edits(document)))
            assert edited == outcome(lambda: format_text(document.text, context))
            if edited == "refused":
                break


AROUND_MODULES = [
    "module {\n#a = 3\n}\n",
    "module {\n{-# #-}\n}\n",
    "func.func private @g()\n{-# #-}\n",
    "module {\nmodule @m attributes {a = {b = 1}} {\n} }\n",
    "module {module {\n}\n}\n",
    '"test.op"() : () -> ()\n  loc(unknown)\n',
    "module {\n} foo\n",
    "module {\n}} {b = 2}\n",
    "module {\n} {-# }\n}\n",
    "module {\n}module {}\n",
    "module {\n} loc(unknown)\n",
]


@pytest.mark.parametrize("text", AROUND_MODULES)
@pytest.mark.parametrize("edited", ["", "module {\n}\n", "module {\n"])
def test_formatting_around_modules_is_formatting_the_whole(text: str, edited: str, context: Context) -> None:
    document = Document(edited or text, context)
    outcome(lambda: applied(document.text, layout_edits(document)))
    document.update(text)
    formatted = outcome(lambda: applied(document.text, layout_edits(document)))
    assert formatted == outcome(lambda: format_text(text, context))


def test_formatting_an_edited_line_does_not_read_the_others_of_a_long_function(context: Context) -> None:
    def cost(length: int) -> float:
        lines = "".join(f"  %v{each} = arith.addi %a, %a : i32\n" for each in range(length))
        document = Document(f"func.func @f(%a: i32) {{\n{lines}  return\n}}\n", context)
        layout_edits(document)
        document.update(document.text.replace("%v9 = arith.addi %a, %a", "%v9 = arith.muli %v8,%v7"))
        text = applied(document.text, layout_edits(document))
        assert "  %v9 = arith.muli %v8, %v7 : i32\n" in text
        document.update(text)
        return lines_run(lambda: layout_edits(document))

    lines_for_each_line = 40
    assert cost(2 * LONG // 30) - cost(LONG // 30) < LONG // 30 * lines_for_each_line


def test_a_document_with_errors_is_not_formatted(document: Document) -> None:
    document.update(PROGRAM.replace("return %b", "return  %missing"))
    with pytest.raises(CannotFormat, match="17:13: use of undeclared SSA value name '%missing'"):
        layout_edits(document)


def test_findings_are_those_of_the_verifier_at_the_text_that_has_them(document: Document) -> None:
    assert document.check() == []
    document.update(
        PROGRAM.replace("%b = arith.muli %a, %a", "%b = arith.mulli %a, %a").replace("(%q) :", "(%q, %q) :")
    )
    findings = document.check()
    assert findings is not None
    assert [document.source.position(each.start)[0] for each in findings] == [12, 16]
    correction = actions.correction(document, findings[1])
    assert correction is not None
    assert correction[1] == "arith.muli"
    document.update(PROGRAM.replace("func.call @inner", "func.call @inne"))
    findings = document.check()
    assert findings is not None
    assert [(document.source.position(each.start)[0], each.rule) for each in findings] == [(12, "call_c1")]


def test_parts_of_a_split_file_are_files_of_their_own(context: Context) -> None:
    document = Document("func.func private @f()\n// -----\nfunc.func private @f()\n", context)
    assert document.check() == []
    assert [each.name for each in outline.symbols(document)] == ["f", "f"]


def test_an_edit_reads_only_the_segment_that_it_is_in(document: Document) -> None:
    document.check()
    before = {id(each.analysis) for each in document.segments}
    document.update(PROGRAM.replace("arith.muli %a, %a", "arith.addi %a, %a"))
    document.check()
    assert len({id(each.analysis) for each in document.segments} - before) == 1


def test_a_long_segment_answers_from_its_earlier_text_while_it_is_read(context: Context) -> None:
    body = "".join(f"  %v{index} = arith.addi %a, %a : i32\n" for index in range(LONG // 30))
    text = f"func.func @long(%a: i32) {{\n{body}  %last = arith.addi %v3, %v4 : i32\n  return\n}}\n"
    document = Document(text, context)
    document.view_at(0)
    analysis = document.segments[0].analysis
    document.update(text.replace("%v3 = arith", "%new = arith.addi %a, %a : i32\n  %v3 = arith"))
    span = names.definition_at(document, document.text.index("%v4 : i32"))
    assert span is not None
    assert document.text.startswith("%v4 = ", span[0])
    assert document.segments[0].analysis is analysis
    assert document.check() == []
    assert document.segments[0].analysis is not analysis


def test_the_outline_names_functions_and_what_can_be_folded(document: Document) -> None:
    assert [(each.name, each.op_name) for each in outline.symbols(document)] == [
        ("outer", "func.func"),
        ("inner", "func.func"),
    ]
    document.check()
    assert [each.name for each in outline.symbols(document)] == ["outer", "inner"]
    assert len(outline.foldings(document)) == 4


def test_types_that_are_not_written_are_hinted(document: Document) -> None:
    document.check()
    shown = {document.text[:offset].split()[-1]: text for offset, text in hints.type_hints(document, 0, len(PROGRAM))}
    assert shown == {"%i": ": index", "iter_args(%acc": ": i32"}


def test_a_pass_runs_on_the_function_at_the_cursor(document: Document, context: Context) -> None:
    document.update(PROGRAM.replace("    return %b", "    %d = arith.muli %a, %a : i32\n    return %b"))
    before = document.text
    (start, end), text = actions.run_passes(document, at(document, "%d ="), "cse")
    assert "%d" not in text
    assert document.text == before
    document.update(document.text[:start] + text + document.text[end:])
    assert document.text == PROGRAM
    with pytest.raises(DlcError, match="no_such_pass"):
        actions.run_passes(document, at(document, "%b ="), "no_such_pass")


def test_a_pass_keeps_the_aliases_of_the_text(context: Context) -> None:
    text = """\
#map1 = affine_map<(d0) -> (d0 + 1)>
!m = memref<4xf32>
module {
  func.func @f(%m: !m) attributes {a = #map1, b = affine_map<(d0) -> (d0)>} {
    %c = arith.constant 1 : i32
    return
  }
}
"""
    document = Document(text, context)
    (start, end), edited = actions.run_passes(document, at(document, "%c"), "canonicalize")
    whole = text[:start] + edited + text[end:]
    assert whole == text.replace("    %c = arith.constant 1 : i32\n", "")


def test_unfinished_texts_are_survived(context: Context) -> None:
    for end in range(0, len(PROGRAM), 23):
        document = Document(PROGRAM[:end], context)
        document.check()
        for offset in {max(end - 9, 0), max(end - 1, 0), end}:
            hover.hover(document, offset)
            completion.complete(document, offset)
            name = names.name_at(document, offset)
            if name is not None and name.text != "%":
                names.rename(document, name, "unusual")
            actions.runnable_op(document, offset)
        list(hints.type_hints(document, 0, end))
        outline.symbols(document)
        outline.foldings(document)
        assert "".join(document.text[each.start : each.end] for each in document.segments) == document.text


def test_a_missing_brace_damages_one_function(context: Context) -> None:
    text = PROGRAM.replace("-> (i32) {\n      %x", "-> (i32)\n      %x")
    assert [piece.kind for piece in split(text)] == ["alias", "header", "ops", "ops", "footer"]
    document = Document(text, context)
    findings = document.check()
    assert findings
    assert {document.segment_at(each.start).start for each in findings} == {document.segments[2].start}
    shown = hover.hover(document, at(document, "%b = "))
    assert shown is not None
    assert "%b : i32" in shown[1]


UNFINISHED = (
    "%x = ",
    "%x = arith.",
    "%x = arith.addi %|",
    "%x = arith.addi %c, %c : ",
    "%x = arith.constant",
    "memref.store %c, %m[",
    '%x = "arith.addi"(%c, %',
    "%x = scf.if %p -> (i32) {",
    "loop.for %i = 0 to 8 {\n      %q = arith.addi %c, %",
    "func.call @",
)
"""Ops that somebody is about to type."""


@pytest.mark.parametrize("typed", UNFINISHED)
def test_the_rest_of_a_body_answers_around_an_op_that_is_not_finished(typed: str, context: Context) -> None:
    rest = "    %d = arith.muli %c, %n : i32\n    return %d : i32\n  }\n"
    body = (
        f"  func.func @g(%n: i32, %m: memref<4xi32>, %p: i1) -> i32 {{\n    %c = arith.addi %n, %n : i32\n    {typed}\n"
    )
    document = Document(PROGRAM[:-2] + body + rest + "}\n", context)
    place = document.text.index(rest)
    for name, expected in (("%d = ", "%d : i32"), ("arith.muli", "The product"), ("%n", "%n : i32")):
        shown = hover.hover(document, document.text.index(name, place) + 1)
        assert shown is not None, name
        assert expected in shown[1]
    used = names.name_at(document, document.text.index("%d : i32", place))
    assert used is not None
    assert len(used.places) == 2
    _, offered = completion.complete(document, document.text.index("%n : i32", place) + 1)
    assert {"%c", "%n", "%m"} <= {each.label for each in offered}
    assert [each.name for each in outline.symbols(document)] == ["outer", "inner", "g"]
    findings = document.check()
    assert findings
    assert findings[0].start < place or typed.endswith("{")  # a missing brace is missed at the end


BROKEN = """\
func.func @f(%x: i32, %c: i1) -> i32 {
  %y = arith.adi %x, %x : i32
  scf.if %c {
    %z, %w:2 = "arith.addi"(%y, %y : (i32, i32) -> i32
    %v = arith.muli %z, %w#1 : i32
  }
  %u = arith.addi %y, %x : i32
  return %y : i32
}
"""


def test_values_of_ops_with_errors_are_known_by_their_names(context: Context) -> None:
    document = Document(BROKEN, context)
    for name, use, places in (("%y", "%y, %y", 5), ("%z", "%z, %w#1", 2), ("%w", "%w#1", 2)):
        here = names.name_at(document, at(document, use, 1))
        assert here is not None, name
        assert here.definition is not None
        assert here.definition[0] == document.text.index(f"{name}")
        assert len(here.places) == places
        shown = hover.hover(document, at(document, use, 1))
        assert shown is not None
        assert "has an error" in shown[1]
    assert names.name_at(document, at(document, "%w#1")) is not None
    _, offered = completion.complete(document, at(document, "%y, %x : i32", 1))
    assert "%y" in {each.label for each in offered}
    assert "%z" not in {each.label for each in offered}
    renamed = names.rename(document, here, "%k")
    assert [new for _, new in renamed] == ["%k", "%k"]
    with pytest.raises(InvalidName, match="already the name"):
        names.rename(document, here, "%y")
    document.update(BROKEN.replace("arith.adi", "arith.addi"))
    shown = hover.hover(document, at(document, "%y, %y", 1))
    assert shown is not None
    assert "%y : i32" in shown[1]


@pytest.mark.parametrize("typed", ["%b: tens, %a: i32", "%a", "%a: ", "%a: i32, %b: !"])
def test_a_body_answers_while_the_signature_is_typed(typed: str, document: Document) -> None:
    hover.hover(document, at(document, "%b = "))
    document.update(document.text.replace("@inner(%a: i32", f"@inner({typed}"))
    assert [each.name for each in outline.symbols(document)] == ["outer", "inner"]
    shown = hover.hover(document, at(document, "%b = ", 1))
    assert shown is not None
    assert "%b : i32" in shown[1]
    assert names.definition_at(document, at(document, "return %b", 8)) is not None
    _, offered = completion.complete(document, at(document, "return %b", 8))
    assert "%b" in {each.label for each in offered}
    unread = Document(document.text, document.context)
    unread.check()
    assert [each.name for each in outline.symbols(unread)] == ["outer", "inner"]


def test_locations_in_the_text_do_not_move_findings(context: Context) -> None:
    document = Document('func.func @f(%a: i32) -> i64 {\n  return %a : i32 loc("elsewhere":9:9)\n}\n', context)
    findings = document.check()
    assert findings is not None
    assert [document.source.position(each.start) for each in findings] == [(2, 3)]


def test_ops_of_nested_symbol_tables_are_found(context: Context) -> None:
    document = Document(
        "module @outer {\n  module @inner {\n    func.func private @f()\n  }\n"
        '  "test.use"() {callee = @inner::@f} : () -> ()\n}\n',
        context,
    )
    span = names.definition_at(document, document.text.index("@f}"))
    assert span is not None
    assert span[0] == document.text.index("@f()")
    assert isinstance(document.view_at(span[0]).analysis.ops[0], Operation)


@pytest.mark.parametrize("name", ["dialects/builtin/invalid", "parser/values-invalid", "passes/generic/print-ir"])
def test_findings_are_those_of_dlc_opt(name: str) -> None:
    context = Context()
    register_all(context)
    text = (ROOT / f"tests/filecheck/{name}.mlir").read_text()
    document = Document(text, context)
    shown = {(*document.source.position(each.start), each.message) for each in document.check() or ()}
    expected: set[tuple[int, int, str]] = set()
    for first_line, part in split_parts(text, "// -----"):
        fresh = context.with_own_diagnostics()
        parsed = parse_file(Source("part", part, first_line), fresh)
        if parsed is not None:
            verify(parsed.op, fresh.diagnostics)
        places = ((file_location(each.location), each.message) for each in fresh.diagnostics.diagnostics)
        expected |= {(place.line, place.column, message) for place, message in places if place is not None}
    assert shown == expected
