"""Transformers, recurrent taggers and perceptrons as torch writes them to ONNX, with weights from a fixed seed.

torch exports them with opset 17 by its tracer, and by `torch.export`: both write the same network differently. Layers
are those of `torch.nn`, so that what is written is what users' models have; the attention of the decoder, with its
cache, is the scaled dot product of `torch.nn.functional`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

torch: Any = import_module("torch")
nn: Any = torch.nn
Module: Any = nn.Module
OPSETS = {"traced": 17, "exported": 18}


class Sizes(NamedTuple):
    """The sizes of a transformer: features, heads, layers, and places."""

    width: int
    heads: int
    layers: int
    places: int


class Attention(Module):
    """Attention of heads as models write it, optionally causal with a cache of keys and values."""

    def __init__(self, width: int, heads: int) -> None:
        Module.__init__(self)
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)

    def divided(self, x: Any) -> Any:
        """Return features divided among heads."""
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, x: Any, mask: Any = None, past: Any = None) -> Any:
        q, k, v = (self.divided(each(x)) for each in (self.query, self.key, self.value))
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        attended = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.out(attended.transpose(1, 2).reshape(x.shape)), k, v


class Block(Module):
    """A layer of a transformer that normalizes first, as GPT and ViT do, or last, as BERT does."""

    def __init__(self, width: int, heads: int, *, first: bool) -> None:
        Module.__init__(self)
        self.attention, self.first = Attention(width, heads), first
        self.before, self.behind = nn.LayerNorm(width), nn.LayerNorm(width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Any, mask: Any = None, past: Any = None) -> Any:
        attended, k, v = self.attention(self.before(x) if self.first else x, mask, past)
        x = x + attended if self.first else self.before(x + attended)
        hidden = nn.functional.gelu(self.wide(self.behind(x) if self.first else x))
        x = x + self.narrow(hidden)
        return (x if self.first else self.behind(x)), k, v


class Encoder(Module):
    """Layers as BERT has them, with a mask of the words that are there."""

    def __init__(self, sizes: Sizes) -> None:
        Module.__init__(self)
        self.blocks = nn.ModuleList(Block(sizes.width, sizes.heads, first=False) for _ in range(sizes.layers))

    def forward(self, x: Any, mask: Any) -> Any:
        shown = mask[:, None, None, :]
        for block in self.blocks:
            x, _, _ = block(x, shown)
        return x


class Decoder(Module):
    """Layers as GPT has them: new words see the cache and, causally, one another."""

    def __init__(self, sizes: Sizes, vocabulary: int) -> None:
        Module.__init__(self)
        self.embedding = nn.Embedding(vocabulary, sizes.width)
        self.blocks = nn.ModuleList(Block(sizes.width, sizes.heads, first=True) for _ in range(sizes.layers))
        self.norm = nn.LayerNorm(sizes.width)
        self.scores = nn.Linear(sizes.width, vocabulary, bias=False)

    def forward(self, indices: Any, *caches: Any) -> Any:
        x = self.embedding(indices)
        new, past = indices.shape[1], caches[0].shape[2] if caches else 0
        mask = torch.ones(new, past + new, dtype=torch.bool).tril(past)
        kept: list[Any] = []
        for number, block in enumerate(self.blocks):
            x, k, v = block(x, mask, caches[2 * number : 2 * number + 2] if caches else None)
            kept += [k, v]
        return (self.scores(self.norm(x)), *kept)


class Vision(Module):
    """A vision transformer: patches of 16 x 16 pixels and a token for the class."""

    def __init__(self, sizes: Sizes, image: int) -> None:
        Module.__init__(self)
        self.patches = nn.Conv2d(3, sizes.width, 16, 16)
        self.token = nn.Parameter(torch.randn(1, 1, sizes.width))
        self.positions = nn.Parameter(torch.randn(1, (image // 16) ** 2 + 1, sizes.width))
        self.blocks = nn.ModuleList(Block(sizes.width, sizes.heads, first=True) for _ in range(sizes.layers))
        self.norm, self.head = nn.LayerNorm(sizes.width), nn.Linear(sizes.width, 10)

    def forward(self, image: Any) -> Any:
        x = self.patches(image).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.positions
        for block in self.blocks:
            x, _, _ = block(x)
        return self.head(self.norm(x)[:, 0])


class Tagger(Module):
    """A recurrent tagger: embeddings, a layer in both directions, and the scores of each word's tags."""

    def __init__(self, kind: str, vocabulary: int, width: int) -> None:
        Module.__init__(self)
        self.embedding = nn.Embedding(vocabulary, width)
        self.layer = getattr(nn, kind)(width, width, bidirectional=True, batch_first=True)
        self.scores = nn.Linear(2 * width, 17)

    def forward(self, indices: Any) -> Any:
        return self.scores(self.layer(self.embedding(indices))[0]).log_softmax(-1)


class Exported(NamedTuple):
    """A model with arguments for it."""

    model: bytes
    arguments: Mapping[str, Any]


def exported(module: Any, arguments: Mapping[str, Any], way: str) -> Exported:
    """Return a module as one of torch's exporters writes it."""
    stream = io.BytesIO()
    tensors: Any = tuple(torch.from_numpy(each) for each in arguments.values())
    module.eval()
    options: dict[str, Any] = {"input_names": list(arguments), "opset_version": OPSETS[way], "verbose": False}
    if way == "traced":
        torch.onnx.export(module, tensors, stream, dynamo=False, **options)
    else:
        program = torch.onnx.export(module, tensors, dynamo=True, **options)
        program.save(stream)
    return Exported(stream.getvalue(), arguments)


def encoder(size: str) -> tuple[Any, Mapping[str, Any]]:
    """The encoder of 384 features and 6 layers, with 128 words."""
    return _encoder(Sizes(16, 2, 2, 9) if size == "small" else Sizes(384, 6, 6, 128))


def bert(size: str) -> tuple[Any, Mapping[str, Any]]:
    """Two layers of BERT's base model, with 128 words."""
    return _encoder(Sizes(24, 3, 1, 9) if size == "small" else Sizes(768, 12, 2, 128))


def _encoder(sizes: Sizes) -> tuple[Any, Mapping[str, Any]]:
    mask = np.ones((1, sizes.places), bool)
    mask[0, -3:] = False
    return Encoder(sizes), {"x": _drawn(1, sizes.places, sizes.width), "mask": mask}


def decoder(size: str) -> tuple[Any, Mapping[str, Any]]:
    """A decoder whose 64 words fill its cache."""
    sizes, vocabulary = (Sizes(16, 2, 2, 5), 50) if size == "small" else (Sizes(384, 6, 6, 64), 5000)
    return Decoder(sizes, vocabulary), {"words": _drawn_words(1, sizes.places, vocabulary)}


def next_word(size: str) -> tuple[Any, Mapping[str, Any]]:
    """A decoder that reads one word after 64 others, which are in its cache."""
    sizes, vocabulary = (Sizes(16, 2, 2, 5), 50) if size == "small" else (Sizes(384, 6, 6, 64), 5000)
    shape = (1, sizes.heads, sizes.places, sizes.width // sizes.heads)
    caches = {f"past_{number}": _drawn(*shape) for number in range(2 * sizes.layers)}
    return Decoder(sizes, vocabulary), {"words": _drawn_words(1, 1, vocabulary), **caches}


def vision(size: str) -> tuple[Any, Mapping[str, Any]]:
    """ViT-tiny: 192 features, 12 layers, 197 places."""
    sizes, image = (Sizes(24, 3, 1, 0), 48) if size == "small" else (Sizes(192, 3, 12, 0), 224)
    return Vision(sizes, image), {"image": _drawn(1, 3, image, image)}


def lstm(size: str) -> tuple[Any, Mapping[str, Any]]:
    """A tagger with long short-term memory."""
    return _tagger("LSTM", size)


def gru(size: str) -> tuple[Any, Mapping[str, Any]]:
    """A tagger with gated recurrent units."""
    return _tagger("GRU", size)


def _tagger(kind: str, size: str) -> tuple[Any, Mapping[str, Any]]:
    vocabulary, width, places = (50, 8, 6) if size == "small" else (10000, 128, 64)
    return Tagger(kind, vocabulary, width), {"words": _drawn_words(1, places, vocabulary)}


def perceptron(size: str) -> tuple[Any, Mapping[str, Any]]:
    """Three layers, for one row."""
    return _perceptron(size, 1)


def perceptron_of_64(size: str) -> tuple[Any, Mapping[str, Any]]:
    """Three layers, for 64 rows."""
    return _perceptron(size, 64)


def _perceptron(size: str, rows: int) -> tuple[Any, Mapping[str, Any]]:
    widths: Sequence[int] = (12, 16, 8, 4) if size == "small" else (784, 1024, 1024, 10)
    first, second, third = (nn.Linear(*pair) for pair in pairwise(widths))
    return nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), third), {"x": _drawn(rows, widths[0])}


def _drawn(*shape: int) -> Any:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def _drawn_words(batch: int, places: int, vocabulary: int) -> Any:
    return np.random.default_rng(0).integers(0, vocabulary, (batch, places))


MODULES: dict[str, Callable[[str], tuple[Any, Mapping[str, Any]]]] = {
    "encoder": encoder,
    "bert": bert,
    "decoder": decoder,
    "next_word": next_word,
    "vision": vision,
    "lstm": lstm,
    "gru": gru,
    "perceptron": perceptron,
    "perceptron_of_64": perceptron_of_64,
}


def network(name: str, size: str, way: str) -> Exported:
    """Return a network as one of torch's exporters writes it: always the same."""
    torch.manual_seed(0)
    return exported(*MODULES[name](size), way)
