"""Types in LLVM IR."""

from __future__ import annotations

from dlc.dialects.llvm import (
    ArrayType,
    LabelType,
    LLVMFunctionType,
    MetadataType,
    PointerType,
    PPCFP128Type,
    StructType,
    TargetExtType,
    TokenType,
    VoidType,
    X86AMXType,
)
from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType

from .names import identifier, quoted
from .problems import Untranslatable

_FLOATS = {
    "f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "f80": "x86_fp80", "f128": "fp128"
}  # fmt: skip
_WORDS: dict[type[Type], str] = {
    VoidType: "void",
    TokenType: "token",
    LabelType: "label",
    MetadataType: "metadata",
    PPCFP128Type: "ppc_fp128",
    X86AMXType: "x86_amx",
}


class TypeTexts(dict[Type, str]):
    """The text of each type, computed once, and the named structs to be defined."""

    def __init__(self) -> None:
        super().__init__()
        self.definitions: dict[str, str] = {}
        """The definitions of named structs: from `%name` to the text after `type`."""
        self._structs: dict[str, StructType] = {}

    def __missing__(self, type: Type) -> str:
        self[type] = text = self._text(type)
        return text

    def _text(self, type: Type) -> str:
        if isinstance(type, IntegerType) and type.is_signless:
            return f"i{type.width}"
        if isinstance(type, FloatType) and type.format_name in _FLOATS:
            return _FLOATS[type.format_name]
        if isinstance(type, PointerType):
            return f"ptr addrspace({type.address_space})" if type.address_space else "ptr"
        if isinstance(type, VectorType) and len(type.shape) == 1:
            scale = "vscale x " if type.scalable else ""
            return f"<{scale}{type.shape[0]} x {self[type.element_type]}>"
        if isinstance(type, ArrayType):
            return f"[{type.count} x {self[type.element_type]}]"
        if isinstance(type, StructType):
            return self._struct(type) if type.identifier is None else self._identified(type, type.identifier)
        if isinstance(type, LLVMFunctionType):
            return self.function(type)
        if isinstance(type, TargetExtType):
            parts = [quoted(type.target_name), *(self[inner] for inner in type.types), *map(str, type.numbers)]
            return f"target({', '.join(parts)})"
        word = _WORDS.get(type.__class__)
        if word is None:
            raise Untranslatable(f"type '{type}' is not an LLVM type; lower it to the llvm dialect first")
        return word

    def _struct(self, type: StructType) -> str:
        if not type.body:
            return "<{}>" if type.packed else "{}"
        body = f"{{ {', '.join([self[member] for member in type.body])} }}"
        return f"<{body}>" if type.packed else body

    def _identified(self, type: StructType, name: str) -> str:
        other = self._structs.setdefault(name, type)
        if other is not type:
            raise Untranslatable(f"struct '{name}' has two bodies, '{other}' and '{type}'")
        text = f"%{identifier(name)}"
        self.definitions[text] = ""
        self.definitions[text] = "opaque" if type.opaque else self._struct(type)
        return text

    def function(self, type: LLVMFunctionType) -> str:
        """Return a function type, such as `i32 (ptr, ...)`."""
        inputs = [*(self[kind] for kind in type.inputs), *(("...",) if type.varargs else ())]
        return f"{self[type.result]} ({', '.join(inputs)})"
