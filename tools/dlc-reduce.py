#!/usr/bin/env python3
"""Run dlc-reduce from a checkout, installed or not; the tool itself is dlc_reduce.py.

The root of the checkout is the package `dlc`, whatever its folder is called, so it is registered under that name here.
"""

import importlib
import importlib.util
import os
import sys


def register_checkout(root: str) -> None:
    """Make `root` importable as `dlc`, in front of any installed one."""
    spec = importlib.util.spec_from_file_location(
        "dlc", os.path.join(root, "__init__.py"), submodule_search_locations=[root]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package at '{root}'")
    package = importlib.util.module_from_spec(spec)
    sys.modules["dlc"] = package
    spec.loader.exec_module(package)


if __name__ == "__main__":
    here = os.path.dirname(os.path.realpath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) != here]  # its modules belong to dlc.tools
    register_checkout(os.path.dirname(here))
    sys.exit(importlib.import_module("dlc.tools.dlc_reduce").main())
