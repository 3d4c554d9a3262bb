"""The project as its laws see it: source files as syntax trees, and every op of every bundled dialect."""

from __future__ import annotations

import ast
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.ir.dialect import Dialect
from support.run_lines import ROOT

FOLDERS = ("ir", "parser", "dialects", "passes", "interp", "codegen", "runtime", "frontends", "tools")
"""The packages inside the package."""

FILECHECK = ROOT / "tests" / "filecheck"


def sources(*folders: str) -> list[Path]:
    """The Python files of some of the package's folders (all, where none is named)."""
    return sorted(path for folder in folders or FOLDERS for path in (ROOT / folder).rglob("*.py"))


@lru_cache(maxsize=8)  # all of them would take half a gigabyte
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def walk(root: ast.AST) -> list[ast.AST]:
    """Return a node and all nodes below it, as `ast.walk` does in three times the time."""
    nodes = [root]
    for node in nodes:  # grows meanwhile
        for value in node.__dict__.values():
            if isinstance(value, ast.AST):
                nodes.append(value)
            elif isinstance(value, list):
                nodes += [each for each in cast("list[object]", value) if isinstance(each, ast.AST)]
    return nodes


@lru_cache(maxsize=8)
def nodes_of(path: Path) -> list[ast.AST]:
    """Return all nodes of a file."""
    return walk(tree(path))


def shown(path: Path, node: ast.AST | None = None) -> str:
    """A place in the project, for a message."""
    name = path.relative_to(ROOT).as_posix()
    return f"{name}:{getattr(node, 'lineno', 1)}" if node is not None else name


@cache
def strings(path: Path) -> list[str]:
    """The string constants of a file, docstrings left out."""
    nodes = nodes_of(path)
    statements = {node.value for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and node not in statements)
    return [node.value for node in constants if isinstance(node.value, str)]


@cache
def dialects() -> list[Dialect]:
    """Every bundled dialect, loaded."""
    context = Context()
    register_all(context)
    return [dialect for name in context.available if (dialect := context.dialect(name)) is not None]


def ops() -> list[type[Op]]:
    return [op for dialect in dialects() for op in dialect.ops.values()]


def dialect_sources(name: str) -> list[Path]:
    """The files that define a dialect: a module, or a folder."""
    module = ROOT / "dialects" / f"{name}.py"
    return [module] if module.exists() else sorted((ROOT / "dialects" / name).rglob("*.py"))


def filecheck_text(dialect: str, kind: str) -> str:
    """The text of `ops.mlir`, `invalid.mlir` or `canonicalize.mlir`, and of files beside it that go on with it.

    A long file may be split: `invalid.mlir` and `invalid_shapes.mlir` are one.
    """
    files = sorted((FILECHECK / "dialects" / dialect).glob(f"{kind}*.mlir"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)
