"""A fuzzer for passes with text that a person could have written: `python tests/fuzz/fuzz_text.py --seconds 600`.

Functions of the suite's files on graphs, tensors and loops are mutated: types, sizes, attributes, operands, whole ops.
What still verifies goes through the road down to loops and through passes beside it. Each pass must end in IR that
verifies or in an error with a place, in time; and what the interpreter can run must give the same at the end.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import math
import random
import re
import resource
import signal
import sys
import traceback
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))

from dlc.dialects import register_all  # noqa: E402  (tests/support is no package of an installation)
from dlc.dialects.func import FuncOp  # noqa: E402
from dlc.dialects.graph.tensors import shape_of_type  # noqa: E402
from dlc.interp.conversion import dtype_of, to_python  # noqa: E402
from dlc.interp.errors import Fault, InterpreterError  # noqa: E402
from dlc.interp.interpreter import Interpreter  # noqa: E402
from dlc.interp.memory import MemRef  # noqa: E402
from dlc.interp.values import POISON, Elements  # noqa: E402
from dlc.ir.attributes import Type  # noqa: E402
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, TensorType  # noqa: E402
from dlc.ir.context import Context  # noqa: E402
from dlc.ir.diagnostics import ERROR, file_location  # noqa: E402
from dlc.ir.locations import Source  # noqa: E402
from dlc.ir.operations import Operation  # noqa: E402
from dlc.ir.sizes import substitute  # noqa: E402
from dlc.ir.verifier import verify  # noqa: E402
from dlc.parser.parse import parse_file  # noqa: E402
from dlc.passes.manager.pipeline import Pipeline  # noqa: E402
from dlc.passes.manager.pipeline_text import parse_pipeline  # noqa: E402
from dlc.passes.manager.registry import PASSES, REGISTRY  # noqa: E402
from dlc.passes.pipelines import MEMORY, TENSOR, passes_of  # noqa: E402
from support.drawn_arrays import draw_array  # noqa: E402

LONGEST_SEED = 6000
LONGEST_INPUT = 20_000
MOST_SECONDS = 4.0
"""Of the processor, for one text and all that is done with it."""
MOST_STEPS = 20_000
MOST_ELEMENTS = 4096
ROAD = (*passes_of(TENSOR, MEMORY), "plan-memory")
NOT_RUN = {"strip-debuginfo", "print-ir", "print-op-stats", "xdsl", "lower-to-tensor", "lower-to-loops"}
ASIDE = sorted(set(PASSES) - NOT_RUN)
SAME_RESULTS = {"canonicalize", "cse", "sccp", "dce", "inline", "loop-invariant-code-motion", "infer-shapes"}
"""Passes beside the road that rounding does not notice, so that results may be compared behind them."""

_token = re.compile(
    r'\s+|//[^\n]*|"(?:[^"\\\n]|\\.)*"|(?:tensor|memref|vector)<[^<>\n]*(?:<[^<>\n]*>)?>|[%^@#!]?[\w$.]+|->|.',
    re.DOTALL,
)
_shaped = re.compile(r"(?:tensor|memref|vector)<[^<>\n]*(?:<[^<>\n]*>)?>")
_function = re.compile(
    r"^func\.func [^@\n]*@([\w$]+)\([^\n]*(?:(?<=\{)$.*?^\}$|(?<!\{)$(?:\n    [^\n]*\{$.*?^\}$)?)",
    re.MULTILINE | re.DOTALL,
)
_dim = re.compile(r"(?<=[<x])(?:\d+|\?)(?=x)")


def _words(text: str) -> list[str]:
    return text.split()


ELEMENTS = _words("f32 f16 bf16 f64 i1 i8 i32 i64 ui8 si32 i7 index complex<f32> f8E4M3FN !graph.q none")
SIZES = _words("0 1 2 3 7 64 ? 100000 2147483648 9223372036854775807 4611686018427387904")
NUMBERS = _words("0 1 2 3 -1 -2 5 64 4294967296 9223372036854775807 -9223372036854775808 1.5 true")
WORDS = _words("""? * () [] [1] [0, 1] [1, 0] {} index f32 i32 tensor<f32> tensor<0xf32> tensor<*xf32> tensor<?xf32>
tensor<?x?xf32,#graph.dims<n,m>> tensor<?xf32,#graph.dims<mod>> tensor<2x3xf32> #graph.dims<2*n+1> memref<?xf32>
memref<2x2xf32,strided<[1,2]>> dense<1.0> dense<> array<i64> array<i64:1,0> affine_map<(d0)->(d0+d0)>
affine_map<()->()> affine_map<(d0,d1)->(d1,d0)> true unit @main return tensor.yield loop.yield
#tensor<iterators[parallel,reduction]>""")


class Finding(Exception):
    """A text that breaks a promise: the kind of the breach is the first line."""


class TooSlow(BaseException):
    """Raised in what runs for too long; no handler of exceptions stops it."""


def _out_of_time(signal_number: int, frame: FrameType | None) -> None:  # what `signal` calls
    raise TooSlow


# -- Checking ----------------------------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """How far a text came."""

    verified: bool
    compared: bool = False


def check(text: str, passes: Sequence[str], number: int = 0) -> Checked:
    """Run a text through passes; raises what is wrong with that as a `Finding`."""
    context = Context(allow_unregistered=number % 4 == 0)
    register_all(context)
    parsed = parse_file(Source("fuzz.mlir", text), context)
    if parsed is None or not verify(parsed.op, context.diagnostics):
        _check_errors(context, "reading")
        return Checked(verified=False)
    del context.diagnostics.diagnostics[:]
    function = _main(parsed.op)
    known = _outcome(parsed.op, function, number) if function is not None else None
    comparable = known is not None
    for name in passes:
        if _requires_options(name) or not _apply(name, parsed.op, context):
            return Checked(verified=True)
        comparable = comparable and (name in ROAD or name in SAME_RESULTS)
    if comparable and known is not None and function is not None:
        _compare(parsed.op, function, known, passes)
    return Checked(verified=True, compared=comparable)


def _apply(name: str, module: Operation, context: Context) -> bool:
    succeeded = _pipeline(name).run(module, context)
    errors = [each for each in context.diagnostics.diagnostics if each.severity == ERROR]
    for cause in (each.cause for each in errors if each.cause is not None):
        place = traceback.extract_tb(cause.__traceback__)[-1]
        shown = "".join(traceback.format_exception(cause))
        raise Finding(f"exception in {name} at {Path(place.filename).name}:{place.lineno}\n{shown}")
    if succeeded:
        return True
    _check_errors(context, name)
    for each in errors:
        if any(note.message.startswith("found after pass") for note in each.notes):
            raise Finding(f"not valid after {name}: {_alike(each.text)}\n{context.diagnostics.render(each)}")
    return False


def _check_errors(context: Context, doing: str) -> None:
    errors = [each for each in context.diagnostics.diagnostics if each.severity == ERROR]
    if not errors:
        raise Finding(f"{doing} failed without an error")
    for each in errors:
        if re.search(r" raised \w+", each.text) or each.text.endswith(f"pass '{doing}' failed"):
            raise Finding(f"no cause in {doing}: {_alike(each.text)}\n{each.text}")
        if file_location(each.location) is None:
            raise Finding(f"no place in {doing}: {_alike(each.text)}")


def _alike(text: str) -> str:
    """A message without what differs from case to case."""
    return re.sub(r"'[^']*[ <%@][^']*'|[%@]\w+|\d+", "_", text.partition("\n")[0])


@cache
def _requires_options(name: str) -> bool:
    """Return whether a pass does nothing without options, such as `loop-version`, which must name its loops."""
    kind = REGISTRY.find(name)
    return kind is not None and kind().problem() is not None


@cache
def _pipeline(name: str) -> Pipeline:
    anchor = REGISTRY.find(name)
    inner = getattr(anchor, "anchor", None)
    wraps = inner is not None and inner != "builtin.module"
    return parse_pipeline(f"builtin.module({f'{inner}({name})' if wraps else name})", REGISTRY)


# -- Running -----------------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """Arguments, and what comes of them."""

    arguments: Sequence[Any]
    results: Sequence[Any]


def _main(module: Operation) -> FuncOp | None:
    functions = [op for op in module.regions[0].entry.ops if isinstance(op, FuncOp) and not op.body.is_empty]
    return functions[-1] if functions else None


def _outcome(module: Operation, function: FuncOp, number: int) -> Outcome | None:
    """Return the result of a function on random arguments, if it is defined and fast."""
    arrays = np.random.default_rng(number)
    sizes = {name: int(arrays.integers(1, 4)) for name in "nmkbhwcst"}
    arguments = [_argument(type, arrays, sizes) for type in function.type.inputs]
    if any(argument is None for argument in arguments):
        return None
    results = _run(module, function.sym_name.value, arguments)
    return Outcome(arguments, results) if results is not None else None


def _argument(type: Type, arrays: np.random.Generator, sizes: dict[str, int]) -> Any:
    if isinstance(type, (IndexType, IntegerType)):
        return int(arrays.integers(0, 2))
    if isinstance(type, FloatType):
        return float(arrays.integers(-3, 4))
    if not isinstance(type, TensorType) or not isinstance(type.element_type, (FloatType, IntegerType)):
        return None
    if dtype_of(type.element_type) is None:
        return None
    named = [substitute(dim, sizes) for dim in shape_of_type(type)]
    shape = [size if isinstance(size, int) else 2 for size in named]
    wanted = math.prod(size or 1 for size in shape)
    if not 0 <= wanted <= MOST_ELEMENTS or (isinstance(type.element_type, IntegerType) and type.element_type.width < 8):
        return None
    return draw_array(arrays, shape, type.element_type)


def _run(module: Operation, name: str, arguments: Sequence[Any]) -> list[Any] | None:
    """The results; `None` where the program does what is undefined."""
    passed = copy.deepcopy(arguments)
    try:
        results = Interpreter(module, max_steps=MOST_STEPS, max_depth=200).evaluate(name, *passed)
        if any(_has_poison(value) for value, _ in results):
            return None
        return [to_python(value, type) for value, type in results]
    except (InterpreterError, Fault, MemoryError):
        return None


def _has_poison(value: Any) -> bool:
    if isinstance(value, MemRef):
        return value.buffer.state is not None and any(each != 1 for each in value.buffer.state)
    return value is POISON or (isinstance(value, Elements) and value.poison is not None and bool(value.poison.any()))


def _compare(module: Operation, function: FuncOp, known: Outcome, passes: Sequence[str]) -> None:
    interpreter = Interpreter(module, max_steps=100 * MOST_STEPS, max_depth=1000, reads_unwritten=True)
    passed = copy.deepcopy(known.arguments)
    try:
        evaluated = interpreter.evaluate(function.sym_name.value, *passed)
        results = [to_python(value, type) for value, type in evaluated]
    except (InterpreterError, Fault) as error:
        if "steps" in str(error) or _main(module) is not function:
            return
        raise Finding(f"cannot be run after the road: {_alike(str(error))}\n{passes}\n{error}") from error
    for number, (result, expected) in enumerate(zip(results, known.results, strict=True)):
        if not _near(np.asarray(result), np.asarray(expected)):
            raise Finding(f"another result\n{passes}\nresult {number} is {result}, but was {expected}")


def _near(a: Any, b: Any) -> bool:
    """Return whether two results differ by rounding only, so that nothing is wrong in principle."""
    if a.shape != b.shape:
        return False
    if a.dtype.kind in "iu" and b.dtype.kind in "iu" and a.dtype.itemsize == b.dtype.itemsize:
        b = b.view(a.dtype)  # integers lose their sign on the way
    if a.dtype.kind in "biu" and b.dtype.kind in "biu":
        return bool((a == b).all()) or float(np.abs(a.astype(float) - b.astype(float)).max()) <= 1
    if a.dtype.kind == "c" and b.dtype.kind == "c":
        return _near(a.real, b.real) and _near(a.imag, b.imag)
    tolerance = 0.1 if a.dtype.itemsize < 4 else 1e-3
    with np.errstate(all="ignore"):
        return bool(np.isclose(a.astype(float), b.astype(float), rtol=tolerance, atol=tolerance, equal_nan=True).all())


# -- Mutating ----------------------------------------------------------------------------------------------------------


class Fuzzer:
    """Mutates texts, checks them, and keeps what it finds."""

    def __init__(self, seed: int, first: int = 0, most_seconds: float = MOST_SECONDS) -> None:
        signal.signal(signal.SIGPROF, _out_of_time)
        self.seed = seed
        self.number = first
        """Of the next text. Each has random numbers of its own, so that it can be had again without those before it."""
        self.most_seconds = most_seconds
        self.random = random.Random(seed)
        texts = {hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest(): text for text in seeds()}
        self._digests = sorted(texts)
        self._texts = texts
        self.findings: list[tuple[str, str]] = []
        self._kinds: set[str] = set()
        self.executed = self.verified = self.compared = 0

    def step(self) -> None:
        """One more text."""
        self.random = random.Random(f"{self.seed}/{self.number}")
        first = len(self.findings)
        text = self.mutated()
        self.run_one(text, self.way(), self.random.randrange(1 << 30))
        again = f"python tests/fuzz/fuzz_text.py --seed {self.seed} --first {self.number} --steps 1"
        self.findings[first:] = [(text, f"{report}\nonce more: {again}") for text, report in self.findings[first:]]
        self.number += 1

    def way(self) -> list[str]:
        """The road, with a pass of any kind here and there; or some passes that have nothing to do with it."""
        choose = self.random
        if choose.random() < 0.25:
            return [choose.choice(ASIDE) for _ in range(choose.choice((1, 2, 3)))]
        passes: list[str] = []
        for name in ROAD:
            if choose.random() < 0.08:
                passes.append(choose.choice(ASIDE))
            passes.append(name)
        return passes

    def run_one(self, text: str, passes: Sequence[str] = ROAD, number: int = 0) -> None:
        """Check a text; what is wrong goes to the findings."""
        self.executed += 1
        signal.setitimer(signal.ITIMER_PROF, self.most_seconds)
        try:
            checked = check(text, passes, number)
            self.verified += checked.verified
            self.compared += checked.compared
        except Finding as finding:
            self._note(str(finding), text, passes)
        except TooSlow:
            if any(each.name in ("_run", "_compare") for each in traceback.extract_tb(sys.exc_info()[2])):
                return  # the interpreter's steps are bounded, but not all take the same time
            places = [f"{each.name}:{each.lineno}" for each in traceback.extract_tb(sys.exc_info()[2])[3:12]]
            self._note(f"slow in {' '.join(places[:3])}\n{traceback.format_exc()}", text, passes)
        except Exception as error:  # noqa: BLE001 (any exception is a finding)
            place = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
            self._note(f"{kind}\n{traceback.format_exc()}", text, passes)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _note(self, report: str, text: str, passes: Sequence[str]) -> None:
        kind = report.partition("\n")[0]
        if kind not in self._kinds:
            self._kinds.add(kind)
            self.findings.append((text, f"{report}\n--{' --'.join(passes)}"))

    def mutated(self) -> str:
        """A text with some changes."""
        choose = self.random
        text = self._drawn_text()
        for _ in range(choose.choice((1, 1, 1, 2, 3))):
            text = choose.choice(MUTATIONS)(choose, text)
        return text[:LONGEST_INPUT]

    def _drawn_text(self) -> str:
        """The text whose digest follows a random one: which it is hardly changes when files come or go."""
        at = bisect_left(self._digests, self.random.randbytes(hashlib.sha256().digest_size))
        return self._texts[self._digests[at % len(self._digests)]]


def _everywhere(choose: random.Random, text: str) -> str:
    """One type becomes another wherever it stands."""
    types = sorted(set(_shaped.findall(text)))
    if not types:
        return text
    old = choose.choice(types)
    return text.replace(old, _other_type(choose, old))


def _one_type(choose: random.Random, text: str) -> str:
    matches = list(_shaped.finditer(text))
    if not matches:
        return text
    place = choose.choice(matches)
    return text[: place.start()] + _other_type(choose, place[0]) + text[place.end() :]


def _other_type(choose: random.Random, type: str) -> str:
    kind = choose.randrange(6)
    dims = list(_dim.finditer(type))
    if kind <= 2 and dims:
        place = choose.choice(dims)
        return type[: place.start()] + choose.choice(SIZES) + type[place.end() :]
    if kind == 3:
        return re.sub(r"(?:bf16|[fi]\d\w*|ui\d+|si\d+|index)", choose.choice(ELEMENTS), type, count=1)
    if kind == 4:
        return type.replace("<", f"<{choose.choice(SIZES)}x", 1)
    return re.sub(r"(?<=<)(?:\d+|\?)x", "", type, count=1)


def _one_size(choose: random.Random, text: str) -> str:
    """One size becomes another in all types, so that a program may stay consistent."""
    dims = sorted(set(_dim.findall(text)))
    if not dims:
        return text
    old, new = choose.choice(dims), choose.choice(SIZES)
    return re.sub(rf"(?<=[<x]){re.escape(old)}(?=x)", new, text)


def _one_element(choose: random.Random, text: str) -> str:
    """One element type becomes another everywhere."""
    types = sorted(set(re.findall(r"\b(?:bf16|f16|f32|f64|i1|i8|i32|i64|ui8|index)\b", text)))
    if not types:
        return text
    before = choose.choice((r"(?<![a-z0-9])", "(?<=x)"))
    return re.sub(rf"{before}{choose.choice(types)}\b", choose.choice(ELEMENTS), text)


def _number(choose: random.Random, text: str) -> str:
    numbers = list(re.finditer(r"(?<![\w.%@#-])-?\d+(?:\.\d+)?(?![\w.])", text))
    if not numbers:
        return text
    place = choose.choice(numbers)
    return text[: place.start()] + choose.choice(NUMBERS) + text[place.end() :]


def _line(choose: random.Random, text: str) -> str:
    """A line is doubled, removed, or put elsewhere."""
    lines = text.split("\n")
    at, kind = choose.randrange(len(lines)), choose.randrange(3)
    line = lines[at]
    if kind == 0:
        del lines[at]
    elif kind == 1:
        name = re.match(r"\s*%(\w+)", line)
        again = line.replace(f"%{name[1]}", f"%again{choose.randrange(1 << 20)}", 1) if name else line
        lines.insert(choose.choice((at, at + 1)), again)
    else:
        del lines[at]
        lines.insert(choose.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _values(choose: random.Random, text: str) -> str:
    """A use of one value becomes a use of another."""
    uses = list(re.finditer(r"%[\w$.]+(?:#\d+)?(?!\s*=)", text))
    if len(uses) < 2:
        return text
    place, other = choose.choice(uses), choose.choice(uses)
    return text[: place.start()] + other[0] + text[place.end() :]


def _list(choose: random.Random, text: str) -> str:
    """An entry of a list in brackets is dropped, doubled, or changed; or the whole list is emptied."""
    lists = list(re.finditer(r"\[([^\[\]\n]*)\]", text))
    if not lists:
        return text
    place = choose.choice(lists)
    entries = place[1].split(",")
    at, kind = choose.randrange(len(entries)), choose.randrange(4)
    if kind == 0:
        del entries[at]
    elif kind == 1:
        entries.insert(at, entries[at])
    elif kind == 2:
        entries[at] = choose.choice(NUMBERS)
    else:
        choose.shuffle(entries)
    return f"{text[: place.start()]}[{','.join(entries)}]{text[place.end() :]}"


def _attribute(choose: random.Random, text: str) -> str:
    """An attribute in braces is dropped, or gets another value."""
    entries = list(re.finditer(r"(\w+) = ([^,{}\n]+)", text))
    if not entries:
        return text
    place = choose.choice(entries)
    new = "" if choose.random() < 0.3 else f"{place[1]} = {choose.choice([*NUMBERS, *WORDS])}"
    return text[: place.start()] + new + text[place.end() :]


def _tokens(choose: random.Random, text: str) -> str:
    """Some token becomes another."""
    tokens = _token.findall(text)
    places = [at for at, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return text
    at = choose.choice(places)
    kind = choose.randrange(4)
    if kind == 0:
        tokens[at] = choose.choice(WORDS)
    elif kind == 1:
        tokens[at] = tokens[choose.choice(places)]
    elif kind == 2:
        other = choose.choice(places)
        tokens[at], tokens[other] = tokens[other], tokens[at]
    else:
        del tokens[at]
    return "".join(tokens)


def _op_name(choose: random.Random, text: str) -> str:
    """Replace an op by another of the text, or by an unknown one."""
    op_names = list(re.finditer(r"\b(?:graph|tensor|loop|arith|math|memref|bufferization|complex|cf)\.(\w+)", text))
    if not op_names:
        return text
    place = choose.choice(op_names)
    return text[: place.start()] + choose.choice(op_names)[0] + text[place.end() :]


MUTATIONS = (
    _everywhere, _everywhere, _one_type, _one_size, _one_size, _one_element, _one_element, _number, _number, _number,
    _line, _values, _values, _list, _list, _attribute, _tokens, _op_name, _op_name,
)  # fmt: skip


def seeds() -> Iterator[str]:
    """Functions of the suite's files with what stands around them, and short files as they are."""
    folders = [
        TESTS / "filecheck" / "dialects" / name for name in ("graph", "tensor", "loop", "bufferization", "complex")
    ]
    for folder in (*folders, TESTS / "filecheck" / "passes", TESTS.parent / "examples"):
        for path in sorted(set(folder.rglob("*.mlir")) - set(folder.rglob("invalid*.mlir"))):
            text = re.sub(r"^\s*//[^\n]*\n", "", path.read_text(encoding="utf-8", errors="replace"), flags=re.MULTILINE)
            for part in text.split("// -----"):
                if "loc(" in part:
                    continue  # errors must have a place in the text
                functions = {each[1]: each[0] for each in _function.finditer(part)}
                whole = [_with_what_it_needs(each, functions, part) for each in functions.values()]
                yield from (each for each in whole if len(each) <= LONGEST_SEED)
                if len(functions) != 1 and part.strip() and len(part) <= LONGEST_SEED:
                    yield part


def _with_what_it_needs(function: str, functions: Mapping[str, str], part: str) -> str:
    """A function behind the aliases and the functions that it names, and those that these name."""
    needed, pending = {function: None}, [function]
    while pending:
        for name in re.findall(r"@([\w$]+)", pending.pop()):
            other = functions.get(name)
            if other is not None and other not in needed:
                needed[other] = None
                pending.append(other)
    aliases = dict(re.findall(r"^([#!]\w+) = (.*)$", part, re.MULTILINE))
    return "".join(f"{name} = {text}\n" for name, text in aliases.items()) + "\n".join([*reversed(needed)]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to run")
    parser.add_argument("--seed", type=int, default=0, help="where the random numbers start")
    parser.add_argument("--first", type=int, default=0, help="the number of the first text")
    parser.add_argument("--steps", type=int, default=None, help="how many texts, instead of how long to run")
    parser.add_argument("--gigabytes", type=float, default=4.0, help="how much memory the process may have")
    parser.add_argument("--save", type=Path, default=None, help="a folder for what is found")
    arguments = parser.parse_args()
    bound = int(arguments.gigabytes * (1 << 30))
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    fuzzer = Fuzzer(arguments.seed, arguments.first)
    end = monotonic() + arguments.seconds
    shown = 0
    while monotonic() < end if arguments.steps is None else fuzzer.executed < arguments.steps:
        fuzzer.step()
        for text, report in fuzzer.findings[shown:]:
            print(f"---- finding {shown}\n{text}\n---- because\n{report[:200]}\n...{report[-2500:]}", flush=True)
            if arguments.save is not None:
                arguments.save.mkdir(parents=True, exist_ok=True)
                (arguments.save / f"{shown}.mlir").write_bytes(text.encode("utf-8", "surrogateescape"))
                (arguments.save / f"{shown}.txt").write_text(report, encoding="utf-8", errors="replace")
            shown += 1
    counts = f"{fuzzer.executed} texts, {fuzzer.verified} verified, {fuzzer.compared} run before and after"
    print(f"{counts}, {shown} findings")
    if shown:
        print("to pin one: `dlc-reduce` makes it small, and it becomes a FileCheck test beside those of the pass")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
