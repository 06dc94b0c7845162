"""What makes the built site fit to ship: policy, offline package, siblings, licences, rooms."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from base64 import b64encode
from typing import TYPE_CHECKING

import pytest
from mkdocs.exceptions import PluginError
from mkdocs.utils.yaml import yaml_load

from site_plugins import compressed, disk, licences, offline, policy
from site_plugins.architecture import Room, floors, python_rooms, script_rooms, tell
from site_plugins.bundle import BundleError, bundle, site_modules
from site_plugins.shipping_plugin import ShippingPlugin
from site_plugins.theme import add_door

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = policy.theme_scripts("https://where.test/below/")
POLICY = policy.policy(SCRIPTS)
HEAD = '<!doctype html><html><head>\n<meta charset="utf-8"><title>x</title></head><body>'


def protect(body: str) -> str:
    return policy.protect(f"{HEAD}{body}</body></html>", POLICY, SCRIPTS)


# --- policy ----------------------------------------------------------------------------------


def test_the_policy_stands_first_in_the_head() -> None:
    html = protect("<p>x</p>")
    assert html.index("Content-Security-Policy") < html.index("<title>")
    assert policy.is_protected(html)
    assert not policy.is_protected(HEAD)


def test_the_themes_scripts_are_known_at_every_depth_and_where_nothing_was_found() -> None:
    bases = {
        match[1]
        for script in SCRIPTS
        if (match := re.match(r'__md_scope=new URL\("([^"]*)"', script))
    }
    assert {".", "..", "../..", "../../..", "/below/"} <= bases
    assert all("{{" not in script and "{%" not in script for script in SCRIPTS)
    for script in SCRIPTS:
        protect(f"<script>{script}</script>")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<script>alert(1)</script>", "not the theme's: alert(1)"),
        ("<SCRIPT type=module>import 'x'</SCRIPT >", "not the theme's"),
        ("<p><script>__md_scope=1</script>", "not the theme's"),
        ('<p onclick="x()">', "event handler in an attribute: onclick"),
        ("<img src='>' onerror=x()>", "event handler in an attribute: onerror"),
        ('<p style="color:red">', "a style in an attribute"),
    ],
)
def test_what_the_policy_would_stop_stops_the_build(body: str, said: str) -> None:
    with pytest.raises(policy.PolicyError, match=re.escape(said)):
        protect(body)


@pytest.mark.parametrize(
    "body",
    [
        '<script src="x.js"></script>',
        '<script type="application/json">{"a": "<script>"}</script>',
        "<script></script>",
        "<p>style=&quot;x&quot; onclick=</p>",
        '<a title="an onclick= in a text" href="#">x</a>',
        '<pre>&lt;p style="x"></pre>',
    ],
)
def test_what_it_does_not_stop_passes(body: str) -> None:
    assert body in protect(body)


def test_a_page_without_charset_is_refused() -> None:
    with pytest.raises(policy.PolicyError, match="charset"):
        policy.protect("<html><head></head></html>", POLICY, SCRIPTS)


def test_a_page_that_is_one_file_allows_its_own_script_and_style_alone() -> None:
    html = policy.self_contained(title="A & B", body="<p>x</p>", script="let a;", style="p{}")
    (only,) = re.findall(r'Policy" content="([^"]*)"', html)
    for text in ("let a;", "p{}"):
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in only
    assert "'self'" not in only
    assert "<title>A &amp; B</title>" in html
    for bad in ("</script>", "</SCRIPT "):
        with pytest.raises(policy.PolicyError, match="one file"):
            policy.self_contained(title="", body="", script=bad, style="")


# --- bundles, disk, door ---------------------------------------------------------------------


def test_modules_become_one_script_the_same_each_time(root: Path) -> None:
    modules = {"a.mjs": 'export const a = "</script>";', "b.mjs": "export const b = 1;"}
    entry = 'import { a } from "./a.mjs"; import("./b.mjs").then(({ b }) => console.log(a, b));'
    made = bundle(entry, modules, root / "node_modules")
    assert made == bundle(entry, dict(reversed(modules.items())), root / "node_modules")
    assert "import" not in re.sub(r'"[^"]*"', "", made)
    assert "</script" not in made


def test_modules_that_do_not_go_together_are_told(root: Path) -> None:
    with pytest.raises(BundleError, match=r"missing\.mjs"):
        bundle('import "./missing.mjs";', {}, root / "node_modules")
    with pytest.raises(BundleError, match="make packages"):
        bundle("", {}, root / "nowhere")


def test_the_modules_have_the_names_of_the_cards() -> None:
    names = site_modules()["names.mjs"]
    assert json.loads(names.removeprefix("export const NAMES = ").rstrip(";\n"))["french"]


def test_the_script_comes_before_the_themes_and_once() -> None:
    html = '<script src="../../assets/javascripts/bundle.0a1b.min.js"></script>'
    once = disk.add_script(html)
    assert once == f'<script src="../../{disk.SCRIPT}"></script>\n{html}'
    assert disk.add_script(once) == once


def test_the_footer_leads_to_the_offline_page_and_once() -> None:
    html = '<link rel="icon" href="../assets/images/x.png"><div class="md-copyright">x</div>'
    once = add_door(html)
    assert 'href="../offline/"' in once
    assert add_door(once) == once
    assert add_door("<p>no theme</p>") == "<p>no theme</p>"


# --- offline ---------------------------------------------------------------------------------


def test_the_worker_lists_every_file_that_a_reader_could_miss(built_folder: Path) -> None:
    worker = (built_folder / offline.WORKER).read_text(encoding="utf-8")
    name = re.search(r"assets/offline-archive-[0-9a-f]{16}\.js", worker)
    assert name
    archive = (built_folder / name[0]).read_text(encoding="utf-8")
    listed = dict(re.findall(r'\["([^"]+)","([A-Za-z0-9+/]{43}=)"\]', worker))
    second = dict(re.findall(r'\["([^"]+)","([A-Za-z0-9+/]{43}=)"\]', archive))
    assert all(path.startswith("archive/") for path in second)
    assert not set(listed) & set(second)
    files = {
        path.relative_to(built_folder).as_posix()
        for path in built_folder.rglob("*")
        if path.is_file()
    }
    assert {
        path for path in files if path.endswith((".html", ".mjs", ".css", ".wasm", ".egn"))
    } <= set(listed) | set(second)
    assert set(listed) | set(second) <= files
    for path, digest in [*listed.items(), *second.items()]:
        assert offline.digest((built_folder / path).read_bytes()) == digest, path


def test_all_pages_are_of_one_version(built_folder: Path) -> None:
    worker = (built_folder / offline.WORKER).read_text(encoding="utf-8")
    versions = {
        version
        for path in built_folder.rglob("index.html")
        for version in re.findall(
            r'<meta name="elfern-version" content="(\w+)">', path.read_text(encoding="utf-8")
        )
    }
    assert len(versions) == 1
    assert versions.pop() in worker


@pytest.mark.parametrize(
    ("path", "is_kept"),
    [
        ("index.html", True),
        ("sitemap.xml", True),
        ("sitemap.xml.gz", False),
        ("assets/javascripts/bundle.js.map", False),
        ("assets/javascripts/lunr/min/lunr.de.min.js", True),
        ("assets/javascripts/lunr/min/lunr.multi.min.js", True),
        ("assets/javascripts/lunr/min/lunr.fr.min.js", False),
        ("assets/javascripts/lunr/wordcut.js", False),
        ("assets/disk.js", False),
        ("archive/index/records.json", True),
        ("archive/index/records.json.js", False),
        (offline.WORKER, False),
    ],
)
def test_what_is_kept(path: str, *, is_kept: bool) -> None:
    assert offline.is_shipped(path, ["en", "de"]) is is_kept


def test_the_version_changes_with_every_byte_and_name(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("1")
    versions = {offline.version_of(tmp_path, paths) for paths in (["a"], ["b"], ["a", "b"])}
    (tmp_path / "a").write_text("2")
    versions.add(offline.version_of(tmp_path, ["a"]))
    assert len(versions) == 4


def test_a_preview_goes_without_policy_and_package_but_is_checked(tmp_path: Path) -> None:
    """The policy would stop the script by which a preview reloads itself."""
    plugin = ShippingPlugin()
    plugin.on_startup(command="serve", dirty=False)
    plugin.scripts = SCRIPTS
    assert not policy.is_protected(plugin.on_post_page(f"{HEAD}</body></html>"))
    with pytest.raises(PluginError, match="not the theme's"):
        plugin.on_post_page(f"{HEAD}<script>x()</script></body></html>")
    (tmp_path / "assets").mkdir()
    offline.write_none(tmp_path)
    assert (tmp_path / offline.INFO).read_text() == "export const PACKAGE = null;\n"


# --- siblings --------------------------------------------------------------------------------


def test_siblings_hold_the_same_bytes_and_the_module_names_them(tmp_path: Path) -> None:
    folder = tmp_path / "site" / "assets" / "runtime" / "0a1b"
    folder.mkdir(parents=True)
    large = bytes(range(256)) * 1000
    for name, data in (("a.wasm", large), ("b.mjs", large), ("c.zip", b"small")):
        (folder / name).write_bytes(data)
    module = tmp_path / "site" / compressed.MODULE
    module.write_text("export const MANIFEST = {};\n")
    for _ in range(2):
        assert compressed.write(tmp_path / "site", tmp_path / "cache") == ["a.wasm"]
        assert module.read_text().count("GZIPPED") == 1
    assert gzip.decompress((folder / "a.wasm.gz").read_bytes()) == large
    assert {path.name for path in folder.iterdir()} == {"a.wasm", "a.wasm.gz", "b.mjs", "c.zip"}


# --- licences and rooms ----------------------------------------------------------------------


def test_every_npm_package_that_goes_into_the_site_is_listed(root: Path) -> None:
    """The bundles' own sources name the packages; Pyodide is copied."""
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (root / "docs" / "assets").glob("*.mjs")
    )
    imported = set(re.findall(r'from "([\w@/-]+)"', sources))
    listed = {part.package for part in licences.SHIPPED if part.kind == "npm"}
    assert imported | {"pyodide"} <= listed
    assert all(
        licences.version(part, root / "node_modules") for part in licences.SHIPPED if part.package
    )


def test_what_the_themes_scripts_are_made_of_is_listed(built_folder: Path) -> None:
    named = " ".join(part.name for part in licences.SHIPPED).lower()
    packages = {
        match[1]
        for path in (built_folder / "assets" / "javascripts").rglob("*.map")
        for source in json.loads(path.read_text(encoding="utf-8"))["sources"]
        if (match := re.match(r".*node_modules/((?:@[^/]+/)?[^/]+)", source))
    }
    assert "rxjs" in packages
    assert {name for name in packages if name.split(".")[0] not in named} == set()


def test_another_licence_is_noticed(tmp_path: Path) -> None:
    part = licences.Part("X", "MIT", "", "", "x")
    with pytest.raises(licences.LicenceError, match="make packages"):
        licences.version(part, tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "package.json").write_text('{"version": "1.0.0", "license": "GPL-3.0"}')
    with pytest.raises(licences.LicenceError, match=r"GPL-3\.0, not MIT"):
        licences.version(part, tmp_path)


def test_floors_hold_every_room_above_what_it_needs(root: Path) -> None:
    for rooms in (
        python_rooms(root / "elfern_core"),
        python_rooms(root / "site_plugins"),
        script_rooms(root / "docs" / "assets"),
    ):
        placed: set[str] = set()
        for floor in floors(rooms):
            assert all(placed.issuperset(room.needs) for room in floor)
            placed |= {room.name for room in floor}
        assert placed == set(rooms)
        assert all(room.says for room in rooms.values())


def test_rooms_that_need_each_other_have_no_floor() -> None:
    rooms = {"a": Room("a", "A.", ("b",), 1), "b": Room("b", "B.", ("a",), 1)}
    with pytest.raises(ValueError, match="import each other: a, b"):
        floors(rooms)


def test_the_engines_lowest_floor_is_its_errors(root: Path) -> None:
    rooms = python_rooms(root / "elfern_core")
    assert "cards" in rooms["deal"].needs
    assert "game" not in rooms["cards"].needs
    told = tell(rooms, "engine")
    assert '<li id="engine-cards"><code>cards</code>' in told
    assert '<a href="#engine-cards">' in told


def test_the_way_of_the_data_fits_a_phone(root: Path) -> None:
    """A drawing in text is broken by its longest line where that has no room."""
    page = (root / "docs" / "contribute" / "architecture.md").read_text(encoding="utf-8")
    (drawing,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert "elfern_core.frames" in drawing
    assert max(map(len, drawing.splitlines())) <= 34


def test_code_in_what_a_room_says_is_code() -> None:
    told = tell({"a": Room("a", "Steps, as `b.c` <gives> them.", (), 1)}, "x")
    assert "Steps, as <code>b.c</code> &lt;gives&gt; them." in told


# --- the workflow ----------------------------------------------------------------------------


def test_the_workflow_builds_checks_and_only_then_publishes(root: Path) -> None:
    workflow = yaml_load((root / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    runs = [step.get("run", "") for step in workflow["jobs"]["build"]["steps"]]
    assert [run.split()[1] for run in runs if run.startswith("make ")] == ["site", "test"]
    deploy = workflow["jobs"]["deploy"]
    assert deploy["needs"] == "build"
    assert deploy["permissions"] == {"pages": "write", "id-token": "write"}


def test_the_workflow_names_actions_by_the_hash_of_a_commit(root: Path) -> None:
    """A tag can be moved to other code; beside the hash stands which version it is."""
    text = (root / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    uses = re.findall(r"uses: (.*)", text)
    assert len(uses) >= 5
    assert [one for one in uses if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one)] == []


def test_the_workflow_publishes_the_folder_that_it_built(root: Path) -> None:
    """What is uploaded is the site as `make test` looked at it; hidden files would be left out."""
    workflow = yaml_load((root / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    upload = next(step for step in steps if "upload-pages-artifact@" in step.get("uses", ""))
    assert upload["with"]["path"] == "site"
    builds = [step for step in steps if step.get("run", "").startswith("make ")]
    assert len({step["env"]["SITE_URL"] for step in builds}) == 1


def test_the_site_has_no_hidden_files(built_folder: Path) -> None:
    assert list(built_folder.rglob(".*")) == []
