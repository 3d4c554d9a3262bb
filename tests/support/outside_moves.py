"""Graphs that move, combine and add up integers, judged by numpy; sizes may have a name, with several bindings.

    program = draw_moves(Random(7), "f0")

Everything here is exact, so every level must give the same numbers. Where sizes have a name, one more call has
arguments that do not agree about it, and must be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from .outside_programs import Call, Program

Array = Any
DTYPES: Mapping[str, Any] = {"i32": np.int32, "i64": np.int64, "i8": np.int8, "ui8": np.uint8, "i16": np.int16}
BOOL = "i1"
BINDINGS = (0, 1, 2, 3, 5, 9, 17)
MOST_ELEMENTS = 1500
MOST_OPS = 7
ELEMENTWISE: Mapping[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
UNARY: Mapping[str, Callable[[Array], Array]] = {"neg": np.negative, "abs": np.abs, "not": np.invert}
COMPARE: Mapping[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
}
REDUCE: Mapping[str, Callable[..., Array]] = {
    "sum": np.add,
    "product": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
}


class Unfit(Exception):
    """An op makes no sense on what was drawn for it."""


class Dim(NamedTuple):
    """A size: a number, or a multiple of `n` and a number."""

    number: int
    times: int = 0

    def __str__(self) -> str:
        name = f"{self.times} * n" if self.times > 1 else "n"
        if not self.times:
            return str(self.number)
        return name if not self.number else f"{name} + {self.number}" if self.number > 0 else f"{name} - {-self.number}"


class Value(NamedTuple):
    """A tensor: its name, its sizes, and what it is for each binding of `n`."""

    name: str
    dims: tuple[Dim, ...]
    element: str
    arrays: list[Array]

    @property
    def type(self) -> str:
        return type_text(self.dims, self.element)


def type_text(dims: Sequence[Dim], element: str) -> str:
    """A tensor type as it is written."""
    named = [str(dim) for dim in dims if dim.times]
    encoding = f", #graph.dims<{', '.join(named)}>" if named else ""
    return f"tensor<{''.join('?x' if dim.times else f'{dim.number}x' for dim in dims)}{element}{encoding}>"


class _Drawer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.generator: Any = np.random.default_rng(random.getrandbits(32))
        self.has_name = random.random() < 0.4
        self.bindings = random.sample(BINDINGS, 3) if self.has_name else [0]
        self.lines: list[str] = []
        self.parameters: list[Value] = []
        self.values: list[Value] = []

    # -- Values --------------------------------------------------------------------------------------------------------

    def size(self) -> Dim:
        if self.has_name and self.random.random() < 0.4:
            return Dim(0, 1)
        return Dim(self.random.choices((1, 2, 3, 4, 5, 7, 8, 16, 0), (4, 6, 6, 4, 3, 2, 1, 1, 1))[0])

    def numbers(self, dims: Sequence[Dim], element: str) -> list[Array]:
        return [self._numbers([dim.number + dim.times * n for dim in dims], element) for n in self.bindings]

    def _numbers(self, shape: Sequence[int], element: str) -> Array:
        if element == BOOL:
            return self.generator.integers(0, 2, shape).astype(bool)
        info = np.iinfo(DTYPES[element])
        small = self.generator.integers(max(info.min, -9), 10, shape)
        edges = self.generator.choice([info.min, info.max, info.max - 1, 0], shape)
        return np.where(self.generator.random(shape) < 0.1, edges, small).astype(DTYPES[element])

    def argument(self, dims: Sequence[Dim], element: str) -> Value:
        value = Value(f"%a{len(self.parameters)}", tuple(dims), element, self.numbers(dims, element))
        self.parameters.append(value)
        self.values.append(value)
        return value

    def constant(self, array: Array, element: str) -> Value:
        dims = tuple(map(Dim, array.shape))
        text = np.array2string(array, separator=", ", threshold=1 << 20).replace("\n", "") if array.size else ""
        text = text.replace("True", "true").replace("False", "false")
        return self.made(f"constant dense<{text}>", dims, element, [array] * len(self.bindings), "")

    def made(
        self, text: str, dims: Sequence[Dim], element: str, arrays: list[Array], types: str | None = None
    ) -> Value:
        """Write an op; `types` are those before the arrow, if there is one."""
        value = Value(f"%v{len(self.lines)}", tuple(dims), element, arrays)
        if any(dim.number < 0 for dim in dims) or any(array.size > MOST_ELEMENTS for array in arrays):
            raise Unfit
        arrow = f"{types} -> " if types else ""
        self.lines.append(f"  {value.name} = graph.{text} : {arrow}{value.type}")
        self.values.append(value)
        return value

    def pick(self, accepts: Callable[[Value], bool] = lambda _: True) -> Value:
        fitting = [value for value in self.values if accepts(value)]
        if not fitting:
            raise Unfit
        return self.random.choice(fitting[-3:] if self.random.random() < 0.7 else fitting)

    def dim_of(self, value: Value, accepts: Callable[[Dim], bool] = lambda _: True) -> int:
        places = [place for place, dim in enumerate(value.dims) if accepts(dim)]
        if not places:
            raise Unfit
        return self.random.choice(places)

    def like(self, value: Value) -> Value:
        """Another value of the same type."""
        same_type = [each for each in self.values if each.type == value.type]
        return (
            self.random.choice(same_type)
            if same_type and self.random.random() < 0.7
            else self.argument(value.dims, value.element)
        )

    # -- Ops -----------------------------------------------------------------------------------------------------------

    def elementwise(self) -> None:
        x = self.pick()
        name = self.random.choice([*ELEMENTWISE] if x.element != BOOL else ["and", "or", "xor"])
        y = self.like(x)
        arrays = [ELEMENTWISE[name](a, b) for a, b in zip(x.arrays, y.arrays, strict=True)]
        self.made(f"{name} {x.name}, {y.name}", x.dims, x.element, arrays)

    def unary(self) -> None:
        x = self.pick()
        name = "not" if x.element == BOOL else self.random.choice([*UNARY])
        self.made(f"{name} {x.name}", x.dims, x.element, [UNARY[name](a) for a in x.arrays])

    def compare(self) -> None:
        x = self.pick(lambda value: value.element != BOOL)
        y, name = self.like(x), self.random.choice([*COMPARE])
        arrays = [COMPARE[name](a, b) for a, b in zip(x.arrays, y.arrays, strict=True)]
        result = Value(f"%v{len(self.lines)}", x.dims, BOOL, arrays)
        self.lines.append(f"  {result.name} = graph.compare <{name}> {x.name}, {y.name} : {x.type}")
        self.values.append(result)

    def select(self) -> None:
        x = self.pick()
        y = self.like(x)
        where = self.like(x._replace(element=BOOL))
        arrays = [np.where(c, a, b) for c, a, b in zip(where.arrays, x.arrays, y.arrays, strict=True)]
        self.made(f"select {where.name}, {x.name}, {y.name}", x.dims, x.element, arrays)

    def cast(self) -> None:
        x = self.pick()
        element = self.random.choice([*DTYPES])
        self.made(f"cast {x.name}", x.dims, element, [a.astype(DTYPES[element]) for a in x.arrays], x.type)

    def transpose(self) -> None:
        x = self.pick(lambda value: len(value.dims) > 1)
        order = self.random.sample(range(len(x.dims)), len(x.dims))
        arrays = [a.transpose(order) for a in x.arrays]
        self.made(f"transpose {x.name}, {order}", [x.dims[place] for place in order], x.element, arrays, x.type)

    def reshape(self) -> None:
        x = self.pick()
        dims = [dim for dim in x.dims if dim != Dim(1)]
        for place in range(len(dims) - 1, 0, -1):
            if self.random.random() < 0.4 and not (dims[place].times or dims[place - 1].times):
                dims[place - 1 : place + 1] = [Dim(dims[place - 1].number * dims[place].number)]
        for place, dim in enumerate(dims):
            factors = [f for f in (2, 3, 4) if not dim.times and dim.number > f and dim.number % f == 0]
            if factors and self.random.random() < 0.5:
                factor = self.random.choice(factors)
                dims[place : place + 1] = [Dim(dim.number // factor), Dim(factor)]
                break
        for _ in range(self.random.randint(0, 2)):
            dims.insert(self.random.randint(0, len(dims)), Dim(1))
        arrays = [
            a.reshape([dim.number + dim.times * n for dim in dims])
            for a, n in zip(x.arrays, self.bindings, strict=True)
        ]
        self.made(f"reshape {x.name}", dims, x.element, arrays, x.type)

    def broadcast(self) -> None:
        x = self.pick(lambda value: len(value.dims) < 4)
        dims, kept = list[Dim](), list[int]()
        for dim in x.dims:
            while self.random.random() < 0.3:
                dims.append(self.size())
            kept.append(len(dims))
            dims.append(self.size() if dim == Dim(1) and self.random.random() < 0.6 else dim)
        if len(dims) == len(x.dims) and self.random.random() < 0.8:
            dims.append(self.size())
        arrays: list[Array] = []
        for array, n in zip(x.arrays, self.bindings, strict=True):
            wide = [1] * len(dims)
            for place, size in zip(kept, array.shape, strict=True):
                wide[place] = size
            arrays.append(np.broadcast_to(array.reshape(wide), [dim.number + dim.times * n for dim in dims]))
        self.made(f"broadcast {x.name}, {kept}", dims, x.element, arrays, x.type)

    def slice(self) -> None:
        x = self.pick(lambda value: bool(value.dims))
        low, high, step, dims, cut = list[str](), list[str](), list[int](), list[Dim](), list[slice]()
        for dim in x.dims:
            if dim.times or dim.number < 2 or self.random.random() < 0.4:
                low.append("0")
                high.append("?" if self.random.random() < 0.5 or dim.times else str(dim.number))
                step.append(1)
                dims.append(dim)
                cut.append(slice(None))
                continue
            start, stride = self.random.randrange(dim.number), self.random.choice((1, 1, 2, 3))
            end = self.random.randint(start, dim.number)
            low.append(str(start))
            high.append(str(end))
            step.append(stride)
            dims.append(Dim(-(-(end - start) // stride)))
            cut.append(slice(start, end, stride))
        text = f"slice {x.name}, [{', '.join(low)}] to [{', '.join(high)}] step {step}"
        self.made(text, dims, x.element, [a[tuple(cut)] for a in x.arrays], x.type)

    def pad(self) -> None:
        x = self.pick(lambda value: bool(value.dims) and len(value.dims) < 4)
        mode = self.random.choice(("constant", "constant", "edge", "reflect", "wrap"))
        if mode != "constant" and any(dim.times or dim.number < 2 for dim in x.dims):
            mode = "constant"
        low = [self.random.choice((0, 0, 1, 2)) for _ in x.dims]
        high = [self.random.choice((0, 0, 1, 3)) for _ in x.dims]
        inside = [self.random.choice((0, 0, 0, 1)) if mode == "constant" and not d.times else 0 for d in x.dims]
        inside = [0 if dim.number == 0 else gap for gap, dim in zip(inside, x.dims, strict=True)]
        if self.random.random() < 0.2 and not x.dims[0].times and x.dims[0].number > 2:
            low[0] = -1
        dims = [
            Dim(dim.number + a + b + gap * max(dim.number - 1, 0), dim.times)
            for dim, a, b, gap in zip(x.dims, low, high, inside, strict=True)
        ]
        padding = f"low {low} high {high} interior {inside}"
        if mode != "constant":
            if low[0] < 0:
                raise Unfit
            widths = list(zip(low, high, strict=True))
            self.made(
                f"pad <{mode}> {x.name}, {padding}",
                dims,
                x.element,
                [np.pad(a, widths, mode) for a in x.arrays],
                x.type,
            )
            return
        fill = self.constant(self._numbers([], x.element), x.element)
        arrays: list[Array] = []
        for array, n in zip(x.arrays, self.bindings, strict=True):
            padded = np.full([dim.number + dim.times * n for dim in dims], fill.arrays[0], array.dtype)
            places = [a + np.arange(size) * (gap + 1) for a, size, gap in zip(low, array.shape, inside, strict=True)]
            keep = [(p >= 0) & (p < size) for p, size in zip(places, padded.shape, strict=True)]
            target = np.ix_(*(p[k] for p, k in zip(places, keep, strict=True)))
            padded[target] = array[np.ix_(*keep)]
            arrays.append(padded)
        text = f"pad <constant> {x.name}, value {fill.name}, {padding}"
        self.made(text, dims, x.element, arrays, f"{x.type}, {fill.type}")

    def concat(self) -> None:
        x = self.pick(lambda value: bool(value.dims))
        along = self.dim_of(x)
        parts = [x]
        for _ in range(self.random.randint(1, 2)):
            dims = list(x.dims)
            if not dims[along].times and self.random.random() < 0.5:
                dims[along] = self.size()
            parts.append(self.like(Value("", tuple(dims), x.element, [])))
        self.random.shuffle(parts)
        dims = list(x.dims)
        lengths = [part.dims[along] for part in parts]
        dims[along] = Dim(sum(each.number for each in lengths), sum(each.times for each in lengths))
        arrays = [np.concatenate(each, along) for each in zip(*(part.arrays for part in parts), strict=True)]
        names, types = ", ".join(part.name for part in parts), ", ".join(part.type for part in parts)
        self.made(f"concat {names} along {along}", dims, x.element, arrays, types)

    def reverse(self) -> None:
        x = self.pick(lambda value: bool(value.dims))
        dims = sorted(self.random.sample(range(len(x.dims)), self.random.randint(1, len(x.dims))))
        self.made(f"reverse {x.name}, {dims}", x.dims, x.element, [np.flip(a, tuple(dims)) for a in x.arrays], x.type)

    def reduce(self) -> None:
        x = self.pick(lambda value: bool(value.dims))
        kind = self.random.choice(("and", "or") if x.element == BOOL else [*REDUCE])
        over = sorted(self.random.sample(range(len(x.dims)), self.random.randint(1, len(x.dims))))
        keeps = self.random.random() < 0.4
        first = _neutral(kind, x.element)
        dims = [Dim(1) if i in over else dim for i, dim in enumerate(x.dims) if keeps or i not in over]
        function: Any = REDUCE[kind]
        dtype = x.arrays[0].dtype
        arrays: list[Array] = []
        for array in x.arrays:
            reduced = array
            for dim in reversed(over):
                reduced = function.reduce(reduced, axis=dim, keepdims=keeps, initial=first, dtype=dtype)
            arrays.append(np.asarray(reduced))
        text = f"reduce <{kind}> {x.name}, {over}{' keep_dims' if keeps else ''}"
        self.made(text, dims, x.element, arrays, x.type)

    def cumulative(self) -> None:
        x = self.pick(lambda value: bool(value.dims) and value.element != BOOL)
        along, kind = self.dim_of(x), self.random.choice(("sum", "product", "max", "min"))
        exclusive, backward = self.random.random() < 0.4, self.random.random() < 0.4
        function: Any = REDUCE[kind]
        arrays: list[Array] = []
        for array in x.arrays:
            turned = np.flip(array, along) if backward else array
            scan = function.accumulate(turned, axis=along, dtype=array.dtype)
            if exclusive:
                head = list(array.shape)
                head[along] = min(1, head[along])
                start = np.full(head, _neutral(kind, x.element), array.dtype)
                scan = np.concatenate([start, scan.take(range(max(array.shape[along] - 1, 0)), along)], along)
            arrays.append(np.flip(scan, along) if backward else scan)
        flags = f"{' exclusive' if exclusive else ''}{' reverse' if backward else ''}"
        self.made(f"cumulative <{kind}> {x.name}, {along}{flags}", x.dims, x.element, arrays, x.type)

    def position(self) -> None:
        x = self.pick(lambda value: bool(value.dims) and value.element != BOOL)
        along = self.dim_of(x, lambda dim: not dim.times and dim.number > 0)
        name, last = self.random.choice(("argmax", "argmin")), self.random.random() < 0.4
        arrays: list[Array] = []
        for array in x.arrays:
            turned = np.flip(array, along) if last else array
            position = getattr(np, name)(turned, axis=along)
            arrays.append(np.asarray(array.shape[along] - 1 - position if last else position).astype(np.int64))
        dims = [dim for i, dim in enumerate(x.dims) if i != along]
        self.made(f"{name} {x.name}, {along}{' last' if last else ''}", dims, "i64", arrays, x.type)

    def contract(self) -> None:
        x = self.pick(lambda value: bool(value.dims) and value.element != BOOL)
        y = self.like(x) if self.random.random() < 0.5 else self.pick(lambda value: value.element == x.element)
        pairs = [(i, j) for i, a in enumerate(x.dims) for j, b in enumerate(y.dims) if a == b]
        self.random.shuffle(pairs)
        batch, contracting = list[tuple[int, int]](), list[tuple[int, int]]()
        for i, j in pairs:
            if all(i != a and j != b for a, b in batch + contracting):
                self.random.choice((batch, contracting, contracting)).append((i, j))
        letters = "abcdefgh"
        left = letters[: len(x.dims)]
        right = ["pqrstuvw"[j] for j in range(len(y.dims))]
        for i, j in batch + contracting:
            right[j] = left[i]
        paired = "".join(left[i] for i, _ in batch)
        taken = {i for i, _ in batch + contracting}, {j for _, j in batch + contracting}
        out = paired + "".join(c for i, c in enumerate(left) if i not in taken[0])
        out += "".join(c for j, c in enumerate(right) if j not in taken[1])
        dims = [x.dims[i] for i, _ in batch] + [d for i, d in enumerate(x.dims) if i not in taken[0]]
        dims += [d for j, d in enumerate(y.dims) if j not in taken[1]]
        equation = f"{left},{''.join(right)}->{out}"
        arrays = [np.einsum(equation, a, b) for a, b in zip(x.arrays, y.arrays, strict=True)]
        sides = [[pair[side] for pair in kind] for kind in (batch, contracting) for side in (0, 1)]
        text = f"contract {x.name}, {y.name}, batch = {sides[0]} x {sides[1]}, contracting = {sides[2]} x {sides[3]}"
        self.made(text, dims, x.element, arrays, f"{x.type}, {y.type}")

    def gather(self) -> None:
        """Rows by their numbers, which are moved inside."""
        x = self.pick(lambda value: bool(value.dims))
        along = self.dim_of(x, lambda dim: not dim.times and dim.number > 0)
        count = self.size()
        places = self.argument([count], self.random.choice(("i32", "i64", "i8")))
        dims = list(x.dims)
        dims[along] = count
        arrays = [
            a.take(np.clip(p.astype(np.int64), 0, a.shape[along] - 1), along)
            for a, p in zip(x.arrays, places.arrays, strict=True)
        ]
        windows = [i for i in range(len(dims)) if i != along]
        sizes = ", ".join("1" if i == along else "?" for i in range(len(dims)))
        text = f"gather {x.name}[{places.name}], window_dims = {windows}, collapsed = [{along}], batch = [] x [], "
        text += f"index_map = [{along}], index_vector_dim = 1, slice_sizes = [{sizes}]"
        self.made(text, dims, x.element, arrays, f"{x.type}, {places.type}")

    def sort(self) -> None:
        x = self.pick(lambda value: bool(value.dims) and value.element != BOOL)
        along, falls = self.dim_of(x), self.random.random() < 0.5
        arrays = [np.flip(np.sort(a, along), along) if falls else np.sort(a, along) for a in x.arrays]
        self.made(f"sort {x.name} along {along}{' descending' if falls else ''}", x.dims, x.element, arrays, x.type)

    def dynamic_slice(self) -> None:
        x = self.pick(lambda value: bool(value.dims))
        starts = self.argument([Dim(len(x.dims))], self.random.choice(("i64", "i32", "i8")))
        if any(dim.times for dim in x.dims):
            raise Unfit
        sizes = [self.random.randint(0, dim.number) for dim in x.dims]
        arrays: list[Array] = []
        for array, start in zip(x.arrays, starts.arrays, strict=True):
            begins = [min(max(int(s), 0), n - size) for s, n, size in zip(start, array.shape, sizes, strict=True)]
            arrays.append(array[tuple(slice(b, b + size) for b, size in zip(begins, sizes, strict=True))])
        self.made(
            f"dynamic_slice {x.name}, {starts.name}",
            list(map(Dim, sizes)),
            x.element,
            arrays,
            f"{x.type}, {starts.type}",
        )

    def dynamic_update_slice(self) -> None:
        x = self.pick(lambda value: bool(value.dims) and not any(dim.times for dim in value.dims))
        sizes = [self.random.randint(0, dim.number) for dim in x.dims]
        part = self.argument([Dim(size) for size in sizes], x.element)
        starts = self.argument([Dim(len(x.dims))], self.random.choice(("i64", "i32", "i8")))
        arrays: list[Array] = []
        for array, update, start in zip(x.arrays, part.arrays, starts.arrays, strict=True):
            begins = [min(max(int(s), 0), n - size) for s, n, size in zip(start, array.shape, sizes, strict=True)]
            updated = array.copy()
            updated[tuple(slice(b, b + size) for b, size in zip(begins, sizes, strict=True))] = update
            arrays.append(updated)
        types = f"{x.type}, {part.type}, {starts.type}"
        self.made(f"dynamic_update_slice {x.name}, {part.name}, {starts.name}", x.dims, x.element, arrays, types)

    def iota(self) -> None:
        dims, element = [self.size() for _ in range(self.random.randint(1, 3))], self.random.choice(("i32", "i64"))
        along = self.random.randrange(len(dims))
        arrays: list[Array] = []
        for n in self.bindings:
            shape = [dim.number + dim.times * n for dim in dims]
            arrays.append(np.indices(shape)[along].astype(DTYPES[element]))
        self.made(f"iota {along}", dims, element, arrays)

    def number(self) -> None:
        x = self.pick(lambda value: not any(dim.times for dim in value.dims))
        self.constant(self._numbers([dim.number for dim in x.dims], x.element), x.element)


OPS: Sequence[Callable[[_Drawer], None]] = (
    *[_Drawer.elementwise] * 3,
    *[_Drawer.transpose, _Drawer.reshape, _Drawer.broadcast, _Drawer.slice, _Drawer.pad, _Drawer.concat] * 2,
    *[_Drawer.unary, _Drawer.compare, _Drawer.select, _Drawer.cast, _Drawer.reverse, _Drawer.reduce, _Drawer.reduce],
    *[_Drawer.cumulative, _Drawer.position, _Drawer.contract, _Drawer.gather, _Drawer.sort, _Drawer.number],
    *[_Drawer.dynamic_slice, _Drawer.dynamic_update_slice, _Drawer.iota],
)


def _neutral(kind: str, element: str) -> Any:
    if element == BOOL:
        return kind == "and"
    info = np.iinfo(DTYPES[element])
    all_bits = info.max if info.min == 0 else -1
    return {"sum": 0, "product": 1, "max": info.min, "min": info.max, "and": all_bits, "or": 0}[kind]


def draw_moves(random: Random, name: str) -> Program:
    """A function of a few ops, with a call for each binding of its name, and one that must be refused."""
    drawer = _Drawer(random)
    if drawer.has_name:
        drawer.argument([Dim(0, 1)], "i32")
    for _ in range(random.randint(1, 2)):
        element = random.choices([*DTYPES, BOOL], (6, 2, 2, 1, 1, 1))[0]
        drawer.argument([drawer.size() for _ in range(random.choices((1, 2, 3, 0), (4, 6, 3, 1))[0])], element)
    for _ in range(random.randint(1, MOST_OPS)):
        before = len(drawer.lines), len(drawer.values), len(drawer.parameters)
        try:
            random.choice(OPS)(drawer)
        except Unfit:
            for kept, count in zip((drawer.lines, drawer.values, drawer.parameters), before, strict=True):
                del kept[count:]
    return _program(drawer, name)


def _program(drawer: _Drawer, name: str) -> Program:
    drawn = [value for value in drawer.values if value.name.startswith("%v")] or drawer.values
    results = list(dict.fromkeys(value.name for value in [drawn[-1], *drawer.random.sample(drawn, min(2, len(drawn)))]))
    returned = [next(value for value in drawn if value.name == each) for each in results]
    parameters = ", ".join(f"{each.name}: {each.type}" for each in drawer.parameters)
    types = ", ".join(each.type for each in returned)
    head = f"func.func @{name}({parameters}) -> ({types}) {{"
    text = "\n".join([head, *drawer.lines, f"  return {', '.join(results)} : {types}", "}"])
    calls = [
        Call(
            [each.arrays[number] for each in drawer.parameters],
            partial(_difference, [v.arrays[number] for v in returned]),
        )
        for number in range(len(drawer.bindings))
    ]
    named = [place for place, each in enumerate(drawer.parameters) if any(dim.times for dim in each.dims)]
    if len(named) > 1 or any(sum(bool(dim.times) for dim in each.dims) > 1 for each in drawer.parameters):
        calls.append(Call(_disagreeing(drawer, named), None))
    return Program(name, text, calls)


def _disagreeing(drawer: _Drawer, named: Sequence[int]) -> list[Array]:
    """Arguments of the first call, of which one has a size that is not that of the others."""
    arrays = [each.arrays[0] for each in drawer.parameters]
    which = drawer.random.choice(named)
    value = drawer.parameters[which]
    place = next(place for place, dim in enumerate(value.dims) if dim.times)
    if len(named) == 1 and sum(bool(dim.times) for dim in value.dims) < 2:
        raise Unfit
    larger = list(arrays[which].shape)
    larger[place] += drawer.random.choice((1, 2, 16))
    arrays[which] = np.ones(larger, arrays[which].dtype)
    return arrays


def _difference(wanted: Sequence[Array], _: Sequence[Array], actual: Sequence[Array]) -> str | None:
    for number, (a, b) in enumerate(zip(actual, wanted, strict=True)):
        array = np.asarray(a)
        if array.shape != b.shape or array.dtype != b.dtype:
            return f"result #{number} is {array.dtype}{list(array.shape)}, not {b.dtype}{list(b.shape)}"
        wrong = array != b
        if wrong.any():
            place = tuple(int(part[0]) for part in np.nonzero(wrong))
            return f"result #{number} at {list(place)} is {array[place]}, not {b[place]}"
    return None
