"""The lowering of loops to branches: the pass, and the lowerings of ops with and without regions.

Importing the package registers the lowerings.
"""

from __future__ import annotations

from . import (
    branches as branches,
    element_accesses as element_accesses,
)
