"""PyTorch programs as modules of graph ops.

    from dlc.frontends.torch import import_program

    module = import_program(torch.export.export(model, (x,)))
    exe = dlc.compile(module)

`dlc.compile(model, (x,))` does both, and `import_file` reads what `torch.export.save` has written. Arguments and
results keep their names, symbolic sizes are named sizes, parameters are constants over the memory of the model, and
every op has the line of Python that called it as location.
"""

from __future__ import annotations

from .exported import import_file, import_program, is_program
from .importer import GraphImporter, Imported
from .problems import InvalidTorchProgram, Problem, UnsupportedProgram

__all__ = [
    "GraphImporter",
    "Imported",
    "InvalidTorchProgram",
    "Problem",
    "UnsupportedProgram",
    "import_file",
    "import_program",
    "is_program",
]
