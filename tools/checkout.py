"""Code shared by the launchers in this folder: run a tool from a checkout, whether dlc is installed or not.

The root of the checkout is the package `dlc`, whatever the name of its folder, so it is registered under that name.
"""

import importlib
import importlib.util
import os
import sys


def register_checkout(root: str) -> None:
    """Make `root` importable as `dlc`, with priority over any installed package."""
    spec = importlib.util.spec_from_file_location(
        "dlc", os.path.join(root, "__init__.py"), submodule_search_locations=[root]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package at '{root}'")
    package = importlib.util.module_from_spec(spec)
    sys.modules["dlc"] = package
    spec.loader.exec_module(package)


def run_tool(module: str) -> int:
    """Run `main` of a module of this folder and return its result."""
    here = os.path.dirname(os.path.realpath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) != here]  # as dlc.tools only
    register_checkout(os.path.dirname(here))
    console = importlib.import_module("dlc.tools.console")  # the package is known only now
    status: int = console.run_main(module)
    return status
