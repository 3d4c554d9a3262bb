"""Processes that are forked from a Python with modules in it behave as others do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from support.forked_python import ForkingPython


@pytest.fixture(scope="module")
def python() -> Iterator[Path]:
    with TemporaryDirectory(prefix="dlc-") as folder:
        process = ForkingPython(Path(folder), sys.executable, ["json"], dict(os.environ))
        yield process.write_command("python")
        process.close()


@pytest.mark.parametrize(
    "code",
    [
        "import atexit, sys; atexit.register(print, 'end'); print(sys.argv, sys.stdin.read()); sys.exit(3)",
        "import threading, time; threading.Thread(target=lambda: (time.sleep(0.01), print('end'))).start()",
        "import os; print(os.environ['X'], os.getcwd(), __name__); raise SystemExit('said')",
        "def fail():\n    raise ValueError('wrong')\nfail()",
        "import os; os.kill(os.getpid(), 9)",
        "1 +",
    ],
)
def test_they_end_like_others(python: Path, tmp_path: Path, code: str) -> None:
    first, second = (
        subprocess.run(
            [program, "-c", code, "a", "b c"],
            input="typed",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=tmp_path,
            env={"X": "y"},
        )
        for program in (python, sys.executable)
    )
    assert (first.returncode, first.stdout, first.stderr) == (second.returncode, second.stdout, second.stderr)


def test_a_file_finds_modules_beside_it(python: Path, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("print('beside')\n")
    (tmp_path / "main.py").write_text("import sys, json, beside\nprint(__file__, sys.argv)\n")
    for arguments in (["main.py", "x"], ["-m", "main", "x"]):
        outputs = [
            subprocess.check_output([program, *arguments], cwd=tmp_path, env={}) for program in (python, sys.executable)
        ]
        assert outputs[0] == outputs[1]


def test_they_end_with_the_command_that_asked(python: Path) -> None:
    asking = subprocess.Popen([python, "-c", "print(1, flush=True); input()"], stdin=subprocess.PIPE, stdout=-1)
    assert asking.stdout is not None
    assert asking.stdout.readline() == b"1\n"
    asking.kill()
    assert asking.stdout.read() == b""
    asking.communicate()
