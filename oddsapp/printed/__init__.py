"""What is printed or passed on as one file: the odds card, its look-up page, worksheets.

Numbers of the solvers in, the text of an HTML page out; nothing is loaded from anywhere.
"""
