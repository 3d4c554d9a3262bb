"""The CUDA driver's side of the border, without a GPU: arguments are packed, calls made, and its errors told.

A driver written in Python stands for `libcuda.so.1`: it has memory, looks at what it is launched with, and fails where
it is told to. With a real driver and device, the last test runs kernels on it.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.codegen.ptx import compile_ptx
from dlc.dialects import gpu
from dlc.ir.context import Context
from dlc.runtime.cuda import CudaError, Device, Driver
from dlc.runtime.kernel_arguments import ArgumentError, Signature, kernels_of

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


class FakeLibrary:
    """A driver for tests: memory by address, and a list of all calls."""

    def __init__(self, failing: str = "", devices: int = 1) -> None:
        self.failing = failing
        self.devices = devices
        self.calls: list[str] = []
        self.memory: dict[int, ctypes.Array[ctypes.c_char]] = {}
        self.launched: list[tuple[tuple[int, ...], list[Any]]] = []

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> int:
            self.calls.append(name)
            if name == self.failing:
                return 200
            action = ACTIONS.get(name)
            if action is not None:
                action(self, *arguments)
            return 0

        return call

    def tell_name(self, status: Any, out: Any) -> None:
        out._obj.value = b"CUDA_ERROR_INVALID_IMAGE"

    def tell_words(self, status: Any, out: Any) -> None:
        out._obj.value = b"device kernel image is invalid"

    def tell_count(self, out: Any) -> None:
        out._obj.value = self.devices

    def tell_attribute(self, out: Any, which: Any, device: Any) -> None:
        out._obj.value = {75: 9, 76: 0}[which.value]

    def allocate(self, out: Any, size: Any) -> None:
        room = ctypes.create_string_buffer(size.value)
        out._obj.value = ctypes.addressof(room)
        self.memory[out._obj.value] = room

    def free(self, address: Any) -> None:
        del self.memory[address.value]

    def copy(self, target: Any, source: Any, size: Any) -> None:
        ctypes.memmove(target.value, source.value, size.value)

    def launch(self, function: Any, *rest: Any) -> None:
        sizes, pointers = rest[:7], rest[8]
        kinds = (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_float, ctypes.c_uint8)
        values = [
            ctypes.cast(pointer, ctypes.POINTER(kind)).contents.value
            for pointer, kind in zip(pointers, kinds, strict=False)
        ]
        self.launched.append((tuple(size.value for size in sizes), values))


ACTIONS: dict[str, Callable[..., None]] = {
    "cuGetErrorName": FakeLibrary.tell_name,
    "cuGetErrorString": FakeLibrary.tell_words,
    "cuDeviceGetCount": FakeLibrary.tell_count,
    "cuDeviceGetAttribute": FakeLibrary.tell_attribute,
    "cuMemAlloc_v2": FakeLibrary.allocate,
    "cuMemFree_v2": FakeLibrary.free,
    "cuMemcpyHtoD_v2": FakeLibrary.copy,
    "cuMemcpyDtoH_v2": FakeLibrary.copy,
    "cuLaunchKernel": FakeLibrary.launch,
}


def fake_device(**options: Any) -> tuple[Device, FakeLibrary]:
    library = FakeLibrary(**options)
    return Device.open(driver=Driver(library)), library


# -- Arguments ---------------------------------------------------------------------------------------------------------


def test_what_kernels_take_is_read_off_the_text() -> None:
    found = kernels_of(PTX)
    assert list(found) == ["first", "second"]
    assert [(each.kind, each.is_pointer) for each in found["first"].parameters] == [
        ("u64", True),
        ("u64", False),
        ("f32", False),
        ("u8", False),
    ]
    assert found["first"].block == (256, 2, 1)
    assert found["second"] == Signature("second", (), None)


def test_arguments_are_packed_as_pointers_to_values() -> None:
    packed = kernels_of(PTX)["first"].pack([4096, -1, np.float32(1.5), True])
    kinds = (ctypes.c_uint64, ctypes.c_int64, ctypes.c_float, ctypes.c_uint8)
    found = [
        ctypes.cast(pointer, ctypes.POINTER(kind)).contents.value
        for pointer, kind in zip(packed.pointers, kinds, strict=True)
    ]
    assert found == [4096, -1, 1.5, 1]


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


def test_a_machine_without_driver() -> None:
    with pytest.raises(CudaError, match=r"there is no CUDA driver on this machine: .*libnothing.so"):
        Driver.load(["libnothing.so.9"])


def test_a_machine_without_device() -> None:
    with pytest.raises(CudaError, match="device 0 does not exist: the driver reports 0 devices"):
        fake_device(devices=0)


def test_arrays_go_there_and_back() -> None:
    device, library = fake_device()
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    buffer = device.upload(array.T)
    assert buffer.shape == (3, 2)
    np.testing.assert_array_equal(buffer.download(), array.T)
    assert device.upload(np.zeros((0, 3))).download().shape == (0, 3)
    buffer.free()
    buffer.free()
    del buffer
    assert library.calls.count("cuMemFree_v2") == 2
    assert library.memory == {}


def test_a_launch() -> None:
    device, library = fake_device()
    kernels = device.load(PTX)
    buffer = device.allocate((4,), np.float32)
    kernels["first"].launch((3, 2, 1), (256, 2, 1), [buffer, 7, 0.5, 1], shared_bytes=64)
    assert library.launched == [((3, 2, 1, 256, 2, 1, 64), [buffer.address, 7, 0.5, 1])]
    kernels["first"].launch((3, 0, 1), (256, 2, 1), [buffer, 7, 0.5, 1])
    assert len(library.launched) == 1
    with pytest.raises(CudaError, match=r"blocks of \(256, 2, 1\) threads, but got \(32, 1, 1\)"):
        kernels["first"].launch((1, 1, 1), (32, 1, 1), [buffer, 7, 0.5, 1])


def test_what_the_driver_says_is_told() -> None:
    device, _ = fake_device(failing="cuModuleLoadDataEx")
    with pytest.raises(CudaError) as caught:
        device.load(PTX)
    assert str(caught.value) == ("cuModuleLoadDataEx failed: CUDA_ERROR_INVALID_IMAGE: device kernel image is invalid")


def test_the_architecture_of_a_device() -> None:
    device, _ = fake_device()
    assert device.arch == "sm_90"


# -- A real device -----------------------------------------------------------------------------------------------------


def real_device() -> Device | None:
    try:
        return Device.open()
    except CudaError:
        return None


@pytest.mark.skipif(real_device() is None, reason="there is no CUDA device")
def test_on_a_device() -> None:
    device = real_device()
    assert device is not None
    module = dlc.parse("""func.func @main(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %0 = graph.softmax %x, [1] : tensor<64x1000xf32>
  return %0 : tensor<64x1000xf32>
}""")
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(next(op for op in module.walk() if isinstance(op, gpu.GPUModuleOp)), Context().diagnostics)
    assert text is not None
    array = np.random.default_rng(0).standard_normal((64, 1000)).astype(np.float32)
    x, out = device.upload(array), device.allocate((64, 1000), np.float32)
    device.load(text)["main_kernel"].launch((64, 1, 1), (256, 1, 1), [x, out])
    powers = np.exp(array - array.max(axis=1, keepdims=True))
    np.testing.assert_allclose(out.download(), powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)
