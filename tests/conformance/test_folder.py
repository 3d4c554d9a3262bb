"""`conformance.folder` counts what is equal after a round trip, and why the rest is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.corpus import MLIR_OPT
from conformance.folder import LENIENT, LETTERS, TRIPS, VERIFIED, Trial, corpus, save

CHUNKS = """
func.func @known(%x: i32) -> i32 {
  return %x : i32
}
// -----
func.func @form_of_a_foreign_dialect(%n: index) {
  scf.for %i = %n to %n step %n {
  }
  return
}
// -----
func.func @known(%x: i32) -> i32 {
  return %x : i32
}
// -----
func.func @rejected() {
"""


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
def test_report(tmp_path: Path) -> None:
    (tmp_path / "a.mlir").write_text(CHUNKS)
    chunks = list(corpus(tmp_path))
    assert len(chunks) == 3, "equal chunks are tried once"
    trial = Trial([*TRIPS, LETTERS, VERIFIED, LENIENT])
    trial.batch(chunks)
    assert list(trial.findings.report(5)) == [
        "custom form: 2 of 2 (100.00%)",
        "the same letters as mlir-opt's generic form: 2 of 2 (100.00%)",
        "generic form: 2 of 2 (100.00%)",
        "locations: 2 of 2 (100.00%)",
        "--verify-roundtrip: 2 of 2 (100.00%)",
        "accepted, though mlir-opt rejects them: 1 of 1 (100.00%)",
    ]
    trial.findings.add("custom form", chunks[0], "differs: a -> b")
    assert "      1  differs: a -> b  [a.mlir #0]" in "\n".join(trial.findings.report(5))
    save(trial.findings, tmp_path / "failed")
    assert (tmp_path / "failed" / "custom_form" / "a.0.mlir").read_text().startswith("// differs: a -> b\nfunc.func")
