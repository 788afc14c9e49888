"""A dictionary that keeps the entries that were set last."""

from templetop.server.core.bounded_dict import BoundedDict


def test_the_entry_that_was_set_longest_ago_is_dropped() -> None:
    entries: BoundedDict[str, int] = BoundedDict(2)
    entries["a"], entries["b"], entries["c"] = 1, 2, 3
    assert [*entries.items()] == [("b", 2), ("c", 3)]


def test_an_entry_that_is_set_again_counts_as_new() -> None:
    entries: BoundedDict[str, int] = BoundedDict(2)
    entries["a"], entries["b"] = 1, 2
    entries["a"] = 3
    entries["c"] = 4
    assert [*entries.items()] == [("a", 3), ("c", 4)]


def test_reading_an_entry_does_not_make_it_new() -> None:
    entries: BoundedDict[str, int] = BoundedDict(2)
    entries["a"], entries["b"] = 1, 2
    assert entries["a"] == entries.get("a") == 1
    assert entries.setdefault("c", 3) == 3
    assert [*entries] == ["b", "c"]
