"""MLIR has the ops that `docs/mlir-ops.md` counts, and the page says which of them are here."""

from __future__ import annotations

import pytest

from conformance.corpus import MLIR_OPT, SPLIT, run_mlir_opt
from dlc.dialects import register_all
from dlc.ir.context import Context
from support.mlir_op_table import PAGE, mlir_ops, page


def test_the_page_is_what_the_dialects_say_now() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "`make op-table` brings docs/mlir-ops.md up to date"


def test_what_is_lacking_may_be_kept() -> None:
    context = Context()
    register_all(context)
    for name in mlir_ops():
        dialect = context.dialect(name.partition(".")[0])
        assert dialect is not None
        assert (name in dialect.ops) != (name in dialect.foreign_ops), name


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
def test_mlir_has_these_ops() -> None:
    text = f"\n{SPLIT}\n".join(f'"{name}"() : () -> ()' for name in ("gpu.no_op_of_mlir", *mlir_ops()))
    errors = run_mlir_opt(text).errors
    assert errors.count("that does not allow unknown operations") == 1, errors[:2000]
