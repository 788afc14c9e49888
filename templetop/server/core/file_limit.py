"""The number of files that this process may open; every connection needs one."""

from contextlib import suppress

RESERVED_FILES = 200  # files kept free for the store, the pages, processes and their pipes


def raise_file_limit() -> None:
    """Raises the soft limit of open files to the hard limit, where the system allows that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def connections_allowed() -> int:
    """Returns how many connections the limit of open files leaves room for; 0 if unknown."""
    with suppress(ImportError):
        import resource

        soft_limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return max(1, soft_limit - RESERVED_FILES) if soft_limit != resource.RLIM_INFINITY else 0
    return 0
