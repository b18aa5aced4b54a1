"""What the server asks of others: nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamlit import net_util
from streamlit.web.server import server_util

from oddsapp.ui.server import ask_no_host

if TYPE_CHECKING:
    import pytest


def test_an_unknown_origin_is_turned_away_without_asking_another_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)  # put back
    monkeypatch.setattr(net_util, "_external_ip", None)
    monkeypatch.setattr(
        net_util, "_make_blocking_http_get", lambda *_, **__: asked.append("a host")
    )
    assert not server_util.is_url_from_allowed_origins("http://y.example")
    assert asked  # what Streamlit does by itself
    asked.clear()
    ask_no_host()
    assert not server_util.is_url_from_allowed_origins("http://y.example")
    assert asked == []
