"""The CUDA driver's side of the border, without a GPU: arguments are packed, calls made, and its errors told.

A driver written in Python stands for `libcuda.so.1`; `test_on_device` has the tests for a real one.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.codegen.ptx import compile_ptx
from dlc.dialects import gpu
from dlc.ir.context import Context
from dlc.runtime.dlpack import dense_from
from dlc.runtime.gpu.cuda import CudaDriver
from dlc.runtime.gpu.device import Device
from dlc.runtime.gpu.device_arrays import DeviceArray, DeviceArrayError
from dlc.runtime.gpu.device_memory import OutOfDeviceMemory
from dlc.runtime.gpu.driver import GPUError
from dlc.runtime.gpu.kernel_arguments import ArgumentError, Signature, kernels_of
from support.fake_driver import FakeLibrary, fake_driver

PTX = """
.version 7.0
.target sm_80
.address_size 64

.visible .entry first(
	.param .u64 .ptr .global .align 1 first_param_0,
	.param .u64 first_param_1,
	.param .f32 first_param_2,
	.param .u8 first_param_3
)
.reqntid 256, 2
{
	ret;
}
.visible .entry second()
{
	ret;
}
"""


def fake_device(**options: Any) -> tuple[Device, FakeLibrary]:
    driver, library = fake_driver(**options)
    return Device.open(driver=driver), library


# -- Arguments ---------------------------------------------------------------------------------------------------------


def test_what_kernels_take_is_read_off_the_text() -> None:
    kernels = kernels_of(PTX)
    assert list(kernels) == ["first", "second"]
    assert [(each.kind, each.is_pointer) for each in kernels["first"].parameters] == [
        ("u64", True),
        ("u64", False),
        ("f32", False),
        ("u8", False),
    ]
    assert kernels["first"].block == (256, 2, 1)
    assert kernels["second"] == Signature("second", (), None)


def test_arguments_are_packed_as_pointers_to_values() -> None:
    packed = kernels_of(PTX)["first"].pack([4096, -1, np.float32(1.5), True])
    kinds = (ctypes.c_uint64, ctypes.c_int64, ctypes.c_float, ctypes.c_uint8)
    values = [
        ctypes.cast(pointer, ctypes.POINTER(kind)).contents.value
        for pointer, kind in zip(packed.pointers, kinds, strict=True)
    ]
    assert values == [4096, -1, 1.5, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([1, 2, 3.0], "'first' takes 4 arguments, but got 3"),
        (["x", 2, 3.0, 4], "argument 0 of 'first' must be device memory, but got ''x''"),
        ([1, 1.5, 3.0, 4], "argument 1 of 'first' must be an integer of type 'u64', but got '1.5'"),
        ([1, 2, "y", 4], "argument 2 of 'first' must be a number of type 'f32', but got ''y''"),
        ([1, 2, 3.0, 256], "argument 3 of 'first' must be an integer of 8 bits, but got '256'"),
    ],
)
def test_arguments_that_do_not_fit(arguments: list[Any], message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        kernels_of(PTX)["first"].pack(arguments)
    assert str(caught.value) == message


def test_what_cannot_be_passed() -> None:
    with pytest.raises(ArgumentError, match=re.escape("'k' has a parameter of type '.param .align 4 .b8 k_0")):
        kernels_of(".visible .entry k(.param .align 4 .b8 k_0[12]) {")


TILES = """
.visible .const .align 1 .u8 k_tile_map_2_of_1_f16_64x48_128_8x16;
.visible .const .align 1 .u8 k_tile_map_3_of_0_i8_32x8x4_64x512_16x1x4_swizzle128;
.visible .entry k(
	.param .u64 .ptr .align 16 k_param_0,
	.param .u64 .ptr .align 16 k_param_1,
	.param .align 64 .b8 k_param_2[128],
	.param .align 64 .b8 k_param_3[128]
)
{
"""


def test_maps_of_tiles_are_made_for_a_launch() -> None:
    """They are behind the arguments, which are given as those of any kernel."""
    device, library = fake_device()
    kernel = device.load(TILES)["k"]
    assert [len(kernel.signature.parameters), len(kernel.signature.maps)] == [2, 2]
    kernel.launch((1, 1, 1), (128, 1, 1), [4096, 8192])
    no_swizzle, swizzle_128 = ([0, each, 2, 0] for each in (0, 3))
    assert library.maps == [
        (8192, 2, [64, 48], [128], [8, 16], [1, 1], no_swizzle),
        (4096, 1, [32, 8, 4], [64, 512], [16, 1, 4], [1, 1, 1], swizzle_128),
    ]


def test_maps_of_tiles_that_cannot_be_made() -> None:
    device, _ = fake_device()
    message = "kernel 'k' copies tiles of argument 1, but there is no map of it: cuTensorMapEncodeTiled failed"
    with pytest.raises(GPUError, match=re.escape(message)):
        device.load(TILES)["k"].launch((1, 1, 1), (128, 1, 1), [4096, 8200])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("_2_of_1_", "_2_of_2_"),
        ("_2_of_1_", "_4_of_1_"),
        ("f16_64x48_128_8x16", "f64_64x48_128_8x16"),
        ("f16_64x48_128_8x16", "f16_64x48_128_8"),
        ("f16_64x48_128_8x16", "f16_64_128_8"),
        ("f16_64x48_128_8x16", "f16_0x48_128_8x16"),
        ("i8_32x8x4_64x512", "i8_32x8x4x1x1x1_64x512x1x1x1"),
        ("swizzle128", "swizzle16"),
    ],
)
def test_descriptions_of_maps_that_make_no_sense(old: str, new: str) -> None:
    assert old in TILES
    with pytest.raises(ArgumentError, match="kernel 'k' has a map of an argument that cannot be made"):
        kernels_of(TILES.replace(old, new))


def test_a_map_that_nothing_describes() -> None:
    text = TILES.replace("k_tile_map", "other_tile_map")
    with pytest.raises(ArgumentError, match=re.escape("'k' has a parameter of type '.param .align 64 .b8 k_param_2")):
        kernels_of(text)


def test_drivers_without_maps_of_tiles() -> None:
    """They are needed for kernels that copy tiles alone."""
    device, library = fake_device()
    library.missing = "cuTensorMapEncodeTiled"
    with pytest.raises(GPUError, match=re.escape("must support CUDA 12.0 or later for cuTensorMapEncodeTiled: update")):
        device.load(TILES)["k"].launch((1, 1, 1), (128, 1, 1), [4096, 8192])


def test_the_kernels_that_we_make_can_be_called() -> None:
    """A memref is a pointer, and a number for each size that is not known."""
    module = dlc.parse("""func.func @f(%m: memref<?x4xf32>, %o: memref<?x4xf32>, %n: index) {
  loop.for %i = 0 to %n {
    loop.for %j = 0 to 4 {
      %x = loop.load %m[%i, %j] : memref<?x4xf32>
      loop.store %x, %o[%i, %j] : memref<?x4xf32>
    }
  }
  return
}""")
    dlc.run_pipeline(module, "gpu-map-loops,loop-to-gpu,gpu-outline-kernels,gpu.module(loop-to-cf),gpu-to-nvvm")
    kernels = next(op for op in module.walk() if isinstance(op, gpu.GPUModuleOp))
    text = compile_ptx(kernels, Context().diagnostics)
    assert text is not None
    [signature] = kernels_of(text).values()
    launch = next(op for op in module.walk() if isinstance(op, gpu.LaunchFuncOp))
    expected: list[bool] = []
    for value in launch.kernelOperands:
        expected += [True, False] if str(value.type) == "memref<?x4xf32>" else [False]
    assert [each.is_pointer for each in signature.parameters] == expected


# -- The driver --------------------------------------------------------------------------------------------------------


def test_functions_have_the_parameters_that_the_header_says() -> None:
    header = next(iter(sorted(Path("/usr/local").glob("cuda*/include/cuda.h"))), None)
    if header is None:
        pytest.skip("cuda.h is not installed")
    text = header.read_text()
    versions = dict(re.findall(r"#define (cu\w+) +(?:__CUDA_API_PT[DS]Z\()?(cu\w+)", text))
    declared = dict(re.findall(r"^CUresult CUDAAPI (cu\w+)\(([^)]*)\);", text, re.MULTILINE))
    newest = {versions.get(name, name): name for name in declared}
    for function, parameters in CudaDriver.signatures().items():
        name = newest.get(function, function)  # an older version has the same parameters
        stated = [each.strip() for each in declared[name].split(",") if each.strip() != "void"]
        assert [_kind_of(each) for each in stated] == list(parameters), function


def _kind_of(parameter: str) -> type[Any]:
    """Return the type of ctypes for a parameter in C; enumerations are numbers, and other names are handles."""
    name = parameter.replace("const ", "").rpartition(" ")[0]
    numbers = {
        "int": ctypes.c_int,
        "unsigned int": ctypes.c_uint,
        "unsigned char": ctypes.c_ubyte,
        "unsigned short": ctypes.c_ushort,
        "unsigned long long": ctypes.c_ulonglong,
        "size_t": ctypes.c_size_t,
        "CUdeviceptr": ctypes.c_uint64,
        "cuuint32_t": ctypes.c_uint,
        **dict.fromkeys(
            ("CUdevice", "CUdevice_attribute", "CUfunction_attribute", "CUresult", "CUstreamCaptureMode"), ctypes.c_int
        ),
        **{
            f"CUtensorMap{kind}": ctypes.c_int
            for kind in ("DataType", "Interleave", "Swizzle", "L2promotion", "FloatOOBfill")
        },
    }
    return ctypes.c_void_p if "*" in parameter else numbers.get(name, ctypes.c_void_p)


def test_a_machine_without_driver() -> None:
    with pytest.raises(GPUError, match=r"there is no CUDA driver on this machine: .*libnothing.so"):
        CudaDriver.load(["libnothing.so.9"])


def test_a_machine_without_device() -> None:
    with pytest.raises(GPUError, match="device 0 does not exist: the driver reports 0 devices"):
        fake_device(devices=0)


def test_arrays_go_there_and_back() -> None:
    device, _ = fake_device()
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    there = device.upload(array.T)
    assert there.shape == (3, 2)
    np.testing.assert_array_equal(there.numpy(), array.T)
    np.testing.assert_array_equal(np.asarray(there), array.T)
    assert device.upload(np.zeros((0, 3))).numpy().shape == (0, 3)
    there.free()
    there.free()
    del there
    with device.used():
        assert device.memory.used_bytes == 0
        device.memory.release()
        assert device.memory.held_bytes == 0


def test_arrays_whose_memory_was_freed() -> None:
    """Neither they nor those that share their memory can be read, passed or lent."""
    device, library = fake_device()
    there = device.upload(np.arange(4, dtype=np.float32))
    part = DeviceArray(device, there.address + 8, (2,), np.float32, there)
    np.testing.assert_array_equal(part.numpy(), [2, 3])
    there.free()
    kernel = device.load(PTX)["first"]
    for array in (there, part):
        assert array.is_freed
        uses: list[Callable[[], object]] = [
            array.numpy,
            array.__dlpack__,
            lambda array=array: array.__cuda_array_interface__,
            lambda array=array: kernel.launch((1, 1, 1), (256, 2, 1), [array, 7, 0.5, 1]),
        ]
        for use in uses:
            with pytest.raises(DeviceArrayError, match=r"the memory of <array float32\[\d\] on device 0> was freed"):
                use()
    assert not library.launched
    with pytest.raises(DeviceArrayError, match=r"an array has no negative sizes, but got \(4, -1\)"):
        device.allocate((4, -1), np.float32)


def test_a_launch() -> None:
    device, library = fake_device()
    kernels = device.load(PTX)
    there = device.allocate((4,), np.float32)
    kernels["first"].launch((3, 2, 1), (256, 2, 1), [there, 7, 0.5, 1], shared_bytes=64)
    [launched] = library.launched
    assert launched.sizes == (3, 2, 1, 256, 2, 1, 64)
    assert launched.values == [there.address, 7, 0x3F00_0000, 1]
    kernels["first"].launch((3, 0, 1), (256, 2, 1), [there, 7, 0.5, 1])
    assert len(library.launched) == 1
    with pytest.raises(GPUError, match=r"blocks of \(256, 2, 1\) threads, but got \(32, 1, 1\)"):
        kernels["first"].launch((1, 1, 1), (32, 1, 1), [there, 7, 0.5, 1])
    with pytest.raises(GPUError, match=r"'second' needs a grid of \(1, 65536, 1\) blocks"):
        kernels["second"].launch((1, 65536, 1), (32, 1, 1), [])


def test_what_the_driver_says_is_told() -> None:
    device, _ = fake_device(failing="cuModuleLoadDataEx")
    with pytest.raises(GPUError) as caught:
        device.load(PTX)
    assert str(caught.value) == ("cuModuleLoadDataEx failed: CUDA_ERROR_INVALID_IMAGE: device kernel image is invalid")


def test_machine_code_of_a_later_ptxas() -> None:
    """A driver that does not take it compiles the PTX."""
    device, library = fake_device()
    take = library._ModuleLoadDataEx

    def refuse(out: Any, image: Any, *options: Any) -> int | None:
        return 200 if image.value.startswith(b"\x7fELF") else take(out, image, *options)

    library.__dict__["_ModuleLoadDataEx"] = refuse
    assert list(device.load(PTX, b"\x7fELF of a later one")) == ["first", "second"]
    assert library.calls.count("cuModuleLoadDataEx") == 2


def test_a_call_that_cannot_be_recorded() -> None:
    """The error is that of the launch, although the recording cannot be ended either."""
    device, library = fake_device(failing="cuStreamEndCapture")
    with pytest.raises(GPUError, match="cuLaunchKernel failed"), device.captured(ctypes.c_void_p()):
        raise GPUError("cuLaunchKernel failed", 1)
    assert "cuGraphInstantiateWithFlags" not in library.calls


def test_an_old_driver() -> None:
    driver, library = fake_driver()
    library.version = 11010
    with pytest.raises(GPUError, match=r"must support CUDA 11.4 or later, but supports 11.1: update it"):
        driver.start()


def test_memory_of_a_device() -> None:
    """Blocks that were given back are used again and joined, and a full device says how much it was asked for."""
    device, _ = fake_device(memory=8 << 20)
    with device.used():
        memory = device.memory
        blocks = [memory.allocate(size, "a test") for size in (1000, 100, 1000)]
        memory.free(blocks[1])
        assert memory.allocate(200, "a test") == blocks[1]
        for address in blocks:
            memory.free(address)
        assert memory.allocate(2 << 20, "a test") == blocks[0]
        with pytest.raises(OutOfDeviceMemory) as caught:
            memory.allocate(7 << 20, "the buffer of net.mlir:3:8")
    assert str(caught.value) == (
        "device 0 has not enough memory: 7.0 MiB for the buffer of net.mlir:3:8 do not fit beside 2.0 MiB in use; "
        "6.0 MiB of 8.0 MiB are free"
    )


def test_streams_wait_for_one_another() -> None:
    device, library = fake_device()
    other = 77
    with device.used(other):
        pass
    assert library.calls[-2:] == ["cuEventRecord", "cuStreamWaitEvent"]
    there = device.upload(np.zeros(4, np.float32))
    assert there.__cuda_array_interface__["stream"] == device.stream
    assert there.__dlpack_device__() == (2, 0)
    count = library.calls.count("cuStreamWaitEvent")
    capsule = there.__dlpack__(stream=other)
    assert library.calls.count("cuStreamWaitEvent") == count + 1
    address = there.address
    dense = dense_from(Offered(capsule))
    del there, capsule
    assert (dense.address, dense.shape, dense.dtype, dense.is_row_major) == (address, (4,), np.float32, True)
    with device.used():
        assert device.memory.used_bytes == 256
    del dense
    with device.used():
        assert device.memory.used_bytes == 0
    assert library.calls[-1] == "cuStreamWaitEvent"  # what is launched next waits for the other stream


class Offered:
    """An object that offers a capsule."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: object) -> object:
        return self._capsule


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_is_told_so() -> None:
    device, _ = fake_device()
    child = os.fork()
    if not child:
        try:
            device.upload(np.zeros(1))
        except GPUError as error:
            os._exit(3 if "processes by 'spawn'" in str(error) else 4)
        os._exit(5)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3


def test_a_launch_gives_the_memory_that_a_kernel_needs() -> None:
    """More than 48 KiB must be allowed before, once; without so much, the error names kernel, size and device."""
    text = PTX.replace(
        ".visible .entry second", ".extern .shared .align 16 .b8 second_dynamic_75776[];\n.visible .entry second"
    )
    device, library = fake_device()
    second = device.load(text)["second"]
    assert [kernel.dynamic_bytes for kernel in kernels_of(text).values()] == [0, 75776]
    for asked, given in ((0, 75776), (16, 75776), (80000, 80000)):
        second.launch((1, 1, 1), (32, 1, 1), [], shared_bytes=asked)
        assert library.launched[-1].sizes[6] == given
    assert library.calls.count("cuFuncSetAttribute") == 2
    poor, _ = fake_device(failing="cuFuncSetAttribute")
    message = (
        r"kernel 'second' needs 75776 bytes of workgroup memory, which device 0 \('sm_90'\) does not give to a block"
    )
    with pytest.raises(GPUError, match=message):
        poor.load(text)["second"].launch((1, 1, 1), (32, 1, 1), [])


def test_the_architecture_of_a_device() -> None:
    device, _ = fake_device()
    assert device.arch == "sm_90"


@pytest.mark.parametrize("target", ["sm_120", "sm_100a", "sm_80a"])
def test_kernels_for_another_architecture(target: str) -> None:
    device, library = fake_device()
    with pytest.raises(GPUError, match=f"the kernels are for '{target}', but device 0 is 'sm_90'"):
        device.load(PTX.replace("sm_80", target))
    assert "cuModuleLoadDataEx" not in library.calls
    assert list(device.load(PTX.replace("sm_80", "sm_90a"))) == ["first", "second"]
