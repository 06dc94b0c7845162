"""Serve the site while its pages are written: `python -m tools.serve [--host H] [--port P]`.

MkDocs rebuilds by itself when a page, an asset or a record changes, and only the pages that need
it. It keeps the Python code that it started with, and all pages hang on its settings and on what
the sources say: a change of one of these starts it anew here.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http import HTTPStatus
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ("elfern_core", "site_plugins")
"""Folders of Python code that MkDocs cannot load again by itself."""
SETTINGS = ("mkdocs.yml", "CITATION.cff", "sources")
"""Files and folders on which every page hangs."""
PORTS_TRIED = 20
"""How many ports above the wanted one are tried when it is taken."""
LOOK_EVERY = 0.5
"""Seconds between two looks at the code and at the server."""


def is_free(host: str, port: int) -> bool:
    """Tell whether a server can be opened there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port(host: str, wanted: int) -> int:
    """Give the wanted port or the next free one above it.

    Raises:
        SystemExit: if none of the ports tried is free.
    """
    for port in range(wanted, wanted + PORTS_TRIED):
        if is_free(host, port):
            return port
    message = f"No free port from {wanted} to {wanted + PORTS_TRIED - 1} on {host}."
    raise SystemExit(message)


def code_state() -> dict[Path, int]:
    """Give the time of change of every file that makes all pages other than they were."""
    paths = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    for name in SETTINGS:
        paths += [ROOT / name, *(ROOT / name).rglob("*")]
    return {path: path.stat().st_mtime_ns for path in paths}


def answers(address: str) -> bool:
    """Tell whether the site's first page is there."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310  (our own address)
            return bool(answer.status == HTTPStatus.OK)
    except (urllib.error.URLError, OSError):
        return False


def start(host: str, port: int, scratch: str) -> subprocess.Popen[bytes]:
    """Start MkDocs' own server, which builds into a folder below `scratch`."""
    command = [sys.executable, "-m", "mkdocs", "serve", "--dirty", "--dev-addr", f"{host}:{port}"]
    environment = {**os.environ, "SITE_URL": f"http://{host}:{port}/", "TMPDIR": scratch}
    return subprocess.Popen(command, cwd=ROOT, env=environment)


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server and wait until it has let go of its port."""
    server.terminate()
    server.wait()


def serve(host: str, port: int, scratch: str) -> int:
    """Serve until interrupted; give the exit status of a first build that failed."""
    address = f"http://{host}:{port}/"
    server, seen = start(host, port, scratch), code_state()
    served = told = False
    try:
        while True:
            time.sleep(LOOK_EVERY)
            running = server.poll() is None
            if running and not told and answers(address):
                served = told = True
                print(f"\n   The site is at {address}   (Ctrl-C stops it)\n", flush=True)
            if not running and not served:
                return server.returncode
            if not running and told:
                told = False
                print("\n   The build failed; waiting for a change of the code.\n", flush=True)
            now = code_state()
            if now != seen:
                print("== Code or settings changed: building anew", flush=True)
                stop(server)
                server, seen, told = start(host, port, scratch), now, False
    except KeyboardInterrupt:
        return 0
    finally:
        stop(server)


def main() -> int:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port, or the next free one")
    arguments = parser.parse_args()
    # Ended from outside is ended by Ctrl-C, also where a shell in the background ignores that.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="elfern-") as scratch:
        return serve(arguments.host, free_port(arguments.host, arguments.port), scratch)


if __name__ == "__main__":
    sys.exit(main())
