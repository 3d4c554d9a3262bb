"""A newcomer's dialect, in a package of its own: loaded by flags from where it lies, and installed, by entry points."""

import io
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dlc
from dlc.ir.operations import Operation
from dlc.tools import dlc_opt
from support.file_check import file_check
from support.run_lines import ROOT, read_script

PACKAGE = ROOT / "examples" / "my_dialect"
LOAD = ["--load-dialect=bits_dialect.ops", "--load-pass=bits_dialect.expand_rotates"]
TESTS = sorted((PACKAGE / "tests").glob("*.mlir"))
WIDTHS = (1, 8, 13)


@pytest.fixture(autouse=True)
def _package_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGE))


def opt(*argv: str, stdin: str = "") -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_opt.run([*LOAD, *argv], stdin, out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_run_lines_with_the_dialect_loaded_by_flags(path: Path) -> None:
    (run,) = read_script(path).runs
    command, _, check = run.text.partition("|")
    arguments = [word for word in shlex.split(command)[1:] if word != "2>&1"]
    status, out, err = opt(*(str(path) if word == "%s" else word for word in arguments))
    assert status == 0, err
    if check:
        complaints = io.StringIO()
        assert file_check([str(path)], err + out, io.StringIO(), complaints) == 0, complaints.getvalue()


def function(width: int, body: str) -> str:
    return f"func.func @f(%x: i{width}) -> i{width} {{\n{body}\n  return %r : i{width}\n}}"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("direction", ["left", "right"])
def test_folds_and_expansion_compute_the_same(width: int, direction: str) -> None:
    """A rotate of a constant folds to what its expansion computes."""
    for amount in range(width):
        rotate = f"  %r = bits.rotate<{direction}> %x, {amount} : i{width}"
        _, expanded, err = opt("--expand-rotates", stdin=function(width, rotate))
        assert "bits." not in expanded, err
        run = dlc.Interpreter(dlc.parse(expanded))
        for value in (0, 1, 0b1011 % (1 << width), (1 << width) - 1):
            constant = f"  %c = arith.constant {value} : i{width}\n{rotate.replace('%x', '%c')}"
            _, folded, err = opt("--canonicalize", stdin=function(width, constant))
            assert "bits." not in folded, err
            assert dlc.Interpreter(dlc.parse(folded)).run("f", 0) == run.run("f", value)


@pytest.mark.parametrize("name", ["bits.rotate", "bits.reverse"])
def test_both_ops_round_trip(name: str) -> None:
    op = {"bits.rotate": "bits.rotate<right> %x, 3 : i8", "bits.reverse": "bits.reverse %x : i8"}[name]
    status, out, err = opt("--verify-roundtrip", stdin=function(8, f"  %r = {op}"))
    assert (status, err) == (0, "")
    assert op in out


def test_new_ops_know_where_they_came_from() -> None:
    status, out, _ = opt("--expand-rotates", "--explain=r", stdin=function(8, "  %r = bits.rotate<left> %x, 3 : i8"))
    assert status == 0
    assert out.startswith("%r is defined by 'arith.ori'")
    assert "by expand-rotates" in out
    assert "<stdin>:2:8: %r = bits.rotate<left> %x, 3 : i8" in out


def test_a_script_uses_the_dialect_through_a_context() -> None:
    context = dlc.make_context()
    context.load_module("bits_dialect.ops")
    module = dlc.parse(function(8, "  %r = bits.reverse %x : i8"), context=context)
    names = [op.name for op in module.walk() if op.dialect_name == "bits"]
    assert names == ["bits.reverse"]
    assert isinstance(module, Operation)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as pip installs it, in a folder of its own; nothing is downloaded."""
    source = tmp_path_factory.mktemp("source") / "my_dialect"
    shutil.copytree(PACKAGE, source)
    target = tmp_path_factory.mktemp("target")
    offline = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "install", *offline, "--target", str(target), str(source)], {})
    return target


def run(argv: list[str], environment: dict[str, str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        argv, input=stdin, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, f"{argv}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.mark.slow
def test_an_installed_package_is_found_by_its_entry_points(installed: Path) -> None:
    tool = [sys.executable, str(ROOT / "tools" / "dlc-opt.py")]
    environment = {"PYTHONPATH": str(installed)}
    text = function(8, "  %a = bits.rotate<left> %x, 3 : i8\n  %r = bits.rotate<left> %a, 1 : i8")
    out = run([*tool, "--canonicalize", "--expand-rotates"], environment, text).stdout
    assert "arith.constant 4 : i8" in out
    assert "bits." not in out
    assert "bits" in run([*tool, "--show-dialects"], environment).stdout
    assert "--expand-rotates" in run([*tool, "--list-passes"], environment).stdout


@pytest.mark.slow
def test_without_the_package_its_op_is_unknown() -> None:
    tool = [sys.executable, str(ROOT / "tools" / "dlc-opt.py")]
    text = function(8, "  %r = bits.reverse %x : i8")
    done = subprocess.run(tool, input=text, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    assert "dialect 'bits' not found for custom op 'bits.reverse'" in done.stderr
