"""Prints what each generator of programs draws from a few numbers, and what passes make of an example.

`tests/laws/test_same_every_time.py` runs it in processes that order sets differently: all must print the same.
"""

from __future__ import annotations

from random import Random

import dlc
from support.drawn_networks import draw_arithmetic, draw_linear, draw_movement
from support.lane_programs import random_lanes
from support.level_trials import attempt
from support.loop_programs import random_accesses, random_contraction, random_nest
from support.machine_trials import large_attempt, loop_attempt, machine_attempt
from support.random_programs import random_program
from support.run_lines import ROOT
from support.tensor_programs import random_tensor_program

WRITERS = (random_accesses, random_contraction, random_nest, random_lanes, random_program, random_tensor_program)
NETWORKS = (draw_arithmetic, draw_linear, draw_movement)
EXAMPLES = ("transformer_block", "lstm")
SEEDS = range(4)


def main() -> None:
    for seed in SEEDS:
        for write in WRITERS:
            print(write(Random(seed)))
        for draw in NETWORKS:
            print(draw(Random(seed)))
        drawn = attempt(seed)
        print(drawn.trial.module, drawn.passes, drawn.stops, machine_attempt(drawn.trial, seed).build)
        print(large_attempt(seed).trial.module)
        print(loop_attempt(seed).module)
    for name in EXAMPLES:
        module = dlc.parse_file(ROOT / "examples" / f"{name}.mlir")
        dlc.run_pipeline(module, "optimize-graph,lower-all-to-llvm")
        print(module)


if __name__ == "__main__":
    main()
