"""Subtracting luck never makes few roll-outs worse than they are."""

from __future__ import annotations

import numpy as np
import pytest

from oddsapp.whatif.rollouts.estimates import without_luck


@pytest.mark.parametrize("terms", [2, 4, 10])
@pytest.mark.parametrize("number", [6, 12, 20, 40, 100])
def test_few_roll_outs_are_not_drowned_in_what_is_learned_from_them(
    number: int, terms: int
) -> None:
    """Luck that explains nothing is the worst case: all that is learned is noise."""
    rng = np.random.Generator(np.random.PCG64(7))
    sizes = [2] * (number // 2)
    plain, corrected = [], []
    for _ in range(400):
        values = (rng.random((number, 1)) < 0.3).astype(float)
        luck = rng.normal(size=(number, terms))
        plain.append(values.mean())
        corrected.append(without_luck(values, luck, sizes).mean())
    assert np.std(corrected) < 1.25 * np.std(plain)
    assert abs(np.mean(corrected) - 0.3) < 4 * np.std(corrected) / 20


def test_whether_luck_is_subtracted_depends_on_numbers_of_roll_outs_alone() -> None:
    rng = np.random.Generator(np.random.PCG64(8))
    luck = rng.normal(size=(18, 2))
    values = luck[:, :1] * 3
    few = values[:16]
    assert without_luck(few, luck[:16], [2] * 8) is few
    assert np.std(without_luck(values, luck, [2] * 9)) < np.std(values) / 3
