"""Trials by number: the same number makes the same program, arguments and passes, for tests and for the fuzzer."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

from dlc.dialects import graph
from dlc.ir.operations import Operation
from dlc.passes.graph_to_tensor.lowering import lowers

from .drawn_graph_hints import NOT_DRAWN
from .drawn_graph_ops import draw_op
from .drawn_graphs import DrawnGraph, GraphOptions, draw_graph
from .level_checks import Failure, Trial, check_levels, way

USUAL_OPS = 20


class Attempt(NamedTuple):
    """A trial, the passes that it takes, and behind which its results are compared."""

    trial: Trial
    passes: list[str]
    stops: list[int]
    drawn: DrawnGraph

    def failure(self) -> Failure | None:
        return check_levels(self.trial, self.passes, self.stops)


def lowered_kinds() -> list[type[Operation]]:
    """The graph ops that can be lowered, in the order of their names."""
    kinds = [kind for kind in graph.DIALECT.ops.values() if kind in lowers and kind not in NOT_DRAWN]
    return sorted(kinds, key=lambda kind: kind.name)


def attempt(number: int, ops: int = USUAL_OPS, options: GraphOptions | None = None) -> Attempt:
    """Return the attempt of this number, with programs of at least `ops` ops; `options` restricts them."""
    random = Random(number)
    options = replace(options or GraphOptions(), ops=ops, kinds=lowered_kinds())
    drawn = draw_graph(random, options, draw_op)
    passes = way(random)
    stops = [random.randrange(len(passes))] if random.random() < 0.2 else []
    return Attempt(Trial.of(drawn), passes, stops, drawn)
