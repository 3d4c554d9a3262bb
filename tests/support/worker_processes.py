"""Work on many items in several processes, one of which may crash: then its item is known, and the rest is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

T = TypeVar("T")


def results_of(work: Callable[[str], T], names: Sequence[str], jobs: int, crashed: Callable[[str], T]) -> list[T]:
    """Return the result of the work on each item, or that of `crashed` where it ends its process.

    When a process crashes, the items that are left are worked on again, one by one.
    """
    results: dict[str, T] = {}
    with ProcessPoolExecutor(jobs) as pool:
        futures = {name: pool.submit(work, name) for name in names}
        for number, (name, future) in enumerate(futures.items()):
            if number % 100 == 0:
                print(f"{number} of {len(names)}", file=sys.stderr, flush=True)
            try:
                results[name] = future.result()
            except BrokenProcessPool:
                break
    for name in names:
        if name not in results:
            results[name] = _alone(work, name, crashed)
    return [results[name] for name in names]


def _alone(work: Callable[[str], T], name: str, crashed: Callable[[str], T]) -> T:
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(work, name).result()
        except BrokenProcessPool:
            return crashed(name)
