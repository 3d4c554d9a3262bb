"""Simplification of scans: work on slices that does not need what is carried leaves the loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import BlockArgument, Value
from dlc.ir.builtin_attributes import i64_array
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern

from ..matching import insert


@pattern(graph.ContractOp)
def contract_slices_before_scan(op: graph.ContractOp, rw: Rewriter) -> Match:
    """scan over (e = x) { contract(e, w) } -> scan over (p = contract(x, w)) { p }, for w from outside the scan.

    A recurrent network multiplies all its inputs by their weights in one product of matrices.

    Terminates: removes a contraction from a scan."""
    scan = op.parent_op
    if not isinstance(scan, graph.ScanOp):
        return rw.no_match("not in a scan")
    source = _source_of(op.lhs, scan)
    if source is None:
        return rw.no_match("lhs is not a slice")
    if len(op.operands) != 2 or op.lhs_batch.elements:
        return rw.no_match("has zero points or batches")
    if op.rhs.is_inside(scan):
        return rw.no_match("rhs is computed in the scan")
    type = tensor_of((shape_of(source)[0], *shape_of(op.result)), element_of(op.result))
    contracting = i64_array([dim + 1 for dim in op.lhs_contracting.elements])
    product = graph.ContractOp(source, op.rhs, op.lhs_batch, op.rhs_batch, contracting, op.rhs_contracting, type)
    product.location = op.location
    sources = [*scan.sources, insert(scan, product, rw)]
    slice = scan.body.entry.add_argument(op.result.type, op.location)
    rw.replace(op, slice)
    types = [value.type for value in scan.outputs], [value.type for value in scan.stacked]
    new_scan = graph.ScanOp(scan.inits, sources, *types, scan.reverse, attributes=scan.attributes)
    rw.insert_before(scan, new_scan)
    rw.take_blocks(scan.body, new_scan.body)
    return rw.replace(scan, new_scan)


def _source_of(value: Value, scan: graph.ScanOp) -> Value | None:
    """Return the tensor whose slice a value is, or `None` if it is none."""
    if not isinstance(value, BlockArgument) or value.owner is not scan.body.entry or value.index < len(scan.inits):
        return None
    return scan.sources[value.index - len(scan.inits)]


PATTERNS: Sequence[Pattern[Any]] = (contract_slices_before_scan,)
