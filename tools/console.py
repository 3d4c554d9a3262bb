"""The functions that console scripts call, which import nothing else of dlc, so that Ctrl-C is quiet from the start."""

from __future__ import annotations

import importlib
import signal
from collections.abc import Callable

INTERRUPTED = 130
"""The exit status of a command that was interrupted, as shells report it."""


def dlc() -> int:
    """Run the command `dlc`."""
    return run_main("dlc_command")


def dlc_opt() -> int:
    """Run `dlc-opt`."""
    return run_main("dlc_opt")


def dlc_reduce() -> int:
    """Run `dlc-reduce`."""
    return run_main("dlc_reduce")


def dlc_lsp() -> int:
    """Run `dlc-lsp`."""
    return run_main("dlc_lsp")


def run_main(module: str) -> int:
    """Import a module of this folder and run its `main`; an interruption before that ends the process."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    main: Callable[[], int] = importlib.import_module(f".{module}", __package__).main
    try:
        if handler is signal.default_int_handler:
            signal.signal(signal.SIGINT, handler)
        return main()
    except KeyboardInterrupt:
        return INTERRUPTED
