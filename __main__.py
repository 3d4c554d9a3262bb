"""`python -m dlc`: the command `dlc`, for a Python whose scripts are not on the path."""

import sys

from dlc.tools.console import dlc

if __name__ == "__main__":
    sys.exit(dlc())
