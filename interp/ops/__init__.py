"""The meaning of every op: one file or folder for each dialect."""
