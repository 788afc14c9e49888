"""The documentation as a site: `make docs` builds it into build/site, and nothing in it is fetched.

contents    which pages there are, and in what order
gather      pages from all over the repository, side by side, with links that lead on
markdown    the little that has to be known of a page's text
listing     pages that show source files others link to
commands    every command and its options
reference   the names of `import templetop as tt`, from their docstrings
boards      a table of each game as the terminal draws it
photos      pictures of the boards in a browser, taken by hand now and then
conf        what Sphinx wants to know
"""
