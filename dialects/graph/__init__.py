"""The dialect `graph`: what a model says, as ops on whole tensors with static or named sizes.

Ops are few and orthogonal: operands of an elementwise op have one type, broadcasting is an op of its own. Sizes are
numbers or have names (`dlc.ir.sizes`), and follow from those of operands (`bases.InferShapes`). Nothing here knows of
memory, loops or layouts in memory.

Each op is a class here, and a function that builds it: `AddOp` and `add` (`op_functions`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dlc.ir import sizes
from dlc.ir.dialect import Dialect
from dlc.ir.sizes import DimsAttr as DimsAttr, Size as Size

from . import (
    activations,
    arithmetic,
    attention,
    bitwise,
    calls,
    cast_patterns,
    casts,
    comparison,
    constant,
    contraction,
    control,
    control_patterns,
    convolution,
    differentiation,
    elementwise_patterns,
    functions,
    indexing,
    indexing_patterns,
    movement,
    movement_patterns,
    normalization,
    padding,
    pooling,
    quantization,
    random,
    reduction,
    resize,
    scan,
    shape_values,
    shapes,
    size_lists,
    slicing,
    slicing_patterns,
    sorting,
)
from .activations import (
    CeluOp as CeluOp,
    EluOp as EluOp,
    GeluFormAttr as GeluFormAttr,
    GeluOp as GeluOp,
    HardSigmoidOp as HardSigmoidOp,
    HardSwishOp as HardSwishOp,
    LeakyReluOp as LeakyReluOp,
    MishOp as MishOp,
    PReluOp as PReluOp,
    ReluOp as ReluOp,
    SeluOp as SeluOp,
    SigmoidOp as SigmoidOp,
    SiluOp as SiluOp,
    SoftplusOp as SoftplusOp,
    SoftsignOp as SoftsignOp,
    ThresholdedReluOp as ThresholdedReluOp,
)
from .arithmetic import (
    AbsOp as AbsOp,
    AddOp as AddOp,
    CeilOp as CeilOp,
    DivOp as DivOp,
    FloorOp as FloorOp,
    MaximumOp as MaximumOp,
    MinimumOp as MinimumOp,
    ModOp as ModOp,
    MulOp as MulOp,
    NegOp as NegOp,
    PowOp as PowOp,
    RemOp as RemOp,
    RoundHalfAwayOp as RoundHalfAwayOp,
    RoundOp as RoundOp,
    SignOp as SignOp,
    SubOp as SubOp,
    TruncOp as TruncOp,
)
from .attention import AttentionOp as AttentionOp, CausalAttr as CausalAttr
from .bases import FloatFunctionOp as FloatFunctionOp
from .bitwise import (
    AndOp as AndOp,
    CountLeadingZerosOp as CountLeadingZerosOp,
    NotOp as NotOp,
    OrOp as OrOp,
    PopcountOp as PopcountOp,
    ShiftLeftOp as ShiftLeftOp,
    ShiftRightOp as ShiftRightOp,
    XorOp as XorOp,
)
from .calls import CallOp as CallOp
from .casts import BitcastOp as BitcastOp, CastOp as CastOp
from .comparison import (
    ClampOp as ClampOp,
    CompareOp as CompareOp,
    FloatTestOp as FloatTestOp,
    IsFiniteOp as IsFiniteOp,
    IsInfOp as IsInfOp,
    IsNanOp as IsNanOp,
    PredicateAttr as PredicateAttr,
    SelectOp as SelectOp,
)
from .constant import ConstantOp as ConstantOp, materialize_constant
from .contraction import ContractOp as ContractOp
from .control import ConditionOp as ConditionOp, IfOp as IfOp, WhileOp as WhileOp, YieldOp as YieldOp
from .convolution import (
    ConvolutionLayoutAttr as ConvolutionLayoutAttr,
    ConvolutionOp as ConvolutionOp,
    TransposedConvolutionOp as TransposedConvolutionOp,
)
from .differentiation import StopGradientOp as StopGradientOp
from .functions import (
    AcoshOp as AcoshOp,
    AcosOp as AcosOp,
    AsinhOp as AsinhOp,
    AsinOp as AsinOp,
    Atan2Op as Atan2Op,
    AtanhOp as AtanhOp,
    AtanOp as AtanOp,
    CbrtOp as CbrtOp,
    CopysignOp as CopysignOp,
    CoshOp as CoshOp,
    CosOp as CosOp,
    ErfOp as ErfOp,
    Exp2Op as Exp2Op,
    ExpM1Op as ExpM1Op,
    ExpOp as ExpOp,
    Log1pOp as Log1pOp,
    Log2Op as Log2Op,
    LogOp as LogOp,
    ReciprocalOp as ReciprocalOp,
    RsqrtOp as RsqrtOp,
    SinhOp as SinhOp,
    SinOp as SinOp,
    SqrtOp as SqrtOp,
    TanhOp as TanhOp,
    TanOp as TanOp,
)
from .indexing import (
    CheckIndicesOp as CheckIndicesOp,
    GatherOp as GatherOp,
    NonzeroOp as NonzeroOp,
    ScatterKindAttr as ScatterKindAttr,
    ScatterOp as ScatterOp,
)
from .movement import (
    BroadcastOp as BroadcastOp,
    ReshapeOp as ReshapeOp,
    ReverseOp as ReverseOp,
    TransposeOp as TransposeOp,
)
from .normalization import (
    BatchNormOp as BatchNormOp,
    GroupNormOp as GroupNormOp,
    InstanceNormOp as InstanceNormOp,
    LayerNormOp as LayerNormOp,
    LocalResponseNormOp as LocalResponseNormOp,
    LogSoftmaxOp as LogSoftmaxOp,
    LpNormalizeOp as LpNormalizeOp,
    RmsNormOp as RmsNormOp,
    SoftmaxOp as SoftmaxOp,
)
from .op_functions import GraphFunctions
from .padding import PaddingAttr as PaddingAttr, PadOp as PadOp
from .pooling import ArgmaxPoolOp as ArgmaxPoolOp, PoolingAttr as PoolingAttr, PoolOp as PoolOp
from .quantization import DequantizeOp as DequantizeOp, QuantizeOp as QuantizeOp
from .random import RandomBitsOp as RandomBitsOp, RandomNormalOp as RandomNormalOp, RandomUniformOp as RandomUniformOp
from .reduction import (
    AccumulationAttr as AccumulationAttr,
    ArgmaxOp as ArgmaxOp,
    ArgminOp as ArgminOp,
    CumulativeOp as CumulativeOp,
    ReduceOp as ReduceOp,
    ReductionAttr as ReductionAttr,
)
from .resize import (
    CoordinatesAttr as CoordinatesAttr,
    InterpolationAttr as InterpolationAttr,
    NearestRoundingAttr as NearestRoundingAttr,
    ResizeOp as ResizeOp,
)
from .scan import ScanOp as ScanOp
from .shapes import (
    DimOp as DimOp,
    IotaOp as IotaOp,
    RankOp as RankOp,
    ShapeOp as ShapeOp,
    SizeOp as SizeOp,
    WithShapeOp as WithShapeOp,
)
from .size_lists import SizesAttr as SizesAttr
from .slicing import (
    ConcatOp as ConcatOp,
    DynamicSliceOp as DynamicSliceOp,
    DynamicUpdateSliceOp as DynamicUpdateSliceOp,
    SliceOp as SliceOp,
)
from .sorting import SortOp as SortOp, TopKOp as TopKOp

_MODULES = (
    *(activations, arithmetic, bitwise, casts, comparison),
    *(cast_patterns, differentiation, elementwise_patterns, functions, quantization, random),
    *(attention, contraction, convolution, normalization, pooling, resize),
    *(calls, control, control_patterns, scan),
    *(constant,),
    *(movement, movement_patterns, reduction, shapes, shape_values, sizes, size_lists),
    *(indexing, indexing_patterns, padding, slicing, slicing_patterns, sorting),
)

DIALECT = Dialect.collect(
    "graph", globals(), modules=_MODULES, materialize_constant=materialize_constant, functions=GraphFunctions()
)

del attention, constant, convolution, resize, scan  # they name functions of ops, not files

if TYPE_CHECKING:
    from .function_types import *  # noqa: F403  # pyright: ignore[reportMissingModuleSource]
else:

    def __getattr__(name: str) -> Callable[..., Any]:
        """Return the function of an op, made when it is first used."""
        function = globals()[name] = DIALECT.function(name)
        return function
