"""Random chains of views of a memref: slices, transposes, dimensions split and joined, casts that forget.

Every size, offset and stride is either in the type or only known when the program runs.
"""

from __future__ import annotations

from random import Random

from dlc.dialects import arith, func, memref
from dlc.dialects.memref.reshapes import collapsed_type
from dlc.dialects.memref.slices import without_dims
from dlc.dialects.memref.views import transposed_type
from dlc.ir.affine.map import AffineMap
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import AffineMapAttr, StridedLayoutAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, f32, index
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import Value


class ViewChain:
    """A function that copies what a chain of views shows of its first argument to its second."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.shape = [random.choice((1, 2, 3, 4, 6)) for _ in range(random.randint(1, 3))]
        """How large the first argument is; then, how large the view is."""
        self.argument_shape = tuple(self.shape)
        argument = MemRefType(tuple(self._maybe(size) for size in self.shape), f32)
        self.out_rank = 0
        self.function = func.FuncOp.of("main", [argument, index])
        self.b = Builder.at_end(self.function.entry)
        self.one: Value = self.function.entry.args[1]  # an index that is always 1, which passes cannot know
        self.view: Value = self.function.entry.args[0]
        for _ in range(random.randint(1, 6)):
            random.choice((self._slice, self._transpose, self._split, self._join, self._forget))()
        self._finish()

    @property
    def type(self) -> MemRefType:
        assert isinstance(self.view.type, MemRefType)
        return self.view.type

    def _maybe(self, number: int) -> int:
        return DYNAMIC if self.random.random() < 0.5 else number

    def _index(self, number: int) -> int | Value:
        """A number, as it is or as a product with what is one."""
        if self.random.random() < 0.5:
            return number
        constant = self.b.insert(arith.ConstantOp(int_attr(number, index))).results[0]
        return self.b.insert(arith.MulIOp(constant, self.one)).results[0]

    def _slice(self) -> None:
        random = self.random
        steps = [random.choice((1, 1, 2)) for _ in self.shape]
        offsets = [random.randrange(size) for size in self.shape]
        rest = [-(-(size - start) // step) for size, start, step in zip(self.shape, offsets, steps, strict=True)]
        sizes = [random.randint(1, most) for most in rest]
        starts, lengths, every = ([self._index(number) for number in part] for part in (offsets, sizes, steps))
        view = memref.SubViewOp.of(self.view, starts, lengths, every)
        full = view.result.type
        assert isinstance(full, MemRefType)
        gone = [size == 1 and len(sizes) > 1 and random.random() < 0.4 for size in lengths]
        if any(gone) and not all(gone):
            again = memref.SubViewOp.of(self.view, starts, lengths, every, without_dims(full, gone))
            if again.dropped_dims() == gone:
                view, sizes = again, [size for size, left_out in zip(sizes, gone, strict=True) if not left_out]
        self.view, self.shape = self.b.insert(view).result, sizes

    def _transpose(self) -> None:
        order = self.random.sample(range(len(self.shape)), len(self.shape))
        permutation = AffineMap.permutation(order)
        view = memref.TransposeOp(self.view, AffineMapAttr(permutation), transposed_type(self.type, permutation))
        self.view, self.shape = self.b.insert(view).result, [self.shape[dim] for dim in order]

    def _split(self) -> None:
        dim = self.random.randrange(len(self.shape))
        size = self.shape[dim]
        first = self.random.choice([part for part in (1, 2, 3, size) if part and size % part == 0])
        groups = [[place] if place < dim else [place + 1] for place in range(len(self.shape))]
        groups[dim] = [dim, dim + 1]
        shape = [*self.shape[:dim], first, size // first, *self.shape[dim + 1 :]]
        mixed = [
            self._known(number) if self.type.shape[source] == DYNAMIC else number
            for number, source in zip(shape, [*range(dim), dim, dim, *range(dim + 1, len(self.shape))], strict=True)
        ]
        view = memref.ExpandShapeOp.of(self.view, groups, mixed)
        self.view, self.shape = self.b.insert(view).result, shape

    def _known(self, number: int) -> Value:
        constant = self.b.insert(arith.ConstantOp(int_attr(number, index))).results[0]
        return self.b.insert(arith.MulIOp(constant, self.one)).results[0]

    def _join(self) -> None:
        """Collapse dimensions that are known to be contiguous: for others it is undefined."""
        layout = strides_of(self.type)
        if len(self.shape) < 2 or layout is None or self.type.layout is not None:
            return
        dim = self.random.randrange(len(self.shape) - 1)
        groups = [[place] if place < dim else [place + 1] for place in range(len(self.shape) - 1)]
        groups[dim] = [dim, dim + 1]
        if collapsed_type(self.type, groups) is None:
            return
        self.view = self.b.insert(memref.CollapseShapeOp.of(self.view, groups)).result
        self.shape[dim : dim + 2] = [self.shape[dim] * self.shape[dim + 1]]

    def _forget(self) -> None:
        layout = strides_of(self.type)
        assert layout is not None, "all views have strides"
        kept = StridedLayoutAttr(tuple(map(self._maybe, layout.strides)), self._maybe(layout.offset))
        less = MemRefType(tuple(map(self._maybe, self.type.shape)), f32, kept)
        if memref.are_cast_compatible(self.type, less):
            self.view = self.b.insert(memref.CastOp(self.view, less)).dest

    def _finish(self) -> None:
        """Copy the view to a last argument of its shape."""
        out = self.function.entry.add_argument(MemRefType((DYNAMIC,) * len(self.shape), f32))
        self.b.insert(memref.CopyOp(self.view, out))
        self.b.insert(func.ReturnOp([]))
        types = self.function.entry.arg_types
        self.function.function_type = type(self.function.function_type)(func.FunctionType(tuple(types), ()))
