"""Directives of FileCheck tests: RUN lines, conditions, and substitutions.

The conventions are lit's, and lit's own code evaluates the conditions, so a test means the same under both runners.
Not here: running anything (filecheck_runner.py), and lit's DEFINE, %if and ALLOW_RETRIES, which no test needs.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lit.BooleanExpression import BooleanExpression

ROOT = Path(__file__).resolve().parents[2]
FILECHECK = ROOT / "tests" / "filecheck"
TOOLS = FILECHECK / "bin"
SCRATCH = ROOT / "build" / "filecheck"

MLIR_TOOLS = ("mlir-opt", "mlir-translate", "mlir-runner")
MLIR_VERSION = "22"

DIRECTIVE = re.compile(r"(?<![\w-])(RUN|REQUIRES|UNSUPPORTED|XFAIL):(.*)")
END = re.compile(r"(?<![\w-])END\.")
MARK = re.compile(r"%(%|basename_t|s|S|p|t|T)")


class BadTest(Exception):
    """A test file that cannot be run as it is written."""


@dataclass(frozen=True)
class RunLine:
    """One command of a test, continuation lines joined, and the line of the file where it starts."""

    line: int
    text: str


@dataclass
class Script:
    """All directives of one test file."""

    path: Path
    runs: list[RunLine] = field(default_factory=list[RunLine])
    requires: list[str] = field(default_factory=list[str])
    unsupported: list[str] = field(default_factory=list[str])
    xfail: list[str] = field(default_factory=list[str])

    def reason_to_skip(self, features: Iterable[str]) -> str | None:
        """Return why this machine cannot run the test, or `None`."""
        missing = [e for e in self.requires if not holds(e, features)]
        if missing:
            return f"requires {', '.join(missing)}"
        present = [e for e in self.unsupported if holds(e, features)]
        return f"unsupported with {', '.join(present)}" if present else None

    def is_expected_to_fail(self, features: Iterable[str]) -> bool:
        return any(holds(e, features) for e in self.xfail)


def holds(expression: str, features: Iterable[str]) -> bool:
    """Return whether a condition holds here: names of features with !, &&, || and parentheses; `*` always holds."""
    try:
        return expression == "*" or bool(BooleanExpression.evaluate(expression, features))
    except ValueError as error:
        raise BadTest(f"condition '{expression}': {error}") from error


def read_script(path: Path) -> Script:
    """Collect the directives of a test file."""
    script = Script(path)
    conditions = {"REQUIRES": script.requires, "UNSUPPORTED": script.unsupported, "XFAIL": script.xfail}
    open_run: RunLine | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if END.search(line):
            break
        directive = DIRECTIVE.search(line)
        if directive is None:
            continue
        kind, text = directive[1], directive[2].rstrip()
        if kind != "RUN":
            conditions[kind].extend(part.strip() for part in text.split(",") if part.strip())
            continue
        run = RunLine(open_run.line, open_run.text + text) if open_run else RunLine(number, text)
        open_run = RunLine(run.line, run.text[:-1]) if run.text.endswith("\\") else None
        if open_run is None:
            script.runs.append(RunLine(run.line, run.text.strip()))
    if open_run:
        raise BadTest(f"{path}:{open_run.line}: the RUN line ends in '\\', but no RUN line continues it")
    if not script.runs:
        raise BadTest(f"{path}: no RUN line")
    return script


def scratch_file(path: Path) -> Path:
    """Return the replacement of `%t`: a file of the test's own, in a folder that exists."""
    inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[1:])
    target = SCRATCH / inside.parent / f"{path.name}.tmp"
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def substitute(text: str, path: Path, scratch: Path) -> str:
    """Replace lit's marks: %s the test, %S or %p its folder, %t the scratch place, %T that one's folder."""
    values: Mapping[str, str] = {
        "%": "%",
        "s": str(path),
        "S": str(path.parent),
        "p": str(path.parent),
        "t": str(scratch),
        "T": str(scratch.parent),
        "basename_t": scratch.name.removesuffix(".tmp"),
    }
    return MARK.sub(lambda mark: values[mark[1]], text)


def find_mlir_tool(name: str) -> str | None:
    """The path of one of MLIR's tools, in the version that dlc follows; bin/ has a command of the plain name."""
    return shutil.which(f"{name}-{MLIR_VERSION}") or shutil.which(f"/usr/lib/llvm-{MLIR_VERSION}/bin/{name}")


def available_features() -> set[str]:
    """The names that REQUIRES, UNSUPPORTED and XFAIL may use."""
    features = {name for name in MLIR_TOOLS if find_mlir_tool(name)}
    return features | {f"system-{sys.platform}", f"python-{sys.version_info.major}.{sys.version_info.minor}"}


def search_path() -> str:
    """PATH for what a RUN line starts: the suite's own commands, then those of this Python, then the rest."""
    return os.pathsep.join([str(TOOLS), str(Path(sys.executable).parent), os.environ.get("PATH", "")])
