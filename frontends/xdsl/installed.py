"""The installed version of xDSL, and whether the bridge has been tested with it. Imports nothing of xDSL itself."""

from __future__ import annotations

import importlib.util
from importlib import metadata

from ...ir.errors import DlcError

TESTED = ((0, 73), (0, 75))
"""The first version that the bridge was tested with, and the first that it was not: what pyproject.toml says too."""


class XdslUnavailable(DlcError):
    """xDSL is not there, or is of a version that the bridge does not know."""


def require_xdsl() -> None:
    """Raise, with what to install, where `import xdsl` would give the wrong thing or nothing."""
    wanted = f"xdsl>={_spell(TESTED[0])},<{_spell(TESTED[1])}"
    if importlib.util.find_spec("xdsl") is None:
        raise XdslUnavailable(f"xDSL is not installed: pip install '{wanted}'")
    try:
        version = metadata.version("xdsl")
    except metadata.PackageNotFoundError:  # a checkout on the path, whose user knows what they do
        return
    if not TESTED[0] <= _release(version) < TESTED[1]:
        raise XdslUnavailable(f"the bridge is tested with {wanted}, but xDSL {version} is installed")


def _release(version: str) -> tuple[int, ...]:
    """The first two numbers of a version: `(0, 74)` of `0.74.1`."""
    return tuple(int(part) for part in version.split("+", maxsplit=1)[0].split(".")[:2] if part.isdigit())


def _spell(release: tuple[int, ...]) -> str:
    return ".".join(map(str, release))
