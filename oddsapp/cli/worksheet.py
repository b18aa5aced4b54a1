"""``oddsapp worksheet``: worksheets for a class, and the exact key."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--students", metavar="N", type=int, default=30, show_default=True, help="How many sheets."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="The same seed makes the same sheets.",
)
@click.option(
    "--level", metavar="LEVEL", default="school", show_default=True, help="school or university."
)
@click.option(
    "--url",
    metavar="ADDRESS",
    help="Where the class reaches the page, as oddsapp dashboard --lan prints it; else this"
    " machine.",
)
@click.option("--out", metavar="FILE", help="Where to write the sheets; else they are printed out.")
@click.option("--key", metavar="FILE", help="Write the key there, in place of on the last pages.")
def worksheet(
    *, students: int, seed: int, level: str, url: str | None, out: str | None, key: str | None
) -> None:
    r"""Write worksheets for a class: a page of A4 for each student, as HTML.

    Each has a small classic battle of its own, questions that lead to it, a wrong answer
    whose mistake is to be found, and a link to that battle on the page Learn. The key is
    exact. Hand them out in their order: neighbours have other battles.

    \b
    Examples:
      oddsapp worksheet --students 30 --seed 7 --out sheets.html
      oddsapp worksheet --level university --out sheets.html --key key.html
      oddsapp worksheet --url http://192.168.1.20:8501 --out sheets.html
    """
    import numpy as np

    from oddsapp.files import write_file
    from oddsapp.printed.worksheets import LOCAL, make_worksheets

    rng = np.random.Generator(np.random.PCG64(seed))
    made = make_worksheets(students, rng, level=level, url=LOCAL if url is None else url)
    if key is not None:
        write_file(key, made.key_html)
    text = made.html_with_key if key is None else made.html
    if out is None:
        click.echo(text)
        return
    write_file(out, text)
    where = "the key is on the last pages" if key is None else f"the key is in {key}"
    click.echo(f"{out}: print it from a browser on A4; {where}")
