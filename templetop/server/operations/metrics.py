"""Counters and gauges of the server in Prometheus' format; start reading at `metrics_text`.

Who may read them is decided in `metrics_routes.py`.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from templetop import __version__
from templetop.server.bots.process_pool import FairQueue
from templetop.server.core.histogram import Sample
from templetop.server.dependencies import AppState
from templetop.server.http.request_stats import RequestStats

Labels = Mapping[str, str | int]


@dataclass(frozen=True)
class Metric:
    """A metric with its samples, of a type that Prometheus knows."""

    name: str
    kind: str
    says: str
    samples: Iterable[Sample]

    def render(self, worker: int) -> str:
        lines = [f"# HELP templetop_{self.name} {self.says}"]
        lines += [f"# TYPE templetop_{self.name} {self.kind}"]
        samples = self.histogram_samples() if self.kind == "histogram" else self.plain_samples()
        for suffix, labels, value in samples:
            label_text = ",".join(
                f'{name}="{label_value}"'
                for name, label_value in {**labels, "worker": worker}.items()
            )
            lines.append(f"templetop_{self.name}{suffix}{{{label_text}}} {value:.10g}")
        return "\n".join(lines) + "\n"

    def plain_samples(self) -> Iterable[tuple[str, Labels, float]]:
        return [("", labels, value) for labels, value in self.samples]

    def histogram_samples(self) -> Iterable[tuple[str, Labels, float]]:
        """Yields the samples of a histogram, whose last two are the sum and the count."""
        *buckets, (_, total), (_, count) = self.samples
        yield from (("_bucket", labels, value) for labels, value in buckets)
        yield ("_sum", {}, total)
        yield ("_count", {}, count)


def single_sample(value: float) -> list[Sample]:
    return [({}, value)]


async def metrics_text(server: AppState, restarts: int = 0) -> str:
    """Returns all metrics. While the store does not answer, those that need it are left out."""
    help_text = "Worker processes that have ended and were replaced."
    found = [Metric("worker_restarts_total", "counter", help_text, single_sample(restarts))]
    found += [*store_metrics(await table_counts(server)), *request_metrics(server.request_stats)]
    found += [*table_metrics(server), *bot_pool_metrics(server)]
    return "".join(metric.render(os.getpid()) for metric in found)


async def table_counts(server: AppState) -> dict[str, int] | None:
    if not await server.store_health.is_well():
        return None
    try:
        return await server.table_counts.count()
    except Exception:  # the store has failed since the check
        return None


def store_metrics(tables: dict[str, int] | None) -> Iterable[Metric]:
    yield Metric("info", "gauge", "Which version this is.", [({"version": __version__}, 1)])
    is_up = single_sample(0 if tables is None else 1)
    yield Metric("store_up", "gauge", "1 while the store answers.", is_up)
    if tables is not None:
        counted: list[Sample] = [({"state": state}, count) for state, count in tables.items()]
        yield Metric("tables", "gauge", "Tables that the store keeps.", counted)


def request_metrics(request_stats: RequestStats) -> Iterable[Metric]:
    answers = sorted(request_stats.statuses.items())
    all_of_them: list[Sample] = [({"status": status}, count) for status, count in answers]
    refused: list[Sample] = [({"status": status}, n) for status, n in answers if status >= 400]
    yield Metric("requests_total", "counter", "Requests that were answered.", all_of_them)
    yield Metric("refusals_total", "counter", "Requests that were refused.", refused)
    help_text = "How long requests took."
    yield Metric(
        "request_duration_seconds", "histogram", help_text, request_stats.durations.samples()
    )


def table_metrics(server: AppState) -> Iterable[Metric]:
    table_service, sockets = server.table_service, server.sockets
    watching = sum(len(room.clients) for room in table_service.rooms.values())
    yield Metric("circles", "gauge", "Tables in memory.", single_sample(len(table_service.rooms)))
    yield Metric("sockets", "gauge", "Tabs that listen to a table.", single_sample(sockets.total))
    yield Metric("watchers", "gauge", "Tabs that are sent a table.", single_sample(watching))
    yield Metric(
        "sockets_refused_total", "counter", "Tabs refused.", single_sample(sockets.refused)
    )
    help_text = "Moves of people, bots and chance that were written to the store."
    yield Metric("moves_total", "counter", help_text, single_sample(table_service.moves))
    help_text = "Times that a bot, chance or a clock could not go on, as the store did not answer."
    yield Metric(
        "waits_for_store_total",
        "counter",
        help_text,
        single_sample(server.autoplay.outage.failures),
    )


def bot_pool_metrics(server: AppState) -> Iterable[Metric]:
    bot_pool = server.autoplay.bot_pool
    bots = {"search": bot_pool.search_pool.queue, "first sight": bot_pool.instant_pool.queue}
    trials = bot_pool.experiment_pool.queue
    yield Metric(
        "bots_thinking", "gauge", "Bots thinking.", samples_by_pool(bots, lambda t: t.busy)
    )
    yield Metric(
        "bots_waiting",
        "gauge",
        "Bots waiting to think.",
        samples_by_pool(bots, lambda t: t.queued),
    )
    help_text = "How long bots waited until they could search."
    waited = bots["search"].wait_times.samples()
    yield Metric("bots_wait_seconds", "histogram", help_text, waited)
    yield Metric(
        "experiments_running", "gauge", "Experiments of chance.", single_sample(trials.busy)
    )
    yield Metric(
        "experiments_waiting", "gauge", "Experiments waiting.", single_sample(trials.queued)
    )
    help_text = "Games whose bots can search by now."
    yield Metric("games_compiled", "gauge", help_text, single_sample(len(bot_pool.compiled_games)))


def samples_by_pool(pools: dict[str, FairQueue], count: Callable[[FairQueue], int]) -> list[Sample]:
    return [({"room": pool}, count(turns)) for pool, turns in pools.items()]
