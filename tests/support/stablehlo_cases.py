"""Cases in the form of StableHLO's own tests: functions whose values are compared by `check.expect_*`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple

import numpy as np

import dlc
from dlc.dialects import register_all, stablehlo
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp
from dlc.interp.interpreter import interpret
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, StringAttr, TypeAttr
from dlc.ir.builtin_constraints import f64_attr, integer_attr_any, string_attr
from dlc.ir.builtin_types import ComplexType, FunctionType, IntegerType, TensorType, f64
from dlc.ir.constraints import TypeVariable, any_type, attribute_of
from dlc.ir.context import Context
from dlc.ir.definition import Attr, Op, Operand, attr, op, operand, optional_attr
from dlc.ir.dialect import Dialect
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.parser import parse

T = TypeVariable("T", any_type)
elements = attribute_of(DenseElementsAttr, "elements of a tensor")


@op("check.expect_eq")
class ExpectEqOp(Op):
    """Example: check.expect_eq %x, %y : tensor<4xi32>"""

    lhs: Operand = operand(T)
    rhs: Operand = operand(T)
    syntax = "$lhs `,` $rhs attr-dict `:` type($lhs)"


def _read_checked(p: Any) -> tuple[Any, Any]:
    value = p.attribute()
    return value, value.type


def _write_checked(p: Any, _op: Any, value: Any, _type: Any) -> None:
    p.write(p.attribute(value))


CHECKED: dict[str, Any] = {"Checked": (_read_checked, _write_checked)}


@op("check.expect_eq_const")
class ExpectEqConstOp(Op):
    """Example: check.expect_eq_const %x, dense<1> : tensor<4xi32>"""

    lhs: Operand = operand(any_type)
    value: Attr[DenseElementsAttr] = attr(elements)
    syntax = "$lhs `,` custom<Checked>($value, type($lhs)) attr-dict"
    directives: ClassVar = CHECKED


def _read_tolerance(p: Any) -> Any:
    if not p.accept(","):
        return None
    p.expect("tolerance")
    p.expect("=")
    return FloatAttr.of(p.float(), f64)


def _write_tolerance(p: Any, _op: Any, tolerance: Any) -> None:
    p.write(f", tolerance = {tolerance.value}" if tolerance is not None else "")


@op("check.expect_almost_eq_const")
class ExpectAlmostEqConstOp(Op):
    """Example: check.expect_almost_eq_const %x, dense<1.0> : tensor<4xf32>"""

    lhs: Operand = operand(any_type)
    value: Attr[DenseElementsAttr] = attr(elements)
    tolerance: Attr[FloatAttr | None] = optional_attr(f64_attr, default=None)
    syntax = "$lhs `,` custom<Checked>($value, type($lhs)) custom<Tolerance>($tolerance) attr-dict"
    directives: ClassVar = {**CHECKED, "Tolerance": (_read_tolerance, _write_tolerance)}


@op("check.expect_almost_eq")
class ExpectAlmostEqOp(Op):
    """Example: check.expect_almost_eq %x, %y : tensor<4xf32>"""

    lhs: Operand = operand(T)
    rhs: Operand = operand(T)
    tolerance: Attr[FloatAttr | None] = optional_attr(f64_attr, default=None)
    syntax = "$lhs `,` $rhs custom<Tolerance>($tolerance) attr-dict `:` type($lhs)"
    directives: ClassVar = {"Tolerance": (_read_tolerance, _write_tolerance)}


def _read_ulps(p: Any) -> tuple[Any, Any]:
    kind = IntegerType(64, "u")
    p.expect("max_ulp_difference")
    p.expect("=")
    most = IntegerAttr(p.integer(), kind)
    if not p.accept(","):
        return most, None
    p.expect("min_ulp_difference")
    p.expect("=")
    return most, IntegerAttr(p.integer(), kind)


def _write_ulps(p: Any, _op: Any, most: Any, _least: Any) -> None:
    p.write(f"max_ulp_difference = {most.value}")


@op("check.expect_close")
class ExpectCloseOp(Op):
    """Example: check.expect_close %x, %y, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>"""

    lhs: Operand = operand(any_type)
    rhs: Operand = operand(any_type)
    max_ulp_difference: Attr[IntegerAttr] = attr(integer_attr_any)
    min_ulp_difference: Attr[IntegerAttr | None] = optional_attr(integer_attr_any, default=None)
    syntax = (
        "$lhs `,` $rhs `,` custom<Ulps>($max_ulp_difference, $min_ulp_difference) `:` attr-dict "
        "type($lhs) `,` type($rhs)"
    )
    directives: ClassVar = {"Ulps": (_read_ulps, _write_ulps)}


@op("check.expect_serialized_eq")
class ExpectSerializedEqOp(Op):
    """Example: "check.expect_serialized_eq"(%x) <{probe_id = "a"}> : (tensor<4xf32>) -> ()"""

    lhs: Operand = operand(any_type)
    probe_id: Attr[StringAttr] = attr(string_attr)


CHECK = Dialect(
    "check",
    ops=[
        ExpectEqOp,
        ExpectEqConstOp,
        ExpectAlmostEqConstOp,
        ExpectAlmostEqOp,
        ExpectCloseOp,
        ExpectSerializedEqOp,
    ],
)
CHECKS = tuple(CHECK.ops.values())


class Outcome(NamedTuple):
    """The outcome of one function of a file."""

    file: str
    function: str
    problem: str
    """Empty if all values are as expected."""
    excluded: str = ""
    """The reason why the case is not attempted."""


EXCLUDED = {
    "interpreter.run_parallel": "several processes",
    "interpreter.probe": "the interpreter's own ops",
    "interpreter.print": "the interpreter's own ops",
    "check.expect_serialized_eq": "the interpreter's own ops",
}


def outcomes(name: str, text: str, run: Callable[[ModuleOp], Any]) -> Iterator[Outcome]:
    """Yield the outcomes of all functions of a file."""
    for number, part in enumerate(text.split("// -----")):
        reason = next((why for word, why in EXCLUDED.items() if word in part), "")
        if "func.func" not in part or "check.expect" not in part:
            if reason:
                yield Outcome(name, f"part {number}", "", reason)
            continue
        if reason:
            yield Outcome(name, f"part {number}", "", reason)
            continue
        yield from _outcomes_of(name, number, part, run)


def _outcomes_of(name: str, number: int, part: str, run: Callable[[ModuleOp], Any]) -> Iterator[Outcome]:
    module = _parsed(part)
    if isinstance(module, str):
        yield Outcome(name, f"part {number}", module)
        return
    functions = [each for each in module.body.entry.ops if isinstance(each, FuncOp) and _checks(each)]
    for function in functions:
        if function.type.inputs:
            yield Outcome(name, function.sym_name.value, "", "arguments from outside")
            continue
        alone = _parsed(part)
        assert isinstance(alone, ModuleOp)
        yield Outcome(name, function.sym_name.value, _problem_with(alone, function.sym_name.value, run))


def _context() -> Context:
    context = Context()
    register_all(context)
    context.load(CHECK)
    return context


def _parsed(text: str) -> ModuleOp | str:
    context = _context()
    module = parse(text, context)
    messages = [each.message for each in context.diagnostics.diagnostics]
    return messages[0] if module is None or messages else module  # type: ignore[return-value]


def _checks(function: FuncOp) -> list[Any]:
    return [each for each in function.walk() if isinstance(each, CHECKS)]


class Expectation(NamedTuple):
    """How a value is compared: the numbers of results, and the constant that they are compared with."""

    check: Any
    lhs: tuple[int, ...]
    rhs: tuple[int, ...]


def _problem_with(module: ModuleOp, name: str, run: Callable[[ModuleOp], Any]) -> str:
    for each in list(module.body.entry.ops):
        if isinstance(each, FuncOp) and _checks(each) and each.sym_name.value != name:
            each.erase()
    function = next(each for each in module.body.entry.ops if isinstance(each, FuncOp) and _checks(each))
    if any(each.parent_op is not function for each in _checks(function)):
        return "checks are inside regions"
    function.sym_name = StringAttr("main")
    expectations = _return_checked(function)
    try:
        results = run(module)
    except dlc.DlcError as error:
        return str(error)
    problems = [_difference(each, results) for each in expectations]
    return next(filter(None, problems), "")


def _return_checked(function: FuncOp) -> list[Expectation]:
    """Let a function return what it checks."""
    returned: list[Value] = []

    def add(value: Value, before: Operation) -> tuple[int, ...]:
        values = [value]
        if isinstance(value.type, TensorType) and isinstance(value.type.element_type, ComplexType):
            real = TensorType(value.type.shape, value.type.element_type.element_type)
            parts = [stablehlo.RealOp(value, real), stablehlo.ImagOp(value, real)]
            for part in parts:
                function.entry.insert_before(part, before)
            values = [part.result for part in parts]
        returned.extend(values)
        return tuple(range(len(returned) - len(values), len(returned)))

    expectations: list[Expectation] = []
    for check in _checks(function):
        rhs = add(check.rhs, check) if hasattr(check, "rhs") else ()
        expectations.append(Expectation(check, add(check.lhs, check), rhs))
    last = function.entry.last
    assert last is not None
    last.set_operands(returned)
    for each in expectations:
        each.check.detach()
        each.check.drop_all_references()
    function.function_type = TypeAttr(FunctionType((), tuple(value.type for value in returned)))
    function.res_attrs = None
    return expectations


def _difference(expectation: Expectation, results: list[Any]) -> str:
    """Return how a value differs from what is expected."""
    check = expectation.check
    got = _joined([results[number] for number in expectation.lhs])
    wanted = _joined([results[number] for number in expectation.rhs]) if expectation.rhs else check.value.to_numpy()
    wanted = np.asarray(wanted).reshape(got.shape)
    if isinstance(check, (ExpectEqOp, ExpectEqConstOp)):
        fits = _equal(got, wanted)
    elif isinstance(check, ExpectCloseOp):
        spacing = np.spacing(np.abs(wanted).astype(got.dtype)) * float(check.max_ulp_difference.value)
        fits = np.isclose(got, wanted, rtol=0, atol=spacing, equal_nan=True)
    else:
        tolerance = check.tolerance.value if check.tolerance is not None else 1e-4
        kind = np.complex128 if np.iscomplexobj(got) else np.float64
        fits = np.isclose(got.astype(kind), wanted.astype(kind), rtol=0, atol=tolerance, equal_nan=True)
    if np.all(fits):
        return ""
    return f"expected {np.asarray(wanted).reshape(-1)[:8]}, but got {got.reshape(-1)[:8]}"


def _joined(parts: list[Any]) -> Any:
    arrays = [np.asarray(each) for each in parts]
    return arrays[0] if len(arrays) == 1 else arrays[0] + 1j * arrays[1]


def _equal(got: Any, wanted: Any) -> Any:
    same = got.astype(wanted.dtype) == wanted
    if got.dtype.kind in "fc" or got.dtype.kind == "V":
        same = same | (np.isnan(got.astype(np.complex128)) & np.isnan(wanted.astype(np.complex128)))
    return same


# -- Running -----------------------------------------------------------------------------------------------------------


def interpreted(module: ModuleOp) -> list[Any]:
    """Return the results of `main`, computed by the interpreter from graph ops."""
    dlc.run_pipeline(module, "stablehlo-to-graph", context=_context())
    return interpret(module, "main")


def compiled(module: ModuleOp) -> list[Any]:
    """Return the results of `main`, computed by machine code."""
    results = dlc.compile(module, level=0, cache=False, threads=1)()
    return list(results) if isinstance(results, (tuple, list)) else [results]
