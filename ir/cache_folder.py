"""The folder in which dlc keeps what it compiled, and whether it may be trusted.

Because what is kept there runs, a folder that others may write to is not used.
"""

from __future__ import annotations

import os
import stat
import sys

FOLDER_VARIABLE = "DLC_CACHE_DIR"


def cache_folder() -> str | None:
    """Return the folder that the environment selects, or `None` if nothing is to be kept."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is not None:
        return os.path.abspath(os.path.expanduser(folder)) if folder else None
    home = os.path.expanduser("~")
    if home == "~":
        return None
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "dlc")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"), "dlc")


def folder_problem(folder: str) -> str | None:
    """Return why a folder is not used, or `None`; one that does not exist yet has no problem."""
    try:
        status = os.stat(folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        return error.strerror or str(error)
    if not stat.S_ISDIR(status.st_mode):
        return "it is not a folder"
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return "it belongs to another user"
    return "others may write to it" if status.st_mode & 0o022 and os.name == "posix" else None
