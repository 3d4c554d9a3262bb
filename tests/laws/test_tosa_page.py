"""`docs/tosa.md` says what each op of TOSA becomes now: its table is made of translations."""

from __future__ import annotations

from support.tosa_op_table import PAGE, page


def test_the_table_is_what_ops_become_now() -> None:
    text = page()
    assert PAGE.read_text(encoding="utf-8") == text, "`make op-table` brings docs/tosa.md up to date"
    assert "**" not in text, "an example cannot be translated"
