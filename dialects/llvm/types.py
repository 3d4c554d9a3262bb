"""The types of `llvm`: pointers, arrays, structs, functions, and what has no size.

Integers, floats and vectors are the builtin ones. Inside another type of the dialect the prefix is left out:
`!llvm.struct<(ptr, array<4 x f32>)>`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlc.ir import Type, type_
from dlc.ir.attributes import AttributeReport, types_in
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader

FLOAT_FORMATS = frozenset({"f16", "bf16", "f32", "f64", "f80", "f128"})
"""The float formats that LLVM computes with."""


class _Word(Type):
    """A type that is only a word."""

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:  # noqa: ARG003 (nothing to read)
        return cls()

    def print_parameters(self) -> str:
        return ""


@type_("llvm.void")
class VoidType(_Word):
    """`!llvm.void`: what a function without a result gives."""


@type_("llvm.token")
class TokenType(_Word):
    """`!llvm.token`: ties instructions together, cannot be passed around."""


@type_("llvm.label")
class LabelType(_Word):
    """`!llvm.label`: a block."""


@type_("llvm.metadata")
class MetadataType(_Word):
    """`!llvm.metadata`: metadata as an argument of an intrinsic."""


@type_("llvm.ppc_fp128")
class PPCFP128Type(_Word):
    """`!llvm.ppc_fp128`: two f64 that add up to one number."""


@type_("llvm.x86_amx")
class X86AMXType(_Word):
    """`!llvm.x86_amx`: a tile register."""


@type_("llvm.ptr")
class PointerType(Type):
    """`!llvm.ptr`, or `!llvm.ptr<3>` in another address space."""

    address_space: int = 0

    def verify(self, report: AttributeReport) -> None:
        if not 0 <= self.address_space < 1 << 24:
            report.error(f"address space must be between 0 and {(1 << 24) - 1}, but got {self.address_space}")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        if not p.accept("<"):
            return cls()
        space = p.integer()
        p.expect(">")
        return cls(space)

    def print_parameters(self) -> str:
        return f"<{self.address_space}>" if self.address_space else ""


@type_("llvm.array")
class ArrayType(Type):
    """`!llvm.array<4 x f32>`: a number of elements side by side."""

    count: int
    element_type: Type

    def verify(self, report: AttributeReport) -> None:
        if self.count < 0:
            report.error(f"number of elements must not be negative, but got {self.count}")
        if not can_be_member(self.element_type):
            report.error(f"invalid array element type: '{self.element_type}'")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        count = p.integer()
        word = p.keyword()
        if not word.startswith("x"):
            p.fail(f"expected 'x' between the number of elements and their type, but got '{word}'")
        p.pos -= len(word) - 1  # as in `4xf32`
        element = read_nested(p)
        p.expect(">")
        return cls(count, element)

    def print_parameters(self) -> str:
        return f"<{self.count} x {nested_text(self.element_type)}>"


@type_("llvm.struct")
class StructType(Type):
    """`!llvm.struct<(i32, ptr)>`; `packed` without padding; with a name that stands for it in LLVM IR; `opaque`,
    with a name and no known body; `!llvm.struct<"name">`, inside its own body, is the structure of that name.
    """

    body: tuple[Type, ...]
    identifier: str | None = None
    packed: bool = False
    opaque: bool = False
    is_reference: bool = False

    def verify(self, report: AttributeReport) -> None:
        wrong = next((type for type in self.body if not can_be_member(type)), None)
        if wrong is not None:
            report.error(f"invalid LLVM structure element type: '{wrong}'")
        if self.opaque and (self.identifier is None or self.body or self.packed):
            report.error("an opaque structure must have a name and no body")
        if self.is_reference and (self.identifier is None or self.body or self.packed or self.opaque):
            report.error("a reference to a structure must be a name alone")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        identifier = None
        if p.at('"'):
            identifier = p.string()
            if p.accept(">"):
                return cls((), identifier, is_reference=True)
            p.expect(",")
            if p.accept("opaque"):
                p.expect(">")
                return p.identify(identifier, cls((), identifier, opaque=True))
        packed = p.accept("packed")
        p.expect("(")
        body: list[Type] = []
        while not p.at(")"):
            if body:
                p.expect(",")
            body.append(read_nested(p))
        p.expect(")")
        p.expect(">")
        struct = cls(tuple(body), identifier, packed)
        return p.identify(identifier, struct) if identifier is not None else struct

    def print_parameters(self) -> str:
        name = f'"{_escaped(self.identifier)}", ' if self.identifier is not None else ""
        if self.is_reference:
            return f"<{name[:-2]}>"
        if self.opaque:
            return f"<{name}opaque>"
        packed = "packed " if self.packed else ""
        return f"<{name}{packed}({', '.join(map(nested_text, self.body))})>"


@type_("llvm.func")
class LLVMFunctionType(Type):
    """`!llvm.func<i32 (ptr, ...)>`: one result, or void; three dots where more arguments may follow."""

    result: Type
    inputs: tuple[Type, ...]
    varargs: bool = False

    def verify(self, report: AttributeReport) -> None:
        if isinstance(self.result, (LLVMFunctionType, LabelType, MetadataType)) or not is_compatible(self.result):
            report.error(f"expected LLVM type for function results, but got '{self.result}'")
        wrong = next((type for type in self.inputs if not is_compatible(type) or type in _NO_ARGUMENTS), None)
        if wrong is not None or any(isinstance(type, LLVMFunctionType) for type in self.inputs):
            report.error(f"expected LLVM type for function arguments, but got '{wrong or self.inputs}'")

    @property
    def results(self) -> tuple[Type, ...]:
        """The result, as a call has it: none for void."""
        return () if isinstance(self.result, VoidType) else (self.result,)

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        result = read_nested(p)
        p.expect("(")
        inputs: list[Type] = []
        varargs = False
        while not p.at(")"):
            if varargs:
                p.fail("variadic arguments must be in the end of the argument list")
            if inputs:
                p.expect(",")
            varargs = p.accept("...")
            if not varargs:
                inputs.append(read_nested(p))
        p.expect(")")
        p.expect(">")
        return cls(result, types_in(inputs), varargs)

    def print_parameters(self) -> str:
        inputs = [*map(nested_text, self.inputs), *(("...",) if self.varargs else ())]
        return f"<{nested_text(self.result)} ({', '.join(inputs)})>"


@type_("llvm.target")
class TargetExtType(Type):
    """`!llvm.target<"spirv.Event", i32, 1>`: a type that only one target knows, with types and numbers."""

    target_name: str
    types: tuple[Type, ...] = ()
    numbers: tuple[int, ...] = ()

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        name = p.string()
        types: list[Type] = []
        numbers: list[int] = []
        while p.accept(","):
            number = p.accept_integer()
            if number is not None:
                numbers.append(number)
            elif numbers:
                p.fail("types must come before the numbers")
            else:
                types.append(read_nested(p))
        p.expect(">")
        return cls(name, tuple(types), tuple(numbers))

    def print_parameters(self) -> str:
        parts = [f'"{_escaped(self.target_name)}"', *map(nested_text, self.types), *map(str, self.numbers)]
        return f"<{', '.join(parts)}>"


PTR = PointerType()
VOID = VoidType()
_NO_ARGUMENTS = frozenset({VOID})
_NESTED: dict[str, Any] = {
    kind.name.partition(".")[2]: kind
    for kind in (
        *(VoidType, TokenType, LabelType, MetadataType, PPCFP128Type, X86AMXType, PointerType, ArrayType, StructType),
        *(LLVMFunctionType, TargetExtType),
    )
}


def read_nested(p: AsmReader) -> Type:
    """A type inside another: without the prefix, if it is one of ours."""
    word = p.accept_keyword(*_NESTED)
    return _NESTED[word].read_parameters(p) if word else p.type()


def nested_text(type: Type) -> str:
    """Return the text that `read_nested` reads."""
    return str(type).removeprefix("!llvm.")


def _escaped(name: str | None) -> str:
    return (name or "").replace("\\", "\\5C").replace('"', "\\22")


# -- What a type can do ------------------------------------------------------------------------------------------------


def is_compatible(type: Type) -> bool:
    """Return whether LLVM has this type."""
    if isinstance(type, IntegerType):
        return type.is_signless and type.width > 0
    if isinstance(type, FloatType):
        return type.format_name in FLOAT_FORMATS
    if isinstance(type, VectorType):
        return len(type.shape) == 1 and is_compatible(type.element_type)
    return isinstance(type, tuple(_NESTED.values()))


def can_be_member(type: Type) -> bool:
    """Return whether structs and arrays can have members of this type; what a name stands for may be unknown."""
    no_member = (VoidType, LLVMFunctionType, LabelType, MetadataType, TokenType)
    return is_compatible(type) and not isinstance(type, no_member)


def has_size(type: Type) -> bool:
    """Return whether values of this type can lie in memory."""
    return can_be_member(type) and not (isinstance(type, StructType) and type.opaque)


def is_llvm_float(type: Type) -> bool:
    """Return whether LLVM computes with floats of this type."""
    return (isinstance(type, FloatType) and type.format_name in FLOAT_FORMATS) or isinstance(type, PPCFP128Type)


def member_type(type: Type, position: int) -> Type | None:
    """The type of a member of a struct or array; `None` where there is none."""
    if isinstance(type, ArrayType):
        return type.element_type if 0 <= position < type.count else None
    if isinstance(type, StructType):
        return type.body[position] if 0 <= position < len(type.body) else None
    return None
