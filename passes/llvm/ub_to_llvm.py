"""The lowering of `ub` to `llvm`: poison, and unreachable code."""

from __future__ import annotations

from dlc.dialects import llvm
from dlc.dialects.ub import PoisonOp, UnreachableOp
from dlc.ir.patterns import Match

from ..rewriting.conversion import ConversionRewriter, Converted, conversion


@conversion(PoisonOp)
def lower_poison(op: PoisonOp, new: Converted, rw: ConversionRewriter) -> Match:
    """ub.poison  ->  llvm.mlir.poison, for each value that a memref consists of"""
    poison_values = [rw.insert_before(op, llvm.PoisonOp(type)).res for type in new.result_types]
    return rw.replace_with_many(op, [poison_values])


@conversion(UnreachableOp)
def lower_unreachable(op: UnreachableOp, new: Converted, rw: ConversionRewriter) -> Match:
    """ub.unreachable  ->  llvm.unreachable"""
    return rw.replace(op, llvm.UnreachableOp())


PATTERNS = (lower_poison, lower_unreachable)
