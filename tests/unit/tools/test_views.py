"""Pictures of IR: graphs of ops and blocks, memory over time, and dumps of IR in folders."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dlc.tools import dlc_opt

PROGRAM = """\
func.func @branches(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^then(%a : i32), ^else
^then(%x: i32):
  %y = "test.<&>"(%x) : (i32) -> i32
  return %y : i32
^else:
  return %a : i32
}
func.func @memory(%zero: index, %value: f32) {
  %a = memref.alloc() : memref<64xf32>
  memref.store %value, %a[%zero] : memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  %b = memref.alloc() : memref<32xf32>
  memref.store %value, %b[%zero] : memref<32xf32>
  memref.dealloc %b : memref<32xf32>
  return
}
"""


def written(file: Path, *flags: str) -> str:
    stderr = io.StringIO()
    assert dlc_opt.run(["--allow-unregistered-dialect", *flags], PROGRAM, io.StringIO(), stderr) == 0, stderr.getvalue()
    return file.read_text()


@pytest.mark.parametrize("view", ["view-op-graph", "view-cfg", "view-memory"])
def test_pictures_are_well_formed_whatever_names_there_are(tmp_path: Path, view: str) -> None:
    file = tmp_path / "picture.svg"
    picture = ET.fromstring(written(file, f"--{view}={file}"))
    texts = ["".join(each.itertext()) for each in picture.iter() if each.tag.endswith(("text", "title"))]
    expected = {"view-op-graph": "test.<&>", "view-cfg": "^then(i32)", "view-memory": "@memory: 384 bytes, 2 buffers"}
    assert any(expected[view] in text for text in texts)


def test_graphs_for_graphviz_name_nodes_and_edges(tmp_path: Path) -> None:
    file = tmp_path / "cfg.dot"
    text = written(file, f"--view-cfg={file}")
    assert text.startswith("digraph ir {\n")
    assert 'label="@branches"' in text
    assert [line.strip() for line in text.splitlines() if "->" in line and "label" not in line] == [
        "n0_0 -> n0_1;",
        "n0_0 -> n0_2;",
    ]


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("--view-cfg=cfg.png", "'cfg.png' of '--view-cfg' must end in .svg or .dot"),
        ("--view-op-graph=cfg.txt", "'cfg.txt' of '--view-op-graph' must end in .svg or .dot"),
        ("--view-memory=memory.dot", "'memory.dot' of '--view-memory' must end in .svg or .txt"),
    ],
)
def test_pictures_in_other_formats_are_refused(flag: str, message: str) -> None:
    stderr = io.StringIO()
    assert dlc_opt.run(["--allow-unregistered-dialect", flag], PROGRAM, io.StringIO(), stderr) == 1
    assert stderr.getvalue() == f"dlc-opt: error: {message}\n"


def test_a_flag_is_no_value_of_the_flag_before_it() -> None:
    stderr = io.StringIO()
    assert dlc_opt.run(["--view-cfg", "-o", "out.mlir"], PROGRAM, io.StringIO(), stderr) == 1
    assert stderr.getvalue().startswith(
        "dlc-opt: error: '--view-cfg' requires a value: write the blocks of each function"
    )


def test_memory_over_time_follows_the_plan(tmp_path: Path) -> None:
    file = tmp_path / "memory.txt"
    before = written(file, f"--view-memory={file}").splitlines()
    assert before[0] == "@memory: 384 bytes, 8 ops"
    assert [line.split()[:2] for line in before[1:]] == [["0", "+256"], ["256", "+128"]]
    after = written(file, "--plan-memory", f"--view-memory={file}").splitlines()
    assert after[0].startswith("@memory: 256 bytes, ")
    assert [line.split()[:2] for line in after[1:]] == [["0", "+256"], ["0", "+128"]]
    (first, second) = [[int(word) for word in line.split() if word.isdigit()] for line in after[1:]]
    assert first[2] < second[1]


def test_memory_has_names_and_counts_buffers_of_unknown_sizes(tmp_path: Path) -> None:
    program = """func.func @f(%n: index) {
  %named = memref.alloc() : memref<4x8xf32>
  %located = memref.alloc() : memref<2xi8> loc("/layers/1/conv")
  %0 = memref.alloc(%n) : memref<?xf32>
  return
}
func.func @none() {
  return
}
"""
    file, stderr = tmp_path / "memory.txt", io.StringIO()
    assert dlc_opt.run([f"--view-memory={file}"], program, io.StringIO(), stderr) == 0, stderr.getvalue()
    head, *rows = file.read_text().splitlines()
    assert head == "@f: 130 bytes, 5 ops, 1 more of a size that only a call knows"
    names = (" %named: 4×8 f32", " /layers/1/conv: 2 i8")
    assert all(row.endswith(name) for row, name in zip(rows, names, strict=True))


def test_printed_ir_can_go_to_files_in_folders_of_ops(tmp_path: Path) -> None:
    folder = tmp_path / "tree"
    pipeline = "--pass-pipeline=builtin.module(func.func(cse),canonicalize)"
    flags = [
        pipeline,
        "--mlir-print-ir-after-all",
        f"--mlir-print-ir-tree-dir={folder}",
        "--allow-unregistered-dialect",
    ]
    program = PROGRAM.replace("@branches", '@"../../<hostile>"')
    assert dlc_opt.run(flags, program, io.StringIO(), io.StringIO()) == 0
    files = sorted(str(each.relative_to(folder)) for each in folder.rglob("*.mlir"))
    assert files == ["03-canonicalize.mlir", "func.func_@.._.._hostile_/01-cse.mlir", "func.func_@memory/02-cse.mlir"]
    assert "IR Dump After CSE (cse)" in (folder / "func.func_@memory/02-cse.mlir").read_text()


def test_a_folder_for_printed_ir_alone_gets_the_ir_after_each_pass(tmp_path: Path) -> None:
    flags = ["--cse", "--canonicalize", "--allow-unregistered-dialect", f"--mlir-print-ir-tree-dir={tmp_path / 'tree'}"]
    assert dlc_opt.run(flags, PROGRAM, io.StringIO(), io.StringIO()) == 0
    assert sorted(path.name for path in (tmp_path / "tree").iterdir()) == ["01-cse.mlir", "02-canonicalize.mlir"]
