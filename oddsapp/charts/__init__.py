"""Charts: numbers in, plotly figures out.

plotly is imported when a figure is made, never with a module, so that whoever draws no
chart does not pay for it.
"""
