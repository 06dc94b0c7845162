"""A study on a real Dask cluster of two processes gives what one process gives."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from distributed import LocalCluster

from elfern_core.__main__ import main
from elfern_core.command import _study_store
from elfern_study import cluster as room

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAN = ("--rules", "elfern", "elfern+hand(3)", "--match", "beginner", "random", "--deals", "450")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        assert len(cluster.workers) == 2
        yield cluster.scheduler_address


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_cluster_of_two_workers_writes_the_same_table_and_figures(address: str) -> None:
    assert main(["study", *PLAN, "-o", "here.csv", "--figures", "here.json", "-q"]) == 0
    there = ["--cluster", address, "-o", "there.csv", "--figures", "there.json", "-q"]
    assert main(["study", *PLAN, *there]) == 0
    assert Path("there.csv").read_bytes() == Path("here.csv").read_bytes()
    assert Path("there.json").read_bytes() == Path("here.json").read_bytes()
    assert json.loads(Path("there.json").read_text())["figures"][0]["deals"] == 450


@pytest.mark.usefixtures("folder")
def test_both_workers_take_part_and_few_batches_wait(address: str) -> None:
    with room.cluster(address) as workers:
        assert workers.at_once == 2
        futures = [workers.executor.submit(_process, number) for number in range(20)]
        assert len({future.result() for future in futures}) == 2


def _process(number: int) -> int:
    del number
    return os.getpid()


@pytest.mark.usefixtures("folder")
def test_study_broken_off_here_is_gone_on_with_on_the_cluster(address: str) -> None:
    assert main(["study", *PLAN, "-o", "deals.parquet", "-q", "--deals", "130"]) == 0
    assert main(["study", *PLAN, "-o", "deals.parquet", "-q", "--cluster", address]) == 0
    assert main(["study", *PLAN, "-o", "whole.parquet", "-q"]) == 0
    assert Path("deals.parquet").read_bytes() == Path("whole.parquet").read_bytes()


def test_workers_with_another_engine_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("elfern_study.workers.__version__", "9.9.9")
    assert main(["study", "--deals", "3", "--cluster", address, "-q"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("elfern: the worker tcp://")
    assert err.endswith("and this is 9.9.9; they must be the same\n")


def test_cluster_that_cannot_be_reached_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(room, "PATIENCE", "1s")
    with socket.socket() as nobody:  # a port that is taken and answers nobody
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        assert main(["study", "--deals", "3", "--cluster", address, "-q"]) == 2
    assert f"elfern: no Dask scheduler answers at {address}: " in capsys.readouterr().err


@pytest.mark.parametrize("address", ["", "nowhere", "ftp://x:1", "tcp://127.0.0.1:notaport"])
def test_address_that_is_none_is_told(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "--deals", "3", "--cluster", address, "-q"]) == 2
    assert f"no Dask scheduler answers at {address}" in capsys.readouterr().err


def test_cluster_without_workers_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=True, dashboard_address=":0"
    ) as cluster:
        empty = cluster.scheduler_address
        assert main(["study", "--deals", "3", "--cluster", empty, "-q"]) == 2
    assert capsys.readouterr().err == f"elfern: the scheduler at {empty} has no workers\n"


@pytest.mark.usefixtures("folder")
def test_cluster_lost_midway_leaves_what_can_be_gone_on_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        lost = cluster.scheduler_address
        with pytest.MonkeyPatch.context() as patch:
            add = _study_store.Store.add

            def close_after_the_first(store: _study_store.Store, rows: list[object]) -> None:
                add(store, rows)  # type: ignore[arg-type]
                cluster.close()

            patch.setattr(_study_store.Store, "add", close_after_the_first)
            plan = ["study", *PLAN, "--deals", "2000", "-o", "deals.csv"]
            assert main([*plan, "--cluster", lost, "-q"]) == 2
    assert f"elfern: the cluster at {lost} was lost" in capsys.readouterr().err
    lines = Path("deals.csv").read_text().splitlines()
    assert len(lines) > 1
    assert (len(lines) - 1) % 4 == 0
