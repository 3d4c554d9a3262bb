"""By which steps: one loop transformation a file."""
