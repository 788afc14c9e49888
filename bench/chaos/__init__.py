"""Fault injection: a server that is played on while its workers, services, disk and clock fail."""
