"""What stands at the foot of every page: the rules, and the address to pass on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

_SCRIPT = """
export default function({ parentElement }) {
  const button = parentElement.querySelector("button");
  const said = parentElement.querySelector("[role=status]");
  // Over plain HTTP in a home network a page may not use the clipboard of the browser.
  const copyBySelection = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("readonly", "");
    field.style.cssText = "position:fixed;opacity:0";
    document.body.appendChild(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  };
  button.onclick = async () => {
    const address = window.location.href;
    let copied = false;
    if (navigator.clipboard && window.isSecureContext) {
      copied = await navigator.clipboard.writeText(address).then(() => true, () => false);
    }
    copied = copied || copyBySelection(address);
    said.textContent = copied ? "Link copied" : "Copy it from the address bar";
  };
}
"""

_STYLE = """
:host, div { font-family: var(--st-font); }
button {
  background: transparent; border: 1px solid var(--st-border-color); border-radius: 0.6rem;
  color: var(--st-text-color); cursor: pointer; font: inherit; font-size: 0.875rem;
  min-height: 44px; padding: 0 1rem;
}
button:focus-visible { outline: 3px solid var(--st-primary-color); }
span { color: var(--st-text-color); margin-left: 0.6rem; }
"""

_copy_link = st.components.v2.component(
    "odds_copy_link",
    html='<div><button type="button">Copy link</button><span role="status"></span></div>',
    css=_STYLE,
    js=_SCRIPT,
)


def show_foot(rules: StreamlitPage) -> None:
    """Draw the foot of a page.

    Parameters
    ----------
    rules : StreamlitPage
        Where the rules in force are in words.
    """
    with st.container(key="foot", horizontal=True, vertical_alignment="center"):
        _copy_link(key="copy_link", width="content")
        st.page_link(rules, label="Rules, sources, privacy", width="content")
