"""Regions of images, as detectors use them, are those of torchvision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")
ops: Any = pytest.importorskip("torchvision", reason="torchvision is not installed").ops

import dlc  # noqa: E402
from dlc.api import default_context  # noqa: E402
from dlc.sources import source_of  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning"),
    pytest.mark.filterwarnings("ignore:.create_unbacked_symint. is deprecated:FutureWarning"),  # by torchvision
]
OPTIONS = {"threads": 1, "level": 0}
REGIONS = [[0, 1, 2, 9, 11], [0, 3, 4, 12.5, 13], [1, 0, 0, 15, 15], [1, -2, 5, 30, 9], [0, 5, 5, 3, 2]]
"""Images and limits of regions: inside, partly outside, and turned inside out."""


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> Iterator[None]:
    torch._dynamo.reset()
    torch.manual_seed(0)
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        yield


@pytest.mark.parametrize("ratio", [2, -1])
@pytest.mark.parametrize("aligned", [False, True])
def test_averages_of_samples_in_bins_and_their_gradients(ratio: int, aligned: bool) -> None:
    def align(x: Any, regions: Any) -> Any:
        return ops.roi_align(x, regions, (3, 2), 0.7, ratio, aligned)

    x, regions = torch.randn(2, 4, 16, 13), torch.tensor(REGIONS)
    compiled = torch.compile(align, backend="dlc", options=OPTIONS, fullgraph=True)
    images = [x.clone().requires_grad_() for _ in range(2)]
    results = [function(image, regions) for function, image in zip((compiled, align), images, strict=True)]
    weights = torch.randn(results[0].shape)
    for each in results:
        (each * weights).sum().backward()
    torch.testing.assert_close(*results)
    torch.testing.assert_close(images[0].grad, images[1].grad)


def test_regions_of_an_image_that_there_is_not_are_errors() -> None:
    compiled = torch.compile(lambda x, r: ops.roi_align(x, r, 2, 1.0, 1), backend="dlc", options=OPTIONS)
    with pytest.raises(dlc.ProgramFailed, match=r"roi_align.* has an index out of range"):
        compiled(torch.ones(2, 1, 4, 4), torch.tensor([[2.0, 0, 0, 3, 3]]))


def test_regions_divided_into_bins_whose_number_changes_from_call_to_call() -> None:
    def align(x: Any, regions: Any, bins: int) -> Any:
        return ops.roi_align(x, regions, (bins, 2), 0.7, -1)

    x, regions = torch.randn(2, 4, 16, 13), torch.tensor(REGIONS)
    compiled = torch.compile(align, backend="dlc", options=OPTIONS, fullgraph=True, dynamic=True)
    for bins in (2, 3, 7):
        torch.testing.assert_close(compiled(x, regions, bins), align(x, regions, bins))


@pytest.mark.parametrize("with_mask", [False, True])
def test_convolutions_with_offsets_and_their_gradients(with_mask: bool) -> None:
    x, offset, weight = torch.randn(2, 4, 7, 8), torch.randn(2, 36, 3, 8), torch.randn(6, 2, 3, 3)
    mask, bias = torch.rand(2, 18, 3, 8) if with_mask else None, torch.randn(6)

    def convolved(x: Any, offset: Any, weight: Any, bias: Any, mask: Any) -> Any:
        return ops.deform_conv2d(x, offset, weight, bias, (2, 1), (1, 2), (2, 2), mask)

    compiled = torch.compile(convolved, backend="dlc", options=OPTIONS, fullgraph=True)
    given = [(x, offset, weight, bias, mask) for _ in range(2)]
    given = [[each if each is None else each.clone().requires_grad_() for each in tensors] for tensors in given]
    results = [function(*each) for function, each in zip((compiled, convolved), given, strict=True)]
    weights = torch.randn(results[0].shape)
    for each in results:
        (each * weights).sum().backward()
    torch.testing.assert_close(*results, rtol=1e-4, atol=1e-4)
    for one, other in zip(*given, strict=True):
        if one is not None:
            torch.testing.assert_close(one.grad, other.grad, rtol=1e-4, atol=1e-4)


def test_boxes_without_those_that_overlap() -> None:
    class Kept(torch.nn.Module):
        def forward(self, boxes: Any, scores: Any, classes: Any) -> Any:
            kept = ops.nms(boxes, scores, 0.3)
            return kept, boxes[kept], ops.batched_nms(boxes, scores, classes, 0.5)

    corners = torch.rand(40, 2)
    boxes = torch.cat([corners, corners + 0.4 * torch.rand(40, 2)], 1)
    scores, classes = torch.rand(40).mul(10).round(), torch.randint(0, 3, (40,))
    compiled = torch.compile(Kept(), backend="dlc", options=OPTIONS, fullgraph=True)
    torch.testing.assert_close(compiled(boxes, scores, classes), Kept()(boxes, scores, classes))


def test_there_is_a_step_for_each_box_that_is_kept() -> None:
    class Kept(torch.nn.Module):
        def forward(self, boxes: Any, scores: Any) -> Any:
            return ops.nms(boxes, scores, 0.5)

    boxes = torch.tensor([[0.0, 0, 4, 4], [20, 20, 24, 24], [0, 0, 4, 4.5], [20, 20, 24, 23.5]])
    text = str(source_of(Kept(), (boxes, torch.rand(4))).module(default_context()))
    assert "graph.while" in text
    assert "graph.scan" not in text


def test_programs_have_as_many_boxes_as_are_kept() -> None:
    class Kept(torch.nn.Module):
        def forward(self, boxes: Any, scores: Any) -> Any:
            kept = ops.nms(boxes, scores, 0.3)
            return boxes[kept], scores[kept]

    corners, scores, count = torch.rand(30, 2), torch.rand(30), torch.export.Dim("count")
    boxes = torch.cat([corners, corners + 0.4], 1)
    exported = torch.export.export(Kept(), (boxes, scores), dynamic_shapes=({0: count}, {0: count}))
    program = dlc.compile(exported, threads=1, level=0)
    for number in (30, 1, 0):
        given = boxes[:number], scores[:number]
        torch.testing.assert_close(tuple(program(*given)), Kept()(*given))
