"""What was measured, printed while it comes and written as the page on speed."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from elfern_core import __version__
from site_plugins.runtime_archives import node_program
from tools import chromium

PAGE = """---
title: Speed
description: What a reader waits for and how fast the engine is, measured beside its peers.
---

# Speed

Everything here was written by `make bench`, in one run on one machine. Seconds differ between
machines and with what else they do, so read the **ratios** and the **node counts**: those keep.
Where a figure is expected, the last column says whether it was met.

{machine}

{tables}
"""


@dataclass(frozen=True)
class Row:
    """One figure: where it belongs, what it is, what was found and what is expected."""

    group: str
    what: str
    found: str
    expected: str
    met: bool | None


@dataclass
class Report:
    """All figures of one run."""

    rows: list[Row] = field(default_factory=list)

    def say(
        self,
        group: str,
        what: str,
        found: float,
        form: str = ",.0f",
        *,
        least: float | None = None,
        most: float | None = None,
    ) -> None:
        """Take a figure in and print it.

        Args:
            group: heading of its table.
            what: what it is, with its unit.
            found: the figure.
            form: how it is written.
            least: what is expected at least, if anything.
            most: what is expected at most, if anything.
        """
        bounds = [f"≥ {format(least, form)}"] if least is not None else []
        bounds += [f"≤ {format(most, form)}"] if most is not None else []
        met = None
        if bounds:
            met = (least is None or found >= least) and (most is None or found <= most)
        row = Row(group, what, format(found, form), ", ".join(bounds), met)
        if not self.rows or self.rows[-1].group != group:
            print(group)
        self.rows.append(row)
        mark = {None: "", True: "met", False: "NOT met"}[met]
        print(f"  {what:<62} {row.found:>12}   {row.expected:<12} {mark}", flush=True)

    def page(self) -> str:
        """Give the page as Markdown."""
        tables = []
        for group in dict.fromkeys(row.group for row in self.rows):
            lines = [f"## {group}", "", "| What | Found | Expected | Met |", "|---|---|---|---|"]
            for row in self.rows:
                if row.group == group:
                    met = {None: "", True: "yes", False: "**no**"}[row.met]
                    lines.append(f"| {row.what} | {row.found} | {row.expected or '—'} | {met} |")
            tables.append("\n".join(lines))
        return PAGE.format(machine=machine(), tables="\n\n".join(tables))


def machine() -> str:
    """Say what the figures were measured on."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        told = cpuinfo.read_text(encoding="utf-8")
        found = re.search(r"^model name\s*: (.+)$", told, re.MULTILINE)
        model = found.group(1) if found else model
    facts = [
        f"engine {__version__}",
        f"{os.cpu_count()} cores, {model}",
        f"{platform.system()} {platform.machine()}",
        f"CPython {platform.python_version()}",
        version("Node", node_program()),
        version("Chromium", chromium.find()),
    ]
    if hasattr(os, "getloadavg"):
        facts.append(f"load {os.getloadavg()[0]:.1f} at the end")
    return "Measured on: " + "; ".join(fact for fact in facts if fact) + "."


def version(name: str, program: Path | None) -> str:
    """Give the version that a program tells of itself, nothing if there is none."""
    if program is None:
        return ""
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"\d+(\.\d+)+", done.stdout)
    return f"{name} {found.group()}" if found else ""
