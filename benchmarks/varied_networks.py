"""Networks of many kinds as PyTorch modules, reduced to their telling layers: images, sounds, texts, tables.

None of them is tuned for: they show whether a network that nobody has looked at is fast as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np
from torch_models import convolution

torch: Any = import_module("torch")
nn: Any = torch.nn
F: Any = nn.functional

Module: Any = nn.Module


# -- Images ------------------------------------------------------------------------------------------------------------


class ChannelNorm(Module):
    """Layer normalization over the channels of an image."""

    def __init__(self, width: int) -> None:
        Module.__init__(self)
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Any) -> Any:
        return self.norm(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class ConvNeXtBlock(Module):
    """A depthwise convolution of 7 x 7 and a perceptron over channels."""

    def __init__(self, width: int) -> None:
        Module.__init__(self)
        self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm, self.scale = nn.LayerNorm(width), nn.Parameter(torch.randn(width))
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Any) -> Any:
        y = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
        y = self.scale * self.narrow(F.gelu(self.wide(y)))
        return x + y.permute(0, 3, 1, 2)


def convnext() -> Any:
    """Return ConvNeXt of half of the tiny model's blocks."""
    layers: list[Any] = [nn.Conv2d(3, 96, 4, 4), ChannelNorm(96)]
    for width, count in ((96, 2), (192, 2), (384, 4), (768, 2)):
        if width != 96:
            layers += [ChannelNorm(width // 2), nn.Conv2d(width // 2, width, 2, 2)]
        layers += [ConvNeXtBlock(width) for _ in range(count)]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.LayerNorm(768), nn.Linear(768, 1000))


class SwinBlock(Module):
    """Attention within windows of 7 x 7 pixels, which every second block shifts."""

    def __init__(self, width: int, heads: int, image: int, shift: int) -> None:
        Module.__init__(self)
        self.heads, self.shift, self.image = heads, shift if image > 7 else 0, image
        self.before, self.behind = nn.LayerNorm(width), nn.LayerNorm(width)
        self.packed, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.bias = nn.Parameter(torch.randn(heads, 49, 49))
        self.register_buffer("mask", self.mask_of(image) if self.shift else None)

    def mask_of(self, image: int) -> Any:
        """Return a mask that separates the parts of windows that the shift has joined."""
        regions = torch.zeros(1, image, image, 1)
        parts = (slice(0, -7), slice(-7, -self.shift), slice(-self.shift, None))
        for number, (rows, columns) in enumerate((a, b) for a in parts for b in parts):
            regions[:, rows, columns] = number
        flat = self.windows(regions)[..., 0]
        return torch.where(flat[:, None] != flat[:, :, None], -100.0, 0.0)[:, None]

    def windows(self, x: Any) -> Any:
        """Return the windows of an image."""
        count, width = self.image // 7, x.shape[-1]
        return x.reshape(-1, count, 7, count, 7, width).transpose(2, 3).reshape(-1, 49, width)

    def image_of(self, x: Any) -> Any:
        """Return the image of windows."""
        count, width = self.image // 7, x.shape[-1]
        return x.reshape(-1, count, count, 7, 7, width).transpose(2, 3).reshape(-1, self.image, self.image, width)

    def attended(self, x: Any) -> Any:
        """Return the result of the attention in windows."""
        parts = self.packed(x).reshape(x.shape[0], 49, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k, v = parts[0], parts[1], parts[2]
        scores = q * q.shape[-1] ** -0.5 @ k.transpose(-2, -1) + self.bias
        if self.mask is not None:
            scores = scores + self.mask
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(x.shape))

    def forward(self, x: Any) -> Any:
        y = self.before(x)
        if self.shift:
            y = torch.roll(y, (-self.shift, -self.shift), (1, 2))
        y = self.image_of(self.attended(self.windows(y)))
        if self.shift:
            y = torch.roll(y, (self.shift, self.shift), (1, 2))
        x = x + y
        return x + self.narrow(F.gelu(self.wide(self.behind(x))))


class Merging(Module):
    """Four pixels become one of twice the channels."""

    def __init__(self, width: int) -> None:
        Module.__init__(self)
        self.norm, self.narrow = nn.LayerNorm(4 * width), nn.Linear(4 * width, 2 * width, bias=False)

    def forward(self, x: Any) -> Any:
        parts = [x[:, row::2, column::2] for column in (0, 1) for row in (0, 1)]
        return self.narrow(self.norm(torch.cat(parts, -1)))


class Swin(Module):
    """Swin-T with two blocks in each stage."""

    def __init__(self) -> None:
        Module.__init__(self)
        self.patches = nn.Conv2d(3, 96, 4, 4)
        layers: list[Any] = [nn.LayerNorm(96)]
        for stage in range(4):
            width, image = 96 << stage, 56 >> stage
            layers += [SwinBlock(width, 3 << stage, image, shift) for shift in (0, 3)]
            layers += [Merging(width)] if stage < 3 else []
        self.layers = nn.Sequential(*layers, nn.LayerNorm(768))
        self.head = nn.Linear(768, 1000)

    def forward(self, x: Any) -> Any:
        return self.head(self.layers(self.patches(x).permute(0, 2, 3, 1)).mean((1, 2)))


class Fire(Module):
    """Few channels, which two convolutions widen."""

    def __init__(self, width: int, inner: int, new: int) -> None:
        Module.__init__(self)
        self.squeeze = nn.Conv2d(width, inner, 1)
        self.one, self.three = nn.Conv2d(inner, new, 1), nn.Conv2d(inner, new, 3, padding=1)

    def forward(self, x: Any) -> Any:
        x = F.relu(self.squeeze(x))
        return torch.cat([F.relu(self.one(x)), F.relu(self.three(x))], 1)


def squeezenet() -> Any:
    """Return SqueezeNet 1.1."""

    def pool() -> Any:
        return nn.MaxPool2d(3, 2, ceil_mode=True)

    fires = [Fire(64, 16, 64), Fire(128, 16, 64), pool(), Fire(128, 32, 128), Fire(256, 32, 128), pool()]
    fires += [Fire(256, 48, 192), Fire(384, 48, 192), Fire(384, 64, 256), Fire(512, 64, 256)]
    last = [nn.Conv2d(512, 1000, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(nn.Conv2d(3, 64, 3, 2), nn.ReLU(), pool(), *fires, *last)


def _unit(width: int, new: int, size: Any, stride: int = 1, padding: Any = 0) -> Any:
    layer = nn.Conv2d(width, new, size, stride, padding, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(new, eps=1e-3), nn.ReLU())


class InceptionA(Module):
    """Convolutions of 1, 5 and 3, and an average pool."""

    def __init__(self, width: int, pooled: int) -> None:
        Module.__init__(self)
        self.one = _unit(width, 64, 1)
        self.five = nn.Sequential(_unit(width, 48, 1), _unit(48, 64, 5, padding=2))
        self.three = nn.Sequential(_unit(width, 64, 1), _unit(64, 96, 3, padding=1), _unit(96, 96, 3, padding=1))
        self.pool = nn.Sequential(nn.AvgPool2d(3, 1, 1), _unit(width, pooled, 1))

    def forward(self, x: Any) -> Any:
        return torch.cat([self.one(x), self.five(x), self.three(x), self.pool(x)], 1)


class InceptionC(Module):
    """Convolutions of 7 x 1 and 1 x 7, and an average pool."""

    def __init__(self, inner: int) -> None:
        Module.__init__(self)

        def row(width: int, new: int) -> Any:
            return _unit(width, new, (1, 7), padding=(0, 3))

        def column(width: int, new: int) -> Any:
            return _unit(width, new, (7, 1), padding=(3, 0))

        self.one = _unit(768, 192, 1)
        self.seven = nn.Sequential(_unit(768, inner, 1), row(inner, inner), column(inner, 192))
        self.twice = nn.Sequential(
            _unit(768, inner, 1), column(inner, inner), row(inner, inner), column(inner, inner), row(inner, 192)
        )
        self.pool = nn.Sequential(nn.AvgPool2d(3, 1, 1), _unit(768, 192, 1))

    def forward(self, x: Any) -> Any:
        return torch.cat([self.one(x), self.seven(x), self.twice(x), self.pool(x)], 1)


class InceptionB(Module):
    """Half of the image, with more channels."""

    def __init__(self) -> None:
        Module.__init__(self)
        self.three = _unit(288, 384, 3, 2)
        self.twice = nn.Sequential(_unit(288, 64, 1), _unit(64, 96, 3, padding=1), _unit(96, 96, 3, 2))

    def forward(self, x: Any) -> Any:
        return torch.cat([self.three(x), self.twice(x), F.max_pool2d(x, 3, 2)], 1)


def inception() -> Any:
    """Return Inception-V3 without its last stage."""
    stem = [_unit(3, 32, 3, 2), _unit(32, 32, 3), _unit(32, 64, 3, padding=1), nn.MaxPool2d(3, 2)]
    stem += [_unit(64, 80, 1), _unit(80, 192, 3), nn.MaxPool2d(3, 2)]
    blocks = [InceptionA(192, 32), InceptionA(256, 64), InceptionA(288, 64), InceptionB(), InceptionC(128)]
    blocks += [InceptionC(160), InceptionC(192)]
    return nn.Sequential(*stem, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(768, 1000))


class RegNetBlock(Module):
    """A bottleneck with grouped convolutions."""

    def __init__(self, width: int, new: int, group: int, stride: int) -> None:
        Module.__init__(self)
        grouped = convolution(new, new, 3, stride, new // group)
        self.layers = nn.Sequential(convolution(width, new, 1), nn.ReLU(), grouped, nn.ReLU(), convolution(new, new, 1))
        is_same = stride == 1 and width == new
        self.shortcut = nn.Identity() if is_same else convolution(width, new, 1, stride)

    def forward(self, x: Any) -> Any:
        return F.relu(self.shortcut(x) + self.layers(x))


def regnet() -> Any:
    """Return RegNetX-800MF."""
    layers = [convolution(3, 32, 3, 2), nn.ReLU()]
    width = 32
    for new, count in ((64, 1), (128, 3), (288, 7), (672, 5)):
        for number in range(count):
            layers.append(RegNetBlock(width, new, 16, 2 if number == 0 else 1))
            width = new
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(672, 1000))


def super_resolution() -> Any:
    """Return ESPCN, which computes an image of three times the size."""
    layers = [nn.Conv2d(1, 64, 5, padding=2), nn.Tanh(), nn.Conv2d(64, 32, 3, padding=1), nn.Tanh()]
    return nn.Sequential(*layers, nn.Conv2d(32, 9, 3, padding=1), nn.PixelShuffle(3))


def generator() -> Any:
    """Return the generator of DCGAN."""
    layers: list[Any] = []
    for width, new, stride, padding in ((100, 512, 1, 0), (512, 256, 2, 1), (256, 128, 2, 1), (128, 64, 2, 1)):
        layers += [nn.ConvTranspose2d(width, new, 4, stride, padding, bias=False), nn.BatchNorm2d(new), nn.ReLU()]
    return nn.Sequential(*layers, nn.ConvTranspose2d(64, 3, 4, 2, 1, bias=False), nn.Tanh())


def volumes() -> Any:
    """Return a network of 3-D convolutions."""
    layers: list[Any] = []
    for width, new, stride in ((3, 32, 2), (32, 64, 1), (64, 64, 1), (64, 128, 2), (128, 128, 1)):
        layers += [nn.Conv3d(width, new, 3, stride, 1, bias=False), nn.BatchNorm3d(new), nn.ReLU()]
    return nn.Sequential(*layers, nn.MaxPool3d(2), nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(128, 10))


class StyleBlock(Module):
    """Two convolutions on reflected borders, normalized for each image and channel."""

    def __init__(self, width: int) -> None:
        Module.__init__(self)
        self.first, self.second = nn.Conv2d(width, width, 3), nn.Conv2d(width, width, 3)
        self.norms = nn.ModuleList(nn.InstanceNorm2d(width, affine=True) for _ in range(2))

    def forward(self, x: Any) -> Any:
        y = F.relu(self.norms[0](self.first(F.pad(x, [1] * 4, "reflect"))))
        return x + self.norms[1](self.second(F.pad(y, [1] * 4, "reflect")))


def style() -> Any:
    """Return a style transfer network."""
    layers: list[Any] = []
    for width, new, size, stride in ((3, 32, 9, 1), (32, 64, 3, 2), (64, 128, 3, 2)):
        layers += [nn.ReflectionPad2d(size // 2), nn.Conv2d(width, new, size, stride)]
        layers += [nn.InstanceNorm2d(new, affine=True), nn.ReLU()]
    layers += [StyleBlock(128) for _ in range(3)]
    for width, new in ((128, 64), (64, 32)):
        layers += [nn.Upsample(scale_factor=2), nn.ReflectionPad2d(1), nn.Conv2d(width, new, 3)]
        layers += [nn.InstanceNorm2d(new, affine=True), nn.ReLU()]
    return nn.Sequential(*layers, nn.ReflectionPad2d(4), nn.Conv2d(32, 3, 9))


def group_norms() -> Any:
    """Return residual-free blocks of a diffusion network: group norms, silu and convolutions."""
    layers: list[Any] = [nn.Conv2d(4, 128, 3, padding=1)]
    for width, new in ((128, 128), (128, 256), (256, 256)):
        layers += [nn.GroupNorm(32, width), nn.SiLU(), nn.Conv2d(width, new, 3, padding=1)]
    return nn.Sequential(*layers, nn.GroupNorm(32, 256), nn.SiLU(), nn.Conv2d(256, 4, 3, padding=1))


class Segmentation(Module):
    """A head of DeepLab: dilated convolutions, a pooled branch, and bilinear resizing."""

    def __init__(self) -> None:
        Module.__init__(self)
        self.stem = nn.Sequential(convolution(3, 32, 3, 2), nn.ReLU(), convolution(32, 64, 3, 2), nn.ReLU())
        self.branches = nn.ModuleList(nn.Conv2d(64, 64, 3, padding=d, dilation=d) for d in (1, 6, 12))
        self.pooled, self.joined = nn.Conv2d(64, 64, 1), nn.Conv2d(256, 64, 1)
        self.classes = nn.Conv2d(64, 21, 1)

    def forward(self, x: Any) -> Any:
        y = self.stem(x)
        pooled = F.relu(self.pooled(F.adaptive_avg_pool2d(y, 1)))
        pooled = F.interpolate(pooled, y.shape[2:], mode="bilinear", align_corners=False)
        y = F.relu(self.joined(torch.cat([*(F.relu(each(y)) for each in self.branches), pooled], 1)))
        return F.interpolate(self.classes(y), x.shape[2:], mode="bilinear", align_corners=False)


# -- Sounds ------------------------------------------------------------------------------------------------------------


def _layers(width: int, heads: int, count: int) -> Any:
    layer = nn.TransformerEncoderLayer(width, heads, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True)
    return nn.TransformerEncoder(layer, count, enable_nested_tensor=False)


class Speech(Module):
    """The features of wav2vec 2.0, of a second, and two layers of its encoder with a grouped convolution for places."""

    def __init__(self) -> None:
        Module.__init__(self)
        layers: list[Any] = [nn.Conv1d(1, 512, 10, 5, bias=False), nn.GroupNorm(512, 512), nn.GELU()]
        for size in (3, 3, 3, 3, 2, 2):
            layers += [nn.Conv1d(512, 512, size, 2, bias=False), nn.GELU()]
        self.features = nn.Sequential(*layers)
        self.norm, self.wide = nn.LayerNorm(512), nn.Linear(512, 768)
        self.places = nn.Conv1d(768, 768, 128, padding=64, groups=16)
        self.encoder = _layers(768, 12, 2)

    def forward(self, x: Any) -> Any:
        x = self.wide(self.norm(self.features(x).transpose(1, 2)))
        x = x + F.gelu(self.places(x.transpose(1, 2))[..., :-1]).transpose(1, 2)
        return self.encoder(x)


class Whisper(Module):
    """The encoder of Whisper's tiny model, for 10 seconds."""

    def __init__(self) -> None:
        Module.__init__(self)
        self.first, self.second = nn.Conv1d(80, 384, 3, padding=1), nn.Conv1d(384, 384, 3, 2, 1)
        self.places = nn.Parameter(torch.randn(500, 384))
        self.encoder, self.norm = _layers(384, 6, 4), nn.LayerNorm(384)

    def forward(self, x: Any) -> Any:
        x = F.gelu(self.second(F.gelu(self.first(x)))).transpose(1, 2) + self.places
        return self.norm(self.encoder(x))


class Temporal(Module):
    """A causal block of a temporal convolutional network."""

    def __init__(self, width: int, new: int, dilation: int) -> None:
        Module.__init__(self)
        self.padding = 2 * dilation
        self.first = nn.Conv1d(width, new, 3, dilation=dilation)
        self.second = nn.Conv1d(new, new, 3, dilation=dilation)
        self.shortcut = nn.Conv1d(width, new, 1) if width != new else nn.Identity()

    def forward(self, x: Any) -> Any:
        y = F.relu(self.first(F.pad(x, [self.padding, 0])))
        y = F.relu(self.second(F.pad(y, [self.padding, 0])))
        return F.relu(y + self.shortcut(x))


def temporal() -> Any:
    """Return a temporal convolutional network of eight blocks."""
    return nn.Sequential(Temporal(16, 64, 1), *(Temporal(64, 64, 2**number) for number in range(1, 8)))


# -- Texts and tables --------------------------------------------------------------------------------------------------


class Rms(Module):
    """Root mean square normalization."""

    def __init__(self, width: int) -> None:
        Module.__init__(self)
        self.scale = nn.Parameter(torch.randn(width))

    def forward(self, x: Any) -> Any:
        return self.scale * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6))


class LlamaBlock(Module):
    """A layer of Llama: rotated queries and keys, groups of queries, gated perceptron."""

    def __init__(self, width: int, heads: int, groups: int) -> None:
        Module.__init__(self)
        self.heads, self.groups, self.head = heads, groups, width // heads
        self.before, self.behind = Rms(width), Rms(width)
        inner = 8 * width // 3 // 64 * 64
        self.query, self.out = nn.Linear(width, width, bias=False), nn.Linear(width, width, bias=False)
        self.key, self.value = (nn.Linear(width, groups * self.head, bias=False) for _ in range(2))
        self.gate, self.up = nn.Linear(width, inner, bias=False), nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def rotated(self, x: Any, cos: Any, sin: Any) -> Any:
        """Return pairs of features rotated by the angles of their places."""
        half = x.shape[-1] // 2
        return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin

    def divided(self, x: Any, heads: int) -> Any:
        """Return features divided among heads."""
        return x.view(x.shape[0], x.shape[1], heads, self.head).transpose(1, 2)

    def repeated(self, x: Any) -> Any:
        """Return each head for all queries of its group."""
        count = self.heads // self.groups
        many = x[:, :, None].expand(x.shape[0], self.groups, count, x.shape[2], self.head)
        return many.reshape(x.shape[0], self.heads, x.shape[2], self.head)

    def forward(self, x: Any, cos: Any, sin: Any, mask: Any, past: Any = None) -> Any:
        y = self.before(x)
        q = self.rotated(self.divided(self.query(y), self.heads), cos, sin)
        k = self.rotated(self.divided(self.key(y), self.groups), cos, sin)
        v = self.divided(self.value(y), self.groups)
        if past is not None:
            k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        scores = q @ self.repeated(k).transpose(-2, -1) * self.head**-0.5 + mask
        attended = (scores.softmax(-1) @ self.repeated(v)).transpose(1, 2).reshape(x.shape)
        x = x + self.out(attended)
        y = self.behind(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y)), k, v


class Llama(Module):
    """Four layers of a small Llama: a text, or its next word after those in the cache."""

    def __init__(self) -> None:
        Module.__init__(self)
        self.embedding = nn.Embedding(8000, 512)
        self.blocks = nn.ModuleList(LlamaBlock(512, 8, 2) for _ in range(4))
        self.norm, self.scores = Rms(512), nn.Linear(512, 8000, bias=False)

    def forward(self, tokens: Any, places: Any, *caches: Any) -> Any:
        x = self.embedding(tokens)
        new, past = tokens.shape[1], caches[0].shape[2] if caches else 0
        angles = places[:, None].float() * 10000.0 ** -(torch.arange(0, 64, 2) / 64)
        cos, sin = (torch.cat([each, each], -1) for each in (angles.cos(), angles.sin()))
        mask = torch.full((new, past + new), -1e9).triu(past + 1)
        kept: list[Any] = []
        for number, block in enumerate(self.blocks):
            x, k, v = block(x, cos, sin, mask, caches[2 * number : 2 * number + 2] if caches else None)
            kept += [k, v]
        return (self.scores(self.norm(x)), *kept)


class Recommender(Module):
    """DLRM: sums of embeddings, their products with one another, and two perceptrons."""

    def __init__(self) -> None:
        Module.__init__(self)
        self.tables = nn.ModuleList(nn.Embedding(10000, 32) for _ in range(8))
        self.dense = nn.Sequential(nn.Linear(13, 256), nn.ReLU(), nn.Linear(256, 32), nn.ReLU())
        self.top = nn.Sequential(nn.Linear(68, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 1))
        rows, columns = np.tril_indices(9, -1)
        self.register_buffer("pairs", torch.from_numpy(rows * 9 + columns))

    def forward(self, numbers: Any, kinds: Any) -> Any:
        dense = self.dense(numbers)
        bags = [table(kinds[:, number]).sum(1) for number, table in enumerate(self.tables)]
        every = torch.stack([dense, *bags], 1)
        products = (every @ every.transpose(1, 2)).flatten(1)[:, self.pairs]
        return torch.sigmoid(self.top(torch.cat([dense, products], 1)))


def autoencoder() -> Any:
    """Return a perceptron that narrows and widens."""
    widths = (784, 512, 256, 64, 16, 64, 256, 512, 784)
    layers: list[Any] = []
    for width, new in itertools.pairwise(widths):
        layers += [nn.Linear(width, new), nn.LeakyReLU(0.1)]
    return nn.Sequential(*layers[:-1], nn.Sigmoid())


class LayerNormLstm(Module):
    """A recurrent layer whose gates are normalized, for 32 steps written out."""

    def __init__(self, width: int) -> None:
        Module.__init__(self)
        self.of_input, self.of_state = nn.Linear(width, 4 * width), nn.Linear(width, 4 * width)
        self.gates, self.cell = nn.LayerNorm(4 * width), nn.LayerNorm(width)

    def forward(self, x: Any) -> Any:
        inputs = self.of_input(x)
        h = c = torch.zeros(x.shape[0], x.shape[2])
        results: list[Any] = []
        for step in range(x.shape[1]):
            i, f, g, o = self.gates(inputs[:, step] + self.of_state(h)).chunk(4, -1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * self.cell(c).tanh()
            results.append(h)
        return torch.stack(results, 1)


class Crnn(Module):
    """A reader of lines of text: convolutions, and two recurrent layers in both directions."""

    def __init__(self) -> None:
        Module.__init__(self)
        layers: list[Any] = []
        for width, new, pool in ((1, 64, (2, 2)), (64, 128, (2, 2)), (128, 256, (2, 1)), (256, 256, (4, 1))):
            layers += [nn.Conv2d(width, new, 3, padding=1), nn.BatchNorm2d(new), nn.ReLU(), nn.MaxPool2d(pool)]
        self.layers = nn.Sequential(*layers)
        self.recurrent = nn.LSTM(256, 128, 2, bidirectional=True, batch_first=True)
        self.scores = nn.Linear(256, 80)

    def forward(self, x: Any) -> Any:
        return self.scores(self.recurrent(self.layers(x).squeeze(2).transpose(1, 2))[0]).log_softmax(-1)


def _drawn(*shape: int) -> Any:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def _words(limit: int, *shape: int) -> Any:
    return np.random.default_rng(0).integers(0, limit, shape)


def _caches() -> dict[str, Any]:
    return {f"past_{number}": _drawn(1, 2, 128, 64) for number in range(8)}


IMAGE = (1, 3, 224, 224)
MODULES: dict[str, tuple[Callable[[], Any], Callable[[], Mapping[str, Any]]]] = {
    "ConvNeXt": (convnext, lambda: {"x": _drawn(*IMAGE)}),
    "Swin": (Swin, lambda: {"x": _drawn(*IMAGE)}),
    "SqueezeNet": (squeezenet, lambda: {"x": _drawn(*IMAGE)}),
    "Inception": (inception, lambda: {"x": _drawn(1, 3, 299, 299)}),
    "RegNet": (regnet, lambda: {"x": _drawn(*IMAGE)}),
    "super-resolution": (super_resolution, lambda: {"x": _drawn(1, 1, 128, 128)}),
    "DCGAN": (generator, lambda: {"x": _drawn(1, 100, 1, 1)}),
    "3-D convolutions": (volumes, lambda: {"x": _drawn(1, 3, 16, 64, 64)}),
    "style transfer": (style, lambda: {"x": _drawn(1, 3, 128, 128)}),
    "group norms": (group_norms, lambda: {"x": _drawn(1, 4, 32, 32)}),
    "segmentation": (Segmentation, lambda: {"x": _drawn(*IMAGE)}),
    "wav2vec": (Speech, lambda: {"x": _drawn(1, 1, 16000)}),
    "Whisper": (Whisper, lambda: {"x": _drawn(1, 80, 1000)}),
    "TCN": (temporal, lambda: {"x": _drawn(1, 16, 1000)}),
    "Llama": (Llama, lambda: {"tokens": _words(8000, 1, 64), "places": np.arange(64)}),
    "Llama, next word": (Llama, lambda: {"tokens": _words(8000, 1, 1), "places": np.full(1, 128), **_caches()}),
    "recommender": (Recommender, lambda: {"numbers": _drawn(64, 13), "kinds": _words(10000, 64, 8, 4)}),
    "autoencoder": (autoencoder, lambda: {"x": _drawn(8, 784)}),
    "layer-norm LSTM": (lambda: LayerNormLstm(128), lambda: {"x": _drawn(1, 32, 128)}),
    "CRNN": (Crnn, lambda: {"x": _drawn(1, 1, 32, 160)}),
}
