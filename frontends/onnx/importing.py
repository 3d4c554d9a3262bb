"""A whole model as one module, or as a program that runs step by step where that is not possible."""

from __future__ import annotations

import os
from collections.abc import Iterable

from onnx import ModelProto

from ...dialects.builtin import ModuleOp
from ...ir.builtin_types import TensorType
from ..problems import CannotImport
from .host.program import ModelProgram
from .host.steps import Compile
from .importer import FunctionImporter, input_type
from .model_files import Model, read_model
from .node_order import in_order
from .problems import HostOnly, Problem, UnsupportedModel, ValueNeeded

Source = ModelProto | bytes | str | os.PathLike[str]


def import_model(source: Source) -> ModuleOp:
    """Return a module whose function `main` computes a model; raise an error that lists all that is unsupported."""
    model = read_model(source)
    module, problems = import_whole(model)
    if module is None:
        raise UnsupportedModel(model.name, [problem for problem, _ in problems])
    return module


class RunsInSteps(Exception):
    """A model is not one module: some of it can only be compiled when it runs."""

    def __init__(self, model: Model) -> None:
        super().__init__(f"{model.name} runs step by step")
        self._model = model

    def program(self, compile: Compile) -> ModelProgram:
        """Return the model as a program whose parts are compiled by a function."""
        return ModelProgram(self._model, compile)


def load_model(source: Source, compile: Compile) -> ModuleOp | ModelProgram:
    """Return a model as a module, or as a program if some of it can only be compiled when it runs."""
    try:
        return module_of(read_model(source))
    except RunsInSteps as reason:
        return reason.program(compile)


def module_of(model: Model) -> ModuleOp:
    """Return a model as a module; raise `RunsInSteps` if it is none."""
    module, problems = import_whole(model)
    if module is not None:
        return module
    unsupported = _unsupported(problems)
    if unsupported:
        raise UnsupportedModel(model.name, unsupported)
    raise RunsInSteps(model)


def import_whole(model: Model) -> tuple[ModuleOp | None, list[tuple[Problem, CannotImport]]]:
    """Return a module whose function `main` computes a model, or what prevents it.

    Positions up to the length of a sequence, of a table of 512, are as many as the smaller one of both; the elements of
    an input say where a slice ends. Names for such sizes make most such models one module; where they are in the way,
    the sizes are left to the time when the model runs.
    """
    module, problems = _imported(model, names_computed_sizes=True)
    return _imported(model, names_computed_sizes=False) if _unsupported(problems) else (module, problems)


def _unsupported(problems: Iterable[tuple[Problem, CannotImport]]) -> list[Problem]:
    """Return the problems that remain when the model runs step by step."""
    return [problem for problem, error in problems if not isinstance(error, (HostOnly, ValueNeeded))]


def _imported(
    model: Model, *, names_computed_sizes: bool
) -> tuple[ModuleOp | None, list[tuple[Problem, CannotImport]]]:
    graph, opset = model.proto.graph, model.opsets.get("", 0)
    initialized = {each.name for each in graph.initializer}
    problems: list[tuple[Problem, CannotImport]] = []
    inputs: dict[str, TensorType] = {}
    for info in graph.input:
        if info.name not in initialized:
            try:
                inputs[info.name] = input_type(info)
            except CannotImport as error:
                problems.append((Problem(info.name, "input", opset, str(error)), error))
    importer = FunctionImporter(
        model, unknown=[problem.node for problem, _ in problems], names_computed_sizes=names_computed_sizes
    )
    module = importer.run(in_order(graph.node), inputs, [each.name for each in graph.output], graph.initializer)
    return module, problems + [(failure.problem, failure.error) for failure in importer.failures]
