"""The bridge to xDSL: its modules, dialects and passes in dlc, and dlc's in xDSL. In memory, not through text.

    from dlc.frontends.xdsl import from_xdsl, load_dialect, to_xdsl

    module = from_xdsl(xdsl_module)      # a module of dlc; dlc's passes and tools work on it
    back = to_xdsl(module)               # a module of xDSL again
    scf = load_dialect("scf")            # a dialect of xDSL as a dialect of dlc: context.load(scf)

`dlc-opt --load-xdsl=scf,linalg` and `dlc-opt --xdsl-passes=convert-scf-to-cf` are the same on the command line. xDSL is
imported when this package is, and nothing else of dlc imports it.
"""

from __future__ import annotations

from .installed import require_xdsl

require_xdsl()

from .attributes import ConversionError  # noqa: E402 (not before xDSL was found to be there)
from .conversion import from_xdsl, from_xdsl_attribute, to_xdsl, to_xdsl_attribute  # noqa: E402
from .loading import load_dialect, load_into  # noqa: E402

__all__ = [
    "ConversionError",
    "from_xdsl",
    "from_xdsl_attribute",
    "load_dialect",
    "load_into",
    "to_xdsl",
    "to_xdsl_attribute",
]
