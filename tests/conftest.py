"""For all tests."""

import os
import signal
import threading

import pytest

# Shells let what they start in the background ignore Ctrl-C, and so would every process that is
# started from here; some tests press it.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The terminal speaks the language it is set to; what is tested here is English.
os.environ["LC_ALL"] = "C.UTF-8"

# What starts servers, browsers and other processes can fail for a reason of the machine's own, such
# as a browser that was killed: it gets two more tries, and the summary counts them ("rerun").
WITH_PROCESSES = {"arena", "bots", "cli", "server", "web"}
TRIES = 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if WITH_PROCESSES & {*item.path.relative_to(item.config.rootpath).parts}:
            item.add_marker(pytest.mark.flaky(reruns=TRIES))
