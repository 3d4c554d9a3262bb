"""Exported programs, and modules that are exported here, as modules whose parameters are constants."""

from __future__ import annotations

import copy
import importlib
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...dialects.builtin import ModuleOp
from ..onnx_weights import Bytes
from ..problems import traced_line
from .decompositions import decompositions
from .element_types import has_memory
from .guards import Guards, ranges_of
from .importer import GraphImporter
from .installed import torch
from .problems import InvalidTorchProgram, UnsupportedProgram
from .safetensors import read_safetensors
from .saved import TracedProgram, read_program
from .tracing import traced_as_other_ops
from .views import stride_bases

_export: Any = importlib.import_module("torch.export")
_pytree: Any = importlib.import_module("torch.utils._pytree")
_tokens: Any = importlib.import_module("torch.export._remove_effect_tokens_pass")


def is_program(given: object) -> bool:
    """Return whether an object is a program of PyTorch that can be imported."""
    return isinstance(given, (torch.nn.Module, _export.ExportedProgram))


Weights = Mapping[str, Any] | str | os.PathLike[str]


def import_program(given: Any, args: Sequence[Any] = (), weights: Weights | None = None) -> ModuleOp:
    """Return a module whose function `main` computes an exported program, or a `torch.nn.Module` for such arguments.

    `weights` are tensors by the names of the state dict, in the place of the program's own ones, or a safetensors file.
    """
    weights = None if weights is None else _tensors_of(weights)
    program = given if isinstance(given, _export.ExportedProgram) else _exported(given, args, weights)
    try:
        with traced_as_other_ops():
            program = _tokens._remove_effect_tokens(program.run_decompositions(decompositions()))
    except Exception as error:
        raise InvalidTorchProgram(f"PyTorch cannot decompose the program: {error}") from error
    signature = program.graph_signature
    kinds = _export.graph_signature.InputKind
    targets = {
        spec.arg.name: spec.target
        for spec in signature.input_specs
        if spec.kind in (kinds.PARAMETER, kinds.BUFFER, kinds.CONSTANT_TENSOR)
    }
    changed = _effects(signature)
    inputs = [each.arg for each in signature.input_specs if each.kind is kinds.USER_INPUT]
    names = [None if isinstance(each, _export.graph_signature.ConstantArgument) else each.name for each in inputs]
    guards = Guards(getattr(program, "_guards_code", ()), names)  # PyTorch 2.8 has none
    traced = TracedProgram(program.graph_module, targets, program.state_dict, program.constants, changed, guards)
    try:
        return _module_of(traced, weights)
    except UnsupportedProgram as error:
        draws = any("random numbers" in each.reason for each in error.problems)
        if draws and getattr(given, "training", False) is True:
            advice = "\nthe model is in training mode, in which layers may draw random numbers: call model.eval() first"
            raise UnsupportedProgram("the exported program", error.problems, advice) from None
        raise


def import_file(content: Bytes, name: str, weights: Weights | None = None) -> ModuleOp:
    """Return the module of a program in the content of a file of `torch.export.save`."""
    with traced_as_other_ops():
        program = read_program(content, name)
    try:
        return _module_of(program, weights)
    except InvalidTorchProgram as error:
        raise InvalidTorchProgram(f"'{name}': {error}") from error.__cause__


def _module_of(program: TracedProgram, weights: Weights | None) -> ModuleOp:
    """Return the module of a traced program, whose weights may be replaced."""
    for name in program.changed[:1]:
        is_own = name in program.targets.values()
        advice = "call model.eval() first" if is_own else "let it change a copy"
        what = f"'{name}'" if is_own else f"its argument '{name}'"
        raise InvalidTorchProgram(f"the program changes {what}: {advice}, or use torch.compile(model, backend='dlc')")
    tensors = {**program.state_dict, **program.constants}
    if weights is not None:
        tensors |= _checked(_tensors_of(weights), program.state_dict)
    constants = {name: tensors[target] for name, target in program.targets.items()}
    stride_bases(program.graph_module.graph)
    importer = GraphImporter(constants, for_tensors=False)
    fx_graph = program.graph_module.graph
    placeholders = [each for each in fx_graph.nodes if each.op == "placeholder" and each.name not in constants]
    guards = program.guards._replace(conditions=[*ranges_of(placeholders), *program.guards.conditions])
    imported = importer.run(fx_graph, program.graph_module, guards=guards)
    if imported is None:
        raise UnsupportedProgram("the exported program", list(importer.failures.values()))
    return imported.module


def _tensors_of(weights: Weights) -> Mapping[str, Any]:
    return read_safetensors(weights) if isinstance(weights, (str, os.PathLike)) else weights


def _exported(module: Any, args: Sequence[Any], weights: Mapping[str, Any] | None) -> Any:
    if weights is not None and any(each.is_meta for each in module.parameters()):
        module = copy.deepcopy(module)  # has no elements yet
        module.load_state_dict(_checked(weights, module.state_dict()), assign=True)
    tensors = _pytree.tree_map_only(np.ndarray, torch.as_tensor, tuple(args))
    try:
        with torch.no_grad():
            return _export.export(module, tensors)
    except Exception as error:
        place = traced_line(error, "torch", "sympy")
        advice = next((advice for part, advice in _ADVICE if part in str(error)), "")
        reason = str(error).partition(" If this type holds tensors")[0].rstrip(".")
        raise InvalidTorchProgram(f"torch.export cannot trace the module{place}: {reason}{advice}") from error


_ADVICE = (
    ("missing a required argument", "; give arguments to trace it with: dlc.compile(model, x)"),
    (
        "cache_utils.",
        "; set `model.config.use_cache = False`, or compile it by torch.compile(model, backend='dlc')",
    ),
    ("in output, which is not a known type", "; let it return tensors, or tuples or dictionaries of them"),
)
"""Hints for failures of `torch.export`, by parts of its messages."""


def _effects(signature: Any) -> list[str]:
    """Return the names of the tensors that a program changes."""
    kinds = _export.graph_signature.OutputKind
    return [spec.target or spec.arg.name for spec in signature.output_specs if spec.kind is not kinds.USER_OUTPUT]


def _checked(weights: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return weights that fit a state dict; of names of the same tensor, a file may have one."""
    owners = {_memory_of(own[name]): tensor for name, tensor in weights.items() if name in own}
    unknown = [name for name in weights if name not in own]
    missing = [name for name in own if name not in weights and _memory_of(own[name]) not in owners]
    if unknown or missing:
        names, fact = (unknown, "are not in the program") if unknown else (missing, "are missing")
        raise InvalidTorchProgram(f"weights {fact}: {', '.join(names[:5])}{', …' if len(names) > 5 else ''}")
    complete = {name: weights[name] if name in weights else owners[_memory_of(own[name])] for name in own}
    for name, tensor in complete.items():
        if tensor.shape != own[name].shape or tensor.dtype != own[name].dtype:
            expected, got = (f"{each.dtype}{list(each.shape)}" for each in (own[name], tensor))
            raise InvalidTorchProgram(f"weight '{name}' must be {expected}, but got {got}")
    return complete


def _memory_of(tensor: Any) -> Any:
    """Return what tensors that are tied have in common: their elements, or themselves where they have none."""
    if not has_memory(tensor):
        return id(tensor)
    return tensor.data_ptr(), tensor.shape, tensor.stride(), tensor.dtype
