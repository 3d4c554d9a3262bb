"""Processes that exchange arrays, by what other packages have for that: the engines of `dlc.distributed`."""
