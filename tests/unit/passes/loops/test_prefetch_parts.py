"""Parts of a panel that the iterations of a loop prefetch: together they are all of the next panel, each line once."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import count
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import dlc
from dlc.codegen.target import Target
from dlc.compilation import pipeline_for
from dlc.ir import Operation

LINES = 200
"""The lines of a panel in memory, more than any part can be behind its end."""


class Panels(NamedTuple):
    """A product that multiplies a row in each tile by each panel."""

    panels: int
    lines: int
    first: int
    """The first line that is read."""
    tiles: int
    step: int
    begin: int
    """The counter of the first tile."""
    unrolled: int

    @classmethod
    def drawn(cls, random: Random) -> Panels:
        unrolled = random.choice([1, 2, 4])
        lines = unrolled * random.randint(1, 12)
        sizes = random.randint(2, 3), lines, random.randint(0, 3), random.randint(1, 15)
        return cls(*sizes, random.choice([1, 5]), random.randint(0, 2), unrolled)

    @property
    def steps(self) -> int:
        """The iterations of the loop over lines whose elements a tile prefetches."""
        return -(-self.lines // self.unrolled // self.tiles)

    def text(self) -> str:
        """Return a program that reads all panels for each tile, with a loop around the lines that runs once."""
        end = self.first + self.lines
        last_tile = self.begin + self.step * self.tiles
        loads = "\n".join(
            f"%x{number} = loop.load %panels[%p floordiv 16, %k + {number}, %c - %p] : memref<9x{LINES}x16xi32>\n"
            f"loop.store %x{number}, %out[%t] : memref<99xi32>"
            for number in range(self.unrolled)
        )
        return f"""
func.func @main(%panels: memref<9x{LINES}x16xi32>, %marks: memref<9x{LINES}x16xi32>, %out: memref<99xi32>) {{
  loop.for %p = 0 to {16 * self.panels} step 16 {{
    loop.for %t = {self.begin} to {last_tile} step {self.step} {{
      loop.for %c = affine_map<(d0) -> (d0)>(%p) to affine_map<(d0) -> (d0 + 16)>(%p) step 16 {{
        loop.for %k = {self.first} to {end} step {self.unrolled} {{
          {loads}
        }} {{loop.name = "sum"}}
      }}
    }} {{loop.name = "tile"}}
  }} {{loop.name = "panel"}}
  return
}}"""


def with_marks(module: Operation) -> Operation:
    """Return a module that counts in `%marks` how often each element would be prefetched."""
    numbers = count()

    def marked(prefetch: re.Match[str]) -> str:
        number, place = next(numbers), f"%marks[{prefetch[1]}] : {prefetch[2]}"
        return (
            f"%one{number} = arith.constant 1 : i32\n%old{number} = loop.load {place}\n"
            f"%new{number} = arith.addi %old{number}, %one{number} : i32\nloop.store %new{number}, {place}"
        )

    return dlc.parse(re.sub(r"loop\.prefetch %panels\[(.*)\], .* : (.*)", marked, str(module)))


@pytest.mark.parametrize("seed", range(30))
def test_each_line_of_the_next_panel_is_prefetched_once(seed: int) -> None:
    drawn = Panels.drawn(Random(seed))
    module = dlc.parse(drawn.text())
    dlc.run_pipeline(module, "loop-prefetch{loops=panel distance=1 within=sum parts=tile}")
    dlc.verify(module)
    panels, marks = (np.zeros((9, LINES, 16), np.int32) for _ in range(2))
    dlc.Interpreter(with_marks(module)).run("main", panels, marks, np.zeros(99, np.int32))
    lines = marks[1 : 1 + drawn.panels, drawn.first : drawn.first + drawn.lines, 0]
    np.testing.assert_array_equal(lines, 1)
    behind = marks.sum() - lines.sum()
    assert behind < drawn.panels * drawn.tiles * drawn.unrolled * drawn.steps
    assert not marks[0].any()
    assert not marks[:, :, 1:].any()


@pytest.mark.parametrize(("begin", "step"), [(1 << 40, 1), (0, 1 << 60)])
def test_numbers_that_are_huge(begin: int, step: int) -> None:
    """Indices that may not fit in 64 bits are refused, or the program is valid: never a traceback."""
    text = Panels(2, 4, 0, 2, step, begin, 1).text()
    module = dlc.parse(text)
    with suppress(dlc.DlcError):
        dlc.run_pipeline(module, "loop-prefetch{loops=panel distance=1 within=sum parts=tile}")
    dlc.verify(module)


def test_a_refusal_changes_nothing() -> None:
    text = Panels(2, 12, 0, 3, 1, 0, 1).text()
    module = dlc.parse(text)
    before = str(module)
    with pytest.raises(dlc.DlcError, match="the locality must be from 0 to 3, but got 7"):
        dlc.run_pipeline(module, "loop-prefetch{loops=panel distance=1 locality=7 within=sum parts=tile}")
    assert str(module) == before


# -- What the cost model chooses ---------------------------------------------------------------------------------------


def product(rows: int, depth: int, columns: int) -> str:
    return f"""
func.func @main(%a: tensor<{rows}x{depth}xf32>) -> tensor<{rows}x{columns}xf32> {{
  %b = graph.constant dense<0.5> : tensor<{depth}x{columns}xf32>
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<{rows}x{depth}xf32>, tensor<{depth}x{columns}xf32> -> tensor<{rows}x{columns}xf32>
  return %c : tensor<{rows}x{columns}xf32>
}}"""


@pytest.mark.parametrize(
    ("rows", "depth", "columns", "way"),
    [
        (128, 1536, 384, "parts"),
        (197, 768, 384, "parts"),
        (12, 1536, 384, "parts"),
        (4, 1536, 384, "where they stand"),  # a single tile
        (128, 256, 64, "not at all"),  # the matrix stays in the second cache
    ],
)
def test_which_panels_are_prefetched(rows: int, depth: int, columns: int, way: str) -> None:
    module = dlc.parse(product(rows, depth, columns))
    pipeline = pipeline_for(threads=1, target=Target.of("x86_64-linux-gnu", "haswell"))
    machine = re.sub(r"l2-bytes=\d+", "l2-bytes=524288", pipeline[: pipeline.index(",parallel-sections")])
    dlc.run_pipeline(module, machine)
    [steps] = [op.attributes["loop.try_schedule"] for op in module.walk() if "loop.try_schedule" in op.attributes]
    first = str(steps).partition("], [")[0]
    chosen = "not at all" if "loop-prefetch" not in first else "parts" if "parts=" in first else "where they stand"
    assert chosen == way
    dlc.run_pipeline(module, "apply-schedules")
    assert "loop.not_scheduled" not in str(module)
