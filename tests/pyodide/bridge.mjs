// A staged runtime under Node, started as the worker starts it: `node bridge.mjs PACKAGE FOLDER`.
//
// Each line of the standard input goes to the engine's bridge, each answer is a line of the output.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, staged] = process.argv.slice(2).map((path) => resolve(path));
const { files, lock } = JSON.parse(await readFile(join(staged, "manifest.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(folder, files.loader.name)).href);
const pyodide = await loadPyodide({
  indexURL: staged,
  stdLibURL: join(staged, files.library.name),
  lockFileContents: lock,
});
pyodide.unpackArchive(new Uint8Array(await readFile(join(staged, files.engine.name))), "wheel");
const { call } = pyodide.pyimport("elfern_core.bridge");
for await (const line of createInterface({ input: process.stdin })) console.log(call(line));
