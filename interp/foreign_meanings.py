"""Meanings of ops that are not dlc's own: what they raise and return is checked, so that a mistake names its op.

dlc's own meanings are not checked: they are tested, and run millions of times.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import Any, cast

from dlc.ir import Operation, Type
from dlc.ir.errors import DlcError
from dlc.ir.mistakes import described

from .errors import Fault, InterpreterError
from .semantics import Enter, Jump, Kernel, Leave, Machine, Meeting, Prepare, RegionRun
from .values import POISON, Elements, is_number, is_vector_like

_CONTROL = (Jump, Leave, Meeting)
_PASSED_ON = (DlcError, Fault, MemoryError, OverflowError)
"""Exceptions that the interpreter gives a place itself."""


def is_foreign(op: Operation) -> bool:
    """Return whether an op is defined outside of dlc."""
    return type(op).__module__.partition(".")[0] != "dlc"


def checked_kernel(op: Operation, prepare: Prepare, machine: Machine) -> Kernel:
    """Return the kernel of a foreign op, which raises `InterpreterError` if its meaning is mistaken."""
    try:
        kernel = prepare(op, machine)
    except _PASSED_ON:
        raise
    except Exception as error:
        raise InterpreterError(f"has a meaning that raised {described(error, prepare)}", op) from error
    if not callable(kernel):
        raise InterpreterError(f"has a meaning that is {kernel!r:.60}; return a function of the operands", op)

    def run(*operands: Any) -> Any:
        try:
            out: object = kernel(*operands)
        except _PASSED_ON:
            raise
        except Exception as error:
            raise InterpreterError(f"has a meaning that raised {described(error, kernel)}", op) from error
        if isinstance(out, (Enter, GeneratorType)):
            return _checked_run(op, kernel, _entering(out) if isinstance(out, Enter) else cast("RegionRun", out))
        if type(out) not in _CONTROL:
            _check_results(op, out)
        return out

    return run


def _entering(entered: Enter) -> RegionRun:
    """Return the run of an op whose results are what the region leaves with."""
    return (yield entered)


def _checked_run(op: Operation, kernel: Kernel, run: RegionRun) -> RegionRun:
    """Run a foreign op with regions; raise `InterpreterError` if its meaning is mistaken."""
    try:
        out: object = yield from run
    except _PASSED_ON:
        raise
    except Exception as error:
        raise InterpreterError(f"has a meaning that raised {described(error, kernel)}", op) from error
    if isinstance(out, Leave):
        out = out.values[0] if len(out.values) == 1 else list(out.values)
    _check_results(op, out)
    return out


def _check_results(op: Operation, out: object) -> None:
    """Refuse what cannot be the results of an op."""
    types = op.result_types
    if len(types) == 1:
        _check_value(op, out, types[0])
        return
    values = cast("Sequence[object]", out) if isinstance(out, (list, tuple)) else () if out is None else (out,)
    if len(values) != len(types):
        raise InterpreterError(f"has {len(types)} results, but a meaning that returned {out!r:.60}", op)
    for value, type in zip(values, types, strict=True):
        _check_value(op, value, type)


def _check_value(op: Operation, value: object, type: Type) -> None:
    if value is POISON:
        return
    if is_number(type) and not isinstance(value, int):
        hint = "return its bits, as scalar_from_python(number, type) of dlc.interp.conversion does"
    elif is_vector_like(type) and not isinstance(value, Elements):
        hint = "return Elements, as elements_from_python(array, type, 1) of dlc.interp.conversion does"
    else:
        return
    raise InterpreterError(f"has a meaning that returned {value!r:.60} for '{type}'; {hint}", op)
