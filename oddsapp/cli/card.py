"""``oddsapp card``: an odds card to print, and the look-up page for the phone."""

from __future__ import annotations

import click

from oddsapp.cli.options import Options, shared_options


@click.command()
@click.option("--out", metavar="FILE", help="Where to write the card; else it is printed out.")
@click.option(
    "--html",
    "lookup",
    metavar="FILE",
    help="Write a page for the phone, without a network: all battles up to 50 against 50.",
)
@shared_options("classic", output=False)
def card(*, out: str | None, lookup: str | None, options: Options) -> None:
    r"""Write an odds card for the box of the game: one page of A5, as HTML.

    It has the chance to win of each battle, the armies needed for 50 %, 75 % and 90 %, and
    the losses to expect. Print it from a browser, or save it there as PDF. Under the rules of
    RISK II the sizes are those at which an army rolls another die.

    \b
    Examples:
      oddsapp card --out card.html
      oddsapp card --rules risk2 --out risk2.html
      oddsapp card --html lookup.html
    """
    from oddsapp.files import write_file

    rules = options.ruleset()
    if lookup is not None:
        from oddsapp.printed.lookup import lookup_page

        write_file(lookup, lookup_page(rules))
        click.echo(f"{lookup}: open it in any browser, or send it to a phone")
    if out is None and lookup is not None:
        return
    from oddsapp.printed.card import odds_card

    page = odds_card(rules).html
    if out is None:
        click.echo(page)
        return
    write_file(out, page)
    click.echo(f"{out}: print it from a browser on A5, or save it there as PDF")
