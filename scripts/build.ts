import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { acquireLock } from "../src/app/process/start-lock.ts";
import { CHILD_PROGRAMS } from "./bench/support/child.ts";
import { bundle, bundlePortal, type Place } from "./bundle.ts";
import { writeCached } from "./cached/programs.ts";
import { readCommandLine } from "./program.ts";

const root = join(import.meta.dirname, "..");
const {
  words: [folder = join(root, "dist")],
  values: { digest },
} = readCommandLine({
  call: "npm run build",
  purpose: [
    "Compiles the programs of the service, and copies the files that they read: Lua scripts, assets, guides, and " +
      "package.json, which has the version. It does not check types; npm run lint does.",
    "The folder is replaced. Without the argument it is dist.",
  ],
  words: { name: "[folder]", most: 1 },
  options: {
    digest: {
      type: "string",
      value: "text",
      help: "digest of the sources: nothing is built if the folder was built with the same one",
    },
  },
});
const out = resolve(folder);
/** Folder of the next build until it is complete, and of the former one until it is deleted. */
const [next, former] = [`${out}.next`, `${out}.former`];
/** File with the digest of the sources, and file with the names of the parts of a build. */
const [DIGEST, PARTS] = [".sources", ".parts"];

/**
 * Placeholder for the path from a bundled file to the folder, which depends on the location of the file. It is a name,
 * because the bundler may divide a text over two lines.
 */
const FOLDER = "$$theBuiltFolder";

const PROGRAMS = [
  "src/main.ts",
  "scripts/wishlist.ts",
  "scripts/demo.ts",
  ...["requests", "changes", "exports", "jobs", "memory", "overload"].map(
    (name) => `scripts/bench/${name}.ts`,
  ),
  ...Object.values(CHILD_PROGRAMS).map((file) => `scripts/bench/support/${file}.ts`),
];

const isSource = (path: string) => path.endsWith(".ts");
const withoutEnding = (path: string) => path.replace(/\.ts$/, "");

/** The same location as in the sources, but in the built folder. */
function placeOf(path: string): Place {
  const file = relative(root, path);
  return {
    url: `new URL(${FOLDER} + "/${withoutEnding(file)}.js", import.meta.url).href`,
    dirname: `(import.meta.dirname + "/" + ${FOLDER} + "/${dirname(file)}")`,
  };
}

/** Compiles everything into the folder of the next build. */
async function compile(): Promise<void> {
  rmSync(next, { recursive: true, force: true });
  const programs = Object.fromEntries(PROGRAMS.map((file) => [withoutEnding(file), join(root, file)]));
  for (const { path, text } of await bundle(programs, next, placeOf)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      text.replaceAll(FOLDER, () => JSON.stringify(relative(dirname(path), next))),
    );
  }
  await bundlePortal(root, join(next, "portal"));
  cpSync(join(root, "src"), join(next, "src"), { recursive: true, filter: (path) => !isSource(path) });
  // The pages of the documentation site are built from the guides.
  cpSync(join(root, "docs"), join(next, "docs"), { recursive: true });
  cpSync(join(root, "scripts/demo/products.csv"), join(next, "scripts/demo/products.csv"));
  cpSync(join(root, "package.json"), join(next, "package.json"));
  // The image is built without tests.
  if (existsSync(join(root, "test/programs"))) await writeCached(root, next);
}

/** Adds the parts of the last build: a process that runs it loads some of its parts only when it needs them. */
function keepParts(): void {
  const list = join(out, PARTS);
  writeFileSync(join(next, PARTS), readdirSync(join(next, "parts")).join("\n"));
  if (!existsSync(list)) return;
  for (const name of readFileSync(list, "utf8").split("\n")) {
    const part = join(out, "parts", name);
    if (existsSync(part)) cpSync(part, join(next, "parts", name), { force: false });
  }
}

const release = await acquireLock(`${out}.lock`);
try {
  const isBuilt = () => existsSync(join(out, DIGEST)) && readFileSync(join(out, DIGEST), "utf8") === digest;
  if (digest === undefined || !isBuilt()) {
    await compile();
    keepParts();
    if (digest !== undefined) writeFileSync(join(next, DIGEST), digest);
    rmSync(former, { recursive: true, force: true });
    if (existsSync(out)) renameSync(out, former);
    renameSync(next, out);
    rmSync(former, { recursive: true, force: true });
  }
} finally {
  release();
}
