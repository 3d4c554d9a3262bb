"""Cases of the graph ops that move elements, take parts, and ask for sizes."""

from __future__ import annotations

from typing import Any

import numpy as np

from support.graph_cases import BF16, NAMED, STATIC, UNKNOWN, Case, case

RNG = np.random.default_rng(7)
F = RNG.standard_normal((2, 3, 4), dtype=np.float32)
M = RNG.standard_normal((3, 4), dtype=np.float32)
V = np.arange(5, dtype=np.int64)
I8 = RNG.integers(-128, 128, (3, 4), dtype=np.int8)
U8 = RNG.integers(0, 256, (3, 4), dtype=np.uint8)
BF = M.astype(BF16)
B = M > 0
EMPTY = np.zeros((0, 4), np.float32)
S = np.array(2.5, np.float32)


def i64(*numbers: int) -> Any:
    return np.array(numbers, np.int64)


def movement() -> list[Case]:
    """transpose, reverse, broadcast, reshape"""
    cases = [case("graph.transpose %0, [2, 0, 1]", [F], F.transpose(2, 0, 1)), case("graph.transpose %0, []", [S], S)]
    for x in (M, I8, U8, BF, B, EMPTY):
        cases.append(case("graph.transpose %0, [1, 0]", [x], x.T))
        cases.append(case("graph.reverse %0, [1]", [x], x[:, ::-1]))
        cases.append(case("graph.broadcast %0, [0, 2]", [x], np.broadcast_to(x[:, None], (x.shape[0], 2, 4)),
                          says_sizes=True))  # fmt: skip
        cases.append(case("graph.reshape %0", [x], x.reshape(-1), says_sizes=False))
    cases += [
        case("graph.reverse %0, [0, 2]", [F], F[::-1, :, ::-1]),
        case("graph.reverse %0, []", [S], S),
        case("graph.broadcast %0, []", [S], np.full((2, 3), 2.5, np.float32), says_sizes=True, forms=(STATIC,)),
        case("graph.broadcast %0, [0, 1]", [M[:, :1]], np.broadcast_to(M[:, :1], (3, 5)), says_sizes=True,
             forms=(STATIC, UNKNOWN)),
        case("graph.broadcast %0, [1] sizes(%1 : {1}) : {0} -> {r}", [V, i64(3, 5)], np.stack([V] * 3),
             forms=(STATIC,)),
        case("graph.reshape %0", [F], F.reshape(6, 4), says_sizes=True, forms=(STATIC, UNKNOWN)),
        case("graph.reshape %0", [F], F.reshape(4, 6), says_sizes=True, forms=(STATIC, UNKNOWN)),
        case("graph.reshape %0", [F], F.reshape(2, 3, 2, 2), says_sizes=True, forms=(STATIC,)),
        case("graph.reshape %0", [F], F.reshape(1, 2, 3, 1, 4, 1), says_sizes=True, forms=(STATIC,)),
        case("graph.reshape %0", [S], S.reshape(1, 1), says_sizes=True, forms=(STATIC,)),
        case("graph.reshape %0", [S.reshape(1, 1)], S, says_sizes=True, forms=(STATIC,)),
        case("graph.reshape %0", [EMPTY], np.zeros((4, 0, 2), np.float32), says_sizes=True, forms=(STATIC,)),
    ]  # fmt: skip
    return cases


def sized_at_run_time() -> list[Case]:
    """Ops that take sizes from an operand; types say none."""
    return [
        case("graph.reshape %0 sizes(%1 : {1}) : {0} -> {r}", [F, i64(4, 3, 2)], F.reshape(4, 3, 2), forms=(UNKNOWN,)),
        case("graph.reshape %0 sizes(%1 : {1}) : {0} -> {r}", [F, i64(4, -1)], F.reshape(4, 6), forms=(UNKNOWN,)),
        case("graph.broadcast %0, [1] sizes(%1 : {1}) : {0} -> {r}", [V, i64(3, 5)], np.stack([V] * 3),
             forms=(UNKNOWN,)),
        case("graph.broadcast %0, [0, 1] sizes(%1 : {1}) : {0} -> {r}", [M[:1], i64(6, 4)], np.repeat(M[:1], 6, 0),
             forms=(UNKNOWN,)),
        case("graph.iota 1 sizes(%0 : {0}) : {r}", [i64(2, 3)], np.array([[0, 1, 2]] * 2, np.int32), forms=(UNKNOWN,)),
        case("graph.iota 0 sizes(%0 : {0}) : {r}", [i64(0)], np.zeros(0, np.int64), forms=(UNKNOWN,)),
        case("graph.dynamic_slice %0, %1 sizes(%2 : {2}) : {0}, {1} -> {r}", [M, i64(1, 9), i64(2, 3)], M[1:3, 1:4],
             forms=(UNKNOWN,)),
    ]  # fmt: skip


def shapes() -> list[Case]:
    """rank, shape, dim, size, iota, with_shape"""
    cases: list[Case] = []
    for x in (F, EMPTY, S):
        cases.append(case("graph.rank %0", [x], np.array(x.ndim, np.int64)))
        cases.append(case("graph.shape %0 : {0} -> " + f"tensor<{x.ndim}xi64>", [x], i64(*x.shape), forms=(STATIC,)))
        cases.append(case("graph.size %0", [x], np.array(x.size, np.int64)))
        cases += [case(f"graph.dim %0, {d}", [x], np.array(x.shape[d], np.int64)) for d in range(x.ndim)]
        cases.append(case("graph.with_shape %0", [x], x))
    for dtype in (np.int64, np.int8, np.uint8, np.float32, np.float16, BF16):
        line = np.arange(300).astype(np.float64 if np.dtype(dtype).kind not in "iu" else np.int64).astype(dtype)
        cases.append(case("graph.iota 0 : {r}", [], line, forms=(STATIC,)))
        cases.append(case("graph.iota 1 : {r}", [], np.stack([line[:4]] * 2), forms=(STATIC,)))
    return cases


def slicing() -> list[Case]:
    """slice, dynamic_slice, dynamic_update_slice, concat"""
    cases: list[Case] = []
    for x in (M, I8, U8, BF, B):
        cases.append(case("graph.slice %0, [1, 0] to [3, 4] step [1, 2]", [x], x[1:3, ::2]))
        cases.append(case("graph.slice %0, [0, 3] to [?, ?] step [1, 1]", [x], x[:, 3:]))
        cases.append(case("graph.concat %0, %1 along 0", [x, x[:1]], np.concatenate([x, x[:1]])))
        cases.append(case("graph.concat %0, %1, %2 along 1", [x, x[:, :2], x[:, :0]], np.concatenate([x, x[:, :2]], 1)))
        update = x[:2, :2].copy()
        for start, at in (((1, 1), (1, 1)), ((-5, 9), (0, 2))):
            updated = x.copy()
            updated[at[0] : at[0] + 2, at[1] : at[1] + 2] = update
            cases.append(case("graph.dynamic_slice %0, %1", [x, i64(*start)],
                              x[at[0] : at[0] + 2, at[1] : at[1] + 2], says_sizes=True,
                              forms=(STATIC, UNKNOWN)))  # fmt: skip
            cases.append(case("graph.dynamic_update_slice %0, %1, %2", [x, update, i64(*start)], updated,
                              forms=(STATIC, UNKNOWN)))  # fmt: skip
    cases += [
        case("graph.slice %0, [0, s3 - 2] to [s3 - 1, s4] step [1, 3]", [M], M[:2, 1::3], forms=(NAMED,)),
        case("graph.slice %0, [2, 2] to [2, 3] step [5, 5]", [M], M[2:2, 2:3]),
        case("graph.slice %0, [] to [] step []", [S], S),
        case("graph.dynamic_slice %0, %1", [F, np.array([0, 2, 1], np.int32)], F[:1, 2:3, 1:4], says_sizes=True,
             forms=(STATIC,)),
        case("graph.dynamic_slice %0, %1", [S, i64()], S, forms=(STATIC,)),
        case("graph.concat %0 along 0", [V], V),
        case("graph.concat %0, %1 along 0", [V[:0], V[:0]], V[:0]),
    ]  # fmt: skip
    return cases


def numpy_pad(x: Any, mode: str, low: int, high: int) -> Any:
    """One dimension by numpy's own pad, where it can."""
    return np.pad(x, (low, high), mode=mode)  # type: ignore[call-overload]


def padding() -> list[Case]:
    """pad, in all modes"""
    cases: list[Case] = []
    for x in (M, I8, U8, BF, B):
        value = x[0, 0].copy()
        line = "graph.pad <constant> %0, value %1, low [1, 0] high [2, 3] interior [0, 0]"
        cases.append(case(line, [x, value], np.pad(x, ((1, 2), (0, 3)), constant_values=value)))
        line = "graph.pad <constant> %0, value %1, low [-1, 2] high [2, -3] interior [0, 0]"
        cases.append(case(line, [x, value], np.pad(x, ((0, 2), (2, 0)), constant_values=value)[1:, :3]))
        spread = np.full((5, 10), value, x.dtype)
        spread[::2, ::3] = x
        line = "graph.pad <constant> %0, value %1, low [0, 1] high [0, -1] interior [1, 2]"
        wide = np.concatenate([np.full((5, 1), value, x.dtype), spread[:, :-1]], 1)
        cases.append(case(line, [x, value], wide))
        for mode in ("edge", "reflect", "wrap"):
            line = f"graph.pad <{mode}> %0, low [2, 1] high [1, 3] interior [0, 0]"
            cases.append(case(line, [x], np.pad(x, ((2, 1), (1, 3)), mode=mode)))  # type: ignore[call-overload]
    for mode in ("edge", "reflect", "wrap"):
        line = f"graph.pad <{mode}> %0, low [9] high [8] interior [0]"
        cases.append(case(line, [V], numpy_pad(V, mode, 9, 8)))
        line = f"graph.pad <{mode}> %0, low [-2] high [3] interior [0]"
        cases.append(case(line, [V], numpy_pad(V, mode, 0, 3)[2:]))
        line = f"graph.pad <{mode}> %0, low [2] high [3] interior [0]"
        cases.append(case(line, [V[:1]], numpy_pad(V[:1], mode, 2, 3)))
    line = "graph.pad <constant> %0, value %1, low [s3, 0] high [-s3 mod 4, s4 - 1] interior [0, 0]"
    padded = np.pad(M, ((3, 1), (0, 3)), constant_values=2.5)
    cases.append(case(line, [M, S], padded, forms=(NAMED,)))
    line = "graph.pad <constant> %0, value %1, low [1, 0] high [0, 0] interior [0, 0]"
    cases.append(case(line, [EMPTY, S], np.full((1, 4), 2.5, np.float32)))
    return cases
