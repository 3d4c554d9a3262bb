"""Files of `torch.export.save`: programs that are read without running anything, from any file."""

from __future__ import annotations

import copy
import io
import json
import pickle
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import dlc
from dlc.dialects import graph
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.errors import DlcError
from dlc.sources import SourceError

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc.frontends.torch import InvalidTorchProgram, UnsupportedProgram, import_file  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore:The tensor attributes:UserWarning"),
]
F = torch.nn.functional
AUTO = torch.export.Dim.AUTO


# -- Models ------------------------------------------------------------------------------------------------------------


class Block(torch.nn.Module):
    """A block of a residual network."""

    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Conv2d(3, 4, 3, 2, 1, bias=False)
        self.norm = torch.nn.BatchNorm2d(4)
        self.second = torch.nn.Conv2d(4, 4, 3, 1, 1)
        self.shortcut = torch.nn.Conv2d(3, 4, 1, 2)

    def forward(self, x: Any) -> Any:
        inner = self.second(torch.relu(self.norm(self.first(x))))
        return F.adaptive_avg_pool2d(torch.relu(inner + self.shortcut(x)), 1).flatten(1)


class Encoder(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(20, 8)
        layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        self.layers = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, tokens: Any, padding: Any) -> Any:
        return self.layers(self.embedding(tokens), src_key_padding_mask=padding)


class Recurrent(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = torch.nn.LSTM(3, 4, 2, batch_first=True, bidirectional=True)

    def forward(self, x: Any) -> Any:
        result, (hidden, _) = self.layers(x)
        return result, hidden


class Several(torch.nn.Module):
    """Arguments and results of all kinds, constants, sizes that are computed, ops with several results."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("kept", torch.tensor([1.0, 2.0, 3.0]))
        self.register_buffer("left_out", torch.tensor(2.0), persistent=False)

    def forward(self, x: Any, factor: int, other: Any = None) -> Any:
        with torch.no_grad():
            y = x * self.kept + self.left_out * factor + torch.tensor([0.5, 1.0, 1.5])
        first, *rest = torch.split(y, [2, x.shape[0] - 2])
        values, places = torch.topk(y.to(torch.float64), 2)
        return {"first": first, "rest": rest, "none": other, "all": (values, places, y.reshape(x.shape[0] * 3))}


class Doubled(torch.nn.Module):
    def forward(self, x: Any, y: Any) -> Any:
        return torch.cat([x, y[: x.shape[0]]], 1), y[::2] - x


class Turned(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x.transpose(1, 3), x


BATCH = torch.export.Dim("batch", min=2)
TOKENS, PADDING = torch.arange(14).reshape(2, 7), torch.zeros(2, 7).bool()
LONGER = (torch.arange(15).reshape(3, 5) % 20, torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]]).bool())
MODELS: dict[str, tuple[Callable[[], Any], tuple[Any, ...], Any, tuple[Any, ...]]] = {
    "residual": (Block, (torch.ones(2, 3, 8, 8),), ({0: BATCH},), (torch.rand(5, 3, 8, 8),)),
    "transformer": (Encoder, (TOKENS, PADDING), ({0: AUTO, 1: AUTO}, {0: AUTO, 1: AUTO}), LONGER),
    "recurrent": (Recurrent, (torch.ones(2, 5, 3),), None, (torch.rand(2, 5, 3),)),
    "several": (Several, (torch.ones(4, 3), 3), ({0: AUTO}, None), (torch.rand(6, 3),)),
    "doubled": (
        Doubled,
        (torch.ones(3, 3), torch.ones(6, 3)),
        ({0: BATCH}, {0: 2 * BATCH}),
        (torch.rand(5, 3), torch.rand(10, 3)),
    ),
    "turned": (
        Turned,
        (torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last),),
        None,
        (torch.rand(2, 3, 4, 5),),
    ),
    "narrow": (
        lambda: torch.nn.Linear(3, 2).bfloat16(),
        (torch.ones(2, 3).bfloat16(),),
        None,
        (torch.ones(2, 3).bfloat16(),),
    ),
}
"""Modules, arguments to export them for, sizes that are open, and arguments to call them with."""


def file_of(program: Any) -> bytes:
    file = io.BytesIO()
    torch.export.save(program, file)
    return file.getvalue()


def exported(name: str) -> tuple[Any, Any]:
    torch.manual_seed(0)
    make, given, shapes, _ = MODELS[name]
    model = make().eval()
    return model, torch.export.export(model, given, dynamic_shapes=shapes)


def compiled(source: Any, **options: Any) -> Any:
    return dlc.compile(source, level=0, threads=1, cache=False, **options)


def tensors_in(results: Any) -> list[Any]:
    return [each for each in torch.utils._pytree.tree_leaves(results) if isinstance(each, torch.Tensor)]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("decomposed", [False, True], ids=["as_exported", "decomposed"])
def test_results_are_those_of_the_module(name: str, decomposed: bool) -> None:
    model, program = exported(name)
    exe = compiled(file_of(program.run_decompositions() if decomposed else program))
    numbers = (3,) if name == "several" else ()
    given = MODELS[name][-1]
    results = exe(*given)
    with torch.no_grad():
        expected = tensors_in(model(*given, *numbers))
    precision = 1e-2 if name == "narrow" else 1e-5
    torch.testing.assert_close(tensors_in(results), expected, rtol=10 * precision, atol=precision)


@pytest.mark.parametrize("name", MODELS)
def test_names_and_sizes_are_those_of_the_program(name: str) -> None:
    _, program = exported(name)
    assert str(compiled(file_of(program))) == str(compiled(program))


# -- What a file has ---------------------------------------------------------------------------------------------------


class Layer(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
        self.register_buffer("scale", torch.tensor([2.0, 3.0]))

    def forward(self, x: Any) -> Any:
        return torch.relu(self.linear(x)) * self.scale, x.reshape(x.shape[0] * 3)


@pytest.fixture(scope="module")
def layer() -> Any:
    torch.manual_seed(0)
    return Layer().eval()


@pytest.fixture(scope="module")
def content(layer: Any) -> bytes:
    return file_of(torch.export.export(layer, (torch.ones(4, 3),), dynamic_shapes=({0: BATCH},)))


def test_paths_bytes_and_other_weights(layer: Any, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "any name"
    path.write_bytes(content)
    x = torch.rand(5, 3)
    for source in (content, path, str(path)):
        torch.testing.assert_close(compiled(source)(x)[0], layer(x)[0].detach())
    other = Layer().eval()
    torch.testing.assert_close(compiled(path, weights=other.state_dict())(x)[0], other(x)[0].detach())
    with pytest.raises(InvalidTorchProgram, match="weights are not in the program: other"):
        compiled(content, weights={"other": x})
    with pytest.raises(SourceError, match="'weights' are for a torch"):
        compiled("func.func @main() { return }\n", weights={})
    with pytest.raises(SourceError, match="arguments are for a torch"):
        dlc.compile(path, x)


def test_weights_stay_in_the_file_and_ops_have_the_lines_of_the_model() -> None:
    model = torch.nn.Linear(64, 64)
    module = import_file(content := file_of(torch.export.export(model, (torch.ones(4, 64),))), "model.pt2")
    start = np.frombuffer(content, np.uint8).__array_interface__["data"][0]
    constants = [op.value for op in module.walk() if isinstance(op, graph.ConstantOp)]
    arrays: list[Any] = [each.to_numpy() for each in constants if isinstance(each, DenseElementsAttr)]
    places = {each.shape: each.__array_interface__["data"][0] - start for each in arrays}
    assert 0 < places[64, 64] < len(content)
    assert any("linear.py" in str(op.location) for op in module.walk())


def test_a_program_in_the_cache_is_found_by_the_content_of_its_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.pt2"
    path.write_bytes(content)
    programs = [dlc.compile(path, level=0, threads=1) for _ in range(2)]
    assert programs[0](np.ones((2, 3), np.float32))[1].shape == (6,)
    path.write_bytes(file_of(torch.export.export(Layer().eval(), (torch.ones(4, 3),))))
    assert str(dlc.compile(path, level=0, threads=1)) != str(programs[1])


def test_effects_and_ops_that_are_not_supported_are_refused() -> None:
    x = torch.ones(4, 3)
    training = torch.export.export(torch.nn.BatchNorm1d(3), (x,))
    for program in (training, training.run_decompositions()):
        with pytest.raises(InvalidTorchProgram, match=r"the program changes 'running_mean': call model.eval\(\)"):
            compiled(file_of(program))

    class Odd(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.special.bessel_j1(x)

    with pytest.raises(UnsupportedProgram, match=r"\(aten.special_bessel_j1.default\) at \S+test_torch_files.py:\d+"):
        compiled(file_of(torch.export.export(Odd(), (x,))))


# -- Files that are not as they should be ------------------------------------------------------------------------------


def entries_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {each.filename: file.read(each) for each in file.infolist()}


def archive(entries: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as written:
        for name, each in entries.items():
            written.writestr(name, each)
    return file.getvalue()


def place_of(entries: dict[str, bytes], end: str) -> str:
    return next(each for each in entries if each.endswith(end))


def changed(content: bytes, end: str, change: Callable[[Any], object]) -> bytes:
    """Return a file with a change of the JSON in the entry whose name has an end."""
    entries = entries_of(content)
    place = place_of(entries, end)
    document = json.loads(entries[place])
    change(document)
    return archive({**entries, place: json.dumps(document).encode()})


def in_node(field: str, value: Any, number: int = 1) -> Callable[[Any], object]:
    return lambda document: document["graph_module"]["graph"]["nodes"][number].update({field: value})


def in_size(text: str) -> Callable[[Any], object]:
    def change(document: Any) -> None:
        document["graph_module"]["graph"]["tensor_values"]["x"]["sizes"][0] = {"as_expr": {"expr_str": text}}

    return change


def growing(*steps: tuple[str, int | str, int | str]) -> Callable[[Any], object]:
    """Return a change after which nodes compute a size in many rounds of some steps, each from those before."""

    def node(place: int, step: tuple[str, int | str, int | str]) -> Any:
        def argument(given: int | str) -> Any:
            number = place - int(given[1:]) if isinstance(given, str) else given
            name = f"size_{number}" if number >= 0 else "sym_size_int_1"
            return {"as_sym_int": {"as_name": name}} if isinstance(given, str) else {"as_int": given}

        inputs = [{"name": name, "arg": argument(given)} for name, given in zip("ab", step[1:], strict=True)]
        outputs = [{"as_sym_int": {"as_name": f"size_{place}"}}]
        return {"target": f"_operator.{step[0]}", "inputs": inputs, "outputs": outputs, "metadata": {}, "name": ""}

    def change(document: Any) -> None:
        nodes = document["graph_module"]["graph"]["nodes"]
        nodes[1:1] = [node(place, steps[place % len(steps)]) for place in range(60 * len(steps))]

    return change


def in_document(**fields: Any) -> Callable[[Any], object]:
    return lambda document: document.update(fields)


def in_form(**fields: Any) -> Callable[[Any], object]:
    return lambda document: document["config"]["linear.weight"]["tensor_meta"].update(fields)


MARK = "mark_of_code"
CODE = f"__import__('pathlib').Path('{MARK}').touch()"
MODEL, WEIGHTS, CONSTANTS = "models/", "weights_config.json", "constants_config.json"
HOSTILE: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "code as a size": (MODEL, in_size(CODE), "size '.*' cannot be read: .* is not a sum"),
    "code in a symbol": (MODEL, in_size(f"Symbol({CODE})"), "is not a sum, product"),
    "code in a number": (MODEL, in_size(f"Integer({CODE})"), "cannot be read"),
    "a size that is deep": (MODEL, in_size("Add(1," * 300 + "1" + ")" * 300), "cannot be read"),
    "a size that is long": (MODEL, in_size("Add(" + "Integer(1)," * 1000 + ")"), "it is too long"),
    "a size that is large": (MODEL, in_size("Pow(Integer(10), Integer(1000000000))"), "a power must be from 1 to 8"),
    "a number that grows": (MODEL, growing(("mul", "<1", "<1")), "a size does not fit in 64 bits"),
    "a size that grows": (
        MODEL,
        growing(("floordiv", "<1", 2), ("mod", "<2", 7), ("add", "<1", "<2")),
        "a size has more than 2000 operations",
    ),
    "a large power": (MODEL, growing(("pow", 2, 10**18)), "must be a number below 64"),
    "a function of torch": (MODEL, in_node("target", "torch.hub.load"), "'torch.hub.load' is not an op of ATen"),
    "a module of Python": (MODEL, in_node("target", "_operator.attrgetter"), "is not an op of ATen"),
    "a loader of torch": (MODEL, in_node("target", "torch.ops.load_library.default"), "is not an op of ATen"),
    "an op that writes": (MODEL, in_node("target", "torch.ops.aten.save.default"), "is not an op of ATen"),
    "an op that reads": (MODEL, in_node("target", "torch.ops.aten.from_file.default"), "is not an op of ATen"),
    "an op that prints": (MODEL, in_node("target", "torch.ops.aten._print.default"), "is not an op of ATen"),
    "an attribute of an op": (
        MODEL,
        in_node("target", "torch.ops.aten.add.__class__"),
        "legal overload|is not an op of ATen",
    ),
    "an op of another version": (MODEL, in_node("target", "torch.ops.aten.not_there.default"), "is not an op of ATen"),
    "a target that is a list": (MODEL, in_node("target", ["relu"]), "unhashable|expected text"),
    "an unknown argument": (MODEL, in_node("inputs", [{"name": "x", "arg": {"as_pickle": ""}}]), "no parameters x"),
    "an object": (MODEL, in_node("inputs", [{"name": "input", "arg": {"as_custom_obj": {}}}]), "kind 'as_custom_obj'"),
    "an operator": (MODEL, in_node("inputs", [{"name": "input", "arg": {"as_operator": ""}}]), "kind 'as_operator'"),
    "a device": (MODEL, in_node("inputs", [{"name": "input", "arg": {"as_device": {"type": "cuda"}}}]), "on the CPU"),
    "a value before its node": (
        MODEL,
        in_node("inputs", [{"name": "input", "arg": {"as_tensor": {"name": "?"}}}]),
        "'?'",
    ),
    "another version": (MODEL, lambda document: document["schema_version"].update(major=9), "version 9 of the format"),
    "too many conditions": (MODEL, in_document(guards_code=["1 < 2"] * 10_001), "at most 10000 conditions"),
    "a condition on no argument": (
        MODEL,
        in_document(guards_code=["L['y'] > 2"]),
        "where y > 2, which a .* cannot check",
    ),
    "a condition that is a number": (MODEL, in_document(guards_code=[1]), "expected text, but got 1"),
    "no version": (MODEL, lambda document: document.pop("schema_version"), "malformed program: KeyError"),
    "no graph": (MODEL, lambda document: document.update(graph_module=[]), "malformed program: TypeError"),
    "a name that is none": (
        MODEL,
        lambda document: document["graph_module"]["graph"]["inputs"][-1]["as_tensor"].update(name="a b"),
        "KeyError|is not the name of an argument",
    ),
    "an unknown tensor": (
        MODEL,
        lambda document: document["graph_module"]["signature"]["input_specs"][0]["parameter"].update(
            parameter_name="?"
        ),
        r"there is no tensor '\?'",
    ),
    "a pickled tensor": (
        WEIGHTS,
        lambda document: document["config"]["linear.weight"].update(use_pickle=True),
        "has a pickled tensor or object 'linear.weight', which is not read: export the model with plain tensors",
    ),
    "another folder": (
        WEIGHTS,
        lambda document: document["config"]["linear.weight"].update(path_name="../../../etc/passwd"),
        "has no entry 'data/weights/../../../etc/passwd'",
    ),
    "an element type": (WEIGHTS, in_form(dtype=99), "there is no element type 99"),
    "another element type": (WEIGHTS, in_form(dtype=8), "has 24 bytes for 'linear.weight', which needs 48"),
    "too many elements": (WEIGHTS, in_form(sizes=[{"as_int": 3}, {"as_int": 3}]), "has 24 bytes .* needs 36"),
    "an offset": (WEIGHTS, in_form(storage_offset={"as_int": 1}), "has 24 bytes .* needs 28"),
    "a negative offset": (WEIGHTS, in_form(storage_offset={"as_int": -1}), "sizes must be numbers"),
    "huge strides": (WEIGHTS, in_form(strides=[{"as_int": 1 << 61}, {"as_int": 1}]), "has 24 bytes"),
    "no strides": (WEIGHTS, in_form(strides=[]), "does not describe tensors"),
    "one element many times": (
        WEIGHTS,
        in_form(sizes=[{"as_int": 1 << 30}, {"as_int": 1 << 30}], strides=[{"as_int": 0}, {"as_int": 0}]),
        "with more elements than the archive has bytes",
    ),
    "sizes that are text": (WEIGHTS, in_form(sizes=[{"as_int": "2"}, {"as_int": 3}]), "sizes must be numbers"),
    "a sparse tensor": (WEIGHTS, in_form(layout=1), "does not describe tensors"),
    "no tensors": (CONSTANTS, lambda document: document.clear(), "does not describe tensors: KeyError"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_is_one_error_and_runs_nothing(
    name: str, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end, change, message = HOSTILE[name]
    entries = entries_of(content)
    place = next(each for each in entries if (f"/{end}" in each if end == MODEL else each.endswith(end)))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidTorchProgram, match=message) as error:
        import_file(changed(content, place, change), "model.pt2")
    assert "'model.pt2'" in str(error.value)
    assert not (tmp_path / MARK).exists()


def test_nothing_is_unpickled(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = entries_of(content)
    entries[place_of(entries, "sample_inputs/model.pt")] = b"cos\nsystem\n(S'exit 1'\ntR."
    for owner, name in ((pickle, "loads"), (pickle, "load"), (pickle, "Unpickler"), (torch, "load")):
        monkeypatch.setattr(owner, name, None)
    monkeypatch.setattr(torch.export, "load", None)
    import_file(archive(entries), "model.pt2")


def twice(content: bytes) -> bytes:
    entries = entries_of(content)
    place = place_of(entries, ".json")
    file = io.BytesIO(content)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as written:
        written.writestr(place, entries[place])
    return file.getvalue()


def with_model(content: bytes, model: bytes) -> bytes:
    entries = entries_of(content)
    return archive({**entries, place_of(entries, "models/model.json"): model})


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (lambda content: content[:-100], "is not a complete zip archive"),
    "cut off early": (lambda content: content[:1000], "is not a complete zip archive"),
    "bytes left out": (lambda content: content[:200] + content[400:], "beyond its end|not a complete zip archive"),
    "compressed": (lambda content: archive(entries_of(content), zipfile.ZIP_DEFLATED), "has a compressed or encrypted"),
    "an entry twice": (twice, "has two entries"),
    "another format": (lambda content: content.replace(b"pt2", b"pt3"), "must have 'pt2' in 'archive_format'"),
    "no JSON": (lambda content: with_model(content, b"{"), "'models/model.json' that is not JSON"),
    "deep JSON": (lambda content: with_model(content, b"[" * 100_000), "'models/model.json' that is not JSON"),
    "long numbers": (lambda content: with_model(content, b"1" * 10_000), "'models/model.json' that is not JSON"),
    "no program": (
        lambda content: archive({key: each for key, each in entries_of(content).items() if "/models/" not in key}),
        "must have one exported program, but has 0: none",
    ),
    "two programs": (
        lambda content: archive(
            {**entries_of(content), f"{next(iter(entries_of(content))).split('/')[0]}/models/b.json": b""}
        ),
        "must have one exported program, but has 2: model, b",
    ),
    "two folders": (
        lambda content: archive({**entries_of(content), "other/x": b""}),
        "must have one folder, but got 2",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_archive_is_one_error(name: str, content: bytes) -> None:
    breaks, message = BROKEN[name]
    with pytest.raises(InvalidTorchProgram, match=message):
        compiled(breaks(content))


def test_older_files_and_other_archives_are_named() -> None:
    old = archive({"version": b"5.1", "serialized_exported_program.json": b"{}"})
    with pytest.raises(SourceError, match=r"is an exported program of PyTorch before 2.8, .*: save it again"):
        compiled(old)
    with pytest.raises(SourceError, match="is a checkpoint or an archive of torch"):
        compiled(archive({"x/data.pkl": b""}))


# -- Mutations ---------------------------------------------------------------------------------------------------------

MUTATIONS = 120
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2,
    1 << 31,
    1 << 64,
    0.5,
    "",
    "x",
    "torch.ops.aten.relu.default",
    [],
    {},
    {"as_int": 3},
)


def places_in(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the containers in JSON, with the keys that they have."""
    parts: Any = ()
    if isinstance(tree, (dict, list)):
        parts = cast("Any", tree).items() if isinstance(tree, dict) else enumerate(cast("list[Any]", tree))
    for key, each in list(parts):
        yield tree, key
        yield from places_in(each)


def mutate(tree: Any, draw: random.Random) -> None:
    """Replace, remove or repeat a part of JSON."""
    places = list(places_in(tree))
    (container, key), (other, there) = draw.choice(places), draw.choice(places)
    kind = draw.randrange(3)
    if kind == 0:
        container[key] = draw.choice(VALUES)
    elif kind == 1:
        container[key] = copy.deepcopy(other[there])
    else:
        del container[key]


def mutated_bytes(content: bytes, draw: random.Random) -> bytes:
    """Return a file with other bytes, more of them at its end, where the archive is described."""
    changed = bytearray(content)
    for _ in range(draw.randint(1, 3)):
        place = len(changed) - draw.randint(1, draw.choice((1500, len(changed))))
        if draw.random() < 0.6:
            changed[max(place, 0)] = draw.randrange(256)
        else:
            del changed[max(place, 4) : place + draw.randint(1, 100)]
    return bytes(changed)


@pytest.mark.parametrize("name", ["several", "doubled"])
def test_mutated_files_end_in_a_module_or_in_one_error(name: str) -> None:
    content = file_of(exported(name)[1])
    entries = entries_of(content)
    documents = [each for each in entries if each.endswith(".json")]
    outcomes = {True: 0, False: 0}
    for number in range(MUTATIONS):
        draw = random.Random(number)
        end = draw.choice(documents)
        is_json = draw.random() < 0.7
        given = (
            changed(content, end, lambda tree, draw=draw: mutate(tree, draw))
            if is_json
            else mutated_bytes(content, draw)
        )
        try:
            dlc.verify(import_file(given, "model.pt2"))
            outcomes[True] += 1
        except DlcError:
            outcomes[False] += 1
    assert all(outcomes.values()), outcomes
