"""Forks wait for work in other threads, and for no work of their own."""

from __future__ import annotations

import pytest

from dlc.ir.forks import at_work
from support.new_process import check_in_new_process

WAITS = """
import os, threading
from dlc.ir.forks import at_work
begun, may_end, log = threading.Event(), threading.Event(), []
def work():
    with at_work(), at_work():
        begun.set()
        may_end.wait()
        log.append("work")
thread = threading.Thread(target=work)
thread.start()
begun.wait()
threading.Timer(0.05, may_end.set).start()
with at_work():
    child = os.fork()
if child == 0:
    with at_work():
        os._exit(log == ["work"])
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
thread.join()
"""
COMPILES = """
import os, signal, threading
import dlc
text = "func.func @f(%x: f32) -> f32 { %y = arith.addf %x, %x : f32 return %y : f32 }"
dlc.compile(text, level=0, cache=False)
is_done = False
def work():
    while not is_done:
        dlc.compile(text, level=0, cache=False)
threads = [threading.Thread(target=work) for _ in range(2)]
[thread.start() for thread in threads]
for _ in range(4):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(dlc.compile(text, level=0, cache=False)(1.5) == 3.0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
is_done = True
[thread.join() for thread in threads]
"""


def test_work_goes_on_after_an_error() -> None:
    with pytest.raises(ValueError, match="wrong"), at_work():
        raise ValueError("wrong")
    check_in_new_process(WAITS)


@pytest.mark.slow
def test_children_compile_while_threads_do() -> None:
    check_in_new_process(COMPILES)
