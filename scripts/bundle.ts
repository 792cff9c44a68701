import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build, type Plugin } from "esbuild";

/** Packages that read files beside them, are large, or are not needed. */
const LEFT_OUT = [
  "autocannon",
  "msgpackr-extract",
  "pino-pretty",
  "playwright-core",
  "testcontainers",
  "typescript",
];

/** Expressions for the location of a module. */
export interface Place {
  url: string;
  dirname: string;
}

/** Lets a module find the files beside its source, wherever the bundler puts its code. */
const placedBy = (placeOf: (path: string) => Place): Plugin => ({
  name: "places of modules",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const { url, dirname } = placeOf(path);
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.url", () => url)
        .replaceAll("import.meta.dirname", () => dirname);
      return { contents, loader: "ts" };
    });
  },
});

// The package is one of ES modules, so CommonJS files have another ending.
const COMMON_JS = { format: "cjs", outExtension: { ".js": ".cjs" } } as const;
const WITH_MAPS = { sourcemap: true, sourcesContent: false } as const;

const FORMATS = {
  esm: {
    ...WITH_MAPS,
    format: "esm",
    // Code that a program loads only when it needs it has its own file.
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    // CommonJS packages load the modules of Node.js with `require`.
    banner: {
      js: `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`,
    },
  },
  cjs: COMMON_JS,
  cjsWithMaps: { ...COMMON_JS, ...WITH_MAPS },
} as const;

/**
 * Bundles programs with their packages: a process that reads few files starts in half the time. Does not check types.
 * A class may get another name if several modules use its name, so code compares classes and not their names.
 * Rejects if a program does not compile; the reason is on standard error.
 *
 * @param programs path of each program in `folder`, without ending, and its source
 * @param placeOf what `import.meta` says in the module of a source file
 * @param format as ES modules, programs share parts; as CommonJS, each is one file, without a map unless it says so
 * @returns the files to write
 */
export async function bundle(
  programs: Readonly<Record<string, string>>,
  folder: string,
  placeOf: (path: string) => Place,
  format: keyof typeof FORMATS = "esm",
): Promise<{ path: string; text: string }[]> {
  const { outputFiles } = await build({
    ...FORMATS[format],
    entryPoints: { ...programs },
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "node20",
    // A process reads a third less, and starts faster. Names stay, because they are in stack traces.
    minifyWhitespace: true,
    // Node.js shows the line of an error.
    lineLimit: 160,
    external: LEFT_OUT,
    // cron-parser loads it as CommonJS. Otherwise a program had it twice, with different settings.
    alias: { luxon: createRequire(import.meta.url).resolve("luxon") },
    plugins: [placedBy(placeOf)],
    logLevel: "warning",
    write: false,
  });
  return outputFiles;
}

/**
 * Bundles the pages of the owner portal into a folder. A page loads its code when it is opened. Rejects if the pages do
 * not compile.
 */
export async function bundlePortal(root: string, folder: string): Promise<void> {
  await build({
    entryPoints: ["portal/main.tsx"],
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    chunkNames: "[name]-[hash]",
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  });
}
