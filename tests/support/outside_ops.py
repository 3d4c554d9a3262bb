"""Graph ops of each element on special numbers, judged by numpy, and by torch where it is installed.

    program = draw_ops_of_elements(Random(7), "f0")

Nothing is shared with the interpreter: what is wanted is what numpy computes, in the type itself where one rounding is
all there is, and in 80 bits otherwise. Numbers are infinities, NaN, zeros with signs, bounds, subnormals, halves and
random bits.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from .outside_programs import Call, Program
from .precise_functions import erf

Array = Any
Function = Callable[..., Array]
_numpy: Any = np
_info: Any = ml_dtypes.finfo
FLOATS: Mapping[str, Any] = {
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
}
INTEGERS: Mapping[str, Any] = {
    **{f"i{width}": np.dtype(f"int{width}") for width in (8, 16, 32, 64)},
    **{f"ui{width}": np.dtype(f"uint{width}") for width in (8, 16, 32, 64)},
}
TYPES: Mapping[str, Any] = {**FLOATS, **INTEGERS, "i1": np.dtype(bool)}


# -- Numbers -----------------------------------------------------------------------------------------------------------


def special_array(random: Random, name: str, count: int) -> Array:
    """An array of a type, of special numbers, moderate ones, and random bits."""
    generator, dtype = _numpy.random.default_rng(random.getrandbits(32)), TYPES[name]
    if name == "i1":
        return generator.integers(0, 2, count).astype(bool)
    bits = generator.integers(0, 256, (count, dtype.itemsize)).astype(np.uint8).view(dtype).reshape(count)
    if name in INTEGERS:
        info = np.iinfo(dtype)
        edges = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 3, 5, 7]
        choices = [np.array([edges[i] for i in generator.integers(0, len(edges), count)], dtype), bits]
    else:
        info = _info(dtype)
        sizes = [0.0, 0.5, 1.0, 1.5, 2.5, 3.0, 10.0, np.inf, np.nan, info.max, info.smallest_normal]
        sizes += [info.smallest_subnormal, info.eps, 88.8, 104.0, 1 / 3]
        edges = _numpy.array([float(each) for each in sizes]).astype(dtype)
        signed = edges[generator.integers(0, len(edges), count)] * generator.choice([-1, 1], count).astype(dtype)
        choices = [signed, generator.normal(0, 3, count).astype(dtype), bits]
    which = generator.integers(0, len(choices), count)
    return np.stack(choices)[which, np.arange(count)]


# -- Functions ---------------------------------------------------------------------------------------------------------


def _extreme(a: Array, b: Array, *, largest: bool) -> Array:
    """The larger or smaller one, by sign where both are zero; NaN if either is."""
    extreme = np.maximum(a, b) if largest else np.minimum(a, b)
    if a.dtype.kind != "f":
        return extreme
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a) == largest, b, a), extreme)


def _mod(a: Array, b: Array) -> Array:
    rest = np.fmod(a, b)
    moves = (rest != 0) & ((rest < 0) != (b < 0))
    return np.where(moves, rest + b, rest)


def _sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


BINARY: Mapping[str, Function] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "rem": np.fmod,
    "mod": _mod,
    "maximum": lambda a, b: _extreme(a, b, largest=True),
    "minimum": lambda a, b: _extreme(a, b, largest=False),
}
BITWISE: Mapping[str, Function] = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
ROUNDED_ONCE: Mapping[str, Function] = {
    "neg": np.negative,
    "abs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil,
    "round": np.rint,
    "trunc": np.trunc,
    "sqrt": np.sqrt,
    "reciprocal": lambda x: x.dtype.type(1) / x,
    "relu": lambda x: _extreme(x, np.zeros_like(x), largest=True),
    "softsign": lambda x: (x.astype(np.longdouble) / (1 + np.abs(x.astype(np.longdouble)))).astype(x.dtype),
}
FUNCTIONS: Mapping[str, Function] = {
    **{name: getattr(np, name) for name in ("exp", "exp2", "expm1", "log", "log2", "log1p", "sin", "cos", "tan")},
    **{name: getattr(np, name) for name in ("sinh", "cosh", "tanh", "cbrt")},
    **{f"a{name}": getattr(np, f"arc{name}") for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "erf": erf,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": _sigmoid,
    "silu": lambda x: x * _sigmoid(x),
    "softplus": lambda x: np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0),
    "mish": lambda x: x * np.tanh(np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0)),
}
"""In 80 bits."""
PAIRS: Mapping[str, Function] = {"pow": np.power, "atan2": np.arctan2}
LIMITED = {"sin": 1e4, "cos": 1e4, "tan": 1e4}
"""Functions that 80 bits tell for numbers up to some size only."""
COMPARE: Mapping[str, Function] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
NEARLY_INFINITE = 1e37
"""The size from which on torch's vectorized `sinh` and `cosh` overflow."""
ULPS = {"f32": 4.0, "f64": 8.0, "f16": 1.0, "bf16": 1.0}
"""How far functions may be off."""


# -- Cases -------------------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """An op, what it is given, and what comes of that."""

    op: str
    result: str
    arguments: Sequence[Array]
    types: Sequence[str]
    wanted: Array
    ulps: float = 0.0

    def line(self, number: int, operands: Sequence[str], tensor: Callable[[str], str]) -> str:
        """The op as text; `%r7` is its result."""
        types = {f"t{i}": tensor(each) for i, each in enumerate(self.types)}
        texts = {f"o{i}": each for i, each in enumerate(operands)} | types | {"r": tensor(self.result)}
        return f"%r{number} = graph.{self.op.format(**texts)}"

    def difference(self, actual: Array) -> str | None:
        """Return how a result differs from the expected one."""
        wanted = self.wanted
        actual = np.asarray(actual)
        if wanted.dtype.kind in "iub":
            wrong = actual.view(wanted.dtype) != wanted
        else:
            wrong = ~_is_near(actual, wanted, self.ulps)
        if not wrong.any():
            return None
        place = int(np.argmax(wrong))
        given = ", ".join(repr(argument[place]) for argument in self.arguments)
        return f"{self.op} of {given} is {actual[place]!r}, not {wanted[place]!r}"


def _is_near(actual: Array, wanted: Array, ulps: float) -> Array:
    """Return whether floats are equal, zeros with their signs, or a few units apart."""
    info = _info(wanted.dtype)
    a, b = actual.astype(np.float64), wanted.astype(np.float64)
    with np.errstate(all="ignore"):
        same = (a == b) & ((a != 0) | (np.signbit(a) == np.signbit(b)) | (ulps > 0)) | (np.isnan(a) & np.isnan(b))
        exponent = np.floor(np.log2(np.maximum(np.abs(b), float(info.smallest_normal))))
        unit = np.exp2(exponent) * float(info.eps)
        largest = float(info.max)
        return same | (np.abs(np.clip(a, -largest, largest) - np.clip(b, -largest, largest)) <= ulps * unit)


def draw_case(random: Random, count: int) -> Case:
    """Any op on numbers of any type that it takes."""
    return random.choice((*[_binary, _rounded_once, _compare, _cast] * 3, *[_function] * 2, _pair, _bitwise))(
        random, count
    )


def _own(name: str, function: Function, *arrays: Array) -> Array:
    """A function computed in the type itself, or in f32 for narrower floats, which rounds to them without harm."""
    if name in ("f16", "bf16"):
        arrays = tuple(each.astype(np.float32) for each in arrays)
    with np.errstate(all="ignore"):
        return np.asarray(function(*arrays)).astype(TYPES[name])


def _precise(name: str, function: Function, *arrays: Array) -> Array:
    with np.errstate(all="ignore"):
        wide = np.asarray(function(*(each.astype(np.longdouble) for each in arrays)))
        return wide.astype(np.float32 if name == "bf16" else TYPES[name]).astype(TYPES[name])


def _binary(random: Random, count: int) -> Case:
    op, name = random.choice([*BINARY]), random.choice([*FLOATS, *INTEGERS])
    a, b = (special_array(random, name, count) for _ in range(2))
    if name in INTEGERS and op in ("div", "rem", "mod"):
        b = np.where(b == 0, 3, b).astype(b.dtype)
    if op == "div" and name in INTEGERS:
        wanted = _quotient(a, b)
    else:
        wanted = _own(name, BINARY[op], a, b)
    return Case(f"{op} {{o0}}, {{o1}} : {{r}}", name, (a, b), (name, name), wanted)


def _quotient(a: Array, b: Array) -> Array:
    """Integers divided towards zero; the smallest one by -1 wraps."""
    wraps = (b == -1) & (a == np.iinfo(a.dtype).min) if a.dtype.kind == "i" else np.zeros(a.shape, bool)
    divisor = np.where(wraps, 1, b).astype(a.dtype)
    floor = a // divisor
    return np.where(wraps, a, floor + ((floor < 0) & (floor * divisor != a))).astype(a.dtype)


def _bitwise(random: Random, count: int) -> Case:
    op, name = random.choice([*BITWISE]), random.choice([*INTEGERS, "i1"])
    a, b = (special_array(random, name, count) for _ in range(2))
    return Case(f"{op} {{o0}}, {{o1}} : {{r}}", name, (a, b), (name, name), BITWISE[op](a, b))


def _rounded_once(random: Random, count: int) -> Case:
    op, name = random.choice([*ROUNDED_ONCE]), random.choice([*FLOATS])
    x = special_array(random, name, count)
    ulps = 2.0 if op == "softsign" else 0.0
    return Case(f"{op} {{o0}} : {{r}}", name, (x,), (name,), _own(name, ROUNDED_ONCE[op], x), ulps)


def _function(random: Random, count: int) -> Case:
    op, name = random.choice([*FUNCTIONS]), random.choice([*FLOATS])
    x = special_array(random, name, count)
    if op in LIMITED:
        with np.errstate(invalid="ignore"):
            x = np.where(np.abs(x.astype(np.longdouble)) > LIMITED[op], x.dtype.type(1), x)
    return Case(f"{op} {{o0}} : {{r}}", name, (x,), (name,), _precise(name, FUNCTIONS[op], x), ULPS[name])


def _pair(random: Random, count: int) -> Case:
    op, name = random.choice([*PAIRS]), random.choice([*FLOATS])
    a, b = (special_array(random, name, count) for _ in range(2))
    return Case(f"{op} {{o0}}, {{o1}} : {{r}}", name, (a, b), (name, name), _precise(name, PAIRS[op], a, b), ULPS[name])


def _compare(random: Random, count: int) -> Case:
    op, name = random.choice([*COMPARE]), random.choice([*FLOATS, *INTEGERS])
    a, b = (special_array(random, name, count) for _ in range(2))
    same = random.random() < 0.3
    with np.errstate(invalid="ignore"):
        wanted = COMPARE[op](a, a if same else b)
    return Case(f"compare <{op}> {{o0}}, {{o{0 if same else 1}}} : {{t0}}", "i1", (a, b), (name, name), wanted)


def _cast(random: Random, count: int) -> Case:
    source, target = random.choice([*TYPES]), random.choice([*TYPES])
    x = special_array(random, source, count)
    line = "cast {o0} : {t0} -> {r}"
    with np.errstate(all="ignore"):
        if target == "i1":
            wanted, ulps = x.astype(np.float64) != 0 if source in FLOATS else x != 0, 0.0
        elif source in FLOATS and target in INTEGERS:
            wanted, ulps = _saturated(x, TYPES[target]), 0.0
        elif target in FLOATS:
            is_twice = target == "bf16" and source in ("f64", "i64", "ui64", "i32", "ui32")
            is_twice |= target == "f16" and source in ("i64", "ui64")
            wanted, ulps = x.astype(TYPES[target]), 1.0 if is_twice else 0.0
        else:
            wanted, ulps = x.astype(TYPES[target]), 0.0
    return Case(line, target, (x,), (source,), np.asarray(wanted), ulps)


def _saturated(x: Array, dtype: Any) -> Array:
    """Floats as integers: towards zero, the nearest bound where out of range, 0 for NaN."""
    info = np.iinfo(dtype)

    def one(number: float) -> int:
        if number != number:
            return 0
        if number in (np.inf, -np.inf):
            return info.max if number > 0 else info.min
        return max(info.min, min(info.max, int(number)))

    return np.array([one(float(each)) for each in x], dtype)


def draw_ops_of_elements(random: Random, name: str) -> Program:
    """A function with the result of an op; where its size has a name, there is a call for each of some sizes."""
    state, has_name = random.getrandbits(32), random.random() < 0.3
    sizes = [24, *random.sample((0, 1, 5, 65), 2)] if has_name else [random.choice((0, 1, 5, 24, 24, 24, 65))]
    cases = [draw_case(Random(state), size) for size in sizes]
    case = cases[0]

    def tensor(element: str) -> str:
        return f"tensor<?x{element}, #graph.dims<n>>" if has_name else f"tensor<{sizes[0]}x{element}>"

    names = [f"%a{position}" for position in range(len(case.arguments))]
    parameters = ", ".join(f"{name}: {tensor(type)}" for name, type in zip(names, case.types, strict=True))
    result = tensor(case.result)
    lines = [f"func.func @{name}({parameters}) -> {result} {{", f"  {case.line(0, names, tensor)}"]
    calls = [Call(case.arguments, partial(_judged, case)) for case in cases]
    if has_name and len(names) > 1:
        calls.append(Call([cases[0].arguments[0], cases[1].arguments[1]], None))
    return Program(name, "\n".join([*lines, f"  return %r0 : {result}", "}"]), calls)


def _judged(case: Case, _: Sequence[Array], results: Sequence[Array]) -> str | None:
    return case.difference(results[0]) or torch_disagrees(case)


# -- Torch -------------------------------------------------------------------------------------------------------------


@cache
def _has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None


def torch_disagrees(case: Case) -> str | None:
    """Return how the result of torch, if it is installed, differs from the expected one; functions of f32 only."""
    op = case.op.partition(" ")[0]
    if not _has_torch() or op not in FUNCTIONS or case.types[0] != "f32":
        return None
    torch: Any = importlib.import_module("torch")
    function = getattr(torch, op, None) or getattr(torch.nn.functional, op, None)
    if function is None:
        return None
    by_torch = function(torch.from_numpy(case.arguments[0])).numpy()
    unlike = np.isnan(by_torch) != np.isnan(case.wanted)
    unlike |= (np.isinf(by_torch) != np.isinf(case.wanted)) & ~(np.abs(case.wanted) > NEARLY_INFINITE)
    if not unlike.any():
        return None
    place = int(np.argmax(unlike))
    return f"{op}({case.arguments[0][place]!r}) is {by_torch[place]!r} by torch, {case.wanted[place]!r} by numpy"
