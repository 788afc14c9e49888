"""How many files this process may have open, of which every connection is one."""

from contextlib import suppress

RESERVED_FILES = 200  # for the store, the pages, processes and their pipes


def raise_file_limit() -> None:
    """As many as we may, where the system allows more than it gives at first."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def connections_allowed() -> int:
    """For connections; 0: nobody knows."""
    with suppress(ImportError):
        import resource

        soft_limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return max(1, soft_limit - RESERVED_FILES) if soft_limit != resource.RLIM_INFINITY else 0
    return 0
