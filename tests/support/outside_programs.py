"""Many small programs as one module: each a function with calls, and a judge who says what must come of them.

    findings = judged([Program("f0", text, [Call(arguments, difference)]), …], level=2, threads=1)

One compilation makes the machine code of all. Arguments end at guard pages. What is wrong with one program is told of
that one, also where the compilation of all of them fails.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from dlc.compiler import InvalidArgument, ProgramFailed, compile as compile_module
from dlc.ir.errors import DlcError
from dlc.runtime.executable import Executable

from .guarded_memory import GuardedSlots

Array = Any
Difference = Callable[[Sequence[Array], Sequence[Array]], str | None]
"""How arguments and results after a call are not what a judge from outside wants."""


class Call(NamedTuple):
    """Arguments of a function, and who judges what it makes of them; `None` where it must refuse them."""

    arguments: Sequence[Any]
    difference: Difference | None


class Program(NamedTuple):
    """A function of this name, and calls of it."""

    name: str
    text: str
    calls: Sequence[Call]
    note: str = ""
    """How the text was made."""


class Finding(NamedTuple):
    """A program that does not do what a judge says, and what it does instead."""

    place: int
    message: str
    text: str


def judged(programs: Sequence[Program], level: int, threads: int, first: int = 0) -> list[Finding]:
    """Return what is wrong with programs, numbered from `first`, at a level and for some threads."""
    text = "\n".join(program.text for program in programs)
    try:
        executable = compile_module(text, level=level, threads=threads, remarks=False, cache=False)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is told)
        if len(programs) > 1:
            return [each for place, one in enumerate(programs) for each in judged([one], level, threads, first + place)]
        how = str(error) if isinstance(error, DlcError) else traceback.format_exc()
        return [Finding(first, f"level={level} threads={threads}: {how}", text)]
    slots = GuardedSlots()
    findings: list[Finding] = []
    for place, program in enumerate(programs):
        message = next(_differences(executable, program, slots), None)
        if message is not None:
            how = f"level={level} threads={threads} {program.note}".rstrip()
            findings.append(Finding(first + place, f"{how}: {message}", program.text))
    return findings


def _differences(executable: Executable, program: Program, slots: GuardedSlots) -> Iterator[str]:
    for number, call in enumerate(program.calls):
        slots.release()
        passed = [slots.copy(each) if isinstance(each, np.ndarray) else each for each in call.arguments]
        try:
            results = executable.run(program.name, *passed)
        except (InvalidArgument, ProgramFailed) as error:
            if call.difference is not None:
                yield f"call #{number} fails: {error}"
            continue
        if call.difference is None:
            yield f"call #{number} has arguments that do not agree, and is not refused"
            continue
        message = call.difference(passed, results if isinstance(results, (list, tuple)) else [results])
        if message is not None:
            yield f"call #{number}: {message}"
