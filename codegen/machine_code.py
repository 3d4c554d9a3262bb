"""LLVM's machines, passes and object files. This module uses only LLVM IR, so that a worker need not load dlc's IR."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .binding import binding, initialize, parsed

MANY_CALLS = 1000
"""The calls of a function from which on its instructions are not scheduled: LLVM's time is quadratic in them."""

FEW_ACCESSES, MANY_ACCESSES = 32, 250
"""The accesses of a loop up to which LLVM looks for memory to keep in registers, if loops are scheduled and if not.

Its time is quadratic in them. Schedules have replaced such memory before they unroll; 250 is LLVM's own number.
"""

_REAL_CALL = re.compile(r"call [^\n@]*@(?!llvm\.)")
_NAME = re.compile(r'[^@\n]*@"?([^"(\n]+)')


def machine_on(llvm_target: Any, cpu: str, features: str, level: int, *, position_independent: bool = True) -> Any:
    """Return LLVM's target machine, for one thread at a time."""
    is_linked_once = llvm_target.triple.startswith("wasm")  # position-independent code is for its dynamic linkers
    relocation = "pic" if position_independent and not is_linked_once else "static"
    return llvm_target.create_target_machine(
        cpu=cpu, features=features, opt=level, reloc=relocation, codemodel="default"
    )


def object_of(text: str, *, triple: str, cpu: str, features: str, level: int, is_scheduled: bool) -> bytes:
    """Return the object file of LLVM IR that is known to be valid; errors are exceptions."""
    initialize()
    module = parsed(text)
    module.verify()
    machine = machine_on(binding.Target.from_triple(triple), cpu, features, level)
    if level > 0:
        optimize(module, text, machine, level, is_scheduled=is_scheduled)
    return machine.emit_object(module)


def optimize(module: Any, text: str, machine: Any, level: int, *, is_scheduled: bool) -> None:
    """Run LLVM's passes of an optimization level on the module of a text, with the costs of a machine.

    Loops of a module that has been scheduled are annotated if LLVM should not transform them again.
    """
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.loop_interleaving = options.loop_unrolling = level >= 2
    options.slp_vectorization = level >= 2 and not is_scheduled
    accesses = FEW_ACCESSES if is_scheduled else MANY_ACCESSES
    binding.set_option("dlc", f"-licm-mssa-max-acc-promotion={accesses}")
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    long = set(_functions_of_many_calls(text))
    for function in module.functions if long else ():
        if function.name in long and not function.is_declaration:
            function.add_function_attribute("noinline")
            function.add_function_attribute("optnone")


def _functions_of_many_calls(text: str) -> Iterator[str]:
    """Yield the functions that spend their time in what they call."""
    for function in text.split("\ndefine ")[1:]:
        is_long = function.count("call ") > MANY_CALLS
        if is_long and len(_REAL_CALL.findall(function)) > MANY_CALLS and (name := _NAME.match(function)):
            yield name[1]
