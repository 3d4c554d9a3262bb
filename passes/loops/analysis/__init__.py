"""Why a loop transformation is allowed: accesses, dependences, ranges, and the linear systems behind them."""
