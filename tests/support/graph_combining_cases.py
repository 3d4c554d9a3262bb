"""Cases of the graph ops that combine, order and find elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from support.graph_cases import BF16, STATIC, UNKNOWN, Case, case

RNG = np.random.default_rng(11)
F = RNG.standard_normal((2, 3, 4), dtype=np.float32)
M = RNG.standard_normal((3, 5), dtype=np.float32)
ODD = np.array([[1.0, np.nan, -np.inf], [np.inf, 0.0, -0.0], [-np.inf, -np.inf, -np.inf]], np.float32)
I8 = RNG.integers(-128, 128, (3, 5), dtype=np.int8)
U8 = RNG.integers(0, 256, (3, 5), dtype=np.uint8)
I64 = RNG.integers(-3, 3, (3, 5), dtype=np.int64)
U64 = I64.astype(np.uint64)
BF = M.astype(BF16)
B = M > 0
TIES = np.array([[2, 1, 2, 1, 0], [0, 0, 0, 0, 0], [3, 4, 3, 4, 4]], np.int32)
EMPTY = np.zeros((2, 0), np.float32)
S = np.array(2.5, np.float32)


def i64(*numbers: Any) -> Any:
    return np.array(numbers, np.int64)


def exactly(function: Any, x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    """A reduction by numpy, of floats in float64, in the type of the elements."""
    wide = x.astype(np.float64) if x.dtype.kind not in "biu" else x
    with np.errstate(all="ignore"):
        return np.asarray(function(wide, axis=axes, keepdims=keep)).astype(x.dtype)


def _logsumexp(x: Any, axis: Any, keepdims: bool) -> Any:
    return np.logaddexp.reduce(x, axis=axis[0], keepdims=keepdims)


def reductions() -> list[Case]:
    """reduce"""
    cases: list[Case] = []
    numbers = (("sum", np.sum), ("product", np.prod), ("max", np.max), ("min", np.min))
    for x in (M, I8, U8, I64, U64, BF):
        tolerance = {M.dtype: 1e-5, BF.dtype: 1e-2}.get(x.dtype, 0.0)
        for kind, function in numbers:
            for axes, keep in (((1,), False), ((0, 1), False), ((0,), True), ((), False)):
                op_text = f"graph.reduce <{kind}> %0, {list(axes)}{' keep_dims' if keep else ''}"
                cases.append(case(op_text, [x], exactly(function, x, axes, keep), tolerance=tolerance))
    for x in (M, BF, ODD):
        tolerance = 1e-2 if x.dtype == BF16 else 1e-5
        for axis in (0, 1):
            cases.append(case(f"graph.reduce <mean> %0, [{axis}]", [x], exactly(np.mean, x, (axis,), False),
                              tolerance=tolerance))  # fmt: skip
            cases.append(case(f"graph.reduce <logsumexp> %0, [{axis}] keep_dims", [x],
                              exactly(_logsumexp, x, (axis,), True), tolerance=tolerance))  # fmt: skip
    huge = np.array([[1000.0, 1000.0]], np.float32)
    cases.append(
        case("graph.reduce <logsumexp> %0, [1]", [huge], np.array([1000 + np.log(2)], np.float32), tolerance=1e-6)
    )
    for x in (I8, U8, B):
        for kind, function in (("and", np.bitwise_and), ("or", np.bitwise_or)):
            cases.append(case(f"graph.reduce <{kind}> %0, [1]", [x], function.reduce(x, axis=1)))
            cases.append(case(f"graph.reduce <{kind}> %0, [0, 1] keep_dims", [x],
                              function.reduce(x, axis=(0, 1), keepdims=True)))  # fmt: skip
    cases += [case(f"graph.reduce <{kind}> %0, [1]", [ODD], getattr(np, kind)(ODD, 1)) for kind in ("max", "min")]
    total = F.astype(np.float64).sum((0, 2)).astype(np.float32)
    cases.append(case("graph.reduce <sum> %0, [2, 0]", [F], total, tolerance=1e-5))
    cases.append(case("graph.reduce <sum> %0, []", [S], S))
    return cases + of_nothing()


def of_nothing() -> list[Case]:
    """Reductions of no elements."""
    nothing = {"sum": 0.0, "product": 1.0, "max": -np.inf, "min": np.inf, "mean": np.nan, "logsumexp": -np.inf}
    cases = [
        case(f"graph.reduce <{kind}> %0, [1]", [EMPTY], np.full(2, value, np.float32))
        for kind, value in nothing.items()
    ]
    for dtype in (np.int8, np.uint8, np.int64):
        limits, x = np.iinfo(dtype), np.zeros((2, 0), dtype)
        for kind, value in {"sum": 0, "product": 1, "max": limits.min, "min": limits.max, "or": 0}.items():
            cases.append(case(f"graph.reduce <{kind}> %0, [1]", [x], np.full(2, value, dtype)))
        cases.append(case("graph.reduce <and> %0, [1]", [x], ~np.zeros(2, dtype)))
    cases.append(case("graph.reduce <and> %0, [1]", [np.zeros((2, 0), bool)], np.full(2, True)))
    cases.append(case("graph.reduce <sum> %0, [0]", [EMPTY], np.zeros(0, np.float32)))
    return cases


def first_of(x: Any, wins: Any, last: bool) -> int:
    """Return the position of the element that wins over all others; a NaN does."""
    order = range(len(x) - 1, -1, -1) if last else range(len(x))
    best = -1
    for i in order:
        is_nan = bool(np.isnan(float(x[i])))
        if best < 0 or (not np.isnan(float(x[best])) and (is_nan or wins(x[i], x[best]))):
            best = i
    return best


def arguments() -> list[Case]:
    """argmax, argmin"""
    cases: list[Case] = []
    for x in (M, I8, U8, BF, TIES, ODD):
        for word, wins in (("argmax", lambda a, b: a > b), ("argmin", lambda a, b: a < b)):
            for last in (False, True):
                rows = [first_of(row, wins, last) for row in x]
                op_text = f"graph.{word} %0, 1{' last' if last else ''}"
                cases.append(case(op_text, [x], i64(*rows)))
                cases.append(case(f"{op_text} keep_dims", [x], np.array([[r] for r in rows], np.int32)))
                cases.append(case(f"graph.{word} %0, 0{' last' if last else ''}", [x],
                                  i64(*(first_of(column, wins, last) for column in x.T))))  # fmt: skip
    return cases


def running(x: Any, function: Any, start: Any, exclusive: bool) -> Any:
    """Running results of rows, one element after the other."""
    result = np.empty_like(x)
    for row in range(x.shape[0]):
        now = start
        for column in range(x.shape[1]):
            after = function(
                now, x[row, column].astype(np.float64) if x.dtype.kind not in "iu" else int(x[row, column])
            )
            result[row, column] = np.asarray(now if exclusive else after).astype(
                np.int64 if x.dtype.kind in "iu" else x.dtype
            )
            now = after
            if x.dtype.kind in "iu":
                now = int(np.asarray(after).astype(x.dtype)) if abs(after) < 2**63 else after
    return result


def cumulative() -> list[Case]:
    """cumulative"""
    cases: list[Case] = []
    for x in (M, I8, I64, ODD):
        is_float = x.dtype.kind == "f"
        info: Any = np.iinfo(x.dtype.name) if not is_float else None
        limits = (-np.inf, np.inf) if is_float else (info.min, info.max)
        kinds = (("sum", lambda a, b: a + b, 0), ("product", lambda a, b: a * b, 1), ("max", np.maximum, limits[0]),
                 ("min", np.minimum, limits[1]))  # fmt: skip
        for kind, function, start in kinds:
            for exclusive in (False, True):
                with np.errstate(invalid="ignore"):
                    forward = running(x, function, start, exclusive)
                    backward = running(x[:, ::-1], function, start, exclusive)[:, ::-1]
                op_text = f"graph.cumulative <{kind}> %0, 1{' exclusive' if exclusive else ''}"
                tolerance = 1e-5 if is_float else 0.0
                cases.append(case(op_text, [x], forward, tolerance=tolerance))
                cases.append(case(f"{op_text} reverse", [x], backward, tolerance=tolerance))
    cases.append(case("graph.cumulative <sum> %0, 0", [I64], np.cumsum(I64, 0)))
    cases.append(case("graph.cumulative <sum> %0, 1 exclusive", [EMPTY], EMPTY))
    return cases


def key_of(value: Any) -> Any:
    """Return a sort key: a NaN is larger than all others."""
    return (bool(np.isnan(float(value))), 0.0 if np.isnan(float(value)) else float(value))


def order_of(row: Any, descending: bool) -> list[int]:
    """Return the order by Python's own stable sort."""
    return sorted(range(len(row)), key=lambda i: key_of(row[i]), reverse=False) if not descending else sorted(
        range(len(row)), key=lambda i: tuple(-part for part in key_of(row[i]))
    )  # fmt: skip


def sorting() -> list[Case]:
    """sort, top_k"""
    cases: list[Case] = []
    for x in (M, I8, U8, BF, B, TIES, ODD):
        for descending in (False, True):
            order = [order_of(row, descending) for row in x]
            rows = np.array([[row[i] for i in at] for row, at in zip(x, order, strict=True)], x.dtype)
            places = np.broadcast_to(np.arange(x.shape[1], dtype=np.int32), x.shape)
            word = " descending" if descending else ""
            cases.append(case(f"graph.sort %0, %1 along 1{word}", [x, places], rows, np.array(order, np.int32)))
            cases.append(case(f"graph.sort %0 along 0{word}", [x.T.copy()], rows.T))
            op_text = f"graph.top_k %0, 1, k = 2{'' if descending else ' smallest'}"
            cases.append(case(op_text, [x], rows[:, :2], np.array(order, np.int64)[:, :2]))
    cases.append(case("graph.sort %0 along 1", [EMPTY], EMPTY))
    cases.append(case("graph.top_k %0, 1, k = 0", [M], M[:, :0], np.zeros((3, 0), np.int32)))
    return cases


# -- Indexing ----------------------------------------------------------------------------------------------------------

ROWS = "window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1"
ELEMENTS = "window_dims = [], collapsed = [0, 1], batch = [] x [], index_map = [0, 1], index_vector_dim = "
ALONG = "window_dims = [], collapsed = [1], batch = [0] x [0], index_map = [1], index_vector_dim = 2"


def gathers() -> list[Case]:
    """gather, as ONNX's Gather, GatherElements and GatherND have it, and in general; nonzero"""
    cases: list[Case] = []
    for x in (M, I8, U8, BF, B):
        i = np.array([2, 0, 1, 2], np.int32)
        cases.append(case(f"graph.gather %0[%1], {ROWS}, slice_sizes = [1, ?]", [x, i], x[i]))
        out = i64(7, -3, 1)
        cases.append(case(f"graph.gather %0[%1], {ROWS}, slice_sizes = [1, 2]", [x, out], x[[2, 0, 1], :2]))
        at = np.array([[0, 4], [2, 1]], np.uint8)
        cases.append(case(f"graph.gather %0[%1], {ELEMENTS}1, slice_sizes = [1, 1]", [x, at], x[at[:, 0], at[:, 1]],
                          forms=(STATIC,)))  # fmt: skip
        along = RNG.integers(0, 5, (3, 2))
        cases.append(case(f"graph.gather %0[%1], {ALONG}, slice_sizes = [1, 1]", [x, along],
                          np.take_along_axis(x, along, 1)))  # fmt: skip
    columns = i64([4, 0], [1, 1])
    attributes = "window_dims = [0], collapsed = [1], batch = [] x [], index_map = [1], index_vector_dim = 2"
    cases.append(case(f"graph.gather %0[%1], {attributes}, slice_sizes = [?, 1]", [M, columns], M[:, columns]))
    attributes = "window_dims = [1, 2], collapsed = [], batch = [] x [], index_map = [1, 0], index_vector_dim = 0"
    windows = np.stack([M[0:2, 3:5], M[1:3, 0:2], M[1:3, 2:4]])
    starts = i64([9, -1, 2], [0, 1, 5])
    cases.append(
        case(f"graph.gather %0[%1], {attributes}, slice_sizes = [2, 2]", [M, starts], windows, forms=(STATIC,))
    )
    cases.append(case(f"graph.gather %0[%1], {ROWS}, slice_sizes = [1, ?]", [M, np.zeros(0, np.int64)], M[:0]))
    attributes = "window_dims = [0], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 0"
    cases.append(case(f"graph.gather %0[%1], {attributes}, slice_sizes = [1, ?]", [M, np.array(1)], M[1]))
    for i, limits in ((np.array([[0, 4], [2, 1]], np.uint8), i64(3, 5)), (i64(0, 255, 3), i64(256)[0])):
        cases.append(case('graph.check_indices %0 below %1 else("out")', [i, limits], i))
    tested = (M, TIES, B, ODD, EMPTY)
    return cases + [case("graph.nonzero %0", [x], np.argwhere(x != 0), forms=(UNKNOWN,)) for x in tested]


def scatters() -> list[Case]:
    """scatter, as ONNX's ScatterElements and ScatterND have it, and in general"""
    cases: list[Case] = []
    kinds: dict[str, Any] = {
        "assign": lambda _, b: b,
        "add": np.add,
        "mul": np.multiply,
        "max": np.maximum,
        "min": np.minimum,
    }
    for x in (M, I8, U8):
        for kind, function in kinds.items():
            i, updates = i64(2, 0, 2, 3, -1), (np.arange(25).reshape(5, 5) - 7).astype(x.dtype)
            scattered = x.copy()
            for row, update in zip(i[:3], updates, strict=False):
                scattered[row] = function(scattered[row], update)
            cases.append(case(f"graph.scatter <{kind}> %0[%1], %2, {ROWS}", [x, i, updates], scattered))
            at, updates = i64([0, 4], [2, 1], [0, 4]), np.array([1, 2, 3], x.dtype)
            scattered = x.copy()
            for (row, column), update in zip(at, updates, strict=True):
                scattered[row, column] = function(scattered[row, column], update)
            cases.append(
                case(f"graph.scatter <{kind}> %0[%1], %2, {ELEMENTS}1", [x, at, updates], scattered, forms=(STATIC,))
            )
    along, updates = i64([1, 1], [4, 0], [7, 2]), np.arange(6, dtype=np.float32).reshape(3, 2)
    scattered = M.copy()
    scattered[0, 1], scattered[1, 4], scattered[1, 0], scattered[2, 2] = 1.0, 2.0, 3.0, 5.0
    cases.append(case(f"graph.scatter <assign> %0[%1], %2, {ALONG}", [M, along, updates], scattered))
    attributes = "window_dims = [1, 2], collapsed = [], batch = [] x [], index_map = [0, 1], index_vector_dim = 1"
    scattered = M.copy()
    scattered[2, 4] += 1
    scattered[0:2, 0:2] += 1
    inputs = [M, i64([2, 4], [0, 0]), np.ones((2, 2, 2), np.float32)]
    cases.append(case(f"graph.scatter <add> %0[%1], %2, {attributes} unique", inputs, scattered, forms=(STATIC,)))
    cases.append(case(f"graph.scatter <assign> %0[%1], %2, {ROWS}", [B, i64(1), np.full((1, 5), True)],
                      np.stack([B[0], np.full(5, True), B[2]])))  # fmt: skip
    nan = np.array([[np.nan] * 3], np.float32)
    for kind in ("max", "min"):
        scattered = ODD.copy()
        scattered[1] = np.nan
        cases.append(case(f"graph.scatter <{kind}> %0[%1], %2, {ROWS}", [ODD, i64(1), nan], scattered))
    return cases
