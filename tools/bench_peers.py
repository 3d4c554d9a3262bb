"""Other engines that `dlc bench --compare` measures, where they are installed, on the same arguments."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Mapping
from typing import Any

from .command_parser import CommandParser
from .options import UsageError

Call = Callable[[], object]


def add_peer_options(parser: CommandParser) -> None:
    """Add the engines to compare with."""
    add = parser.add_argument
    add("--compare", default="", metavar="ENGINES", help="also measure onnxruntime, on an ONNX model, and torch")
    add(
        "--torch-model",
        metavar="FILE",
        help="the model for torch: a program that torch.export.save has written; it is trusted, as code is",
    )


def peer_call(name: str, options: argparse.Namespace, arguments: Mapping[str, Any]) -> Call:
    """Return a call of the same model in another engine."""
    if name not in PEERS:
        raise UsageError(f"'--compare' knows {', '.join(PEERS)}, but got '{name}'")
    try:
        engine: Any = importlib.import_module(name)  # heavy, and installed only for comparisons
    except ImportError:
        raise UsageError(f"'{name}' is not installed: pip install {name}") from None
    return PEERS[name](engine, options, arguments)


def _onnxruntime_call(engine: Any, options: argparse.Namespace, arguments: Mapping[str, Any]) -> Call:
    session_options = engine.SessionOptions()
    session_options.intra_op_num_threads = options.threads or 0
    try:
        session = engine.InferenceSession(options.file, session_options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 (it raises classes of its own, derived from nothing else)
        raise UsageError(f"'onnxruntime' cannot load '{options.file}': {error}") from None
    return lambda: session.run(None, dict(arguments))


def _torch_call(engine: Any, options: argparse.Namespace, arguments: Mapping[str, Any]) -> Call:
    if options.torch_model is None:
        raise UsageError("'--compare=torch' requires a model for it: '--torch-model=FILE'")
    if options.threads:
        engine.set_num_threads(options.threads)
    try:
        model = engine.export.load(options.torch_model).module()
    except Exception as error:  # noqa: BLE001 (what it raises depends on what is in the file)
        raise UsageError(f"'torch' cannot load '{options.torch_model}': {error}") from None
    tensors = [engine.as_tensor(each) for each in arguments.values()]

    def call() -> object:
        with engine.inference_mode():
            return model(*tensors)

    try:
        call()
    except Exception as error:  # noqa: BLE001 (what it raises depends on the model)
        raise UsageError(f"'torch' cannot run '{options.torch_model}' on the same arguments: {error}") from None
    return call


PEERS: Mapping[str, Callable[[Any, argparse.Namespace, Mapping[str, Any]], Call]] = {
    "onnxruntime": _onnxruntime_call,
    "torch": _torch_call,
}
