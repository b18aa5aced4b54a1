"""What stands under the rules: readings, sources, licence, privacy. Texts, and nothing else."""

STATEMENTS = {
    "How they are read": (
        "The number before each rule is the one that the library, its tests and its messages"
        " name it by. Where the printed rules are silent or can be read in two ways, the ruleset"
        " says which reading is in force; a ruleset of your own can say otherwise (option --set"
        " on the command line, the die lab for dice)."
    ),
    "Sources": (
        "The rules of the classic game as its rule books give them since 1959, those of blitz"
        " battles as they are published for online games, and those of RISK II as the manual of"
        " the PC game and its adaptation to the board describe them."
    ),
    "Licence": (
        "oddsapp is free software under the MIT licence: use it, change it, pass it on. It comes"
        " without any warranty."
    ),
    "Not affiliated": (
        "oddsapp is not affiliated with, nor endorsed by, the owners of the RISK trademark."
    ),
    "Privacy": (
        "No telemetry. Nothing that you type leaves the machine that serves these pages: they"
        " load nothing from anywhere else and count nobody. What you enter stands in the address"
        " of the page and in the memory of the server until the page is closed."
    ),
    "Map": (
        "The shapes of the map are made from Natural Earth, which is in the public domain, by way"
        " of the world-atlas package (ISC licence)."
    ),
}
"""Each text by its heading."""
