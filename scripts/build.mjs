// Compiles the service: JavaScript, the Lua scripts and assets beside it, the guides, and the package file that tells the version.
//
//   build.mjs [folder] [options of the compiler]   the folder is replaced; dist/ by default
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const [folder = join(root, "dist"), ...options] = process.argv.slice(2);
const out = resolve(folder);

rmSync(out, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", out, ...options],
  { stdio: "inherit" },
);
if (status !== 0) process.exit(status ?? 1);
cpSync(join(root, "src/store/lua"), join(out, "src/store/lua"), { recursive: true });
cpSync(join(root, "src/http/openapi/examples.json"), join(out, "src/http/openapi/examples.json"));
cpSync(join(root, "src/http/site/assets"), join(out, "src/http/site/assets"), { recursive: true });
// The pages of the documentation site are made from the guides.
cpSync(join(root, "docs"), join(out, "docs"), { recursive: true });
cpSync(join(root, "package.json"), join(out, "package.json"));
