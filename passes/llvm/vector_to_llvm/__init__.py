"""The lowering of `vector` to `llvm`: vectors of several dimensions are arrays of rows, and ops on them are unrolled.

Ops on single elements are in `elements`, ops that move elements in `shapes`, ops that combine them in `combining`,
`contractions` and `kinds`, masks in `masks`, memory accesses in `memory` and `transfers`, printing in `printing`; all
use `rows` and `places`. Not here: tensors, which bufferization turns into memory; scalable dimensions other than the
last.
"""

from . import combining, contractions, elements, masks, memory, printing, shapes, transfers

PATTERNS = (
    *combining.PATTERNS,
    *contractions.PATTERNS,
    *elements.PATTERNS,
    *masks.PATTERNS,
    *memory.PATTERNS,
    *printing.PATTERNS,
    *shapes.PATTERNS,
    *transfers.PATTERNS,
)
