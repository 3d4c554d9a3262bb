"""LLVM's passes and object files. This module uses only LLVM IR, so that a worker need not load dlc's IR."""

from __future__ import annotations

from typing import Any

from .binding import binding, initialize
from .target import Target


def object_of(text: str, target: Target, level: int, *, transforms_loops: bool) -> bytes:
    """Return the object file of LLVM IR that is known to be valid; errors are exceptions."""
    initialize()
    module = binding.parse_assembly(text, binding.create_context())
    module.verify()
    machine = target.machine(level)
    if level > 0:
        optimize(module, machine, level, transforms_loops=transforms_loops)
    return machine.emit_object(module)


def optimize(module: Any, machine: Any, level: int, *, transforms_loops: bool) -> None:
    """Run LLVM's passes of an optimization level, with the costs of a machine."""
    options = binding.create_pipeline_tuning_options(speed_level=level)
    transforms_loops = transforms_loops and level >= 2
    options.loop_vectorization = options.slp_vectorization = transforms_loops
    options.loop_interleaving = options.loop_unrolling = transforms_loops
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
