"""Passes over any IR, and what they share: canonicalization, CSE, dead code, inlining, SCCP, mem2reg."""
