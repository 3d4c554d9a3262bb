"""LLVM in a separate process: read one module from stdin, write its object file to stdout.

    python -m dlc.codegen.worker < request > object

The first line of the request is JSON: the target and the optimization level. LLVM IR follows. Any error ends the
process with a nonzero status; then the parent process compiles the part itself and reports the error.
"""

from __future__ import annotations

import json
import sys

from .machine_code import object_of
from .target import Target


def main() -> int:
    head = json.loads(sys.stdin.buffer.readline())
    text = sys.stdin.buffer.read().decode()
    target = Target(head["triple"], head["cpu"], head["features"])
    code = object_of(text, target, head["level"], transforms_loops=head["transforms_loops"])
    sys.stdout.buffer.write(code)
    return 0


if __name__ == "__main__":
    sys.exit(main())
