"""Board states as arrays: which of them are alike, and what their weights add up to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]
    Weights = NDArray[Any]

_SPARSE = 16
"""Numbers are sorted by counting unless they lie this much further apart than there are."""


def joined(parts: list[tuple[Rows, Weights]]) -> tuple[Rows, Weights]:
    """Return the board states of several arrays as one."""
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    return (
        np.concatenate([rows for rows, _ in parts], axis=1),
        np.concatenate([weights for _, weights in parts]),
    )


def codes_of(rows: Rows) -> Rows:
    """Return a number for each column of these rows, equal for equal ones only."""
    import numpy as np

    codes = np.zeros(rows.shape[1], dtype=np.int64)
    size = 1
    for row in rows:
        high = int(row.max(initial=0)) + 1
        if size * high > 2**62:
            found, codes = np.unique(codes, return_inverse=True)
            size = len(found)
        codes = codes * high + row
        size *= high
    return codes


def kinds_of(codes: Rows) -> tuple[Any, Any]:
    """Return a place where each number stands, and for each place which of these it has.

    Examples
    --------
    >>> import numpy as np
    >>> codes = np.array([7, 3, 7])
    >>> places, kinds = kinds_of(codes)
    >>> codes[places].tolist(), kinds.tolist()
    ([3, 7], [1, 0, 1])
    """
    import numpy as np

    size = int(codes.max(initial=0)) + 1
    if size > _SPARSE * (len(codes) + 100):
        _, first, kinds = np.unique(codes, return_index=True, return_inverse=True)
        return first, kinds
    somewhere = np.full(size, -1)
    somewhere[codes] = np.arange(len(codes))
    present = np.flatnonzero(somewhere >= 0)
    number = np.zeros(size, dtype=np.intp)
    number[present] = np.arange(len(present))
    return somewhere[present], number[codes]


def totals(row: Any, weights: Weights) -> Iterator[tuple[int, Any]]:
    """Yield each number of a row with the sum of its weights."""
    first, kind = kinds_of(row)
    yield from zip(row[first].tolist(), sums_of(kind, weights).tolist(), strict=True)


def sums_of(kinds: Any, weights: Weights, size: int = 0) -> Any:
    """Return the sum of the weights of each kind, from 0."""
    import numpy as np

    if weights.dtype != object:
        return np.bincount(kinds, weights, minlength=size).astype(weights.dtype)
    size = max(size, int(kinds.max(initial=-1)) + 1)
    sums = np.zeros(size, dtype=weights.dtype)
    np.add.at(sums, kinds, weights)
    return sums
