"""Called to a table: what is pushed is shown by the worker, and a mail's link stops the mails."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from templetop.server.core.settings import BUILT_WEB
from tests.server.endpoint import LATER, Endpoint, call, endpoint
from tests.server.letterbox import Letterbox, letterbox, text_of
from tests.server.serving import Person, Serving, serving, settings_in

from .tiers import IN_TEST_ALL
from .windows import Window

pytestmark = IN_TEST_ALL

DAYS = {"kind": "move", "seconds": 3 * 24 * 3600}
PASSWORD = "under the third stone"
CLICK = """async () => {
    const all = () => self.registration.getNotifications();
    while (!(await all()).length) await new Promise((done) => setTimeout(done, 10));
    const [shown] = await all();
    self.clients.openWindow = async (url) => void (self.opened = url);
    const click = new NotificationEvent('notificationclick', { notification: shown });
    self.dispatchEvent(click);
    const isOpened = (done) => self.opened ? done(self.opened) : setTimeout(isOpened, 10, done);
    return [shown.title, shown.body, self.badge, await new Promise(isOpened)];
}"""


@pytest.fixture
def box() -> Iterator[Letterbox]:
    with letterbox() as found:
        yield found


@pytest.fixture
def service() -> Iterator[Endpoint]:
    with endpoint() as found:
        yield found


@pytest.fixture
def server(
    box: Letterbox, service: Endpoint, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """Under a path, as the manifest and the worker have to be found there."""
    own = {
        "base": "/games",
        "web": str(BUILT_WEB),
        "mail": box.address,
        "mail_from": "table@games.example",
        "address": "https://games.example/games",
        "tests_endpoint": service.address,
    }
    with serving(settings_in(tmp_path_factory.mktemp("called"), **own)) as running:
        yield running


@pytest.fixture
def page(window: Callable[..., Window], server: Serving) -> Iterator[Page]:
    base = f"http://127.0.0.1:{server.port}"
    opened = window(base_url=f"{base}/games/")
    opened.context.grant_permissions(["notifications"], origin=base)
    yield opened.page
    said = [line for line in opened.complaints if "incognito" not in line]  # no push there
    assert said == []


def at_a_table(server: Serving, page: Page, box: Letterbox) -> str:
    """An account with an address, and Ben waits for her move."""
    api = page.context.request
    api.post("api/accounts", data={"name": "Quilla", "password": PASSWORD})
    api.put("api/me/email", data={"email": "ann@example.org", "password": PASSWORD})
    token = text_of(box.next()).partition("#")[2].split()[0]
    api.post("api/me/email/confirmed", data={"token": token})
    ben = Person(server.port)
    ben.http.base_url = f"http://127.0.0.1:{server.port}/games/api"
    ben.post("/guests", name="Ben")
    table = ben.open_table("karuba", "me", "open", options={"setup": "random"}, clock=DAYS)
    api.post(f"api/tables/{table['id']}/seats", data={})
    ben.ask("PUT", "/me/holiday", days=9)
    server.people.append(ben)
    return str(table["id"])


def deliver(page: Page, told: dict[str, Any]) -> Any:
    """As the browser's own push service would; what came of it."""
    [worker] = page.context.service_workers or [page.context.wait_for_event("serviceworker")]
    worker.evaluate("self.navigator.setAppBadge = async (count) => void (self.badge = count)")
    line, known = page.context.new_cdp_session(page), []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.append(told))
    line.send("ServiceWorker.enable")
    while not (found := [one for told in known for one in told["registrations"]]):
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")  # events come with answers
    about = {"origin": page.evaluate("origin"), "registrationId": found[0]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", {**about, "data": json.dumps(told)})
    return worker.evaluate(CLICK)


def test_who_is_away_is_called_and_comes_by_one_click(
    page: Page, server: Serving, service: Endpoint, box: Letterbox
) -> None:
    page.goto("")
    table = at_a_table(server, page, box)
    page.context.request.put("api/me/browsers", data=service.browser("own"))
    call(server, LATER)
    _, _, told = service.next()

    page.goto("me")
    expect(page.get_by_role("link", name="Karuba Ben and you")).to_contain_text("2 days left")
    page.get_by_label("Notify me in this browser").click()  # its maker is not within reach
    expect(page.get_by_role("alert")).to_contain_text("could not be registered")
    title, body, badge, opened = deliver(page, told)
    assert (title, body, badge) == ("It is your turn", "Karuba with Ben", 1)
    page.goto(opened)
    expect(page.get_by_text("Your move.").first).to_be_visible()
    assert page.url.endswith(f"/games/tables/{table}")
    expect(page.get_by_text("on holiday until")).to_be_visible()

    manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
    installed = page.context.request.get(manifest).json()
    for icon in installed["icons"]:
        assert page.context.request.get(f"{manifest}/../{icon['src']}").ok
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    errors = {error["errorId"] for error in found["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # as every context of a test is

    page.goto("me")
    page.get_by_label("Send me emails").check()
    expect(page.get_by_label("Send me emails")).to_be_enabled()
    call(server, 10 * LATER)
    mail = box.next()
    assert mail["Subject"] == "It is your turn: Karuba with Ben"
    stop = re.search(r"https://games\.example/games/(unsubscribe\S+)", text_of(mail))
    assert stop
    page.goto(stop[1])
    page.get_by_role("button", name="Stop the emails").click()
    expect(page.get_by_role("status")).to_contain_text("no more emails")
