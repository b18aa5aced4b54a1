"""The document on its way out: told its address, and not served where it would stay blank."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from oddsapp.ui.document import TellsItsAddress

Message = MutableMapping[str, Any]


async def _serves_a_document(scope: Any, _: Any, send: Any) -> None:
    kind = b"text/html; charset=utf-8" if "." not in scope["path"] else b"text/javascript"
    headers = [(b"content-type", kind), (b"etag", b"1")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"<head>", "more_body": True})
    await send({"type": "http.response.body", "body": b"<title>A</title></head>"})


def ask(path: str, query: bytes = b"") -> tuple[int, dict[bytes, bytes], bytes]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": path, "query_string": query, "headers": []}
    asyncio.run(TellsItsAddress(_serves_a_document)(scope, receive, send))
    assert sum(message["type"] == "http.response.start" for message in sent) == 1
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], dict(sent[0]["headers"]), body


@pytest.mark.parametrize("path", ["/", "/learn", "/learn/"])
def test_a_page_is_told_its_address(path: str) -> None:
    status, headers, body = ask(path)
    assert (status, body.count(b"BACKEND_BASE_URL")) == (200, 1)
    assert headers[b"content-length"] == str(len(body)).encode()
    assert b"etag" not in headers
    assert headers[b"content-security-policy"].startswith(b"default-src 'self' ")


@pytest.mark.parametrize(
    ("path", "query", "led_to"),
    [
        ("/learn/deeper", b"", b"/learn"),
        ("/learn/x/y/", b"learn_step=own", b"/learn?learn_step=own"),
        ("//elsewhere/x", b"", b"/elsewhere"),
        ("/ü\r\nx/y", b"", b"/%C3%BC%0D%0Ax"),
    ],
)
def test_below_a_page_one_is_led_to_the_page(path: str, query: bytes, led_to: bytes) -> None:
    status, headers, body = ask(path, query)
    assert (status, headers[b"location"], body) == (307, led_to, b"")


def test_scripts_go_through_as_they_are() -> None:
    status, headers, body = ask("/static/js/main.js")
    assert (status, body, headers[b"etag"]) == (200, b"<head><title>A</title></head>", b"1")
