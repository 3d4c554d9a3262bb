"""Programs for AMD's GPUs without one: HIP in Python runs the host's part, the interpreter the kernels.

What CUDA and HIP share is tested in `test_programs` and `test_device`; here is that the same happens, and what differs.
"""

from __future__ import annotations

import ctypes
import re
import shutil
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies

import dlc
from dlc.codegen.amdgcn import AMDLinkError, code_object
from dlc.codegen.gpu_target import AMD_TRIPLE, amd_target_for
from dlc.codegen.target import Target, TargetError
from dlc.compiler import InvalidArgument, ProgramFailed
from dlc.dialects import gpu
from dlc.ir.context import Context
from dlc.ir.errors import DlcError
from dlc.runtime.dlpack import ROCM
from dlc.runtime.gpu.code_objects import read_code_object
from dlc.runtime.gpu.device import Device
from dlc.runtime.gpu.device_arrays import DeviceArray
from dlc.runtime.gpu.device_memory import OutOfDeviceMemory
from dlc.runtime.gpu.driver import GPUError
from dlc.runtime.gpu.executable import GPUExecutable
from dlc.runtime.gpu.hip import HipDriver
from dlc.runtime.gpu.kernel_arguments import ArgumentError, Parameter
from support.amd_linker import amd_linker
from support.fake_driver import fake_driver, fake_hip
from support.gpu_programs import InterpretedProgram, attach
from support.properties import examples
from support.run_lines import ROOT

Array = Any
LAYER = ROOT / "examples" / "layer.mlir"
ARCHS = ("gfx90a", "gfx1100")
LINKER = amd_linker()
pytestmark = pytest.mark.skipif(LINKER is None, reason="there is no linker for AMD's GPUs")


@cache
def layer(arch: str = "gfx90a") -> InterpretedProgram:
    return InterpretedProgram(LAYER, arch=arch)


def fresh_layer(arch: str = "gfx90a", **options: Any) -> InterpretedProgram:
    """Return the program on a library of its own."""
    program = object.__new__(InterpretedProgram)
    program.executable = GPUExecutable(layer(arch).executable.image, layer(arch).executable.host, 0, {})
    program.driver, program.library = fake_hip(kernels=layer(arch).kernels, **{"arch": arch, **options})
    attach(program.executable, Device.open(0, program.driver))
    return program


def of_layer(size: int = 3) -> list[Array]:
    random = np.random.default_rng(size)
    return [random.standard_normal(shape).astype(np.float32) for shape in ((size, 8), (8, 4), (4,))]


def expected(x: Array, weights: Array, bias: Array) -> Array:
    return np.maximum(x @ weights + bias, 0)


# -- Calls -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("size", [0, 1, 5])
def test_a_layer(arch: str, size: int) -> None:
    arguments = of_layer(size)
    actual = layer(arch)(*arguments)
    assert type(actual) is np.ndarray
    np.testing.assert_allclose(actual, expected(*arguments), rtol=1e-5, atol=1e-6)


def test_a_call_that_is_repeated_becomes_a_graph() -> None:
    program = fresh_layer()
    there = [program.executable.loaded().device.upload(each) for each in of_layer()]
    for calls, graphs in ((1, 0), (2, 1), (2, 2)):
        result = program(*there)
        np.testing.assert_allclose(result.numpy(), expected(*of_layer()), rtol=1e-5, atol=1e-6)
        assert program.library.calls.count("hipModuleLaunchKernel") == calls
        assert program.library.calls.count("hipGraphLaunch") == graphs
        del result
    assert all(name.startswith("hip") for name in program.library.calls)


class Offered:
    """An array of another library on a device of some kind, by DLPack."""

    def __init__(self, array: DeviceArray, kind: int = ROCM) -> None:
        self._array = array
        self._kind = kind
        self.streams: list[int | None] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._kind, self._array.device.number

    def __dlpack__(self, *, stream: int | None = None) -> object:
        self.streams.append(stream)
        return self._array.__dlpack__(stream=stream)


def test_arrays_of_other_libraries_are_used_where_they_are() -> None:
    """Both sides say ROCm, and call the default stream 0, not 1 as CUDA does."""
    program = fresh_layer()
    device = program.executable.loaded().device
    there = [Offered(device.upload(each)) for each in of_layer()]
    program.library.calls.clear()
    result = program(*there)
    assert isinstance(result, DeviceArray)
    assert not [name for name in program.library.calls if name.startswith("hipMemcpy")]
    assert result.__dlpack_device__() == (ROCM, 0)
    assert not hasattr(result, "__cuda_array_interface__")
    assert {stream for each in there for stream in each.streams} == {device.stream}
    np.testing.assert_allclose(np.asarray(result), expected(*of_layer()), rtol=1e-5, atol=1e-6)


class OnDefaultStream:
    """An array of another library whose stream is the default one."""

    def __init__(self, array: DeviceArray) -> None:
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.address, False),
            "strides": None,
            "version": 3,
            "stream": 1,
        }


@pytest.mark.parametrize(("arch", "stream"), [("gfx90a", 0), ("sm_80", 1)])
def test_the_number_of_the_default_stream(arch: str, stream: int) -> None:
    """Libraries are told its number in DLPack, which is not that of CUDA."""
    program = layer(arch)
    x, weights, bias = map(program.executable.loaded().device.upload, of_layer())
    given = Offered(weights, program.driver.dlpack_devices[0])
    result = program(OnDefaultStream(x), given, bias)
    assert given.streams == [stream]
    np.testing.assert_allclose(np.asarray(result), expected(*of_layer()), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("arch", ARCHS)
def test_a_program_that_reads_numbers_and_asserts(arch: str) -> None:
    """Numbers cross the border in both directions; an assertion of a kernel is told with its place."""
    program = InterpretedProgram(
        """
func.func @main(%x: memref<64xf32>, %i: memref<64xi64>, %scale: f32, %o: memref<64xf32> {llvm.noalias}) -> f32 {
  %n = arith.constant 64 : i64
  %c3 = arith.constant 3 : index
  loop.for %t = 0 to 64 {
    %k = loop.load %i[%t] : memref<64xi64>
    %ok = arith.cmpi ult, %k, %n : i64
    cf.assert %ok, "an index is out of bounds"
    %j = arith.index_cast %k : i64 to index
    %v = memref.load %x[%j] : memref<64xf32>
    %w = arith.mulf %v, %scale : f32
    loop.store %w, %o[%t] : memref<64xf32>
  }
  %r = memref.load %o[%c3] : memref<64xf32>
  return %r : f32
}""",
        arch=arch,
    )
    device = program.executable.loaded().device
    x, out = np.arange(64, dtype=np.float32), device.upload(np.zeros(64, np.float32))
    order = np.arange(64)[::-1].copy()
    assert program(device.upload(x), device.upload(order), 0.5, out) == 30.0
    np.testing.assert_array_equal(out.numpy(), x[::-1] / 2)
    order[5] = 64
    with pytest.raises(ProgramFailed, match=r"@main failed: an index is out of bounds, at -:8:5"):
        program(device.upload(x), device.upload(order), 0.5, out)


def test_a_program_without_kernels() -> None:
    """Nothing is loaded, as there is no code object without a kernel."""
    program = InterpretedProgram(
        """func.func @main(%m: memref<2xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<2xf32>
  return %x : f32
}""",
        arch="gfx90a",
    )
    assert program(np.array([1.0, 2.5], np.float32)) == 2.5
    assert "hipModuleLoadData" not in program.library.calls


def test_half_a_network() -> None:
    """Matrix units, workgroup memory and several kernels, with subgroups of 64."""
    program = InterpretedProgram(
        """func.func @f(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf16>
  %1 = graph.softmax %0, [1] : tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}""",
        arch="gfx90a",
    )
    random = np.random.default_rng(0)
    a, b = (random.standard_normal((64, 64)).astype(np.float16) for _ in range(2))
    product = a.astype(np.float64) @ b.astype(np.float64)
    powers = np.exp(product - product.max(axis=1, keepdims=True))
    np.testing.assert_allclose(program(a, b), powers / powers.sum(axis=1, keepdims=True), atol=1e-2)


def test_profile() -> None:
    profile = layer().executable.profile(*of_layer(), runs=1)
    assert [row.kernel.name for row in profile.kernels] == ["layer_kernel"]
    device = layer().executable.loaded().device
    assert device.flops == pytest.approx(104 * 64 * 2 * 1.7e9)
    assert device.bandwidth == pytest.approx(1.6e9 * 4096 / 8 * 2)


def test_programs_are_saved_and_loaded(tmp_path: Path) -> None:
    layer().executable.save(tmp_path / "layer.dlc")
    loaded = dlc.load(tmp_path / "layer.dlc")
    assert isinstance(loaded, GPUExecutable)
    assert loaded.code_object == layer().executable.code_object
    attach(loaded, layer().executable.loaded().device)
    np.testing.assert_allclose(loaded(*of_layer()), expected(*of_layer()), rtol=1e-5, atol=1e-6)
    with pytest.raises(GPUError, match="a program for 'gfx90a' has a code object, and no PTX"):
        _ = loaded.ptx


# -- What is refused ---------------------------------------------------------------------------------------------------


def test_a_machine_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program can be compiled for an architecture that is said, but not called."""
    monkeypatch.setattr(HipDriver, "of_process", partial(HipDriver.load, ["libnothing.so.9"]))
    said = r"there is no HIP library on this machine: .*libnothing.so.9"
    with pytest.raises(GPUError, match=rf"{said}.*; to compile for another machine, .*--gpu-arch=gfx90a"):
        dlc.compile(LAYER, target="hip")
    executable = dlc.compile(LAYER, target=Target.of(AMD_TRIPLE, "gfx90a"), level=0)
    with pytest.raises(GPUError, match=said):
        executable(*of_layer())


def test_the_architecture_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are compiled for the device that is named, whose modes are no part of the architecture."""
    driver, _ = fake_hip(arch="gfx1100", devices=2)
    monkeypatch.setattr(HipDriver, "of_process", lambda: driver)
    executable: Any = dlc.compile(LAYER, target="hip:1", cache=False)
    assert read_code_object(executable.code_object)[0] == "gfx1100"
    assert executable.loaded().device.number == 1
    with pytest.raises(GPUError, match="device 2 does not exist: the driver reports 2 devices"):
        dlc.compile(LAYER, target="hip:2")


def test_an_architecture_that_nothing_is_known_of(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, _ = fake_hip(arch="gfx803")
    monkeypatch.setattr(HipDriver, "of_process", lambda: driver)
    with pytest.raises(DlcError, match="expects an architecture such as 'sm_80' or 'gfx90a', but got 'gfx803'"):
        dlc.compile(LAYER, target="hip")
    with pytest.raises(TargetError, match="expected an architecture of AMD's GPUs"):
        dlc.compile(LAYER, target=Target(AMD_TRIPLE, "sm_80"))


def test_each_use_selects_its_device() -> None:
    """HIP has a current device, which other libraries change, where CUDA has a current context."""
    driver, library = fake_hip(devices=2)
    devices = [Device.open(number, driver) for number in (0, 1)]
    for number in (0, 1, 0):
        library.selected = -1
        with devices[number].used():
            assert library.selected == number


def test_an_old_library() -> None:
    driver, library = fake_hip()
    library.version = 50_731_921
    with pytest.raises(GPUError, match=r"the HIP library must support HIP 6.0 or later, but supports 5.7: update it"):
        driver.start()
    library.missing = "hipGetDevicePropertiesR0600"
    with pytest.raises(GPUError, match=r"must support HIP 6.0 or later for hipGetDevicePropertiesR0600: update it"):
        _ = Device.open(0, driver).arch


def test_a_machine_without_device() -> None:
    with pytest.raises(GPUError, match="device 0 does not exist: the driver reports 0 devices"):
        Device.open(0, fake_hip(devices=0)[0])


@pytest.mark.parametrize("arch", ["gfx1100", "gfx942"])
def test_kernels_for_another_architecture(arch: str) -> None:
    with pytest.raises(GPUError, match=f"the kernels are for 'gfx90a', but device 0 is '{arch}': compile for it"):
        attach(layer().executable, Device.open(0, fake_hip(arch=arch)[0]))


def test_an_array_of_another_vendor() -> None:
    program = layer()
    x, *rest = of_layer()
    other = Device.open(0, fake_driver()[0]).upload(x)
    message = "argument 'x' of @layer is on a device of another vendor, but the program is compiled for HIP"
    with pytest.raises(InvalidArgument, match=message):
        program(other, *rest)


def test_an_argument_whose_memory_was_freed() -> None:
    program = layer()
    there = [program.executable.loaded().device.upload(each) for each in of_layer()]
    there[1].free()
    with pytest.raises(InvalidArgument, match=r"'weights' of @layer cannot be imported: the memory of .* was freed"):
        program(*there)
    there[1] = program.executable.loaded().device.upload(of_layer()[1])
    np.testing.assert_allclose(program(*there).numpy(), expected(*of_layer()), rtol=1e-5, atol=1e-6)


def test_a_full_device() -> None:
    program = fresh_layer(memory=4 << 20)
    x, *rest = of_layer()
    with pytest.raises(OutOfDeviceMemory, match=r"8.0 MiB for argument 'x' of @layer do not fit beside"):
        program(np.zeros((1 << 18, 8), np.float32), *rest)
    np.testing.assert_allclose(program(x, *rest), expected(x, *rest), rtol=1e-5, atol=1e-6)


def test_a_launch_that_is_refused() -> None:
    program = fresh_layer(failing="hipModuleLaunchKernel")
    with pytest.raises(GPUError, match=r"kernel 'layer_kernel' of .*layer.mlir.* cannot be launched: hipModuleLaunch"):
        program(*of_layer())


def test_a_kernel_that_destroys_the_context() -> None:
    program = fresh_layer(failing="hipStreamSynchronize", status=700)
    with pytest.raises(GPUError, match=r"hipErrorIllegalAddress.*; HIP has given up device 0 for this process"):
        program(*of_layer())
    with pytest.raises(GPUError, match="device 0 cannot be used any more in this process: hipStreamSynchronize failed"):
        program(*of_layer())


def test_more_workgroup_memory_than_there_is() -> None:
    device = Device.open(0, fake_hip(failing="hipFuncSetAttribute")[0])
    kernel = device.load(layer().executable.code_object)["layer_kernel"]
    message = r"needs 65537 bytes of workgroup memory, which device 0 \('gfx90a'\) does not give to a block"
    with pytest.raises(GPUError, match=message):
        kernel.launch((1, 1, 1), (64, 1, 1), [0] * len(kernel.signature.parameters), shared_bytes=65537)


@pytest.mark.skipif(shutil.which("sh") is None, reason="the machine has no shell")
def test_linkers_that_are_missing_or_too_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The error says which linker is needed; one that fails is passed over if there is a better one."""
    monkeypatch.setenv("ROCM_PATH", str(tmp_path / "rocm"))
    monkeypatch.setenv("PATH", str(tmp_path))
    target = amd_target_for("gfx90a")
    with pytest.raises(AMDLinkError, match=r"linked by 'ld.lld' of LLVM 17 or newer, but there is none; install it"):
        dlc.compile(LAYER, target=target, cache=False)
    old = tmp_path / "ld.lld"
    old.write_text("#!/bin/sh\necho unknown abi version >&2\nexit 1\n")
    old.chmod(0o755)
    with pytest.raises(AMDLinkError, match=r"but '.*ld.lld' says: unknown abi version; install it"):
        dlc.compile(LAYER, target=target, cache=False)
    (tmp_path / "ld.lld-22").symlink_to(str(LINKER))
    executable: Any = dlc.compile(LAYER, target=target, cache=False)
    assert list(read_code_object(executable.code_object)[1]) == ["layer_kernel"]


# -- Code objects ------------------------------------------------------------------------------------------------------


def test_what_kernels_take_is_read_off_the_metadata() -> None:
    arch, kernels = read_code_object(layer("gfx1100").executable.code_object)
    assert arch == "gfx1100"
    parameters = kernels["layer_kernel"].parameters
    assert Parameter("u64", is_pointer=True) in parameters
    assert Parameter("b64", is_pointer=False) in parameters
    assert len(parameters) == len(layer("sm_80").executable.loaded().kernels["layer_kernel"].signature.parameters)


def test_arguments_that_hip_adds_are_not_ours() -> None:
    """A kernel that asks for the number of blocks gets it behind its arguments."""
    module = dlc.parse("""gpu.module @kernels {
  gpu.func @fill(%m: memref<64xindex>) kernel {
    %n = gpu.grid_dim x
    %i = gpu.block_id x
    memref.store %n, %m[%i] : memref<64xindex>
    gpu.return
  }
}""")
    dlc.run_pipeline(module, "gpu-to-rocdl,reconcile-unrealized-casts")
    kernels = next(op for op in module.walk() if isinstance(op, gpu.GPUModuleOp))
    code = code_object(kernels, Context().diagnostics, "gfx1100")
    assert code is not None
    assert b"hidden_block_count_x" in code
    assert read_code_object(code)[1]["fill"].parameters == (Parameter("u64", is_pointer=True),)


@pytest.mark.parametrize(("kind", "given", "bits"), [("b32", 1.5, 0x3FC00000), ("b32", 7, 7), ("b64", -0.0, 1 << 63)])
def test_numbers_of_which_only_the_size_is_known(kind: str, given: Any, bits: int) -> None:
    value = Parameter(kind, is_pointer=False).value(given, "argument 0")
    assert int.from_bytes(bytes(value), sys.byteorder) == bits
    with pytest.raises(ArgumentError, match="argument 0 must be an integer of type"):
        Parameter("b16", is_pointer=False).value(1.5, "argument 0")


@pytest.mark.parametrize("code", [b"", b"\x7fELF", b"\x7fELF\x02\x01", b"\x7fELF\x02\x01" + b"\xff" * 200, b"MZ" * 99])
def test_what_is_no_code_object(code: bytes) -> None:
    with pytest.raises(ArgumentError, match="it is not a code object of AMD's GPUs with metadata of its kernels"):
        read_code_object(code)


@given(strategies.data())
@examples(200)
def test_code_objects_that_are_damaged(data: Any) -> None:
    """The result is a description or one error, however bytes of the headers and the metadata are changed."""
    code = bytearray(layer().executable.code_object)
    begin = code.index(b"amdhsa.kernels") - 40
    places = [*range(64), *range(begin, begin + 900), *range(len(code) - 64 * 14, len(code))]
    for at in data.draw(strategies.lists(strategies.sampled_from(places), min_size=1, max_size=4)):
        code[at] = data.draw(strategies.integers(0, 255))
    try:
        _, kernels = read_code_object(bytes(code))
    except ArgumentError:
        return
    assert all(isinstance(name, str) and each.name == name for name, each in kernels.items())


def test_metadata_that_are_nested_deeply() -> None:
    code = layer().executable.code_object
    begin = code.index(b"amdhsa.kernels") - 2
    with pytest.raises(ArgumentError, match="metadata are nested too deeply"):
        read_code_object(code[:begin] + b"\x91" * 400 + code[begin + 400 :])


# -- The library -------------------------------------------------------------------------------------------------------


def test_functions_have_the_parameters_that_the_header_says() -> None:
    header = next(iter(sorted(Path("/opt").glob("rocm*/include/hip/hip_runtime_api.h"))), None)
    if header is None:
        pytest.skip("hip_runtime_api.h is not installed")
    declared = dict(re.findall(r"^hipError_t (hip\w+)\(([^)]*?)\)?\);", header.read_text(), re.MULTILINE))
    for function, parameters in HipDriver.signatures().items():
        name = function.removesuffix("R0600")
        stated = [each.strip() for each in declared[name].split(",") if each.strip() != "void"]
        assert [_bytes_of(each) for each in stated] == list(map(ctypes.sizeof, parameters)), function


def _bytes_of(parameter: str) -> int:
    """Return the size of a parameter in C; enumerations are numbers, and other names are handles."""
    name = re.sub(r"__dparm.*|=.*", "", parameter.replace("const ", "")).strip().rpartition(" ")[0]
    small = ("int", "unsigned", "unsigned int", "hipDevice_t", "hipDeviceAttribute_t", "hipFuncAttribute", "hipError_t")
    sizes = {"unsigned char": 1, "unsigned short": 2, **dict.fromkeys((*small, "hipStreamCaptureMode"), 4)}
    return 8 if "*" in parameter else sizes.get(name, 8)
