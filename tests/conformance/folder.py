"""Round trips of any folder of .mlir files, judged by mlir-opt-22: `make conformance-mlir FOLDER=…`.

Every chunk that mlir-opt accepts is read by dlc-opt and printed in several ways; mlir-opt must read back the same
module each time. What is equal is counted, and so is every reason for what is not. A chunk that dlc-opt refuses does
not count if the test that it comes from expects that, or if mlir-opt cannot read back its own custom form of it.
Neither does a chunk for which mlir-opt prints the name of an alias without the alias: that is not the same module. A
chunk with ops of StableHLO, which mlir-opt lacks, is judged by what dlc-opt prints for it in generic form.

Not here: the corpus that the suite keeps (test_against_mlir.py).
"""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

from conformance.corpus import (
    ALLOW,
    MLIR_OPT,
    PRINT_GENERIC,
    SPLIT,
    Outcome,
    chunks,
    read,
    run_mlir_opt,
    write,
)  # fmt: skip
from conformance.tool_under_test import run

JUDGED_AT_ONCE = 500
LONGEST_REASON = 160
ARROW = " -> "
TRIPS: dict[str, tuple[str, ...]] = {
    "custom form": (),
    "generic form": (PRINT_GENERIC,),
    "locations": ("--mlir-print-debuginfo", "--mlir-print-local-scope"),
}
"""The flags of dlc-opt for each round trip."""
LETTERS = "the same letters as mlir-opt's generic form"
VERIFIED = "--verify-roundtrip"
FOREIGN_OPS = re.compile(r"\b(stablehlo|chlo)\.\w")
"""The dialects that dlc has and mlir-opt lacks."""
LENIENT = "accepted, though mlir-opt rejects them"


@dataclass(frozen=True)
class Chunk:
    """One module of a corpus, and what mlir-opt prints for it in generic form."""

    path: Path
    number: int
    text: str
    generic: str = ""
    is_foreign: bool = False
    """Whether mlir-opt lacks its dialect, so that it reads the generic form only."""


@dataclass
class Findings:
    """The number of chunks that each check saw, and those that failed it, by reason."""

    seen: Counter[str] = field(default_factory=Counter[str])
    failed: dict[str, dict[str, list[Chunk]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))

    def add(self, check: str, chunk: Chunk, reason: str | None) -> None:
        """Count one chunk; without a reason it passed."""
        self.seen[check] += 1
        if reason is not None:
            self.failed[check][reason].append(chunk)

    def report(self, reasons: int) -> Iterator[str]:
        """Yield the share of each check, with its most frequent reasons."""
        for check, seen in self.seen.items():
            failed = self.failed.get(check, {})
            bad = sum(map(len, failed.values()))
            yield f"{check}: {seen - bad} of {seen} ({100 * (seen - bad) / seen:.2f}%)"
            for reason, failing in sorted(failed.items(), key=lambda entry: -len(entry[1]))[:reasons]:
                yield f"  {len(failing):5}  {reason}  [{failing[0].path.name} #{failing[0].number}]"


def judged(texts: Sequence[str]) -> list[Outcome]:
    """Return what mlir-opt prints for each text in generic form, or the errors for which it rejects it."""
    run = run_mlir_opt(f"\n{SPLIT}\n".join(texts), PRINT_GENERIC)
    outputs = run.output.split(SPLIT)
    if len(outputs) != len(texts):
        if len(texts) == 1:
            return [Outcome(run.status or 1, "", run.errors)]
        middle = len(texts) // 2
        return judged(texts[:middle]) + judged(texts[middle:])
    first_lines = list(accumulate((text.count("\n") + 2 for text in texts), initial=1))
    errors = [""] * len(texts)
    for line, message in re.findall(r"^<stdin>:(\d+):\d+: (error: [^\n]*)", run.errors, re.MULTILINE):
        index = bisect_right(first_lines, int(line)) - 1
        errors[min(index, len(texts) - 1)] += f"{message}\n"
    return [
        Outcome(0, output.strip(), "") if output.strip() else Outcome(1, "", error)
        for output, error in zip(outputs, errors, strict=True)
    ]


def reason_of(errors: str) -> str:
    """Return the first error of a tool without what is particular to one chunk: numbers, positions and names."""
    match = re.search(r"error: ([^\n]*)", errors)
    text = match[1] if match is not None else (errors.strip().splitlines() or ["no output"])[-1]
    text = re.sub(r"%[\w#$.-]+", "%v", text)
    return re.sub(r"\b\d+\b", "N", text)[:LONGEST_REASON]


def first_difference(wanted: str, got: str) -> str:
    """Return the first lines that differ, cut to where they do."""
    for want, have in zip(wanted.splitlines(), got.splitlines(), strict=False):
        if want != have:
            same = next((i for i, (a, b) in enumerate(zip(want, have, strict=False)) if a != b), 0)
            start = max(0, same - 20)
            return f"{want[start : same + 50].strip()}{ARROW}{have[start : same + 50].strip()}"
    return "one text ends early"


def printed(chunk: Chunk, flags: Iterable[str]) -> Outcome:
    """Return what dlc-opt makes of a chunk; a Python exception is a failure with the place where it was raised."""
    try:
        return run([ALLOW, *flags], chunk.text)
    except Exception as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Outcome(1, "", f"error: TRACEBACK {type(error).__name__}: {error} at {place.filename}:{place.lineno}")


def own_trip(chunk: Chunk, flags: Sequence[str] = ()) -> str:
    """Return what mlir-opt reads back from what it printed with some flags, which need not say everything."""
    return judged([run_mlir_opt(chunk.text, *flags).output])[0].output


def may_be_refused(chunk: Chunk) -> bool:
    """Return whether the test that a chunk comes from expects an error, or mlir-opt refuses its own custom form."""
    expects_error = "expected-error" in chunk.text or re.search(
        r"RUN: xdsl-opt .*--(verify|parsing)-diagnostics", read(chunk.path)
    )
    return bool(expects_error) or not own_trip(chunk)


def has_lost_alias(generic: str) -> bool:
    """Return whether a module names an alias that it does not define, in the text of an unknown dialect."""
    used = set(re.findall(r"[#!][A-Za-z_]\w*\b(?![.\w<])", re.sub(r'"[^"\n]*"', "", generic)))
    return bool(used - set(re.findall(r"^([#!]\w+) =", generic, re.MULTILINE)))


def judgeable(chunk: Chunk) -> Chunk:
    """Return a chunk in generic form as dlc-opt prints it, if it has ops of dialects that mlir-opt lacks."""
    generic = printed(chunk, (PRINT_GENERIC,)) if FOREIGN_OPS.search(chunk.text) else None
    return replace(chunk, text=generic.output, is_foreign=True) if generic and not generic.status else chunk


def readable(chunk: Chunk) -> Chunk:
    """Return a chunk as dlc-opt may read it: in generic form if it has custom forms of dialects that dlc lacks."""
    outcome = printed(chunk, ())
    is_foreign = outcome.status and re.search(r"error: dialect '[^']*' not found for custom op", outcome.errors)
    return replace(chunk, text=f"{chunk.generic}\n") if is_foreign else chunk


class Trial:
    """The checks of one corpus, a batch of chunks at a time."""

    def __init__(self, checks: Sequence[str]) -> None:
        self.checks = checks
        self.findings = Findings()

    def batch(self, batch: Sequence[Chunk]) -> None:
        """Check each chunk."""
        batch = list(map(judgeable, batch))
        outcomes = judged([chunk.text for chunk in batch])
        accepted = [
            readable(replace(chunk, generic=outcome.output))
            for chunk, outcome in zip(batch, outcomes, strict=True)
            if outcome.status == 0 and not has_lost_alias(outcome.output)
        ]
        for check, flags in TRIPS.items():
            if check in self.checks and accepted:
                self.trip(check, [chunk for chunk in accepted if PRINT_GENERIC in flags or not chunk.is_foreign], flags)
        for chunk in accepted if VERIFIED in self.checks else ():
            verified = printed(chunk, ["--verify-roundtrip"])
            if not verified.status or (own_trip(chunk) == chunk.generic and not may_be_refused(chunk)):
                self.findings.add(VERIFIED, chunk, reason_of(verified.errors) if verified.status else None)
        for chunk, outcome in zip(batch, outcomes, strict=True):
            if LENIENT in self.checks and outcome.status and not chunk.is_foreign:
                lenient = printed(chunk, ()).status == 0
                self.findings.add(LENIENT, chunk, f"mlir-opt: {reason_of(outcome.errors)}" if lenient else None)

    def trip(self, check: str, accepted: Sequence[Chunk], flags: Sequence[str]) -> None:
        """Print each chunk with some flags, and let mlir-opt read what was printed."""
        printouts: list[tuple[Chunk, str]] = []
        for chunk in accepted:
            outcome = printed(chunk, flags)
            if outcome.status:
                if not may_be_refused(chunk):
                    self.findings.add(check, chunk, f"refused: {reason_of(outcome.errors)}")
                continue
            printouts.append((chunk, outcome.output))
            if flags == (PRINT_GENERIC,) and LETTERS in self.checks:
                same = outcome.output.strip() == chunk.generic
                self.findings.add(
                    LETTERS, chunk, None if same else first_difference(chunk.generic, outcome.output.strip())
                )
        if not printouts:
            return
        for (chunk, _), back in zip(printouts, judged([text for _, text in printouts]), strict=True):
            if back.status:
                self.findings.add(check, chunk, f"mlir-opt cannot read it: {reason_of(back.errors)}")
            elif back.output == chunk.generic or back.output == own_trip(chunk, flags):
                self.findings.add(check, chunk, None)
            else:
                self.findings.add(check, chunk, f"differs: {first_difference(chunk.generic, back.output)}")


def corpus(folder: Path) -> Iterator[Chunk]:
    """Yield the distinct modules of all .mlir files in a folder."""
    seen: set[str] = set()
    for path in sorted(folder.rglob("*.mlir")) if folder.is_dir() else [folder]:
        for number, text in enumerate(chunks(read(path))):
            if text not in seen:
                seen.add(text)
                yield Chunk(path, number, text)


def save(findings: Findings, folder: Path) -> None:
    """Write the chunks that failed into a folder for each check, with the reason in the first line."""
    for check, reasons in findings.failed.items():
        target = folder / re.sub(r"\W+", "_", check).strip("_")
        target.mkdir(parents=True, exist_ok=True)
        for reason, failing in reasons.items():
            for chunk in failing:
                write(target / f"{chunk.path.stem}.{chunk.number}.mlir", f"// {reason}\n{chunk.text}")


def main() -> int:
    """Check a folder; the exit status is 0 if at least the demanded share of every round trip is equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=99.5, help="the demanded share of each round trip, in percent")
    parser.add_argument("--reasons", type=int, default=15, help="the number of reasons that are shown for each check")
    parser.add_argument("--save", type=Path, help="a folder for the chunks that failed")
    everything = [*TRIPS, LETTERS, VERIFIED, LENIENT]
    parser.add_argument("--check", action="append", choices=everything, help="only this check; may be repeated")
    options = parser.parse_args()
    if MLIR_OPT is None:
        sys.exit("mlir-opt-22, which judges, is not installed")
    trial = Trial(options.check or everything)
    modules = list(corpus(options.folder))
    for start in range(0, len(modules), JUDGED_AT_ONCE):
        trial.batch(modules[start : start + JUDGED_AT_ONCE])
    print("\n".join(trial.findings.report(options.reasons)))
    if options.save is not None:
        save(trial.findings, options.save)
    failed = trial.findings.failed
    shares = [
        100 * (seen - sum(map(len, failed.get(check, {}).values()))) / seen
        for check, seen in trial.findings.seen.items()
        if check in TRIPS
    ]
    return int(not shares or min(shares) < options.share)


if __name__ == "__main__":
    sys.exit(main())
