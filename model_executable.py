"""Models that run step by step, as executables: what `dlc.compile` returns where a model is not one module."""

from __future__ import annotations

import os
from typing import Any, NoReturn, cast

from .codegen.target import Target
from .ir.errors import DlcError
from .runtime.entry import Described
from .runtime.executable import MAIN, EntryPoint, Executable
from .runtime.image import Image
from .runtime.signature import Array, Output, Parameter, Signature


class NotOneModule(DlcError):
    """A model that runs step by step was asked for what only one compiled module has."""


class ModelEntry(Described):
    """The entry of a model that runs step by step."""

    def __init__(self, program: Any, signature: Signature) -> None:
        super().__init__(signature)
        self._program = program

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the model and return one output, or a tuple of several."""
        return self._program(*arguments, **named)


class ModelExecutable(Executable):
    """A model whose parts are compiled when they are first run; it is called like any other executable."""

    def __init__(self, program: Any, target: Target) -> None:
        inputs, outputs = program.described()
        parameters = tuple(Parameter(each.name, Array(each.dtype, each.sizes)) for each in inputs)
        results = tuple(Output(each.name, Array(each.dtype, each.sizes)) for each in outputs)
        signature = Signature(MAIN, parameters, results, results_are_fresh=True)
        entry = cast(EntryPoint, ModelEntry(program, signature))
        super().__init__({MAIN: entry}, Image(target, (), (signature,)))

    def save(self, path: str | os.PathLike[str]) -> NoReturn:
        """Raise an error: the parts of the program are not known before it runs."""
        raise NotOneModule(f"cannot save the model to '{path}', as its parts are compiled when it runs")
