"""Random programs judged from outside: `python tests/fuzz/fuzz_outside.py --seconds 600`.

The judges are numpy always, torch where it is installed, and a C compiler where there is one; `support.outside_trials`
has the kinds of programs. Each number is run in a child, which may crash. What is wrong is kept, and the run goes on:

    build/fuzz-outside/ops-1234.mlir    the program; its first lines say how it fails

`--seed 1234 --only ops 1` runs that one again. The end says how many programs of each kind there were, and what was
found.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))

from support.child_processes import in_child  # noqa: E402  (tests/support is no package of an installation)
from support.outside_trials import PROGRAMS, TRIALS, Finding  # noqa: E402

SECONDS = 300
"""How long the trials of one number may take."""


def trials_apart(number: int, kinds: Sequence[str]) -> list[tuple[str, Finding]]:
    """Return the findings of the trials of a number; if their process ends early, each is tried in one of its own."""
    outcome = in_child(lambda: json.dumps([(kind, TRIALS[kind](number)) for kind in kinds]), SECONDS)
    if outcome.text:
        return [(kind, Finding(*found)) for kind, found in json.loads(outcome.text) if found is not None]
    if len(kinds) > 1:
        return [found for kind in kinds for found in trials_apart(number, [kind])]
    return [(kinds[0], Finding(outcome.signal or outcome.error, ""))]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="how many numbers")
    parser.add_argument("--seed", type=int, default=0, help="the first number")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after this time")
    parser.add_argument("--only", choices=[*TRIALS], action="append", help="kinds of programs; all, if not given")
    parser.add_argument("--save", type=Path, default=Path("build/fuzz-outside"), help="a folder for what is found")
    options = parser.parse_args()
    kinds: Sequence[str] = options.only or [*TRIALS]
    began, programs, findings = monotonic(), Counter[str](), Counter[str]()
    for number in range(options.seed, options.seed + options.count):
        if options.seconds and monotonic() - began > options.seconds:
            break
        programs.update({kind: PROGRAMS[kind] for kind in kinds})
        for kind, finding in trials_apart(number, kinds):
            findings[kind] += 1
            options.save.mkdir(parents=True, exist_ok=True)
            comment = "".join(f"// {line}\n" for line in finding.message.splitlines())
            (options.save / f"{kind}-{number}.mlir").write_text(comment + finding.text)
            print(f"---- {kind} of number {number}: {finding.message.splitlines()[-1]}", flush=True)
    rate = programs.total() / max(monotonic() - began, 1e-9)
    counts = ", ".join(f"{programs[kind]} of {kind} with {findings[kind]} findings" for kind in kinds)
    print(f"{programs.total()} programs, {rate:.1f}/s: {counts}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
