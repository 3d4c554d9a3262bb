#!/usr/bin/env python3
"""Run dlc-reduce from a checkout, installed or not. The tool itself is dlc_reduce.py; `checkout.py` finds dlc."""

import os
import runpy
import sys

if __name__ == "__main__":
    checkout = runpy.run_path(os.path.join(os.path.dirname(os.path.realpath(__file__)), "checkout.py"))
    sys.exit(checkout["run_tool"]("dlc_reduce"))
