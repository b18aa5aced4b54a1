"""Pages of HTML that stand alone: a template, its style and its script in one text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template

_DATA = Path(__file__).parent / "data"


def data_text(name: str) -> str:
    """Return a file of the package's own: a template, a style sheet or a script."""
    return (_DATA / name).read_text(encoding="utf-8")


def page(name: str, **parts: str) -> str:
    """Return a template with its style sheet and everything else that belongs into it.

    Parameters
    ----------
    name : str
        The template is ``name.html``, its style ``name.css``.
    **parts : str
        What stands for each ``$part``, as HTML.
    """
    template = Template(data_text(f"{name}.html"))
    return template.substitute(parts, style=data_text(f"{name}.css"))


def element(tag: str, inner: str, **attributes: str) -> str:
    """Return an element around HTML; ``class_`` is written for ``class``.

    Examples
    --------
    >>> element("td", escape("<1"), class_="rare")
    '<td class="rare">&lt;1</td>'
    """
    told = "".join(
        f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value
    )
    return f"<{tag}{told}>{inner}</{tag}>"


def paragraphs(sentences: Iterable[str]) -> str:
    r"""Return sentences as paragraphs.

    Examples
    --------
    >>> paragraphs(["One stays.", "The rest attack."])
    '<p>One stays.</p>\n<p>The rest attack.</p>'
    """
    return "\n".join(element("p", escape(sentence)) for sentence in sentences)
