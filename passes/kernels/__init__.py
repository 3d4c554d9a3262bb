"""Fusion of structured ops to kernels, and the loops that compute a kernel."""
