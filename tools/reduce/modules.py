"""Reducing modules in this process, for a fuzzer that has a module which fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import register_all, register_installed
from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.errors import DlcError
from dlc.ir.verifier import verify
from dlc.parser.print import print_ir

from .catalogue import module_reductions
from .search import Limits, Search


class NotInteresting(DlcError):
    """The module to be reduced is not interesting."""


def reduce_module(
    module: Operation,
    is_interesting: Callable[[Operation], bool],
    *,
    context: Context | None = None,
    reductions: Sequence[str] | None = None,
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
) -> Operation:
    """Return the smallest module found for which `is_interesting` holds, as it must for `module`, which is not
    modified.

    `is_interesting` receives a separate copy each time, which it may change, and must return the same answer for equal
    modules; an exception from it ends the search. Candidates are valid, unless `module` itself is not. `context`
    contains the dialects of the module (all bundled and installed ones by default).
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
    """Return whether a module verifies; a module that crashes a verifier is invalid."""
    try:
        return verify(module)
    except Exception:  # noqa: BLE001 (the verifier of a dialect may be what is being debugged)
        return False


def spelled(module: Operation) -> str | None:
    """Return the text of a module, or `None` if it cannot be printed."""
    try:
        return print_ir(module)
    except Exception:  # noqa: BLE001 (as above)
        return None
