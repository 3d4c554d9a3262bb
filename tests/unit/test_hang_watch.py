"""A test that hangs ends its process, which says where."""

from __future__ import annotations

from support.new_process import check_in_new_process
from support.run_lines import ROOT


def test_where_it_hangs_is_shown() -> None:
    done = check_in_new_process(
        f"""
        import sys, threading
        sys.path.append({str(ROOT / "tests")!r})
        from support.hang_watch import HangWatch

        watch = HangWatch(seconds=0.1, between=0.01)
        threading.Thread(target=watch.watch, args=(2,), daemon=True).start()
        watch.tests += 1

        def hang():
            threading.Event().wait()

        hang()
        """,
        expected=1,
    )
    assert "Timeout" in done.stderr
    assert "in hang\n" in done.stderr
