"""Printing one op of a module does not look at the others; aliases of types and attributes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dlc.dialects import register_all
from dlc.ir.attributes import Attribute, Type, attribute, type_
from dlc.ir.context import Context
from dlc.ir.dialect import Dialect
from dlc.ir.equivalence import are_equivalent
from dlc.ir.errors import InvalidDefinitionError
from dlc.ir.operations import Operation
from dlc.parser import operation_line, parse, print_ir, printer
from dlc.parser.aliases import aliases_to_keep, nested_in
from dlc.parser.naming import Names
from support.run_lines import ROOT

MODULE = """
memref.global "private" constant @g : memref<4xf32> = dense<1.000000e+00>
func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
"""


@pytest.mark.parametrize(("number", "named"), [(0, 0), (1, 2)], ids=["global", "function"])
def test_an_op_is_printed_without_naming_the_values_of_others(
    number: int, named: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Context()
    register_all(context)
    module = parse(MODULE, context)
    assert module is not None
    op = list(module.regions[0].entry.ops)[number]
    counts: list[int] = []
    name_values = printer.name_values

    def counted(root: Operation, names: Names, *rest: object, **options: object) -> None:
        name_values(root, names, *rest, **options)  # type: ignore[arg-type]
        counts.append(len(names))

    monkeypatch.setattr(printer, "name_values", counted)
    assert print_ir(op).strip() in MODULE
    assert counts == [named]


@type_("garden.bed")
class BedType(Type):
    rows: int
    inside: Type | None = None

    has_alias = True

    def alias_name(self) -> str | None:
        return None if self.rows == 0 else "bed2" if self.rows > 2 else "bed"


@attribute("garden.bad")
class BadAliasAttr(Attribute):
    has_alias = True

    def alias_name(self) -> str | None:
        return "no name"


def garden() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    context.load(Dialect("garden", attributes=[BedType, BadAliasAttr]))
    return context


def printed(text: str, context: Context) -> str:
    module = parse(text, context)
    assert module is not None, context.diagnostics.diagnostics
    return print_ir(module)


def test_types_of_a_dialect_have_aliases() -> None:
    text = (
        "func.func private @f(!garden.bed<1>, !garden.bed<2, !garden.bed<0>>, "
        "!garden.bed<3, !garden.bed<1>>, !garden.bed<4, !garden.bed<1>>)"
    )
    shown = printed(text, garden())
    assert shown.splitlines() == [
        "!bed = !garden.bed<1>",
        "!bed1 = !garden.bed<2, !garden.bed<0>>",
        "!bed2 = !garden.bed<3, !bed>",
        "!bed2_1 = !garden.bed<4, !bed>",
        "module {",
        "  func.func private @f(!bed, !bed1, !bed2, !bed2_1)",
        "}",
    ]
    assert printed(shown, garden()) == shown


def test_a_name_in_the_source_comes_before_that_of_the_dialect() -> None:
    shown = printed(
        "!bed = vector<4xi1>\n!mine = !garden.bed<1>\nfunc.func private @f(!bed, !mine, !garden.bed<2>)", garden()
    )
    assert shown.splitlines()[:3] == ["!bed = vector<4xi1>", "!bed1 = !garden.bed<2>", "!mine = !garden.bed<1>"]
    assert printed(shown, garden()) == shown


def test_an_alias_that_cannot_be_read_is_a_mistake_of_the_dialect() -> None:
    with pytest.raises(
        InvalidDefinitionError, match=r"'garden.bad': alias_name must return letters, .* but got 'no name'"
    ):
        printed("func.func private @f() attributes {a = #garden.bad}", garden())


def test_kept_aliases_stay_in_copies_and_in_printed_ops() -> None:
    module = parse("!m = memref<4xf32>\nfunc.func @f(%x: !m) { return }", garden())
    assert module is not None
    assert print_ir(module.clone()) == print_ir(module)
    (function,) = module.regions[0].entry.ops
    assert print_ir(function).splitlines()[:2] == ["!m = memref<4xf32>", "func.func @f(%x: !m) {"]
    assert operation_line(function) == "func.func @f(%x: memref<4xf32>) {"


FILES = sorted((ROOT / "tests" / "filecheck" / "dialects").glob("*/ops.mlir"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_text_with_an_alias_for_each_type_and_attribute_is_read_again(path: Path) -> None:
    for part in path.read_text(encoding="utf-8").split("\n// -----\n"):
        module = parse(part, garden())
        if module is None:
            continue
        pending: list[Attribute] = []
        for op in module.walk():
            pending += [*op.result_types, *op.properties.values(), *op.attributes.values()]
            pending += [arg.type for block in op.blocks for arg in block.args]
        everything = sorted(nested_in(pending), key=str)
        module.regions[0].kept_aliases = aliases_to_keep(
            (f"it_{index}_", each) for index, each in enumerate(everything)
        )
        context = garden()
        again = parse(print_ir(module), context)
        assert again is not None, context.diagnostics.diagnostics
        assert are_equivalent(module, again)


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "tests/filecheck/dialects").rglob("*invalid*.mlir")),
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_ops_that_do_not_verify_are_printed(path: Path) -> None:
    """A program that a pass has broken is printed to find out how."""
    for part in path.read_text().split("// -----\n"):
        context = Context(allow_unregistered=True)
        register_all(context)
        module = parse(part, context)
        assert module is None or print_ir(module)
