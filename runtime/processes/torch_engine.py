"""The processes of `torch.distributed` as an engine: sums by gloo, between CPUs.

Each process writes a number that grows into the store of the processes, once a second, and how many sums it has asked
for. When a sum fails or takes too long, the others read these numbers twice, and name the processes whose do not grow.
"""

from __future__ import annotations

import importlib
import math
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import numpy as np

from .common import SILENCE_S, EngineUnavailable, WorkerLost, beat, counted, require, this_process

Array = np.ndarray[Any, Any]
KEEPER = 0
"""The rank whose process has the store, unless the launcher has it."""


class TorchEngine:
    """The processes of `torch.distributed`; all of them make one at the same time."""

    def __init__(self, timeout: float) -> None:
        self._torch = require("torch")
        distributed: Any = importlib.import_module("torch.distributed")  # heavy
        if not distributed.is_available() or not distributed.is_initialized():
            raise EngineUnavailable(
                "torch.distributed is not initialized: start the processes by torchrun, and call "
                "torch.distributed.init_process_group('gloo')"
            )
        self._distributed = distributed
        self.timeout = timeout
        self.rank = int(distributed.get_rank())
        self.size = int(distributed.get_world_size())
        self._group = distributed.new_group(backend="gloo", timeout=timedelta(seconds=timeout))
        self._names: list[Any] = [None] * self.size
        distributed.all_gather_object(self._names, this_process(), group=self._group)
        store = importlib.import_module("torch.distributed.distributed_c10d")._get_default_store()  # heavy
        self._store = distributed.PrefixStore(f"dlc/{self._group.group_name}", store)
        self._beats = 0
        self._sums = 0
        """The number of sums that this process has asked for."""
        self._sign()
        distributed.barrier(group=self._group)
        beat(self, TorchEngine._sign)

    def _sign(self) -> None:
        self._beats += 1
        self._store.set(str(self.rank), f"{self._beats} {self._sums}")

    def all_reduce(self, arrays: Sequence[Array]) -> list[Array]:
        """Return the sums of arrays of all processes: one message for each dtype."""
        self._sums += 1
        results: list[Array | None] = [None] * len(arrays)
        for dtype in dict.fromkeys(array.dtype for array in arrays):
            numbers = [number for number, array in enumerate(arrays) if array.dtype == dtype]
            together = np.concatenate([arrays[number].ravel() for number in numbers])
            try:
                self._distributed.all_reduce(self._torch.from_numpy(together), group=self._group)
            except (RuntimeError, ValueError) as error:
                raise self._lost(error) from error
            start = 0
            for number in numbers:
                shape = arrays[number].shape
                end = start + math.prod(shape)
                results[number] = np.reshape(together[start:end], shape)
                start = end
        return [each for each in results if each is not None]

    def _lost(self, error: Exception) -> WorkerLost:
        """Return the error of a sum that failed, with the processes that are gone."""
        where = f"sum {self._sums} of rank {self.rank}"
        reason = str(error).strip().partition("\n")[0]
        try:
            before = self._signs()
            time.sleep(SILENCE_S)
            after = self._signs()
        except (RuntimeError, ValueError):
            keeper = f"{self._name(KEEPER)}, unless the launcher has it"
            return WorkerLost(f"{where}: the store of torch.distributed does not answer; it is that of {keeper}")
        others = [rank for rank in range(self.size) if rank != self.rank]
        silent = [self._name(rank) for rank in others if before[rank][0] == after[rank][0]]
        if silent:
            return WorkerLost(f"{where}: {counted(silent)} ended or does not run")
        late = [self._name(rank) for rank in others if after[rank][1] < self._sums]
        if late:
            return WorkerLost(f"{where}: {counted(late)} not called average as often within {self.timeout:g} s")
        return WorkerLost(f"{where}: all processes run, but gloo failed: {reason}")

    def _signs(self) -> list[list[int]]:
        """Return the signs of life of all processes, and the number of sums that each has asked for."""
        return [list(map(int, self._store.get(str(rank)).split())) for rank in range(self.size)]

    def _name(self, rank: int) -> str:
        return f"rank {rank} ({self._names[rank]})"
