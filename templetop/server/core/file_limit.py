"""How many files this process may have open, of which every connection is one."""

from contextlib import suppress

RESERVED_FILES = 200  # for the store, the pages, processes and their pipes


def raise_file_limit() -> None:
    """As many as we may, where the system allows more than it gives at first."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def connections_allowed() -> int:
    """For connections; 0: nobody knows."""
    with suppress(ImportError):
        import resource

        now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return max(1, now - RESERVED_FILES) if now != resource.RLIM_INFINITY else 0
    return 0
