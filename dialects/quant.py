"""The dialect `quant`: types of numbers that are stored as small integers, and casts to and from them.

`!quant.uniform<i8:f32, 0.5:3>` holds the number (q − 3) × 0.5 as the integer q. Here are the types and casts as MLIR
has them, for text that other tools write. `stablehlo-to-graph` translates ops on tensors of these types; no pass lowers
the casts. `graph.quantize` and `graph.dequantize` compute with quantized numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Type, type_
from dlc.ir.attributes import AttributeReport, spelled
from dlc.ir.builtin_types import DYNAMIC, FloatType, IntegerType, TensorType, UnrankedTensorType
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import Op, Operand, Result, op, operand, result
from dlc.ir.dialect import Dialect
from dlc.ir.elements import signed
from dlc.ir.floats import F64
from dlc.ir.traits import Pure

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader
    from dlc.ir.verifier import Report

WIDEST = 32
"""The number of bits of the widest integers that are stored."""
DEEPEST_TABLE = 16
"""The number of dimensions that a table of scales may have."""
LIMIT = 2**63
"""Zero points, axes and sizes of blocks are less than this number."""


class QuantizedType(Type):
    """Base of the types whose numbers are stored as integers between two limits."""

    storage: IntegerType
    low: int
    high: int

    def verify(self, report: AttributeReport) -> None:
        if not 0 < self.storage.width <= WIDEST:
            report.error(f"stored integers must have 1 to {WIDEST} bits, but got {self.storage.width}")
            return
        if not self.storage.is_signless and not self.storage.is_unsigned:
            report.error(f"stored integers must be signless or unsigned, but got '{self.storage}'")
        low, high = self.storage.limits
        if not low <= self.low < self.high <= high:
            report.error(f"expected limits from {low} to {high} in order, but got {self.low} and {self.high}")

    @property
    def storage_text(self) -> str:
        """The type of the integers, with their limits if these are not the type's own."""
        sign = "u" if self.storage.is_unsigned else "i"
        limits = "" if (self.low, self.high) == self.storage.limits else f"<{self.low}:{self.high}>"
        return f"{sign}{self.storage.width}{limits}"


def _read_storage(p: AsmReader) -> tuple[IntegerType, int, int]:
    """Read the type of the integers, then their limits if there are some."""
    offset = p.pos
    word = p.keyword()
    match = re.fullmatch(r"(s?i|ui?)([1-9]\d?)", word)
    if match is None or int(match[2]) > WIDEST:
        p.fail(f"expected a type of integers of at most {WIDEST} bits, such as 'i8' or 'u8', but got '{word}'", offset)
    storage = IntegerType(int(match[2]), "u" if match[1][0] == "u" else "")
    low, high = storage.limits
    if p.accept("<"):
        low = p.integer()
        p.expect(":")
        high = p.integer()
        p.expect(">")
    return storage, low, high


def _read_expressed(p: AsmReader) -> FloatType:
    """Read the type of the numbers that the integers stand for."""
    offset = p.pos
    expressed = p.type()
    if not isinstance(expressed, FloatType):
        p.fail(f"expected a type of floats, but got '{expressed}'", offset)
    return expressed


def _text_of(number: float) -> str:
    return F64.to_text(F64.from_float(number))


@type_("quant.any")
class AnyQuantizedType(QuantizedType):
    """`!quant.any<i8<-8:7>:f32>`: the integers are known, the numbers that they stand for are not."""

    expressed: FloatType | None = None

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        storage, low, high = _read_storage(p)
        expressed = _read_expressed(p) if p.accept(":") else None
        p.expect(">")
        return cls(storage, low, high, expressed)

    def print_parameters(self) -> str:
        expressed = "" if self.expressed is None else f":{self.expressed}"
        return f"<{self.storage_text}{expressed}>"


@type_("quant.calibrated")
class CalibratedQuantizedType(Type):
    """`!quant.calibrated<f32<-0.5:1.5>>`: the numbers lie between two limits, the integers are not known yet."""

    expressed: FloatType
    low: float
    high: float

    def verify(self, report: AttributeReport) -> None:
        if not self.low < self.high:
            report.error(f"expected limits in order, but got {_text_of(self.low)} and {_text_of(self.high)}")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        expressed = _read_expressed(p)
        p.expect("<")
        low = p.float()
        p.expect(":")
        high = p.float()
        p.expect(">")
        p.expect(">")
        return cls(expressed, low, high)

    def print_parameters(self) -> str:
        return f"<{self.expressed}<{_text_of(self.low)}:{_text_of(self.high)}>>"


@type_("quant.uniform")
class UniformQuantizedType(QuantizedType):
    """`!quant.uniform<i8:f32, 0.5:3>`: q stands for (q − zero point) × scale.

    There may be a scale and a zero point for each position along an axis, `<i8:f32:1, {0.5:3, 0.25}>`, or for each
    block of a tensor, with the sizes of blocks along some axes: `<i8:f32:{0:1, 1:2}, {{0.5, 0.25}, {1.0, 2.0}}>`.
    """

    expressed: FloatType
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    table: tuple[int, ...] = ()
    """The sizes of the table of scales; nothing, if there is one scale."""
    axes: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    """The size of a block along each axis; nothing, if each position has a scale."""

    @property
    def is_by_axis(self) -> bool:
        """Whether each position along an axis has a scale."""
        return bool(self.axes) and not self.blocks

    def verify(self, report: AttributeReport) -> None:
        super().verify(report)
        format = self.expressed.format
        smallest = max(format.to_float(format.smallest), F64.to_float(F64.smallest))
        largest = min(format.to_float(format.largest), F64.to_float(F64.largest))
        for scale in self.scales:
            if not smallest <= scale <= largest:
                limits = f"{_text_of(smallest)} to {_text_of(largest)}"
                report.error(f"expected scales from {limits}, but got {_text_of(scale)}")
        for number in (*self.zero_points, *self.axes, *self.blocks):
            if not -LIMIT <= number < LIMIT:
                report.error(f"expected a number of 64 bits, but got {number}")
        if min((0, *self.axes)) < 0:
            report.error(f"axis must not be negative, but got {min(self.axes)}")
        if min((1, *self.blocks)) < 1:
            report.error(f"size of a block must be positive, but got {min(self.blocks)}")
        if len(self.scales) != len(self.zero_points) or len(self.scales) != prod(self.table):
            got = f"{len(self.scales)} and {len(self.zero_points)}"
            report.error(f"expected {prod(self.table)} scales and zero points, but got {got}")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        storage, low, high = _read_storage(p)
        p.expect(":")
        expressed = _read_expressed(p)
        axes, blocks = _read_axes(p) if p.accept(":") else (None, ())
        p.expect(",")
        pairs: list[tuple[float, int]] = []
        table = _read_table(p, pairs, 0) if axes is not None and p.at("{") else ()
        if axes is None:
            pairs.append(_read_scale(p))
        elif not table or (not blocks and axes and len(table) > 1):
            p.fail("expected scales '{…}', a list along an axis")
        p.expect(">")
        if blocks:
            pairs = [_as_stored(scale, zero_point, storage, expressed) for scale, zero_point in pairs]
        scales, zero_points = zip(*pairs, strict=True)
        return cls(storage, low, high, expressed, scales, zero_points, table, axes or (), blocks)

    def print_parameters(self) -> str:
        head = f"<{self.storage_text}:{self.expressed}"
        texts = [
            f"{self._scale_text(scale)}:{zero_point}" if zero_point else self._scale_text(scale)
            for scale, zero_point in zip(self.scales, self.zero_points, strict=True)
        ]
        if not self.table:
            return f"{head}, {texts[0]}>"
        if self.is_by_axis:
            return f"{head}:{self.axes[0]}, {{{','.join(texts)}}}>"
        blocks = ", ".join(f"{axis}:{size}" for axis, size in zip(self.axes, self.blocks, strict=True))
        for size in reversed(self.table):
            texts = [f"{{{', '.join(texts[at : at + size])}}}" for at in range(0, len(texts), size)]
        return f"{head}:{{{blocks}}}, {texts[0]}>"

    def _scale_text(self, scale: float) -> str:
        """Return a scale as MLIR prints it: those of blocks are numbers of the expressed type."""
        format = F64 if not self.table or self.is_by_axis else self.expressed.format
        return format.to_text(format.from_float(scale))


def _read_axes(p: AsmReader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read an axis, or axes with the sizes of blocks along them: `{0:1, 1:2}`."""
    if not p.accept("{"):
        return (p.integer(),), ()
    entries: list[tuple[int, int]] = []
    while not p.accept("}"):
        if entries:
            p.expect(",")
        axis = p.integer()
        p.expect(":")
        entries.append((axis, p.integer()))
    return tuple(axis for axis, _ in entries), tuple(size for _, size in entries)


def _read_scale(p: AsmReader) -> tuple[float, int]:
    """Read a scale and its zero point, which is 0 if none is written."""
    scale = p.float()
    return scale, p.integer() if p.accept(":") else 0


def _read_table(p: AsmReader, pairs: list[tuple[float, int]], depth: int) -> tuple[int, ...]:
    """Read a table of scales in braces to the end of a list; return its sizes."""
    if depth == DEEPEST_TABLE:
        p.fail(f"expected at most {DEEPEST_TABLE} dimensions of scales")
    p.expect("{")
    inner: list[tuple[int, ...]] = []
    while not inner or p.accept(","):
        offset = p.pos
        if p.at("{"):
            inner.append(_read_table(p, pairs, depth + 1))
        else:
            pairs.append(_read_scale(p))
            inner.append(())
        if inner[-1] != inner[0]:
            p.fail("expected as many scales in each part of a table", offset)
    p.expect("}")
    return (len(inner), *inner[0])


def _as_stored(scale: float, zero_point: int, storage: IntegerType, expressed: FloatType) -> tuple[float, int]:
    """Return a scale of a block as MLIR keeps it: as a number of the expressed type and a signed integer."""
    format = expressed.format
    return format.to_float(format.from_float(scale)), signed([zero_point % 2**storage.width], storage.width)[0]


# -- Casts -------------------------------------------------------------------------------------------------------------


def _element_type(type: Type) -> Type:
    return type.element_type if isinstance(type, (TensorType, UnrankedTensorType)) else type


def _scalars_or_tensors(of: str, kind: type[Type] | tuple[type[Type], ...]) -> TypeConstraint:
    return TypeConstraint(f"scalar or tensor of {of}", lambda type: isinstance(_element_type(type), kind))


any_float = _scalars_or_tensors("float", FloatType)
any_quantized = _scalars_or_tensors("quantized type", QuantizedType)
integer_or_quantized = _scalars_or_tensors("integer or quantized type", (IntegerType, QuantizedType))


def _expressed(quantized: QuantizedType) -> Type | None:
    return getattr(quantized, "expressed", None)


def _stored(quantized: QuantizedType) -> Type | None:
    return IntegerType(quantized.storage.width)


class CastOp(Op):
    """Base of casts: the types have one shape, which has a place for each scale."""

    input: Operand
    result: Result
    counterpart: ClassVar[Callable[[QuantizedType], Type | None]]
    """Gives the type whose numbers are cast to or from a quantized one."""
    syntax = "$input attr-dict `:` type($input) `to` type($result)"

    def verify(self, report: Report) -> None:
        types = [self.input.type, self.result.type]
        shapes = [getattr(type, "shape", None) for type in types]
        scalars = [not isinstance(type, (TensorType, UnrankedTensorType)) for type in types]
        if shapes[0] != shapes[1] or scalars[0] != scalars[1]:
            report.error("quant_cast_c1", f"types must have one shape, but got '{types[0]}' and '{types[1]}'")
        elements = [_element_type(type) for type in types]
        if sum(isinstance(element, QuantizedType) for element in elements) != 1:
            report.error("quant_cast_c2", f"one of the types must be quantized, but got {spelled(elements)}")
            return
        for type, other in (types, reversed(types)):
            quantized = _element_type(type)
            if isinstance(quantized, QuantizedType):
                self._verify_elements(quantized, _element_type(other), report)
                if isinstance(quantized, UniformQuantizedType) and not isinstance(type, UnrankedTensorType):
                    _verify_table(quantized, getattr(type, "shape", None), report)

    def _verify_elements(self, quantized: QuantizedType, other: Type, report: Report) -> None:
        wanted = type(self).counterpart(quantized)
        if other is not wanted:
            shown = "a known type" if wanted is None else f"type '{wanted}'"
            report.error("quant_cast_c2", f"expected elements of {shown}, but got '{other}'")


def _verify_table(type: UniformQuantizedType, shape: Sequence[int] | None, report: Report) -> None:
    """Report scales that do not fit the positions, or the blocks, of a tensor."""
    if not type.table:
        return
    if shape is None:
        report.error("quant_cast_c3", "a scalar has one scale, but got a table of them")
    elif max((-1, *type.axes)) >= len(shape) or not (type.is_by_axis or len(type.table) == len(shape)):
        report.error("quant_cast_c3", f"scales must fit {len(shape)} dimensions, but got '{type}'")
    else:
        wanted = _table_of(type, shape)
        if any(size not in (DYNAMIC, have) for size, have in zip(wanted, type.table, strict=True)):
            shown = "x".join("?" if size == DYNAMIC else str(size) for size in wanted)
            report.error("quant_cast_c3", f"expected {shown} scales, but got {'x'.join(map(str, type.table))}")
        for axis, block in zip(type.axes, type.blocks, strict=False):
            if shape[axis] != DYNAMIC and shape[axis] % block:
                report.error("quant_cast_c3", f"size {shape[axis]} must be a multiple of the block's size {block}")


def _table_of(type: UniformQuantizedType, shape: Sequence[int]) -> list[int]:
    """Return the sizes of the table of scales that a tensor has: 1 along an axis that is not cut into blocks."""
    if type.is_by_axis:
        return [shape[type.axes[0]]]
    blocks = dict(zip(type.axes, type.blocks, strict=True))
    counts = [1] * len(shape)
    for axis, block in blocks.items():
        counts[axis] = DYNAMIC if shape[axis] == DYNAMIC else shape[axis] // block
    return counts


@op("quant.qcast", traits=(Pure,))
class QuantizeCastOp(CastOp):
    """Store numbers as integers.

    Rules: (quant_cast_c1) the types have one shape. (quant_cast_c2) the elements are those that the quantized type
    stands for. (quant_cast_c3) there is a scale for each position along its axis, or for each block.
    Example: %q = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 0.5:3>>
    """

    input: Operand = operand(any_float)
    result: Result = result(any_quantized)
    counterpart = staticmethod(_expressed)


@op("quant.dcast", traits=(Pure,))
class DequantizeCastOp(CastOp):
    """The numbers that stored integers stand for.

    Rules: (quant_cast_c1) the types have one shape. (quant_cast_c2) the elements are those that the quantized type
    stands for. (quant_cast_c3) there is a scale for each position along its axis, or for each block.
    Example: %x = quant.dcast %q : tensor<4x!quant.uniform<i8:f32, 0.5:3>> to tensor<4xf32>
    """

    input: Operand = operand(any_quantized)
    result: Result = result(any_float)
    counterpart = staticmethod(_expressed)


@op("quant.scast", traits=(Pure,))
class StorageCastOp(CastOp):
    """Take integers as stored numbers, or stored numbers as the integers that they are.

    Rules: (quant_cast_c1) the types have one shape. (quant_cast_c2) the integers are those that the quantized type
    stores. (quant_cast_c3) there is a scale for each position along its axis, or for each block.
    Example: %q = quant.scast %i : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 0.5:3>>
    """

    input: Operand = operand(integer_or_quantized)
    result: Result = result(integer_or_quantized)
    counterpart = staticmethod(_stored)


DIALECT = Dialect.collect("quant", globals())
