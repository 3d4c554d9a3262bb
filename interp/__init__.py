"""The reference interpreter: what every op means, once; the oracle of all tests.

    from dlc.interp.interpreter import Interpreter

    [result] = Interpreter(module).run("main", 3, np.ones(4, np.float32))

One file a dialect says what its ops mean (`arith`, `memref` …); `semantics` is how an op of another dialect is given a
meaning, `values` what is computed with, and `conversion` what a caller may pass and is given.
"""

from __future__ import annotations
