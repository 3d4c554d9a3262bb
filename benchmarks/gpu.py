"""Kernels and networks on a GPU: what of the device they use, beside torch and Triton where these are installed.

    python benchmarks/gpu.py [--only=softmax]

The copy bandwidth of the device, and the rate of its tensor cores and of its FMA units, are measured in the same run by
kernels that do nothing else; figures are shares of these. Programs, functions of torch and kernels in Triton run in
turn, on arrays that are on the device, and the device's events time a few calls at a time. Medians are shown, and a
case is met or missed by its ratio to torch, or by its share. Networks come last (`gpu_networks.py`). Without a device
nothing is measured.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import prod
from typing import Any, NamedTuple

import gpu_networks
import numpy as np

import dlc
from dlc.runtime.gpu.device import Device
from dlc.runtime.gpu.driver import GPUError

ROUNDS, CALLS = 7, 10
COPIED_BYTES = 1 << 28
CHAINS, TURNS = 16, 4096
"""The independent chains of instructions of a thread that measures a rate, and how long they are."""
RATES = {"f32": "fma", "f16": "mma", "bf16": "mma"}


Peer = Callable[[Any], Any]
"""A function of a list of arrays of torch."""


class Case(NamedTuple):
    """A program, what torch computes the same by, and how much work it is."""

    name: str
    source: str
    shapes: Sequence[Sequence[int]]
    element: str
    peer: Peer
    asked: float
    """The least ratio of torch's time to ours; for cases that move memory, the least share of the bandwidth."""
    operations: float = 0
    """Operations on floats; 0 for cases that move memory."""
    moved: float = 0
    """Bytes that must be read or written."""
    triton: str = ""
    """The name of the kernel in Triton that computes the same, if there is one."""


# -- Cases -------------------------------------------------------------------------------------------------------------


def _type(shape: Sequence[int], element: str) -> str:
    return f"tensor<{'x'.join(map(str, [*shape, element]))}>"


def _function(body: str, types: Sequence[str]) -> str:
    """Return a function of arguments `%0`, `%1` …, whose result has the last type; the body has `{0}` for types."""
    *arguments, result = types
    parameters = ", ".join(f"%{number}: {type}" for number, type in enumerate(arguments))
    return f"func.func @main({parameters}) -> {result} {{\n  %r = {body.format(*types)}\n  return %r : {result}\n}}"


def _product(rows: int, sums: int, columns: int, element: str, asked: float) -> Case:
    shapes = [(rows, sums), (sums, columns)]
    types = [_type(shape, element) for shape in (*shapes, (rows, columns))]
    source = _function("graph.contract %0, %1, batch = [] x [], contracting = [1] x [0] : {0}, {1} -> {2}", types)
    name = f"product {element} {rows}x{sums}x{columns}"
    operations = 2.0 * rows * sums * columns
    return Case(name, source, shapes, element, _product_of_torch, asked, operations, triton="product")


def _product_of_torch(arrays: Any) -> Any:
    return arrays[0] @ arrays[1]


def _attention(keys: int, features: int, element: str) -> Case:
    shape = (1, 16, keys, features)
    source = _function("graph.attention %0, %1, %2 : {0}, {1}, {2} -> {3}", [_type(shape, element)] * 4)
    operations = 4.0 * 16 * keys * keys * features
    name = f"attention {element} {keys} keys, head {features}"
    return Case(name, source, [shape] * 3, element, _attention_of_torch, 0.6, operations, triton="attention")


def _decoding(keys: int, element: str) -> Case:
    """Return attention of 32 heads of one query, of which four share keys: its bytes are those of keys and values."""
    query, key = (1, 32, 1, 128), (1, 8, keys, 128)
    types = [_type(shape, element) for shape in (query, key, key, query)]
    source = _function("graph.attention %0, %1, %2 : {0}, {1}, {2} -> {3}", types)
    moved = 2.0 * prod(key) * {"f16": 2, "bf16": 2, "f32": 4}[element]
    name = f"decoding {element} {keys} keys"
    return Case(name, source, [query, key, key], element, _decoding_of_torch, 0.6, moved=moved)


def _attention_of_torch(arrays: Any) -> Any:
    torch: Any = sys.modules["torch"]
    return torch.nn.functional.scaled_dot_product_attention(*arrays)


def _decoding_of_torch(arrays: Any) -> Any:
    torch: Any = sys.modules["torch"]
    return torch.nn.functional.scaled_dot_product_attention(*arrays, enable_gqa=True)


def _layer_norm_of_torch(arrays: Any) -> Any:
    torch: Any = sys.modules["torch"]
    return torch.nn.functional.layer_norm(arrays[0], arrays[0].shape[1:])


def _memory_case(
    name: str, body: str, shape: Sequence[int], result: Sequence[int], peer: Peer, triton: str = ""
) -> Case:
    source = _function(body, [_type(shape, "f32"), _type(result, "f32")])
    moved = 4.0 * (prod(shape) + prod(result))
    return Case(name, source, [shape], "f32", peer, 0.85, moved=moved, triton=triton)


def cases() -> Iterator[Case]:
    """Iterate over all cases."""
    for element in ("f16", "bf16"):
        for size in (1024, 2048, 4096, 8192):
            yield _product(size, size, size, element, 0.7)
    yield _product(512, 768, 3072, "f16", 0.7)
    yield _product(64, 8192, 64, "f16", 0.7)
    yield _product(4096, 4096, 4096, "f32", 0.8)
    for element in ("f16", "bf16"):
        for features in (64, 128):
            yield _attention(4096, features, element)
    yield _attention(4096, 64, "f32")
    for element in ("bf16", "f32"):
        for keys in (4096, 65536):
            yield _decoding(keys, element)
    large, rows = (8192, 4096), (32 * 12 * 512, 512)
    yield _memory_case("add", "graph.add %0, %0 : {0}", large, large, lambda x: x[0] + x[0])
    for shape in (large, rows):
        name = "x".join(map(str, shape))
        softmax = "graph.softmax %0, [1] : {0}"
        yield _memory_case(f"softmax {name}", softmax, shape, shape, lambda x: x[0].softmax(1), "softmax")
        yield _memory_case(
            f"layer norm {name}",
            "graph.layer_norm %0, [1] epsilon 1.0e-05 : {0}",
            shape,
            shape,
            _layer_norm_of_torch,
        )
    sums: list[tuple[str, list[int], Peer]] = [
        ("[0, 1]", [], lambda x: x[0].sum()),
        ("[1]", [large[0]], lambda x: x[0].sum(1)),
        ("[0]", [large[1]], lambda x: x[0].sum(0)),
    ]
    for dims, result, peer in sums:
        yield _memory_case(f"sum along {dims}", f"graph.reduce <sum> %0, {dims} : {{0}} -> {{1}}", large, result, peer)
    turned = large[::-1]
    transpose = "graph.transpose %0, [1, 0] : {0} -> {1}"
    yield _memory_case("transpose", transpose, large, turned, lambda x: x[0].t().contiguous())


# -- Times of the device -----------------------------------------------------------------------------------------------


def seconds(device: Device, stream: int, work: Callable[[], object], calls: int = CALLS) -> float:
    """Return the time that the device takes for a call, as its events say."""
    first, last = device.new_event(timed=True), device.new_event(timed=True)
    device.driver.call("EventRecord", first, ctypes.c_void_p(stream))
    for _ in range(calls):
        work()
    device.driver.call("EventRecord", last, ctypes.c_void_p(stream))
    device.synchronize(stream)
    milliseconds = ctypes.c_float()
    device.driver.call("EventElapsedTime", ctypes.byref(milliseconds), first, last)
    for event in (first, last):
        device.driver.call("EventDestroy", event)
    return milliseconds.value / 1e3 / calls


def bandwidth(device: Device) -> float:
    """Return the bytes in a second that a copy on the device reads and writes."""
    source, target = (device.allocate((COPIED_BYTES,), np.uint8) for _ in range(2))

    def copy() -> None:
        addresses = ctypes.c_uint64(target.address), ctypes.c_uint64(source.address)
        device.driver.call("MemcpyDtoDAsync", *addresses, ctypes.c_size_t(COPIED_BYTES), ctypes.c_void_p(device.stream))

    with device.used():
        copy()
        return 2 * COPIED_BYTES / min(seconds(device, device.stream, copy) for _ in range(ROUNDS))


MMA = (
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
    "{{%f{0},%f{1},%f{2},%f{3}}}, {{%a,%a,%a,%a}}, {{%a,%a}}, {{%f{0},%f{1},%f{2},%f{3}}};"
)


def rate_text(kind: str) -> str:
    """Return PTX of a kernel that does nothing but multiply and add: fragments (`mma`) or floats (`fma`)."""
    lines = (
        [MMA.format(*range(4 * chain, 4 * chain + 4)) for chain in range(CHAINS)]
        if kind == "mma"
        else [f"fma.rn.f32 %f{chain}, %f{chain}, %x, %x;" for chain in range(4 * CHAINS)]
    )
    kept = "\n".join(f"add.f32 %x, %x, %f{number};" for number in range(4 * CHAINS))
    starts = "\n".join(f"mov.f32 %f{number}, %x;" for number in range(4 * CHAINS))
    return f"""
.version 7.0
.target sm_80
.address_size 64
.visible .entry rate(
	.param .u64 .ptr .global .align 16 rate_param_0
)
.reqntid 256, 1, 1
{{
.reg .f32 %f<{4 * CHAINS}>; .reg .f32 %x; .reg .b32 %a; .reg .b32 %n; .reg .b64 %p; .reg .pred %more;
ld.param.u64 %p, [rate_param_0];
mov.u32 %a, %clock;
cvt.rn.f32.u32 %x, %a;
{starts}
mov.u32 %n, 0;
again:
{chr(10).join(lines)}
add.u32 %n, %n, 1;
setp.lt.u32 %more, %n, {TURNS};
@%more bra again;
{kept}
st.global.f32 [%p], %x;
ret;
}}
"""


def rate(device: Device, kind: str) -> float:
    """Return the operations in a second that the device does if nothing keeps it from doing them."""
    kernel, out = device.load(rate_text(kind))["rate"], device.allocate((4,), np.float32)
    blocks = 2 * device.multiprocessors
    operations = (16 * 8 * 16 * 2 / 32 if kind == "mma" else 4 * 2) * CHAINS * TURNS * 256 * blocks

    def launch() -> None:
        kernel.launch((blocks, 1, 1), (256, 1, 1), [out])

    launch()
    return operations / min(seconds(device, device.stream, launch, 1) for _ in range(ROUNDS))


# -- Measuring ---------------------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """The medians of a case in seconds; those of others are `None` where they are not installed or do not apply."""

    ours: float
    torch: float | None
    triton: float | None = None


def arrays(case: Case, device: Device, torch: Any) -> list[Any]:
    """Return random arguments on the device, torch's if it is installed."""
    random = np.random.default_rng(0)
    values = [random.standard_normal(shape, dtype=np.float32) for shape in case.shapes]
    if torch is not None:
        kinds = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
        return [torch.from_numpy(value).to("cuda", kinds[case.element]) for value in values]
    return [device.upload(value.astype({"f32": np.float32, "f16": np.float16}[case.element])) for value in values]


def measure(
    program: Callable[..., object], case: Case, device: Device, torch: Any, kernels: Mapping[str, Peer]
) -> Measured:
    """Run a program of a case in turn with torch, and with a kernel in Triton that computes the same."""
    given = arrays(case, device, torch)
    stream = device.stream if torch is None else int(torch.cuda.current_stream().cuda_stream)
    peers = {} if torch is None else {"torch": case.peer}
    if case.triton in kernels:
        peers["triton"] = kernels[case.triton]
    engines: dict[str, Callable[[], object]] = {"ours": lambda: program(*given)}
    engines |= {name: partial(peer, given) for name, peer in peers.items()}
    times: dict[str, list[float]] = {name: [] for name in engines}
    for engine in engines.values():
        for _ in range(3):
            engine()
    order = list(engines)
    for _ in range(ROUNDS):
        for name in order:
            times[name].append(seconds(device, stream, engines[name]))
        order = [*order[1:], order[0]]
    medians = {name: statistics.median(each) for name, each in times.items()}
    return Measured(medians["ours"], medians.get("torch"), medians.get("triton"))


def report(case: Case, measured: Measured, peaks: dict[str, float]) -> bool:
    """Print the figures of a case; return whether it reaches what is asked."""
    kind = RATES[case.element] if case.operations else "copy"
    done = (case.operations or case.moved) / measured.ours
    share = done / peaks[kind]
    ratio = measured.torch / measured.ours if measured.torch is not None else None
    reached = share if not case.operations else ratio
    verdict = "" if reached is None else "met" if reached >= case.asked else "MISSED"
    figure = f"{done / 1e12:8.1f} TFLOP/s" if case.operations else f"{done / 1e9:8.0f} GB/s   "
    beside, other = (_ratio(each, measured.ours) for each in (measured.torch, measured.triton))
    print(
        f"{case.name:<32} {measured.ours * 1e6:10.1f} µs {figure} {share:5.0%} {beside:>7} {other:>7} "
        f"≥ {case.asked} {verdict}"
    )
    return verdict != "MISSED"


def _ratio(peer: float | None, ours: float) -> str:
    return "–" if peer is None else f"{peer / ours:.2f}x"


def triton_kernels(torch: Any) -> Mapping[str, Peer]:
    """Return kernels in Triton by what they compute, or none where it is not installed."""
    if torch is None or find_spec("triton") is None:
        return {}
    kernels: Any = import_module("triton_kernels")
    return kernels.KERNELS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="part of the names of cases to run")
    options = parser.parse_args()
    try:
        device = Device.open()
    except GPUError as error:
        print(f"bench-gpu is skipped: {error}")
        return 0
    torch: Any = import_module("torch") if find_spec("torch") is not None else None
    torch = torch if torch is not None and torch.cuda.is_available() else None
    peaks = {"copy": bandwidth(device), "mma": rate(device, "mma"), "fma": rate(device, "fma")}
    print(
        f"{device.arch}: copies {peaks['copy'] / 1e9:.0f} GB/s, tensor cores {peaks['mma'] / 1e12:.0f} TFLOP/s, "
        f"FMA {peaks['fma'] / 1e12:.1f} TFLOP/s, all measured; ratios are to the times of torch and of Triton\n"
    )
    met, kernels = True, triton_kernels(torch)
    for case in cases():
        if options.only not in case.name or (torch is None and case.element == "bf16"):
            continue
        program = dlc.compile(case.source, target="cuda")
        met &= report(case, measure(program, case, device, torch, kernels), peaks)
    met &= gpu_networks.report(options.only)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
