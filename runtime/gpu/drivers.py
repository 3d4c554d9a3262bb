"""The libraries that run programs on GPUs, by the names of targets and by LLVM's triples."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dlc.codegen.gpu_target import AMD_TRIPLE, CUDA, DEFAULT_AMD_ARCH, HIP

from .cuda import CudaDriver
from .device import Device
from .driver import Driver, GPUError
from .hip import HipDriver

DRIVERS: Mapping[str, type[Driver]] = MappingProxyType({CUDA: CudaDriver, HIP: HipDriver})


def driver_for(triple: str) -> type[Driver]:
    """Return the library for devices with a triple."""
    return next(each for each in DRIVERS.values() if each.triple == triple)


def arch_of_device(name: str, number: int) -> str:
    """Return the architecture of the device that a target such as `cuda:1` means.

    It is nothing on a machine without a CUDA driver, as the PTX of an old architecture runs on all later ones. Raises
    `GPUError` if there is no such device, or no library for HIP, whose kernels run on one architecture alone.
    """
    try:
        driver = DRIVERS[name].of_process()
    except GPUError as error:
        if name == CUDA:
            return ""
        raise GPUError(
            f"{error}; to compile for another machine, say for which architecture: "
            f"Target.of('{AMD_TRIPLE}', '{DEFAULT_AMD_ARCH}') or --gpu-arch={DEFAULT_AMD_ARCH}"
        ) from None
    return Device.open(number, driver).arch
