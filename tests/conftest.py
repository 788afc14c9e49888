"""For all tests."""

import signal
import threading

# Shells let what they start in the background ignore Ctrl-C, and so would every process that is
# started from here; some tests press it.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)
