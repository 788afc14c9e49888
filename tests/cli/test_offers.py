"""Codes by their kind, and what they do."""

from templetop.cli.offers import beginning, explained, in_brief, in_one_line, kinds, pattern

MOVES = [
    ("a1", "lays tile 7 on a1"),
    ("b1", "lays tile 7 on b1"),
    ("d", "discards tile 7 without walking"),
    ("n a1", "discards tile 7 and walks brown to a1"),
    ("n b1", "discards tile 7 and walks brown to b1"),
    ("n c1", "discards tile 7 and walks brown to c1, where gold lies"),
    ("n temple", "discards tile 7 and walks brown into its temple"),
]


def test_moves_that_differ_in_one_word_are_of_one_kind() -> None:
    assert [(offer.codes, offer.says) for offer in kinds(MOVES)] == [
        (("a1", "b1"), "lays tile 7 on …"),
        (("d",), "discards tile 7 without walking"),
        (("n a1", "n b1"), "discards tile 7 and walks brown to …"),
        (("n c1",), "discards tile 7 and walks brown to c1, where gold lies"),
        (("n temple",), "discards tile 7 and walks brown into its temple"),
    ]


def test_in_brief_the_first_word_is_enough_to_be_alike() -> None:
    laying, discarding, walking = in_brief(kinds(MOVES))
    assert laying.says == "lays tile 7 on …"
    assert discarding.says == "discards tile 7 without walking"
    assert walking.codes == ("n a1", "n b1", "n c1", "n temple")
    assert walking.says == "discards tile 7 and walks brown …"


def test_only_whole_words_are_left_out() -> None:
    assert pattern("lays tile 1 on a1", "a1") == "lays tile 1 on …"
    assert pattern("discards tile 1", "d") == "discards tile 1"
    assert pattern("sells 1 for 10", "1") == "sells … for 10"
    assert pattern("walks to c4, where gold lies", "c4") == "walks to …, where gold lies"


def test_the_words_with_which_sentences_begin() -> None:
    assert beginning(["lays 1 on a1"]) == "lays 1 on a1"
    assert beginning(["lays 1 on a1", "lays 1 on b1"]) == "lays 1 on …"
    assert beginning(["lays 1", "sells 1"]) == "…"


def test_codes_stand_beside_what_they_do() -> None:
    lines = [line.plain for line in explained(in_brief(kinds(MOVES)), 80)]
    assert lines == [
        "a1 b1                        lays tile 7 on …",
        "d                            discards tile 7 without walking",
        "n a1, n b1, n c1, n temple   discards tile 7 and walks brown …",
    ]


def test_codes_and_words_are_broken_between_words_only() -> None:
    offers = in_brief(kinds(MOVES))
    for width in (30, 40, 50, 80):
        lines = [line.plain.rstrip() for line in explained(offers, width)]
        assert max(map(len, lines)) <= width
        for offer in offers:
            assert {*offer.says.split()} <= {*" ".join(lines).split()}
            assert all(code in " ".join(lines) for code in offer.codes)


def test_on_a_narrow_screen_the_words_stand_below_the_codes() -> None:
    lines = [line.plain for line in explained(in_brief(kinds(MOVES)), 40)]
    assert lines[-2:] == ["n a1, n b1, n c1, n temple", "  discards tile 7 and walks brown …"]


def test_only_the_codes_with_the_longest_list_last() -> None:
    moves = [*MOVES, *((f"{column}2", f"lays tile 7 on {column}2") for column in "abcdef")]
    (line,) = in_one_line(in_brief(kinds(moves)), 80)
    assert line.plain == "? explains  d  n a1 b1 c1 temple  a1 b1 a2 b2 c2 d2 e2 f2"
    several = [line.plain for line in in_one_line(in_brief(kinds(moves)), 40)]
    assert max(map(len, several)) <= 40
    assert " ".join(several).split() == line.plain.split()


LAYS = [
    (f"{card} {space}", f"lays card {card} on {space}")
    for card in (5, 12)
    for space in ("d3", "c4")
]


def test_what_is_laid_stands_once_before_the_spaces() -> None:
    five, twelve = in_brief(kinds(LAYS))
    assert (five.briefly, five.says) == ("5 d3 c4", "lays card 5 on …")
    assert (twelve.briefly, twelve.says) == ("12 d3 c4", "lays card 12 on …")


def test_it_stands_there_too_where_it_is_the_only_one() -> None:
    (only,) = in_brief(kinds(LAYS[:2]))
    assert [line.plain for line in explained([only], 80)] == ["5 d3, 5 c4   lays card 5 on …"]
