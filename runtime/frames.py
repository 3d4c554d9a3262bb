"""The memory in which a call passes its arguments to compiled code, and gets its results: a *frame*.

It consists of slots of eight bytes:

| slots | contents |
| --- | --- |
| 2 | the address and the length of the message of a failure |
| one for each argument of the function in LLVM | the arguments: five or more for an array, see `passes/llvm` |
| those of the results | a memref's descriptor, or a number; of a lent result, the caller gives the address |
| 2 | the address and the number of bytes of a workspace that the caller lends, or zeros |
"""

from __future__ import annotations

from itertools import accumulate

from .signature import Array, Number, Signature

SLOT = 8
FAILURE_SLOTS = 2
WORKSPACE_SLOTS = 2


def argument_slots(kind: Array | Number) -> int:
    """Return the number of slots of an argument: two pointers, the offset, and a size and stride for each dimension."""
    return 3 + 2 * len(kind.sizes) if isinstance(kind, Array) else 1


def slots_of(signature: Signature) -> list[int]:
    """Return the first slot of each argument in a frame."""
    counts = [argument_slots(parameter.kind) for parameter in signature.parameters]
    return list(accumulate(counts[:-1], initial=FAILURE_SLOTS)) if counts else []


def result_slots_of(signature: Signature) -> list[int]:
    """Return the first slot of each result in a frame."""
    start = FAILURE_SLOTS + sum(argument_slots(parameter.kind) for parameter in signature.parameters)
    return list(accumulate(map(argument_slots, signature.results), initial=start))[:-1]


def workspace_slot_of(signature: Signature) -> int:
    """Return the first slot of the workspace in a frame, behind all others."""
    arguments = (argument_slots(each.kind) for each in signature.parameters)
    return FAILURE_SLOTS + sum(arguments) + sum(map(argument_slots, signature.results))


def entry_name(name: str) -> str:
    """Return the name of the entry of a function."""
    return f"dlc.entry.{name}"
