"""The list of all reductions of modules, coarse before fine, and their selection by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.ir.context import Context
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError

from .attributes import DropAttributes, DropLocations, ShortenNames, ShortenStrings, ShrinkNumbers
from .clean_ups import CleanUps
from .control_flow import DecideBranches, DropBlockArguments, DropBlocks, MergeBlocks
from .editing import ModuleReduction
from .shapes import ShrinkShapes
from .signatures import DropFunctionArguments, DropFunctionResults, DropOperands, DropResults
from .structure import DetachOperands, DropOps, DropSymbols, EmptyBodies, InlineCalls, InlineRegions

MODULE_REDUCTIONS: tuple[type[ModuleReduction[Any]], ...] = (
    DropSymbols,
    EmptyBodies,
    CleanUps,
    DropBlocks,
    DecideBranches,
    MergeBlocks,
    InlineRegions,
    DropOps,
    InlineCalls,
    DropFunctionResults,
    DropFunctionArguments,
    DropBlockArguments,
    DropResults,
    DropOperands,
    DetachOperands,
    ShrinkShapes,
    DropAttributes,
    ShrinkNumbers,
    ShortenStrings,
    ShortenNames,
    DropLocations,
)


class UnknownReduction(DlcError):
    """There is no reduction of the given name."""


def module_reductions(context: Context, names: Sequence[str] | None = None) -> list[ModuleReduction[Any]]:
    """Return the reductions with these names, or all of them, in the order in which they are tried."""
    known = {kind.name: kind for kind in MODULE_REDUCTIONS}
    for name in names or ():
        if name not in known:
            raise UnknownReduction(f"there is no reduction '{name}'{did_you_mean(name, known)}")
    return [kind(context) for kind in MODULE_REDUCTIONS if names is None or kind.name in names]


def reduction_list() -> str:
    """Return a list of all reductions, one per line."""
    return "".join(f"  {kind.name:<18} {kind.summary()}\n" for kind in MODULE_REDUCTIONS)
