"""A dialect of its own package: ops that rotate and reverse the bits of integers, and a pass that expands rotates."""
