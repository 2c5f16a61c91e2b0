"""Results that travel from a worker of a cluster, with a task that the tests control."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from typing import Any

from harmonies_cli.batch.cluster import _ClusterPool


class Workers:
    """Remembers which tasks are watched."""

    def __init__(self) -> None:
        self.watched: set[Future[Any]] = set()

    def forget(self, handed: Future[Any]) -> None:
        self.watched.discard(handed)


class Task:
    """A task that is done; `on_the_way` happens while its result travels."""

    def __init__(self, on_the_way: Any) -> None:
        self._on_the_way = on_the_way

    def cancelled(self) -> bool:
        return False

    def exception(self) -> None:
        return None

    def result(self) -> Any:
        return self._on_the_way()


def handed_on(on_the_way: Any) -> tuple[Future[Any], Workers, _ClusterPool, Task]:
    workers: Any = Workers()
    client: Any = None
    pool = _ClusterPool(client, workers)
    handed: Future[Any] = Future()
    workers.watched.add(handed)
    task: Task = Task(lambda: on_the_way(handed, workers, pool, task))
    pool._under_way.add(task)
    pool._hand_on(handed, lambda: None, task)
    return handed, workers, pool, task


def test_a_task_is_watched_until_its_result_has_arrived() -> None:
    handed, workers, _, _ = handed_on(lambda handed, workers, pool, task: handed in workers.watched)
    assert handed.result(0) is True
    assert workers.watched == set()


def test_a_task_started_again_meanwhile_is_left_to_the_new_one() -> None:
    def lose(handed: Any, workers: Any, pool: Any, task: Any) -> None:
        pool._under_way.discard(task)  # its worker is gone, and the task has started again elsewhere
        raise CancelledError

    handed, workers, _, _ = handed_on(lose)
    assert not handed.done()
    assert handed in workers.watched


def test_a_result_that_cannot_be_fetched_is_an_error() -> None:
    def fail(handed: Any, workers: Any, pool: Any, task: Any) -> None:
        raise OSError("gone")

    handed, _, _, _ = handed_on(fail)
    assert str(handed.exception(0)) == "gone"
