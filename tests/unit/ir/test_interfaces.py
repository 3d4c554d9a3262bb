"""Interfaces that are attached to classes of ops, and what ops have of the ops that they are subclasses of."""

from __future__ import annotations

import dlc
from dlc.ir.builtin_types import i32
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import Interface, required
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.ir.traits import Commutative, Pure
from dlc.passes.rewriting.greedy import rewrite_greedily


class Cost(Interface):
    @staticmethod
    @required
    def cost(op: Operation) -> int:
        raise NotImplementedError


class Implementation:
    def __init__(self, number: int) -> None:
        self.number = number

    def cost(self, op: Operation) -> int:
        return self.number * len(op.results)


SEVEN, EIGHT = Implementation(7), Implementation(8)


def test_an_interface_of_a_base_class_is_one_of_its_ops_alone() -> None:
    class Base(Op):
        x: Operand = operand(i32)
        r: Result = inferred_result(i32)

    @op("early.a")
    class A(Base):
        """An op that was there before."""

    @op("early.b")
    class B(Base):
        """One that has the interface."""

    Cost.attach(B, EIGHT)
    Cost.attach(Base, SEVEN)

    @op("late.c")
    class C(Base):
        """One that is defined later."""

    @op("late.other")
    class Other(Op):
        """Not one of them."""

    assert [each.interfaces.get(Cost) for each in (A, B, C)] == [SEVEN, EIGHT, SEVEN]
    assert Cost not in Other.interfaces
    assert Cost not in Operation.interfaces


def test_an_op_that_is_a_subclass_has_traits_and_patterns_of_the_other() -> None:
    @op("kin.a", traits=(Pure,))
    class A(Op):
        """An op."""

        x: Operand = operand(i32)
        r: Result = inferred_result(i32)
        syntax = "$x attr-dict"

    @op("kin.b", traits=(Commutative,))
    class B(A):
        """A special one."""

    seen: list[str] = []

    @pattern(A)
    def see(op: Operation, rw: Rewriter) -> Match:
        """a -> a"""
        seen.append(op.name)
        return rw.no_match("only looks")

    assert set(B.traits) == {Pure, Commutative}
    context = dlc.make_context()
    context.load(Dialect("kin", ops=[A, B]))
    text = "func.func @f(%x: i32) -> i32 { %a = kin.a %x %b = kin.b %a return %b : i32 }"
    rewrite_greedily(dlc.parse(text, context=context), [see], context)
    assert seen == ["kin.a", "kin.b"]
