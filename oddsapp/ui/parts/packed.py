"""Long texts in an address: compressed, in letters that no mail and no browser changes."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

LONGEST = 1800
"""The most letters of one value: much longer addresses are cut by mails and messengers."""

MOST_CHARACTERS = 200_000
"""The most characters that come out of an address, whatever was put in."""

_LONG = "long"


@dataclass(frozen=True)
class PackedText:
    """A text of any length, of which the address holds what fits.

    Examples
    --------
    >>> field = PackedText("lu_text", "record")
    >>> field.read(field.write("armies,defenders"))
    ('armies,defenders', None)
    >>> field.read("12345678")
    ('', 'cannot be read and is left out')
    """

    key: str
    name: str
    default: str = ""

    def read(self, text: str) -> tuple[str, str | None]:
        """Return the text."""
        if text == _LONG:
            return self.default, "was too long for it: enter it again"
        try:
            packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            opened = zlib.decompressobj()
            content = opened.decompress(packed, MOST_CHARACTERS)
            if not opened.eof or len(text) > LONGEST:
                return self.default, "is cut or too long and is left out"
            return content.decode("utf-8"), None
        except (binascii.Error, zlib.error, ValueError):
            return self.default, "cannot be read and is left out"

    def write(self, value: str) -> str:
        """Return the text in letters, digits, ``-`` and ``_``, or a word for one too long."""
        if not self.fits(value):
            return _LONG
        return self._packed(value)

    def fits(self, value: str) -> bool:
        """Tell whether an address can hold a text."""
        return len(value) <= MOST_CHARACTERS and len(self._packed(value)) <= LONGEST

    def _packed(self, value: str) -> str:
        # What UTF-8 cannot hold is no text that anybody typed.
        content = zlib.compress(value.encode("utf-8", "replace"), 9)
        return urlsafe_b64encode(content).decode("ascii").rstrip("=")
