"""The wheel, as a user gets it: it holds the package alone, and works and type-checks without the checkout."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support.run_lines import ROOT
from support.user_environment import check_call, clean_environment

FOLDERS = {"ir", "parser", "dialects", "passes", "interp", "codegen", "runtime", "frontends", "tools"}
REQUIRED_BY_XDSL = {"immutabledict", "ordered-set", "typing-extensions"}
REQUIRED = {"dlc", "numpy", "llvmlite", "lark", "xdsl", "ml-dtypes", *REQUIRED_BY_XDSL}
SUFFIXES = {".py", ".pyi", ".lark", ".json", ".mlir", ".html", ".css", ".js", ".typed"}
PUBLIC = {path.name for path in ROOT.glob("*.py")} - {"setup.py"}
"""The modules of the public API."""

TYPING_EXAMPLE = Path(__file__).with_name("typing_example.py.txt")
"""Not a `.py`, since it is full of mistakes."""

BASES = "[mypy]\nmypy_path = examples:examples/tutorial:examples/my_dialect\nexplicit_package_bases = true\n"
"""From where examples import one another: chapters of the tutorial are packages in its folder."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(user_environment: Path) -> Path:
    (built,) = (user_environment / "wheel").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def user_python(user_environment: Path) -> Path:
    return user_environment / "venv" / "bin" / "python"


def belongs(name: Path) -> bool:
    inside = name.parts[0] == "dlc" and (len(name.parts) == 2 or name.parts[1] in FOLDERS)
    return inside and (name.suffix in SUFFIXES or "templates" in name.parts)


def test_wheel_holds_the_package_alone(wheel: Path) -> None:
    names = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    strangers = [str(name) for name in names if not name.parts[0].endswith(".dist-info") and not belongs(name)]
    assert strangers == []
    at_the_root = {name.name for name in names if len(name.parts) == 2 and name.parts[0] == "dlc"}
    assert at_the_root <= {*PUBLIC, "py.typed"}


def test_wheel_misses_nothing(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    data = [*ROOT.glob("parser/*.lark"), *ROOT.glob("parser/*.json"), *ROOT.glob("runtime/*.mlir"), ROOT / "py.typed"]
    data += (path for ending in ("html", "css", "js") for path in ROOT.glob(f"tools/views/*.{ending}"))
    expected = {f"dlc/{path.relative_to(ROOT)}" for path in (*modules, *data)}
    launchers = {f"dlc/tools/dlc-{name}.py" for name in ("command", "opt", "reduce")}  # for checkouts
    assert expected - names == launchers


def test_dlc_is_the_installed_one(user_python: Path, tmp_path: Path) -> None:
    where = check_call([str(user_python), "-c", "import dlc; print(dlc.__file__)"], tmp_path)
    assert Path(where.strip()).is_relative_to(user_python.parent.parent)


def test_nothing_is_installed_but_what_dlc_requires(user_python: Path, tmp_path: Path) -> None:
    names = check_call(
        [str(user_python), "-c", "from importlib import metadata as m; print(*{d.name for d in m.distributions()})"],
        tmp_path,
    )
    assert {name.lower().replace("_", "-") for name in names.split()} == REQUIRED


def test_dlc_opt_runs_from_anywhere(user_python: Path, tmp_path: Path) -> None:
    (tmp_path / "small.mlir").write_text("func.func @same(%a: i32) -> i32 {\n  return %a : i32\n}\n")
    out = check_call([str(user_python.parent / "dlc-opt"), "small.mlir", "--canonicalize", "--cse"], tmp_path)
    assert "func.func @same(%" in out


def test_mypy_accepts_what_is_right_and_refuses_what_is_wrong(user_python: Path, tmp_path: Path) -> None:
    """Constructors, accessors and patterns have types: the examples are right, and each mistake of a file is found."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    text = TYPING_EXAMPLE.read_text(encoding="utf-8")
    (tmp_path / "typing_example.py").write_text(text, encoding="utf-8")
    (tmp_path / "mypy.ini").write_text(BASES)
    options = ["--strict", "--config-file=mypy.ini", "--cache-dir=mypy-cache", "--python-executable", str(user_python)]
    options += [
        "--python-version",
        "3.10",
        "--no-error-summary",
        "--exclude",
        r"lit\.cfg\.py$",
    ]  # it configures lit, which is not there
    command = [sys.executable, "-m", "mypy", *options, "examples", "typing_example.py"]
    done = subprocess.run(command, cwd=tmp_path, env=clean_environment(), capture_output=True, text=True, check=False)
    refused = [line.partition(": error")[0] for line in done.stdout.splitlines() if ": error" in line]
    lines = enumerate(text.split("\n"), 1)
    mistakes = {f"typing_example.py:{number}" for number, line in lines if line.endswith("# error")}
    assert set(refused) == mistakes, done.stdout + done.stderr
    assert not done.stderr
