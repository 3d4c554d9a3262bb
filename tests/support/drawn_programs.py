"""Programs drawn from the definitions of ops: every op that the verifier accepts can come up, with any properties.

A program is a function `@main` of straight lines, branches that join again, and loops that run a few times. All values
are of a few types, so that ops meet one another's results often.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dlc.dialects.arith import AddIOp, CmpIOp, ConstantOp, cmpi_attr, integer_constant
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.cf import BranchOp, CondBranchOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import TypeAttr
from dlc.ir.builtin_types import FunctionType, IntegerType, VectorType, f32, i1, i8, index
from dlc.ir.definition import Op
from dlc.ir.values import Value

from .op_instances import Instance, attribute_of, draw_properties, draw_value, instances_of

TYPES: tuple[Type, ...] = (i1, i8, i8, IntegerType(16), index, f32, VectorType((3,), i8), VectorType((3,), i1))
LONGEST_LOOP = 4


class ProgramMaker:
    """Draws programs from ops of some kinds."""

    def __init__(self, random: Random, kinds: Sequence[type[Op]]) -> None:
        self.random = random
        self.block = Block()
        self.values: list[Value] = []
        allowed = set(TYPES)
        self.instances: list[list[Instance]] = []
        for kind in kinds:
            fitting = [each for each in instances_of(kind) if {*each.operands, *each.results} <= allowed]
            if fitting and kind is not ConstantOp:
                self.instances.append(fitting)

    def make(self, length: int) -> ModuleOp:
        """Return a module with one function of about `ops` ops."""
        inputs = self._types(4)
        function = FuncOp.of("main", inputs)
        self.block = function.entry
        self.values = list(function.entry.args)
        self._begin()
        while length > 0:
            length -= self._part(length)
        self._finish()
        returned = [*self.values[-4:], self.random.choice(self.values)]
        self.block.append(ReturnOp(returned))
        function.function_type = TypeAttr(FunctionType(tuple(inputs), tuple(value.type for value in returned)))
        return ModuleOp.containing([function])

    def _begin(self) -> None:
        """Emit the beginning of the program."""

    def _finish(self) -> None:
        """Emit the end of the program."""

    def _types(self, most: int) -> list[Type]:
        return [self.random.choice(TYPES) for _ in range(self.random.randrange(1, most + 1))]

    def _part(self, length: int) -> int:
        """The next part; how many ops it stands for."""
        chosen = self.random.random()
        if chosen < 0.1 and length > 4:
            return self._branch()
        if chosen < 0.15 and length > 6:
            return self._loop()
        self._op()
        return 1

    def _op(self) -> None:
        instance = self.random.choice(self.random.choice(self.instances))
        operands = [self._value(type) for type in instance.operands]
        op = instance.make(operands, draw_properties(self.random, instance.kind))
        self.block.append(op)
        self.values += op.results

    def _value(self, type: Type) -> Value:
        """A value that there is, preferably a late one; or a new constant."""
        known = [value for value in self.values[-12:] if value.type is type]
        if known and self.random.random() < 0.75:
            return self.random.choice(known)
        constant = ConstantOp(attribute_of(draw_value(self.random, type), type))  # type: ignore[arg-type]
        self.block.append(constant)
        return constant.result

    def _region(self) -> Region:
        assert self.block.parent is not None
        return self.block.parent

    def _branch(self) -> int:
        """Two ways that join in a block with arguments."""
        types, condition, region = self._types(2), self._value(i1), self._region()
        outside = list(self.values)
        ways, join = [region.append(Block()), region.append(Block())], region.append(Block(types))
        self.block.append(CondBranchOp(condition, ways[0], ways[1]))
        for way in ways:
            self.block, self.values = way, list(outside)
            for _ in range(self.random.randrange(3)):
                self._op()
            way.append(BranchOp(join, [self._value(type) for type in types]))
        self.block, self.values = join, [*outside, *join.args]
        return 4

    def _loop(self) -> int:
        """A block that runs a few times, carrying values around."""
        types, region = self._types(2), self._region()
        loop, after = region.append(Block([index, *types])), region.append(Block(types))
        first = [self._number(0), *(self._value(type) for type in types)]
        self.block.append(BranchOp(loop, first))
        outside = list(self.values)
        self.block, self.values = loop, [*outside, *loop.args]
        for _ in range(self.random.randrange(1, 4)):
            self._op()
        following = AddIOp(loop.args[0], self._number(1))
        again = CmpIOp(cmpi_attr("ult"), following.result, self._number(self.random.randrange(LONGEST_LOOP)))
        carried = [self._value(type) for type in types]
        loop.append(following)
        loop.append(again)
        loop.append(CondBranchOp(again.result, loop, after, [following.result, *carried], carried))
        self.block, self.values = after, [*outside, *after.args]
        return 6

    def _number(self, value: int) -> Value:
        return self.block.append(ConstantOp(integer_constant(value, index))).results[0]


def draw_arguments(random: Random, module: ModuleOp) -> list[Any]:
    """Arguments for `@main`, as values of the interpreter."""
    function = module.block.first
    assert isinstance(function, FuncOp)
    return [draw_value(random, type) for type in function.type.inputs]
