"""Reducing modules in this process: what a fuzzer calls with a module that went wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import register_all, register_installed
from dlc.ir.context import Context
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.ir.verifier import verify
from dlc.parser.print import print_ir

from .catalogue import module_reductions
from .search import Limits, Search


class NotInteresting(DlcError):
    """What is to be reduced does not show what is looked for."""


def reduce_module(
    module: Operation,
    is_interesting: Callable[[Operation], bool],
    *,
    context: Context | None = None,
    reductions: Sequence[str] | None = None,
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
) -> Operation:
    """The smallest module found for which `is_interesting` holds, as it does for `module`, which is not touched.

    `is_interesting` gets a copy of its own each time, which it may change, and must always say the same of the same
    module; what it raises ends the search. Candidates are valid, unless `module` itself is not. `context` knows the
    dialects of the module (all bundled and installed ones by default).
    """
    context = context if context is not None else _context()
    chosen = module_reductions(context, reductions)
    if not is_interesting(module.clone()):
        raise NotInteresting("the module to be reduced is not interesting: the function returned False for it")
    must_verify = is_valid(module)

    def spell(candidate: Operation) -> str | None:
        return spelled(candidate) if not must_verify or is_valid(candidate) else None

    search = Search(
        module.clone(),
        spelled(module) or "",
        spell,
        lambda candidate, _: is_interesting(candidate.clone()),
        limits=limits,
        progress=progress,
    )
    return search.minimize(chosen)


def _context() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    register_installed(context)
    return context


def is_valid(module: Operation) -> bool:
    """Whether a module verifies; what makes a verifier crash is no valid module."""
    try:
        return verify(module)
    except Exception:  # noqa: BLE001 (the verifier of a dialect may be what is being debugged)
        return False


def spelled(module: Operation) -> str | None:
    """The text of a module; `None` where it cannot be printed."""
    try:
        return print_ir(module)
    except Exception:  # noqa: BLE001 (as above)
        return None
