"""Runs all cases of `onnx.backend.test` through the compiler, and prints passed/attempted/total and what fails by op.

    python tests/conformance/run_onnx.py --jobs 2 --only Softmax

Workers are processes, so that a crash of one case is an outcome like any other.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.onnx_cases import Outcome, cases, op_of, outcome

PAGE = Path(__file__).resolve().parents[2] / "docs" / "onnx-conformance.md"


def outcomes(keys: Sequence[str], jobs: int, level: int) -> list[Outcome]:
    """Return what became of each case; the cases of a worker that crashes are run again one by one."""
    found: dict[str, Outcome] = {}
    with ProcessPoolExecutor(jobs) as pool:
        futures = {key: pool.submit(outcome, key, level) for key in keys}
        for key, future in futures.items():
            try:
                found[key] = future.result()
            except BrokenProcessPool:
                break
    for key in keys:
        if key not in found:
            found[key] = _alone(key, level)
    return [found[key] for key in keys]


def _alone(key: str, level: int) -> Outcome:
    with ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(outcome, key, level).result()
        except BrokenProcessPool:
            return Outcome(key, op_of(cases()[key]), "the process crashed")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--details", action="store_true", help="print each failing case")
    options = parser.parse_args()
    begin = time.monotonic()
    keys = [key for key, case in cases().items() if options.only.lower() in f"{key} {op_of(case)}".lower()]
    results = outcomes(keys, options.jobs, options.level)
    failed: dict[str, list[Outcome]] = defaultdict(list)
    for each in results:
        if each.problem:
            failed[each.op].append(each)
    for op, group in sorted(failed.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        print(f"{op}: {len(group)}")
        for each in group if options.details else ():
            print(f"    {each.name}: {' '.join(each.problem.split())[:300]}")
    passed = len(keys) - sum(map(len, failed.values()))
    print(f"passed {passed} / attempted {len(keys)} / total {len(cases())} in {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
