"""Chains of graph ops that move elements, drawn by hypothesis: each op works on what one of those before it made."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from hypothesis import strategies as st

Shape = tuple[int, ...]


def spelled(shape: Shape, hidden: Collection[int] = ()) -> str:
    """A type, which does not say some of the sizes."""
    return f"tensor<{''.join('?x' if dim in hidden else f'{size}x' for dim, size in enumerate(shape))}i32>"


class Chain:
    """A program under construction."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.made: list[tuple[str, Shape]] = []
        self.types: dict[str, str] = {}

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def numbers(self, shape: Shape, low: int, high: int) -> list[int]:
        return [self.number(low, high) for _ in shape]

    def add(self, op: str, shape: Shape, *sources: str, says_all: bool = False) -> None:
        """An op, whose result has a type that may say less than is known."""
        name = f"%{len(self.made)}"
        hidden: Collection[int] = ()
        if shape and not says_all:
            is_known = all("?" not in self.types[source] for source in sources)
            hidden = self.draw(st.sets(st.integers(0, len(shape) - 1))) if is_known else range(len(shape))
        self.types[name] = spelled(shape, hidden)
        self.lines.append(f"  {name} = {op} : {', '.join(map(self.types.__getitem__, sources))} -> {self.types[name]}")
        self.made.append((name, shape))

    def step(self) -> None:
        """One more op, on one of the last tensors."""
        name, shape = self.made[-1 - self.number(0, min(1, len(self.made) - 1))]
        kinds = [self._transpose, self._reshape, self._broadcast, self._reverse, self._slice, self._pad, self._concat]
        self.draw(st.sampled_from([*kinds, self._reduce]))(name, shape)

    def _transpose(self, name: str, shape: Shape) -> None:
        order = self.draw(st.permutations(range(len(shape))))
        self.add(f"graph.transpose {name}, {list(order)}", tuple(shape[dim] for dim in order), name)

    def _reshape(self, name: str, shape: Shape) -> None:
        sizes = [size for size in shape if size != 1]
        if len(sizes) > 1 and self.number(0, 1):
            sizes = [sizes[0] * sizes[1], *sizes[2:]]
        sizes.insert(self.number(0, len(sizes)), 1)
        if math.prod(shape) and len(sizes) < 5:
            self.add(f"graph.reshape {name}", tuple(sizes), name, says_all=True)

    def _broadcast(self, name: str, shape: Shape) -> None:
        if len(shape) > 3:
            return
        place = self.number(0, len(shape))
        wanted = [self.number(1, 3) if size == 1 else size for size in shape]
        wanted.insert(place, self.number(1, 2))
        dims = [dim for dim in range(len(wanted)) if dim != place]
        self.add(f"graph.broadcast {name}, {dims}", tuple(wanted), name, says_all=True)

    def _reverse(self, name: str, shape: Shape) -> None:
        dims = sorted(self.draw(st.sets(st.integers(0, len(shape) - 1)))) if shape else []
        self.add(f"graph.reverse {name}, {dims}", shape, name)

    def _slice(self, name: str, shape: Shape) -> None:
        limits = [self.number(size // 2, size) for size in shape]
        starts = [self.number(0, min(1, limit)) for limit in limits]
        steps = self.numbers(shape, 1, 2)
        sizes = [-(-(limit - start) // step) for start, limit, step in zip(starts, limits, steps, strict=True)]
        self.add(f"graph.slice {name}, {starts} to {limits} step {steps}", tuple(sizes), name)

    def _pad(self, name: str, shape: Shape) -> None:
        mode = self.draw(st.sampled_from(["edge", "reflect", "wrap"]))
        low, high = self.numbers(shape, -1, 2), self.numbers(shape, -1, 2)
        sizes = tuple(a + size + b for a, size, b in zip(low, shape, high, strict=True))
        if all(size > 0 for size in (*shape, *sizes)) and math.prod(sizes) < 1000:
            none = [0] * len(shape)
            self.add(f"graph.pad <{mode}> {name}, low {low} high {high} interior {none}", sizes, name)

    def _concat(self, name: str, shape: Shape) -> None:
        others = [(other, size) for other, size in self.made if len(size) == len(shape)]
        if not shape or math.prod(shape) > 500:
            return
        dim, (other, size) = self.number(0, len(shape) - 1), self.draw(st.sampled_from(others))
        if any(a != b for i, (a, b) in enumerate(zip(shape, size, strict=True)) if i != dim):
            return
        sizes = (*shape[:dim], shape[dim] + size[dim], *shape[dim + 1 :])
        self.add(f"graph.concat {name}, {other} along {dim}", sizes, name, other)

    def _reduce(self, name: str, shape: Shape) -> None:
        dims = sorted(self.draw(st.sets(st.integers(0, len(shape) - 1), max_size=2))) if shape else []
        keep = self.number(0, 1)
        sizes = tuple(1 if dim in dims else size for dim, size in enumerate(shape) if keep or dim not in dims)
        kind = self.draw(st.sampled_from(["sum", "max"]))
        self.add(f"graph.reduce <{kind}> {name}, {dims}{' keep_dims' if keep else ''}", sizes, name)


@st.composite
def chains(draw: Any) -> tuple[str, Shape]:
    """A program `@main` of one argument, and the shape of that."""
    chain = Chain(draw)
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    chain.made.append(("%0", shape))
    chain.types["%0"] = spelled(shape)
    for _ in range(draw(st.integers(1, 7))):
        chain.step()
    kept = chain.made[-2:]
    names, types = ", ".join(name for name, _ in kept), ", ".join(chain.types[name] for name, _ in kept)
    lines = "\n".join(chain.lines)
    return f"func.func @main(%0: {spelled(shape)}) -> ({types}) {{\n{lines}\n  return {names} : {types}\n}}\n", shape
