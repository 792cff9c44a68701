import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import {
  isClock,
  isExportedAlias,
  readSources,
  type Source,
  sourcesWith,
} from "../support/sources/sources.ts";

const sources = readSources();
const byPath = new Map(sources.map((source) => [source.path, source]));

/** The files directly in `src`: the entry, and what every folder's composition needs. */
const OF_THE_PROCESS = ["command-line", "config", "lifecycle", "logger", "main", "metrics", "settings"];

/** Folders from which the files of a folder may import; `app` and the files directly in `src` may import everything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  app: ["", "app", "http", "jobs", "ingest", "actors", "store", "text", "trace"],
  http: ["http", "ingest", "actors", "store", "text", "trace"],
  jobs: ["jobs", "ingest", "actors", "store", "text", "trace"],
  ingest: ["ingest", "actors", "store", "text"],
  actors: ["actors", "store"],
  store: ["store", "text"],
  text: [],
  trace: ["trace"],
};

/** Folders that know nothing of the service: they import only from themselves, and every folder may import from them. */
const FOUNDATIONS = ["collections", "errors", "units"];

/**
 * `actors/runtime` runs the actors, and `actors/privacy` finds personal data; everything else in `actors` decides, and
 * is pure.
 */
const isPure = (path: string) =>
  (path.startsWith("actors/") && !/^actors\/(runtime|privacy)\//.test(path)) ||
  path.startsWith("store/ids/") ||
  path.startsWith("store/tenants/settings/") ||
  (path.startsWith("units/") && path !== "units/time-zone.ts") ||
  /^collections\/(batches|defined|grouped|keys-of|own-value)\.ts$/.test(path) ||
  /^store\/records\/(alerts|decode|far-ahead|of-store|orders|records|served-item|stored-alerts|wishlist-meta)\.ts$/.test(
    path,
  ) ||
  [
    "store/idempotency/key-lifetime.ts",
    "store/keys/names.ts",
    "store/keys/slots.ts",
    "store/partition/state/state-keys.ts",
    "store/tenants/tenant.ts",
    "store/webhooks/stop-reasons.ts",
  ].includes(path);

/** Names that pure code must not use. */
const IMPURE = new Set([
  ...["performance", "crypto", "process", "globalThis", "global", "console", "fetch", "Buffer"],
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "require"],
]);

/** Files that may open connections to Redis. All others receive them. */
const CONNECTS = [
  "store/redis/connection/cluster/cluster-connection.ts",
  "store/redis/connection/cluster/slot-connector.ts",
  "store/redis/connection/connect.ts",
  "store/redis/connection/server-connection.ts",
];

/** Files that scan all keys: for maintenance, erasure, migration and the operator's tool, never for a request. */
const SCANS = [
  "store/layout/migration.ts",
  "store/lists/wishlist-index.ts",
  "store/maintenance/index-reads.ts",
  "store/maintenance/store-addresses.ts",
  "store/records/snapshot.ts",
  "store/redis/backup.ts",
  "store/redis/scan.ts",
  "store/reports/counters.ts",
  "store/tenants/stored-count.ts",
  "store/tenants/tenant-data.ts",
  "store/waiting/waiting-lists.ts",
];

/** Only the start reads `process.env`. `redis-binary.ts` needs PATH, and passes the environment to a program. */
const READS_ENVIRONMENT = ["app/process/redis-binary.ts", "main.ts"];
const EXITS = ["main.ts"];

const folderOf = (path: string) => (path.includes("/") ? (path.split("/")[0] ?? "") : "");

const mayImport = (folder: string, other: string) =>
  FOUNDATIONS.includes(folder)
    ? folder === other
    : FOUNDATIONS.includes(other) || MAY_IMPORT[folder]?.includes(other) === true;

/** Imports of our own files that break a rule, as `<file> -> <file>`. */
function importsThat(isBroken: (source: Source, imported: Source["imports"][number]) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports
      .filter((imported) => isBroken(source, imported))
      .map(({ target }) => `${source.path} -> ${target}`),
  );
}

const filesWith = (is: (node: ts.Node) => boolean) => sourcesWith(sources, is);
const pathsOf = (found: readonly Source[]) => found.map(({ path }) => path);

const isOfProcess = (node: ts.Node, name: string) =>
  (ts.isPropertyAccessExpression(node) &&
    node.name.text === name &&
    node.expression.getText() === "process") ||
  (ts.isElementAccessExpression(node) && node.expression.getText() === "process");

/** A path of imports that returns to its start; undefined if there is none. */
function findCycle(all: readonly string[], next: (name: string) => string[]): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const target of next(name)) {
      const cycle = visit(target, [...way, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of all) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** For each folder: the imports between its files and folders, at any depth. */
function neighbours(): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports } of sources) {
    for (const { isOurs, target } of imports) {
      if (!isOurs) continue;
      const [from, to] = [path.split("/"), target.split("/")];
      const depth = from.findIndex((part, i) => part !== to[i]);
      const [one, other] = [from[depth], to[depth]];
      if (one === undefined || other === undefined) continue;
      const folder = from.slice(0, depth).join("/");
      const next = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, next.set(one, (next.get(one) ?? new Set()).add(other)));
    }
  }
  return folders;
}

const MAX_LINES = 300;

describe("the architecture", () => {
  it("covers all files", () => {
    assert.ok(sources.length > 50, `${sources.length} files`);
    for (const [folder, others] of Object.entries(MAY_IMPORT)) {
      const inside = sources.filter((source) => source.folder === folder);
      assert.equal(
        inside.some(({ imports }) => imports.some(({ isOurs }) => isOurs)),
        others.length > 0,
        folder,
      );
    }
    assert.ok(sources.filter(({ path }) => isPure(path)).length > 5);
    const folders = new Set(sources.map(({ folder }) => folder));
    assert.deepEqual([...folders].sort(), ["", ...FOUNDATIONS, ...Object.keys(MAY_IMPORT)].sort());
  });

  it("imports only existing files", () => {
    assert.deepEqual(
      importsThat((_, { isOurs, target }) => isOurs && !byPath.has(target) && target !== "../package.json"),
      [],
    );
  });

  it("imports downwards only: app sees all, http and jobs use ingest, ingest uses actors, actors use store", () => {
    assert.deepEqual(
      importsThat(
        ({ folder }, { isOurs, target }) => isOurs && folder !== "" && !mayImport(folder, folderOf(target)),
      ),
      [],
    );
  });

  it("lets pure code import only pure code and types", () => {
    assert.deepEqual(
      importsThat(
        ({ path }, { isOurs, isTypeOnly, target }) =>
          isPure(path) && !(isOurs && (isPure(target) || isTypeOnly)),
      ),
      [],
    );
  });

  it("lets pure code use no clock, no randomness, no I/O and no asynchronous code", () => {
    const broken = filesWith(
      (node) =>
        (ts.isIdentifier(node) && IMPURE.has(node.text)) ||
        isClock(node) ||
        (ts.isPropertyAccessExpression(node) &&
          node.name.text === "random" &&
          node.getText() === "Math.random") ||
        ts.isAwaitExpression(node) ||
        node.kind === ts.SyntaxKind.AsyncKeyword,
    );
    assert.deepEqual(
      pathsOf(broken).filter((path) => isPure(path)),
      [],
    );
    assert.ok(broken.length > 0);
  });

  it("opens connections to Redis in few places", () => {
    const found = importsThat((_, { target, isTypeOnly }) => target === "ioredis" && !isTypeOnly);
    assert.deepEqual(found.map((line) => line.split(" ")[0]).sort(), [...CONNECTS].sort());
  });

  it("scans all keys only for maintenance, erasure, migration and the operator's tool", () => {
    const calls = pathsOf(
      filesWith((node) => ts.isPropertyAccessExpression(node) && node.name.text === "scan"),
    );
    const users = importsThat((_, { target }) => target === "store/redis/scan.ts");
    const scans = new Set([...calls, ...users.map((line) => line.split(" ")[0] ?? "")]);
    assert.deepEqual([...scans].sort(), SCANS);
  });

  it("reads the environment and ends the process only at its entry", () => {
    assert.deepEqual(pathsOf(filesWith((node) => isOfProcess(node, "env"))).sort(), READS_ENVIRONMENT);
    assert.deepEqual(pathsOf(filesWith((node) => isOfProcess(node, "exit"))), EXITS);
  });

  it("has only files for the whole process beside its folders", () => {
    const loose = sources.filter(({ folder }) => folder === "");
    assert.deepEqual(
      pathsOf(loose).sort(),
      OF_THE_PROCESS.map((name) => `${name}.ts`),
    );
  });

  it("has no import cycle between files, including type imports", () => {
    const next = (path: string) =>
      (byPath.get(path)?.imports ?? []).filter(({ isOurs }) => isOurs).map(({ target }) => target);
    assert.deepEqual(findCycle(pathsOf(sources), next), undefined);
  });

  it("has no import cycle between files and folders in the same folder", () => {
    for (const [folder, next] of neighbours()) {
      assert.deepEqual(
        findCycle([...next.keys()], (name) => [...(next.get(name) ?? [])]),
        undefined,
        folder,
      );
    }
  });

  it("finds an import cycle", () => {
    const circle: Record<string, string[]> = { a: ["b"], b: ["c"], c: ["b"] };
    assert.deepEqual(
      findCycle(["a"], (name) => circle[name] ?? []),
      ["b", "c", "b"],
    );
  });

  it("has no default exports and no file that re-exports names of others, also under another name", () => {
    const broken = filesWith(
      (node) =>
        ts.isExportAssignment(node) ||
        (node.kind === ts.SyntaxKind.DefaultKeyword && ts.canHaveModifiers(node.parent)) ||
        ts.isExportDeclaration(node) ||
        isExportedAlias(node),
    );
    assert.deepEqual(pathsOf(broken), []);
  });

  it("has no file of more than 300 lines, in src or in test", () => {
    const root = join(import.meta.dirname, "../..");
    const files = ["src", "test"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    );
    const long = files
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > MAX_LINES + 1);
    assert.deepEqual(long, []);
  });

  it("names every file by its purpose: none is called utils or helpers", () => {
    const nameless = ["util", "utils", "helper", "helpers", "misc"];
    assert.deepEqual(
      pathsOf(sources).filter((path) => path.split(/[/.-]/).some((word) => nameless.includes(word))),
      [],
    );
  });
});
