// Compiles the service to dist/: JavaScript, the Lua scripts beside it, and the package file that tells the version.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(join(root, "dist"), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json")], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
cpSync(join(root, "src/store/lua"), join(root, "dist/src/store/lua"), { recursive: true });
cpSync(join(root, "package.json"), join(root, "dist/package.json"));
