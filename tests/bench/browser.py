"""What a reader waits for, and how many bytes: our runtime, and a stock Pyodide on the same page.

`python -m tests.bench.browser ROUNDS SITE` prints one line of JSON; SITE is the folder of the built
site, whose rules page is weighed and stepped through. Beside them stands the fence of
markdown-exec, where it is installed; its page starts Python by itself. Rounds of all alternate,
each in a private window with nothing cached, and the best round of each counts: whatever else the
machine does can only slow a round down. Files are compressed with Brotli as a good static host
does it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from site_plugins.runtime import PYODIDE
from site_plugins.runtime_archives import build_wheel, engine_files, node_program
from tests.bench import fence
from tests.browser.runtime_pages import NODE_MODULES, ROOT, write_pages
from tests.browser.serving import StaticServer
from tools import chromium

RECORDS = ROOT / "replays" / "examples" / "elfern"
BROTLI = """
const { brotliCompressSync, constants } = require("node:zlib");
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
process.stdout.write(brotliCompressSync(require("node:fs").readFileSync(0), { params }));
"""
# A worker as the documentation of Pyodide has it, with the files of its npm package as they are.
STOCK = """
const here = new URL(".", import.meta.url).href;
let call;
self.onmessage = async ({ data }) => {
  if (!call) {
    const { loadPyodide } = await import(here + "stock/pyodide.mjs");
    const pyodide = await loadPyodide();
    pyodide.unpackArchive(await (await fetch(here + WHEEL)).arrayBuffer(), "wheel");
    call = pyodide.pyimport("elfern_core.replay_bridge").call;
  }
  self.postMessage(call(data));
};
"""
OURS_ASKED = """async (payload) => {
  const start = performance.now();
  const result = await python.call("replay", payload);
  return { spent: performance.now() - start, ok: result.records[0].ok };
}"""
STOCK_ASKED = """(payload) => new Promise((resolve) => {
  const start = performance.now();
  const worker = new Worker("stock.mjs", { type: "module" });
  worker.onmessage = ({ data }) => {
    const { ok } = JSON.parse(data).result.records[0];
    resolve({ spent: performance.now() - start, ok });
  };
  worker.postMessage(JSON.stringify({ op: "replay", ...payload }));
})"""
STOPPED = """async () => {
  const stopped = python.call("replay", {}).catch((error) => error.code);
  const start = performance.now();
  python.stop();
  await python.call("version");
  return { spent: performance.now() - start, ok: (await stopped) === "stopped" };
}"""
STEPPED = """() => new Promise((resolve) => {
  const viewer = document.querySelector("elfern-replay");
  const start = performance.now();
  viewer.querySelector("[data-do=forward]").click();
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
})"""


@cache
def compressed(file: Path) -> bytes:
    """Give a file's Brotli form."""
    done = subprocess.run(
        [node_program(), "--eval", BROTLI],
        input=file.read_bytes(),
        capture_output=True,
        check=True,
    )
    return done.stdout


def write_site(folder: Path) -> str:
    """Write the page with our runtime and, beside it, a stock Pyodide with the plain wheel.

    Returns:
        The wheel's file name.
    """
    write_pages(folder, ROOT)
    shutil.copytree(NODE_MODULES / "pyodide", folder / "stock")
    wheel = build_wheel(engine_files(ROOT), folder)
    (folder / "stock.mjs").write_text(STOCK.replace("WHEEL", json.dumps(wheel.name)))
    return wheel.name


def asked(page: Page, script: str, payload: object = None) -> float:
    """Run a script that measures and give the milliseconds that it tells."""
    answer: dict[str, Any] = page.evaluate(script, payload)
    assert answer["ok"], answer
    return float(answer["spent"])


def first_visit(browser: Browser, server: StaticServer, script: str, payload: object) -> float:
    """Give the milliseconds from the first Run of a new reader to its result."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_function("() => window.python")
    server.log.clear()
    spent = asked(page, script, payload)
    context.close()
    return spent


def later_runs(browser: Browser, server: StaticServer, payload: object) -> dict[str, float]:
    """Give the milliseconds of a Run on the second page of a visit, and from Stop to ready."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_function("() => window.python")
    before = sum(one.sent for one in server.log if "/runtime/" in one.path)
    asked(page, OURS_ASKED, payload)
    # As instant navigation does it: another page's content, the same script.
    page.evaluate(
        """async () => {
          document.body.innerHTML = await (await fetch("other.html")).text();
          history.pushState(null, "", "other.html");
        }"""
    )
    second = asked(page, OURS_ASKED, payload)
    stopped = asked(page, STOPPED)
    context.close()
    return {"bytes before Run": before, "second page": second, "stop to ready": stopped}


def reading(browser: Browser, folder: Path) -> dict[str, float]:
    """Give the bytes of the rules page without Python, and the milliseconds of a first step."""
    server = StaticServer(folder, "/a/b/")
    server.compressed = compressed
    with server.running():
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.url + "rules/elfern/", wait_until="networkidle")
        page.wait_for_selector("elfern-replay[data-drawn]")
        sent = sum(one.sent for one in server.log)
        step = page.evaluate(STEPPED)
        context.close()
    return {"rules page, bytes": sent, "first step": step}


def main() -> None:
    """Print the figures."""
    rounds = int(sys.argv[1])
    record = min(RECORDS.glob("*.egn"))
    payload = {"text": record.read_text(encoding="utf-8"), "lang": "en"}
    program = chromium.find()
    assert program, chromium.MISSING
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch)
        wheel = write_site(folder)
        server = StaticServer(folder, "/a/b/")
        server.compressed = compressed
        server.headers["Cache-Control"] = "max-age=600"
        if fence.is_there():
            fence.write(folder, server.url, wheel, PYODIDE, payload)
        # What a page may load; of the editor's hundreds of languages and colours it is one each.
        for file in (one for one in folder.rglob("*") if one.is_file()):
            if file.suffix != ".map" and (folder / "fence") not in file.parents:
                compressed(file)
        browser = playwright.chromium.launch(executable_path=program, args=list(chromium.ARGUMENTS))
        spent: dict[str, list[float]] = defaultdict(list)
        sent = {}
        later: list[dict[str, float]] = []
        with server.running():
            for _ in range(rounds):
                for name, script in (("ours", OURS_ASKED), ("stock", STOCK_ASKED)):
                    spent[name].append(first_visit(browser, server, script, payload))
                    sent[name] = sum(one.sent for one in server.log)
                if fence.is_there():
                    server.log.clear()
                    spent["fence"].append(fence.opened(browser, server))
                    sent["fence"] = sum(one.sent for one in server.log)
                server.log.clear()
                later.append(later_runs(browser, server, payload))
        read = [reading(browser, Path(sys.argv[2])) for _ in range(rounds)]
        browser.close()
    print(
        json.dumps(
            {
                "first Run, ms": {name: min(times) for name, times in spent.items()},
                "bytes": sent,
                "bytes before Run": max(one.pop("bytes before Run") for one in later),
                **{key: min(one[key] for one in later) for key in later[0]},
                **{key: min(one[key] for one in read) for key in read[0]},
            }
        )
    )


if __name__ == "__main__":
    main()
