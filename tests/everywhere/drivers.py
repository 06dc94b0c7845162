"""Firefox over WebDriver BiDi and WebKitGTK over WebDriver, as systems ship them.

Both are driven through one small interface: open a page, evaluate an expression, click, press keys.
Playwright drives neither, for it wants browsers of its own making.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar, Self

from tornado.websocket import WebSocketClientConnection, WebSocketError, websocket_connect

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from types import TracebackType

LIMIT = 120.0
"""Seconds after which a browser that does not answer is given up; nothing is measured by it."""
KEYS = {
    "ArrowRight": "\ue014",
    "ArrowLeft": "\ue012",
    "Home": "\ue011",
    "End": "\ue010",
    "Enter": "\ue006",
    "Tab": "\ue004",
    "Space": " ",
}
"""Keys by the names that pages know them by, as WebDriver numbers them."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which WebDriver gives an element."""


class Driver(ABC):
    """A browser that tests can use."""

    name: ClassVar[str]
    """How people call it."""

    def __init__(self) -> None:
        """Start the browser with a profile of its own."""
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.processes: list[subprocess.Popen[str]] = []
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> Self:
        """Give the browser."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the browser."""
        self.stop()

    @staticmethod
    @abstractmethod
    def missing() -> str:
        """Say what is missing on this machine; empty if nothing is."""

    @abstractmethod
    def start(self) -> None:
        """Start the browser and its session."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open a page and wait until it has loaded."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:  # noqa: ANN401  (whatever the page gives)
        """Give what a JavaScript expression is, promises awaited, as JSON can hold it."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press and let go of a key, in whatever has the focus."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Click in the middle of the first element, scrolled into view."""

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript expression holds."""
        end = time.monotonic() + LIMIT
        while not self.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < end, f"{self.name}: never came: {condition}"
            time.sleep(0.1)

    def stop(self) -> None:
        """End all processes and remove the profile."""
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.profile.cleanup()

    def run(self, call: list[str], **environment: str) -> subprocess.Popen[str]:
        """Start a process that ends with the browser; what it says is kept in the profile."""
        log = self.log(call).open("w")
        process = subprocess.Popen(
            call, stdout=log, stderr=log, text=True, env={**os.environ, **environment}
        )
        log.close()
        self.processes.append(process)
        return process

    def log(self, call: list[str]) -> Path:
        """Give the file of what a process says."""
        return Path(self.profile.name, f"{Path(call[0]).name}.log")

    def said(self, call: list[str], pattern: str) -> str:
        """Wait until a process has said something and give the first group of it."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            found = re.search(pattern, self.log(call).read_text(errors="replace"))
            if found:
                return found.group(1)
            time.sleep(0.1)
        told = self.log(call).read_text(errors="replace")[-2000:]
        raise AssertionError(f"{self.name} did not start:\n{told}")


class Firefox(Driver):
    """Firefox, over WebDriver BiDi: a web socket of its own, no other program needed."""

    name = "Firefox"

    @staticmethod
    def missing() -> str:
        """Say what is missing on this machine; empty if nothing is."""
        return "" if _firefox() else "Firefox is not installed (Debian: firefox-esr)"

    def start(self) -> None:
        """Start Firefox without a window and open its socket."""
        program = _firefox()
        assert program, self.missing()
        profile = f"{self.profile.name}/profile"
        Path(profile).mkdir()
        call = [program, "--headless", "--no-remote", "--profile", profile]
        call += ["--remote-debugging-port", "0", "about:blank"]
        self.run(call, HOME=self.profile.name, MOZ_DISABLE_CONTENT_SANDBOX="1")
        address = self.said(call, r"WebDriver BiDi listening on (ws://\S+)")
        # A thread of its own: Playwright's tests leave a loop running in theirs.
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name=self.name)
        self.thread.start()
        self.number = 0
        self.socket = self._done(self._connected(f"{address}/session"))
        self.ask("session.new", capabilities={})
        # The first tab never gets the focus of the keyboard; one made anew does.
        made = self.ask("browsingContext.create", type="tab")
        self.context = made["context"]

    def _done[T](self, doing: Coroutine[Any, Any, T]) -> T:
        """Give what comes of a coroutine, within the limit."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(LIMIT)

    async def _connected(self, address: str) -> WebSocketClientConnection:
        return await websocket_connect(address, max_message_size=1 << 26)

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and give its result."""
        self.number += 1
        text = json.dumps({"id": self.number, "method": method, "params": params})
        answer = self._done(self._answer(text))
        assert answer["type"] == "success", answer
        result: dict[str, Any] = answer["result"]
        return result

    async def _answer(self, text: str) -> dict[str, Any]:
        await self.socket.write_message(text)
        while True:
            message = await self.socket.read_message()
            assert message is not None, "Firefox has gone"
            answer: dict[str, Any] = json.loads(message)
            if answer.get("id") == self.number:
                return answer

    def goto(self, address: str) -> None:
        """Open a page and wait until it has loaded."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401  (whatever the page gives)
        """Give what a JavaScript expression is, promises awaited, as JSON can hold it."""
        result = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def press(self, key: str) -> None:
        """Press and let go of a key, in whatever has the focus."""
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.ask("input.performActions", context=self.context, actions=[keyboard])

    def click(self, selector: str) -> None:
        """Click in the middle of the first element, scrolled into view."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        x, y = self.evaluate(MIDDLE.replace("SELECTOR", json.dumps(selector)))
        actions: list[dict[str, object]] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self.ask("input.performActions", context=self.context, actions=[mouse])

    def stop(self) -> None:
        """End the browser and its socket."""
        if hasattr(self, "loop"):
            if hasattr(self, "socket"):
                with contextlib.suppress(WebSocketError):
                    self._done(self._closed())
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join()
            self.loop.close()
        super().stop()

    async def _closed(self) -> None:
        self.socket.close()
        while await self.socket.read_message() is not None:
            pass


class WebKitError(AssertionError):
    """What WebKit's driver did not do; `code` is WebDriver's word for it."""

    def __init__(self, error: str, message: str, **_more: object) -> None:
        """Keep the code."""
        super().__init__(f"WebKitGTK: {error}: {message}")
        self.code = error


class WebKit(Driver):
    """WebKitGTK's small browser, over WebDriver; it wants a display, so it gets a virtual one."""

    name = "WebKitGTK"

    @staticmethod
    def missing() -> str:
        """Say what is missing on this machine; empty if nothing is."""
        gone = [name for name in ("WebKitWebDriver", "Xvfb") if not shutil.which(name)]
        return f"not installed: {', '.join(gone)} (Debian: webkit2gtk-driver, xvfb)" if gone else ""

    def start(self) -> None:
        """Start the display, the driver and a session."""
        display = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
        self.run(display)
        number = self.said(display, r"^(\d+)\s")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        call = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        self.run(
            call,
            DISPLAY=f":{number}",
            HOME=self.profile.name,
            GDK_BACKEND="x11",
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
            WEBKIT_DISABLE_COMPOSITING_MODE="1",
            LIBGL_ALWAYS_SOFTWARE="1",
        )
        self.base = f"http://127.0.0.1:{port}"
        end = time.monotonic() + LIMIT
        while not self._ready():
            assert time.monotonic() < end, f"{self.name} did not start"
            time.sleep(0.1)
        session = self.ask("POST", "/session", capabilities={"alwaysMatch": {}})
        self.base += f"/session/{session['sessionId']}"
        self.ask("POST", "/timeouts", script=int(LIMIT * 1000))
        self.ask("POST", "/window/rect", width=1280, height=900)

    def _ready(self) -> bool:
        try:
            return bool(self.ask("GET", "/status"))
        except OSError:
            return False

    def ask(self, method: str, path: str, **fields: object) -> Any:  # noqa: ANN401  (as it answers)
        """Send a command and give its value."""
        data = json.dumps(fields).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, method=method)  # noqa: S310
        answer: IO[bytes]
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:  # noqa: S310
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise WebKitError(**json.loads(error.read())["value"]) from None

    def goto(self, address: str) -> None:
        """Open a page and wait until it has loaded."""
        self.ask("POST", "/url", url=address)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401  (whatever the page gives)
        """Give what a JavaScript expression is, promises awaited, as JSON can hold it."""
        script = (
            "const done = arguments[0]; Promise.resolve().then(async () => "
            f"JSON.stringify((await ({expression})) ?? null))"
            ".then(done, (error) => done(JSON.stringify({elfernFault: String(error)})))"
        )
        value = json.loads(self.ask("POST", "/execute/async", script=script, args=[]))
        assert not (isinstance(value, dict) and "elfernFault" in value), value
        return value

    def press(self, key: str) -> None:
        """Press and let go of a key, in whatever has the focus."""
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def click(self, selector: str) -> None:
        """Click in the middle of the first element, scrolled into view."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self.evaluate(MIDDLE.replace("SELECTOR", json.dumps(selector)))
        for last in (False, False, True):
            found = self.ask("POST", "/element", using="css selector", value=selector)
            try:
                self.ask("POST", f"/element/{found[ELEMENT]}/click")
            except WebKitError as error:
                # The page may draw it anew between the one call and the other.
                if last or error.code != "stale element reference":
                    raise
            else:
                return


MIDDLE = """(async () => {
  const found = document.querySelector(SELECTOR);
  for (let before = null; ; ) {
    found.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { left, top, width, height } = found.getBoundingClientRect();
    const middle = [Math.round(left + width / 2), Math.round(top + height / 2)];
    // What is above may still be drawing itself.
    if (String(middle) === before && middle[1] < innerHeight) return middle;
    before = String(middle);
  }
})()"""
"""Scrolls an element into view and gives its middle."""


def _firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")
