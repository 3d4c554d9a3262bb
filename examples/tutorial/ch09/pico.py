"""The compiler of Pico: `python -m ch09.pico layer.pico` prints the graph that a program becomes."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import dlc
from dlc.ir import Operation
from dlc.ir.context import Context

from ch03.frontend import read
from ch05.simplify import Simplify
from ch06.shapes import InferShapes
from ch07.signs import DropRelu
from ch08.lowering import LowerPico

import_module("ch04.meaning")  # the interpreter runs Pico
for kind in (Simplify, InferShapes, DropRelu, LowerPico):
    dlc.register_pass(kind)

PASSES = "inline,symbol-dce,pico-infer-shapes,pico-simplify,pico-drop-relu,lower-pico"


def new_context() -> Context:
    """Return a context with the dialect."""
    context = dlc.make_context()
    context.load_module("ch02.dialect")
    return context


def graph_of(path: str | Path) -> Operation:
    """Return the graph of a program; raise `dlc.InvalidProgram` with all its errors."""
    context = new_context()
    module = read(str(path), context)
    dlc.run_pipeline(module, PASSES, context=context)
    return module


def compile(path: str | Path) -> dlc.Executable:
    """Return the machine code of a program."""
    context = new_context()
    return dlc.compile(read(str(path), context), passes=f"{PASSES},default", context=context)


if __name__ == "__main__":
    try:
        print(graph_of(sys.argv[1]))
    except dlc.InvalidProgram as error:
        sys.exit(str(error))
