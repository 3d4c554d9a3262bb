"""Programs in files: what is loaded computes the same, and whatever is wrong with a file is one error."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.codegen import target as target_module
from dlc.codegen.target import Target, check_runs_here
from dlc.compiler import Executable, ImageFileError
from dlc.runtime import image_file
from dlc.runtime.image_file import HEAD, VERSION
from dlc.runtime.signature_fields import InvalidFields, signature_fields, signature_from
from support.new_process import check_in_new_process

WEIGHTS = np.random.default_rng(0).standard_normal((128, 64)).astype(np.float32)
NETWORK = f"""
!rows = tensor<?x128xf32, #graph.dims<n>>
!found = tensor<?x64xf32, #graph.dims<n>>
func.func @main(%x: !rows) -> (!found {{dlc.name = "y"}}) {{
  %w = graph.constant dense_resource<w> : tensor<128x64xf32>
  %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0] : !rows, tensor<128x64xf32> -> !found
  return %y : !found
}}
func.func @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{
  %r = graph.add %x, %y : tensor<?xf32>
  return %r : tensor<?xf32>
}}
func.func @root(%x: f32, %k: si8) -> f32 {{
  %zero = arith.constant 0.0 : f32
  %ok = arith.cmpf oge, %x, %zero : f32
  cf.assert %ok, "x must not be negative"
  %r = math.sqrt %x : f32
  return %r : f32
}}
func.func @odd(%x: vector<4xf32>) {{ return }}
{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{WEIGHTS.tobytes().hex()}" }} }} #-}}
"""
X = np.ones((3, 128), np.float32)


@pytest.fixture(scope="module")
def network() -> Executable:
    return dlc.compile(NETWORK, threads=1, remarks=False)


@pytest.fixture
def file(network: Executable, tmp_path: Path) -> Path:
    path = tmp_path / "network.dlc"
    network.save(path)
    return path


def error(path: Path | str) -> str:
    with pytest.raises(ImageFileError) as caught:
        dlc.load(path)
    text = str(caught.value)
    assert text.startswith(f"cannot load '{path}': ")
    return text.removeprefix(f"cannot load '{path}': ")


def test_a_loaded_program_is_the_same(network: Executable, file: Path) -> None:
    loaded = dlc.load(file)
    assert os.listdir(file.parent) == [file.name]
    np.testing.assert_array_equal(loaded(X), network(X))
    assert (loaded.inputs, loaded.outputs) == (network.inputs, network.outputs)
    assert loaded.unsupported == network.unsupported
    assert loaded.remarks == network.remarks
    assert loaded.run("root", 4.0, 1) == 2.0
    with pytest.raises(dlc.ProgramFailed, match="x must not be negative"):
        loaded.run("root", -4.0, 1)
    with pytest.raises(dlc.InvalidArgument, match="the arguments of @sum do not match"):
        loaded.run("sum", np.ones(5, np.float32), np.ones(3, np.float32))
    assert loaded.run("sum", np.ones(3, np.float32), np.ones(3, np.float32)).tolist() == [2] * 3


def test_a_loaded_program_can_be_saved_again(file: Path) -> None:
    other = file.with_name("other.dlc")
    dlc.load(file).save(other)
    assert other.read_bytes() == file.read_bytes()
    dlc.load(file).save(file)
    assert other.read_bytes() == file.read_bytes()


def test_constants_stay_in_the_file(file: Path) -> None:
    loaded = dlc.load(file)
    (contents,) = [each.contents for each in loaded.image.globals.values() if each.contents is not None]
    assert contents.tobytes() == WEIGHTS.tobytes()
    assert not contents.flags.owndata
    assert not contents.flags.writeable


def test_another_process_loads_it(file: Path) -> None:
    done = check_in_new_process(f"""
        import dlc, numpy as np
        print(float(dlc.load({str(file)!r})(np.ones((1, 128), np.float32)).sum()))
    """)
    assert float(done.stdout) == pytest.approx(float(WEIGHTS.sum()), rel=1e-3, abs=1e-2)


# -- What is wrong with a file -----------------------------------------------------------------------------------------


def test_foreign_files(tmp_path: Path) -> None:
    assert error(tmp_path / "none.dlc") == "No such file or directory"
    assert error(tmp_path) == "Is a directory"
    for content in (b"", b"MZ", b"\x7fELF" + bytes(100), NETWORK.encode()):
        path = tmp_path / "file.dlc"
        path.write_bytes(content)
        assert error(path) == "it is not a program compiled by dlc"


def test_every_truncation_and_every_changed_byte_is_found(file: Path) -> None:
    content = file.read_bytes()
    for size in {1, HEAD.size - 1, HEAD.size, HEAD.size + 10, len(content) // 2, len(content) - 1}:
        file.write_bytes(content[:size])
        assert "truncated" in error(file) or size < HEAD.size
    file.write_bytes(content + b"\0")
    assert "truncated or damaged" in error(file)
    for at in {0, 8, 12, 16, 30, HEAD.size, HEAD.size + 99, len(content) // 2, len(content) - 1}:
        changed = bytearray(content)
        changed[at] ^= 0x40
        error(_with(file, bytes(changed)))


def _with(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file


def test_newer_files(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[8] += 1
    expected = f"it has format {VERSION + 1}, but this version of dlc reads format {VERSION}"
    assert expected in error(_with(file, bytes(content)))


def described(file: Path, change: Any) -> Path:
    """Return a file with another description and right checksums."""
    content = file.read_bytes()
    _, _, length, _, _ = HEAD.unpack_from(content)
    fields = json.loads(content[HEAD.size : HEAD.size + length])
    sections = [dict(each) for each in fields["sections"]]
    change(fields)
    text = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    old = image_file._starts([(each["size"], each["alignment"]) for each in sections], HEAD.size + length)
    new = image_file._starts([(each["size"], each["alignment"]) for each in sections], HEAD.size + len(text))
    changed = bytearray(new[-1])
    changed[: HEAD.size] = HEAD.pack(
        image_file.MAGIC, image_file.VERSION, len(text), new[-1], image_file.hashlib.sha256(text).digest()
    )
    changed[HEAD.size : HEAD.size + len(text)] = text
    for each, start, to in zip(sections, old, new, strict=False):
        changed[to : to + each["size"]] = content[start : start + each["size"]]
    return _with(file, bytes(changed))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda f: f["images"][0].pop("target"), "'target' must be of type dict"),
        (lambda f: f["images"][0]["target"].update(cpu=7), "'cpu' must be of type str, but got '7'"),
        (lambda f: f["images"][0]["signatures"][0].update(parameters={}), "'parameters' must be of type list"),
        (
            lambda f: f["images"][0]["signatures"][0]["parameters"][0].update(elements="O"),
            "no element type has the numpy name 'O'",
        ),
        (lambda f: f["images"][0]["signatures"][0]["parameters"][0].update(sizes=[["exec", 1, 2]]), "expected a size"),
        (
            lambda f: f["images"][0]["signatures"][2]["parameters"][0].update(number="f33"),
            "there is no number type 'f33'",
        ),
        (lambda f: f["sections"][0].update(size=7), "do not fill the file"),
        (lambda f: f["sections"].pop(), "do not fill the file"),
        (lambda f: f["order"].append(100), "a section is missing"),
        (lambda f: f.update(images=[]), "there is no program"),
        (lambda f: f["images"][0].update(objects=100), "a section is missing"),
        (lambda f: f["images"][0]["globals"][0].update(size=1), "a constant should have 1 bytes"),
        (lambda f: f["images"][0]["globals"][0].update(alignment=3), "a global cannot have"),
        (lambda f: f["images"][0]["heap"].update(kind="mine"), "there is no heap 'mine'"),
        (lambda f: f["images"][0].update(helpers=["../mine"]), "there is no library '../mine'"),
        (lambda f: f["images"][0].update(requires=["no_such_function"]), "requires 'no_such_function'"),
        (
            lambda f: f["images"][0]["globals"].append(
                {"name": "m", "size": 1 << 60, "alignment": 64, "is_constant": False}
            ),
            "",
        ),
        (
            lambda f: f["images"][0]["target"].update(features="+no-such-feature"),
            "with no-such-feature, which this machine's",
        ),
        (
            lambda f: f["images"][0]["target"].update(triple="riscv64-unknown-linux-gnu"),
            "it was compiled for 'riscv64-unknown",
        ),
        (lambda f: f["images"][0]["target"].update(cpu="atom9", features=""), "compiled for the processor 'atom9'"),
    ],
)
def test_descriptions_that_are_wrong(file: Path, change: Any, text: str) -> None:
    assert text in error(described(file, change))


def test_levels_of_x86_64_imply_features() -> None:
    host = Target.host()
    if not host.triple.startswith("x86_64"):
        pytest.skip("another architecture")
    exe = dlc.compile("func.func @main() { return }", target=Target(host.triple, "x86-64-v2"))
    assert exe.image.target.cpu == "x86-64-v2"
    check_runs_here(exe.image.target)


def test_a_file_has_variants_for_several_processors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Target.host()
    if not host.triple.startswith("x86_64"):
        pytest.skip("another architecture")
    levels = [Target(host.triple, "x86-64-v2"), Target(host.triple, "x86-64")]
    weights = np.arange(1 << 12, dtype=np.float32)
    text = f"""
    func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {{
      %w = graph.constant dense<{weights.tolist()}> : tensor<4096xf32>
      %y = graph.mul %x, %w : tensor<4096xf32>
      return %y : tensor<4096xf32>
    }}"""
    exe = dlc.compile(text, target=levels, level=0, threads=1)
    assert exe.image.target == levels[0]
    exe.save(tmp_path / "levels.dlc")
    assert (tmp_path / "levels.dlc").stat().st_size < 2 * weights.nbytes
    loaded = dlc.load(tmp_path / "levels.dlc")
    assert loaded.image.target == levels[0]
    monkeypatch.setattr(target_module, "_host", lambda: Target(host.triple, "old", "+sse2"))
    loaded = dlc.load(tmp_path / "levels.dlc")
    assert loaded.image.target == levels[1]
    np.testing.assert_array_equal(loaded(weights), weights * weights)
    only_new = dlc.compile(text, target=levels[1:], level=0, threads=1)
    assert only_new.image.target == levels[1]
    with pytest.raises(dlc.DlcError, match="it was compiled for a processor with cx16"):
        dlc.compile(text, target=levels[:1] * 2, level=0, threads=1)
    with pytest.raises(dlc.DlcError, match="a list of targets must have processors"):
        dlc.compile(text, target=[])


def test_sizes_that_are_expressions(network: Executable) -> None:
    exe = dlc.compile("""
    func.func @main(%x: tensor<?x?xf32, #graph.dims<n, 2 * n + m floordiv 4>>, %y: tensor<?xf32, #graph.dims<m>>) {
      return
    }""")
    for each in (exe.main.signature, *(entry.signature for entry in network.entries.values())):
        assert signature_from(json.loads(json.dumps(signature_fields(each)))) == each
    deep: Any = "n"
    for _ in range(100):
        deep = ["add", deep, 1]
    fields = signature_fields(exe.main.signature)
    fields["parameters"][0]["sizes"][0] = deep
    with pytest.raises(InvalidFields, match="expected a size"):
        signature_from(fields)


def test_files_that_cannot_be_written(network: Executable, tmp_path: Path) -> None:
    with pytest.raises(ImageFileError, match=r"cannot write '.*': No such file or directory"):
        network.save(tmp_path / "none" / "network.dlc")
    if os.path.exists("/dev/full"):
        with pytest.raises(ImageFileError, match="cannot write '/dev/full': No space left on device"):
            network.save("/dev/full")


def test_a_compiled_program_is_not_compiled_again(file: Path) -> None:
    with pytest.raises(dlc.DlcError, match=r"is a compiled program; read it with dlc\.load"):
        dlc.compile(file)
