"""A study as one page that needs nothing else: by day and by night, wide and on a phone."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from templetop import __version__
from templetop.engine.speech import Words, language, mark
from templetop.engine.variant import USUAL, Variant, changes
from templetop.engine.words import listed
from templetop.study.figures import Figure, Figures, Part, Section, interval_words, words
from templetop.study.pictures import pictures_of
from templetop.study.sure import Estimate
from templetop.study.telling import (
    NO_LEAD,
    difference_words,
    in_short,
    lead_is_unknown,
    variant_in_words,
)
from templetop.study.words import t, tn

STYLE = (Path(__file__).parent / "report.css").read_text("utf-8")
AT_A_GLANCE = 12  # pieces of one kind; more of them are folded away

SAME_DEALS = mark(
    "Every variant got the same deals: chance does the same in each, as far as the games allow."
)
INTERVALS = mark(
    "Intervals hold the true figure in 95 of 100 cases. They come from leaving out whole deals, so"
    " games of one deal are not counted as if they had nothing to do with each other. Where there"
    " are too few deals, or nothing varies, there is none."
)
THESE_BOTS = mark("A figure is about these bots. Other players may find other ways to play.")
BOLD = mark(
    "Bold differences are those whose interval does not include 0. Of twenty differences that do"
    " not exist, one looks like that."
)


def report(figures: Figures) -> str:
    """The whole page."""
    title = escape(title_of(figures))
    pictures = pictures_of(figures)
    sections = "\n".join(
        section_html(figures, section, pictures.get(section.key, []))
        for section in figures.sections
    )
    short = "".join(f"<li>{escape(sentence)}</li>" for sentence in in_short(figures))
    links = "".join(
        f'<a href="#{section.key}">{escape(section.title)}</a>' for section in figures.sections
    )
    pieces = pieces_html(figures)
    links += f'<a href="#pieces">{escape(t("Pieces"))}</a>' if pieces else ""
    how_title = escape(t("How it was done"))
    links += f'<a href="#how">{how_title}</a>'
    how = "".join(f"<li>{escape(line)}</li>" for line in how_it_was_done(figures))
    return f"""<!doctype html>
<html lang="{language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<header>
<p class="kicker">{escape(t("A study"))}</p>
<h1>{title}</h1>
<p class="facts">{escape(facts(figures))}</p>
{variants_html(figures)}
</header>
<nav aria-label="{escape(t("Sections"))}">{links}</nav>
<main>
<section id="short"><h2>{escape(t("In short"))}</h2><ul class="short">{short}</ul></section>
{sections}
{pieces}
<section id="how"><h2>{how_title}</h2><ul>{how}</ul></section>
</main>
<footer>Templetop {__version__}</footer>
</body>
</html>
"""


def title_of(figures: Figures) -> str:
    game = figures.notes.game
    name = game.words.text(game.name)
    variants = [variant.name for variant in figures.study.variants]
    if len(variants) == 2 and variants[1] == USUAL:
        one = variant_in_words(variants[0])
        return t("{game}: {variant} and the usual game", game=name, variant=one)
    if len(variants) == 2:
        return f"{name}: {listed(map(variant_in_words, variants))}"
    return name if variants == [USUAL] else f"{name}: {variants[0]}"


def facts(figures: Figures) -> str:
    """Who played, how often."""
    study = figures.study
    bots = dict.fromkeys(study.bots)
    players = tn("{count} player, {bots}", "{count} players, {bots}", study.seats,
                 bots=listed(bots))  # fmt: skip
    games = listed(dict.fromkeys(map(games_in_words, figures.matches)))
    if len(figures.matches) > 1:
        games = t("{games} each", games=games)
    return f"{players} · {games} · {t('seed {seed}', seed=study.seed)}"


def games_in_words(count: int) -> str:
    return tn("{count:,} game", "{count:,} games", count)


def variants_html(figures: Figures) -> str:
    """What is not as usual."""
    rows = []
    for number, variant in enumerate(figures.study.variants):
        told = changes(figures.notes.game, variant.options)
        settings = "".join(
            f"<li><code>{escape(name)}={escape(choice)}</code> "
            f"<span>{escape(usually(figures, name))}</span></li>"
            for name, choice in told.items()
        )
        says = f"<p>{escape(variant.says)}</p>" if variant.says else ""
        list_of = (
            f"<ul>{settings}</ul>" if settings else f"<p>{escape(t('Everything as usual.'))}</p>"
        )
        heading = escape(heading_of(variant))
        rows.append(f'<div class="variant v{number}"><h2>{heading}</h2>{says}{list_of}</div>')
    return f'<div class="variants">{"".join(rows)}</div>'


def usually(figures: Figures, option: str) -> str:
    return t("usually {choice}", choice=figures.notes.game.option(option).usual)


def heading_of(variant: Variant) -> str:
    return t("The usual game") if variant.name == USUAL else variant.name


def how_it_was_done(figures: Figures) -> Iterator[str]:
    study = figures.study
    takes = study.takes(0)
    parts = {
        "games": listed(map(games_in_words, figures.matches)),
        "bots": listed(dict.fromkeys(study.bots)),
        "takes": takes,
    }
    if len(set(study.bots)) > 1:
        yield t(
            "{games} were played by {bots}, every deal {takes} times, with the bots in other seats"
            " each time.",
            **parts,
        )
    else:
        yield t("{games} were played by {bots}, every deal {takes} times.", **parts)
    if study.rival is not None:
        yield t(
            "In addition, {rival} sat in for one side, in every place in turn, on the same deals."
            " Only the figures about skill come from these games.",
            rival=study.rival,
        )
    is_compared = len(study.variants) > 1
    yield from map(t, [SAME_DEALS] * is_compared + [INTERVALS, THESE_BOTS] + [BOLD] * is_compared)
    if figures.section("lead") is not None:
        yield t("The lead is with the side that is in first place alone, after each decision.")
    elif lead_is_unknown(figures):
        yield t(NO_LEAD)
    yield t(
        "Differences in the result are variance: of how many points a seat is ahead of the mean of"
        " its rivals."
    )


# ── Sections ─────────────────────────────────────────────────────────────────────────────────────


def section_html(figures: Figures, section: Section, pictures: list[tuple[str, str]]) -> str:
    shown = "".join(
        f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
        for picture, caption in pictures
    )
    shown = f'<div class="pictures">{shown}</div>' if shown else ""
    return f"""<section id="{section.key}">
<h2>{escape(section.title)}</h2>
<p class="asks">{escape(section.asks)}</p>
<div class="pair">{shown}<div class="table">{table(figures, section.figures)}</div></div>
</section>"""


def table(figures: Figures, rows: list[Figure], head: str = "") -> str:
    """A row for each figure, a column for each variant, and their difference."""
    names = [variant.name for variant in figures.study.variants]
    both = len(names) == 2
    heads = [*map(variant_in_words, names)] if both else [t("figure")]
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    last = f'<th scope="col">{escape(t("difference") if both else t("95% interval"))}</th>'
    game_words = figures.notes.game.words
    body = "".join(row_html(row, both, game_words) for row in rows)
    return (
        f'<table><thead><tr><th scope="col">{escape(head)}</th>{cells}{last}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def row_html(figure: Figure, both: bool, game_words: Words) -> str:
    name = f'<th scope="row">{escape(figure.in_words(game_words))}</th>'
    if both:
        cells = "".join(f"<td>{cell(one, figure.unit)}</td>" for one in figure.estimates)
        cells += "<td></td>" * (2 - len(figure.estimates))
        return f"<tr>{name}{cells}<td>{difference(figure)}</td></tr>"
    one = figure.estimates[0]
    if one is None:
        return ""
    value, interval = words(one.value, figure.unit), interval_words(one, figure.unit)
    return f"<tr>{name}<td>{value}</td><td>{interval}</td></tr>"


def cell(one: Estimate | None, unit: str) -> str:
    if one is None:
        return ""
    return f"{words(one.value, unit)}<small>{interval_words(one, unit)}</small>"


def difference(figure: Figure) -> str:
    gap = figure.difference
    if gap is None:
        return ""
    if gap.value == 0 and gap.spread == 0:
        return t("none")
    value, _, interval = difference_words(gap, figure.unit, with_sign=True).partition(" (")
    text = escape(value)
    text = f"<strong>{text}</strong>" if gap.is_surely_not(0) else text
    return f"{text}<small>{escape(interval.replace(')', ''))}</small>"


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


def pieces_html(figures: Figures) -> str:
    if not figures.parts:
        return ""
    looked = [len(figures.notes.of(n).pieces) for n in range(len(figures.study.variants))]
    both = len({*looked}) == 1
    if both and len(looked) > 1:
        games = tn("{count:,} game of each", "{count:,} games of each", looked[0])
    elif both:
        games = games_in_words(looked[0])
    else:
        games = t("{numbers} games", numbers=listed(map(str, looked)))
    asks = t(
        "How often is each piece used? Times a game, of all players together, in {games}; the thin"
        " line is the 95% interval.",
        games=games,
    )
    parts = "".join(part_html(part, figures.notes.game.words) for part in figures.parts)
    names = [variant.name for variant in figures.study.variants]
    legend = "".join(
        f'<span class="key v{number}">{escape(variant_in_words(name))}</span>'
        for number, name in enumerate(names)
    )
    return f"""<section id="pieces">
<h2>{escape(t("Pieces"))}</h2>
<p class="asks">{escape(asks)}</p>
{f"<p>{legend}</p>" if len(names) > 1 else ""}
<div class="parts">{parts}</div>
</section>"""


def part_html(part: Part, game_words: Words) -> str:
    """Bars, one below the other."""
    known = [one for figure in part.figures for one in figure.estimates if one is not None]
    most = max([one.high for one in known], default=1.0) or 1.0
    rows = "".join(bars_html(figure, most, game_words) for figure in part.figures)
    state = " open" if len(part.figures) <= AT_A_GLANCE else ""
    name = f"{escape(part_name(part))} <span>{len(part.figures)}</span>"
    return f'<details class="part"{state}><summary>{name}</summary><dl>{rows}</dl></details>'


def part_name(part: Part) -> str:
    """lay: tile."""
    return f"{part.kind}: {part.part.replace('_', ' ')}"


def bars_html(figure: Figure, most: float, game_words: Words) -> str:
    bars = "".join(
        f'<span class="bar v{number}" style="--low:{100 * one.low / most:.1f}%;'
        f"--high:{100 * one.high / most:.1f}%;--value:{100 * one.value / most:.1f}%"
        f'" title="{interval_words(one, figure.unit)}">'
        f"<i></i><b>{words(one.value, figure.unit)}</b></span>"
        for number, one in enumerate(figure.estimates)
        if one is not None
    )
    return f"<dt>{escape(figure.in_words(game_words))}</dt><dd>{bars}</dd>"
