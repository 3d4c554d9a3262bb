"""Files and bytes are told by their content."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import pytest

import dlc
from dlc.ir.errors import DlcError


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"PK\3\4 an archive",
            "a checkpoint or an archive of torch, which cannot be compiled: export it as ONNX",
        ),
        (b"\x10\0\0\0\0\0\0\0{}", "a binary file"),
        (b'\x10\0\0\0\0\0\0\0{"weight": 0}', "a safetensors file, which cannot be compiled: it has weights"),
        (b"\x1c\0\0\0TFL3", "a TFLite model, which cannot be compiled: convert it to ONNX"),
        (b"\x89HDF\r\n", "an HDF5 file"),
        (b"\x7fELF\0\0", "a library or an object file, which cannot be compiled: programs in C link it"),
        (b"\0\1\2", "a binary file, which cannot be compiled: expected MLIR text or an ONNX model"),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "model"
    path.write_bytes(content)
    with pytest.raises(DlcError) as error:
        dlc.compile(path)
    assert f"'{path}' is {message}" in str(error.value)


def test_a_damaged_model_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_text("abc" * 99)
    with pytest.raises(DlcError, match=r"model\.onnx' is not an ONNX model: it does not begin like one"):
        dlc.compile(path)


def test_what_is_no_program_is_named() -> None:
    with pytest.raises(DlcError, match="the path of a file or a model is required, but got int"):
        dlc.compile(5)  # type: ignore[arg-type]


def test_models_are_compiled_and_cached(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Neg(x) }'
    )
    path = tmp_path / "model.onnx"
    onnx.save(model, path)
    for given in (path, str(path), path.read_bytes(), model):
        assert dlc.compile(given, level=0)([1.0, -2.0]).tolist() == [-1.0, 2.0]


def test_models_that_run_step_by_step_are_executables(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")
    graph = "g (float[2, 3] x, int64[n] a) => (float[r] y) { y = ReduceSum <keepdims = 0> (x, a) }"
    text = f'<ir_version: 8, opset_import: ["" : 18]> {graph}'
    program = dlc.compile(onnx.parser.parse_model(text).SerializeToString(), level=0)
    assert str(program) == "<executable main(x: float32[2, 3], a: int64[n]) -> float32[r]>"
    assert program([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [1]).tolist() == [6.0, 15.0]
    with pytest.raises(DlcError, match="cannot save the model"):
        program.save(tmp_path / "model.dlc")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_pipes_and_devices_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "model"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        for read in (dlc.load, dlc.compile):
            with pytest.raises((OSError, DlcError), match="it is a pipe or a device, not a file"):
                read(path)


def test_paths_and_options_that_are_wrong_raise_errors_of_dlc(tmp_path: Path) -> None:
    text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    program = dlc.compile(text)
    missing = str(tmp_path / "nope.onnx")
    for read in (dlc.compile, dlc.load):
        with pytest.raises(DlcError, match="No such file or directory"):
            read(missing)
        with pytest.raises(FileNotFoundError, match=r"cannot (open|load) '.*nope\.onnx': No such file or directory"):
            read(missing)
        with pytest.raises(DlcError, match="null byte"):
            read("\0")
        with pytest.raises(DlcError):
            read(cast(Any, None))
        with pytest.raises(DlcError):
            read(cast(Any, 3))
    for path in (None, 3, "\0"):
        with pytest.raises(DlcError):
            program.save(cast(Any, path))
    (tmp_path / "empty.mlir").touch()
    for empty in (b"", tmp_path / "empty.mlir"):
        with pytest.raises(DlcError, match=r"nothing to compile|is empty"):
            dlc.compile(empty)
    options: list[tuple[dict[str, Any], str]] = [
        ({"target": 5}, "'target' must be 'cpu', 'cuda', 'hip', .* but got '5'"),
        ({"target": [5]}, "'target' must be .* but got '5'"),
        ({"target": None}, "'target' must be .* but got 'None'"),
        ({"cache": "no"}, "'cache' must be True or False, but got 'no'"),
        ({"remarks": 1}, "'remarks' must be True or False, but got '1'"),
    ]
    for wrong, message in options:
        with pytest.raises(DlcError, match=message):
            dlc.compile(text, **wrong)
    for target in ("wasm32", 5, [5]):
        with pytest.raises(DlcError, match="'target' must be a Target"):
            dlc.export(text, tmp_path / "m.o", target=cast(Any, target))
    with pytest.raises(DlcError, match="expected the path of a file, but got 'None'"):
        dlc.export(text, cast(Any, None))
