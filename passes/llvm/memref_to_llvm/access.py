"""Element accesses of memrefs: loads, stores, atomic updates, prefetches."""

from __future__ import annotations

from dlc.dialects import llvm
from dlc.dialects.llvm.attributes import ATOMIC_OPERATIONS
from dlc.dialects.memref import AtomicRMWOp, AtomicYieldOp, GenericAtomicRMWOp, LoadOp, PrefetchOp, StoreOp
from dlc.ir import Block, InsertionPoint, Operation, Type, Value
from dlc.ir.builtin_attributes import UNIT, IntegerAttr, UnitAttr
from dlc.ir.builtin_types import FloatType, IntegerType, i8, i32, i64
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.calling_convention import as_one, from_one, single_type
from ..lowering.elementwise import format_without_arithmetic
from ..lowering.memref_parts import MemRefParts, element_address
from ..lowering.type_converter import converter_of


@conversion(LoadOp)
def lower_load(op: LoadOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.load %m[%i]  ->  llvm.load of the element's address"""
    type = op.result.type
    kind = single_type(converter_of(rw), type)
    address = element_address(rw, op, MemRefParts.of(rw, op.memref), new.indices)
    stored = i8 if _is_in_low_bits(kind) else kind
    load = llvm.LoadOp(address, stored, alignment=op.alignment, nontemporal=_unit(op.nontemporal))
    value = rw.insert_before(op, load).res
    if stored is not kind:
        value = rw.insert_before(op, llvm.TruncOp(value, kind)).res
    return rw.replace_with_many(op, [from_one(rw, op, type, value)])


def _is_in_low_bits(kind: Type) -> bool:
    """Return whether elements use only the low bits of their byte: in arrays of callers, the others may be set."""
    return isinstance(kind, IntegerType) and 1 < kind.width < i8.width


@conversion(StoreOp)
def lower_store(op: StoreOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.store %x, %m[%i]  ->  llvm.store to the element's address"""
    address = element_address(rw, op, MemRefParts.of(rw, op.memref), new.indices)
    value = as_one(rw, op, op.value)
    return rw.replace(op, llvm.StoreOp(value, address, alignment=op.alignment, nontemporal=_unit(op.nontemporal)))


def _unit(flag: IntegerAttr | None) -> UnitAttr | None:
    return UNIT if flag is not None and flag.value else None


@conversion(PrefetchOp)
def lower_prefetch(op: PrefetchOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.prefetch  ->  llvm.intr.prefetch; ahead of the last elements there may be none"""
    address = element_address(rw, op, MemRefParts.of(rw, op.memref), new.indices, exists=False)
    write, data = (IntegerAttr(int(bool(flag.value)), i32) for flag in (op.isWrite, op.isDataCache))
    return rw.replace(op, llvm.PrefetchOp(address, write, op.localityHint, data))


# -- Atomic ------------------------------------------------------------------------------------------------------------

_OPERATIONS = {
    "addf": "fadd",
    "addi": "add",
    "andi": "_and",
    "assign": "xchg",
    "maxnumf": "fmax",
    "maxs": "max",
    "maxu": "umax",
    "minnumf": "fmin",
    "mins": "min",
    "minu": "umin",
    "ori": "_or",
    "xori": "_xor",
}
"""Kinds of atomic updates that LLVM has an instruction for."""
_BY_RETRY = {"maximumf": llvm.MaximumOp, "minimumf": llvm.MinimumOp, "mulf": llvm.FMulOp, "muli": llvm.MulOp}
"""Kinds of atomic updates that compare and exchange until no other thread has intervened."""
ACQ_REL, MONOTONIC = llvm.ordering("acq_rel"), llvm.ordering("monotonic")


@conversion(AtomicRMWOp)
def lower_atomic(op: AtomicRMWOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.atomic_rmw  ->  llvm.atomicrmw; by compare and exchange, where there is no such instruction"""
    word = op.kind_name
    unknown = None if word == "assign" else format_without_arithmetic(op)
    if unknown is not None:
        return rw.no_match(f"LLVM does not compute with '{unknown}'")
    retried = _BY_RETRY.get(word)
    address = element_address(rw, op, MemRefParts.of(rw, op.memref), new.indices)
    if retried is None:
        kind = IntegerAttr(ATOMIC_OPERATIONS[_OPERATIONS[word]], i64)
        return rw.replace(op, llvm.AtomicRMWOp(kind, address, new.value, ACQ_REL))
    block = op.block
    rest = rw.split_block(op)
    attempt = _attempt_behind(rw, op, block, address, new.value.type)
    with rw.at(InsertionPoint.at_end(attempt)):
        changed = rw.insert(retried(attempt.args[0], new.value)).results[0]
        _exchange_or_retry(rw, op, attempt, address, changed, rest)
    return rw.replace(op, attempt.args[0])


@conversion(GenericAtomicRMWOp)
def lower_generic_atomic(op: GenericAtomicRMWOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.generic_atomic_rmw  ->  its body, by compare and exchange until nobody came in between"""
    if not op.atomic_body.has_one_block or not isinstance(op.atomic_body.entry.last, AtomicYieldOp):
        return rw.no_match("its body has several blocks")
    block, body = op.block, op.atomic_body.entry
    address = element_address(rw, op, MemRefParts.of(rw, op.memref), new.indices)
    rest = rw.split_block(op)
    [kind] = new.result_types
    attempt = _attempt_behind(rw, op, block, address, kind)
    yielded = body.last
    assert isinstance(yielded, AtomicYieldOp), "asked above"
    result = yielded.result
    rw.erase(yielded)
    attempt.take_all_ops(body)
    rw.replace_argument(body.args[0], attempt.args)
    with rw.at(InsertionPoint.at_end(attempt)):
        _exchange_or_retry(rw, op, attempt, address, rw.converted_to_one(result), rest)
    return rw.replace(op, result)


def _attempt_behind(rw: ConversionRewriter, op: Operation, block: Block, address: Value, kind: Type) -> Block:
    """Return a new block after `block`, which branches to it with the current element."""
    attempt = Block((kind,))
    block.region.insert_before(attempt, block.next)
    with rw.at(InsertionPoint.at_end(block), rw.provenance(op.location)):
        rw.insert(llvm.BrOp(attempt, [rw.insert(llvm.LoadOp(address, kind)).res]))
    return attempt


def _exchange_or_retry(
    rw: ConversionRewriter, op: Operation, attempt: Block, address: Value, changed: Value, rest: Block
) -> None:
    """Store `changed` and branch to `rest` if the element has not changed; otherwise try again with its new value."""
    kind, before, after = changed.type, attempt.args[0], changed
    with rw.at(None, rw.provenance(op.location)):
        bits = IntegerType(kind.width) if isinstance(kind, FloatType) else kind
        if bits is not kind:
            before, after = (rw.insert(llvm.BitcastOp(value, bits)).res for value in (before, after))
        pair = rw.insert(llvm.AtomicCmpXchgOp(address, before, after, ACQ_REL, MONOTONIC)).res
        current = rw.insert(llvm.ExtractValueOp.of(pair, 0)).res
        done = rw.insert(llvm.ExtractValueOp.of(pair, 1)).res
        if bits is not kind:
            current = rw.insert(llvm.BitcastOp(current, kind)).res
        rw.insert(llvm.CondBrOp(done, rest, attempt, (), [current]))


PATTERNS = (lower_load, lower_store, lower_prefetch, lower_atomic, lower_generic_atomic)
