// Starts a program of the bundle. This file is compiled too, and runs in the process of the program.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/** Variable that makes a process write the file of compiled code when it ends. */
export const RECORD = "RECORD_CODE";

/** Path of the file with the compiled code of a bundle. */
export const codeOf = (bundle: string): string => bundle.replace(/\.cjs$/, ".code");

interface Module {
  exports: { programs?: Readonly<Record<string, () => Promise<unknown>>> };
}

/**
 * Starts a program.
 * @param bundle path of the bundle
 * @param source the program
 */
export function startCached(bundle: string, source: string): void {
  const code = codeOf(bundle);
  const script = new Script(
    // The bundler writes ASCII, which is read faster as Latin-1.
    `(function (module, require, __dirname) {${readFileSync(bundle, "latin1")}\n})`,
    // V8 ignores the code of another version of V8, or of another text.
    { filename: bundle, ...(existsSync(code) ? { cachedData: readFileSync(code) } : {}) },
  );
  if (process.env[RECORD]) process.once("exit", () => writeFileSync(code, script.createCachedData()));
  const module: Module = { exports: {} };
  const run = script.runInThisContext() as (
    module: Module,
    require: NodeJS.Require,
    __dirname: string,
  ) => void;
  run(module, createRequire(bundle), dirname(bundle));
  const load = module.exports.programs?.[source];
  if (!load) throw new Error(`${source} is not in ${bundle}`);
  void load();
}
