import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { CHILD_PROGRAMS } from "./bench/support/child.ts";
import { bundle, bundlePortal, type Place } from "./bundle.ts";
import { writeCached } from "./cached/programs.ts";
import { readCommandLine } from "./program.ts";

const root = join(import.meta.dirname, "..");
const [folder = join(root, "dist")] = readCommandLine({
  call: "npm run build",
  purpose: [
    "Compiles the programs of the service, and copies the files that they read: Lua scripts, assets, guides, and " +
      "package.json, which has the version. It does not check types; npm run lint does.",
    "The folder is replaced. Without the argument it is dist.",
  ],
  words: { name: "[folder]", most: 1 },
}).words;
const out = resolve(folder);

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

const programs = Object.fromEntries(PROGRAMS.map((file) => [withoutEnding(file), join(root, file)]));
const files = await bundle(programs, out, placeOf);

rmSync(out, { recursive: true, force: true });
for (const { path, text } of files) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    text.replaceAll(FOLDER, () => JSON.stringify(relative(dirname(path), out))),
  );
}
await bundlePortal(root, join(out, "portal"));
cpSync(join(root, "src"), join(out, "src"), { recursive: true, filter: (path) => !isSource(path) });
// The pages of the documentation site are built from the guides.
cpSync(join(root, "docs"), join(out, "docs"), { recursive: true });
cpSync(join(root, "scripts/demo/products.csv"), join(out, "scripts/demo/products.csv"));
cpSync(join(root, "package.json"), join(out, "package.json"));
// The image is built without tests.
if (existsSync(join(root, "test/programs"))) await writeCached(root, out);
