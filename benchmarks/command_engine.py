"""Whole command lines as an engine: what a user waits for, the start of the process included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from measure import Engine, seconds_of_command


class WithCommands:
    """An engine that also runs command lines: requests named `run`, by the name of the command."""

    def __init__(self, engine: Engine, commands: Mapping[str, Sequence[str]]) -> None:
        self.name = engine.name
        self.engine = engine
        self.commands = commands

    def measure(self, case: str, arguments: Mapping[str, Any]) -> float | None:
        if case != "run":
            return self.engine.measure(case, arguments)
        command = self.commands.get(arguments["command"])
        if command is None:
            return None
        without = self.commands.get(str(arguments.get("without")))
        seconds = seconds_of_command([*command, *arguments.get("more", ())])
        return seconds - seconds_of_command(without) if without is not None else seconds

    def close(self) -> None:
        self.engine.close()
