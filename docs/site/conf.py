"""What Sphinx wants to know. The pages beside it were gathered by docs/site/gather.py."""

from templetop import __version__

project = "Templetop"
author = "Templetop maintainers"
copyright = "2026, the Templetop authors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["_static"]
nitpicky = False

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline", "colon_fence"]
suppress_warnings = ["myst.header", "myst.strikethrough"]

highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .go"

default_role = "code"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_class_signature = "separated"  # how they are made is their own affair
autodoc_preserve_defaults = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Templetop {__version__}"
html_logo = "_static/logo.svg"
html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {
        "color-brand-primary": "#2c6a37",
        "color-brand-content": "#2c6a37",
        "color-brand-visited": "#4d5f1f",
        "color-background-primary": "#fbf6e7",
        "color-background-secondary": "#f3ebd3",
        "color-background-hover": "#e9dfc1",
        "color-background-hover--transparent": "#e9dfc100",
        "color-background-border": "#ddd0ac",
        "color-foreground-primary": "#2a2415",
        "color-foreground-secondary": "#62563c",
        "color-foreground-muted": "#6f6348",
        "color-foreground-border": "#9b8f72",
        "color-code-background": "#f5eed9",
        "color-inline-code-background": "#f1e8cd",
        "color-highlight-on-target": "#f7df9a",
        "color-card-background": "#f7f0dc",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8fcf77",
        "color-brand-content": "#8fcf77",
        "color-brand-visited": "#b9c77a",
        "color-background-primary": "#121d17",
        "color-background-secondary": "#0f1813",
        "color-background-hover": "#1f2f26",
        "color-background-hover--transparent": "#1f2f2600",
        "color-background-border": "#2d4034",
        "color-foreground-primary": "#f1ead6",
        "color-foreground-secondary": "#b9b597",
        "color-foreground-muted": "#a5a284",
        "color-foreground-border": "#6e7a68",
        "color-code-background": "#18261f",
        "color-inline-code-background": "#1c2c24",
        "color-highlight-on-target": "#4d4520",
        "color-card-background": "#18261f",
    },
}
