"""The options of `dlc.compile`, checked: targets, threads, and everything else but the module."""

from __future__ import annotations

import importlib
import json
import numbers
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

from .codegen.gpu_target import CUDA, HIP, TRIPLES as GPU_TRIPLES, gpu_target_for, same_target_for
from .codegen.machine_description import cache_sizes
from .codegen.target import OPTIMIZATION_LEVELS, Target, best_here
from .ir.context import Context
from .ir.diagnostics import did_you_mean
from .ir.errors import DlcError
from .passes.manager.registry import REGISTRY
from .runtime.thread_pool import available_threads, is_supported

if TYPE_CHECKING:
    from .passes.insertions import Passes
    from .passes.manager.settings import RunSettings

CPU = "cpu"
MOST_DIGITS = 5
MOST_THREADS = 1024
LARGEST_SIZE = (1 << 63) - 1
Precision = Literal["exact", "default", "tf32"]
"""The values of the option `precision`: docs/exactness.md says what optimization may change with each."""


class CompileOptionError(DlcError, ValueError):
    """An option of `dlc.compile` has an invalid value."""


class Request(NamedTuple):
    """Everything that `compile` is asked for besides the module."""

    target: Target
    threads: int
    level: int
    passes: Passes | None
    context: Context | None
    settings: RunSettings | None
    profile: bool
    device: int = 0
    """The number of the GPU."""
    precision: Precision = "default"
    others: tuple[Target, ...] = ()
    """The other processors that the program is compiled for."""
    sizes: Mapping[str, int] = {}
    """The sizes of arguments that are fixed, by their names."""
    is_bound: bool = False
    """Whether arguments are constants by now, so that there may be no size of a fixed name any more."""

    @property
    def is_for_gpu(self) -> bool:
        """Whether kernels run on a GPU."""
        return self.target.triple in GPU_TRIPLES

    def key_parts(self) -> list[str]:
        """Return everything but the module that determines the program."""
        passes = list(self.passes.items()) if isinstance(self.passes, Mapping) else self.passes
        target, machine = self.target, cache_sizes()
        options = [target.triple, target.cpu, target.features, machine, self.threads, self.level, passes, self.profile]
        return ["compile", json.dumps([*options, self.precision, REGISTRY.placed, sorted(self.sizes.items())])]


def checked_targets(target: str | Target | Sequence[Target], level: int) -> tuple[list[Target], int]:
    """Return the targets, of which the first is the best for this machine, and the number of the device."""
    if isinstance(target, (str, Target)):
        machine, device = _one_checked(target, level)
        return [machine], device
    if not isinstance(target, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise _no_target(target)
    targets = [_one_checked(each, level)[0] for each in target]
    if not targets or any(each.triple in GPU_TRIPLES for each in targets):
        raise CompileOptionError(f"a list of targets must have processors of this machine's kind, but got '{target}'")
    return [targets.pop(best_here(targets)), *targets], 0


def _one_checked(target: str | Target, level: int) -> tuple[Target, int]:
    """Return the target, and the number of the device if it is a GPU."""
    if level not in OPTIMIZATION_LEVELS:
        levels = f"{OPTIMIZATION_LEVELS[0]} to {OPTIMIZATION_LEVELS[-1]}"
        raise CompileOptionError(f"'level' must be an integer from {levels}, but got '{level}'")
    if isinstance(target, Target):
        host = Target.host()
        if target.triple not in (host.triple, *GPU_TRIPLES):
            raise CompileOptionError(f"target of this machine is '{host.triple}', but got '{target.triple}'")
        return (same_target_for(target), 0) if target.triple in GPU_TRIPLES else (target, 0)
    if not isinstance(target, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise _no_target(target)
    if target == CPU:
        return Target.host(), 0
    name, device = device_named(target)
    drivers = importlib.import_module("dlc.runtime.gpu.drivers")  # heavy: the libraries of vendors
    return gpu_target_for(name, drivers.arch_of_device(name, device)), device


def device_named(target: str) -> tuple[str, int]:
    """Return the interface and the number of the device that a target such as `cuda:1` names."""
    name, colon, number = target.partition(":")
    if name not in (CUDA, HIP) or (colon and not (number.isascii() and number.isdigit() and len(number) < MOST_DIGITS)):
        raise _no_target(target)
    return name, int(number or 0)


def _no_target(given: object) -> CompileOptionError:
    return CompileOptionError(
        f"'target' must be '{CPU}', '{CUDA}', '{HIP}', with the number of a device as in '{CUDA}:1', or a Target, "
        f"but got '{given}'"
    )


def check_flags(**flags: object) -> None:
    """Raise `CompileOptionError` for an option that must be true or false, and is neither."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise CompileOptionError(f"'{name}' must be True or False, but got '{value}'")


def checked_precision(precision: object) -> Precision:
    """Return a precision; raise `CompileOptionError` for anything else."""
    known = get_args(Precision)
    if precision not in known:
        *others, last = map(repr, known)
        hint = did_you_mean(str(precision), known)
        raise CompileOptionError(f"'precision' must be {', '.join(others)} or {last}, but got '{precision}'{hint}")
    return cast("Precision", precision)


def checked_sizes(sizes: Mapping[str, int] | None) -> dict[str, int]:
    """Return sizes to fix; raise `CompileOptionError` for anything else."""
    if sizes is None:
        return {}
    if not isinstance(sizes, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise CompileOptionError(f"'sizes' must be a dictionary of numbers by names, but got '{sizes}'")
    for name, size in sizes.items():
        if isinstance(size, bool) or not isinstance(size, numbers.Integral) or not 0 <= size <= LARGEST_SIZE:
            raise CompileOptionError(f"size '{name}' must be an integer from 0 to 2^63 - 1, but got '{size}'")
    return {name: int(size) for name, size in sizes.items()}


def checked_threads(threads: object) -> int:
    """Return the threads that a call may use, by default one for each processor of this process."""
    if threads is None:
        return min(available_threads(), MOST_THREADS) if is_supported() else 1
    count = checked_count(threads)
    return count if is_supported() else 1


def checked_count(threads: object) -> int:
    """Return a number of threads; raise `CompileOptionError` for anything else."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise CompileOptionError(f"'threads' must be an integer from 1 to {MOST_THREADS}, but got '{threads}'")
    return threads
