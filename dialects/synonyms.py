"""Names by which people know ops elsewhere, for suggestions: those of MLIR's other dialects, torch, ONNX and numpy.

A name is looked up as it is, and then without its dialect; upper case and underscores make no difference, so that
`MaxPool` and `max_pool` are one. Names that are close to the op's own need not stand here. The file is imported when an
unknown name is met.
"""

from __future__ import annotations

import re
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
    parts = plain(name).split(".")
    last = parts[1] if parts[0] == "aten" and len(parts) > 1 else parts[-1]
    return SYNONYMS.get(".".join(parts)) or next(filter(None, map(SYNONYMS.get, stems(last))), ())


def stems(name: str) -> list[str]:
    """Return a plain name, and what is left of it without the parts that say how it is computed.

    >>> stems("squeezecopy")
    ['squeezecopy', 'squeeze']
    """
    return list(dict.fromkeys((name, _HOW.sub("", name))))


def has_no_op(name: str) -> bool:
    """Return whether a name is that of an op elsewhere whose result is its operand."""
    return not {*stems(plain(name).rpartition(".")[2])}.isdisjoint(_NOTHING)


_NOTHING = (
    "identity",
    "alias",
    "clone",
    "contiguous",
    "liftfresh",
    "viewof",
    "dropout",
    "noop",
    "resolveconj",
    "resolveneg",
)


_HOW = re.compile("^(unsafe|fused|skip|qlinear)|(copy|like|functional)$")
"""Parts of the names of torch's and ONNX's ops that say how something is computed, not what."""

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    **_of_dialect(
        "graph",
        """
        contract: matmul mm bmm dot dot_general vdot inner tensordot einsum gemm batch_matmul fully_connected
        contract: AffineGrid LinearClassifier LinearRegressor SVMClassifier SVMRegressor
        contract: MatMulInteger FusedMatMul QLinearMatMul
        contract: linear dense addmm baddbmm addbmm
        contract: mv addmv matvec vecmat outer QGemm MatMulIntegerToFloat DynamicQuantizeMatMul MatMulNBits MatMulBnb4
        contract: DFT STFT
        contract: MoE grouped_mm grouped_mm_fallback grouped_mm_fallback_backward
        convolution: conv conv1d conv2d conv3d convolution1d convolution2d convolution3d convnd ConvInteger QLinearConv
        convolution: depthwise_conv2d depthwise_conv grouped_conv conv_general_dilated NhwcConv NhwcFusedConv
        convolution: convolution_backward unfold Col2Im DeformConv
        transposed_convolution: conv_transpose conv_transpose1d conv_transpose2d conv_transpose3d deconvolution
        transposed_convolution: transpose_conv2d deconv
        pool: max_pool max_pool1d max_pool2d max_pool3d avg_pool avg_pool1d avg_pool2d avg_pool3d average_pool
        pool: reduce_window AveragePool LpPool NhwcMaxPool
        pool: max_pool3d_with_indices_backward avg_pool2d_backward avg_pool3d_backward QLinearAveragePool GlobalLpPool
        argmax_pool: max_pool2d_with_indices max_pool1d_with_indices
        argmax_pool: max_pool3d_with_indices max_pool2d_with_indices_backward
        reduce: sum mean amax amin prod any all reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_all
        reduce: reduce_any global_average_pool global_max_pool adaptive_avg_pool2d logsumexp ReduceL1 ReduceL2 norm
        reduce: adaptive_avg_pool1d adaptive_avg_pool3d adaptive_avg_pool2d_backward adaptive_avg_pool3d_backward std
        reduce: std_mean var var_mean nansum count_nonzero linalg_vector_norm ReduceSumSquare ReduceLogSum
        reduce: ReduceLogSumExp QLinearGlobalAveragePool
        reduce: cdist_forward pdist_forward
        cumulative: cumsum cumprod cummax cummin associative_scan logcumsumexp
        clamp: relu6 clip hardtanh clip_by_value
        clamp: clamp_min clamp_max Shrink
        select: where ite Imputer
        select: masked_fill tril triu Trilu
        cast: convert to type_convert astype cast_like convert_element_type
        cast: to_copy
        compare: eq ne lt le gt ge equal not_equal less less_equal greater greater_equal
        compare: LessOrEqual GreaterOrEqual Binarizer one_hot eye EyeLike Hardmax OneHotEncoder
        maximum: max
        maximum: fmax
        minimum: min
        minimum: fmin
        sub: subtract
        sub: rsub CDist
        mul: multiply ldexp Scaler Scale
        div: divide true_divide
        rem: fmod remainder
        pow: power zeta polygamma
        neg: negative negate neg_view conj conj_physical
        sqrt: hypot
        atan2: angle
        rsqrt: inv_sqrt
        reciprocal: recip
        log1p: log_plus_one
        exp: i0 special_i0e special_i1 special_i1e special_modified_bessel_i0 special_modified_bessel_i1
        erf: special_erfcx
        add: BiasAdd Affine ImageScaler
        softmax: BiasSoftmax
        softplus: ParametricSoftplus
        tanh: ScaledTanh
        expm1: exponential_minus_one
        sigmoid: logistic
        silu: swish
        gelu: BiasGelu FastGelu QuickGelu GemmFastGelu BiasSplitGelu
        not: bitwise_not logical_not invert
        and: bitwise_and logical_and
        or: bitwise_or logical_or
        xor: bitwise_xor logical_xor
        shift_left: BitShift left_shift bitwise_left_shift
        shift_right: right_shift bitwise_right_shift
        round: round_nearest_even
        constant: literal const splat_constant
        constant: MelWeightMatrix
        iota: arange range linspace
        broadcast: expand broadcast_to broadcast_in_dim expand_as repeat tile ConstantOfShape full
        broadcast: new_full scalar_tensor
        broadcast: empty_permuted empty_strided new_empty new_empty_strided
        reshape: view flatten squeeze unsqueeze expand_dims ravel collapse_shape expand_shape collapse
        reshape: unflatten collapse_view DepthToSpace SpaceToDepth pixel_shuffle
        reshape: reshape_alias
        transpose: permute swapaxes movedim moveaxis t
        transpose: numpy_T
        reverse: flip flipud fliplr
        reverse: ReverseSequence roll
        concat: cat concatenate stack hstack vstack FeatureVectorizer
        slice: strided_slice split narrow chunk extract_slice getitem
        slice: split_with_sizes unbind diagonal as_strided CenterCropPad Crop
        dynamic_slice: slice_dynamic
        dynamic_update_slice: insert_slice slice_scatter tensor_scatter
        dynamic_update_slice: select_scatter
        gather: take index_select embedding gather_elements gather_nd take_along_axis index
        gather: embedding_bag embedding_bag_forward_only
        gather: ArrayFeatureExtractor GridSample grid_sampler_2d grid_sampler_3d RoiAlign Compress masked_select
        gather: TreeEnsemble TreeEnsembleClassifier TreeEnsembleRegressor
        scatter: scatter_elements scatter_nd scatter_add index_put index_add put_along_axis
        scatter: index_copy index_fill scatter_reduce masked_scatter MaxUnpool bincount
        scatter: index_put_impl put index_reduce as_strided_scatter diagonal_scatter histc
        sort: argsort
        sort: Unique searchsorted bucketize median kthvalue nanmedian _unique2 unique_consecutive
        top_k: topk
        batch_norm: batch_normalization batch_norm_inference native_batch_norm
        batch_norm: native_batch_norm_legit native_batch_norm_legit_no_training native_batch_norm_legit_functional
        batch_norm: batch_norm_with_update_functional
        scan: cholesky linalg_cholesky linalg_cholesky_ex cholesky_solve cholesky_inverse linalg_lu linalg_lu_factor
        scan: linalg_lu_factor_ex linalg_lu_solve lu_unpack linalg_qr geqrf linalg_householder_product
        scan: solve linalg_solve _linalg_solve_ex linalg_solve_triangular linalg_inv linalg_inv_ex _linalg_det
        scan: _linalg_slogdet
        while: _linalg_eigh linalg_eigh linalg_eigvalsh eigh _linalg_svd linalg_svd linalg_svdvals svd linalg_pinv pinv
        contract: _int_mm TransposeMatMul linalg_matrix_exp
        layer_norm: layer_normalization native_layer_norm
        layer_norm: skip_layer_normalization EmbedLayerNormalization
        rms_norm: rms_normalization simplified_layer_normalization
        rms_norm: SkipSimplifiedLayerNormalization
        group_norm: group_normalization
        group_norm: native_group_norm
        instance_norm: instance_normalization
        instance_norm: MeanVarianceNormalization
        local_response_norm: lrn
        attention: scaled_dot_product_attention sdpa multi_head_attention flash_attention
        attention: QAttention GroupQueryAttention scaled_dot_product_flash_attention_for_cpu
        attention: scaled_dot_product_flash_attention_for_cpu_backward RotaryEmbedding
        resize: upsample interpolate
        resize: upsample_bilinear2d upsample_bicubic2d upsample_linear1d upsample_trilinear3d upsample_nearest2d
        resize: upsample_bilinear2d_aa upsample_bicubic2d_aa
        resize: upsample_bilinear2d_aa_backward upsample_bicubic2d_aa_backward
        quantize: quantize_linear quantize_per_tensor
        quantize: DynamicQuantizeLinear
        dequantize: dequantize_linear dequantize_per_tensor GatherBlockQuantized
        random_uniform: rand uniform rng_uniform
        random_uniform: Bernoulli Multinomial
        random_normal: randn normal rng_normal
        random_bits: rng_bit_generator
        shape: shape_of size_of
        dim: get_dimension_size
        if: cond
        while: while_loop gcd lcm
        while: Loop for fori_loop
        floor: floor_divide
        sign: sgn signbit
        prelu: prelu_kernel
        bitcast: view_dtype
        lp_normalize: LpNormalization normalize Normalizer
        pad: constant_pad_nd reflection_pad2d replication_pad2d
        scan: LSTM GRU RNN NonMaxSuppression Det DynamicQuantizeLSTM
        stop_gradient: detach
        yield: return
        """,
    ),
    **_of_dialect(
        "loop",
        """
        """,
    ),
    **_of_dialect(
        "arith",
        """
        addf addi: arith.add
        subf subi: arith.sub
        mulf muli: arith.mul
        divf divsi: arith.div
        remf remsi: arith.rem arith.mod
        cmpf cmpi: arith.cmp
        maximumf maxsi: arith.max
        minimumf minsi: arith.min
        """,
    ),
    "cf.condbr": ("cf.cond_br",),
    "cf.branch": ("cf.br",),
    "std.return": ("func.return",),
    "func.invoke": ("func.call",),
    "shape.shapeof": ("graph.shape",),
    "bufferization.tomemref": ("bufferization.to_buffer",),
}
