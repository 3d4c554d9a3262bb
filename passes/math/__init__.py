"""Math functions and small floats as plain arithmetic, shared by CPUs and GPUs."""
