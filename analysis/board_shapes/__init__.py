"""Makes the shapes that the boards are drawn with: ``oddsapp/ui/data/shapes_*.json``.

Run it again after a change here, with the file ``countries-110m.json`` of the npm package
world-atlas 2.0.2 (Natural Earth, which is in the public domain)::

    pip install 'oddsapp[map]'
    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python -m analysis.board_shapes package/countries-110m.json

`countries` reads the file, `territories` cuts and joins countries as a board needs them,
`warp` bends the world so that small territories get room, `drawing` simplifies the outlines
and draws lanes, `labels` finds places for the names.
"""
