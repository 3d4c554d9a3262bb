"""The pass `hoist-into-globals`: buffers that only constants decide are filled once, when the program is loaded.

    func.func private @k(%w, %x) {                 func.func private @k(%x, %p) {
      %p = memref.alloc() : …                        … %p … %x …
      loop.for … { … store (load %w), %p }           }
      … %p … %x …                            =>    memref.global "private" @k_p : … = uninitialized
      memref.dealloc %p                            func.func @at_load() attributes {llvm.global_ctor = 65535 : i32} {
    }                                                func.call @k_fills_p(@weights, @k_p)
    call @k(@weights, %x)                          }
                                                   call @k(%x, @k_p)

So weights are packed once, on all threads, and not in every run. A kernel that is called with several weights gets a
global for each. Weights that a kernel needs for nothing else are not passed to it any more: they are read at load only.

What fills a buffer stands in the first block of a function, or under conditions there, as loops with affine bounds:
they read and write only elements that are sure to exist, so that it does no harm to run them even if the function is
never called. They read nothing but constants (`constant_memory`) and the buffer, which is not written again. Buffers
that are much larger than the constants stay where they are: it is cheaper to fill them than to read them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from typing import NamedTuple

from dlc.dialects import func, loop, memref
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Block, BlockArgument, IRMapping, Operation, Value
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from dlc.ir.builtin_types import MemRefType, bit_width, i32
from dlc.ir.resizing import erase_operands
from dlc.ir.strided_layout import has_identity_layout
from dlc.ir.symbol_table import PRIVATE, SymbolTable
from dlc.ir.traits import ConstantLike, Pure

from ..generic.captured_values import ALONE, NOTHING, used_values
from ..generic.distinct_functions import DistinctFunctions, function_of
from ..loops.analysis.accesses import Touch
from ..loops.analysis.facts import Facts
from ..loops.transforms.parallelize import parallelize
from ..loops.transforms.refusals import Refusal
from ..loops.transforms.selection import bands
from ..manager import Pass, PassRun, option, statistic
from .constant_memory import ConstantMemory

SMALL = 1 << 14
"""The bytes up to which the size of a buffer does not matter."""
LARGE = 1 << 16
"""The bytes from which on a buffer is filled by several threads."""
SHARED = 2
"""How many loops of a nest that fills a buffer become one parallel loop."""
LOADER = "at_load"
PRIORITY = IntegerAttr(65535, i32)
"""The priority of functions whose order does not matter."""
_RUNS_ONCE = ArrayAttr((StringAttr("optsize"),))
"""LLVM should not spend time on the loops of a function that runs once: unrolling them takes longer than they do."""


class HoistIntoGlobals(Pass):
    """Fill buffers that depend on constants alone once, when the program is loaded

    They become globals, which a function with the attribute `llvm.global_ctor` fills.

    Example: hoist-into-globals
        memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
        func.func @scale(%y: memref<4xf32>) {
          %w = memref.get_global @weights : memref<4xf32>
          %twice = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
          loop.for %i = 0 to 4 {
            %0 = loop.load %w[%i] : memref<4xf32>
            %1 = arith.addf %0, %0 : f32
            loop.store %1, %twice[%i] : memref<4xf32>
          }
          loop.for %i = 0 to 4 {
            %0 = loop.load %twice[%i] : memref<4xf32>
            %1 = loop.load %y[%i] : memref<4xf32>
            %2 = arith.mulf %0, %1 : f32
            loop.store %2, %y[%i] : memref<4xf32>
          }
          memref.dealloc %twice : memref<4xf32>
          return
        }
    """

    name = "hoist-into-globals"
    anchor = "builtin.module"
    growth: int = option(
        "How many times as large as the constants that it is made of a buffer may be", default=2, least=0
    )
    hoisted = statistic("num-hoisted", "Number of buffers that became globals")
    new_globals = statistic("num-globals", "Number of globals made")

    def run(self, op: Operation, run: PassRun) -> None:
        hoisting = _Hoist(op)
        for function in [each for each in op.regions[0].entry.ops if isinstance(each, func.FuncOp)]:
            for filling in _fillings(function, hoisting.constants, self.growth):
                hoisting.hoist(filling)
                run.count(self.hoisted)
        run.count(self.new_globals, len(hoisting.globals))
        if not hoisting.globals:
            run.mark_unchanged()


# -- What can be hoisted -----------------------------------------------------------------------------------------------


class Filling(NamedTuple):
    """A buffer of a function, and what fills it."""

    function: func.FuncOp
    buffer: memref.AllocOp
    ops: list[Operation]
    release: memref.DeallocOp | None
    memory: list[Value]
    """The constants that are read."""


def _fillings(function: func.FuncOp, constants: ConstantMemory, growth: int) -> Iterator[Filling]:
    """Yield what can be hoisted: buffers that are hoisted meanwhile are constants for those after them."""
    if function.is_declaration() or not function.body.has_one_block:
        return
    for buffer in [op for op in _unrepeated(function.entry) if isinstance(op, memref.AllocOp) and not op.operands]:
        filling = _filling_of(buffer, function, constants)
        if filling is not None and _is_worth_it(filling, growth):
            yield filling


def _unrepeated(block: Block) -> Iterator[Operation]:
    """Yield the ops of a block and those under conditions in it."""
    pending = [block]
    while pending:
        for op in pending.pop().ops:
            yield op
            if isinstance(op, loop.IfOp):
                pending += list(op.blocks)


def _filling_of(buffer: memref.AllocOp, function: func.FuncOp, constants: ConstantMemory) -> Filling | None:
    """Return the ops that fill a buffer, if its contents follow from constants alone."""
    block, users = buffer.block, list(dict.fromkeys(buffer.memref.users))
    releases = [op for op in users if isinstance(op, memref.DeallocOp)]
    accesses = [op for op in users if isinstance(op, AccessOp) and op.memref is buffer.memref]
    if len(releases) > 1 or len(releases) + len(accesses) != len(users) or not _has_plain_type(buffer):
        return None
    tops = {access: block.find_ancestor_op_in(access) for access in accesses}
    writers = {top for access, top in tops.items() if top is not None and not _only_reads(access)}
    ops = sorted(writers, key=cmp_to_key(lambda a, b: -1 if a.is_before(b) else 1))
    if not ops or any(release.parent is not block for release in releases):
        return None
    after = [top for top in tops.values() if top not in writers]
    if any(top is None or top.is_before(ops[-1]) for top in after):
        return None
    memory: dict[Value, None] = {}
    if not all(_only_computes(op, buffer.memref, constants, memory) for op in ops):
        return None
    return Filling(function, buffer, ops, releases[0] if releases else None, list(memory))


def _has_plain_type(buffer: memref.AllocOp) -> bool:
    """Return whether a global can have the type."""
    type = buffer.memref.type
    return isinstance(type, MemRefType) and type.has_static_shape and has_identity_layout(type)


def _only_reads(access: AccessOp) -> bool:
    return isinstance(access, (loop.LoadOp, loop.VectorLoadOp, loop.PrefetchOp))


def _only_computes(op: Operation, buffer: Value, constants: ConstantMemory, memory: dict[Value, None]) -> bool:
    """Return whether loops only write values to a buffer that follow from constants; these are added to a set."""
    if not isinstance(op, (loop.ForOp, loop.IfOp)) or op.results:
        return False
    for value in used_values(op):
        if value is buffer or (value.defining_op is not None and ConstantLike in value.defining_op.traits):
            continue
        if value not in memory and not constants.holds(value):
            return False
        memory[value] = None
    return all(_is_harmless(each, buffer, op.parent_op) for each in op.walk())


def _is_harmless(op: Operation, buffer: Value, until: Operation | None) -> bool:
    """Return whether an op may run although the conditions around `until` do not hold."""
    if isinstance(op, (loop.ForOp, loop.IfOp, loop.YieldOp)) or Pure in op.traits:
        return True
    if not isinstance(op, Touch):
        return False
    if isinstance(op, (loop.StoreOp, loop.VectorStoreOp)) and op.memref is not buffer:
        return False
    return Facts().add_surroundings(op, until).is_within_shape(op)


def _is_worth_it(filling: Filling, growth: int) -> bool:
    return _bytes(filling.buffer.memref) <= max(SMALL, growth * sum(map(_bytes, filling.memory)))


def _bytes(value: Value) -> int:
    type = value.type_as(MemRefType)
    return type.num_elements * -(-(bit_width(type.element_type) or 8) // 8)


# -- What becomes of it ------------------------------------------------------------------------------------------------


class _Hoist:
    """The globals of a module made so far, and what fills them."""

    def __init__(self, module: Operation) -> None:
        self.constants = ConstantMemory(module)
        self.globals: dict[object, memref.GlobalOp] = {}
        """By what fills them from which constants."""
        self._symbols = SymbolTable(module)
        self._functions = DistinctFunctions(self._symbols)
        self._loader: func.FuncOp | None = None

    def hoist(self, filling: Filling) -> None:
        """Move the ops that fill a buffer to a function of their own, and the buffer to a global."""
        used = [value.defining_op for op in filling.ops for value in used_values(op)]
        fill = self._function_that_fills(filling)
        passed = [value for value in filling.memory if isinstance(value, BlockArgument)]
        buffer = filling.buffer.memref
        if passed:
            argument = _add_argument(filling)
            for call in self.constants.calls_of(filling.function):
                memory = [_as_passed(value, call) for value in filling.memory]
                place = self._place(fill, memory, call, buffer)
                call.insert_operands(len(call.operands), [place])
            buffer.replace_all_uses_with(argument)
        else:
            buffer.replace_all_uses_with(self._place(fill, filling.memory, filling.buffer, buffer))
        filling.buffer.erase()
        for argument in passed:
            self._drop_if_unused(argument, filling.function)
        for op in dict.fromkeys(used):
            if op is not None and op is not filling.buffer and Pure in op.traits and not op.has_uses:
                op.erase()

    def _drop_if_unused(self, argument: BlockArgument, function: func.FuncOp) -> None:
        """Remove an argument that nothing else needs than what was hoisted, and what calls pass for it."""
        calls = self.constants.calls_of(function)
        if argument.has_uses or any(call.arg_attrs is not None for call in calls):
            return
        for call in calls:
            definer = call.operands[argument.index].defining_op
            erase_operands(call, {argument.index})
            if isinstance(definer, memref.GetGlobalOp) and not definer.result.has_uses:
                definer.erase()
        function.erase_argument(argument.index)

    def _function_that_fills(self, filling: Filling) -> func.FuncOp:
        """A function of constants and a buffer, to which the ops that fill it have moved."""
        captured = [*filling.memory, filling.buffer.memref]
        outlined = function_of(filling.ops, captured, [*(NOTHING for _ in filling.memory), ALONE])
        for op in [*filling.ops, *([filling.release] if filling.release is not None else [])]:
            op.erase()
        outlined.attributes[func.PASSTHROUGH] = _RUNS_ONCE
        if _bytes(filling.buffer.memref) >= LARGE:
            _share(outlined)
        name = f"{filling.function.sym_name.value}_fills_{filling.buffer.memref.name_hint or 'buffer'}"
        return self._functions.known_or_new(outlined, name)

    def _place(self, fill: func.FuncOp, memory: Sequence[Value], before: Operation, buffer: Value) -> Value:
        """Return the global that a function fills from some constants, before an op."""
        key = (fill, *map(_key_of, memory))
        filled = self.globals.get(key)
        if filled is None:
            filled = self.globals[key] = self._new_global(fill, memory, buffer)
        get_global = _get(filled)
        before.block.insert_before(get_global, before)
        return get_global.result

    def _new_global(self, fill: func.FuncOp, memory: Sequence[Value], buffer: Value) -> memref.GlobalOp:
        name = StringAttr(fill.sym_name.value.replace("_fills_", "_", 1))
        new_global = memref.GlobalOp(name, TypeAttr(buffer.type), UNIT)
        new_global.sym_visibility = StringAttr(PRIVATE)
        definer = buffer.defining_op
        new_global.alignment = definer.alignment if isinstance(definer, memref.AllocOp) else None
        self.constants.add_filled(self._symbols.insert(new_global))
        body = self._body_of_loader()
        mapping, place = IRMapping(), _get(new_global)
        for value in memory:
            for op in self.constants.recipe(value) or ():
                if op.results[0] not in mapping.values:
                    body.insert_before(op.clone(mapping), body.last)
        body.insert_before(place, body.last)
        call = func.CallOp.of(fill, [*(mapping.values[value] for value in memory), place.result])
        body.insert_before(call, body.last)
        return new_global

    def _body_of_loader(self) -> Block:
        """Return the body of the function that runs when the program is loaded."""
        known = self._symbols.lookup(LOADER)
        if self._loader is None and isinstance(known, func.FuncOp) and _is_loader(known):
            self._loader = known
        if self._loader is None:
            self._loader = func.FuncOp.of(LOADER, ())
            self._loader.attributes[func.GLOBAL_CTOR] = PRIORITY
            self._loader.entry.append(func.ReturnOp([]))
            self._symbols.insert(self._loader)
        return self._loader.entry


def _share(fill: func.FuncOp) -> None:
    """Make loops of a function parallel where that is possible: while a program is loaded, no other thread has work."""
    for band in bands(fill, ()):
        with contextlib.suppress(Refusal):
            parallelize(band[:SHARED])


def _is_loader(op: func.FuncOp) -> bool:
    """Return whether a function is one that fills globals when the program is loaded."""
    is_whole = not op.is_declaration() and op.body.has_one_block
    return is_whole and op.attributes.get(func.GLOBAL_CTOR) is PRIORITY


def _add_argument(filling: Filling) -> Value:
    """One more argument of the function, for the buffer."""
    function, buffer = filling.function, filling.buffer.memref
    [argument] = function.add_arguments([buffer.type], ALONE, filling.buffer.location)
    argument.name_hint = buffer.name_hint
    return argument


def _as_passed(value: Value, call: func.CallOp) -> Value:
    return call.operands[value.index] if isinstance(value, BlockArgument) else value


def _get(op: memref.GlobalOp) -> memref.GetGlobalOp:
    get_global = memref.GetGlobalOp(SymbolRefAttr(op.sym_name.value), op.type.type)
    get_global.result.name_hint = op.sym_name.value
    return get_global


def _key_of(value: Value) -> object:
    """Return a key that is equal for memrefs with the same contents."""
    op = value.defining_op
    assert op is not None, "what is made from constants alone"
    attributes = tuple(sorted((*op.properties.items(), *op.attributes.items()), key=lambda item: item[0]))
    return op.name, attributes, value.type, *map(_key_of, op.operands)
