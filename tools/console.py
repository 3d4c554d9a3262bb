"""The functions that console scripts call, which import nothing else of dlc, so that Ctrl-C is quiet from the start."""

from __future__ import annotations

from .interruptions import imported_main


def dlc() -> int:
    """Run the command `dlc`."""
    return imported_main("dlc_command")()


def dlc_opt() -> int:
    """Run `dlc-opt`."""
    return imported_main("dlc_opt")()


def dlc_reduce() -> int:
    """Run `dlc-reduce`."""
    return imported_main("dlc_reduce")()


def dlc_lsp() -> int:
    """Run `dlc-lsp`."""
    return imported_main("dlc_lsp")()
