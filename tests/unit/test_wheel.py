"""The wheel, as a user gets it: it holds the package alone, and works and type-checks without the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from support.run_lines import ROOT

FOLDERS = {"ir", "parser", "dialects", "passes", "interp", "codegen", "runtime", "frontends", "tools"}
SUFFIXES = {".py", ".lark", ".json", ".mlir", ".typed"}
NOT_SOURCE = (".*", "build", "dist", "*.egg-info", "__pycache__")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # one worker builds it for all of them


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: what an earlier build has left in the checkout must not get in."""
    source = tmp_path_factory.mktemp("source") / "checkout"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    out = tmp_path_factory.mktemp("wheel")
    check_call([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)], source)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def user_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; its dependencies are this one's, so nothing is downloaded."""
    folder = tmp_path_factory.mktemp("user") / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    install = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)]
    check_call([sys.executable, "-m", "pip", "--python", str(python), *install], folder)
    # A path file's folder is searched after the environment's own packages, and its own path files are not read: the
    # development install of dlc stays out of sight.
    site = folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def check_call(argv: list[str], cwd: Path) -> str:
    """Run a program as a user with nothing in the environment would; its output, or a failure that shows it."""
    keep = {name: os.environ[name] for name in ("HOME", "TMPDIR", "LANG") if name in os.environ}
    done = subprocess.run(
        argv, cwd=cwd, env={**keep, "PATH": os.defpath}, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{argv} failed with status {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def belongs(name: Path) -> bool:
    inside = name.parts[0] == "dlc" and (len(name.parts) == 2 or name.parts[1] in FOLDERS)
    return inside and name.suffix in SUFFIXES


def test_wheel_holds_the_package_alone(wheel: Path) -> None:
    names = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    strangers = [str(name) for name in names if not name.parts[0].endswith(".dist-info") and not belongs(name)]
    assert strangers == []
    at_the_root = {name.name for name in names if len(name.parts) == 2 and name.parts[0] == "dlc"}
    assert at_the_root <= {"__init__.py", "compiler.py", "py.typed"}


def test_wheel_misses_nothing(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    data = [*ROOT.glob("parser/*.lark"), *ROOT.glob("parser/*.json"), *ROOT.glob("runtime/*.mlir"), ROOT / "py.typed"]
    expected = {f"dlc/{path.relative_to(ROOT)}" for path in (*modules, *data)}
    launchers = {f"dlc/tools/dlc-{name}.py" for name in ("command", "opt", "reduce")}  # for checkouts
    assert expected - names == launchers


def test_dlc_is_the_installed_one(user_python: Path, tmp_path: Path) -> None:
    where = check_call([str(user_python), "-c", "import dlc; print(dlc.__file__)"], tmp_path)
    assert Path(where.strip()).is_relative_to(user_python.parent.parent)


def test_dlc_opt_runs_from_anywhere(user_python: Path, tmp_path: Path) -> None:
    (tmp_path / "small.mlir").write_text("func.func @same(%a: i32) -> i32 {\n  return %a : i32\n}\n")
    out = check_call([str(user_python.parent / "dlc-opt"), "small.mlir", "--canonicalize", "--cse"], tmp_path)
    assert "func.func @same(%" in out


def test_examples_type_check_against_the_wheel(user_python: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    if not list(tmp_path.rglob("*.py")):
        pytest.skip("there is no example in Python yet")
    options = ["--strict", "--config-file=", "--cache-dir=mypy-cache", "--python-executable", str(user_python)]
    check_call([sys.executable, "-m", "mypy", *options, "examples"], tmp_path)
