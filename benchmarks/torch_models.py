"""Networks as PyTorch modules, for benchmarks: those that other pages measure too."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

torch: Any = import_module("torch")
nn: Any = torch.nn
F: Any = nn.functional


def convolution(inputs: int, outputs: int, size: int, stride: int = 1, groups: int = 1) -> Any:
    """Return a convolution and its batch normalization."""
    layer = nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class Residual(nn.Module):
    """A block of ResNet-18."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        nn.Module.__init__(self)
        self.first = convolution(inputs, outputs, 3, stride)
        self.second = convolution(outputs, outputs, 3)
        self.shortcut = convolution(inputs, outputs, 1, stride) if stride != 1 or inputs != outputs else nn.Identity()

    def forward(self, x: Any) -> Any:
        return F.relu(self.second(F.relu(self.first(x))) + self.shortcut(x))


def resnet18() -> Any:
    """Return ResNet-18."""
    blocks = [nn.Sequential(convolution(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1))]
    inputs = 64
    for outputs in (64, 128, 256, 512):
        blocks += [Residual(inputs, outputs, 1 if outputs == 64 else 2), Residual(outputs, outputs, 1)]
        inputs = outputs
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


class Bottleneck(nn.Module):
    """A block of ResNet-50."""

    def __init__(self, inputs: int, inner: int, stride: int) -> None:
        nn.Module.__init__(self)
        reduce, expand = convolution(inputs, inner, 1), convolution(inner, 4 * inner, 1)
        self.layers = nn.Sequential(reduce, nn.ReLU(), convolution(inner, inner, 3, stride), nn.ReLU(), expand)
        is_same = stride == 1 and inputs == 4 * inner
        self.shortcut = nn.Identity() if is_same else convolution(inputs, 4 * inner, 1, stride)

    def forward(self, x: Any) -> Any:
        return F.relu(self.layers(x) + self.shortcut(x))


def resnet50() -> Any:
    """Return ResNet-50."""
    blocks = [nn.Sequential(convolution(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1))]
    inputs = 64
    for inner, count in ((64, 3), (128, 4), (256, 6), (512, 3)):
        for number in range(count):
            blocks.append(Bottleneck(inputs, inner, 2 if number == 0 and inner != 64 else 1))
            inputs = 4 * inner
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000))


class Inverted(nn.Module):
    """A block of MobileNet-V2."""

    def __init__(self, inputs: int, outputs: int, stride: int, factor: int) -> None:
        nn.Module.__init__(self)
        inner = inputs * factor
        expand = [convolution(inputs, inner, 1), nn.ReLU6()] if factor != 1 else []
        depthwise = [convolution(inner, inner, 3, stride, inner), nn.ReLU6()]
        self.layers = nn.Sequential(*expand, *depthwise, convolution(inner, outputs, 1))
        self.is_residual = stride == 1 and inputs == outputs

    def forward(self, x: Any) -> Any:
        return x + self.layers(x) if self.is_residual else self.layers(x)


MOBILE = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
"""Factor, channels, blocks and stride of the stages of MobileNet-V2."""


def mobilenet_v2() -> Any:
    """Return MobileNet-V2."""
    layers = [convolution(3, 32, 3, 2), nn.ReLU6()]
    inputs = 32
    for factor, outputs, count, stride in MOBILE:
        for number in range(count):
            layers.append(Inverted(inputs, outputs, stride if number == 0 else 1, factor))
            inputs = outputs
    layers += [convolution(320, 1280, 1), nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(1280, 1000)]
    return nn.Sequential(*layers)


def encoder(width: int = 384, heads: int = 6, layers: int = 6) -> Any:
    """Return the encoder of a transformer."""
    layer = nn.TransformerEncoderLayer(width, heads, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True)
    return nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)


class VisionTransformer(nn.Module):
    """ViT-tiny: patches of 16 pixels, 12 layers of width 192."""

    def __init__(self) -> None:
        nn.Module.__init__(self)
        self.patches = nn.Conv2d(3, 192, 16, 16)
        self.token = nn.Parameter(torch.zeros(1, 1, 192))
        self.places = nn.Parameter(torch.zeros(1, 197, 192))
        self.encoder = encoder(192, 3, 12)
        self.head = nn.Linear(192, 1000)

    def forward(self, x: Any) -> Any:
        patches = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), patches], 1) + self.places
        return self.head(self.encoder(x)[:, 0])


class Bert(nn.Module):
    """An encoder of the size of BERT-base, from tokens to what is predicted from the first one."""

    def __init__(
        self, width: int = 768, heads: int = 12, layers: int = 12, vocabulary: int = 30522, longest: int = 512
    ) -> None:
        nn.Module.__init__(self)
        self.embedding, self.places = nn.Embedding(vocabulary, width), nn.Embedding(longest, width)
        self.norm = nn.LayerNorm(width)
        layer = nn.TransformerEncoderLayer(width, heads, 4 * width, 0.0, "gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.pooler = nn.Linear(width, width)

    def forward(self, tokens: Any) -> Any:
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.encoder(self.norm(self.embedding(tokens) + self.places(places)))
        return torch.tanh(self.pooler(x[:, 0]))


def tokens(shape: tuple[int, ...]) -> Any:
    """Return numbers of tokens."""
    return torch.randint(1000, 30000, shape)


def small_network() -> Any:
    """Return the small network of convolutions that is trained."""
    parts = [(3, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2)]
    layers = [layer for given in parts for layer in (convolution(given[0], given[1], 3, given[2]), nn.ReLU())]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))


IMAGE = (1, 3, 224, 224)
MODELS: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "ResNet-18": (resnet18, IMAGE),
    "MobileNet-V2": (mobilenet_v2, IMAGE),
    "ViT-tiny": (VisionTransformer, IMAGE),
    "encoder": (encoder, (1, 128, 384)),
}
LARGE: dict[str, tuple[Callable[[], Any], tuple[int, ...], Callable[[tuple[int, ...]], Any]]] = {
    "ResNet-50": (resnet50, IMAGE[1:], lambda shape: torch.randn(shape, dtype=torch.bfloat16)),
    "BERT-base": (Bert, (128,), tokens),
}
"""Networks of bf16 for GPUs: the sizes of an argument without the batch, and what draws it."""
TRAINED: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "CNN": (small_network, (16, 3, 32, 32)),
    "encoder": (lambda: encoder(128, 4, 2), (16, 32, 128)),
}
