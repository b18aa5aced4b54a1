"""The view of the Die lab that searches for a fairer set, and can be watched and stopped."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.charts.lab import front_chart
from oddsapp.odds.balance.search import FairSearch
from oddsapp.ui.lab import compare, fairer
from oddsapp.ui.lab.controls import choice, edited, label, number, setups
from oddsapp.ui.lab.setups import LETTERS, MOST_SETUPS, SetUp
from oddsapp.ui.lab.state import SPEC
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import heading, show_chart
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.parts.work import Job

JOB = "lab.job"
CHANGES = {"1": "1 change", "2": "2 changes", "3": "3 changes"}

Question = tuple[SetUp, int, int]


def question() -> Question:
    """Return what a search for a fairer set would start from."""
    state = inputs.current(SPEC)
    return edited(), int(state["lab_k"]), int(state["lab_x"])


def search() -> None:
    """Begin a search; one that is under way ends."""
    stop()
    asked = question()
    st.session_state[JOB] = asked, Job(lambda: fairer.search(*asked))


def stop() -> None:
    """Break a search off; what it has found stays."""
    if JOB in st.session_state:
        st.session_state[JOB][1].cancel()


def job_of_now() -> Job[FairSearch] | None:
    """Return the search that belongs to what the page shows; others end."""
    found: tuple[Question | None, Job[FairSearch] | None] = st.session_state.get(JOB, (None, None))
    asked, job = found
    if job is not None and asked != question():
        job.cancel()
        return None
    return job


def show_fairer() -> None:
    """Draw the search for a fairer set."""
    heading(
        f"A fairer set: {label()}",
        "One change is one face by one pip, one threshold by one army, or another winner of"
        f" ties. Fair is what keeps equal armies, up to {compare.MOST}, near even odds.",
    )
    choice(st.segmented_control, "Try all sets with up to", "lab_k", CHANGES, required=True)
    number("Then go on from the fairest, changes up to", "lab_x", (0, 20))
    job = job_of_now()
    running = job is not None and job.is_running
    if running:
        # Outside the part that draws itself again, so that what was found is there at once.
        st.button("Stop", key="lab.stop", on_click=stop)
    else:
        name = "Search" if job is None else "Search again"
        st.button(name, key="lab.search", on_click=search)
    if job is None:
        return
    st.fragment(show_search, run_every=0.25 if running else None)(running)


def show_search(was_running: bool) -> None:
    """Draw how far the search is, or what it found; again and again while it runs."""
    job = job_of_now()
    if job is None or job.is_running != was_running:
        st.rerun()
    found = job.latest
    if job.is_running:
        share, words = fairer.progress_of(found) if found else (0.0, "Starting…")
        if job.is_waiting:
            words = "Waiting: others are searching"
        st.progress(share, words)
    if job.refusal:
        st.html(complaint(job.refusal))
    if found is not None:
        show_front(found, ended=job.was_cancelled, running=job.is_running)


def show_front(found: FairSearch, *, ended: bool, running: bool) -> None:
    """Draw the list: as few changes as possible, as fair as possible."""
    told = fairer.lines(edited(), found)
    if not running:
        st.html(f'<p role="status">{escape(fairer.extent(found, ended=ended))}.</p>')
        show_chart(
            front_chart([f.changes for f in found.front], [f.unfairness for f in found.front]),
            key="lab.front",
            alt="How far from even the fairest sets are, by the number of changes",
            table=fairer.table(found),
            file_name="oddsapp-lab-fairer.csv",
        )
    for which, line in enumerate(told):
        st.html(
            f'<dl class="odds-facts"><div><dt>{escape(line.changes)}: {escape(line.told)}</dt>'
            f"<dd>{escape(line.unfairness)}</dd></div></dl>"
        )
        if line.setup is not None and not running and len(setups()) < MOST_SETUPS:
            st.button(
                f"Compare as {LETTERS[len(setups())]}",
                key=f"lab.take.{which}",
                on_click=inputs.tapped,
                args=(lambda setup=line.setup: inputs.put("lab_s", (*setups(), setup)),),
            )
