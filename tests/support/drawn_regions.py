"""Programs drawn with ops that contain others (those of `region_ops`, and `memref.alloca_scope`), and with slots.

Regions nest a few levels deep. Slots are stored to and loaded from at any depth; at the end all are loaded, so that a
store that got lost is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dlc.dialects.arith import AddIOp, AndIOp, CmpIOp, cmpi_attr
from dlc.dialects.memref import AllocaOp, AllocaScopeOp, AllocaScopeReturnOp, LoadOp, StoreOp
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr
from dlc.ir.builtin_types import MemRefType, f32, i1, i8, i32, i64, index
from dlc.ir.definition import Op
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from .drawn_programs import LONGEST_LOOP, ProgramMaker
from .region_ops import ConditionOp, ForOp, IfOp, RepeatOp, WhileOp, YieldOp
from .region_semantics import MEANT

SLOTS: tuple[Type, ...] = (i8, i8, i1, index, f32)
DEEPEST = 3


class RegionProgramMaker(ProgramMaker):
    """Draws programs whose control is in regions at least as much as in branches."""

    def __init__(self, random: Random, kinds: Sequence[type[Op]]) -> None:
        super().__init__(random, [kind for kind in kinds if kind not in MEANT])
        self.depth = 0
        self.may_branch = True
        """Whether the region that is being filled may have several blocks."""
        self.slots: list[Value] = []

    def _begin(self) -> None:
        for type in SLOTS:
            alloca = self.block.append(AllocaOp.create((), [MemRefType((), type)], _NO_OPERANDS))
            self.slots.append(alloca.results[0])
            if self.random.random() < 0.97:
                self._store(alloca.results[0])

    def _finish(self) -> None:
        for slot in self.slots:
            self._load(slot)
        self.values = self.values[-len(self.slots) :] + self.values[: -len(self.slots)]

    def _part(self, length: int) -> int:
        chosen = self.random.random()
        if chosen < 0.25:
            self.random.choice([self._load, self._store])(self.random.choice(self.slots))
            return 1
        if chosen < 0.55 and self.depth < DEEPEST and length > 2:
            return self.random.choice([self._if, self._for, self._repeat, self._while, self._scope])()
        if self.may_branch:
            return super()._part(length)
        self._op()
        return 1

    # -- Slots -------------------------------------------------------------------------------------------------------

    def _load(self, slot: Value) -> None:
        self.values += self.block.append(LoadOp.create([slot], [_held(slot)])).results

    def _store(self, slot: Value) -> None:
        self.block.append(StoreOp.create([self._value(_held(slot)), slot]))

    # -- Regions -----------------------------------------------------------------------------------------------------

    def _fill(self, args: Sequence[Type], *, may_branch: bool) -> Region:
        """A region with a few ops; building goes on at its end."""
        region = Region()
        self.block = region.append(Block(args))
        self.values = [*self.values, *self.block.args]
        self.depth += 1
        self.may_branch = may_branch
        for _ in range(self.random.randrange(4)):
            self._part(6)
        self.depth -= 1
        return region

    def _around(self) -> tuple[Block, list[Value], bool]:
        return self.block, list(self.values), self.may_branch

    def _done(self, around: tuple[Block, list[Value], bool], op: Operation) -> int:
        """Put a finished op where building was before it began, and go on there."""
        self.block, self.values, self.may_branch = around
        self.block.append(op)
        self.values += op.results
        return 6

    def _yield(self, types: Sequence[Type]) -> None:
        self.block.append(YieldOp([self._value(type) for type in types]))

    def _if(self) -> int:
        condition = self._value(i1)
        types = self._types(2) if self.random.random() < 0.7 else []
        around = self._around()
        then = self._fill((), may_branch=True)
        self._yield(types)
        otherwise = Region()
        if types or self.random.random() < 0.5:
            self.values = list(around[1])
            otherwise = self._fill((), may_branch=True)
            self._yield(types)
        return self._done(around, IfOp.create([condition], types, regions=[then, otherwise]))

    def _for(self) -> int:
        count = self._number(self.random.randrange(LONGEST_LOOP))
        if self.random.random() < 0.5:
            count = self.block.append(AndIOp(self._value(index), self._number(3))).results[0]
        types = self._types(3)
        inits = [self._value(type) for type in types]
        around = self._around()
        body = self._fill([index, *types], may_branch=False)
        self._yield(types)
        return self._done(around, ForOp.create([count, *inits], types, regions=[body]))

    def _repeat(self) -> int:
        types = self._types(3)
        inits = [self._value(type) for type in types]
        around = self._around()
        body = self._fill(types, may_branch=False)
        self._yield(types)
        sizes = DenseArrayAttr(i32, (1, len(types) - 1))
        properties = {
            "times": IntegerAttr(self.random.randrange(1, LONGEST_LOOP), i64),
            "operandSegmentSizes": sizes,
            "resultSegmentSizes": sizes,
        }
        return self._done(around, RepeatOp.create(inits, types, properties, regions=[body]))

    def _while(self) -> int:
        types = self._types(2)
        inits = [self._number(0), *(self._value(type) for type in types)]
        around = self._around()
        before = self._fill([index, *types], may_branch=True)
        counter = before.entry.args[0]
        bound = self._number(self.random.randrange(LONGEST_LOOP))
        again = self.block.append(CmpIOp(cmpi_attr("ult"), counter, bound)).results[0]
        passed = [counter, *(self._value(type) for type in types)]
        self.block.append(ConditionOp(again, passed))
        self.values = list(around[1])
        after = self._fill([index, *types], may_branch=True)
        following = self.block.append(AddIOp(after.entry.args[0], self._number(1))).results[0]
        self.block.append(YieldOp([following, *(self._value(type) for type in types)]))
        return self._done(around, WhileOp.create(inits, [index, *types], regions=[before, after]))

    def _scope(self) -> int:
        types = self._types(2)
        around = self._around()
        body = self._fill((), may_branch=False)
        self.block.append(AllocaScopeReturnOp([self._value(type) for type in types]))
        return self._done(around, AllocaScopeOp.create((), types, regions=[body]))


_NO_OPERANDS = {"operandSegmentSizes": DenseArrayAttr(i32, (0, 0))}


def _held(slot: Value) -> Type:
    assert isinstance(slot.type, MemRefType)
    return slot.type.element_type
