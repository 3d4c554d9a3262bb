"""The pass machinery: how passes are declared, named, put into pipelines, run and watched.

These are the names with which a pass is written; the rest is in the modules.
"""

from __future__ import annotations

from .declaration import NamedPipeline, Pass, PassRun, Statistic, statistic
from .options import option

__all__ = ["NamedPipeline", "Pass", "PassRun", "Statistic", "option", "statistic"]
