// Pyodide under Node, for the build: `node runtime_node.mjs COMMAND …`; the answer is JSON on the
// last line of the standard output, a failure is text on the standard error and a status of 1.
//
//   probe PACKAGE IMPORTS-MODULE ROOTS   what this Pyodide is and needs; ROOTS is a JSON list
//   compile PACKAGE IN.zip OUT.zip       byte code made by Pyodide's own Python
//   boot PACKAGE FOLDER                  start a staged folder and its engine
//
// PACKAGE is the folder of the npm package, whose loader is used: it finds its own dependencies.

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

async function start(folder, options = {}) {
  const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), "pyodide.mjs")).href);
  const { info } = JSON.parse(await readFile(join(folder, "pyodide-lock.json"), "utf8"));
  return loadPyodide({ lockFileContents: { info, packages: {} }, ...options });
}

function run(pyodide, code, names = {}) {
  const globals = pyodide.toPy(names);
  try {
    return pyodide.runPython(code, { globals });
  } finally {
    globals.destroy();
  }
}

// What unpacking a wheel and printing a traceback load is loaded here too.
const PROBE = `
import _imp, importlib.util, io, json, shutil, sys, traceback, zipfile

with zipfile.ZipFile("probe.whl", "w") as wheel:
    wheel.writestr("probe-1.dist-info/METADATA", "Name: probe")
shutil.unpack_archive("probe.whl", "probe", "whl")
try:
    raise ValueError("probe")
except ValueError:
    traceback.format_exc()

from runtime_imports import Library

loaded = {
    name: getattr(module, "__file__", None) or ""
    for name, module in tuple(sys.modules.items())
}
archive = next(path for path in sys.path if path.endswith(".zip"))
loaded = [name for name, path in loaded.items() if path.startswith(archive)]
with zipfile.ZipFile(archive) as source:
    library = Library(source)
    modules = library.closure(loaded, roots)
    entries = [library.entry(name) for name in modules if not _imp.is_frozen(name)]

json.dumps({
    "python": ".".join(str(part) for part in sys.version_info[:3]),
    "magic": importlib.util.MAGIC_NUMBER.hex(),
    "entries": entries,
    "missing": [name for name in roots if not importlib.util.find_spec(name.split(".")[0])],
})
`;

const COMPILE = `
import os, py_compile, zipfile

os.environ["SOURCE_DATE_EPOCH"] = "315532800"
with zipfile.ZipFile("in.zip") as source, zipfile.ZipFile("out.zip", "w") as target:
    for name in source.namelist():
        content = source.read(name)
        if name.endswith(".py"):
            with open("source.py", "wb") as file:
                file.write(content)
            py_compile.compile("source.py", cfile="code.pyc", dfile=name, doraise=True)
            name += "c"
            with open("code.pyc", "rb") as file:
                content = file.read()
        target.writestr(name, content)
`;

// Every module of the engine is imported but its command; then the bridge says what it is.
const BOOT = `
import importlib, importlib.util, json, os
import elfern_core
from elfern_core import bridge

(root,) = elfern_core.__path__
names = [
    os.path.relpath(os.path.join(folder, file), os.path.dirname(root))
    for folder, _, files in os.walk(root)
    for file in files
    if file.endswith(".pyc") and file != "__main__.pyc"
]
names = sorted(
    name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in names
)
names = [name for name in names if name.split(".")[1:2] != ["command"]]
for name in names:
    importlib.import_module(name)
json.dumps({
    "finder": type(json.__spec__.loader).__module__,
    "magic": importlib.util.MAGIC_NUMBER.hex(),
    "modules": names,
    "version": json.loads(bridge.call('{"op": "version"}')),
})
`;

const commands = {
  async probe(folder, importsModule, roots) {
    const pyodide = await start(folder);
    pyodide.FS.writeFile("runtime_imports.py", await readFile(importsModule));
    return run(pyodide, PROBE, { roots: JSON.parse(roots) });
  },

  async compile(folder, source, target) {
    const pyodide = await start(folder);
    pyodide.FS.writeFile("in.zip", await readFile(source));
    run(pyodide, COMPILE);
    await writeFile(target, pyodide.FS.readFile("out.zip"));
    return "{}";
  },

  async boot(folder, staged) {
    const manifest = JSON.parse(await readFile(join(staged, "manifest.json"), "utf8"));
    const { library, engine } = manifest.files;
    const pyodide = await start(folder, {
      indexURL: resolve(staged),
      stdLibURL: join(resolve(staged), library.name),
    });
    pyodide.unpackArchive(new Uint8Array(await readFile(join(staged, engine.name))), "wheel");
    return run(pyodide, BOOT);
  },
};

const [command, ...values] = process.argv.slice(2);
try {
  console.log(await commands[command](...values));
} catch (error) {
  console.error(String(error?.message ?? error));
  process.exitCode = 1;
}
