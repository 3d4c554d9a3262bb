"""From `vector` to `llvm`: vectors of several dimensions are arrays of rows, and what is done to them is unrolled.

Single elements are in `elements`, what moves elements in `shapes`, what combines them in `combining`, `contractions`
and `kinds`, bits that say what counts in `masks`, memory in `memory` and `transfers`; `rows` and `places` have what all
of them build on.
Not here: tensors, which bufferization turns into memory; `vector.print`, for which there is no runtime; scalable
dimensions but the last.
"""

from . import combining, contractions, elements, masks, memory, shapes, transfers

PATTERNS = (
    *combining.PATTERNS,
    *contractions.PATTERNS,
    *elements.PATTERNS,
    *masks.PATTERNS,
    *memory.PATTERNS,
    *shapes.PATTERNS,
    *transfers.PATTERNS,
)
