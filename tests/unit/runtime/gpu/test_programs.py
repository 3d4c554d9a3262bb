"""Whole programs on a GPU without one: host programs run on a driver in Python, and the interpreter runs their kernels.

So what is checked is everything between arguments in Python and bytes in memory, races and unwritten memory included.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.compiler import InvalidArgument, ProgramFailed
from dlc.ir.errors import DlcError
from dlc.runtime.gpu.cuda import CudaDriver
from dlc.runtime.gpu.device import Device
from dlc.runtime.gpu.device_arrays import DeviceArray
from dlc.runtime.gpu.device_memory import OutOfDeviceMemory
from dlc.runtime.gpu.driver import Driver, GPUError
from dlc.runtime.gpu.executable import GPUExecutable
from dlc.runtime.gpu.host_program import host_fields, host_from
from dlc.runtime.signature_fields import InvalidFields
from support.fake_driver import fake_driver
from support.gpu_programs import InterpretedProgram, attach
from support.run_lines import ROOT
from unit.test_networks import NETWORKS

Array = Any
LAYER = ROOT / "examples" / "layer.mlir"


@cache
def layer() -> InterpretedProgram:
    return InterpretedProgram(LAYER)


def fresh_layer(**options: Any) -> InterpretedProgram:
    """Return the program on a driver of its own."""
    program = object.__new__(InterpretedProgram)
    program.executable = GPUExecutable(layer().executable.image, layer().executable.host, 0, {})
    program.driver, program.library = fake_driver(kernels=layer().kernels, **options)
    attach(program.executable, Device.open(0, program.driver))
    return program


def of_layer(size: int = 3) -> list[Array]:
    random = np.random.default_rng(size)
    return [random.standard_normal(shape).astype(np.float32) for shape in ((size, 8), (8, 4), (4,))]


def expected(x: Array, weights: Array, bias: Array) -> Array:
    return np.maximum(x @ weights + bias, 0)


# -- Results -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 5])
def test_a_layer(size: int) -> None:
    arguments = of_layer(size)
    actual = layer()(*arguments)
    assert type(actual) is np.ndarray
    np.testing.assert_allclose(actual, expected(*arguments), rtol=1e-5, atol=1e-6)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), [("lstm", 2), ("decoder", 1), ("attention", 1), ("residual", 1)])
def test_networks(name: str, size: int) -> None:
    network = NETWORKS[name]
    program = InterpretedProgram(ROOT / "examples" / f"{network.example}.mlir")
    arguments = network.arguments(size)
    returned = program(*arguments, entry=network.function)
    precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
    results = returned if isinstance(returned, tuple) else (returned,)
    for one, other in zip(results, network.expected(*precise), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


HALF = """
func.func @main(%a: tensor<2048x128xf16>, %b: tensor<128x2048xf16>) -> tensor<2048x2048xf16> {
  %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<2048x128xf16>, tensor<128x2048xf16> -> tensor<2048x2048xf16>
  return %c : tensor<2048x2048xf16>
}"""


def test_a_kernel_with_more_memory_than_it_can_declare() -> None:
    """The host program knows nothing of it: the launch reads it off the kernel, and asks the driver once."""
    program = InterpretedProgram(HALF)
    program.library.kernels = None  # thousands of threads would be interpreted
    device = Device.open(0, program.driver)
    given = [device.upload(np.zeros(shape, np.float16)) for shape in ((2048, 128), (128, 2048))]
    for _ in range(2):
        program(*given)
    assert {each.sizes for each in program.library.launched} == {(32, 16, 1, 256, 1, 1, 59392)}
    assert program.library.calls.count("cuFuncSetAttribute") == 1


ROWS = """
func.func @main(%x: tensor<2x40xf32>)
    -> (tensor<2x40xf32>, tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x40xf32>, tensor<?x2xi64>) {
  %s = graph.sort %x along 1 : tensor<2x40xf32> -> tensor<2x40xf32>
  %v, %i = graph.top_k %x, 1, k = 3 : tensor<2x40xf32> -> tensor<2x3xf32>, tensor<2x3xi64>
  %c = graph.cumulative <sum> %x, 1 : tensor<2x40xf32> -> tensor<2x40xf32>
  %n = graph.nonzero %x : tensor<2x40xf32> -> tensor<?x2xi64>
  return %s, %v, %i, %c, %n : tensor<2x40xf32>, tensor<2x3xf32>, tensor<2x3xi64>, tensor<2x40xf32>, tensor<?x2xi64>
}"""


def test_rows_are_sorted_and_accumulated_by_a_thread_for_each_element() -> None:
    """No kernel is one thread, and nothing is launched for a single element."""
    program = InterpretedProgram(ROWS)
    x = np.random.default_rng(0).integers(-3, 4, (2, 40)).astype(np.float32)
    in_order, largest, positions, sums, places = program(x)
    order = np.argsort(-x, axis=1, kind="stable")[:, :3]
    np.testing.assert_array_equal(in_order, np.sort(x, axis=1))
    np.testing.assert_array_equal(largest, np.take_along_axis(x, order, 1))
    np.testing.assert_array_equal(positions, order)
    np.testing.assert_array_equal(sums, np.cumsum(x, axis=1))
    np.testing.assert_array_equal(places, np.argwhere(x))
    assert min(launch.sizes[3] for launch in program.library.launched) >= 64
    assert len(program.library.launched) < x.size


SCALARS = """
func.func @main(%x: memref<8xf32>, %n: index, %scale: f32) -> memref<8xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %c1 = arith.constant 1 : index
  %y = memref.alloc() : memref<8xf32>
  %sum = loop.for %i = 0 to 8 iter_args(%s = %zero) -> (f32) {
    %v = loop.load %x[%i] : memref<8xf32>
    %t = arith.addf %s, %v : f32
    loop.yield %t : f32
  }
  %factor = arith.mulf %scale, %half : f32
  loop.for %i = 0 to 8 {
    %v = loop.load %x[%i] : memref<8xf32>
    %d = arith.divf %v, %sum : f32
    %e = arith.mulf %d, %factor : f32
    loop.store %e, %y[%i] : memref<8xf32>
  }
  %is_large = arith.cmpf ogt, %sum, %half : f32
  loop.when %is_large {
    loop.for %i = 0 to 8 {
      loop.store %half, %y[%i] : memref<8xf32>
    }
  }
  %is_negative = arith.cmpf olt, %scale, %zero : f32
  loop.when %is_negative {
    loop.for %i = 0 to 8 {
      loop.store %scale, %y[%i] : memref<8xf32>
    }
  }
  %in_range = arith.cmpi slt, %n, %c1 : index
  cf.assert %in_range, "n is too large"
  return %y : memref<8xf32>
}
"""


@cache
def scalars() -> InterpretedProgram:
    return InterpretedProgram(SCALARS)


def test_scalars_stay_on_the_device_until_the_host_needs_them() -> None:
    """The sum is computed and used by kernels; only whether it is large, and the scale negative, is read back."""
    program = scalars()
    x = np.full(8, 0.05, np.float32)
    program.library.calls.clear()
    there = program.executable.loaded().device.upload(x)
    result = program(there, 0, 3.0)
    assert isinstance(result, DeviceArray)
    assert program.library.calls.count("cuMemcpyDtoHAsync_v2") == 2
    np.testing.assert_allclose(result.numpy(), x / x.sum() * 1.5, rtol=1e-6)
    np.testing.assert_array_equal(program(np.ones(8, np.float32), 0, 3.0), np.full(8, 0.5, np.float32))
    np.testing.assert_array_equal(program(x, 0, -3.0), np.full(8, -3.0, np.float32))


COMBINED = """
func.func @main(%x: memref<2048xf32>) -> (memref<1xindex>) {
  %zero = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %true = arith.constant true
  %y = memref.alloc() : memref<1xindex>
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %end, %count = loop.while (%i = %zero, %n = %zero) : (index, index) -> (index, index) {
    %goes_on = arith.cmpi slt, %i, %four : index
    loop.condition(%goes_on) %i, %n : index, index
  } do {
  ^bb0(%i: index, %n: index):
    %v = memref.load %x[%i] : memref<2048xf32>
    %is_large = arith.cmpf ogt, %v, %half : f32
    %is_nan = arith.cmpf uno, %v, %v : f32
    %is_number = arith.xori %is_nan, %true : i1
    %is_counted = arith.andi %is_large, %is_number : i1
    %next = loop.when %is_counted -> (index) {
      loop.for %j = 0 to 2048 {
        loop.store %half, %x[%j] : memref<2048xf32>
      }
      %m = arith.addi %n, %one : index
      loop.yield %m : index
    } else {
      loop.yield %n : index
    }
    %following = arith.addi %i, %one : index
    loop.yield %following, %next : index, index
  }
  memref.store %count, %y[%zero] : memref<1xindex>
  return %y : memref<1xindex>
}
"""


@pytest.mark.parametrize("value", [0.0, 1.0, np.nan])
def test_the_host_combines_conditions_on_floats(value: float) -> None:
    """Comparisons are in kernels, also where the host needs only what it computes from them."""
    program = InterpretedProgram(COMBINED)
    device = program.executable.loaded().device
    x = np.full(2048, value, np.float32)
    x[1:] = 0.0
    [count] = program(device.upload(x)).numpy()
    assert count == (value == 1.0)


def test_an_assertion_of_the_host() -> None:
    program = scalars()
    device = program.executable.loaded().device
    with device.used():
        used = device.memory.used_bytes
    with pytest.raises(ProgramFailed, match="@main failed: n is too large"):
        program(np.ones(8, np.float32), 1, 1.0)
    with device.used():
        assert device.memory.used_bytes == used


def test_a_number_that_the_host_only_passes_on() -> None:
    """It is read once, and not computed by a kernel whose result would be read again."""
    program = InterpretedProgram("""func.func @main(%m: memref<2xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<2xf32>
  return %x : f32
}""")
    assert program(np.array([1.0, 2.5], np.float32)) == 2.5
    assert not program.library.launched


# -- Calls -------------------------------------------------------------------------------------------------------------


def test_a_call_that_is_repeated_becomes_a_graph() -> None:
    program = fresh_layer()
    there = [program.executable.loaded().device.upload(each) for each in of_layer()]
    for calls, graphs in ((1, 0), (2, 1), (2, 2)):
        result = program(*there)
        np.testing.assert_allclose(result.numpy(), expected(*of_layer()), rtol=1e-5, atol=1e-6)
        assert program.library.calls.count("cuLaunchKernel") == calls
        assert program.library.calls.count("cuGraphLaunch") == graphs
        del result
    kept = program(*there)
    program(*there)  # the memory of the result is another one: kernels are launched again
    assert program.library.calls.count("cuLaunchKernel") == 3
    assert kept.shape == (3, 4)


def test_arrays_of_the_device_are_not_copied() -> None:
    program = fresh_layer()
    device = program.executable.loaded().device
    there = [device.upload(each) for each in of_layer()]
    program.library.calls.clear()
    result = program(*map(Interface, there))
    assert isinstance(result, DeviceArray)
    assert not [name for name in program.library.calls if name.startswith("cuMemcpy")]
    assert set(program.library.streams) == {Interface.stream}
    np.testing.assert_allclose(np.asarray(result), expected(*of_layer()), rtol=1e-5, atol=1e-6)


class Interface:
    """An array of another library, on a stream of its own."""

    stream = 99

    def __init__(self, array: DeviceArray, **changed: Any) -> None:
        self._array = array
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__, "stream": self.stream, **changed}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"shape": (3, 7)}, "argument 'x' of @layer must have shape (n, 8), but got (3, 7)"),
        ({"typestr": "<f8"}, "argument 'x' of @layer must have elements of type float32, but got float64"),
        ({"strides": (4, 12)}, "argument 'x' of @layer must lie row by row on the device, but got other strides"),
        ({"data": (0x7F0000000008, False)}, "must be aligned to 16 bytes, but got address 0x7f0000000008"),
    ],
)
def test_arrays_of_the_device_that_do_not_fit(changed: dict[str, Any], message: str) -> None:
    program = layer()
    there = [program.executable.loaded().device.upload(each) for each in of_layer()]
    with pytest.raises(InvalidArgument, match=re.escape(message)):
        program(Interface(there[0], **changed), *there[1:])


def test_an_array_on_another_device() -> None:
    program = fresh_layer(devices=2)
    other = Device.open(1, program.driver).upload(of_layer()[0])
    with pytest.raises(InvalidArgument, match="'x' of @layer is on device 1, but the program is compiled for device 0"):
        program(other, *of_layer()[1:])


ALIKE = """
func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = graph.softmax %x, [1] : tensor<16x16xf32>
  %z = graph.softmax %w, [1] : tensor<16x16xf32>
  %r = graph.contract %y, %z, batch = [] x [], contracting = [1] x [0]
    : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}"""


def test_launches_that_run_the_same_have_one_kernel() -> None:
    """Each launch still says what it comes from."""
    program = InterpretedProgram(ALIKE)
    x, w = np.random.default_rng(0).standard_normal((2, 16, 16)).astype(np.float32)
    powers = [np.exp(each) / np.exp(each).sum(axis=1, keepdims=True) for each in (x, w)]
    np.testing.assert_allclose(program(x, w), powers[0] @ powers[1], rtol=1e-5, atol=1e-6)
    first, second, _ = program.executable.image.kernels
    assert first.name == second.name
    assert [each.sources[0].split(":")[-2] for each in (first, second)] == ["3", "4"]


def test_profile() -> None:
    profile = layer().executable.profile(*of_layer(), runs=2)
    [row] = profile.kernels
    assert (row.kernel.name, row.calls) == ("layer_kernel", 1)
    assert any("layer.mlir" in source for source in row.kernel.sources)
    assert row.seconds == pytest.approx(0.0005)


# -- Failures ----------------------------------------------------------------------------------------------------------


def test_a_machine_without_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> Driver:
        return CudaDriver.load(["libnothing.so.9"])

    monkeypatch.setattr(CudaDriver, "of_process", load)
    executable = dlc.compile(LAYER, target="cuda", level=0)
    with pytest.raises(GPUError, match="there is no CUDA driver on this machine"):
        executable(*of_layer())


@pytest.mark.parametrize("target", ["cuda:", "cuda:x", "rocm", "cuda:123456", "hip:", "hip:-1"])
def test_targets_that_do_not_exist(target: str) -> None:
    with pytest.raises(
        DlcError, match=f"'target' must be .*'cuda', 'hip', .*'cuda:1', or a Target, but got '{target}'"
    ):
        dlc.compile(LAYER, target=target)


def test_a_full_device() -> None:
    program = fresh_layer(memory=4 << 20)
    x, *rest = of_layer()
    with pytest.raises(OutOfDeviceMemory, match=r"8.0 MiB for argument 'x' of @layer do not fit beside"):
        program(np.zeros((1 << 18, 8), np.float32), *rest)
    np.testing.assert_allclose(program(x, *rest), expected(x, *rest), rtol=1e-5, atol=1e-6)


def test_a_launch_that_is_refused() -> None:
    program = fresh_layer(failing="cuLaunchKernel")
    with pytest.raises(GPUError, match=r"kernel 'layer_kernel' of .*layer.mlir:\d+:\d+.* cannot be launched"):
        program(*of_layer())


def test_a_kernel_that_destroys_the_context() -> None:
    program = fresh_layer(failing="cuStreamSynchronize", status=700)
    with pytest.raises(GPUError) as caught:
        program(*of_layer())
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in str(caught.value)
    assert "in kernel 'layer_kernel' of " in str(caught.value)
    assert str(caught.value).endswith("; CUDA has given up device 0 for this process")
    with pytest.raises(GPUError, match="device 0 cannot be used any more in this process: cuStreamSynchronize failed"):
        program(*of_layer())


# -- Files -------------------------------------------------------------------------------------------------------------


def test_programs_are_saved_and_loaded(tmp_path: Path) -> None:
    layer().executable.save(tmp_path / "layer.dlc")
    loaded = dlc.load(tmp_path / "layer.dlc")
    assert isinstance(loaded, GPUExecutable)
    assert loaded.host == layer().executable.host
    assert loaded.ptx == layer().executable.ptx
    attach(loaded, layer().executable.loaded().device)
    np.testing.assert_allclose(loaded(*of_layer()), expected(*of_layer()), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "step",
    [
        ("add", 0, 1, 1 << 20, 64),
        ("sub", 0),
        ("jump", 99, []),
        ("launch", 0, [0]),
        ("call", "nothing", [], []),
        ("?",),
        (1,),
    ],
)
def test_host_programs_that_are_damaged(step: tuple[Any, ...]) -> None:
    fields = host_fields(layer().executable.host)
    block = fields["functions"][0]["blocks"][0]
    for each in fields["functions"]:
        each["constants"] = [list(pair) for pair in each["constants"]]
        for one in each["blocks"]:
            one["steps"], one["parameters"] = list(map(list, one["steps"])), list(one["parameters"])
    fields["kernels"] = list(fields["kernels"])
    assert host_from(fields).functions.keys() == {"layer"}
    block["steps"] = [list(step), *block["steps"]]
    with pytest.raises(InvalidFields):
        host_from(fields)


# -- Whose memory results are in ---------------------------------------------------------------------------------------


SAME = """
memref.global constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @main(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<2xf32>) {
  %one = arith.constant 1.0 : f32
  %y = memref.alloc() : memref<4xf32>
  %forgotten = memref.alloc() : memref<4xf32>
  loop.for %i = 0 to 4 {
    loop.store %one, %y[%i] : memref<4xf32>
  }
  %table = memref.get_global @table : memref<2xf32>
  return %y, %y, %x, %table : memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<2xf32>
}
"""


def test_results_that_share_memory_with_one_another_or_with_arguments() -> None:
    program = InterpretedProgram(SAME)
    device = program.executable.loaded().device
    with device.used():
        used = device.memory.used_bytes
    x = np.arange(4, dtype=np.float32)
    there = device.upload(x)
    for _ in range(3):
        arrays = [each.numpy() for each in program(there)]
        for one, other in zip(arrays, (np.ones(4), np.ones(4), x, [1.0, 2.0]), strict=True):
            np.testing.assert_array_equal(one, other)
    results = program(there)
    assert results[0].address == results[1].address
    assert results[2].address == there.address
    first = results[0]
    del results, there
    np.testing.assert_array_equal(first.numpy(), np.ones(4))
    del first
    with device.used():
        assert device.memory.used_bytes == used


def test_a_device_that_is_full_before_all_arguments_are_there() -> None:
    program = fresh_layer(memory=2 << 20)
    device = program.executable.loaded().device
    x, *rest = of_layer()
    with pytest.raises(OutOfDeviceMemory, match=r"128 bytes for argument 'weights' of @layer do not fit beside"):
        program(np.zeros((1 << 16, 8), np.float32), *rest)
    with device.used():
        assert device.memory.used_bytes == 0
    assert program(x, *rest).shape == (3, 4)


# -- Assertions in kernels ---------------------------------------------------------------------------------------------


def test_assertions_of_kernels() -> None:
    """The kernel ends, the host tells which one failed and where, and the device can be used afterwards."""
    program = InterpretedProgram("""
func.func @main(%x: memref<64xf32>, %i: memref<64xi64>, %o: memref<64xf32> {llvm.noalias}) {
  %n = arith.constant 64 : i64
  loop.for %t = 0 to 64 {
    %k = loop.load %i[%t] : memref<64xi64>
    %ok = arith.cmpi ult, %k, %n : i64
    cf.assert %ok, "an index is out of bounds"
    %j = arith.index_cast %k : i64 to index
    %v = memref.load %x[%j] : memref<64xf32>
    loop.store %v, %o[%t] : memref<64xf32>
  }
  return
}""")
    device = program.executable.loaded().device
    x, out = device.upload(np.arange(64, dtype=np.float32)), device.upload(np.zeros(64, np.float32))
    wrong = np.arange(64)
    wrong[[5, 7]] = 64, -1
    with pytest.raises(ProgramFailed, match=r"@main failed: an index is out of bounds, at -:7:5"):
        program(x, device.upload(wrong), out)
    assert np.flatnonzero(out.numpy() != np.arange(64)).tolist() == [5, 7]
    program(x, device.upload(np.arange(64)[::-1].copy()), out)
    np.testing.assert_array_equal(out.numpy(), np.arange(64)[::-1])
    assert {each.sizes[3] for each in program.library.launched} == {256}


# -- Tiles -------------------------------------------------------------------------------------------------------------

TILES = """func.func @f(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1]
    : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}"""


def test_the_host_makes_maps_of_the_arguments_of_each_call(tmp_path: Path) -> None:
    """The driver gets the address, sizes and tiles of each operand; a repeated call keeps its maps."""
    source = tmp_path / "tiles.mlir"
    source.write_text(TILES)
    program = InterpretedProgram(source, arch="sm_90a")
    random = np.random.default_rng(0)
    a, b, c = (random.standard_normal((64, 64)).astype(np.float16) for _ in range(3))
    device = Device.open(0, program.driver)
    on_device = {id(each): device.upload(each) for each in (a, b, c)}
    for left, right in ((a, b), (c, b), (c, b)):
        result = program(on_device[id(left)], on_device[id(right)]).numpy().astype(np.float64)
        product = left.astype(np.float64) @ right.T.astype(np.float64)
        assert np.abs(result - product).max() <= 1e-3 * np.abs(product).max()
    places = [on_device[id(each)].address for each in (a, b, c, b, c, b)]
    assert [each[0] for each in program.library.maps] == places
    for _, size, sizes, strides, box, steps, kinds in program.library.maps:
        assert (size, sizes, strides, box, steps) == (2, [64, 64], [128], [32, 64], [1, 1])
        assert kinds == [0, 2, 2, 0], "64 bytes of a row are swizzled"
