"""Names by which people know ops elsewhere, for suggestions: those of MLIR's other dialects, torch, ONNX and numpy.

A name is looked up as it is, and then without its dialect; upper case and underscores make no difference, so that
`MaxPool` and `max_pool` are one. Names that are close to the op's own need not stand here. The file is imported when an
unknown name is met.
"""

from __future__ import annotations

from collections.abc import Mapping


def _of_dialect(dialect: str, text: str) -> dict[str, tuple[str, ...]]:
    """Return the entries of lines `here: there, there`; ops of the dialect need no prefix."""
    entries: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        ops, _, others = line.partition(":")
        names = tuple(name if "." in name else f"{dialect}.{name}" for name in ops.split())
        entries.update((plain(other), names) for other in others.split())
    return entries


def plain(name: str) -> str:
    """Return a name without upper case and underscores, by which synonyms are looked up."""
    return name.lower().replace("_", "")


def synonyms_of(name: str) -> tuple[str, ...]:
    """Return the ops that do what an op of another framework does; empty if none is known."""
    parts = [part for part in plain(name).split(".") if part not in _OVERLOADS] or [""]
    return SYNONYMS.get(".".join(parts)) or SYNONYMS.get(parts[-1], ())


_OVERLOADS = ("default", "out", "scalar")
"""Ends of the names of torch's ops: `aten.mm.default`."""

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **_of_dialect(
        "graph",
        """
        contract: matmul mm bmm dot dot_general vdot inner tensordot einsum gemm batch_matmul fully_connected
        contract: MatMulInteger FusedMatMul QLinearMatMul
        contract: linear dense addmm baddbmm
        convolution: conv conv1d conv2d conv3d convolution1d convolution2d convolution3d convnd ConvInteger QLinearConv
        convolution: depthwise_conv2d depthwise_conv grouped_conv conv_general_dilated
        transposed_convolution: conv_transpose conv_transpose1d conv_transpose2d conv_transpose3d deconvolution
        transposed_convolution: transpose_conv2d deconv
        pool: max_pool max_pool1d max_pool2d max_pool3d avg_pool avg_pool1d avg_pool2d avg_pool3d average_pool
        pool: reduce_window AveragePool LpPool
        argmax_pool: max_pool2d_with_indices max_pool1d_with_indices
        reduce: sum mean amax amin prod any all reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_all
        reduce: reduce_any global_average_pool global_max_pool adaptive_avg_pool2d logsumexp ReduceL1 ReduceL2 norm
        cumulative: cumsum cumprod cummax cummin associative_scan
        clamp: relu6 clip hardtanh clip_by_value
        select: where ite
        cast: convert to type_convert astype cast_like convert_element_type
        compare: eq ne lt le gt ge equal not_equal less less_equal greater greater_equal
        maximum: max
        minimum: min
        sub: subtract
        mul: multiply
        div: divide true_divide
        rem: fmod remainder
        pow: power
        neg: negative negate
        rsqrt: inv_sqrt
        reciprocal: recip
        log1p: log_plus_one
        expm1: exponential_minus_one
        sigmoid: logistic
        silu: swish
        gelu: BiasGelu FastGelu QuickGelu
        not: bitwise_not logical_not invert
        and: bitwise_and logical_and
        or: bitwise_or logical_or
        xor: bitwise_xor logical_xor
        shift_left: BitShift left_shift bitwise_left_shift
        shift_right: right_shift bitwise_right_shift
        round: round_nearest_even
        constant: literal const splat_constant
        iota: arange range linspace
        broadcast: expand broadcast_to broadcast_in_dim expand_as repeat tile ConstantOfShape full
        reshape: view flatten squeeze unsqueeze expand_dims ravel collapse_shape expand_shape collapse
        transpose: permute swapaxes movedim moveaxis t
        reverse: flip flipud fliplr
        concat: cat concatenate stack hstack vstack
        slice: strided_slice split narrow chunk extract_slice getitem
        dynamic_slice: slice_dynamic
        dynamic_update_slice: insert_slice slice_scatter tensor_scatter
        gather: take index_select embedding gather_elements gather_nd take_along_axis index
        scatter: scatter_elements scatter_nd scatter_add index_put index_add put_along_axis
        sort: argsort
        top_k: topk
        batch_norm: batch_normalization batch_norm_inference native_batch_norm
        layer_norm: layer_normalization native_layer_norm
        rms_norm: rms_normalization simplified_layer_normalization
        group_norm: group_normalization
        instance_norm: instance_normalization
        local_response_norm: lrn
        attention: scaled_dot_product_attention sdpa multi_head_attention flash_attention
        resize: upsample interpolate
        quantize: quantize_linear quantize_per_tensor
        dequantize: dequantize_linear dequantize_per_tensor
        random_uniform: rand uniform rng_uniform
        random_normal: randn normal rng_normal
        random_bits: rng_bit_generator
        shape: shape_of size_of
        dim: get_dimension_size
        if: cond
        while: while_loop
        yield: return
        """,
    ),
    **_of_dialect(
        "loop",
        """
        """,
    ),
    **_of_dialect(
        "tensor",
        """
        empty: bufferization.alloc_tensor
        """,
    ),
    **_of_dialect(
        "arith",
        """
        addf addi: arith.add index.add
        subf subi: arith.sub index.sub
        mulf muli: arith.mul index.mul
        divf divsi: arith.div index.divs
        remf remsi: arith.rem arith.mod index.rems
        cmpf cmpi: arith.cmp index.cmp
        maximumf maxsi: arith.max
        minimumf minsi: arith.min
        constant: index.constant
        index_cast: index.casts
        """,
    ),
    "cf.condbr": ("cf.cond_br",),
    "cf.branch": ("cf.br",),
    "std.return": ("func.return",),
    "func.invoke": ("func.call",),
    "shape.shapeof": ("graph.shape",),
    "bufferization.tomemref": ("builtin.unrealized_conversion_cast",),
    "bufferization.totensor": ("builtin.unrealized_conversion_cast",),
}
