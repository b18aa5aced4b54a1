"""Draws the page again when the browser is back after it had lost the server.

A phone that was locked reconnects by itself. If the server has forgotten it meanwhile, or was
started anew, Streamlit waits for the visitor to do something, and passes over what is done in a
part that draws itself (a fragment), which it does not know any more: the page would stay as it is
whatever is tapped. So whoever reconnects asks for the page once; its state is in the address.
"""

from __future__ import annotations

import streamlit as st

_SCRIPT = """
export default function ({ setTriggerValue }) {
  const app = document.querySelector("[data-test-connection-state]");
  const state = () => app?.getAttribute("data-test-connection-state");
  let lost = false;
  const watch = new MutationObserver(() => {
    if (state() !== "CONNECTED") lost = true;
    else if (lost) {
      lost = false;
      setTriggerValue("back", true);
    }
  });
  if (app) watch.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => watch.disconnect();
}
"""

_reconnect = st.components.v2.component("odds_reconnect", html="<i hidden></i>", js=_SCRIPT)


def draw_again_when_back() -> None:
    """Ask for the page once more after every loss of the server."""
    with st.container(key="reconnect"):
        _reconnect(key="odds_reconnect", on_back_change=lambda: None)
