"""Programs by number, run by dlc and by a judge that shares nothing with it: numpy, torch, or a C compiler.

    finding = TRIALS["ops"](7)

Each trial draws a program and arguments, compiles it at some levels of optimization for some threads, and says how a
result is not what the judge gives; with `None`, all is well.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from dlc.compiler import compile as compile_module
from dlc.ir.operations import Operation
from dlc.parser import print_ir

from . import outside_graphs
from .drawn_graph_ops import draw_op
from .drawn_graphs import GraphOptions, draw_graph
from .drawn_schedules import go_random_steps
from .exactness import exactness_broken
from .guarded_memory import guarded_copy
from .level_checks import apply_pass, main_function
from .level_trials import lowered_kinds
from .loop_programs import random_contraction, random_nest
from .loops_in_c import COMPILER, compiled_by_c
from .machine_trials import loop_arguments
from .outside_ops import Case, draw_case, program_of, torch_disagrees
from .programs import module_of

Array = Any
CASES = 12
"""How many ops one program of special numbers has."""
EXACT_PASSES = ("canonicalize", "optimize-graph{exact=true}", "sink-transposes", "fold-constants")
STEPS = (0, 2, 4, 8)


class Finding(NamedTuple):
    """A program that does not do what a judge says, and what it does instead."""

    message: str
    text: str


def trial_of_ops(number: int) -> Finding | None:
    """Ops of each element on special numbers, judged by numpy and torch; levels are compared by what both say."""
    random = Random(f"ops {number}")
    count = random.choice((0, 1, 5, 24, 24, 24, 65))
    cases = [draw_case(random, count) for _ in range(CASES)]
    text, arguments = program_of(cases, has_names=random.random() < 0.3)
    for level in random.sample(range(4), 2):
        threads = random.choice((1, 2, 3))
        executable = compile_module(text, level=level, threads=threads, remarks=False)
        results = executable(*(guarded_copy(each) for each in arguments))
        message = _difference(cases, results)
        if message is not None:
            return Finding(f"level={level} threads={threads}: {message}", text)
    return None


def _difference(cases: Sequence[Case], results: Sequence[Array]) -> str | None:
    found = (case.difference(result) or torch_disagrees(case) for case, result in zip(cases, results, strict=True))
    return next((each for each in found if each is not None), None)


def trial_of_reductions(number: int) -> Finding | None:
    """Values beside their own reductions, judged by numpy."""
    random = Random(f"reductions {number}")
    with np.errstate(all="ignore"):
        drawn = [outside_graphs.draw_graph_of_reductions(random, f"f{place}") for place in range(CASES)]
    text = "\n".join(function for function, _, _ in drawn)
    level, threads = random.choice((0, 1, 2, 3)), random.choice((1, 2, 3))
    executable = compile_module(text, level=level, threads=threads, remarks=False)
    for place, (function, argument, wanted) in enumerate(drawn):
        result = executable.run(f"f{place}", guarded_copy(argument))
        message = outside_graphs.difference(np.asarray(result).astype(np.float64), wanted)
        if message is not None:
            return Finding(f"level={level} threads={threads}: {message}", function)
    return None


def trial_of_exactness(number: int) -> Finding | None:
    """Any graph, interpreted on special numbers before and after passes that say that they are exact."""
    random = Random(f"exactness {number}")
    options = replace(GraphOptions(specials=1.0, symbolic=0.3), ops=8, kinds=lowered_kinds())
    before = draw_graph(random, options, draw_op).module
    passes, after = random.choice(EXACT_PASSES), before.clone()
    error = apply_pass(after, passes)
    message = error or exactness_broken(before, after, "main", "exact", number)
    return None if message is None else Finding(f"{passes}: {message}", print_ir(before))


def trial_of_loops(number: int) -> Finding | None:
    """Nests of loops, behind random steps of schedules, judged by a C compiler."""
    if COMPILER is None:
        return None
    random = Random(f"loops {number}")
    written = [module_of(random.choice((random_nest, random_contraction))(random)) for _ in range(CASES)]
    with tempfile.TemporaryDirectory() as folder:
        run = compiled_by_c(written, Path(folder))
        for place, module in enumerate(written):
            message = _loops_differ(module, random, lambda *arguments, place=place: run(place, *arguments))
            if message is not None:
                return Finding(message, print_ir(module))
    return None


def _loops_differ(module: Operation, random: Random, judge: Callable[..., None]) -> str | None:
    changed, steps = go_random_steps(module.clone(), random, random.choice(STEPS))
    level, threads = random.choice((0, 1, 2, 3)), random.choice((1, 2, 3))
    executable = compile_module(changed, level=level, threads=threads, remarks=False)
    function = main_function(module)
    assert function is not None
    for size in (0, 1, 5):
        arguments = loop_arguments(function, size)
        wanted = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        passed = [guarded_copy(each) if isinstance(each, np.ndarray) else each for each in arguments]
        judge(*wanted)
        executable(*passed)
        for position, (a, b) in enumerate(zip(passed, wanted, strict=True)):
            if not np.array_equal(a, b):
                how = f"level={level} threads={threads} steps={' '.join(steps)}"
                return f"{how}: argument #{position} differs for size {size}"
    return None


TRIALS: Mapping[str, Callable[[int], Finding | None]] = {
    "ops": trial_of_ops,
    "reductions": trial_of_reductions,
    "exactness": trial_of_exactness,
    "loops": trial_of_loops,
}
PROGRAMS = {"ops": CASES, "reductions": CASES, "exactness": 1, "loops": CASES}
"""How many programs a trial counts as."""
