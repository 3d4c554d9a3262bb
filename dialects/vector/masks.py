"""Masks, ops under a mask, and what else says something about vectors as a whole: `step`, `vscale`, `print`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Block, Location, Operation, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, StringAttr, bool_attr, i64_array
from dlc.ir.builtin_constraints import i64_dense_array, index_type, string_attr
from dlc.ir.constraints import any_type, attribute_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.index_lists import known_index
from dlc.ir.interfaces import Effect, FoldResult, MemoryEffects
from dlc.ir.locations import PendingLocation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.signatures import read_types
from dlc.ir.traits import Pure, RecursiveMemoryEffects, ReturnLike, SingleBlock
from dlc.ir.values import constant_of

from .attributes import NEWLINE, PrintPunctuationAttr
from .constraints import any_mask, mask_with_dims, printable, steps_1d, vector_type

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

# -- Masks -----------------------------------------------------------------------------------------------------------


@op("vector.constant_mask", traits=(Pure,))
class ConstantMaskOp(Op):
    """Bits that are set where each index is less than the size given for its dimension.

    Rules: (constant_mask_c1) there is a size for each dimension; one, that is 0 or 1, for a vector of rank 0.
    (constant_mask_c2) it is not more than that of the vector. (constant_mask_c3) if one is 0, all are.
    (constant_mask_c4) in scalable dimensions all or none are set.
    Example: %k = vector.constant_mask [3, 2] : vector<4x8xi1>
    """

    mask_dim_sizes: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_mask)
    syntax = "$mask_dim_sizes attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        type, sizes = vector_type(self.result), self.mask_dim_sizes.elements
        if not type.shape:
            if len(sizes) != 1 or sizes[0] not in (0, 1):
                report.error(
                    "constant_mask_c1", f"mask dim size must be either 0 or 1 for 0-D vectors, but got {list(sizes)}"
                )
            return
        if len(sizes) != len(type.shape):
            report.error(
                "constant_mask_c1",
                f"must specify array attr of size equal vector result rank, {len(type.shape)}, but got {len(sizes)}",
            )
            return
        for size, extent, scalable in zip(sizes, type.shape, type.scalable_dims, strict=True):
            if not 0 <= size <= extent:
                report.error(
                    "constant_mask_c2",
                    f"array attr of size out of bounds of vector result dimension size, {extent}, but got {size}",
                )
                return
            if scalable and size not in (0, extent):
                report.error(
                    "constant_mask_c4",
                    f"only supports 'none set' or 'all set' scalable dimensions, but got {size} of {extent}",
                )
        if 0 in sizes and any(sizes):
            report.error(
                "constant_mask_c3",
                "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"
                f", but got {list(sizes)}",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a mask that is all true or all false to a constant."""
        type = vector_type(self.result)
        sizes = self.mask_dim_sizes.elements
        if any(sizes) and sizes != (type.shape or (1,)):
            return None
        return [DenseElementsAttr.splat(type, bool_attr(any(sizes)))]


@op("vector.create_mask", traits=(Pure,))
class CreateMaskOp(Op):
    """Bits that are set where each index is less than the operand for its dimension.

    Rules: (create_mask_c1) there is an operand for each dimension; one for a vector of rank 0.
    Example: %k = vector.create_mask %i, %j : vector<4x8xi1>
    """

    bounds: VariadicOperand = variadic_operand(index_type)
    result: Result = result(any_mask)
    syntax = "$bounds attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        rank, got = len(self.result.shape), len(self.bounds)
        if rank == 0 and got != 1:
            report.error("create_mask_c1", f"must specify exactly one operand for 0-D create_mask, but got {got}")
        elif rank and got != rank:
            report.error(
                "create_mask_c1", f"must specify an operand for each result vector dimension, {rank}, but got {got}"
            )


@canonicalization(CreateMaskOp)
def mask_of_constants(op: CreateMaskOp, rw: Rewriter) -> Match:
    """create_mask of constants -> constant_mask.  Terminates: the result is a different op."""
    type = vector_type(op.result)
    shape, scalable = type.shape or (1,), type.scalable_dims or (False,)
    sizes: list[int] = []
    for bound, extent, scales in zip(op.bounds, shape, scalable, strict=True):
        known = _bound(bound, extent, scales)
        if known is None:
            return rw.no_match("not all bounds are known")
        sizes.append(known)
    if 0 in sizes:
        sizes = [0] * len(sizes)
    return rw.replace(op, ConstantMaskOp(i64_array(sizes), type))


def _bound(bound: Value, extent: int, scalable: bool) -> int | None:
    """Return the number of set bits in a dimension, if it is known; a scalable one has all or none set."""
    number = known_index(bound)
    if number is not None and not scalable:
        return min(max(number, 0), extent)
    if number is not None:
        return 0 if number <= 0 else None
    if not scalable:
        return None
    product = bound.defining_op
    if isinstance(product, VectorScaleOp):
        return extent if extent == 1 else None
    if product is None or product.name != "arith.muli":
        return None
    factors = [known_index(value) for value in product.operands]
    scales = [isinstance(value.defining_op, VectorScaleOp) for value in product.operands]
    factor = next((n for n, other in zip(factors, reversed(scales), strict=True) if n is not None and other), None)
    return extent if factor is not None and factor >= extent else None


@op("vector.mask", traits=(SingleBlock, RecursiveMemoryEffects))
class MaskOp(Op):
    """Runs the one op in its region where the mask is set; where it is not, results are those of the pass-through.

    Rules: (mask_c1) the region has one op at most, and then a `vector.yield`. (mask_c2) that gives the results, and
    nothing else. (mask_c3) a pass-through has the result's type.
    Example: %s = vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
    """

    mask: Operand = operand(mask_with_dims)
    passthru: OptionalOperand = optional_operand(any_type, default=None, kw_only=True)
    outputs: VariadicResult = variadic_result(any_type, default=())
    maskRegion: Region = region(default=None)  # noqa: N815 (MLIR's name)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> MaskOp:
        offset = p.pos
        names = [p.value_name()]
        if p.accept(","):
            names.append(p.value_name())
        body = p.region()
        _ensure_yield(body, location)
        attributes = p.attr_dict()
        p.expect(":")
        mask = p.type()
        types: list[Type] = []
        if p.accept("->"):
            types = read_types(p)
        values = [p.resolve(names[0], offset, mask)]
        if len(names) > 1:
            if not types:
                p.fail("expected a result type, which is that of the pass-through", offset)
            values.append(p.resolve(names[1], offset, types[0]))
        return cls.create(values, types, {}, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.names_of(self.operands)} {{ ")
        inner = self.masked_op
        last = self.maskRegion.entry.last
        shown = inner if inner is not None else last
        if shown is not None:
            p.operation_body(shown)
        p.write(" }")
        p.attr_dict(self)
        p.write(f" : {p.type(self.mask.type)}")
        if self.results:
            types = p.types_of(self.result_types)
            p.write(f" -> {types}" if len(self.results) == 1 else f" -> ({types})")

    @property
    def masked_op(self) -> Operation | None:
        """The op that runs under the mask."""
        first = None if self.maskRegion.is_empty else self.maskRegion.entry.first
        return None if isinstance(first, YieldOp) else first

    def verify(self, report: Report) -> None:
        if self.maskRegion.is_empty:
            report.error("mask_c1", "expects a terminator within the mask region")
            return
        block = self.maskRegion.entry
        count = sum(1 for _ in block.ops)
        last = block.last
        if not isinstance(last, YieldOp):
            got = "nothing" if last is None else last.name
            report.error("mask_c1", f"expects a 'vector.yield' at the end of the mask region, but got '{got}'")
            return
        if count > 2:
            report.error("mask_c1", f"expects only one operation to mask, but got {count - 1}")
        elif count == 2 and block.first is not None and list(last.operands) != list(block.first.results):
            message = "expects all the results from the MaskableOpInterface to be returned by the terminator"
            report.error("mask_c2", message)
        if last.operand_types != self.result_types:
            got = spelled(last.operand_types)
            report.error("mask_c2", f"expects result types to match those of the terminator, but got {got or 'none'}")
        elif self.passthru is not None and (not self.results or self.passthru.type is not self.results[0].type):
            report.error("mask_c3", f"expects passthru type to match result type, but got '{self.passthru.type}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """mask { yield x } -> x, if there is no op to mask."""
        if self.masked_op is not None or self.maskRegion.is_empty or not self.results or self.passthru is not None:
            return None
        last = self.maskRegion.entry.last
        return list(last.operands) if last is not None else None


def _ensure_yield(body: IRRegion, location: Location | PendingLocation) -> None:
    """Add the terminator that the text may leave out; it yields the results of the masked op."""
    if body.is_empty:
        body.append(Block())
    block = body.entry
    last = block.last
    if not isinstance(last, YieldOp):
        block.append(YieldOp.create([] if last is None else last.results, location=location))


@canonicalization(MaskOp)
def masked_with_all_set(op: MaskOp, rw: Rewriter) -> Match:
    """mask(all ones) { x } -> x.  Terminates: removes a mask."""
    inner = op.masked_op
    if inner is None or mask_state(op.mask) is not True:
        return rw.no_match("some bits may not be set, or nothing is masked")
    last = op.maskRegion.entry.last
    if last is not None:
        rw.erase(last)
    rw.inline_block_before(op.maskRegion.entry, op, ())
    return rw.replace(op, list(inner.results))


def mask_state(mask: Value) -> bool | None:
    """True where all bits are set, False where none is, `None` where that is not known."""
    constant = mask.defined_by(ConstantMaskOp)
    if constant is not None:
        sizes = constant.mask_dim_sizes.elements
        return True if sizes == (constant.result.shape or (1,)) else None if any(sizes) else False
    value = constant_of(mask)
    if isinstance(value, DenseElementsAttr):
        bits = value.stored_bits()
        return bool(bits[0]) if all(bit == bits[0] for bit in bits) else None
    return None


@op("vector.yield", traits=(Pure, ReturnLike))
class YieldOp(Op):
    """Ends a region of a vector op, and gives its results.

    Example: vector.yield %v : vector<8xf32>
    """

    inputs: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($inputs^ `:` type($inputs))?"


# -- Others ----------------------------------------------------------------------------------------------------------


@op("vector.step", traits=(Pure,))
class StepOp(Op):
    """0, 1, 2, and so on.

    Example: %s = vector.step : vector<8xindex>
    """

    result: Result = result(steps_1d)
    syntax = "attr-dict `:` type($result)"


@op("vector.vscale", traits=(Pure,))
class VectorScaleOp(Op):
    """Return the multiple by which scalable vectors are larger than written.

    Example: %n = vector.vscale
    """

    res: Result = inferred_result(index_type)
    syntax = "attr-dict"

    def result_names(self) -> Sequence[str | None]:
        return ("vscale",)


class WritesToTerminal(MemoryEffects):
    """Has an effect that must happen, at no place in memory."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return [Effect("write")]


@op("vector.print", interfaces=(WritesToTerminal,))
class PrintOp(Op):
    """Print a value and punctuation, or a text, to the terminal.

    Rules: (print_c1) with a text there is no value, and the punctuation is a new line.
    Example: vector.print %v : vector<8xf32> punctuation <comma>
    """

    source: OptionalOperand = optional_operand(printable, default=None)
    punctuation: Attr[PrintPunctuationAttr] = attr(
        attribute_of(PrintPunctuationAttr, "Punctuation for separating vectors or vector elements"), default=NEWLINE
    )
    stringLiteral: Attr[StringAttr | None] = optional_attr(string_attr, default=None)  # noqa: N815 (MLIR's name)
    syntax = "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict"

    def verify(self, report: Report) -> None:
        if self.stringLiteral is not None and (self.source is not None or self.punctuation is not NEWLINE):
            report.error(
                "print_c1",
                "failed to verify that `source` or `punctuation` are not set when printing strings"
                f", but got '{self.stringLiteral.value}' with more",
            )
