"""Settings of all tests: property tests generate the same examples every time, the root of the checkout is not a
package of tests, collecting garbage costs little, and nothing comes from a user's cache.

The root is the package `dlc`. pytest would see its `__init__.py`, take the folder for a package with tests in it, and
import it a second time, under the folder's name.
"""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from _pytest.runner import runtestprotocol

from dlc.passes.catalog import PASSES
from support.cost import count_seconds
from support.file_order import LongestFirst
from support.forked_python import ForkingPython
from support.hang_watch import HangWatch
from support.new_process import SHARED_CACHE
from support.properties import PIN, draw_freshly, fix_draws
from support.sampling import OPTION, SampledCases
from support.user_environment import clean_environment, make_once


class RootIsNoTestPackage:
    """A plugin, because a conftest's own hooks do not reach the folders above it."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if path != parent.config.rootpath:
            return None
        return pytest.Dir.from_parent(parent, path=path)


class OnlyResultsAreReported:
    """A worker does not report that a test was set up and torn down well: with xdist, a report takes a millisecond."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in runtestprotocol(item, nextitem=nextitem, log=False):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


class KeptIsNotSearched:
    """Objects that remain after many tests are frozen: searching them for garbage took a fifth of the time.

    New ones are searched when there are many: nearly all are gone by then without a search.
    """

    TESTS = 100
    NEW_OBJECTS = 20_000

    def __init__(self) -> None:
        self.count = 0
        gc.set_threshold(self.NEW_OBJECTS)

    def pytest_runtest_logfinish(self) -> None:
        self.count += 1
        if self.count % self.TESTS == 0:
            gc.collect()
            gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "let property tests draw other examples every time, and this many times as many as usual"
    parser.addoption("--fresh-draws", type=int, default=0, metavar="TIMES", help=text)
    parser.addoption(OPTION, action="store_true", help="run all cases of tests of which a part runs otherwise")
    parser.addoption("--timed", action="store_true", help="let tests of growth count seconds instead of lines")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["DLC_CACHE_DIR"] = ""  # what a user has compiled before must not matter
    fix_draws()
    scale = int(config.getoption("--fresh-draws") or 0)
    if scale:
        draw_freshly(scale)
    if config.getoption("--timed"):
        count_seconds()
    if not hasattr(config, "workerinput"):
        _share_cache(config)
    else:
        config.pluginmanager.register(LongestFirst())
        if config.getoption("durations") is None:
            config.pluginmanager.register(OnlyResultsAreReported())
    config.pluginmanager.register(RootIsNoTestPackage())
    config.pluginmanager.register(HangWatch())
    config.pluginmanager.register(KeptIsNotSearched())
    config.pluginmanager.register(SampledCases())


def _share_cache(config: pytest.Config) -> None:
    """Let processes that tests start find what others have compiled in the same run, most of all the runtime."""
    folder = TemporaryDirectory(prefix="dlc-tests-")
    config.add_cleanup(folder.cleanup)
    os.environ[SHARED_CACHE] = folder.name


@pytest.fixture(scope="session")
def user_environment(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of an environment that has dlc and nothing else of ours, the same one for all workers."""
    own = tmp_path_factory.getbasetemp()
    return make_once((own if worker_id == "master" else own.parent) / "user")


@pytest.fixture(scope="session")
def user_programs(user_environment: Path) -> Iterator[Path]:
    """A folder with the programs of the user's environment, which need no time to import what all of them do."""
    programs = user_environment / "venv" / "bin"
    with TemporaryDirectory(prefix="dlc-") as folder:
        tools = ("dlc.tools.dlc_command", "dlc.tools.dlc_opt", "dlc.tools.dlc_reduce")
        modules = ["numpy", "llvmlite.binding", *tools, *sorted({entry.module for entry in PASSES.values()})]
        python = ForkingPython(Path(folder), programs / "python", modules, clean_environment())
        python.write_command("python")
        for name in ("dlc", "dlc-opt", "dlc-reduce"):
            python.write_command(name, str(programs / name))
        yield Path(folder)
        python.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--fresh-draws") and terminalreporter.stats.get("failed"):
        terminalreporter.section("what to do with a finding")
        terminalreporter.write_line(PIN)
