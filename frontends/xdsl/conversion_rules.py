"""The rules for converting attributes; their order matters. Imported before anything is converted."""

from __future__ import annotations

from . import builtin_export, builtin_import, carriers, counterparts, declared_attributes, declared_ops, dlc_ops
from .attributes import export_rules, import_rules

import_rules[:] = [
    declared_attributes.import_unregistered,
    carriers.import_carried,
    counterparts.import_counterpart,
    declared_attributes.import_declared,
]
export_rules[:] = [
    declared_attributes.export_declared,
    counterparts.export_counterpart,
    carriers.export_carried,
]
TABLES = (builtin_import, builtin_export, declared_ops, dlc_ops)
"""Modules that enter what they know when they are imported."""
