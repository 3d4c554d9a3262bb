"""What is computed together: fusion of structured ops, kernels, and the loops that compute a kernel."""
