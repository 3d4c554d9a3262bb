"""An environment as `pip install dlc` makes it: the wheel, what it requires, and nothing that we develop with.

It is made once for all processes of a run; nothing is downloaded: required packages are links to those of this Python.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib import metadata
from pathlib import Path

from support.run_lines import ROOT

NOT_SOURCE = (".*", "build", "dist", "*.egg-info", "__pycache__")


def make_once(folder: Path) -> Path:
    """Return the folder with `wheel/*.whl` and the environment `venv`, made by whoever comes first."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            wheel = build_wheel(folder)
            install(wheel, folder / "venv")
            (folder / "done").touch()
    return folder


def build_wheel(folder: Path) -> Path:
    """Build the wheel from a copy: what an earlier build has left in the checkout must not get in."""
    source = folder / "checkout"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    out = folder / "wheel"
    check_call([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)], source)
    (wheel,) = out.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> None:
    """Make an environment with a wheel and what it requires."""
    venv.create(folder, with_pip=False, symlinks=True)
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    python = str(folder / "bin" / "python")
    check_call([sys.executable, "-m", "pip", "--python", python, "install", *options, str(wheel)], folder)
    site = folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    for name in required("dlc"):
        for top in {Path(str(file)).parts[0] for file in metadata.files(name) or [] if ".." not in Path(file).parts}:
            source = Path(str(metadata.distribution(name).locate_file(top)))
            if source.exists() and top != "__pycache__":
                (site / top).symlink_to(source)


def required(name: str) -> set[str]:
    """The names of all distributions that one needs, extras left out."""
    names: set[str] = set()
    pending = [name]
    while pending:
        for requirement in metadata.requires(pending.pop()) or []:
            needed = re.match(r"[\w.-]+", requirement)
            if needed and ";" not in requirement and needed[0] not in names:
                names.add(needed[0])
                pending.append(needed[0])
    return names


def clean_environment() -> dict[str, str]:
    """The environment variables of a user who has set nothing, but for the cache: programs are compiled each time."""
    kept = {name: os.environ[name] for name in ("HOME", "TMPDIR", "LANG") if name in os.environ}
    return {**kept, "PATH": os.defpath, "DLC_CACHE_DIR": ""}


def check_call(argv: list[str], cwd: Path) -> str:
    """Run a program as a user with nothing in the environment would; its output, or a failure that shows it."""
    done = subprocess.run(
        argv, cwd=cwd, env=clean_environment(), capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, f"{argv} failed with status {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout
