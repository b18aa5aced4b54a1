"""The document that Streamlit serves, told at which address its server is.

Opened at the address of a page, Streamlit's script first looks for its server below that
address, and finds it above after two failed requests. Told beforehand it need not look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TOLD = b'<script>window.__streamlit={BACKEND_BASE_URL:window.location.origin+"/"}</script>'
_BEFORE = b"<title>"


def told(document: bytes) -> bytes:
    """Return a document with the address in it; one that has no head stays as it is.

    >>> told(b"<head><title>A page</title></head>").index(b"BACKEND_BASE_URL")
    34
    """
    return document.replace(_BEFORE, _TOLD + _BEFORE, 1)


class TellsItsAddress:
    """Middleware that puts the address into every document on its way out.

    Parameters
    ----------
    app : callable
        What is asked for the documents.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        body = b""

        async def changed(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_document(message):
                start = message
                return
            if start is None or message["type"] != "http.response.body":
                await send(message)
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            document = told(body)
            length = (b"content-length", str(len(document)).encode())
            # The marks of the file on the disk do not hold for what is sent.
            dropped = (b"content-length", b"etag", b"last-modified")
            kept = [pair for pair in start["headers"] if pair[0].lower() not in dropped]
            await send({**start, "headers": [*kept, length]})
            await send({"type": "http.response.body", "body": document})

        # What is asked for uncompressed can be changed; it is compressed on the way out.
        asked = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]
        await self._app({**scope, "headers": asked}, receive, changed)


def _is_document(message: Message) -> bool:
    headers = {name.lower(): value for name, value in message["headers"]}
    kind: bytes = headers.get(b"content-type", b"")
    return bool(message["status"] == 200) and kind.startswith(b"text/html")
