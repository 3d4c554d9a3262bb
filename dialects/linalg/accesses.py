"""Lines of the table of named ops: which loops there are, and where each operand is touched."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap

from .attributes import PARALLEL, REDUCTION

_INDEX = re.compile(r"([a-z])(?:([*+])([A-Z]))?|([A-Z])")


class Accesses(NamedTuple):
    """A line of the table, taken apart."""

    loops: str
    operands: tuple[tuple[tuple[str, str, str], ...], ...]
    """For each operand, an index for each dimension: a loop alone, or a loop, a sign and another loop."""

    @property
    def windows(self) -> int:
        """The number of strides and dilations."""
        return sum(sign == "*" for operand in self.operands for _, sign, _ in operand)

    @property
    def iterators(self) -> tuple[str, ...]:
        """The kind of each loop: those that the output does not use are reductions."""
        kept = {loop for loop, _, _ in self.operands[-1]}
        return tuple([PARALLEL if loop in kept else REDUCTION for loop in self.loops])

    @lru_cache(maxsize=1024)  # noqa: B019 (there is one instance for each line of the table)
    def maps(self, strides: tuple[int, ...], dilations: tuple[int, ...]) -> tuple[AffineMap, ...]:
        """Return the map of each operand."""
        factors = iter(zip(strides, dilations, strict=True))
        maps: list[AffineMap] = []
        for operand in self.operands:
            results: list[AffineExpr] = []
            for loop, sign, inner in operand:
                stride, dilation = next(factors) if sign == "*" else (1, 1)
                expr = self._dim(loop) * stride
                results.append(expr + self._dim(inner) * dilation if sign else expr)
            maps.append(AffineMap(len(self.loops), 0, results))
        return tuple(maps)

    def _dim(self, loop: str) -> AffineExpr:
        return AffineDimExpr(self.loops.index(loop))

    def sizes(self, size: int) -> list[list[int]]:
        """Return the shapes of operands where each loop runs `size` times."""
        return [[2 * size - 1 if sign else size for _, sign, _ in operand] for operand in self.operands]


@cache
def accesses_of(line: str) -> Accesses:
    """Return a line of the table, taken apart."""
    loops, _, operands = line.partition(":")
    texts = [text for part in operands.split("->") for text in part.split(",")]
    return Accesses(loops, tuple([tuple(map(_index, _INDEX.finditer(text))) for text in texts]))


def _index(match: re.Match[str]) -> tuple[str, str, str]:
    loop, sign, inner, alone = match.groups()
    return (alone or loop, sign or "", inner or "")
