"""`import_model`: a whole model as one module."""

from __future__ import annotations

import os

from onnx import ModelProto

from ...dialects.builtin import ModuleOp
from .importer import FunctionImporter, input_type
from .model_files import Model, read_model
from .problems import CannotImport, Problem, UnsupportedModel


def import_model(source: ModelProto | bytes | str | os.PathLike[str]) -> ModuleOp:
    """Return a module whose function `main` computes a model; raise an error that lists all that is unsupported."""
    return import_whole(read_model(source))


def import_whole(model: Model) -> ModuleOp:
    """Return a module whose function `main` computes a model."""
    graph = model.proto.graph
    initialized = {each.name for each in graph.initializer}
    problems: list[Problem] = []
    inputs = {}
    for info in graph.input:
        if info.name not in initialized:
            try:
                inputs[info.name] = input_type(info)
            except CannotImport as error:
                problems.append(Problem(info.name, "input", model.opsets.get("", 0), str(error)))
    if not problems:
        importer = FunctionImporter(model)
        module = importer.run(graph.node, inputs, [each.name for each in graph.output], graph.initializer)
        if module is not None:
            return module
        problems = [failure.problem for failure in importer.failures]
    raise UnsupportedModel(model.name, problems)
