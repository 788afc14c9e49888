"""The pictures of a study. They are drawn in colours that stand for those of the page.

So a picture is as light or as dark as the page around it, and its words are words.
"""

import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from templetop.engine.dealt import MOMENTS
from templetop.engine.refusal import Refusal
from templetop.engine.seats import Array
from templetop.engine.speech import mark, numeral
from templetop.study.figures import SHARE, Figure, Figures, gaps, sources_of
from templetop.study.notes import Notes
from templetop.study.plan import SAME
from templetop.study.sure import Estimate, mean
from templetop.study.telling import variant_in_words
from templetop.study.words import t

NO_PLOTS = mark(
    "The report has pictures by matplotlib; run `pip install 'templetop[study]'` first."
)

# Colours that nobody would choose, and what they become in the page
INK, SOFT, LINE = "#010101", "#020202", "#030303"
COLOURS = ("#0a0a01", "#0a0a02", "#0a0a03", "#0a0a04", "#0a0a05", "#0a0a06")
PAINT = {
    INK: "var(--ink)",
    SOFT: "var(--ink-soft)",
    LINE: "var(--line)",
    **{colour: f"var(--c{number})" for number, colour in enumerate(COLOURS)},
}
WIDTH = 5.0  # inches of 72 units: as wide as a phone, so that words can be read there
MOST_BARS = 14


class NoPlots(Refusal):
    """The package that draws is missing."""


def plots() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise NoPlots(t(NO_PLOTS)) from None
    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "templetop",
            "font.family": "sans-serif",
            "font.size": 9.5,
            "text.color": INK,
            "axes.edgecolor": LINE,
            "axes.labelcolor": SOFT,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": LINE,
            "grid.linewidth": 0.6,
            "xtick.color": SOFT,
            "ytick.color": SOFT,
            "xtick.major.size": 0,
            "ytick.major.size": 0,
            "legend.frameon": False,
            "figure.facecolor": "none",
            "axes.facecolor": "none",
        }
    )
    return pyplot


def drawn(height: float) -> tuple[Any, Any]:
    figure, axes = plots().subplots(figsize=(WIDTH, height), layout="constrained")
    return figure, axes


def finished(figure: Any, says: str) -> str:
    """The picture as a part of a page."""
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    plots().close(figure)
    text = file.getvalue()
    text = text[text.index("<svg") :]
    for colour, paint in PAINT.items():
        text = text.replace(colour, paint)
    # Widths of words are those of another font; the page's own is as wide as it likes.
    text = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font: \1 var(--text)", text)
    text = re.sub(
        r'<svg[^>]*viewBox="([^"]+)"[^>]*>',
        rf'<svg viewBox="\1" role="img" aria-label="{says}" xmlns:xlink="http://www.w3.org/1999/xlink">',
        text,
        count=1,
    )
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def unique(svg: str, name: str) -> str:
    """Names inside it that no other picture of the page has."""
    return re.sub(r'(id="|url\(#|href="#)', rf"\1{name}-", svg)


def percent(value: float, _: int | None) -> str:
    """On an axis."""
    return f"{numeral(value, 'g')}{numeral(0, '.0%')[1:]}"


# ── Dots with intervals ──────────────────────────────────────────────────────────────────────────


def dots(rows_shown: Sequence[tuple[str, Figure]], names: Sequence[str], fair: float | None,
         says: str) -> str:  # fmt: skip
    """A row for each figure, under its name; a dot for each variant."""
    figures = [figure for _, figure in rows_shown]
    height = 0.55 + 0.34 * len(figures) * (1 if len(names) == 1 else 1.25)
    picture, axes = drawn(height)
    is_share = figures[0].unit == SHARE
    unit = 100 if is_share else 1
    for number, name in enumerate(names):
        apart = 0.0 if len(names) == 1 else (0.16 if number else -0.16)
        rows = [
            (row, f.estimates[number]) for row, f in enumerate(figures) if number < len(f.estimates)
        ]
        known = [(row + apart, one) for row, one in rows if one is not None]
        interval_dots(axes, known, unit, COLOURS[number], name)
    if fair is not None:
        axes.axvline(unit * fair, color=SOFT, linewidth=1, linestyle=(0, (3, 3)))
    axes.set_yticks(range(len(figures)), [name for name, _ in rows_shown])
    axes.set_ylim(len(figures) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    if is_share:
        axes.xaxis.set_major_formatter(percent)
    if len(names) > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return finished(picture, says)


def interval_dots(
    axes: Any, rows: Sequence[tuple[float, Estimate]], unit: float, colour: str, name: str
) -> None:
    if not rows:
        return
    at = [row for row, _ in rows]
    axes.hlines(
        at,
        [unit * one.low for _, one in rows],
        [unit * one.high for _, one in rows],
        color=colour,
        linewidth=2,
    )
    axes.plot(
        [unit * one.value for _, one in rows], at, "o", color=colour, markersize=6, label=name
    )


# ── The others ───────────────────────────────────────────────────────────────────────────────────


def course(variants: Sequence[Notes], names: Sequence[str], says: str) -> str:
    """How points grow: of whoever wins, and of the others."""
    picture, axes = drawn(2.7)
    when = np.linspace(0, 100, MOMENTS)
    for number, (notes, name) in enumerate(zip(variants, names, strict=True)):
        won = notes["place"] == 1
        for rows, style, who in ((won, "-", t("winners")), (~won, (0, (4, 2)), t("others"))):
            if not rows.any():
                continue
            means = [mean(column, notes["deal"][rows]) for column in notes["course"][rows].T]
            values = [one.value for one in means]
            label = who if len(names) == 1 else f"{name}: {who}"
            axes.plot(
                when, values, color=COLOURS[number], linestyle=style, linewidth=2, label=label
            )
            low, high = [one.low for one in means], [one.high for one in means]
            axes.fill_between(when, low, high, color=COLOURS[number], alpha=0.18, linewidth=0)
    axes.set_xlim(0, 100)
    axes.xaxis.set_major_formatter(percent)
    axes.set_xlabel(t("of the game"))
    game = variants[0].game
    axes.set_ylabel(game.words.text(game.measure.many) if game.measure else "")
    axes.legend(loc="upper left")
    return finished(picture, says)


def histogram(columns: Sequence[Array], names: Sequence[str], label: str, says: str) -> str:
    """How often each number came up."""
    picture, axes = drawn(2.3)
    least = min(float(column.min()) for column in columns)
    most = max(float(np.percentile(column, 99.5)) for column in columns)
    width = max(1, int(np.ceil((most - least + 1) / 24)))
    edges = np.arange(least, most + 2 * width, width) - 0.5
    for number, (column, name) in enumerate(zip(columns, names, strict=True)):
        shares = 100 * np.histogram(column, edges)[0] / len(column)
        middle = (edges[:-1] + edges[1:]) / 2
        size = width * 0.86 / len(columns)
        apart = (number - (len(columns) - 1) / 2) * size
        axes.bar(middle + apart, shares, size, color=COLOURS[number], label=name)
    axes.yaxis.set_major_formatter(percent)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(visible=False, axis="x")
    axes.set_xlabel(label)
    axes.set_ylabel(t("of the games"))
    if len(names) > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return finished(picture, says)


def sources(variants: Sequence[Notes], names: Sequence[str], says: str) -> str | None:
    """What points are made of; of one variant, those of winners and of the others."""
    found = sources_of(variants[0])
    if len(found) < 2:
        return None
    groups: list[tuple[str, Notes]] = [*zip(names, variants, strict=True)]
    if len(names) == 1:
        notes = variants[0]
        won = notes["place"] == 1
        if not won.all() and won.any():
            groups = [(t("winners"), notes.only(won)), (t("others"), notes.only(~won))]
    picture, axes = drawn(0.7 + 0.42 * len(found))
    for number, (name, notes) in enumerate(groups):
        rows = []
        apart = (number - (len(groups) - 1) / 2) * 0.36
        for row, (column, _) in enumerate(found):
            told = ~np.isnan(notes["sources"][:, column])
            one = mean(notes["sources"][told, column], notes["deal"][told])
            rows.append((row + apart, one))
        values = [one.value for _, one in rows]
        axes.barh([at for at, _ in rows], values, 0.34, color=COLOURS[number], label=name)
        low = [one.low for _, one in rows]
        axes.hlines([at for at, _ in rows], low, [one.high for _, one in rows], color=INK)
    axes.set_yticks(range(len(found)), [variants[0].game.words.text(name) for _, name in found])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return finished(picture, says)


def luck(figures: Figures, says: str) -> str | None:
    """The parts of the variance, one behind the other."""
    names = [variant.name for variant in figures.study.variants]
    known = [(name, one) for name, one in zip(names, figures.luck, strict=True) if one is not None]
    if not known:
        return None
    picture, axes = drawn(0.75 + 0.5 * len(known))
    for row, (_, one) in enumerate(known):
        left = 0.0
        parts = ((t("seat"), one.seat), (t("deal"), one.deal), (t("play"), one.play))
        for number, (label, part) in enumerate(parts):
            size = 100 * part.value
            colour = COLOURS[(3, 2, 4)[number]]
            axes.barh(row, size, 0.6, left=left, color=colour, label="" if row else label)
            if size > 8:
                axes.text(
                    left + size / 2, row, numeral(size / 100, ".0%"), ha="center", va="center"
                )
            left += size
    axes.set_xlim(0, 100)
    axes.set_yticks(range(len(known)), ["" if len(known) == 1 else name for name, _ in known])
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.xaxis.set_major_formatter(percent)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    return finished(picture, says)


def pictures_of(figures: Figures) -> dict[str, list[tuple[str, str]]]:
    """For each section, its pictures and what stands below them."""
    names = [variant_in_words(variant.name) for variant in figures.study.variants]
    all_notes = [figures.notes.of(number, SAME) for number in range(len(names))]
    names = [name for name, notes in zip(names, all_notes, strict=True) if notes.rows]
    variants = [notes for notes in all_notes if notes.rows]
    found: dict[str, list[tuple[str, str]]] = {}

    def add(section: str, picture: str | None, caption: str) -> None:
        if picture is not None:
            number = sum(map(len, found.values()))
            found.setdefault(section, []).append((unique(picture, f"p{number}"), caption))

    measure, game_words = figures.notes.game.measure, figures.notes.game.words
    many = game_words.text(measure.many) if measure else ""
    sides = len(np.unique(variants[0].by_match("side")[0]))
    seats = figures.section("seats")
    if seats is not None and sides > 1:
        fair = 1 / sides
        caption = t("How often each seat wins; the dashed line is its fair share.")
        named = [(figure.in_words(game_words), figure) for figure in seats.figures]
        add("seats", dots(named, names, fair, caption), caption)
    if measure is not None and sides > 1 and measure.decides:
        caption = t("{points} between first and second.", points=f"{many[:1].upper()}{many[1:]}")
        picture = histogram([gaps(one) for one in variants], names, many, caption)
        add("closeness", picture, caption)
    if measure is not None and any(one["course"].any() for one in variants):
        caption = t("How {points} grow in the course of a game, with 95% intervals.", points=many)
        add("lead", course(variants, names, caption), caption)
    lengths = [one.by_match("decisions").sum(axis=1) for one in variants]
    caption = t("Decisions in a game.")
    add("decisions", histogram(lengths, names, t("decisions"), caption), caption)
    caption = t("What a player's points are made of.")
    add("points", sources(variants, names, caption), caption)
    caption = t("What differences in the result are due to, among the same bots.")
    add("luck", luck(figures, caption), caption)
    moves = figures.section("moves")
    if moves is not None:
        possible = [f for f in moves.figures if f.unit == SHARE]
        chosen = [f for f in possible if f.estimates[0] is None or f.estimates[0].value < 1]
        short = [(f.name.removesuffix(", when possible"), f) for f in chosen[:MOST_BARS]]
        if short:
            caption = t("How often each kind of move is made when it is possible.")
            add("moves", dots(short, names, None, caption), caption)
    return found
