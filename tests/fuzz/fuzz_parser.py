"""A coverage-guided fuzzer for the reader and the printer: `python tests/fuzz/fuzz_parser.py --seconds 600`.

Texts of the suite are cut up, spliced and mutated, token by token. What reaches lines of the parser that nothing before
has reached is kept and mutated further. Every text must end in a module or in diagnostics with line and column, in
time; and a module that verifies must print to text that reads back and prints the same, in both forms.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.diagnostics import file_location
from dlc.ir.locations import Source
from dlc.ir.operations import Operation
from dlc.ir.verifier import verify
from dlc.parser import PrintOptions, print_ir
from dlc.parser.parse import parse_file

TESTS = Path(__file__).parent.parent
LONGEST_SEED = 3000
LONGEST_INPUT = 8000
MOST_SECONDS = 2.0
_token = re.compile(r'\s+|//[^\n]*|"(?:[^"\\\n]|\\.)*"|[%^@#!]?[\w$.]+|->|.', re.DOTALL)
_WORDS = """
( ) { } [ ] < > : , = -> + - * ? :: ^bb0 ^bb1 %0 %1 %a#1 %0:2 @f @"a b" #map !t loc( "s" "\\00\\22" 0 -1 1.5
0x7F 1e400 true false unit dense<1> sparse<0,1> array<i32:1> affine_map<(d0)->(d0)> affine_set<():()> tensor<2xi32>
tensor<*xf32> vector<[4]xf32> memref<?xf32,1> tuple<> complex<f32> i32 f32 index none i0 f8E4M3FN strided<[1],offset:?>
distinct[0]<> dense_resource<a> {-# #-} // \\ ( " \0 é module func.func return "a.b"() ({ }) builtin.module
attributes {a} fused[ callsite( "unknown" 99999999999999999999 tensor<999999999999xi8> dense<"0x00"> 1:1 to at x x4x 4x
"""
WORDS = re.split(r"\s", _WORDS.strip())


class Finding(Exception):
    """A text that breaks a promise, and which."""


def check(text: str) -> Operation | None:
    """Read, verify, print and read again; raise what is wrong with that as a `Finding`."""
    context = _context()
    parsed = parse_file(Source("fuzz.mlir", text), context)
    _check_diagnostics(context, text, parsed is None)
    if parsed is None or not verify(parsed.op, context.diagnostics):
        return None
    for generic in (True, False):
        options = PrintOptions(
            generic=generic,
            external_resources=parsed.external_resources,
            dialect_resources=parsed.dialect_resources,
        )
        once = print_ir(parsed.op, options)
        again = parse(once)
        if again is None:
            raise Finding(f"what was printed does not parse:\n{once}")
        options.external_resources, options.dialect_resources = again.external_resources, again.dialect_resources
        if print_ir(again.op, options) != once:
            raise Finding(f"printing is not a fixpoint:\n{once}\n---\n{print_ir(again.op, options)}")
    return parsed.op


def parse(text: str) -> Any:
    context = _context()
    parsed = parse_file(Source("fuzz.mlir", text), context)
    if parsed is None:
        raise Finding("\n".join(map(context.diagnostics.render, context.diagnostics.diagnostics)) + f"\nin\n{text}")
    return parsed


def _context() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    return context


def _check_diagnostics(context: Context, text: str, failed: bool) -> None:
    diagnostics = context.diagnostics.diagnostics
    if failed and not diagnostics:
        raise Finding("refused without a diagnostic")
    if not failed and diagnostics:
        raise Finding("accepted in spite of a diagnostic")
    lines = text.count("\n") + 1
    for diagnostic in diagnostics:
        place = file_location(diagnostic.location)
        if place is None or not (1 <= place.line <= lines and place.column >= 1):
            raise Finding(f"no place: {diagnostic.location} for '{diagnostic.message}'")


class TooSlow(BaseException):
    """Raised in what runs for too long; no handler of exceptions stops it."""


def _out_of_time(signal_number: int, frame: FrameType | None) -> None:  # what `signal` calls
    raise TooSlow


class Coverage:
    """The lines of the parser that ran."""

    def __init__(self) -> None:
        self.seen: set[tuple[Any, int]] = set()
        self._folder = str(Path(sys.modules["dlc.parser"].__file__ or "").parent)
        self._is_ours: dict[Any, bool] = {}

    def run(self, call: Callable[[], Any]) -> int:
        """Run something; returns how many lines it reached that nothing had reached before."""
        before = len(self.seen)
        sys.settrace(self._enter)
        try:
            call()
        finally:
            sys.settrace(None)
        return len(self.seen) - before

    def _enter(self, frame: FrameType, event: str, argument: object) -> Any:  # what settrace calls
        code = frame.f_code
        ours = self._is_ours.get(code)
        if ours is None:
            ours = self._is_ours[code] = code.co_filename.startswith((self._folder, "<dlc"))
        return self._line if ours else None

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:  # as above
        self.seen.add((frame.f_code, frame.f_lineno))
        return self._line


class Fuzzer:
    def __init__(self, seed: int, *, guided: bool = True) -> None:
        signal.signal(signal.SIGPROF, _out_of_time)
        self.random = random.Random(seed)
        self.corpus = list(seeds())
        self.coverage = Coverage() if guided else None
        self.findings: list[tuple[str, str]] = []
        self._kinds: set[str] = set()
        self.executed = 0

    def step(self) -> None:
        """One more text."""
        self.run_one(self.mutated())

    def run_one(self, text: str) -> None:
        """Check a text; what is wrong goes to the findings, what reaches new lines to the corpus."""
        self.executed += 1
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS * (1 if self.coverage is None else 10))
        try:
            if self.coverage is None:
                check(text)
            elif self.coverage.run(lambda: check(text)):
                self.corpus.append(text)
        except Finding as finding:
            self._note(str(finding), str(finding).split("\n")[0], text)
        except TooSlow:
            self._note(f"more than {MOST_SECONDS} seconds\n{traceback.format_exc()}", f"slow {len(text)}", text)
        except Exception as error:  # noqa: BLE001 (any exception is a finding)
            place = traceback.extract_tb(error.__traceback__)[-1]
            self._note(traceback.format_exc(), f"{type(error).__name__} {place.name}:{place.lineno}", text)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _note(self, report: str, kind: str, text: str) -> None:
        if kind not in self._kinds:
            self._kinds.add(kind)
            self.findings.append((text, report))

    def mutated(self) -> str:
        """A text of the corpus with some changes."""
        choose = self.random
        tokens = _token.findall(choose.choice(self.corpus))
        for _ in range(choose.choice((1, 1, 2, 3, 8))):
            self._mutate(tokens)
        return "".join(tokens)[:LONGEST_INPUT]

    def _mutate(self, tokens: list[str]) -> None:
        choose = self.random
        at = choose.randrange(len(tokens) + 1)
        end = min(len(tokens), at + choose.choice((1, 1, 1, 2, 5, 20)))
        kind = choose.randrange(9)
        if kind == 0:
            del tokens[at:end]
        elif kind == 1:
            tokens[at:at] = tokens[at:end] * choose.choice((1, 1, 2, 30))
        elif kind == 2:
            tokens.insert(at, choose.choice(WORDS))
        elif kind == 3 and at < len(tokens):
            tokens[at] = choose.choice(WORDS)
        elif kind == 4 and at < len(tokens):
            tokens[at] = choose.choice(tokens)
        elif kind == 5:
            other = _token.findall(choose.choice(self.corpus))
            start = choose.randrange(len(other) + 1)
            tokens[at:end] = other[start : start + choose.choice((1, 3, 10, 50))]
        elif kind == 6:
            del tokens[end:]
        elif kind == 7 and at < len(tokens) and tokens[at]:
            word = tokens[at]
            place = choose.randrange(len(word))
            letter = chr(choose.choice((0, 10, 32, 34, 48, 57, 92, 97, 233, 0xDC80, 0x1F600)))
            tokens[at] = word[:place] + letter + word[place + 1 :]
        elif kind == 8 and at < len(tokens):
            other_place = choose.randrange(len(tokens))
            tokens[at], tokens[other_place] = tokens[other_place], tokens[at]


def seeds() -> Iterator[str]:
    """The parts of the suite's MLIR files that are short enough."""
    folders = (TESTS / "conformance" / "inputs", TESTS / "conformance" / "rejects", TESTS / "filecheck")
    for folder in folders:
        for path in sorted(folder.rglob("*.mlir")):
            for part in path.read_bytes().decode("utf-8", "surrogateescape").split("// -----"):
                if 0 < len(part) <= LONGEST_SEED:
                    yield part


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to run")
    parser.add_argument("--seed", type=int, default=0, help="where the random numbers start")
    parser.add_argument("--unguided", action="store_true", help="do not watch what is reached: ten times as many texts")
    parser.add_argument("--save", type=Path, default=None, help="a folder for what is found")
    arguments = parser.parse_args()
    fuzzer = Fuzzer(arguments.seed, guided=not arguments.unguided)
    end = monotonic() + arguments.seconds
    shown = 0
    while monotonic() < end:
        fuzzer.step()
        for text, report in fuzzer.findings[shown:]:
            print(f"---- finding {shown}\n{text}\n---- because\n{report[-1500:]}", flush=True)
            if arguments.save is not None:
                arguments.save.mkdir(parents=True, exist_ok=True)
                (arguments.save / f"{shown}.mlir").write_bytes(text.encode("utf-8", "surrogateescape"))
            shown += 1
    reached = len(fuzzer.coverage.seen) if fuzzer.coverage is not None else 0
    print(f"{fuzzer.executed} texts, {len(fuzzer.corpus)} in the corpus, {reached} lines reached, {shown} findings")
    if shown:
        print("to pin one: make it as small as it can be, and put it into FOUND in tests/unit/parser/test_fuzz.py")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
