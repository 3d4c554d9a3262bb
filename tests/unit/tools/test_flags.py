"""The command line of dlc-opt as people who know other tools type it: it works, or the error says what to type."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from dlc.tools import dlc_opt
from dlc.tools.flag_synonyms import OTHER_NAMES, OURS
from dlc.tools.options import FLAGS

PROGRAM = "func.func @f(%a: i32) -> i32 { return %a : i32 }"
WORKING = [
    ["-canonicalize"],
    ["--pass-pipeline=builtin.module(func.func(cse))"],
    ["-pass-pipeline", "builtin.module(func.func(canonicalize{max-iterations=2},cse))"],
    ["-split-input-file", "-verify-diagnostics"],
    ["-mlir-print-ir-after-all", "-cse"],
    ["--mlir-print-debuginfo", "-o", "-"],
    ["--mlir-disable-threading", "--allow-unregistered-dialect"],
    ["-mlir-print-op-generic", "--mlir-elide-elementsattrs-if-larger", "16"],
]
HINTS = {
    "-p": "unknown command line argument '-p'; write --pass-pipeline='builtin.module(PASS,PASS)'",
    "--print-debuginfo": "unknown command line argument '--print-debuginfo'; write --mlir-print-debuginfo",
    "--print-ir-after=cse": "unknown command line argument '--print-ir-after=cse'; write --mlir-print-ir-after",
    "--disable-verify": "unknown command line argument '--disable-verify'; write --verify-each=false",
    "--convert-to-llvm": "unknown command line argument '--convert-to-llvm', did you mean '--to-llvm'?",
    "--csee": "unknown command line argument '--csee', did you mean '--cse'?",
    "-x": "unknown command line argument '-x'; see --help and --list-passes, and load passes of your own by "
    "--load-pass",
    "-o": "'-o' requires a value: the output file; '-' is standard output",
}
"""Arguments that dlc-opt does not take, and what it says."""


def run(*argv: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = dlc_opt.run(list(argv), "", out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("flags", WORKING, ids=" ".join)
def test_command_lines_of_mlir_opt(flags: list[str], tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(PROGRAM)
    status, out, err = run(str(path), *flags)
    assert status == 0, err
    assert "func" in out


@pytest.mark.parametrize("when", ["before", "after"])
def test_ir_is_printed_around_passes_that_there_are(when: str, tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(PROGRAM)
    status, _, err = run(str(path), "--cse", f"--mlir-print-ir-{when}=csee")
    assert (status, err) == (1, f"dlc-opt: error: there is no pass 'csee' to print {when}, did you mean 'cse'?\n")


@pytest.mark.parametrize("argument", HINTS)
def test_what_to_write_instead(argument: str) -> None:
    assert run(argument) == (1, "", f"dlc-opt: error: {HINTS[argument]}\n")


def test_names_of_other_tools_lead_to_flags_that_there_are() -> None:
    flags = {flag.name for flag in FLAGS}
    assert {ours.lstrip("-").partition("=")[0] for ours in OTHER_NAMES} <= flags
    assert not flags & set(OURS)
