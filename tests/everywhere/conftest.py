"""These tests run where somebody asked for them: `make everywhere` installs the browsers first."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("ELFERN_EVERYWHERE") else ["test_*.py"]
