import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDocument } from "./own-service.ts";
import { readCommandLine } from "./program.ts";

readCommandLine({
  call: "npm run test:orval",
  purpose: [
    "Generates a client of the OpenAPI document with orval, and compiles it: the document must work with other generators " +
      "than ours.",
  ],
});

const modules = join(import.meta.dirname, "../node_modules");
/** Not in the package's `exports`. */
const ORVAL = join(modules, "orval/dist/bin/orval.js");
const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const MADE = "generated.ts";

const folder = mkdtempSync(join(tmpdir(), "wishlist-orval-"));
try {
  writeFileSync(join(folder, "openapi.json"), await readDocument());
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(modules, join(folder, "node_modules"));
  // Without the options of this process, which name its loader.
  const env = { ...process.env, NODE_OPTIONS: "", SCARF_ANALYTICS: "false" };
  const run = (args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, env, stdio: ["ignore", 2, 2] }).status === 0;
  const makes = ["--input", "openapi.json", "--output", MADE, "--client", "fetch"];
  const target = ["--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"];
  const compiles = ["--ignoreConfig", "--strict", "--skipLibCheck", "--noEmit", "--types", "node"];
  const passed = run([ORVAL, ...makes]) && run([TSC, ...compiles, ...target, MADE]);
  process.exitCode = passed ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
