"""Constants in LLVM IR: numbers, elements, and the initializers of globals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

from dlc.dialects.llvm import (
    AddOp,
    AddressOfOp,
    AddrSpaceCastOp,
    ArrayType,
    BitcastOp,
    ConstantOp,
    ExtractValueOp,
    GetElementPtrOp,
    InsertElementOp,
    InsertValueOp,
    IntToPtrOp,
    NoneTokenOp,
    PointerType,
    PoisonAttr,
    PoisonOp,
    PtrToIntOp,
    StructType,
    SubOp,
    TruncOp,
    UndefAttr,
    UndefOp,
    XOrOp,
    ZeroAttr,
    ZeroOp,
)
from dlc.dialects.llvm.addresses import flag_words
from dlc.dialects.llvm.folding import constant_integer
from dlc.ir import Attribute, Block, Operation, Type, Value
from dlc.ir.builtin_attributes import (
    ArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    FloatAttr,
    IntegerAttr,
    SparseElementsAttr,
    StringAttr,
    SymbolRefAttr,
)
from dlc.ir.builtin_types import FloatType, IntegerType, ShapedType, VectorType
from dlc.ir.decimals import int_text

from .names import escaped, identifier
from .problems import Untranslatable
from .types import TypeTexts

# -- Numbers -----------------------------------------------------------------------------------------------------------


def integer_text(value: int, type: IntegerType) -> str:
    """Return an integer as text, modulo 2^width."""
    value = type.wrap(value)
    if type.width == 1:
        return "true" if value else "false"
    return int_text(value)


def float_text(bits: int, type: Type) -> str:
    """Return a float as text: in decimal if that is short and exact, otherwise in hexadecimal."""
    if not isinstance(type, FloatType):
        raise Untranslatable(f"LLVM IR has no constants of type '{type}'")
    name = type.format_name
    if name in ("f80", "f128"):
        return f"0xK{bits:020X}" if name == "f80" else f"0xL{bits & (1 << 64) - 1:016X}{bits >> 64:016X}"
    value = type.format.to_float(bits)
    text = f"{value:e}"
    if math.isfinite(value) and float(text) == value:
        return text
    if name == "f16":
        return f"0xH{bits:04X}"
    if name == "bf16":
        return f"0xR{bits:04X}"
    return f"0x{bits if name == 'f64' else _as_double(bits):016X}"


def _as_double(bits: int) -> int:
    """Return the bits of an f32 as those of an f64; the payload of NaNs is kept."""
    sign, exponent, fraction = bits >> 31, bits >> 23 & 0xFF, bits & (1 << 23) - 1
    if exponent == 0xFF:
        return sign << 63 | 0x7FF << 52 | fraction << 29
    if exponent == 0 and fraction:  # subnormal in f32, but not in f64
        shift = 24 - fraction.bit_length()
        return sign << 63 | (897 - shift) << 52 | ((fraction << shift) & (1 << 23) - 1) << 29
    return sign << 63 | ((exponent + 896) << 52 if exponent else 0) | fraction << 29


def zero_text(type: Type) -> str:
    """Return the zero of a type."""
    if isinstance(type, IntegerType):
        return "false" if type.width == 1 else "0"
    if isinstance(type, FloatType):
        return float_text(0, type)
    if isinstance(type, PointerType):
        return "null"
    return "none" if type.name == "llvm.token" else "zeroinitializer"


# -- Attributes --------------------------------------------------------------------------------------------------------


class ConstantTexts:
    """The text of attributes as constants of a type; each one is computed once."""

    __slots__ = ("_known", "types")

    def __init__(self, types: TypeTexts) -> None:
        self.types = types
        self._known: dict[tuple[Attribute, Type], str] = {}

    def text(self, value: Attribute, type: Type) -> str:
        """Return the constant without its type."""
        constant_text = self._known.get((value, type))
        if constant_text is None:
            constant_text = self._known[value, type] = self._text(value, type)
        return constant_text

    def typed(self, value: Attribute, type: Type) -> str:
        return f"{self.types[type]} {self.text(value, type)}"

    def immediate(self, value: Attribute) -> str:
        """Return a property of an intrinsic as an argument, such as `i1 true`."""
        if isinstance(value, (IntegerAttr, FloatAttr)):
            return self.typed(value, value.type)
        raise Untranslatable(f"'{value}' cannot be an argument of an intrinsic")

    def _text(self, value: Attribute, type: Type) -> str:
        if isinstance(value, IntegerAttr) and isinstance(type, IntegerType):
            return integer_text(value.value, type)
        if isinstance(value, FloatAttr):
            return self._float(value.bits, type)
        if isinstance(value, StringAttr):
            return f'c"{escaped(value.value.encode(errors="surrogateescape"))}"'
        if isinstance(value, (DenseElementsAttr, DenseResourceElementsAttr)):
            return self._elements(value, type)
        if isinstance(value, SparseElementsAttr):
            return self._nested([self._number(bits, type) for bits in _sparse_bits(value)], type)
        if isinstance(value, ArrayAttr) and isinstance(type, (ArrayType, StructType)):
            kinds = type.body if isinstance(type, StructType) else (type.element_type,) * len(value)
            members = [self.typed(member, kind) for member, kind in zip(value, kinds, strict=True)]
            return _bracketed(members, type)
        if isinstance(value, ZeroAttr):
            return zero_text(type)
        if isinstance(value, (UndefAttr, PoisonAttr)):
            return value.name.partition(".")[2]
        raise Untranslatable(f"'{value}' cannot be a constant of type '{type}'")

    def _float(self, bits: int, type: Type) -> str:
        if isinstance(type, IntegerType):  # an 8-bit float, for example, is stored as an integer
            return integer_text(bits, type)
        return float_text(bits, type)

    def _number(self, bits: int, type: Type) -> str:
        """Return an element of a vector or array of numbers, with its type."""
        while isinstance(type, (ArrayType, VectorType)):
            type = type.element_type
        text = integer_text(bits, type) if isinstance(type, IntegerType) else self._float(bits, type)
        return f"{self.types[type]} {text}"

    def _elements(self, value: DenseElementsAttr | DenseResourceElementsAttr, type: Type) -> str:
        if isinstance(value, DenseElementsAttr) and value.is_splat:
            bits = value.stored_bits()[0]
            if bits == 0:
                return "zeroinitializer"
            number = self._number(bits, type)
            if isinstance(type, VectorType):
                return f"splat ({number})"
            return self._nested([number] * value.type.num_elements, type)
        if isinstance(value, DenseElementsAttr):
            stored = value.stored_bits()
        else:
            stored = _resource_bits(value)
        if isinstance(type, ArrayType) and isinstance(type.element_type, IntegerType) and type.element_type.width == 8:
            return f'c"{escaped(bytes(bits & 0xFF for bits in stored))}"'
        texts: dict[int, str] = {bits: self._number(bits, type) for bits in set(stored)}
        return self._nested([texts[bits] for bits in stored], type)

    def _nested(self, numbers: Sequence[str], type: Type) -> str:
        """Return numbers in the nested brackets of arrays of arrays or vectors."""
        if not numbers:  # otherwise `[2 x [0 x float]]` would have nested brackets
            return "zeroinitializer"
        levels: list[ArrayType | VectorType] = []
        current = type
        while isinstance(current, (ArrayType, VectorType)):
            levels.append(current)
            current = current.element_type
        parts = list(numbers)
        for depth in range(len(levels) - 1, 0, -1):
            level = levels[depth]
            size = level.count if isinstance(level, ArrayType) else level.shape[0]
            kind = self.types[level]
            parts = [
                f"{kind} {_bracketed(parts[start : start + size], level)}" for start in range(0, len(parts), size or 1)
            ]
        return _bracketed(parts, levels[0])


def _bracketed(members: Sequence[str], type: Type) -> str:
    inside = ", ".join(members)
    if isinstance(type, ArrayType):
        return f"[{inside}]"
    if isinstance(type, VectorType):
        return f"<{inside}>"
    body = f"{{ {inside} }}" if members else "{}"
    return f"<{body}>" if isinstance(type, StructType) and type.packed else body


def _resource_bits(value: DenseResourceElementsAttr) -> list[int]:
    """Return the elements of a resource."""
    type, raw = value.type, value.blob.raw
    if not isinstance(type, ShapedType) or raw is None:
        raise Untranslatable(f"'{value}' has no data")
    return DenseElementsAttr.from_bytes(type, raw).bits()


def _sparse_bits(value: SparseElementsAttr) -> list[int]:
    """Return all elements of a sparse constant in row-major order."""
    if not isinstance(value.elements, DenseElementsAttr):
        raise Untranslatable(f"'{value}' has elements that are not numbers")
    shape, dense = value.type.shape, [0] * value.type.num_elements
    places, numbers = value.indices.ints(), value.elements.bits()
    rank = len(shape)
    for number, start in zip(numbers, range(0, len(places), rank or 1), strict=True):
        position = 0
        for size, place in zip(shape, places[start : start + rank], strict=True):
            position = position * size + place
        dense[position] = number
    return dense


# -- Constants that are values -----------------------------------------------------------------------------------------


def constant_value(op: Operation, constants: ConstantTexts) -> str | None:
    """Return the text of an op's result if the op is a constant and not an instruction."""
    maker = _CONSTANT_OPS.get(op.__class__)
    return maker(op, constants) if maker is not None else None


def _constant(op: Operation, constants: ConstantTexts) -> str:
    return constants.text(op.properties["value"], op.results[0].type)


def _zero(op: Operation, constants: ConstantTexts) -> str:
    del constants
    return zero_text(op.results[0].type)


def _word(word: str) -> Callable[[Operation, ConstantTexts], str]:
    def text(op: Operation, constants: ConstantTexts) -> str:
        del op, constants
        return word

    return text


def _address(op: Operation, constants: ConstantTexts) -> str:
    del constants
    symbol = op.properties["global_name"]
    assert isinstance(symbol, SymbolRefAttr)
    return f"@{identifier(symbol.root)}"


_CONSTANT_OPS: dict[type[Operation], Callable[[Operation, ConstantTexts], str]] = {
    ConstantOp: _constant,
    ZeroOp: _zero,
    NoneTokenOp: _word("none"),
    UndefOp: _word("undef"),
    PoisonOp: _word("poison"),
    AddressOfOp: _address,
}


class Aggregate:
    """The members of a struct, array or vector under construction."""

    __slots__ = ("members", "type")

    def __init__(self, type: Type, members: list[Any]) -> None:
        self.type = type
        self.members = members


class InitializerTexts:
    """Evaluates the region of a global or alias to one constant expression."""

    def __init__(self, constants: ConstantTexts) -> None:
        self.constants = constants
        self.types = constants.types
        self._values: dict[Value, Any] = {}
        self.current: Operation | None = None
        """The op that is being translated."""

    def returned(self, block: Block) -> str:
        """Return the text of the value that the block returns, without its type."""
        for op in block.ops:
            self.current = op
            if op.name == "llvm.return":
                return self._text(op.operands[0])
            text = constant_value(op, self.constants)
            self._values[op.results[0]] = text if text is not None else self._computed(op)
        raise Untranslatable("the initializer returns nothing")

    def _computed(self, op: Operation) -> Any:
        if isinstance(op, (InsertValueOp, InsertElementOp)):
            return self._inserted(op)
        if isinstance(op, ExtractValueOp):
            container = self._values[op.container]
            for index in op.position:
                container = self._opened(container, op.container.type).members[index]
            return container
        word = _CONVERSIONS.get(op.__class__)
        if word is not None:
            result = self.types[op.results[0].type]
            return f"{word} ({self._typed(op.operands[0])} to {result})"
        word = _ARITHMETIC.get(op.__class__)
        if word is not None:
            return f"{word} ({self._typed(op.operands[0])}, {self._typed(op.operands[1])})"
        if isinstance(op, GetElementPtrOp):
            flags = "".join(f"{word} " for word in flag_words(op.noWrapFlags))
            indices = [f"i32 {index}" if isinstance(index, int) else self._typed(index) for index in op.indices]
            parts = [self.types[op.elem_type.type], self._typed(op.base), *indices]
            return f"getelementptr {flags}({', '.join(parts)})"
        raise Untranslatable("cannot be part of a constant initializer")

    def _inserted(self, op: InsertValueOp | InsertElementOp) -> Aggregate:
        if isinstance(op, InsertElementOp):
            source, path = op.vector, [_known_place(op.position)]
        else:
            source, path = op.container, list(op.position)
        aggregate = self._opened(self._values[source], source.type, fresh=len(source.uses) > 1)
        inside = aggregate
        for index in path[:-1]:
            member = inside.members[index]
            inner = self._opened(member, _member_types(inside.type)[index], fresh=len(source.uses) > 1)
            inside.members[index] = inner
            inside = inner
        inside.members[path[-1]] = self._values[op.value]
        return aggregate

    def _opened(self, value: Any, type: Type, *, fresh: bool = False) -> Aggregate:
        """Return a value as a list of members, copied if another op uses the value."""
        if isinstance(value, Aggregate):
            return Aggregate(value.type, list(value.members)) if fresh else value
        if value not in ("undef", "poison", "zeroinitializer"):
            raise Untranslatable(f"cannot insert into the constant '{value}'")
        kinds = _member_types(type)
        members = [zero_text(kind) if value == "zeroinitializer" else value for kind in kinds]
        return Aggregate(type, members)

    def _typed(self, value: Value) -> str:
        return f"{self.types[value.type]} {self._text(value)}"

    def _text(self, value: Value) -> str:
        return self._spelled(self._values[value])

    def _spelled(self, value: Any) -> str:
        if not isinstance(value, Aggregate):
            return cast(str, value)
        kinds = _member_types(value.type)
        members = [f"{self.types[kind]} {self._spelled(m)}" for m, kind in zip(value.members, kinds, strict=True)]
        return _bracketed(members, value.type)


def _member_types(type: Type) -> Sequence[Type]:
    if isinstance(type, StructType):
        return type.body
    if isinstance(type, ArrayType):
        return (type.element_type,) * type.count
    return (type.element_type,) * type.shape[0] if isinstance(type, VectorType) else ()


def _known_place(position: Value) -> int:
    known = constant_integer(position)
    if known is None:
        raise Untranslatable("the position of an element in a constant initializer must be constant")
    return known


_CONVERSIONS: dict[type[Operation], str] = {
    PtrToIntOp: "ptrtoint",
    IntToPtrOp: "inttoptr",
    BitcastOp: "bitcast",
    AddrSpaceCastOp: "addrspacecast",
    TruncOp: "trunc",
}
_ARITHMETIC: dict[type[Operation], str] = {AddOp: "add", SubOp: "sub", XOrOp: "xor"}
