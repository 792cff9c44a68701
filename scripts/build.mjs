// Bundles the programs that run compiled, with their packages: a process that loads few files starts in half the time.
// Beside them come the files that they read: Lua scripts, assets, guides, and the package file that tells the version.
// It checks no types; `npm run typecheck` does.
//
//   build.mjs [folder]   the folder is replaced; dist/ by default
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, "dist"));

const PROGRAMS = [
  "src/main.ts",
  ...["wishlist", "bench", "bench-exports", "bench-jobs"].map((name) => `scripts/${name}.ts`),
  ...["floor", "receiver"].map((name) => `scripts/bench/${name}.ts`),
];
// What tests start; the image is built without.
const tested = join(root, "test/programs");
if (existsSync(tested)) PROGRAMS.push(...readdirSync(tested).map((name) => `test/programs/${name}`));

/** Packages that find files of their own beside them, or are not needed. */
const LEFT_OUT = ["autocannon", "msgpackr-extract", "pino-pretty"];

/** Stands for the way from a bundled file to the folder, which differs with where the file lies. */
const FOLDER = "$the-built-folder";

/** Lets a module find what lies beside it, wherever its code ends up. */
const placesOfModules = {
  name: "places of modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const file = relative(root, path).replace(/\.ts$/, ".js");
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.url", () => `new URL("${FOLDER}/${file}", import.meta.url).href`)
        .replaceAll("import.meta.dirname", () => `(import.meta.dirname + "/${FOLDER}/${dirname(file)}")`);
      return { contents, loader: "ts" };
    });
  },
};

const { outputFiles } = await build({
  entryPoints: PROGRAMS,
  absWorkingDir: root,
  outbase: ".",
  outdir: out,
  bundle: true,
  // What a program loads only when it needs it has a file of its own.
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  external: LEFT_OUT,
  // Packages that are no modules ask for Node's own with `require`.
  banner: {
    js: `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`,
  },
  plugins: [placesOfModules],
  logLevel: "warning",
  write: false,
});

rmSync(out, { recursive: true, force: true });
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(FOLDER, relative(dirname(path), out)));
}

const isSource = (path) => path.endsWith(".ts");
cpSync(join(root, "src"), join(out, "src"), { recursive: true, filter: (path) => !isSource(path) });
// The pages of the documentation site are made from the guides.
cpSync(join(root, "docs"), join(out, "docs"), { recursive: true });
cpSync(join(root, "package.json"), join(out, "package.json"));
