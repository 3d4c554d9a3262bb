"""The version of dlc."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_line() -> str:
    """Return the output of --version."""
    try:
        return f"dlc {version('dlc')}\n"
    except PackageNotFoundError:
        return "dlc (from a checkout)\n"
