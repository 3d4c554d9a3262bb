"""Habit 1: folders import one another in one direction only, and nothing is imported inside a function in silence."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

from support.project import FOLDERS, shown, sources, tree
from support.run_lines import ROOT

MAY_IMPORT = {
    "ir": {"ir"},
    "parser": {"ir", "parser"},
    "dialects": {"ir", "dialects"},
    "passes": {"ir", "dialects", "passes", "interp"},
    "interp": {"ir", "dialects", "interp"},
    "codegen": {"ir", "dialects", "codegen"},
    "runtime": {"ir", "parser", "dialects", "codegen", "runtime"},
    "frontends": {"ir", "dialects", "parser", "passes", "interp", "frontends"},
    "tools": {*FOLDERS, ""},
}
"""For each folder those that it may import; the package's own root is `""`."""

SHARED_DIALECTS = {"builtin", "arith", "func"}
"""Dialects that any dialect may import."""

BUILT_ON = {
    "affine": {"loop"},
    "bufferization": {"memref", "tensor"},
    "linalg": {"complex", "math", "tensor"},
    "scf": {"cf", "loop"},
}
"""Dialects of MLIR whose ops are those of ours under other names, have bodies of another dialect's ops, or lead from
one dialect to another, as regions of `scf` do to branches."""

HEAVY = {"llvmlite", "onnx", "xdsl", "lark", "ml_dtypes", "numpy", "torch", "jax", "ray"}
"""Packages that cost more than a command line tool should take to start."""

HEAVY_AT_THE_TOP = {"interp": {"numpy"}, "codegen": {"llvmlite"}, "runtime": {"numpy", "llvmlite"}, "frontends": HEAVY}
"""Folders that are imported only when they are needed, and cannot do anything without these."""

ON_DEMAND = {
    "frontends/onnx/ops/training.py": {"dlc.passes.graph_grad.gradients"},
    "passes/loops/schedules/cost_model/__init__.py": {"dlc.passes.loops.schedules.cost_model.gpu_schedules"},
    "runtime/load.py": {"dlc.runtime.gpu.executable"},
    "runtime/support.py": {"dlc.runtime.support_code"},
}
"""Modules of ours that only some programs need, with much that nothing else imports."""

BY_NAME = re.compile(r"\b(import_module|__import__)\b")
"""Functions that import: elsewhere only statements do, and the many expressions need not be searched."""


class Import:
    """One imported module."""

    def __init__(self, path: Path, node: ast.AST, module: str, inside: bool) -> None:
        self.path = path
        self.node = node
        self.module = module
        self.inside = inside
        """Whether it stands in a function."""

    def __str__(self) -> str:
        return f"{shown(self.path, self.node)}: imports {self.module}"

    @property
    def line(self) -> str:
        return self.path.read_text(encoding="utf-8").split("\n")[getattr(self.node, "lineno", 1) - 1]


def imports_of(path: Path) -> Iterator[Import]:
    """Every module that a file imports at run time; `from . import x` counts as the module x."""
    pending: list[tuple[ast.AST, bool]] = [(tree(path), False)]
    children_of = ast.iter_child_nodes if BY_NAME.search(path.read_text(encoding="utf-8")) else statements_in
    while pending:
        node, inside = pending.pop()
        for module in modules_of(path, node):
            yield Import(path, node, module, inside)
        inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        children = node.orelse if _is_for_checkers(node) else children_of(node)
        pending += [(child, inside) for child in children]


def statements_in(node: ast.AST) -> Iterator[ast.AST]:
    """Return the statements of a node, and the handlers and cases that hold statements."""
    for field in ("body", "handlers", "cases", "orelse", "finalbody"):
        parts = getattr(node, field, ())
        yield from parts if isinstance(parts, list) else ()


def _is_for_checkers(node: ast.AST) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def modules_of(path: Path, node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        package = ["dlc", *path.relative_to(ROOT).with_suffix("").parts[:-1]]
        base = package[: len(package) + 1 - node.level] if node.level else []
        base += [node.module] if node.module else []
        module = ".".join(base)
        return [f"{module}.{alias.name}" for alias in node.names] if node.module is None else [module]
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("import_module", "__import__"):
            return [str(node.args[0].value)]
    return []


@cache
def everything() -> list[Import]:
    """All imports of the package."""
    return [each for path in sources() for each in imports_of(path)]


def folder_of(module: str) -> str | None:
    """The folder of ours that a module lies in, `""` for the root; `None` of other packages."""
    parts = module.split(".")
    if parts[0] != "dlc":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in FOLDERS else ""


def test_the_walk_finds_what_it_should() -> None:
    here = sorted({each.module for each in imports_of(ROOT / "ir" / "verifier.py")})
    assert "dlc.ir.dominance" in here
    assert "collections.abc" in here
    assert len(everything()) > 200


@pytest.mark.parametrize("folder", FOLDERS)
def test_arrows(folder: str) -> None:
    allowed = MAY_IMPORT[folder]
    wrong = [
        str(each)
        for each in everything()
        if each.path.relative_to(ROOT).parts[0] == folder
        and (target := folder_of(each.module)) is not None
        and target not in allowed
    ]
    assert wrong == [], f"{folder} may import {sorted(allowed)} only"


def test_sibling_dialects_do_not_import_one_another() -> None:
    wrong: list[str] = []
    for each in everything():
        here, parts = each.path.relative_to(ROOT).with_suffix("").parts, each.module.split(".")
        if here[0] != "dialects" or parts[:2] != ["dlc", "dialects"] or len(parts) == 2:
            continue
        if parts[2] not in (here[1], *SHARED_DIALECTS, *BUILT_ON.get(here[1], ())):
            wrong.append(str(each))
    assert wrong == []


def test_imports_inside_functions_say_why() -> None:
    """A heavy package is imported where it is needed, with a comment; anything else belongs to the top."""
    silent = [str(each) for each in everything() if each.inside and "#" not in each.line]
    assert silent == []
    dodges = [
        str(each)
        for each in everything()
        if each.inside
        and folder_of(each.module) is not None
        and each.path.relative_to(ROOT).parts[0] != "tools"
        and each.module not in ON_DEMAND.get(each.path.relative_to(ROOT).as_posix(), ())
    ]
    assert dodges == [], "a cycle means that something lives in the wrong room"


def test_heavy_packages_are_imported_in_one_place_each() -> None:
    wrong: list[str] = []
    places: dict[tuple[str, str], set[Path]] = {}
    for each in everything():
        folder, package = each.path.relative_to(ROOT).parts[0], each.module.partition(".")[0]
        if package not in HEAVY:
            continue
        if package in HEAVY_AT_THE_TOP.get(folder, ()):
            continue
        if not each.inside:
            wrong.append(str(each))
        places.setdefault((folder, package), set()).add(each.path)
    assert wrong == [], "heavy packages are imported inside the function that needs them"
    several = {
        f"{folder} imports {package}": sorted(map(shown, paths))
        for (folder, package), paths in places.items()
        if len(paths) > 1
    }
    assert several == {}


def test_the_core_needs_only_the_standard_library_and_numpy() -> None:
    allowed = {"dlc", "numpy", "ml_dtypes", *sys.stdlib_module_names}
    wrong = [
        str(each)
        for each in everything()
        if each.path.relative_to(ROOT).parts[0] == "ir" and each.module.partition(".")[0] not in allowed
    ]
    assert wrong == []
