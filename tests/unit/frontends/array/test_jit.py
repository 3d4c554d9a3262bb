"""`dlc.jit`, `dlc.trace` and control flow: one program for all sizes, and errors that name the user's line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects.func import FuncOp
from dlc.frontends.array.errors import NotTraceable
from dlc.ir.locations import FileLineColLoc
from dlc.ir.op_functions import InvalidCall

xp: Any = dlc.array


@dlc.jit(specs=[dlc.spec("n", "m"), dlc.spec("m")])
def centred(x: Any, weights: Any) -> Any:
    """Return weighted distances from the mean of columns, those of all but the first row, and the number of rows."""
    namespace = x.__array_namespace__()
    distance = (x - namespace.mean(x, axis=0)) * weights
    return {"all": distance, "rest": distance[1:], "rows": x.shape[0], "half": xp.zeros((x.shape[0] * 2,))}


def test_one_program_for_all_sizes() -> None:
    for shape in ((3, 4), (5, 2)):
        x, weights = np.random.default_rng(0).normal(size=shape), np.arange(shape[1]) + 1.0
        expected = (x - x.mean(axis=0)) * weights
        result = centred(x, weights)
        np.testing.assert_allclose(result["all"], expected, rtol=1e-12)
        np.testing.assert_allclose(result["rest"], expected[1:], rtol=1e-12)
        assert result["rows"] == shape[0]
        assert result["half"].shape == (2 * shape[0],)
    with pytest.raises(dlc.InvalidArgument, match="m"):
        centred(np.ones((3, 4)), np.ones(5))


def test_a_module_has_names_and_locations() -> None:
    module = centred.trace()
    [main] = module.body.entry.ops
    assert isinstance(main, FuncOp)
    assert '%x: tensor<?x?xf64, #graph.dims<n, m>> {dlc.name = "x"}' in str(module)
    locations = [op.location for op in main.entry.ops]
    assert all(isinstance(each, FileLineColLoc) and each.filename == __file__ for each in locations[:-1])
    first = centred.function.__code__.co_firstlineno
    assert {first + 4, first + 5} <= {each.line for each in locations if isinstance(each, FileLineColLoc)}


def test_programs_are_kept_by_shapes_dtypes_and_options() -> None:
    traces: list[int] = []

    @dlc.jit
    def scaled(x: Any, factor: Any, negate: bool = False) -> Any:
        traces.append(1)
        return x * -factor if negate else x * factor

    x = np.ones(3, np.float32)
    for factor in (2, 3):
        assert scaled(x, factor).tolist() == [factor] * 3
    assert scaled(x, 2).dtype == np.float32
    assert len(traces) == 1
    assert scaled(x, 2, negate=True).tolist() == [-2] * 3
    assert scaled(x.astype(float), 2).dtype == np.float64
    assert len(traces) == 3
    assert isinstance(scaled(xp.asarray(x), 2), xp.Array)


class Scale:
    """A model whose methods are compiled."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    @dlc.jit
    def of(self, x: Any, bias: Any = 0) -> Any:
        """Return a multiple."""
        return x * self.factor + bias

    @dlc.jit(specs=[dlc.spec("n")])
    def of_any_size(self, x: Any) -> Any:
        """Return a multiple of a vector."""
        return x * self.factor


def test_methods() -> None:
    two, three = Scale(2), Scale(3)
    for size in (2, 3):
        x = np.ones(size)
        for method in ("of", "of_any_size"):
            assert [getattr(each, method)(x).tolist() for each in (two, three)] == [[2.0] * size, [3.0] * size]
    assert Scale.of(two, np.ones(1), bias=1).tolist() == [3]
    assert Scale.of.__doc__ == "Return a multiple."
    assert [len(Scale.of._programs), len(Scale.of_any_size._programs)] == [5, 2]


def test_arguments_that_are_not_like_specs() -> None:
    @dlc.jit(specs=[dlc.spec("n"), "sum"])
    def reduced(x: Any, kind: str, twice: bool = False) -> Any:
        return (1 + twice) * (xp.sum(x) if kind == "sum" else xp.max(x))

    x = np.arange(4.0)
    assert [reduced(x, "sum"), reduced(x, "sum", twice=True)] == [6, 12]
    for wrong, message in (
        ((x,), "'specs' are for 2 arguments, but got 1"),
        ((x, "max"), "argument 1 must be like its spec, 'sum', but got 'max'"),
        ((x, "sum", False), "'specs' are for 2 arguments, but got 3"),
        (
            ({"a": [x]}, "sum"),
            r"argument 0 must be like its spec, spec\(n, dtype=float64\), but got \{'a': \[float64\[4\]\]\}",
        ),
    ):
        with pytest.raises(InvalidCall, match=rf"test_jit.py:\d+: reduced: {message}"):
            reduced(*wrong)


def test_arrays_with_a_mask_are_refused() -> None:
    masked = np.ma.masked_array([1.0, 2.0, 1000.0], mask=[False, False, True])
    for function in (dlc.jit(xp.sum), xp.sum, xp.asarray):
        with pytest.raises(InvalidCall, match=r"an array with a mask cannot be used, .*x\.filled"):
            function(masked)
    assert dlc.jit(xp.sum)(masked.filled(0)) == 3


def test_containers_that_contain_themselves_are_refused() -> None:
    within: list[Any] = []
    within.append(within)
    keyed: dict[str, Any] = {}
    keyed["x"] = keyed
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    for container in (within, keyed, deep):
        with pytest.raises(InvalidCall, match="a container contains itself, or is nested too deeply: Python allows"):
            dlc.jit(lambda _: 1.0)(container)
        with pytest.raises(InvalidCall, match="a container contains itself, or is nested too deeply: Python allows"):
            dlc.jit(lambda _, result=container: result)(1.0)


def test_chains_of_objects_are_searched_for_arrays() -> None:
    class Link:
        rest: Any = None

    first = last = Link()
    for _ in range(5000):
        last.rest = last = Link()
    assert dlc.jit(lambda _: 1.0)(first) == 1
    last.rest = np.ones(3)
    with pytest.raises(InvalidCall, match=r"an argument of 'Link' has an array in 'rest\.rest\.rest"):
        dlc.jit(lambda _: 1.0)(first)


def test_numbers_and_byte_orders_that_do_not_fit() -> None:
    with pytest.raises(dlc.InvalidArgument, match=f"elements of type int64, into which {2**64} does not fit"):
        dlc.jit(lambda x: x + 1)(2**64)
    with pytest.raises(InvalidCall, match=f"asarray: the number {2**64} does not fit 64 bits"):
        xp.asarray([1, 2**64])
    swapped = np.ones(3, ">f4")
    with pytest.raises(InvalidCall, match=r"dtype >f4, in another byte order; pass `x\.astype\(x\.dtype\.newbyteorder"):
        dlc.jit(lambda x: x + 1)(swapped)
    assert dlc.jit(lambda x: x + 1)(swapped.astype(swapped.dtype.newbyteorder("="))).tolist() == [2, 2, 2]


def test_threads_share_rows_that_are_narrower_than_vectors(recwarn: pytest.WarningsRecorder) -> None:
    rows = np.random.default_rng(0).standard_normal((5003, 10), np.float32)
    nearest = dlc.jit(lambda x: xp.min(x, axis=1), threads=2)
    assert (nearest(rows) == np.min(rows, axis=1)).all()
    assert not recwarn.list


def test_control_flow() -> None:
    @dlc.jit
    def computed(x: Any, count: Any) -> Any:
        steps, doubled = dlc.while_loop(lambda c: c[0] < count, lambda c: (c[0] + 1, 2 * c[1]), (0, x))
        total, sums = dlc.scan(lambda carry, row: (carry + row, carry), xp.zeros(()), x, reverse=True)
        sign = dlc.cond(total > 0, lambda: x, lambda: -x)
        return steps, doubled, sums, sign

    x = np.array([1.0, -2.0, 3.0])
    for array, wrapped in ((x, computed), (xp.asarray(x), computed.function)):
        steps, doubled, sums, sign = wrapped(array, 3)
        assert int(steps) == 3
        assert np.asarray(doubled).tolist() == [8.0, -16.0, 24.0]
        assert np.asarray(sums).tolist() == [1.0, 3.0, 0.0]
        assert np.asarray(sign).tolist() == [1.0, -2.0, 3.0]


def branches(x: Any) -> Any:
    return x if x[0] > 1 else -x


def assigns(x: Any) -> Any:
    x[0] = 1.0
    return x


def calls_numpy(x: Any) -> Any:
    return np.median(x)


def compares_sizes(x: Any) -> Any:
    return x if x.shape[0] > 3 else -x


def as_numpy(x: Any) -> Any:
    return np.asarray(x)


def contains(x: Any) -> Any:
    return 1 in x


def as_key(x: Any) -> Any:
    return {x: 1}


def adds_text(x: Any) -> Any:
    return x + "a"


def subtracts_from_tuple(x: Any) -> Any:
    return (1, 2) - x


def unknown_dtype(x: Any) -> Any:
    return xp.astype(x, "foo")


def formatted(x: Any) -> Any:
    return f"{x[0]:.2f}"


def mismatched(x: Any) -> Any:
    return dlc.cond(x[0] > 0, lambda: x, lambda: x[0])


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (branches, r"bool\(\) depends on the value of a traced array.*use `dlc.cond`.*for `and`, `or` .* write `&`"),
        (assigns, "arrays cannot be changed; build a new one"),
        (calls_numpy, "numpy.median cannot be traced; use functions of `dlc.array`"),
        (compares_sizes, r"3 > n|n > 3 depends on a size that is not known"),
        (as_numpy, "the elements of a traced array are not known .* or return the array"),
        (contains, r"`in` depends on values of a traced array; write `dlc.array.any\(x == item\)`"),
        (as_key, "arrays cannot be keys of dictionaries or elements of sets; use a number or a name"),
        (adds_text, "add: an array or a number is required, but got 'a'"),
        (
            subtracts_from_tuple,
            r"subtract: an array or a number is required, but got \(1, 2\); make an array of it by `dlc.array",
        ),
        (unknown_dtype, "arrays cannot have the dtype foo; they can have bool, int8"),
        (formatted, r"format\(\) depends on the value of a traced array"),
        (mismatched, r"cond: .* must return arrays of the same types, but got tensor<\?xf64, .*> and tensor<f64>"),
    ],
)
def test_functions_that_cannot_be_traced(function: Callable[[Any], Any], message: str) -> None:
    line = function.__code__.co_firstlineno + 1
    with pytest.raises(TypeError, match=rf"test_jit\.py:{line}: .*({message})"):
        dlc.trace(function, dlc.spec("n"))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: x[xp.argmax(x) :], r"index\(\) depends on .*write `dlc.array.take\(x, start \+ dlc.array.arange"),
        (
            lambda _: dlc.scan(lambda c, i: (c + i, c), 0, range(3)),
            r"scan: xs must be arrays, but got range\(0, 3\); make an array of it",
        ),
        (lambda _: dlc.scan(lambda c, i: (c + i, c), 0.0, (1, 2)), "scan: each array of xs .*stack numbers by"),
        (
            lambda x: dlc.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1]), [0, x[0]]),
            r"must return what it is given, but got \(tensor<i64>, tensor<f64>\) and \[tensor<i64>, tensor<f64>\]$",
        ),
        (
            lambda x: dlc.scan(lambda _, y: ({"sum": y}, None), {"sum": 0}, x),
            r"the carry must keep its types, but got \{'sum': tensor<f64>\} and \{'sum': tensor<i64>\}; begin with",
        ),
    ],
)
def test_errors_of_control_flow_show_both_sides(function: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(TypeError, match=rf"test_jit\.py:\d+: .*({message})"):
        dlc.trace(function, dlc.spec("n"))


async def awaited(x: Any) -> Any:
    return x


def generated(x: Any) -> Any:
    yield x


async def awaited_one_by_one(x: Any) -> Any:
    yield x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (awaited, "an `async def` cannot be traced"),
        (awaited_one_by_one, "an `async def` cannot be traced"),
        (generated, "a generator cannot be traced; return arrays"),
        (partial(generated), "a generator cannot be traced; return arrays"),
        (5, "a function of arrays is required, but got 5"),
    ],
)
def test_what_is_no_function_of_arrays(function: Any, message: str) -> None:
    for refuse in (dlc.jit, lambda function: dlc.trace(function, dlc.spec("n"))):
        with pytest.raises(InvalidCall, match=rf"test_jit\.py:\d+: {message}"):
            refuse(function)
    with pytest.raises(InvalidCall, match=r"test_jit\.py:\d+: a traced function cannot return a generator"):
        dlc.trace(lambda x: (each for each in x), dlc.spec(3))


def test_arrays_with_data_in_python() -> None:
    x = xp.asarray([1.0, 2.5])
    assert (2.5 in x, 3 in x, f"{x[1]:.2f}", x == "a") == (True, False, "2.50", False)
    with pytest.raises(InvalidCall, match=r"test_jit\.py:\d+: arrays cannot be keys"):
        hash(x)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("exp", "; call `dlc.array.exp`"), ("item", "; compute with functions of `dlc.array`.*"), ("itemset", "")],
)
def test_methods_of_numpy_name_the_function(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=rf"test_jit\.py:[0-9]+: arrays have no attribute '{name}'{hint}$"):
        dlc.trace(lambda x: getattr(x, name)(), dlc.spec("n"))


@dlc.jit(specs=[dlc.spec("n")])
def shortened(x: Any) -> Any:
    return xp.exp(x)[1 : x.shape[0] - 5]


@dlc.jit(specs=[dlc.spec("n")])
def too_short(x: Any) -> Any:
    return xp.zeros(x.shape[0] - 5)


@dlc.jit
def divided(x: Any) -> Any:
    return 7 // x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (shortened, "'graph.slice' op dimension 0 must have start <= limit <= size [slice_c4]"),
        (too_short, "a size must not be negative"),
        (divided, "'graph.div' op divides by zero"),
    ],
)
def test_failures_of_a_program_name_the_line(function: Any, message: str) -> None:
    line = function.function.__code__.co_firstlineno + 2
    with pytest.raises(dlc.ProgramFailed, match=re.escape(f"@main failed: {message}, at {__file__}:{line}:") + r"\d+$"):
        function(np.zeros(3, int if function is divided else float))


@pytest.mark.parametrize(
    "bounds",
    [
        lambda n: (n,),
        lambda n: (2, n),
        lambda n: (0, n - 7),
        lambda n: (n - 7, n, 2),
        lambda n: (n, 0, -1),
        lambda n: (n, -3, -4),
        lambda n: (0, n, -1),
        lambda n: (n % 3, n, 3),
        lambda n: (n, n + 3, -2),
    ],
)
def test_ranges_with_symbolic_sizes(bounds: Callable[[Any], Any]) -> None:
    ranged = dlc.jit(specs=[dlc.spec("n")])(lambda x: xp.arange(*bounds(x.shape[0])))
    for n in (1, 3, 8):
        np.testing.assert_array_equal(ranged(np.ones(n)), np.arange(*bounds(n)))


def test_ranges_have_named_sizes_where_none_can_be_negative() -> None:
    module = dlc.trace(lambda x: (xp.arange(x.shape[0] * 2 + 1), xp.arange(1, x.shape[0])), dlc.spec("n"))
    assert "-> (tensor<?xi64, #graph.dims<n * 2 + 1>>, tensor<?xi64>)" in str(module)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda n: xp.arange(0, n * n, n), "arange: the step 'n' is a size"),
        (lambda n: xp.arange(0, n, 0), "arange: the step must not be 0"),
        (lambda n: xp.linspace(0, 1, n), "linspace: start, stop and num must be known"),
        (lambda n: xp.linspace(0, n, 3), "linspace: start, stop and num must be known"),
    ],
)
def test_ranges_that_cannot_be_traced(function: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(InvalidCall, match=rf"test_jit.py:\d+: {message}"):
        dlc.trace(lambda x: function(x.shape[0]), dlc.spec("n"))


@pytest.mark.parametrize("size", ["1 n", "n)", "", "é", "n.1"])
def test_names_of_sizes_can_be_read_in_a_module(size: str) -> None:
    message = rf"test_jit\.py:\d+: spec: a name of a size must .* but got {re.escape(repr(size))}$"
    with pytest.raises(InvalidCall, match=message):
        dlc.spec(size, 3)
    module = dlc.trace(lambda x: x, dlc.spec("floordiv", "_n1", 3))
    assert str(dlc.parse(str(module))) == str(module)


def test_sizes_of_specs_are_not_negative() -> None:
    with pytest.raises(InvalidCall, match=r"test_jit\.py:\d+: spec: a size must not be negative, but got -3$"):
        dlc.spec("n", -3)


def test_arrays_of_another_trace() -> None:
    kept: list[Any] = []
    dlc.trace(kept.append, dlc.spec(3))

    def adds_kept(x: Any) -> Any:
        return x + kept[0]

    with pytest.raises(NotTraceable, match="an array of another traced function is used here"):
        dlc.trace(adds_kept, dlc.spec(3))


def test_recursion_that_depends_on_values_does_not_end() -> None:
    @dlc.jit
    def f(x: Any) -> Any:
        return f(x) + 1

    with pytest.raises(NotTraceable, match=r"calls in f are nested deeper than Python allows.*dlc.while_loop"):
        f(np.ones(3))


# -- Donated arguments -------------------------------------------------------------------------------------------------


@dlc.jit(donate=0, threads=1)
def descended(params: dict[str, Any], gradients: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return parameters after a step, and the sum of one that is still needed after it."""
    return {name: params[name] - 0.5 * gradients[name] for name in params}, xp.sum(params["kept"])


def parameters() -> dict[str, Any]:
    return {"a": np.ones((3, 4), np.float32), "kept": np.ones(5, np.float32)}


def test_results_are_in_the_memory_of_donated_arguments() -> None:
    params, gradients = parameters(), parameters()
    results, total = descended(params, gradients)
    assert results["a"].ctypes.data == params["a"].ctypes.data
    for name, result in results.items():
        np.testing.assert_array_equal(result, 1 - 0.5 * gradients[name])
    assert total == 5


def test_donated_arguments_that_cannot_be_written_are_copied() -> None:
    params, gradients = parameters(), parameters()
    params["a"].flags.writeable = False
    results, _ = descended({**params, "kept": np.ones(10, np.float32)[::2]}, gradients)
    assert params["a"].tolist() == np.ones((3, 4)).tolist()
    assert results["a"].tolist() == np.full((3, 4), 0.5).tolist()


def test_donated_arguments_share_no_memory_with_others() -> None:
    params = parameters()
    with pytest.raises(
        dlc.InvalidArgument, match=r"'params.a' of @main must not share memory with argument 'gradients.a'"
    ):
        descended(params, {**parameters(), "a": params["a"]})
    with pytest.raises(
        dlc.DlcError, match="'donate' must be numbers of positional arguments, less than 1, but got '2'"
    ):
        dlc.jit(donate=2)(xp.sin)(np.ones(3))


# -- Arrays of numpy that are used -------------------------------------------------------------------------------------


def test_arrays_hold_what_they_held_when_they_were_used() -> None:
    weights = np.arange(10_000, dtype=np.float32).reshape(100, 100)

    def function(x: Any) -> Any:
        first = x + weights
        weights[...] = 1
        return first + np.broadcast_to(weights, (100, 100)) * x

    compiled = dlc.jit(function)
    expected = np.arange(10_000, dtype=np.float32).reshape(100, 100) + 2 + 2
    two = np.full((100, 100), 2, np.float32)
    np.testing.assert_array_equal(compiled(two), expected)
    weights[...] = 3
    np.testing.assert_array_equal(compiled(two), expected)


def test_an_array_that_is_used_twice_is_one_constant() -> None:
    weights = np.arange(64, dtype=np.float32).reshape(8, 8)
    weights[0, 0] = np.nan

    def function(x: Any) -> Any:
        return xp.tanh(x @ weights) @ weights

    assert str(dlc.jit(function).trace(np.ones((8, 8), np.float32))).count("graph.constant") == 1


def test_options_that_are_not_there_are_refused_where_they_are_given() -> None:
    with pytest.raises(TypeError, match=r"dlc\.jit: there is no option 'statc', did you mean 'static'\?"):
        dlc.jit(statc="x")(lambda x: x)
    with pytest.raises(TypeError, match=r"there is no option 'unrolling'; there are specs, donate, static, target"):
        dlc.jit(lambda x: x, unrolling=4)
