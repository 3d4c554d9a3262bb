"""Programs by number, run by dlc and by a judge that shares nothing with it: numpy, torch, a C compiler, or MLIR.

    findings = TRIALS["ops"].findings(7)

Each number draws many small programs of a kind, and compiles them as one module at some level of optimization for some
threads; a finding names the place of its program among them, and `findings(7, [place])` tries that one alone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.operations import Operation
from dlc.parser import print_ir

from .drawn_graph_ops import draw_op
from .drawn_graphs import GraphOptions, draw_graph
from .drawn_schedules import go_random_steps
from .exactness import exactness_broken
from .level_checks import apply_pass, main_function
from .level_trials import lowered_kinds
from .loop_programs import random_contraction, random_nest
from .loops_in_c import COMPILER, compiled_by_c
from .loops_in_mlir import HAS_MLIR, SIZES, filled_arrays, judged_by_mlir, sum_of
from .machine_trials import loop_arguments
from .outside_graphs import draw_reductions
from .outside_moves import draw_moves
from .outside_ops import draw_ops_of_elements
from .outside_programs import Call, Finding, Program, judged
from .programs import module_of

Array = Any
EXACT_PASSES = ("canonicalize", "optimize-graph{exact=true}", "sink-transposes", "fold-constants")
STEPS = (0, 2, 4, 8)


class Trial(NamedTuple):
    """A kind of programs, and how many of them a number draws."""

    programs: int
    run: Callable[[int, Sequence[int]], list[Finding]]

    def findings(self, number: int, places: Sequence[int] | None = None) -> list[Finding]:
        """Return what is wrong with the programs of a number, or with those at some places."""
        return self.run(number, range(self.programs) if places is None else places)


def _compiled(kind: str, number: int, places: Sequence[int], programs: Sequence[Program]) -> list[Finding]:
    """Return what judges say of programs, compiled as the number says."""
    random = Random(f"{kind} {number}")
    findings = judged(programs, random.choice((0, 0, 1, 2, 3)), random.choice((1, 2, 3)))
    return [each._replace(place=places[each.place]) for each in findings]


def _drawn(kind: str, draw: Callable[[Random, str], Program], number: int, places: Sequence[int]) -> list[Finding]:
    programs = [draw(Random(f"{kind} {number} {place}"), f"f{place}") for place in places]
    return _compiled(kind, number, places, programs)


def _exactness(number: int, places: Sequence[int]) -> list[Finding]:
    """Any graph, interpreted on special numbers before and after passes that say that they are exact."""
    findings: list[Finding] = []
    for place in places:
        random = Random(f"exactness {number} {place}")
        options = replace(GraphOptions(specials=1.0, symbolic=0.3), ops=8, kinds=lowered_kinds())
        before = draw_graph(random, options, draw_op).module
        passes, after = random.choice(EXACT_PASSES), before.clone()
        error = apply_pass(after, passes)
        message = error or exactness_broken(before, after, "main", "exact", number)
        if message is not None:
            findings.append(Finding(place, f"{passes}: {message}", print_ir(before)))
    return findings


def _drawn_loops(kind: str, number: int, places: Sequence[int]) -> list[tuple[Random, Operation]]:
    randoms = [Random(f"{kind} {number} {place}") for place in places]
    return [(random, module_of(random.choice((random_nest, random_contraction))(random))) for random in randoms]


def _loops(number: int, places: Sequence[int]) -> list[Finding]:
    """Nests of loops, behind random steps of schedules, judged by a C compiler."""
    if COMPILER is None:
        return []
    drawn = _drawn_loops("loops", number, places)
    with tempfile.TemporaryDirectory() as folder:
        run = compiled_by_c([module for _, module in drawn], Path(folder))
        programs = [
            _stepped(module, random, f"f{place}", partial(run, row))
            for row, (place, (random, module)) in enumerate(zip(places, drawn, strict=True))
        ]
        return _compiled("loops", number, places, programs)


def _stepped(module: Operation, random: Random, name: str, judge: Callable[..., None]) -> Program:
    """A program behind some steps, called with arrays that a judge has written to before."""
    function = main_function(module)
    assert function is not None
    calls: list[Call] = []
    for size in (0, 1, 5):
        arguments = loop_arguments(function, size)
        wanted = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        judge(*wanted)
        calls.append(Call(arguments, partial(_arrays_differ, wanted)))
    changed, steps = go_random_steps(module.clone(), random, random.choice(STEPS))
    text = "\n".join(print_ir(op) for op in _renamed(changed, name).regions[0].entry.ops)
    return Program(name, text, calls, f"steps={' '.join(steps)}")


def _renamed(module: Operation, name: str) -> Operation:
    function = main_function(module)
    assert function is not None
    function.sym_name = StringAttr(name)
    return module


def _arrays_differ(wanted: Sequence[Any], passed: Sequence[Any], _: Sequence[Any]) -> str | None:
    for position, (a, b) in enumerate(zip(passed, wanted, strict=True)):
        if not np.array_equal(a, b):
            return f"argument #{position} differs"
    return None


def _affine(number: int, places: Sequence[int]) -> list[Finding]:
    """Nests of loops as mlir-opt prints them in `affine`, judged by mlir-runner."""
    if not HAS_MLIR:
        return []
    modules = [module for _, module in _drawn_loops("affine", number, places)]
    mlir = judged_by_mlir(modules)
    programs: list[Program] = []
    for row, module in enumerate(modules):
        function = main_function(module)
        assert function is not None
        calls = [
            Call(filled_arrays(function.type.inputs, size), partial(_sums_differ, mlir.sums[row, size]))
            for size in SIZES
        ]
        programs.append(Program(f"f{row}", mlir.texts[row], calls))
    return _compiled("affine", number, places, programs)


def _sums_differ(wanted: Sequence[int], passed: Sequence[Any], _: Sequence[Any]) -> str | None:
    sums = [sum_of(each) for each in passed if isinstance(each, np.ndarray)]
    return None if sums == [*wanted] else f"sums of arrays are {sums}, not {[*wanted]}"


TRIALS: Mapping[str, Trial] = {
    "ops": Trial(160, partial(_drawn, "ops", draw_ops_of_elements)),
    "moves": Trial(80, partial(_drawn, "moves", draw_moves)),
    "reductions": Trial(40, partial(_drawn, "reductions", draw_reductions)),
    "exactness": Trial(4, _exactness),
    "loops": Trial(40, _loops),
    "affine": Trial(40, _affine),
}
