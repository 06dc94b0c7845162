"""A bridge that misbehaves when asked to: what a page must survive, and ours never does."""

from __future__ import annotations

import importlib
import json
import os
import random
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = "0.0.0"
CALLS: list[str] = []


def spin(_request: dict[str, Any]) -> None:
    while True:
        pass


def sleep(request: dict[str, Any]) -> float:
    time.sleep(request["seconds"])
    return float(request["seconds"])


def flood(request: dict[str, Any]) -> int:
    for number in range(request["lines"]):
        print(number)
    return int(request["lines"])


def partial(_request: dict[str, Any]) -> None:
    print("no end of line", end="")
    raise ValueError("after a partial line")


def ask(_request: dict[str, Any]) -> str:
    return input("Your name? ")


def thread(_request: dict[str, Any]) -> None:
    threading.Thread(target=len, args=("",)).start()


def load(request: dict[str, Any]) -> list[str]:
    return sorted(vars(importlib.import_module(request["module"])))


def die(_request: dict[str, Any]) -> None:
    os.abort()


def deep(_request: dict[str, Any]) -> None:
    def further(depth: int) -> int:
        return further(depth + 1) + 1

    further(0)


def shuffle(request: dict[str, Any]) -> list[int]:
    generator = random.Random(request["seed"]) if "seed" in request else random
    return generator.sample(range(32), 32)


def echo(request: dict[str, Any]) -> dict[str, Any]:
    return request


def calls(_request: dict[str, Any]) -> int:
    return len(CALLS)


OPERATIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "spin": spin,
    "sleep": sleep,
    "flood": flood,
    "partial": partial,
    "ask": ask,
    "thread": thread,
    "load": load,
    "die": die,
    "deep": deep,
    "shuffle": shuffle,
    "echo": echo,
    "calls": calls,
}


def call(text: str) -> str:
    request: dict[str, Any] = json.loads(text)
    op = request["op"]
    CALLS.append(op)
    if op == "version":
        return json.dumps(
            {"ok": True, "result": {"engine": VERSION, "python": sys.version.split()[0]}}
        )
    if op == "refuse":
        error = {"code": "illegal", "message": "No.", "card": "S7", "frames": {"steps": []}}
        return json.dumps({"ok": False, "error": error})
    return json.dumps({"ok": True, "result": OPERATIONS[op](request)})
