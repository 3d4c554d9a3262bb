"""Sums of products: `graph.contract`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import DenseArrayAttr, Type, Value
from dlc.ir.builtin_constraints import i64_dense_array
from dlc.ir.definition import Attr, Operand, OptionalOperand, Result, attr, op, operand, optional_operand, result
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Shape

from .accumulation import check_accumulator, check_zero_point
from .bases import GraphOp
from .movement import TransposeOp
from .rules import Findings, dims_in_range, same_size
from .tensors import element_of, number_tensor


@op("graph.contract", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ContractOp(GraphOp):
    """Sums of products: batch dimensions run along in both, contracting dimensions are summed over, and the result has
    the batch dimensions, then the others of lhs, then the others of rhs.

    Elements are brought to the element type of the result first, which may be wider; integers wrap there. Floats are
    summed in any order, at least as precisely as the result is. A zero point, which is one number or one for each place
    along the dimensions of its operand that are not contracted, is subtracted from what it belongs to beforehand.

    Rules: (contract_c1) the result's sizes follow. (contract_c2) batch dimensions are as many, and contracting
    dimensions too. (contract_c3) dimensions are there, each used once. (contract_c4) sizes of paired dimensions agree.
    (contract_c5) elements of the result hold every element of both sides. (contract_c6) a zero point is for integers,
    of their type, and has no dimensions or those of its operand that are not contracted.
    Example: %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<4x8xi8>, tensor<8x2xi8> -> tensor<4x2xi32>
    """

    lhs: Operand = operand(number_tensor)
    rhs: Operand = operand(number_tensor)
    lhs_batch: Attr[DenseArrayAttr] = attr(i64_dense_array, function_default=())
    rhs_batch: Attr[DenseArrayAttr] = attr(i64_dense_array, function_default=())
    lhs_contracting: Attr[DenseArrayAttr] = attr(i64_dense_array)
    rhs_contracting: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(number_tensor, parts={"element": None})
    lhs_zero_point: OptionalOperand = optional_operand(number_tensor, default=None, kw_only=True)
    rhs_zero_point: OptionalOperand = optional_operand(number_tensor, default=None, kw_only=True)
    syntax = (
        "$lhs `,` $rhs `,` `batch` `=` $lhs_batch `x` $rhs_batch `,` `contracting` `=` $lhs_contracting `x` "
        "$rhs_contracting (`lhs_zero_point` $lhs_zero_point^ `:` type($lhs_zero_point))? (`rhs_zero_point` "
        "$rhs_zero_point^ `:` type($rhs_zero_point))? attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
    )

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type that the result's type declares."""
        return [element_of(self.result)]

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Batch dimensions, then those of lhs, then those of rhs."""
        lhs, rhs, *points = shapes
        if not self._check_pairs(lhs, rhs, report):
            return None
        check_accumulator(report, "contract_c5", element_of(self.result), self.lhs, self.rhs)
        self._check_zero_points(lhs, rhs, points, report)
        batch, left, right = self.lhs_batch.elements, self.lhs_contracting.elements, self.rhs_contracting.elements
        kept = [size for dim, size in enumerate(lhs) if dim not in (*batch, *left)]
        kept += [size for dim, size in enumerate(rhs) if dim not in (*self.rhs_batch.elements, *right)]
        return [(*(lhs[dim] for dim in batch), *kept)]

    def _check_pairs(self, lhs: Shape, rhs: Shape, report: Findings) -> bool:
        pairs = (("batch", self.lhs_batch, self.rhs_batch), ("contracting", self.lhs_contracting, self.rhs_contracting))
        for role, left, right in pairs:
            if len(left.elements) != len(right.elements):
                report.error(
                    "contract_c2",
                    f"{role} dimensions must be as many on both sides"
                    f", but got {list(left.elements)} and {list(right.elements)}",
                )
                return False
        used = (*self.lhs_batch.elements, *self.lhs_contracting.elements)
        used_right = (*self.rhs_batch.elements, *self.rhs_contracting.elements)
        for side, dims, shape in (("lhs", used, lhs), ("rhs", used_right, rhs)):
            if not dims_in_range(report, "contract_c3", f"dimensions of {side}", dims, len(shape)):
                return False
        for a, b in zip(used, used_right, strict=True):
            same_size(report, "contract_c4", f"sizes of lhs dimension {a} and rhs dimension {b}", lhs[a], rhs[b])
        return True

    def _check_zero_points(self, lhs: Shape, rhs: Shape, points: Sequence[Shape], report: Findings) -> None:
        shapes = iter(points)
        for which, side, point, shape, summed in (
            ("lhs", self.lhs, self.lhs_zero_point, lhs, self.lhs_contracting.elements),
            ("rhs", self.rhs, self.rhs_zero_point, rhs, self.rhs_contracting.elements),
        ):
            if point is not None:
                allowed = tuple(size for dim, size in enumerate(shape) if dim not in summed)
                check_zero_point(report, "contract_c6", which, side, point, next(shapes), allowed)


# -- Canonicalization --------------------------------------------------------------------------------------------------


@canonicalization(ContractOp)
def contract_transposed_lhs(op: ContractOp, rw: Rewriter) -> Match:
    """contract(transpose(x, p), y, dims) -> contract(x, y, p[dims]), if p keeps the order of what is not paired.

    Terminates: removes a transpose."""
    inner = op.lhs.defined_by(TransposeOp)
    paired = (*op.lhs_batch.elements, *op.lhs_contracting.elements)
    if inner is None or op.lhs_zero_point is not None or not _keeps_order(inner, paired):
        return rw.no_match("lhs is not a transpose of paired dimensions only")
    return rw.replace(op, _with_sides(op, inner.source, op.rhs, inner.order.elements, None))


@canonicalization(ContractOp)
def contract_transposed_rhs(op: ContractOp, rw: Rewriter) -> Match:
    """contract(x, transpose(y, p), dims) -> contract(x, y, p[dims]), if p keeps the order of what is not paired.

    Terminates: removes a transpose."""
    inner = op.rhs.defined_by(TransposeOp)
    paired = (*op.rhs_batch.elements, *op.rhs_contracting.elements)
    if inner is None or op.rhs_zero_point is not None or not _keeps_order(inner, paired):
        return rw.no_match("rhs is not a transpose of paired dimensions only")
    return rw.replace(op, _with_sides(op, op.lhs, inner.source, None, inner.order.elements))


def _keeps_order(transpose: TransposeOp, paired: Sequence[int]) -> bool:
    """Return whether dimensions that are not paired come in the same order before and after."""
    kept = [source for dim, source in enumerate(transpose.order.elements) if dim not in paired]
    return kept == sorted(kept)


def _with_sides(
    op: ContractOp, lhs: Value, rhs: Value, lhs_order: Sequence[int] | None, rhs_order: Sequence[int] | None
) -> ContractOp:
    """Return the same contraction on the sources of transposed operands."""
    return ContractOp(
        lhs,
        rhs,
        _renumbered(op.lhs_batch, lhs_order),
        _renumbered(op.rhs_batch, rhs_order),
        _renumbered(op.lhs_contracting, lhs_order),
        _renumbered(op.rhs_contracting, rhs_order),
        op.result.type,
        lhs_zero_point=op.lhs_zero_point,
        rhs_zero_point=op.rhs_zero_point,
        attributes=op.attributes,
    )


def _renumbered(dims: DenseArrayAttr, order: Sequence[int] | None) -> DenseArrayAttr:
    if order is None:
        return dims
    return DenseArrayAttr(dims.element_type, tuple(order[dim] for dim in dims.elements))
