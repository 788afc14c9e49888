"""What somebody may be called, and which passwords are too easy."""

from pathlib import Path

import pytest

from templetop.engine.match import BadName
from templetop.server.accounts import passwords
from templetop.server.accounts.name_policy import check_person_name, name_skeleton, sign_in_name
from templetop.server.accounts.passwords import WeakPassword
from tests.server.bots_of_ones_own import program
from tests.server.serving import Refused, Serving, serving, settings_in

PASSWORD = "under the third stone"


@pytest.mark.parametrize("name", [
    "Ann", "Zoë", "Jürgen Müller", "Nguyễn Thị", "O'Neil", "Jean-Luc", "J. R.", "Ann 2", "X Æ",
    "李小龍", "たろう ヤマダ", "김철수", "Карл", "Ελένη", "נעם", "กิตติ์", "हिन्दी", "Bold Heron", "Å",
])  # fmt: skip
def test_people_are_called_so_all_over_the_world(name: str) -> None:
    check_person_name(name)


@pytest.mark.parametrize("name", [
    "Owl", "OWL", "0wl", "Ow1", "OwI", "Ówl", "Öwl", "Owl 2", "O w l", "O.w.l", "Monkey", "Мопкеу",
    "level3", "Level 3", "leve13", "greedy", "exec", "bot", "Black Panther", "B1ack  Panther",
])  # fmt: skip
def test_nobody_looks_like_a_bot(name: str) -> None:
    with pytest.raises(BadName):
        check_person_name(name)


@pytest.mark.parametrize("name", [
    "Оwl",  # a Cyrillic O
    "Ａｎｎ",  # full width
    "𝐀𝐧𝐧", "ﬁona", "Ann²",
    "An\u200bn", "An\u00adn", "An\u2060n", "\u202eAnn", "An\u034fn", "Ann\u3164", "\u2800",
    "Ann\ufe0f", "A\u115fnn", "An\U000e0101n",
    "A\u0335n\u0335n\u0335", "A\u0300\u0301\u0302nn", "\u0301Ann", "Z\u0489\u0489",
    "Аnn", "Annа",  # one letter is Cyrillic
    "Ann ✓", "🤖", "Ann (bot)", "Ann\u00a0B", "...", "Ann: me", "<b>Ann", "Ann\ud800",
    "Chance", "admin", "Templetop", "System",
])  # fmt: skip
def test_a_name_is_what_it_looks_like(name: str) -> None:
    with pytest.raises(BadName):
        check_person_name(name)


@pytest.mark.parametrize(("one", "other"), [
    ("Coco", "Сосо"), ("Annabel", "AnnabeI"), ("Annabel", "annabe1"), ("Morn", "Mom"),
    ("Zoë", "zoe"), ("Jean-Luc", "Jean Luc"), ("O'Neil", "Oneil"), ("Noor", "N00R"),
    ("Vvilma", "Wilma"), ("Peter", "Ρeter"),
])  # fmt: skip
def test_names_that_can_be_taken_for_each_other(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


@pytest.mark.parametrize(("one", "other"), [
    ("Ann", "Anna"), ("Ann", "Ann 2"), ("हिन्दी", "हनद"), ("タロ", "ダロ"), ("Ben", "Bea"),
])  # fmt: skip
def test_names_that_cannot(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)


def test_one_signs_in_however_the_name_is_typed() -> None:
    assert sign_in_name("Zoe\u0308  of   Z") == sign_in_name("zoë of z") == "zoë of z"


def test_a_guest_does_not_look_like_an_account(server: Serving) -> None:
    owner = server.stranger()
    owner.post("/accounts", name="Annabel Quill", password=PASSWORD)
    for name in (
        "Annabel Quill",
        "annabel quill",
        "Annabe1 Quill",
        "AnnabelQuill",
        "Ánnabel-Quill",
    ):
        with pytest.raises(Refused) as refused:
            server.person(name)
        assert refused.value.status == 409
        ann = server.person("Ann")
        with pytest.raises(Refused):
            ann.patch("/me", name=name)
        with pytest.raises(Refused):
            ann.post("/accounts", name=name, password=PASSWORD)
        assert ann.get("/me")["name"] == "Ann"
    assert owner.patch("/me", name="ANNABEL Quill")["name"] == "ANNABEL Quill"


def test_nobody_looks_like_a_program_of_this_server(tmp_path: Path) -> None:
    own = (program("Tiler", tmp_path),)
    with serving(settings_in(tmp_path, programs=own)) as server:
        for name in ("Tiler", "T1ler", "Tiler 2"):
            with pytest.raises(Refused) as refused:
                server.person(name)
            assert refused.value.status == 422


# ── Passwords ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("password", [
    "password", "Password1!", "12345678", "87654321", "11111111", "abababab", "qwertyui",
    "1qwertz1",
    "iloveyou2", "LetMeIn99", "20240131", "templetop", "!!!!!!!!", "abcdefgh",
    "annabel rules",
])  # fmt: skip
def test_a_password_that_is_tried_first_is_refused(password: str) -> None:
    with pytest.raises(WeakPassword):
        passwords.check_password(password, "Annabel")


@pytest.mark.parametrize(
    "password", [PASSWORD, "correct horse", "twelve letters", "x7#kP!2m", "Ωμεγα-19"]
)
def test_others_are_not(password: str) -> None:
    passwords.check_password(password, "Annabel")
    passwords.check_password(password, "Jo")


def test_a_weak_password_opens_no_account(server: Serving) -> None:
    ann = server.person("Ann")
    with pytest.raises(Refused) as refused:
        ann.post("/accounts", name="Weak Account", password="password1")
    assert refused.value.status == 422
    assert ann.get("/me")["is_guest"]
