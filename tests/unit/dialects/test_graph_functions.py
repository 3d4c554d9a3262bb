"""Functions of graph ops: their signatures, what they accept, where they insert, and their errors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import dlc
from dlc.dialects import graph
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph.tensors import tensor_of
from dlc.ir.builder import Builder, InsertionPoint
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import TensorType, f32, f64, i32, i64
from dlc.ir.errors import InvalidIRError
from dlc.ir.locations import FileLineColLoc, NameLoc
from dlc.ir.op_functions import InvalidCall
from dlc.ir.sizes import Size
from dlc.ir.values import Value
from support.graph_function_types import STUB, text


class Values(NamedTuple):
    """The arguments of a function."""

    x: Value
    w: Value
    i: Value


N = Size.named("n")
ROWS = tensor_of((N, 8), f32)


@pytest.fixture
def function() -> FuncOp:
    return FuncOp.of("main", [ROWS, TensorType((8, 4), f32), TensorType((3,), i32)])


@pytest.fixture
def values(function: FuncOp) -> Iterator[Values]:
    """The arguments of the function, while ops are inserted at its end."""
    with Builder.at_end(function.entry):
        yield Values(*function.entry.args)


def test_the_stub_has_the_signatures_of_now() -> None:
    assert STUB.read_text(encoding="utf-8") == text(), "`make op-table` brings it up to date"


@pytest.mark.parametrize("name", sorted(graph.DIALECT.function_names()))
def test_each_op_has_a_function_with_its_fields(name: str) -> None:
    function: Any = getattr(graph, name)
    parameters = inspect.signature(function).parameters
    fields = {field.accessor for field in graph.DIALECT.function_names()[name].definition.operands}
    assert callable(function)
    assert fields <= set(parameters)
    assert "Example:" in inspect.getdoc(function)  # type: ignore[operator]


def test_types_are_inferred(values: Values) -> None:
    x, w, _ = values
    y = graph.contract(x, w, contracting=([1], [0]))
    assert y.type is tensor_of((N, 4), f32)
    assert graph.reduce("sum", y, [1], keep_dims=True).type is tensor_of((N, 1), f32)
    top, places = graph.top_k(y, 1, 2)
    assert (top.type, places.type) == (tensor_of((N, 2), f32), tensor_of((N, 2), i64))
    assert graph.concat([y, top], 1).type is tensor_of((N, 6), f32)
    assert graph.sort([y, graph.cast(y, "int64")], 0)[1].type is tensor_of((N, 4), i64)


def test_parts_of_types_that_do_not_follow_are_given(values: Values) -> None:
    x, w, _ = values
    assert graph.cast(x, np.float64).type is tensor_of((N, 8), f64)
    assert graph.reshape(w, (2, 16)).type is TensorType((2, 16), f32)
    assert graph.broadcast(w, [1, 2], ("n", 8, 4)).type is tensor_of((N, 8, 4), f32)
    assert graph.iota(0, ("n",), "int32").type is tensor_of((N,), i32)
    assert graph.contract(w, w, ([0], [0]), element=f64).type is TensorType((4, 4), f64)
    assert graph.argmax(w, 0).type is TensorType((4,), i64)


def test_arrays_and_numbers_are_constants(function: FuncOp, values: Values) -> None:
    x, w, i = values
    graph.add(w, 2)
    graph.mul(i, [1, 2, 3])
    graph.sub(w, np.ones((8, 4), np.float32))
    graph.pad("constant", w, ["n", 0], [0, 1], [0, 0], value=1.5)
    repeated = graph.maximum(x, 0.0).defining_op
    constants = [op.value for op in function.entry.ops if isinstance(op, graph.ConstantOp)]
    assert [attr.type for attr in constants[:4]] == [w.type, i.type, w.type, TensorType((), f32)]
    assert isinstance(constants[0], DenseElementsAttr)
    assert constants[0].to_numpy()[3, 3] == 2.0
    assert isinstance(repeated, graph.MaximumOp)
    assert repeated.rhs.defined_by(graph.BroadcastOp) is not None


def test_an_array_is_not_copied(values: Values) -> None:
    array = np.arange(10_000, dtype=np.float32)
    constant = graph.constant(array).defining_op
    assert isinstance(constant, graph.ConstantOp)
    assert isinstance(constant.value, DenseElementsAttr)
    assert np.shares_memory(constant.value.to_numpy(), array)


def test_ops_lie_where_the_builder_is(function: FuncOp, values: Values) -> None:
    _, w, _ = values
    last = graph.neg(w)
    with Builder.current().at(InsertionPoint.at_start(function.entry)):
        first = graph.abs(w)
    with Builder.before(last.owner):
        middle = graph.exp(w)
    assert [op.results[0] for op in function.entry.ops] == [first, middle, last]


def test_locations_are_lines_of_the_caller(values: Values) -> None:
    _, w, _ = values
    line = inspect.currentframe().f_lineno + 1  # type: ignore[union-attr]
    location = graph.neg(graph.abs(w)).owner.location
    assert isinstance(location, FileLineColLoc)
    assert (Path(location.filename).name, location.line) == (Path(__file__).name, line)
    named = NameLoc("node", location)
    with Builder.current().at(location=named):
        assert graph.neg(w).owner.location is named


MISTAKES: list[tuple[Callable[[Values], object], str]] = [
    (lambda v: graph.add(v.x, v.w), "graph.add: requires the same type for all operands and results"),
    (lambda v: graph.add(v.i, 2.5), "graph.add: elements of type 'i32' must be integers in its range, but got 2.5"),
    (lambda v: graph.add(v.i, "a"), "graph.add: no element type for numpy's"),
    (lambda v: graph.reduce("summ", v.x, [1]), "graph.reduce: 'kind': expected one of sum, product"),  # type: ignore[arg-type]
    (lambda v: graph.reduce("sum", v.x, [5]), r"graph.reduce: dimensions must be in 0..1, but got 5 \[reduce_c2\]"),
    (lambda v: graph.reduce("sum", v.x, 1), r"graph.reduce: 'dims' must be Sequence\[int\], but got 1"),  # type: ignore[arg-type]
    (lambda v: graph.contract(v.x, v.w, ([1],)), "graph.contract: 'contracting' must be a pair, for both sides"),  # type: ignore[arg-type]
    (lambda v: graph.contract(v.x, v.x, ([1], [0])), r"sizes of lhs dimension 1 and rhs dimension 0 must agree"),
    (lambda _: graph.iota(0, (2.5,)), "graph.iota: a size must be an integer, a name, a size or None"),  # type: ignore[list-item]
    (lambda v: graph.cast(v.x, "float7"), "data type 'float7' not understood"),
    (lambda _: graph.constant(np.array("text")), "graph.constant: 'value': no element type for numpy's 'str128'"),
    (lambda _: graph.neg(np.ones(2, complex)), "graph.neg: operand #0 must be ranked tensor of floats"),
]


@pytest.mark.parametrize(("mistake", "message"), MISTAKES)
def test_errors_begin_with_the_line_and_leave_nothing_behind(
    function: FuncOp, values: Values, mistake: Callable[[Values], object], message: str
) -> None:
    with pytest.raises(InvalidCall, match=message) as raised:
        mistake(values)
    assert str(raised.value).startswith(f"{Path(__file__).relative_to(Path.cwd())}:")
    assert list(function.entry.ops) == []
    assert not any(value.has_uses for value in values)


def test_no_builder_is_current(function: FuncOp) -> None:
    with pytest.raises(InvalidIRError, match=r"no builder is current; write `with Builder.at_end"):
        graph.neg(function.entry.args[0])


def test_a_name_that_is_no_op() -> None:
    with pytest.raises(AttributeError, match=r"no op class and no function 'ad', did you mean 'add'?"):
        graph.ad  # type: ignore[attr-defined]  # noqa: B018
    for name, meant in (("subtract", "sub"), ("matmul", "contract"), ("Relu", "relu"), ("concatenate", "concat")):
        with pytest.raises(AttributeError, match=rf"no function '{name}', did you mean '{meant}'\?"):
            getattr(graph, name)


def test_what_is_built_can_be_computed() -> None:
    type = TensorType((2, 3), f32)
    function = FuncOp.of("doubled", [type], [type])
    with Builder.at_end(function.entry) as builder:
        doubled = graph.add(function.entry.args[0], function.entry.args[0])
        builder.insert(ReturnOp([doubled]))
    x = np.ones((2, 3), np.float32)
    [result] = dlc.Interpreter(ModuleOp.containing([function])).run("doubled", x)
    assert np.array_equal(result, x + x)
