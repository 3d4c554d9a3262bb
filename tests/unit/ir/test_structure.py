"""The structural verifier: MLIR's words for each way in which an op can contradict its definition."""

from __future__ import annotations

import random

import pytest

from dlc.ir import structure
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import StringAttr, SymbolRefAttr, UnitAttr, i32_array, int_attr
from dlc.ir.builtin_types import MemRefType, f32, i1, i32, i64, index
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Op,
    Operand,
    OptionalOperand,
    OptionalResult,
    Result,
    VariadicOperand,
    VariadicResult,
    op,
    operand,
    optional_operand,
    optional_result,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.errors import InvalidAttributeError
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.ir.verifier import Report
from support.toy import AddOp, BranchOp, CallOp, ConstantOp, FuncOp, GroupsOp, LoadOp, ModuleOp, T, errors_of

BLOCK = Block([i32, i64, f32, index, MemRefType((2,), f32)])
A, B, F, N, M = BLOCK.args


def add(*operands: Value, results: tuple[Type, ...] = (i32,), **properties: UnitAttr) -> AddOp:
    return AddOp.create(operands, results, properties)


def groups(operands: int, sizes: tuple[int, ...] | None, results: tuple[int, ...] = (0, 0)) -> GroupsOp:
    properties = {"resultSegmentSizes": i32_array(results)}
    if sizes is not None:
        properties["operandSegmentSizes"] = i32_array(sizes)
    return GroupsOp.create([N] * operands, (), properties)


@pytest.mark.parametrize(
    ("checked", "messages"),
    [
        (add(A), ["expected 2 operands, but found 1"]),
        (
            add(A, A, extra=UnitAttr()),
            ["has no property 'extra'; other attributes are in the attribute dictionary"],
        ),
        (add(A, A, results=()), ["requires one result, but found 0"]),
        (add(A, A, A, results=(i32, i32)), ["expected 2 operands, but found 3", "requires one result, but found 2"]),
        (AddOp.create([A, A], [i32], regions=[Region()]), ["requires zero regions, but found 1"]),
        (AddOp.create([A, A], [i32], successors=[Block()]), ["requires 0 successors but found 1"]),
        (FuncOp.create(properties={"sym_name": StringAttr("f")}), ["requires one region, but found 0"]),
        (ConstantOp.create([A], [i32], {"value": int_attr(1, i32)}), ["requires zero operands, but found 1"]),
        (add(A, B), ["requires the same type for all operands and results, but got 'i32' and 'i64'"]),
        (add(A, A, results=(i64,)), ["requires the same type for all operands and results, but got 'i32' and 'i64'"]),
        (add(A, F), ["operand #1 must be signless-integer-like, but got 'f32'"]),
        (
            add(F, F, results=(f32,)),
            [
                "operand #0 must be signless-integer-like, but got 'f32'",
                "operand #1 must be signless-integer-like, but got 'f32'",
                "result #0 must be signless-integer-like, but got 'f32'",
            ],
        ),
        (
            AddOp.create([A, A], [i32], {"exact": int_attr(3)}),
            ["attribute 'exact' failed to satisfy constraint: unit attribute, but got '3 : i64'"],
        ),
        (CallOp.create(), ["requires attribute 'callee'"]),
        (
            CallOp.create(properties={"callee": int_attr(1)}),
            ["attribute 'callee' failed to satisfy constraint: symbol_ref attribute, but got '1 : i64'"],
        ),
        (LoadOp.create((), [f32]), ["expected 1 or more operands, but found 0"]),
        (LoadOp.create([A], [f32]), ["operand #0 must be memref of any type values, but got 'i32'"]),
        (LoadOp.create([M, N, A], [f32]), ["operand #2 must be variadic of index, but got 'i32'"]),
        (
            LoadOp.create([M, N], [i32]),
            ["result #0 'new' must have type 'f32', as follows from 'value', but got 'i32'"],
        ),
        (
            ConstantOp.create([], [i64], {"value": int_attr(1, i32)}),
            ["inferred type(s) 'i32' are incompatible with return type(s) of operation 'i64'"],
        ),
        (
            groups(1, None),
            ["'operandSegmentSizes' attribute for specifying operand segments must have 4 elements, but got none"],
        ),
        (
            groups(1, (1, 1)),
            ["'operandSegmentSizes' attribute for specifying operand segments must have 4 elements, but got 2"],
        ),
        (
            groups(1, (0, 1, 0, 1)),
            ["operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'"],
        ),
        (groups(1, (-1, 1, 0, 1)), ["'operandSegmentSizes' attribute cannot have negative elements, but got -1"]),
        (
            groups(3, (1, 0, 2, 0)),
            [
                "operand group starting at #1 ('middle') requires 1 element, but found 0",
                "operand group starting at #1 ('maybe') requires 0 or 1 element, but found 2",
            ],
        ),
        (
            groups(1, (0, 1, 0, 0), (0, 1)),
            ["result count (0) does not match with the total size (1) specified in attribute 'resultSegmentSizes'"],
        ),
        (groups(2, (0, 1, 1, 0)), []),
    ],
)
def test_messages(checked: Operation, messages: list[str]) -> None:
    engine = DiagnosticEngine()
    report = Report(engine, checked)
    check = structure.compile_structure_check(type(checked))  # type: ignore[arg-type]
    assert check(checked, report) == (not messages)
    assert [d.message for d in engine.diagnostics] == [f"'{checked.name}' op {message}" for message in messages]


@op("s.optional")
class OptionalOp(Op):
    before: Operand = operand(T)
    maybe: OptionalOperand = optional_operand(T, default=None)
    out: OptionalResult = optional_result(any_type, default=None)


def test_optional_operands_are_at_most_one() -> None:
    assert errors_of(OptionalOp(A, A)) == []
    assert errors_of(OptionalOp(A)) == []
    (message,) = errors_of(OptionalOp.create([A, A, A]))
    assert message == "'s.optional' op expected 2 or fewer operands, but found 3"
    (message,) = errors_of(OptionalOp.create([A, B]))
    assert message.endswith("failed to verify that all of {before, maybe} have same type, but got 'i32' and 'i64'")


LATE = TypeVariable("LATE", any_type)


@op("s.late")
class LateOp(Op):
    """A variable that is first met in a group that may be empty."""

    many: VariadicOperand = variadic_operand(LATE)
    one: Result = result(LATE)
    more: VariadicResult = variadic_result(LATE)


@pytest.mark.parametrize(
    ("operands", "results", "sound"),
    [
        ([], [i32], True),
        ([A, A], [i32], True),
        ([A, A], [i32, i32], True),
        ([A, B], [i32], False),
        ([A], [i64], False),
        ([], [i32, i64], False),
    ],
)
def test_variables_over_groups(operands: list[Value], results: list[Type], sound: bool) -> None:
    assert (not errors_of(LateOp.create(operands, results))) == sound


def test_inference_that_fails_is_an_error_like_others() -> None:
    @op("s.raises")
    class RaisesOp(Op):
        out: Result = result(any_type)

        def infer_types(self) -> list[Type]:
            raise InvalidAttributeError("no such shape")

    assert errors_of(RaisesOp.create([], [i32])) == ["'s.raises' op failed to infer returned types: no such shape"]


@op("s.mixed")
class MixedOp(Op):
    a: Operand = operand(any_type)
    b: VariadicOperand = variadic_operand(T)
    c: OptionalOperand = optional_operand(any_type)
    d: Operand = operand(T)
    e: VariadicResult = variadic_result(T)
    f: Result = result(any_type)


def test_the_fast_check_agrees_with_the_slow_one() -> None:
    """The fast check is `True` on random nonsense exactly where the check with messages reports nothing."""
    rng = random.Random(5)
    sound = 0
    for kind in (MixedOp, GroupsOp, LoadOp, AddOp, LateOp, OptionalOp, ModuleOp, BranchOp):
        fast = structure.compile_structure_check(kind)
        for _ in range(1500):
            values = rng.choices([A, A, A, B, F, N, M], k=rng.randrange(5))
            types = [rng.choice([i32, i32, i32, i1, f32]) for _ in range(rng.randrange(4))]
            properties = {}
            for name in ("operandSegmentSizes", "resultSegmentSizes"):
                if rng.random() < (0.95 if name in kind.definition.property_names() else 0.01):
                    count = 4 if name == "operandSegmentSizes" else 2
                    properties[name] = i32_array(rng.randrange(3) for _ in range(count))
            regions = [Region() for _ in range(rng.choice([0, 0, 0, 1, 2]))]
            drawn = kind.create(values, types, properties, regions=regions)
            silent, spoken = DiagnosticEngine(), DiagnosticEngine()
            answer = fast(drawn, Report(silent, drawn))
            assert answer == structure._check_slowly(drawn, kind.definition, Report(spoken, drawn))
            assert [d.text for d in silent.diagnostics] == [d.text for d in spoken.diagnostics]
            assert answer == (not spoken.diagnostics)
            sound += answer
    assert sound > 200


def test_symbols_are_attributes_too() -> None:
    assert errors_of(CallOp.create(properties={"callee": SymbolRefAttr("x"), "flat": SymbolRefAttr("x", ("y",))})) == [
        "'toy.call' op attribute 'flat' failed to satisfy constraint: flat symbol reference attribute, but got '@x::@y'"
    ]
