"""`dlc run`: arrays from files or at random, results in files, and errors like everywhere."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import ml_dtypes
import numpy as np
import pytest

from dlc.codegen.target import Target
from dlc.runtime.gpu.cuda import CudaDriver
from dlc.tools import dlc_command
from support.fake_driver import fake_driver
from support.run_lines import ROOT

LAYER = """
!rows = tensor<?x8xf32, #graph.dims<n>>
!found = tensor<?x4xf32, #graph.dims<n>>
func.func @layer(%x: !rows, %weights: tensor<8x4xf32>) -> (!found, f32) {
  %product = graph.contract %x, %weights, batch = [] x [], contracting = [1] x [0] : !rows, tensor<8x4xf32> -> !found
  %half = arith.constant 0.5 : f32
  return %product, %half : !found, f32
}
"""

QUICK = """
!rows = tensor<?x8xf32, #graph.dims<n>>
func.func @layer(%x: !rows, %weights: tensor<8x4xf32>) -> (!rows, f32) {
  %half = arith.constant 0.5 : f32
  return %x, %half : !rows, f32
}
"""
"""The same arguments and results in number, compiled in a moment: for what does not depend on the program."""


PLAIN = ("--level", "0")
"""Without LLVM's optimizer, which takes most of the time."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "layer.mlir").write_text(LAYER)
    return tmp_path


@pytest.fixture
def quick_folder(folder: Path) -> Path:
    (folder / "layer.mlir").write_text(QUICK)
    return folder


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_command.run(arguments, out, err)
    return status, out.getvalue(), err.getvalue()


def error(*arguments: str) -> str:
    status, out, err = run("run", *arguments)
    assert (status, out) == (1, "")
    return err


def test_arrays_from_and_to_files(folder: Path) -> None:
    x, weights = (np.random.default_rng(0).standard_normal(shape).astype(np.float32) for shape in ((3, 8), (8, 4)))
    np.save("x.npy", x)
    np.save("w.npy", weights)
    expected = (0, "result 0: float32[3, 4]\nresult 1: f32: 0.5\n", "")
    for inputs in (["x.npy", "w.npy"], ["weights=w.npy", "x=x.npy"], ["weights=w.npy", "x.npy"]):
        options = [each for path in inputs for each in ("--input", path)]
        assert run("run", "layer.mlir", *options, "-o", "y.npy", "-o", "half.npy", "--threads", "1", *PLAIN) == expected
        np.testing.assert_allclose(np.load("y.npy"), x @ weights, rtol=1e-5, atol=1e-5)
        assert np.load("half.npy") == 0.5
    assert sorted(os.listdir()) == ["half.npy", "layer.mlir", "w.npy", "x.npy", "y.npy"]


def test_sizes_without_names_are_given_by_those_of_arguments(folder: Path) -> None:
    Path("open.mlir").write_text(LAYER.replace(", #graph.dims<n>", ""))
    assert run("run", "open.mlir", "--size", "x_size0=6", *PLAIN)[1].startswith("result 0: float32[6, 4]\n")
    error = run("run", "open.mlir", "--size", "n=6", *PLAIN)[2]
    assert "@layer has no size 'n'; the sizes are: x_size0" in error


def test_random_arrays_are_the_same_again(folder: Path) -> None:
    arrays: list[Any] = []
    for seed in ("0", "0", "1"):
        status, out, _ = run("run", "layer.mlir", "--size", "n=6", "--seed", seed, "-o", "y.npy", *PLAIN)
        assert (status, out.splitlines()[0]) == (0, "result 0: float32[6, 4]")
        arrays.append(np.load("y.npy"))
    assert np.array_equal(arrays[0], arrays[1])
    assert not np.array_equal(arrays[0], arrays[2])
    assert run("run", "layer.mlir")[1].startswith("result 0: float32[4, 4]\n")
    np.save("x.npy", np.zeros((9, 8), np.float32))
    assert run("run", "layer.mlir", "-i", "x.npy", "--print", *PLAIN)[1].startswith(
        "result 0: float32[9, 4]\n[[0. 0. 0. 0.]\n"
    )


def test_times(folder: Path) -> None:
    status, out, _ = run("run", "layer.mlir", "--time", "--level", "1")
    assert status == 0
    names = [line.split()[0] for line in out.splitlines()]
    stages = ["read", "import", "parse", "plan", "passes", "entries", "divide", "llvm", "link", "load", "run"]
    assert [name for name in names if name != "result"] == stages
    assert re.fullmatch(r"run +\d+\.\d{4} ms, median of \d+ runs", out.splitlines()[-1])


def test_floats_that_files_have_no_name_for(folder: Path) -> None:
    (folder / "half.mlir").write_text(
        "func.func @f(%x: tensor<3xbf16>) -> tensor<3xbf16> "
        "{ %y = graph.add %x, %x : tensor<3xbf16> return %y : tensor<3xbf16> }"
    )
    np.save("x.npy", np.array([1, 2, 3], ml_dtypes.bfloat16))
    assert run("run", "half.mlir", "-i", "x.npy", "-o", "y.npy")[0] == 0
    assert np.load("y.npy").view(ml_dtypes.bfloat16).tolist() == [2, 4, 6]


def test_numbers_on_the_command_line(folder: Path) -> None:
    (folder / "number.mlir").write_text(
        "func.func @f(%x: f32, %i: index) -> (f32, index) { return %x, %i : f32, index }\n"
        "func.func @g(%i: i8) -> i8 { return %i : i8 }"
    )
    command = ("run", "number.mlir", "--entry")
    assert run(*command, "f", "-i", "i=0x10", "-i", "x=-1.5")[1] == "result 0: f32: -1.5\nresult 1: index: 16\n"
    (folder / "tensor.mlir").write_text(
        "func.func @main(%n: tensor<i64>, %c: tensor<i1>, %r: tensor<?xf32, #graph.dims<n>>)\n"
        '  -> (tensor<i64> {dlc.name = "file"}, tensor<i1>, tensor<?xf32, #graph.dims<n>>)\n'
        "{ return %n, %c, %r : tensor<i64>, tensor<i1>, tensor<?xf32, #graph.dims<n>> }"
    )
    given = ["-i", "n=-3", "-i", "c=true", "-i", "r=1,2.5,-1e3"]
    outputs = ["-o", "all.npz", "-o", "output2=row.npy", "-o", "n.npy"]
    status, out, _ = run("run", "tensor.mlir", *given, *outputs)
    assert (status, out) == (0, "file: int64[]\nresult 1: bool[]\nresult 2: float32[3]\n")
    assert np.load("row.npy").tolist() == [1, 2.5, -1000]
    assert np.load("n.npy") == -3
    with np.load("all.npz") as kept:
        assert {name: kept[name].tolist() for name in kept} == {"file": -3, "output1": True, "output2": [1, 2.5, -1000]}
    np.savez("given.npz", n=np.int64(4), r=np.ones(2, np.float32))
    status, out, _ = run("run", "tensor.mlir", "-i", "given.npz", "-i", "c=0", "--print")
    assert out == "file: int64[]\n4\nresult 1: bool[]\nFalse\nresult 2: float32[2]\n[1. 1.]\n"
    assert "it is an archive of 2 arrays" in error("tensor.mlir", "-i", "r=given.npz")
    assert "2 does not fit elements of type bool" in error("tensor.mlir", "-i", "c=2")
    assert "1.5 does not fit elements of type int64" in error("tensor.mlir", "-i", "n=1.5")
    assert f"{1 << 63} does not fit elements of type int64" in error("tensor.mlir", "-i", f"n={1 << 63}")
    np.savez("row.npz", x=np.ones(2))
    assert "argument 'x' of @f must be a number" in error("number.mlir", "--entry", "f", "-i", "row.npz")
    assert "there is no result 'row'; the results are: file, output1, output2" in error(
        "tensor.mlir", "-o", "row=r.npy"
    )
    assert error("number.mlir", "--entry", "f", "-i", "x=one") == "dlc: error: expected a number, but got 'one'\n"
    assert error("number.mlir", "--entry", "g", "-i", "i=300").startswith("dlc: error: argument 'i' of @g must be in")
    assert error("number.mlir").startswith("dlc: error: there is no entry @main; select one of the entries @f, @g")
    assert error("number.mlir", "--entry", "h").startswith("dlc: error: there is no entry @h")


class Trap:
    """An object that must not be unpickled."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.mkdir, ("trapped",)


def test_files_that_hold_no_array(quick_folder: Path) -> None:
    np.save("trap.npy", np.array([Trap()], object), allow_pickle=True)
    np.savez("trap.npz", x=np.array([Trap()], object), allow_pickle=True)
    (quick_folder / "broken.npz").write_bytes(b"PK\x03\x04 and nothing")
    np.savez("empty.npz")
    with ZipFile("other.npz", "w") as other:
        other.writestr("notes", "no array")
    (quick_folder / "short.npy").write_bytes(b"\x93NUMPY\x01\x00")
    header = b"\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000, 8), }"
    (quick_folder / "huge.npy").write_bytes(header.ljust(127) + b"\n" + b"1234")
    (quick_folder / "text.npy").write_text("1 2 3")
    os.mkfifo("pipe.npy")
    (quick_folder / "pickle.npy").write_bytes(b"cos\nmkdir\n(S'trapped'\ntR.")
    for name, reason in (
        ("trap.npy", "Object arrays cannot be loaded"),
        ("trap.npz", "Object arrays cannot be loaded"),
        ("broken.npz", ""),
        ("other.npz", "'notes' in the archive is not an array"),
        ("short.npy", ""),
        ("huge.npy", ""),
        ("text.npy", "it is not an .npy file"),
        ("pickle.npy", "it is not an .npy file"),
        ("pipe.npy", "it is a pipe or a device, not a file"),
        ("nowhere.npy", "No such file or directory"),
    ):
        assert error("layer.mlir", "-i", name).startswith(f"dlc: error: cannot read array '{name}': {reason}")
    assert "it is an archive without arrays" in error("layer.mlir", "-i", "x=empty.npz")
    assert not Path("trapped").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.mlir"], "cannot open input file 'nowhere.mlir': No such file or directory"),
        (["layer.mlir", "-i", "y=x.npy"], "@layer has no argument 'y'; the arguments are: x, weights"),
        (["layer.mlir", "--size", "m=4"], "@layer has no size 'm'; the sizes are: n"),
        (["layer.mlir", "--size", "n=-4"], "'--size' expects NAME=NUMBER, but got 'n=-4'"),
        (["layer.mlir", "--size", "n=99999999999"], "cannot generate a random array for argument 'x' of shape"),
        (["layer.mlir", *["-o", "y.npy"] * 3], "there are 2 results, but got 3 outputs"),
        (["layer.mlir", "-o", "no/y.npy"], "cannot open output file 'no/y.npy': No such file or directory"),
        (["layer.mlir", "--dump-dir", "layer.mlir"], "cannot open 'layer.mlir': File exists"),
        (["layer.mlir", "--threads", "0"], "'threads' must be an integer from 1 to 1024, but got '0'"),
        (["layer.mlir", "--threads", "x"], "argument --threads: invalid int value: 'x'; see 'dlc run --help'"),
        (
            ["layer.mlir", "--precision", "tf23"],
            "'precision' must be 'exact', 'default' or 'tf32', but got 'tf23', did",
        ),
        (["layer.mlir", "--level", "7"], "'level' must be an integer from 0 to 3, but got '7'"),
        (["layer.mlir", "--passes", "canonicalise"], ""),
        ([], "the following arguments are required: FILE; see 'dlc run --help'"),
    ],
)
def test_errors(quick_folder: Path, arguments: list[str], message: str) -> None:
    assert error(*arguments).startswith(f"dlc: error: {message}")


@pytest.mark.parametrize(
    ("file", "arguments", "message"),
    [
        ("layer.mlir", ["--gpu-arch=gfx90a"], "'--gpu-arch' is for '--target=cuda' and '--target=hip'"),
        ("layer.mlir", ["--target=hip", "--gpu-arch=sm_80"], "expected an architecture of AMD's GPUs such as 'gfx90a'"),
        (
            "layer.mlir",
            ["--target=rocm"],
            "'--target' must be 'cpu', 'cuda' or 'hip', with the number of a device as in",
        ),
        ("layer.mlir", ["--target=hip:x"], "'target' must be 'cpu', 'cuda', 'hip', with the number of a device as in"),
        ("net.dlc", ["--target=hip:3"], "'net.dlc' is compiled for '{host}', which '--target=hip:3' is not"),
        ("net.dlc", ["--target=hip:x"], "'target' must be 'cpu', 'cuda', 'hip', with the number of a device as in"),
        ("net.dlc", ["--gpu-arch=gfx90a"], "'net.dlc' is compiled, so '--gpu-arch' comes too late"),
        ("gpu.dlc", ["--target=cpu"], "'gpu.dlc' is compiled for 'nvptx64-nvidia-cuda', which '--target=cpu' is not"),
        ("gpu.dlc", ["--target=hip"], "'gpu.dlc' is compiled for 'nvptx64-nvidia-cuda', which '--target=hip' is not"),
    ],
)
def test_errors_of_targets(quick_folder: Path, file: str, arguments: list[str], message: str) -> None:
    target = ["--target=cuda", "--gpu-arch=sm_80"] if file == "gpu.dlc" else []
    if file != "layer.mlir":
        assert run("compile", "layer.mlir", *PLAIN, *target, "-o", str(quick_folder / file))[0] == 0
    assert error(file, *arguments).startswith(f"dlc: error: {message.format(host=Target.host().triple)}")


def test_a_program_for_a_gpu_runs_on_the_device_that_is_named(
    quick_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("compile", "layer.mlir", *PLAIN, "--target=cuda", "--gpu-arch=sm_80", "-o", "gpu.dlc")[0] == 0
    driver, _ = fake_driver(devices=2)
    monkeypatch.setattr(CudaDriver, "of_process", lambda: driver)
    status, _, said = run("run", "gpu.dlc", "--target=cuda:1", "--size", "n=0")
    assert (status, said) == (0, "")
    assert "device 2 does not exist: the driver reports 2 devices" in error("gpu.dlc", "--target=cuda:2")
    del quick_folder


def test_errors_of_the_program_are_shown_as_dlc_opt_shows_them(folder: Path) -> None:
    (folder / "wrong.mlir").write_text("func.func @f(%x: f32) -> i32 {\n  return %x : f32\n}\n")
    assert error("wrong.mlir").startswith("wrong.mlir:2:3: error: 'func.return' op type of return operand 0")
    (folder / "check.mlir").write_text('func.func @f(%x: i1) {\n  cf.assert %x, "x must hold"\n  return\n}\n')
    assert error("check.mlir", "-i", "x=0") == "dlc: error: @f failed: x must hold, at check.mlir:2:3\n"


def test_help_and_what_is_no_command() -> None:
    assert run("--help")[1].startswith("usage: dlc COMMAND")
    assert run()[0] == 1
    assert "--input" in run("run", "--help")[1]
    assert run("--version")[1].startswith("dlc ")
    assert run("rum") == (1, "", "dlc: error: there is no command 'rum', did you mean 'run'?; see --help\n")


@pytest.mark.slow
def test_the_command_of_a_checkout(folder: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "dlc-command.py"), "run", "layer.mlir", "--size", "n=2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("result 0: float32[2, 4]\n")


def test_refused_schedules_are_reported_unless_they_are_not_wanted(folder: Path) -> None:
    (folder / "copy.mlir").write_text("""
func.func @main(%a: memref<1025xf32>) {
  loop.for %i = 0 to 1024 {
    %x = loop.load %a[%i] : memref<1025xf32>
    loop.store %x, %a[%i + 1] : memref<1025xf32>
  } {loop.name = "i", loop.try_schedule = [["loop-vectorize{loops=i}"]]}
  return
}
""")
    status, _, shown = run("run", "copy.mlir", "--threads", "1")
    assert status == 0
    assert shown.startswith("copy.mlir:3:3: remark: 'loop.for' op schedule 1 of 1 is refused in step 1 of 1")
    assert run("run", "copy.mlir", "--threads", "1", "--no-remarks")[::2] == (0, "")


def test_the_pipeline_can_be_printed(folder: Path) -> None:
    status, text, err = run(
        "run", "layer.mlir", "--print-pipeline", "--threads", "1", "--passes", "before-schedule=dce"
    )
    assert (status, err) == (0, "")
    lines = [line.strip(" ,").partition("{")[0] for line in text.splitlines()]
    assert lines[lines.index("dce") + 1 :][:2] == ["version-for-overlaps", "hoist-into-globals"]
    assert "result 0" not in text


def test_the_pipeline_depends_on_the_precision(folder: Path) -> None:
    status, text, _ = run("run", "layer.mlir", "--print-pipeline", "--precision=exact")
    assert status == 0
    assert "use-winograd" not in text
