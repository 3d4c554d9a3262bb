"""Which version of dlc this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_line() -> str:
    """The answer to --version."""
    try:
        return f"dlc {version('dlc')}\n"
    except PackageNotFoundError:
        return "dlc (from a checkout)\n"
