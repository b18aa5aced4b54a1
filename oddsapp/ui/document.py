"""The document that Streamlit serves, told at which address its server is.

All pages have addresses of one word. The document finds its scripts beside itself, so below
such an address it would stay blank: who asks for it there is led to the page of the first word.

A link to a page leads to its bare address, and the page then writes its state behind that:
two steps back in the browser for one tap. So what a page writes before anybody touched it takes
the place of the bare address.

Opened at the address of a page, Streamlit's script first looks for its server below that
address, and finds it above after two failed requests. Told beforehand it need not look.

The browser is told to ask no other host for pictures, scripts, fonts: nothing here needs any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TOLD = b'<script>window.__streamlit={BACKEND_BASE_URL:window.location.origin+"/"}</script>'
_ONE_STEP = b"""<script>(history => {
    const push = history.pushState.bind(history);
    let arriving = false;
    for (const touch of ["pointerdown", "keydown"])
        addEventListener(touch, () => { arriving = false; }, true);
    history.pushState = (state, title, url) => {
        const here = new URL(url ?? "", location.href).pathname === location.pathname;
        if (here && arriving) history.replaceState(state, title, url);
        else push(state, title, url);
        arriving = !here;
    };
})(window.history)</script>"""
_BEFORE = b"<title>"
_POLICY = (
    b"default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self' ws: wss:"
)
"""What the browser loads for a page: nothing of another host, whatever stands in a link."""


def told(document: bytes) -> bytes:
    """Return a document with both scripts in it; one that has no head stays as it is.

    >>> told(b"<head><title>A page</title></head>").index(b"BACKEND_BASE_URL")
    34
    """
    return document.replace(_BEFORE, _TOLD + _ONE_STEP + _BEFORE, 1)


def page_above(path: str) -> str | None:
    """Return the address of the page above a longer one, nothing if there is none.

    >>> page_above("/learn/deeper"), page_above("/learn/"), page_above("//elsewhere/x")
    ('/learn', None, '/elsewhere')
    """
    first, *deeper = path.strip("/").split("/")
    return f"/{quote(first)}" if deeper else None


async def _lead(page: str, query: bytes, send: Send) -> None:
    """Answer that what is asked for is at the address of a page."""
    address = page.encode("ascii") + (b"?" + query if query else b"")
    headers = [(b"location", address), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


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
        led = False

        async def changed(message: Message) -> None:
            nonlocal start, body, led
            if message["type"] == "http.response.start" and _is_document(message):
                if page := page_above(scope["path"]):
                    await _lead(page, scope["query_string"], send)
                    led = True
                else:
                    start = message
                return
            if led:
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
            policy = (b"content-security-policy", _POLICY)
            await send({**start, "headers": [*kept, length, policy]})
            await send({"type": "http.response.body", "body": document})

        # What is asked for uncompressed can be changed; it is compressed on the way out.
        asked = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]
        await self._app({**scope, "headers": asked}, receive, changed)


def _is_document(message: Message) -> bool:
    headers = {name.lower(): value for name, value in message["headers"]}
    kind: bytes = headers.get(b"content-type", b"")
    return bool(message["status"] == 200) and kind.startswith(b"text/html")
