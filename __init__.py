"""dlc: an MLIR-style IR framework, and a deep-learning compiler built with it.

    import dlc

    module = dlc.parse("func.func @twice(%x: i32) -> i32 { %y = arith.addi %x, %x : i32 return %y : i32 }")
    dlc.run_pipeline(module, "canonicalize,cse")
    print(module)

These names are all that most scripts need; the packages below (`dlc.ir`, `dlc.dialects`, `dlc.passes` …) hold the rest.
Each name is imported when it is first used: `import dlc` itself takes less than a millisecond.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # known to type checkers; importing it from `typing` would dominate the time
if TYPE_CHECKING:
    from typing import Any

    from dlc.compiler import compile, load
    from dlc.exporting import export
    from dlc.frontends import array
    from dlc.frontends.array import nn, random
    from dlc.frontends.array.control import cond, scan, while_loop
    from dlc.frontends.array.functions import spec, trace
    from dlc.frontends.array.gradients import checkpoint, stop_gradient
    from dlc.interp.interpreter import Interpreter
    from dlc.ir.context import Context
    from dlc.ir.errors import DlcError, MissedOptimization
    from dlc.ir.operations import Operation
    from dlc.parser.print import print_ir
    from dlc.parser.printer import PrintOptions
    from dlc.runtime.executable import Executable, ProgramFailed
    from dlc.runtime.number_arguments import InvalidArgument

    from . import distributed, optim
    from .api import (
        InvalidProgram,
        make_context,
        parse,
        parse_attribute,
        parse_file,
        parse_type,
        register_pass,
        run_pipeline,
        verify,
    )
    from .jit_functions import grad, jit, value_and_grad

__all__ = [
    "Context",
    "DlcError",
    "Executable",
    "Interpreter",
    "InvalidArgument",
    "InvalidProgram",
    "MissedOptimization",
    "Operation",
    "PrintOptions",
    "ProgramFailed",
    "array",
    "checkpoint",
    "compile",
    "cond",
    "distributed",
    "export",
    "grad",
    "jit",
    "load",
    "make_context",
    "nn",
    "optim",
    "parse",
    "parse_attribute",
    "parse_file",
    "parse_type",
    "print_ir",
    "random",
    "register_pass",
    "run_pipeline",
    "scan",
    "spec",
    "stop_gradient",
    "trace",
    "value_and_grad",
    "verify",
    "while_loop",
]

_ELSEWHERE = {
    "Context": "dlc.ir.context",
    "DlcError": "dlc.ir.errors",
    "Executable": "dlc.runtime.executable",
    "Interpreter": "dlc.interp.interpreter",
    "InvalidArgument": "dlc.runtime.number_arguments",
    "MissedOptimization": "dlc.ir.errors",
    "Operation": "dlc.ir.operations",
    "PrintOptions": "dlc.parser.printer",
    "ProgramFailed": "dlc.runtime.executable",
    "checkpoint": "dlc.frontends.array.gradients",
    "compile": "dlc.compiler",
    "cond": "dlc.frontends.array.control",
    "export": "dlc.exporting",
    "grad": "dlc.jit_functions",
    "jit": "dlc.jit_functions",
    "load": "dlc.compiler",
    "print_ir": "dlc.parser.print",
    "scan": "dlc.frontends.array.control",
    "spec": "dlc.frontends.array.functions",
    "stop_gradient": "dlc.frontends.array.gradients",
    "trace": "dlc.frontends.array.functions",
    "value_and_grad": "dlc.jit_functions",
    "while_loop": "dlc.frontends.array.control",
}
"""The modules of the names that are not defined in `dlc.api`."""
_MODULES = {
    "array": "dlc.frontends.array",
    "distributed": "dlc.distributed",
    "nn": "dlc.frontends.array.nn",
    "optim": "dlc.optim",
    "random": "dlc.frontends.array.random",
}
"""The names that are modules."""


class _Aliases:
    """Finds the modules of `dlc` that live elsewhere, so that `import dlc.array as xp` works."""

    @staticmethod
    def find_spec(name: str, *_: object) -> object:
        """Return a spec that this class loads, or `None` for other modules."""
        module = _MODULES.get(name.removeprefix("dlc.")) if name.startswith("dlc.") else None
        return type(__spec__)(name, _Aliases) if module not in (None, name) else None

    @staticmethod
    def create_module(spec: object) -> None:
        """Let Python make a module, which `exec_module` replaces."""

    @staticmethod
    def exec_module(module: Any) -> None:
        """Put the module itself where Python looks for the name."""
        name: str = module.__name__
        sys.modules[name] = getattr(sys.modules["dlc"], name.removeprefix("dlc."))


if not TYPE_CHECKING:  # so that type checkers report misspelled names

    def __getattr__(name: str) -> object:
        """Import the module that defines a public name, once."""
        if name not in __all__:
            raise AttributeError(f"module 'dlc' has no attribute '{name}'")
        module = _MODULES.get(name)
        with import_module("dlc.ir.forks").at_work(), import_module("dlc.ir.garbage").not_collecting():
            value = import_module(module) if module else getattr(import_module(_ELSEWHERE.get(name, "dlc.api")), name)
        globals()[name] = value
        return value

    sys.meta_path.append(_Aliases)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
