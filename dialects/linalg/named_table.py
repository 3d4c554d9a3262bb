"""The named structured ops of MLIR 22, as a table: loops, where each operand is touched, and the body.

A line is `loops: inputs -> output`. Letters are loops, capital ones those of a kernel; a loop that is not in the output
is a reduction. `y*Y` is `y * stride + Y * dilation`, the next stride and dilation of the op for each such pair; `y+Y`
is the sum itself.
"""

from __future__ import annotations

from typing import NamedTuple


class Contraction(NamedTuple):
    """How a sum of products is written."""

    accesses: str
    has_cast: bool = False
    """Whether the op says how integers become wider."""
    has_maps: bool = False
    """Whether the op can have other maps than these."""


CONTRACTIONS = {
    "dot": Contraction("k: k, k ->"),
    "matvec": Contraction("mk: mk, k -> m"),
    "vecmat": Contraction("nk: k, kn -> n"),
    "batch_matvec": Contraction("bmk: bmk, bk -> bm"),
    "batch_vecmat": Contraction("bnk: bk, bkn -> bn"),
    "matmul": Contraction("mnk: mk, kn -> mn", has_cast=True, has_maps=True),
    "batch_matmul": Contraction("bmnk: bmk, bkn -> bmn", has_cast=True, has_maps=True),
    "batch_reduce_matmul": Contraction("bmnk: bmk, bkn -> mn", has_cast=True, has_maps=True),
    "mmt4d": Contraction("mnkabc: mkac, nkbc -> mnab"),
    "batch_mmt4d": Contraction("gmnkabc: gmkac, gnkbc -> gmnab"),
    "conv_1d": Contraction("xX: x+X, X -> x"),
    "conv_2d": Contraction("yxYX: y+Yx+X, YX -> yx"),
    "conv_3d": Contraction("zyxZYX: z+Zy+Yx+X, ZYX -> zyx"),
    "conv_1d_ncw_fcw": Contraction("nfxcX: ncx*X, fcX -> nfx"),
    "conv_1d_nwc_wcf": Contraction("nxfXc: nx*Xc, Xcf -> nxf"),
    "conv_2d_nchw_fchw": Contraction("nfyxcYX: ncy*Yx*X, fcYX -> nfyx"),
    "conv_2d_ngchw_fgchw": Contraction("ngfyxcYX: ngcy*Yx*X, fgcYX -> ngfyx"),
    "conv_2d_ngchw_gfchw": Contraction("ngfyxcYX: ngcy*Yx*X, gfcYX -> ngfyx"),
    "conv_2d_nhwc_fhwc": Contraction("nyxfYXc: ny*Yx*Xc, fYXc -> nyxf"),
    "conv_2d_nhwc_hwcf": Contraction("nyxfYXc: ny*Yx*Xc, YXcf -> nyxf"),
    "conv_2d_nhwgc_gfhwc": Contraction("nyxgfYXc: ny*Yx*Xgc, gfYXc -> nyxgf"),
    "conv_3d_ncdhw_fcdhw": Contraction("nfzyxcZYX: ncz*Zy*Yx*X, fcZYX -> nfzyx"),
    "conv_3d_ndhwc_dhwcf": Contraction("nzyxfZYXc: nz*Zy*Yx*Xc, ZYXcf -> nzyxf"),
    "depthwise_conv_1d_ncw_cw": Contraction("nxcX: ncx*X, cX -> ncx"),
    "depthwise_conv_1d_nwc_wc": Contraction("nxcX: nx*Xc, Xc -> nxc"),
    "depthwise_conv_1d_nwc_wcm": Contraction("nxcmX: nx*Xc, Xcm -> nxcm"),
    "depthwise_conv_2d_nchw_chw": Contraction("nyxcYX: ncy*Yx*X, cYX -> ncyx"),
    "depthwise_conv_2d_nhwc_hwc": Contraction("nyxcYX: ny*Yx*Xc, YXc -> nyxc"),
    "depthwise_conv_2d_nhwc_hwcm": Contraction("nyxcmYX: ny*Yx*Xc, YXcm -> nyxcm"),
    "depthwise_conv_3d_ncdhw_cdhw": Contraction("nzyxZYXc: ncz*Zy*Yx*X, cZYX -> nczyx"),
    "depthwise_conv_3d_ndhwc_dhwc": Contraction("nzyxZYXc: nz*Zy*Yx*Xc, ZYXc -> nzyxc"),
    "depthwise_conv_3d_ndhwc_dhwcm": Contraction("nzyxmZYXc: nz*Zy*Yx*Xc, ZYXcm -> nzyxcm"),
}
"""Sums of products."""

QUANTIZED = {
    "quantized_matmul": "matmul",
    "quantized_batch_matmul": "batch_matmul",
    **{
        f"{name}_q": name
        for name in (
            *("conv_2d_nchw_fchw", "conv_2d_ngchw_gfchw", "conv_2d_nhwc_fhwc", "conv_2d_nhwc_hwcf"),
            *("conv_2d_nhwgc_gfhwc", "conv_3d_ndhwc_dhwcf"),
            *("depthwise_conv_2d_nhwc_hwc", "depthwise_conv_2d_nhwc_hwcm"),
        )
    },
}
"""Sums of products of numbers whose zero points, two further inputs, are subtracted before."""

_NCW, _NWC = "ncxX: ncx*X, X -> ncx", "nxcX: nx*Xc, X -> nxc"
_NCHW, _NHWC = "ncyxYX: ncy*Yx*X, YX -> ncyx", "nyxcYX: ny*Yx*Xc, YX -> nyxc"
_NDHWC = "nzyxcZYX: nz*Zy*Yx*Xc, ZYX -> nzyxc"
POOLINGS = {
    f"pooling_{layout}_{kind}": (accesses, function)
    for layout, accesses, kinds in (
        ("ncw", _NCW, ("sum", "max")),
        ("nwc", _NWC, ("sum", "max", "max_unsigned", "min", "min_unsigned")),
        ("nchw", _NCHW, ("sum", "max")),
        ("nhwc", _NHWC, ("sum", "max", "max_unsigned", "min", "min_unsigned")),
        ("ndhwc", _NDHWC, ("sum", "max", "min")),
    )
    for kind in kinds
    for function in [{"sum": "add", "max": "max_signed", "min": "min_signed"}.get(kind, kind)]
}
"""Reductions over a window, whose sizes are those of the second input; its elements are not used."""

ELEMENTWISE = {
    **{name: name for name in ("exp", "log", "abs", "ceil", "floor", "negf", "reciprocal", "round", "sqrt", "rsqrt")},
    **{name: name for name in ("square", "tanh", "erf")},
    **{name: name for name in ("add", "sub", "mul", "div", "div_unsigned", "powf", "select")},
    "max": "max_signed",
    "min": "min_signed",
}
"""Functions of scalars at each point: the op, and its function."""
