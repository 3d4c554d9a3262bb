"""Debug information: attributes that describe the source of a program, as compilers attach them to locations.

An attribute names its parameters in any order and leaves out those with defaults. The words of DWARF, such as
`DW_TAG_member`, are kept as they are written. What they mean is not known here: debug information is read, printed and
passed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, attribute
from dlc.ir.attributes import AttributeReport
from dlc.ir.builtin_attributes import DistinctAttr, StringAttr
from dlc.ir.parameter_types import Word

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader

# ruff: noqa: N815 (parameters have the names that MLIR gives them)


class DebugInfoAttr(Attribute):
    """A piece of debug information: `<parameter = value, …>`."""

    syntax = "`<` struct(params) `>`"
    has_alias = True
    required: ClassVar[tuple[str, ...]] = ()
    """Parameters that have to be given; each is `None` by default, because it may follow one with a default."""

    def verify(self, report: AttributeReport) -> None:
        missing = next((name for name in self.required if getattr(self, name) is None), None)
        if missing is not None:
            report.error(f"expected parameter '{missing.rstrip('_')}' of '{self.name}'")


@attribute("llvm.di_file")
class DIFileAttr(Attribute):
    """A file of the source: `#llvm.di_file<"a.c" in "/home">`."""

    name_: StringAttr
    directory: StringAttr
    syntax = "`<` $name_ `in` $directory `>`"
    has_alias = True


@attribute("llvm.di_null_type")
class DINullTypeAttr(Attribute):
    """The type of nothing: `#llvm.di_null_type`."""

    has_alias = True


@attribute("llvm.di_expression_elem")
class DIExpressionElemAttr(Attribute):
    """An operation of an expression: `#llvm.di_expression_elem<DW_OP_plus_uconst(4)>`."""

    opcode: str
    arguments: tuple[str, ...] = ()

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        element = cls.read_short(p)
        p.expect(">")
        return element

    @classmethod
    def read_short(cls, p: AsmReader) -> Self:
        """Read an element in an expression: `DW_OP_plus_uconst(4)`."""
        opcode = p.keyword()
        arguments: list[str] = []
        if p.accept("("):
            while not arguments or p.accept(","):
                number = p.accept_integer()
                arguments.append(p.keyword() if number is None else str(number))
            p.expect(")")
        return cls(opcode, tuple(arguments))

    def short_text(self) -> str:
        """Return the text of an element in an expression."""
        return f"{self.opcode}({', '.join(self.arguments)})" if self.arguments else self.opcode

    def print_parameters(self) -> str:
        return f"<{self.short_text()}>"


@attribute("llvm.di_expression")
class DIExpressionAttr(Attribute):
    """How a value is computed from a place: `#llvm.di_expression<[DW_OP_deref]>`."""

    operations: tuple[DIExpressionElemAttr, ...] = ()

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        operations: list[DIExpressionElemAttr] = []
        p.expect("<")
        if p.accept("["):
            while not operations or p.accept(","):
                operations.append(DIExpressionElemAttr.read_short(p))
            p.expect("]")
        p.expect(">")
        return cls(tuple(operations))

    def print_parameters(self) -> str:
        return f"<[{', '.join(element.short_text() for element in self.operations)}]>" if self.operations else "<>"


@attribute("llvm.di_annotation")
class DIAnnotationAttr(DebugInfoAttr):
    """A note of the source language about an entity: `#llvm.di_annotation<…>`."""

    name_: StringAttr | None = None
    value: StringAttr | None = None
    required = (
        "name_",
        "value",
    )


@attribute("llvm.di_basic_type")
class DIBasicTypeAttr(DebugInfoAttr):
    """A type that the language has by itself: `#llvm.di_basic_type<…>`."""

    tag: Word | None = None
    name_: StringAttr | None = None
    sizeInBits: int = 0
    encoding: Word | None = None
    required = ("name_",)


@attribute("llvm.di_global_variable")
class DIGlobalVariableAttr(DebugInfoAttr):
    """A global variable of the source: `#llvm.di_global_variable<…>`."""

    scope: Attribute | None = None
    name_: StringAttr | None = None
    linkageName: StringAttr | None = None
    file: DIFileAttr | None = None
    line: int | None = None
    type: Attribute | None = None
    isLocalToUnit: bool = False
    isDefined: bool = False
    alignInBits: int = 0
    required = (
        "file",
        "line",
        "type",
    )


@attribute("llvm.di_common_block")
class DICommonBlockAttr(DebugInfoAttr):
    """A common block of Fortran: `#llvm.di_common_block<…>`."""

    scope: Attribute | None = None
    decl: DIGlobalVariableAttr | None = None
    name_: StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    required = (
        "scope",
        "name_",
    )


@attribute("llvm.di_compile_unit")
class DICompileUnitAttr(DebugInfoAttr):
    """A source file that was compiled, and the compiler: `#llvm.di_compile_unit<…>`."""

    id: DistinctAttr | None = None
    sourceLanguage: Word | None = None
    file: DIFileAttr | None = None
    producer: StringAttr | None = None
    isOptimized: bool | None = None
    emissionKind: Word | None = None
    nameTableKind: Word | None = None
    splitDebugFilename: StringAttr | None = None
    required = (
        "id",
        "sourceLanguage",
        "file",
        "isOptimized",
        "emissionKind",
    )


@attribute("llvm.di_composite_type")
class DICompositeTypeAttr(DebugInfoAttr):
    """A type with members or elements: a structure, a union, an array: `#llvm.di_composite_type<…>`."""

    recId: DistinctAttr | None = None
    isRecSelf: bool = False
    tag: Word | None = None
    name_: StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    scope: Attribute | None = None
    baseType: Attribute | None = None
    flags: Word | None = None
    sizeInBits: int = 0
    alignInBits: int = 0
    dataLocation: DIExpressionAttr | None = None
    rank: DIExpressionAttr | None = None
    allocated: DIExpressionAttr | None = None
    associated: DIExpressionAttr | None = None
    elements: tuple[Attribute, ...] = ()


@attribute("llvm.di_derived_type")
class DIDerivedTypeAttr(DebugInfoAttr):
    """A type made from another one: a pointer, a member, a name for it: `#llvm.di_derived_type<…>`."""

    tag: Word | None = None
    name_: StringAttr | None = None
    baseType: Attribute | None = None
    sizeInBits: int = 0
    alignInBits: int = 0
    offsetInBits: int = 0
    dwarfAddressSpace: int | None = None
    extraData: Attribute | None = None


@attribute("llvm.di_generic_subrange")
class DIGenericSubrangeAttr(DebugInfoAttr):
    """The bounds of an array dimension, as expressions: `#llvm.di_generic_subrange<…>`."""

    count: Attribute | None = None
    lowerBound: Attribute | None = None
    upperBound: Attribute | None = None
    stride: Attribute | None = None
    required = (
        "lowerBound",
        "stride",
    )


@attribute("llvm.di_global_variable_expression")
class DIGlobalVariableExpressionAttr(DebugInfoAttr):
    """A global variable, and where its value lies: `#llvm.di_global_variable_expression<…>`."""

    var: DIGlobalVariableAttr | None = None
    expr: DIExpressionAttr | None = None
    required = ("var",)


@attribute("llvm.di_imported_entity")
class DIImportedEntityAttr(DebugInfoAttr):
    """An entity that a scope takes from another one: `#llvm.di_imported_entity<…>`."""

    tag: Word | None = None
    scope: Attribute | None = None
    entity: Attribute | None = None
    file: DIFileAttr | None = None
    line: int = 0
    name_: StringAttr | None = None
    elements: tuple[Attribute, ...] = ()
    required = (
        "scope",
        "entity",
    )


@attribute("llvm.di_label")
class DILabelAttr(DebugInfoAttr):
    """A label of the source: `#llvm.di_label<…>`."""

    scope: Attribute | None = None
    name_: StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    required = ("scope",)


@attribute("llvm.di_lexical_block")
class DILexicalBlockAttr(DebugInfoAttr):
    """A block of the source: `#llvm.di_lexical_block<…>`."""

    scope: Attribute | None = None
    file: DIFileAttr | None = None
    line: int = 0
    column: int = 0
    required = ("scope",)


@attribute("llvm.di_lexical_block_file")
class DILexicalBlockFileAttr(DebugInfoAttr):
    """A part of a block that stands in another file: `#llvm.di_lexical_block_file<…>`."""

    scope: Attribute | None = None
    file: DIFileAttr | None = None
    discriminator: int | None = None
    required = (
        "scope",
        "discriminator",
    )


@attribute("llvm.di_local_variable")
class DILocalVariableAttr(DebugInfoAttr):
    """A variable or parameter of a function: `#llvm.di_local_variable<…>`."""

    scope: Attribute | None = None
    name_: StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    arg: int = 0
    alignInBits: int = 0
    type: Attribute | None = None
    flags: Word | None = None
    required = ("scope",)


@attribute("llvm.di_module")
class DIModuleAttr(DebugInfoAttr):
    """A module of the source: `#llvm.di_module<…>`."""

    file: DIFileAttr | None = None
    scope: Attribute | None = None
    name_: StringAttr | None = None
    configMacros: StringAttr | None = None
    includePath: StringAttr | None = None
    apinotes: StringAttr | None = None
    line: int = 0
    isDecl: bool = False


@attribute("llvm.di_namespace")
class DINamespaceAttr(DebugInfoAttr):
    """A namespace of the source: `#llvm.di_namespace<…>`."""

    name_: StringAttr | None = None
    scope: Attribute | None = None
    exportSymbols: bool | None = None
    required = ("exportSymbols",)


@attribute("llvm.di_string_type")
class DIStringTypeAttr(DebugInfoAttr):
    """A string type of Fortran: `#llvm.di_string_type<…>`."""

    tag: Word | None = None
    name_: StringAttr | None = None
    sizeInBits: int = 0
    alignInBits: int = 0
    stringLength: Attribute | None = None
    stringLengthExp: DIExpressionAttr | None = None
    stringLocationExp: DIExpressionAttr | None = None
    encoding: Word | None = None
    required = ("name_",)


@attribute("llvm.di_subroutine_type")
class DISubroutineTypeAttr(DebugInfoAttr):
    """The signature of a function: `#llvm.di_subroutine_type<…>`."""

    callingConvention: Word | None = None
    types: tuple[Attribute, ...] = ()


@attribute("llvm.di_subprogram")
class DISubprogramAttr(DebugInfoAttr):
    """A function of the source: `#llvm.di_subprogram<…>`."""

    recId: DistinctAttr | None = None
    isRecSelf: bool = False
    id: DistinctAttr | None = None
    compileUnit: DICompileUnitAttr | None = None
    scope: Attribute | None = None
    name_: StringAttr | None = None
    linkageName: StringAttr | None = None
    file: DIFileAttr | None = None
    line: int = 0
    scopeLine: int = 0
    subprogramFlags: Word | None = None
    type: DISubroutineTypeAttr | None = None
    retainedNodes: tuple[Attribute, ...] = ()
    annotations: tuple[Attribute, ...] = ()


@attribute("llvm.di_subrange")
class DISubrangeAttr(DebugInfoAttr):
    """The bounds of an array dimension: `#llvm.di_subrange<…>`."""

    count: Attribute | None = None
    lowerBound: Attribute | None = None
    upperBound: Attribute | None = None
    stride: Attribute | None = None
