"""What `analysis.page_speed` measures can be done; how long it takes is not judged here."""

from __future__ import annotations

import pytest

from analysis.page_speed import ROWS, Row
from tests.browser.conftest import PageAt


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_wait_is_measured(page_at: PageAt, row: Row) -> None:
    visit = page_at(390, 844, touch=True)
    (waited,) = row.how(visit.page, visit.url, 1)
    assert waited > 0
    assert visit.complaints == []
