"""Writes `docs/graph-ops.md`: every op of the graph dialect, what is known of its results, and what becomes of it.

Nothing on that page is written by hand: what it says of an op is asked of the op, of the patterns for it, of the
lowering, which is run on the example in the op's docstring, and of the tests, which are searched for it.

    python tests/support/graph_op_table.py
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import dlc
from dlc.dialects.func import FuncOp
from dlc.dialects.graph import DIALECT
from dlc.dialects.graph.bases import GraphOp
from dlc.ir.definition import Op
from dlc.ir.interfaces import Foldable
from dlc.ir.operations import Operation
from dlc.ir.traits import Elementwise, HasParent
from support.op_examples import example_of, values_of
from support.run_lines import ROOT

PAGE = ROOT / "docs" / "graph-ops.md"
UNKNOWN = "**missing**"
"""In the place of what could not be found: a page that says so is not complete."""

NONE = "–"
MOST_SCALAR_OPS = 3

HEAD = """# The ops of `graph`

Made by `make op-table`, from the ops, the patterns, the lowering and the tests: to change this page, change those.

- **Result**: how the result's type follows from the operands and properties.
- **Simplified by**: what folding the op may give, and the canonicalization patterns that begin at it (`--canonicalize`,
  and `--pattern-stats` for how often each was of use). "–" where there is nothing to simplify without computing.
- **Becomes**: what `--graph-to-tensor` makes of the example in the op's docstring. *Structured* ops say what is
  computed at each point of a grid, behind `of` is the scalar computation; *loops* have iterations that run one after
  the other; *memory* ops only move elements, or see them in another shape; *checks* stop the program; *sizes* are
  computed from sizes. The tensors that ops write to, and the sizes of those, are left out.
- **Tested by**: the tests that compare the op's meaning with numpy, and behind the semicolon those that compare its
  lowering with its meaning. They are in `tests/unit/interp/` and `tests/unit/passes/graph_to_tensor/`.
"""


@dataclass(frozen=True)
class Row:
    """What the page says of an op."""

    op: str
    result: str
    simplified_by: str
    becomes: str
    tested_by: str


# -- What follows ------------------------------------------------------------------------------------------------------


def result_of(cls: type[Op]) -> str:
    """How the result types follow."""
    if not cls.definition.results:
        return "has none"
    if issubclass(cls, GraphOp):
        return f"{sentence(cls.infer_shapes)} {_elements(cls)}".strip()
    if Elementwise in cls.traits:
        return f"The sizes of the operands. {_elementwise_element(cls)}"
    infer_types = getattr(cls, "infer_types", None)
    return sentence(infer_types) if "infer_types" in vars(cls) else _rules_of_results(cls)


def _elements(cls: type[GraphOp]) -> str:
    if cls.infer_elements is GraphOp.infer_elements:
        return "Elements: those of the first operand."
    own = sentence(cls.infer_elements) or UNKNOWN
    return f"Elements: {own[0].lower()}{own[1:]}"


def _elementwise_element(cls: type[Op]) -> str:
    """Where the elements' type comes from, of ops whose results have the sizes of their operands."""
    [field] = cls.definition.results
    if not field.inferred:
        return "Elements: what the result's type says."
    return "Elements: i1." if field.type_from is not None else "Elements: theirs."


def _rules_of_results(cls: type[Op]) -> str:
    """The rules that speak of results, of ops with regions and of calls."""
    text = re.sub(r"\s+", " ", (cls.__doc__ or "").partition("Rules:")[2].partition("Example:")[0])
    rules = [rule.strip() for rule in re.split(r"\(\w+_c\d+\)", text)]
    return " ".join(rule[0].upper() + rule[1:] for rule in rules if "result" in rule) or UNKNOWN


def sentence(function: object) -> str:
    """Return the first paragraph of a docstring as one line; "Return the shape" becomes "The shape"."""
    text = re.sub(r"\s+", " ", (getattr(function, "__doc__", None) or "").strip().partition("\n\n")[0])
    stated = text.removeprefix("Return ")
    return text if stated == text else stated[0].upper() + stated[1:]


# -- Simplification ----------------------------------------------------------------------------------------------------


def simplified_by(cls: type[Op]) -> str:
    """The fold, and the names of the patterns."""
    found: list[str] = []
    if Foldable in cls.interfaces:
        found.append(f"fold: {sentence(cls.fold).rstrip('.') or UNKNOWN}")  # type: ignore[attr-defined]
    names = [pattern.name for pattern in DIALECT.patterns if cls in pattern.kinds or cls.name in pattern.kinds]
    return "; ".join([*found, *(f"`{name}`" for name in names)]) or NONE


# -- Lowering ----------------------------------------------------------------------------------------------------------

KINDS = {
    "structured": ("fill", "generic", "map", "reduce", "contract", "transpose", "broadcast", "copy"),
    "memory": ("cast", "extract_slice", "insert_slice", "pad", "concat", "collapse_shape", "expand_shape", "reshape",
               "extract", "insert", "from_elements", "splat", "gather", "scatter", "pack", "unpack", "bitcast"),
    "sizes": ("dim", "rank"),
}  # fmt: skip
"""What ops of the tensor dialect are for."""

SIZES = ("loop.apply", "loop.min", "loop.max")


def becomes(cls: type[Op]) -> str:
    """What the lowering makes of the op's example."""
    ends = cls.trait(HasParent)
    if ends is not None:
        return f"ends the regions of {', '.join(f'`{name}`' for name in ends.names)}, and goes with them"
    text = _program_of(cls)
    try:
        before, after = dlc.parse(text), dlc.parse(text)
        dlc.run_pipeline(after, "graph-to-tensor")
    except dlc.InvalidProgram as error:
        return f"{UNKNOWN}: {str(error).splitlines()[0]}"
    return _summary(before, after)


def _program_of(cls: type[Op]) -> str:
    """The op's example, as a function of the values that it takes for granted."""
    example = example_of(cls)
    values = values_of(example)
    arguments = ", ".join(f"{name}: {type}" for name, type in values.items())
    callee = re.search(r"@(\w+)\(.*?\) : (\(.*?\) -> .*)", example)
    declared = f"func.func private @{callee[1]}{callee[2]}\n" if callee else ""
    return f"{declared}func.func @example({arguments}) {{\n{example}\nreturn\n}}\n"


def _summary(before: Operation, after: Operation) -> str:
    """The kinds of ops that were made, with their names, in the order in which they stand."""
    found: dict[str, dict[str, None]] = {}
    for op in _interesting(after):
        kind = _kind(op)
        if kind is not None:
            found.setdefault(kind, {})[_spelled(op)] = None
    if list(found) != ["sizes"]:
        found.pop("sizes", None)
    if found:
        return "; ".join(f"{kind}: {', '.join(names)}" for kind, names in found.items())
    made = [op.name for op in _interesting(after)]
    if "arith.constant" in made:
        return "constants: `arith.constant`"
    graph = [op for op in before.walk() if op.name.startswith("graph.")]
    return "its operand" if graph else UNKNOWN


def _interesting(module: Operation) -> Iterator[Operation]:
    """All ops of the function, without the bodies of structured ones."""
    stack: list[Operation] = [op for op in module.walk() if isinstance(op, FuncOp) and not op.body.is_empty]
    while stack:
        op = stack.pop()
        if not isinstance(op, FuncOp):
            yield op
        if op.name not in ("tensor.generic", "tensor.map", "tensor.pad"):
            inner = [each for region in op.regions for block in region.blocks for each in block.ops]
            stack.extend(reversed(inner))


def _kind(op: Operation) -> str | None:
    dialect, _, mnemonic = op.name.partition(".")
    if op.name in SIZES:
        return "sizes"
    if dialect == "loop" and op.regions:
        return "loops"
    if dialect == "func" and mnemonic == "call":
        return "calls"
    if dialect == "cf":
        return "checks"
    if dialect != "tensor":
        return None
    return next((kind for kind, mnemonics in KINDS.items() if mnemonic in mnemonics), None)


def _spelled(op: Operation) -> str:
    """The name of an op, with what is computed in the body of a generic."""
    if op.name != "tensor.generic":
        return f"`{op.name}`"
    body = dict.fromkeys(each.name for each in op.walk() if each is not op and each.name != "tensor.yield")
    body.pop("arith.constant", None)
    if not body:
        return "`tensor.generic`"
    if len(body) > MOST_SCALAR_OPS:
        return f"`tensor.generic` of {len(body)} kinds of scalar ops"
    return f"`tensor.generic` of {' '.join(f'`{name}`' for name in body)}"


# -- Tests -------------------------------------------------------------------------------------------------------------


@cache
def _tests() -> dict[str, str]:
    """Test files by name, each with the text of the cases that it imports."""
    folder = ROOT / "tests"
    paths = [
        *sorted((folder / "unit" / "interp").glob("test_graph_*.py")),
        *sorted((folder / "unit" / "passes" / "graph_to_tensor").glob("test_graph_to_tensor_*.py")),
    ]
    return {path.stem: "\n".join(_with_cases(path)) for path in paths}


def _with_cases(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    yield text
    for name in re.findall(r"from support\.(graph_\w+_cases) import", text):
        yield (ROOT / "tests" / "support" / f"{name}.py").read_text(encoding="utf-8")


def tested_by(cls: type[Op]) -> str:
    """The tests in which the op occurs: of its meaning, and of its lowering."""
    lowering = {name: text for name, text in _tests().items() if name.startswith("test_graph_to_tensor")}
    meaning = {name: text for name, text in _tests().items() if name not in lowering}
    return "; ".join(_names_of(cls, tests) or UNKNOWN for tests in (meaning, lowering))


def _names_of(cls: type[Op], tests: Mapping[str, str]) -> str:
    """The tests that have the op. Lists of names count for elementwise ops, and where nothing else is found."""
    mnemonic = cls.name.partition(".")[2]
    named = [name for name, text in tests.items() if is_named(text, mnemonic)]
    if Elementwise in cls.traits or not named:
        named = [name for name, text in tests.items() if name in named or is_listed(text, mnemonic)]
    return ", ".join(f"`{name}`" for name in named)


def is_named(text: str, mnemonic: str) -> bool:
    """Whether a test has the op by its full name."""
    return re.search(rf"graph\.{mnemonic}(?!\w)", text) is not None


def is_listed(text: str, mnemonic: str) -> bool:
    """Whether a test has the op as what it puts into `graph.{name}`."""
    prefixes = [prefix for prefix in re.findall(r"graph\.(\w*)\{", text) if mnemonic.startswith(prefix)]
    words = [mnemonic.removeprefix(prefix) for prefix in prefixes]
    return any(re.search(rf"""["']{word}(?=["' ])""", text) for word in words)


# -- The page ----------------------------------------------------------------------------------------------------------


def rows() -> dict[str, list[Row]]:
    """The rows of all ops, by the module that defines them."""
    found: dict[str, list[Row]] = {}
    for name, cls in DIALECT.ops.items():
        row = Row(f"`{name}`", result_of(cls), simplified_by(cls), becomes(cls), tested_by(cls))
        found.setdefault(cls.__module__, []).append(row)
    return found


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for module, ops in sorted(rows().items()):
        title = module.rpartition(".")[2].replace("_", " ").capitalize()
        parts += [f"## {title}\n", sentence(sys.modules[module]) + "\n", table(ops) + "\n"]
    return "\n".join(parts)


def table(ops: Iterable[Row]) -> str:
    """A table in Markdown."""
    return "\n".join(
        [
            _line(["Op", "Result", "Simplified by", "Becomes", "Tested by"]),
            _line(["---"] * 5),
            *(_line(astuple(row)) for row in ops),
        ]
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def main() -> int:
    """Write the page; say what is missing."""
    text = page()
    PAGE.write_text(text, encoding="utf-8")
    missing = [line for line in text.splitlines() if UNKNOWN in line]
    print(*missing, sep="\n", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
