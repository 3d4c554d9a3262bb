"""`python -m dlc`: the command `dlc`, for a Python whose scripts are not on the path."""

import sys

from dlc.tools.dlc_command import main

if __name__ == "__main__":
    sys.exit(main())
