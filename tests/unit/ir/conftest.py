"""Messages show attributes as text, as they do for users: the parser package installs what prints them."""

from __future__ import annotations

from dlc.parser import print_ir

assert callable(print_ir)
