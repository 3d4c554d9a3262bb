"""Programs for a GPU in tests: compiled as users do, and called on a driver whose kernels the interpreter runs."""

from __future__ import annotations

from functools import partial
from typing import Any, cast
from unittest.mock import patch

import dlc
from dlc.codegen.gpu_target import CUDA, HIP, gpu_target_for, is_amd
from dlc.ir.operations import Operation
from dlc.passes.manager.instrumentation import Instrumentation
from dlc.passes.manager.settings import RunSettings
from dlc.runtime.gpu.device import Device
from dlc.runtime.gpu.driver import GPUError
from dlc.runtime.gpu.executable import GPUExecutable
from dlc.runtime.gpu.program import GPUProgram
from support.fake_driver import fake_driver, fake_hip


class _Kernels(Instrumentation):
    """Keeps a copy of the module in which kernels are complete and can still be interpreted."""

    module: Operation | None = None

    def after_pass(self, pass_: Any, op: Operation, run: Any) -> None:
        if pass_.name == "gpu-expand-reductions":
            self.module = op.clone()


class InterpretedProgram:
    """A program whose kernels are interpreted, and the driver that runs it."""

    def __init__(self, source: Any, *, arch: str = "sm_80", level: int = 1, passes: Any = None, **options: Any) -> None:
        kernels = _Kernels()
        settings = RunSettings(verify_each=False)
        settings.instrumentations = (kernels,)
        with patch("dlc.runtime.gpu.build.has_ptxas", return_value=False):
            compiled = dlc.compile(
                source,
                target=gpu_target_for(HIP if is_amd(arch) else CUDA, arch),
                level=level,
                passes=passes,
                settings=settings,
                cache=False,
            )
        self.executable = cast(GPUExecutable, compiled)
        self.kernels = kernels.module
        make = partial(fake_hip, arch=arch) if is_amd(arch) else fake_driver
        self.driver, self.library = make(kernels=kernels.module, **options)
        attach(self.executable, Device.open(0, self.driver))

    def __call__(self, *arguments: Any, entry: str = "") -> Any:
        """Call an entry, by default the main one."""
        return self.executable.run(entry, *arguments) if entry else self.executable(*arguments)


def attach(executable: GPUExecutable, device: Device) -> None:
    """Load a program on a device, such as a fake one."""
    executable.attach(GPUProgram(device, executable.image, executable.host))


def real_device() -> Device | None:
    """Return the first device of this machine, or `None` if there is none."""
    try:
        return Device.open()
    except GPUError:
        return None
