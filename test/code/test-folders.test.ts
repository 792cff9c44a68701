import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** Folders of `test` with the name of the folder of `src` that they test. */
const MIRRORS = ["actors", "app", "collections", "http", "ingest", "jobs", "store"];

const imports = new Map<string, string[]>();

/** Files of this repository that a file imports; each file is read once. */
function importsOf(path: string): string[] {
  const known = imports.get(path);
  if (known) return known;
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, path), "utf8"));
  const found = importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => posix.join(posix.dirname(path), name));
  imports.set(path, found);
  return found;
}

/** Folders of `src` that a test imports from, directly or through files of `test`: `actors`, and `actors/order`. */
function foldersOf(path: string, seen = new Set<string>()): Set<string> {
  seen.add(path);
  const found = new Set<string>();
  for (const target of importsOf(path)) {
    const [root, folder = "", room = ""] = target.split("/");
    if (root === "src") found.add(folder).add(`${folder}/${room}`);
    else if (root === "test" && !seen.has(target)) for (const one of foldersOf(target, seen)) found.add(one);
  }
  return found;
}

const tests = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => posix.join("test", file.split(sep).join("/")));

describe("a test", () => {
  it("is in the folder with the name of its subject: it imports from that, or starts the whole service", () => {
    const mirroring = tests.filter((path) => MIRRORS.includes(path.split("/")[1] ?? ""));
    assert.deepEqual([...new Set(mirroring.map((path) => path.split("/")[1]))].sort(), MIRRORS);
    const misplaced = mirroring.filter((path) => {
      const folders = foldersOf(path);
      return !folders.has("app") && !folders.has(path.split("/")[1] ?? "");
    });
    assert.deepEqual(misplaced, []);
  });

  it("in a subfolder of actors or store is about that subfolder of src", () => {
    const inRooms = tests.filter((path) => /^test\/(actors|store)\/[^/]+\/[^/]+$/.test(path));
    assert.ok(inRooms.length > 50, `${inRooms.length} tests`);
    const misplaced = inRooms.filter((path) => {
      const [, folder = "", room = ""] = path.split("/");
      const isAboutItsFolder = (target: string) =>
        target.startsWith(`src/${folder}/`) && target.split("/").length > 3;
      // Tests that only send commands import from no subfolder, and scripts are named, not imported.
      const isElsewhere =
        room !== "lua" && importsOf(path).some(isAboutItsFolder) && !foldersOf(path).has(`${folder}/${room}`);
      return isElsewhere || !existsSync(join(ROOT, "src", folder, room));
    });
    assert.deepEqual(misplaced, []);
  });
});
