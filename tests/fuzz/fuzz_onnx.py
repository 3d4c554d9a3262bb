"""Mutates ONNX models, as bytes and through the protobuf API, and imports them: each must end in a module or one error.

    make fuzz-onnx N=100000 ARGS='--seed 7'

What is imported is verified. Anything but an error of dlc (another exception, a crash, more than a few seconds) is
printed with the number that makes it again.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

import dlc
from dlc.frontends.onnx import import_model
from dlc.ir.errors import DlcError

LONGEST_S = 20.0
PIN = (
    "to pin one: `make fuzz-onnx N=1 ARGS='--seed NUMBER'` runs it again, and a small model with the same mistake "
    "goes into tests/unit/frontends/test_onnx_hostile.py"
)
"""Instructions for a finding, besides fixing the bug."""
HOSTILE_INTS = (0, -1, 1, 2, 1 << 31, 1 << 62, -(1 << 63), (1 << 63) - 1)
HOSTILE_TEXTS = ("", "..", "../x", "/etc/passwd", "\0", "x" * 1000, "Relu", "Loop", "y")


def seeds() -> list[bytes]:
    """Return models to mutate: a network, control flow, a function, external data."""
    texts = [
        """g (float[n, 3, 8, 8] x) => (float[n, k] y) {
             c = Conv <pads = [1, 1, 1, 1], strides = [2, 2]> (x, w, b)  r = Relu(c)  f = Flatten(r)
             m = MatMul(f, d)  y = Softmax(m) }""",
        """g (int64 n, float[2] x) => (float[2] y, float[k, 2] z) <int64[1] i = {1}> {
             y, z = Loop (n, , x) <body = b (int64 i, bool c, float[2] s) => (bool d, float[2] t, float[2] e) {
               d = Identity(c)  t = Add(s, x)  e = Neg(t) }> }""",
        """g (float[6, b] x) => (float[c, d] y) <int64[2] s = {-1, 2}, int64[1] t = {0}, int64[1] e = {4}> {
             q = Slice(x, t, e)  r = Reshape(q, s)  u = Transpose <perm = [1, 0]> (r)  v = Gather <axis = 0> (u, t)
             p = Pad <mode = "constant"> (v, pads)  y = Concat <axis = 0> (p, p) }""",
        """g (float[2, s, 64] x, float[2, 1, p, 16] k, float[2, 1, p, 16] v, int32[2] l, int32 t, float[8, 8] c)
             => (float[2, s, 32] y, float[2, 1, q, 16] pk, float[2, 1, q, 16] pv) {
             y, pk, pv = com.microsoft.GroupQueryAttention
               <num_heads = 2, kv_num_heads = 1, do_rotary = 1> (x, , , k, v, l, t, c, c) }""",
        """g (uint8[n, 4] a, int8[4, 2] b, float[2] s, int4[4] i) => (float[n, 2] y, float[n, 2] dy, float[4] z)
             <float t = {0.1}, uint8 p = {3}, float one = {1}> {
             r = com.microsoft.QGemm (a, t, p, b, s, )  y = Mul(r, r)  z = DequantizeLinear(i, t)
             dy = ai.onnx.preview.training.Gradient <xs = ["r"], y = "y"> (r) }""",
    ]
    opsets = '"" : 18, "com.microsoft" : 1, "ai.onnx.preview.training" : 1'
    models = [onnx.parser.parse_model(f"<ir_version: 8, opset_import: [{opsets}]>\n{text}") for text in texts]
    for name, shape in (("w", (4, 3, 3, 3)), ("b", (4,)), ("d", (64, 2))):
        models[0].graph.initializer.append(numpy_helper.from_array(np.ones(shape, np.float32), name))
    models[2].graph.initializer.append(numpy_helper.from_array(np.array([0, 1, 0, 1]), "pads"))
    external = numpy_helper.from_array(np.ones(2, np.float32), "w")
    external.ClearField("raw_data")
    external.data_location = onnx.TensorProto.EXTERNAL
    external.external_data.add(key="location", value="w.bin")
    values = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [2]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Add", ["x", "w"], ["y"])], "g", values[:1], values[1:], [external])
    models.append(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]))
    return [model.SerializeToString() for model in models]


def mutated_bytes(data: bytes, draw: random.Random) -> bytes:
    """Return bytes of which some are changed, inserted or left out."""
    changed = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        place = draw.randrange(len(changed))
        kind = draw.randrange(4)
        if kind == 0:
            changed[place] = draw.randrange(256)
        elif kind == 1:
            changed.insert(place, draw.randrange(256))
        elif kind == 2 and len(changed) > 4:
            del changed[place : place + draw.randint(1, 4)]
        else:
            changed = changed[: max(place, 1)]
    return bytes(changed)


def mutated_structure(data: bytes, draw: random.Random) -> bytes:
    """Return a model of which some fields are changed through the protobuf API."""
    model = onnx.ModelProto()
    model.ParseFromString(data)
    for _ in range(draw.randint(1, 4)):
        _mutate(draw.choice(_messages(model)), draw)
    return model.SerializeToString()


def _messages(root: Any) -> list[Any]:
    """Return a message and all messages in it."""
    messages, pending = [], [root]
    while pending:
        message = pending.pop()
        messages.append(message)
        for field, value in message.ListFields():
            if field.type == field.TYPE_MESSAGE:
                pending += list(value) if field.is_repeated else [value]
    return messages


def _mutate(message: Any, draw: random.Random) -> None:
    """Change one field of a message."""
    field = draw.choice(message.DESCRIPTOR.fields)
    current = getattr(message, field.name)
    if field.type == field.TYPE_MESSAGE:
        if not field.is_repeated:
            message.ClearField(field.name)
        elif current:
            place = draw.randrange(len(current))
            current.append(current[place]) if draw.random() < 0.5 else current.pop(place)
        return
    value = _drawn(field, draw)
    if not field.is_repeated:
        setattr(message, field.name, value)
    elif current and draw.random() < 0.5:
        current[draw.randrange(len(current))] = value
    else:
        current.append(value)


def _drawn(field: Any, draw: random.Random) -> Any:
    """Return a value for a field."""
    if field.type in (field.TYPE_FLOAT, field.TYPE_DOUBLE):
        return draw.choice((0.0, -1.0, 1e30, float("nan"), float("inf")))
    if field.type == field.TYPE_STRING:
        return draw.choice(HOSTILE_TEXTS)
    if field.type == field.TYPE_BYTES:
        return bytes(draw.randrange(256) for _ in range(draw.randrange(9)))
    if field.type == field.TYPE_ENUM:
        return draw.choice([each.number for each in field.enum_type.values])
    number = draw.choice(HOSTILE_INTS)
    if field.type == field.TYPE_UINT64:
        return number & ((1 << 64) - 1)
    return max(min(number, (1 << 31) - 1), -(1 << 31)) if field.type == field.TYPE_INT32 else number


def trial(number: int, sources: list[bytes], folder: Path, compiles: bool) -> str:
    """Import one mutated model; return what went wrong, or nothing."""
    draw = random.Random(number)
    mutate: Callable[[bytes, random.Random], bytes] = draw.choice((mutated_bytes, mutated_structure))
    path = folder / "model.onnx"
    path.write_bytes(mutate(draw.choice(sources), draw))
    begin = time.perf_counter()
    try:
        module = import_model(path)
        dlc.verify(module)
        if compiles:
            dlc.compile(module, level=0, threads=1, remarks=False)
    except (DlcError, MemoryError):
        pass
    except Exception as error:  # noqa: BLE001 (what the fuzzer looks for)
        return f"{type(error).__name__}: {error}"
    elapsed = time.perf_counter() - begin
    return f"took {elapsed:.0f} s" if elapsed > LONGEST_S else ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=10000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compile", action="store_true", help="compile what can be imported")
    options = parser.parse_args()
    sources, failed = seeds(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "w.bin").write_bytes(bytes(8))
        for number in range(options.seed, options.seed + options.count):
            problem = trial(number, sources, folder, options.compile)
            if problem:
                failed += 1
                print(f"{number}: {problem}", flush=True)
    print(f"passed {options.count - failed} / attempted {options.count}")
    if failed:
        print(PIN)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
