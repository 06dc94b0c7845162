// `python -m MODULE ARGUMENT…` inside Pyodide under Node:
// `node python.mjs PACKAGE ROOT FOLDERS MODULE ARGUMENT…`
//
// PACKAGE is the folder of Pyodide's npm package, ROOT the project's, where the module runs, FOLDERS
// a JSON list of further folders to import from. The exit status is the module's.

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root, folders, module, ...values] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  env: {
    HYPOTHESIS_STORAGE_DIRECTORY: "/scratch/hypothesis",
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
    PYTHONDONTWRITEBYTECODE: "1",
  },
});

const paths = [];
for (const [index, path] of [root, ...JSON.parse(folders)].entries()) {
  paths.push(`/mounted/${index}`);
  pyodide.mountNodeFS(paths.at(-1), resolve(path));
}
process.exitCode = await pyodide.runPythonAsync(
  `
import os, runpy, sys

sys.path.extend(paths)
sys.argv[:] = [module, *values]
os.chdir(paths[0])
status = 0
try:
    runpy.run_module(module, run_name="__main__", alter_sys=True)
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else int(bool(end.code))
sys.stdout.flush()
status
`,
  { globals: pyodide.toPy({ paths, module, values }) },
);
