"""ONNX models as modules of graph ops.

    from dlc.frontends.onnx import import_model

    module = import_model("model.onnx")  # a path, the bytes of a file, or a ModelProto
    exe = dlc.compile(module)

`dlc.compile("model.onnx")` does both. Inputs and outputs keep their names, sizes that the model leaves open stay open,
and every op has the name of its node as location. The package `onnx` is imported when this package is.
"""

from __future__ import annotations

from .installed import require_onnx

require_onnx()

from .host.program import ModelProgram  # noqa: E402
from .importing import RunsInSteps, import_model, load_model, module_of  # noqa: E402 (not before onnx was found to be there)
from .model_files import model_in  # noqa: E402
from .problems import InvalidModel, Problem, UnsupportedModel  # noqa: E402

__all__ = [
    "InvalidModel",
    "ModelProgram",
    "Problem",
    "RunsInSteps",
    "UnsupportedModel",
    "import_model",
    "load_model",
    "model_in",
    "module_of",
]
