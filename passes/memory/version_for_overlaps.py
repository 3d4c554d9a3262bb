"""The pass `version-for-overlaps`: functions whose memory arguments may overlap get a version for those that do not.

    func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {      func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
      …                                                         %apart = (where %a ends is before %b, or after it)
    }                                                   =>      loop.when %apart { call @f_apart(%a, %b) }
                                                                else { call @f_overlapping(%a, %b) }
                                                              }

Arguments of the first version are `llvm.noalias`, so that its loops can be scheduled. The other one is left to LLVM.
Only functions are versioned that have loops, and arguments of which one is written and another one accessed; those with
a schedule are not, nor those with memory whose elements are not one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import prod

from dlc.dialects import arith, func, loop, memref
from dlc.dialects.loop.for_loop import TRY_SCHEDULE
from dlc.ir import ArrayAttr, BlockArgument, Builder, Operation, StringAttr, Type, Value
from dlc.ir.builtin_attributes import UNIT, DictionaryAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width, index
from dlc.ir.effects import iterate_effects
from dlc.ir.symbol_table import SymbolTable

from ..generic.functions import functions_in
from ..loops.analysis.nests import is_scheduled, loops_in
from ..manager import Pass, PassRun, statistic
from .aliases import NO_ALIAS, may_share_memory, origin_of
from .constant_memory import ConstantMemory

MOST_OPS = 2000
"""The number of ops of a function up to which it is worth another version."""
APART, OVERLAPPING = "_apart", "_overlapping"
"""The ends of the names of both versions."""
Pair = tuple[BlockArgument, BlockArgument]


class VersionForOverlaps(Pass):
    """Copy functions whose memory arguments may overlap, for calls in which they do not

    Example: version-for-overlaps
        func.func @double(%x: memref<8xf32>, %y: memref<8xf32>) {
          loop.for %i = 0 to 8 {
            %0 = loop.load %x[%i] : memref<8xf32>
            %1 = arith.addf %0, %0 : f32
            loop.store %1, %y[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "version-for-overlaps"
    anchor = "builtin.module"
    versioned = statistic("num-versioned", "Number of functions that got another version")

    def run(self, op: Operation, run: PassRun) -> None:
        candidates = [function for function in functions_in(op) if _has_arguments_and_loops(function)]
        if not candidates:
            run.mark_unchanged()
            return
        constants = ConstantMemory(op)
        pairs = {function: unclear_pairs(function, constants) for function in candidates}
        versioned = {function: each for function, each in pairs.items() if each}
        run.count_changes(self.versioned, len(versioned))
        if versioned:
            symbols = SymbolTable(op)
            for function, each in versioned.items():
                version(function, each, symbols)


def _has_arguments_and_loops(function: func.FuncOp) -> bool:
    """Return whether a function takes several memrefs and returns none, and has loops in a single block."""
    takes, returns = (
        sum(isinstance(each, MemRefType) for each in types) for types in (function.type.inputs, function.type.results)
    )
    if takes < 2 or returns or function.is_declaration() or len(list(function.body.blocks)) != 1:
        return False
    return any(isinstance(op, loop.ForOp) for op in function.owners_of_regions())


def unclear_pairs(function: func.FuncOp, constants: ConstantMemory) -> Sequence[Pair]:
    """Return the pairs of arguments that may overlap, if loops can be scheduled where they do not."""
    if any(map(is_scheduled, loops_in(function))) or sum(1 for _ in function.walk()) > MOST_OPS:
        return []
    accessed = _accessed(function, constants) or {}
    pairs = [
        (first, second)
        for first, second in combinations(accessed, 2)
        if (accessed[first] or accessed[second]) and may_share_memory(origin_of(first), origin_of(second))
    ]
    return pairs if all(_is_in_one_piece(each.type) for pair in pairs for each in pair) else []


def _accessed(function: func.FuncOp, constants: ConstantMemory) -> dict[BlockArgument, bool] | None:
    """Return the memory arguments that a function accesses, and whether it writes them.

    `None` if that is unknown, or if it accesses other memory that an argument may be: a global that is not constant.
    """
    accessed: dict[BlockArgument, bool] = {}
    effects = (effect for op in function.entry.ops for effect in iterate_effects(op))
    for effect in effects:
        if effect is None or (effect.kind in ("write", "free") and effect.value is None):
            return None
        if effect.value is None:
            continue
        origin = origin_of(effect.value)
        if isinstance(origin.base, BlockArgument) and origin.base.owner is function.entry:
            accessed[origin.base] = accessed.get(origin.base, False) or effect.kind in ("write", "free")
        elif not origin.is_fresh and not constants.holds(origin.base):
            return None
    return accessed


def _is_in_one_piece(type: Type) -> bool:
    """Return whether elements of a memref are whole bytes, one after the other, and an index counts their bytes."""
    if not isinstance(type, MemRefType) or type.layout is not None or type.memory_space is not None:
        return False
    bits = bit_width(type.element_type)
    return bits is not None and bits % 8 == 0 and _known_bytes(type) < 1 << 63


def _known_bytes(type: MemRefType) -> int:
    """Return the product of the sizes that the type of a memref states, in bytes."""
    return prod(size for size in type.shape if size != DYNAMIC) * (bit_width(type.element_type) or 0) // 8


# -- Versions ----------------------------------------------------------------------------------------------------------


def version(function: func.FuncOp, pairs: Sequence[Pair], symbols: SymbolTable) -> None:
    """Make a function call one of two copies of itself: that for arguments apart, or that for any others."""
    apart, overlapping = (_copy(function, ending, symbols) for ending in (APART, OVERLAPPING))
    _mark_apart(apart, {each for pair in pairs for each in pair})
    for op in loops_in(overlapping):
        if not isinstance(op.parent_op, loop.ForOp):
            op.attributes[TRY_SCHEDULE] = ArrayAttr(())
    last = function.entry.end
    last.set_operands(())
    for op in reversed([each for each in function.entry.ops if each is not last]):
        op.erase()
    builder = Builder.before(last)
    choice = builder.insert(loop.WhenOp.on(_are_apart(pairs, builder), function.type.results, has_else=True))
    for region, callee in ((choice.then_region, apart), (choice.else_region, overlapping)):
        call = func.CallOp.of(callee, function.args)
        region.entry.append(call)
        region.entry.append(loop.YieldOp.of(call.results))
    last.set_operands(choice.results)


def _copy(function: func.FuncOp, ending: str, symbols: SymbolTable) -> func.FuncOp:
    """Return a private copy of a function, in the same module."""
    copy = function.clone()
    copy.sym_name, copy.sym_visibility = StringAttr(function.sym_name.value + ending), StringAttr("private")
    symbols.insert(copy)
    return copy


def _mark_apart(function: func.FuncOp, arguments: Iterable[BlockArgument]) -> None:
    numbers = {each.index for each in arguments}
    attributes = [function.argument_attributes(number) for number in range(len(function.args))]
    marked = [each | {NO_ALIAS: UNIT} if number in numbers else each for number, each in enumerate(attributes)]
    function.arg_attrs = ArrayAttr(tuple(map(DictionaryAttr.of, marked)))


def _are_apart(pairs: Sequence[Pair], builder: Builder) -> Value:
    """Return whether one of each pair ends before the other one begins."""
    places = {each: _place_of(each, builder) for each in dict.fromkeys(each for pair in pairs for each in pair)}

    are_apart: Value | None = None
    for pair in pairs:
        (first, first_end), (second, second_end) = (places[each] for each in pair)
        is_before = builder.insert(arith.CmpIOp.of("ule", first_end, second)).result
        is_behind = builder.insert(arith.CmpIOp.of("ule", second_end, first)).result
        is_apart = builder.insert(arith.OrIOp(is_before, is_behind)).result
        are_apart = is_apart if are_apart is None else builder.insert(arith.AndIOp(are_apart, is_apart)).result
    assert are_apart is not None, "there are pairs"
    return are_apart


def _place_of(memory: BlockArgument, builder: Builder) -> tuple[Value, Value]:
    """Return the addresses at which memory begins and ends."""
    type = memory.type_as(MemRefType)
    size = builder.insert(arith.ConstantOp(int_attr(_known_bytes(type), index))).result
    for dim in (number for number, each in enumerate(type.shape) if each == DYNAMIC):
        position = builder.insert(arith.ConstantOp(int_attr(dim, index))).result
        count = builder.insert(memref.DimOp(memory, position)).result
        size = builder.insert(arith.MulIOp(size, count)).result
    begin = builder.insert(memref.ExtractAlignedPointerAsIndexOp(memory)).aligned_pointer
    return begin, builder.insert(arith.AddIOp(begin, size)).result
