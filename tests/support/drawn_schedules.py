"""Steps of schedules drawn at random, for the loops that a program has: passes with options, as they are written.

    steps = go_random_steps(module, Random(7), 4)

Each is tried on a copy, which takes the program's place where the pass succeeds; so nothing is said here about which
step a loop can go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.nests import loops_in, name_of, perfect_nest

from .level_checks import apply_pass

Loops = Sequence[loop.ForOp]


def go_random_steps(module: Operation, random: Random, count: int) -> tuple[Operation, list[str]]:
    """The program behind some steps of so many that are tried, and those steps."""
    done: list[str] = []
    for _ in range(count):
        loops = loops_in(module)
        if not loops:
            break
        step = random_step(loops, random)
        trial = module.clone()
        if apply_pass(trial, step) is None:
            module = trial
            done.append(step)
    return module, done


def random_step(loops: Loops, random: Random) -> str:
    """A pass with options, which names some of these loops."""
    return random.choice(STEPS)(loops, random)


def _name(loops: Loops, random: Random) -> str:
    return name_of(random.choice(loops)) or "i"


def _band(loops: Loops, random: Random) -> list[str]:
    """The names of loops of which each contains nothing but the next."""
    band = perfect_nest(random.choice(loops))
    start = random.randrange(len(band))
    return [name_of(each) or "i" for each in band[start : start + random.randint(1, 4)]]


def _listed(items: Sequence[object]) -> str:
    return ",".join(map(str, items))


def _sizes(count: int, random: Random, choices: Sequence[int] = (1, 2, 3, 4, 8)) -> str:
    return _listed([random.choice(choices) for _ in range(count)])


def _tile(loops: Loops, random: Random) -> str:
    names = _band(loops, random)
    return f"loop-tile{{loops={_listed(names)} sizes={_sizes(len(names), random)}}}"


def _interchange(loops: Loops, random: Random) -> str:
    names = _band(loops, random)
    order = list(range(len(names)))
    random.shuffle(order)
    return f"loop-interchange{{loops={_listed(names)} order={_listed(order)}}}"


def _vectorize(loops: Loops, random: Random) -> str:
    width, interleave = random.choice((2, 3, 4, 8, 16)), random.choice((1, 1, 2, 3))
    remainder = random.choice(("peel", "mask", "exact"))
    return f"loop-vectorize{{loops={_name(loops, random)} width={width} interleave={interleave} remainder={remainder}}}"


def _vectorize_tiles(loops: Loops, random: Random) -> str:
    height, width = random.choice((1, 2, 3, 4, 8)), random.choice((1, 2, 3, 4, 8))
    return f"loop-vectorize-tiles{{loops={_listed(_band(loops, random)[:2])} height={height} width={width}}}"


def _unroll(loops: Loops, random: Random) -> str:
    name = random.choice(("loop-unroll", "loop-unroll-and-jam"))
    return f"{name}{{loops={_name(loops, random)} factor={random.choice((2, 3, 4))}}}"


def _buffer(loops: Loops, random: Random) -> str:
    """Elements in a buffer, for each iteration of a loop; its dimensions are loops inside."""
    at = random.choice(loops)
    inside = [name_of(each) or "i" for each in loops_in(at) if each is not at]
    names = random.sample(inside, k=random.randint(0, len(inside)))
    sizes = f" sizes={_sizes(len(names), random, (0, 0, 2, 3, 4, 8))}" if names and random.random() < 0.7 else ""
    dims = f" loops={_listed(names)}{sizes}" if names else ""
    which = random.choice((0, 0, 1))
    pass_name, option = random.choice((("loop-pack", "read"), ("loop-privatize", "write")))
    return f"{pass_name}{{at={name_of(at) or 'i'} {option}={which}{dims}}}"


def _pad(loops: Loops, random: Random) -> str:
    return f"loop-pad{{loops={_name(loops, random)} sizes={_sizes(1, random)}}}"


def _specialize(loops: Loops, random: Random) -> str:
    names = _band(loops, random)
    return f"loop-specialize{{loops={_listed(names)} sizes={_sizes(len(names), random)}}}"


def _version(loops: Loops, random: Random) -> str:
    names = _band(loops, random)
    at = f" at={names[0]}" if len(names) > 1 else ""
    return f"loop-version{{loops={names[-1]} below={random.choice((2, 3, 5, 9))}{at}}}"


def _peel(loops: Loops, random: Random) -> str:
    what = random.choice(("front=1", "back=1", "front=2 back=1", "partial=true"))
    return f"loop-peel{{loops={_name(loops, random)} {what}}}"


def _parallelize(loops: Loops, random: Random) -> str:
    names = _band(loops, random)
    return f"loop-parallelize{{loops={_listed(names)} depth={random.randint(1, len(names))}}}"


def _prefetch(loops: Loops, random: Random) -> str:
    writes = random.choice(("true", "false"))
    return f"loop-prefetch{{loops={_name(loops, random)} distance={random.choice((1, 8, 100))} writes={writes}}}"


def _fuse(loops: Loops, random: Random) -> str:
    return f"loop-fuse{{loops={_name(loops, random)},{_name(loops, random)}}}"


def _of_names(pass_name: str) -> Callable[[Loops, Random], str]:
    return lambda loops, random: f"{pass_name}{{loops={_name(loops, random)}}}"


def _of_bands(pass_name: str) -> Callable[[Loops, Random], str]:
    return lambda loops, random: f"{pass_name}{{loops={_listed(_band(loops, random))}}}"


STEPS: Sequence[Callable[[Loops, Random], str]] = (
    *[_tile, _tile, _interchange, _vectorize, _vectorize, _vectorize_tiles, _unroll, _unroll, _buffer, _buffer, _pad],
    *[_specialize, _version, _peel, _parallelize, _prefetch, _fuse, lambda *_: "loop-simplify-bounds"],
    *[
        _of_names(f"loop-{name}")
        for name in ("accumulate-in-memory", "fresh-sums", "sink", "distribute", "scalar-replacement")
    ],
    *[_of_names("loop-accumulate-in-memory"), _of_names("loop-unswitch")],
    *[_of_bands(f"loop-{name}") for name in ("separate", "coalesce")],
)
"""Functions that generate a step; some are used more often."""
