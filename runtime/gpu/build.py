"""From a module whose kernels and host code are lowered to an image for a GPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from dlc.codegen.amdgcn import code_object
from dlc.codegen.cubins import UnknownArchitecture, assembled, has_ptxas
from dlc.codegen.gpu_target import AMD_TRIPLE
from dlc.codegen.ptx import compile_ptx
from dlc.codegen.target import Target
from dlc.dialects.gpu import GPUModuleOp
from dlc.ir import ArrayAttr, Attribute, DictionaryAttr, Operation, StringAttr
from dlc.ir.diagnostics import DiagnosticEngine

from ..build import take_constructors
from ..image import Image, Kernel
from ..large_constants import check_globals, take_out_globals
from ..signature import Signature
from ..stages import Stages
from .host_code import host_functions
from .host_program import HostProgram


def build_for_gpu(
    module: Operation,
    signatures: Mapping[str, Signature | str],
    diagnostics: DiagnosticEngine,
    *,
    target: Target,
    level: int,
    failure: str,
    launches: str,
    stages: Stages,
) -> Image | None:
    """Return the image of a module, or `None` if errors were reported; the module is changed.

    `failure` is the function that is called with a message when the program fails, `launches` the attribute that
    describes what is launched.
    """
    if not check_globals(module, diagnostics):
        return None
    with stages.stage("host"):
        described = _kernels(module.attributes.get(launches))
        kernels = [op for op in module.regions[0].entry.ops if isinstance(op, GPUModuleOp)]
        at_load = tuple(take_constructors(module))
        globals = take_out_globals(module, least=0)
        functions = host_functions(module, failure, globals, diagnostics)
    if functions is None:
        return None
    objects = _objects(kernels, diagnostics, target, level, stages)
    if objects is None:
        return None
    cubins = {target.cpu: 1} if len(objects) > 1 else {}
    host = HostProgram(functions, tuple(each.name for each in described), cubins)
    return Image(
        target,
        objects,
        tuple(each for each in signatures.values() if isinstance(each, Signature)),
        {name: each for name, each in signatures.items() if isinstance(each, str)},
        at_load,
        globals,
        kernels=described,
        host=host,
    )


def _objects(
    kernels: Sequence[GPUModuleOp], diagnostics: DiagnosticEngine, target: Target, level: int, stages: Stages
) -> tuple[bytes, ...] | None:
    """Return the code of kernels, or `None` if errors were reported; no code if there are no kernels."""
    if not kernels:
        return (b"",)
    if target.triple == AMD_TRIPLE:
        with stages.stage("code object"):
            code = code_object(kernels[0], diagnostics, target.cpu, level)
        return None if code is None else (code,)
    with stages.stage("ptx"):
        text = compile_ptx(kernels[0], diagnostics, target.cpu, level)
    return None if text is None else (text.encode(), *_machine_code(text, target.cpu, stages))


def _machine_code(ptx: str, arch: str, stages: Stages) -> tuple[bytes, ...]:
    """Return the machine code for an architecture, if there is a ptxas that knows it; the driver compiles PTX, too."""
    if not has_ptxas():
        return ()
    with stages.stage("ptxas"), suppress(UnknownArchitecture):
        return (assembled(ptx, arch)[0],)
    return ()


def _kernels(described: Attribute | None) -> tuple[Kernel, ...]:
    """Return what the pass `gpu-call-kernels` has written."""
    kernels: list[Kernel] = []
    for each in described if isinstance(described, ArrayAttr) else ():
        fields = each.as_dict() if isinstance(each, DictionaryAttr) else {}
        name, sources = fields.get("name"), fields.get("sources")
        texts = (
            tuple(text.value for text in sources if isinstance(text, StringAttr))
            if isinstance(sources, ArrayAttr)
            else ()
        )
        kernels.append(Kernel(name.value if isinstance(name, StringAttr) else "", (), texts, None, None))
    return tuple(kernels)
