import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { type Mutant, mutated } from "../test/mutants/mutant.ts";
import { MUTANTS } from "../test/mutants/mutants.ts";
import { readCommandLine } from "./program.ts";
import { copySources } from "./source-copy.ts";
import { startRedis } from "./test/redis.ts";

/** Files that the tests need. The sources are not changed. */
const COPIED = ["src", "test", "scripts", "deploy", "package.json", "tsconfig.json"];
/** Maximum time of a test file without a mutant, in milliseconds. */
const MAX_TEST_MS = 600_000;
/**
 * A mutant may wait for something that never comes. That is a failure too, after this multiple of the time without the
 * mutant.
 */
const TIMEOUT_FACTOR = 5;
const MIN_TEST_MS = 60_000;

/** A copy of the sources, for one mutant at a time. */
const newCopy = () => copySources(COPIED);

interface Result {
  /** The first test that failed; undefined if all passed. */
  failed: string | undefined;
  output: string;
}

/** Time of each test file without a mutant, in milliseconds. */
const takenMs = new Map<string, number>();

function limitOf(file: string): number {
  const taken = takenMs.get(file);
  return taken === undefined ? MAX_TEST_MS : Math.max(taken * TIMEOUT_FACTOR, MIN_TEST_MS);
}

/** Runs a test file until one of its tests fails. */
function runTest(copy: string, file: string, redisUrl: string): Promise<Result> {
  return new Promise((resolve) => {
    const { PATH = "", HOME = "" } = process.env;
    // A service that test files share is still open after the last test.
    const args = ["--import", "tsx", "--test-force-exit", "--test-reporter=tap", file];
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { PATH, HOME, TEST_REDIS_URL: redisUrl },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let failed: string | undefined;
    const timer = setTimeout(() => {
      failed ??= `${file} does not end`;
      child.kill("SIGKILL");
    }, limitOf(file));
    const read = (text: string) => {
      output += text;
      failed ??= /^ *not ok \d+ - (.+)$/m.exec(output)?.[1];
      if (failed !== undefined) child.kill("SIGKILL");
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) failed ??= `${file} ends with ${code ?? "a signal"}`;
      resolve({ failed, output });
    });
  });
}

/** Checks that a file still compiles: a mutant that does not compile is not killed by a test. */
function assertCompiles({ name, file }: Mutant, text: string): void {
  if (!file.endsWith(".ts")) return;
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  if (diagnostics.length > 0) throw new Error(`the mutant "${name}" does not compile`);
}

/** Puts a mutant into a copy, and resolves to the test that kills it; undefined if it survives. */
async function killerOf(copy: string, mutant: Mutant, redisUrl: string): Promise<string | undefined> {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, "utf8");
  const text = mutated(mutant, original);
  assertCompiles(mutant, text);
  writeFileSync(path, text);
  try {
    for (const file of mutant.tests) {
      const { failed, output } = await runTest(copy, file, redisUrl);
      if (output.includes("Error compiling script"))
        throw new Error(`the mutant "${mutant.name}" does not compile`);
      if (failed !== undefined) return failed;
    }
    return undefined;
  } finally {
    writeFileSync(path, original);
  }
}

/** Calls a function for each value, as many at a time as there are copies. */
async function inLanes<T>(
  things: readonly T[],
  copies: string[],
  act: (copy: string, thing: T) => Promise<void>,
) {
  const queue = things.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const thing of queue) await act(copy, thing);
    }),
  );
}

const { only } = readCommandLine({
  call: "npm run test:mutants",
  purpose: [
    "Puts each known fault (test/mutants) into a copy of the sources, where one of its test files must fail. Prints which " +
      "test found which fault. The exit code is 1 if a fault survives, or no longer applies.",
  ],
  options: {
    only: { type: "string", value: "text", default: "", help: "only faults with the text in their names" },
  },
}).values;
const chosen = MUTANTS.filter(({ name }) => name.includes(only));
if (chosen.length === 0) throw new Error(`no mutant has "${only}" in its name`);
const redis = await startRedis();
const copies = Array.from({ length: Math.min(2, availableParallelism()) }, newCopy);
const faults: string[] = [];
try {
  // A test that fails without a mutant kills none.
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  await inLanes(files, copies, async (copy, file) => {
    const started = performance.now();
    const { failed } = await runTest(copy, file, redis.url);
    takenMs.set(file, performance.now() - started);
    if (failed !== undefined) faults.push(`${file} fails without a mutant: ${failed}`);
  });
  if (faults.length === 0)
    await inLanes(chosen, copies, async (copy, mutant) => {
      const started = performance.now();
      const killer = await killerOf(copy, mutant, redis.url).catch((err: unknown) => {
        faults.push(err instanceof Error ? err.message : String(err));
        return "-";
      });
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
      console.log(
        `${seconds} s  ${killer === undefined ? "SURVIVES" : "killed"}  ${mutant.name}  <- ${killer ?? "nothing"}`,
      );
      if (killer === undefined)
        faults.push(`"${mutant.name}" survives: no test of ${mutant.tests.join(", ")} fails`);
    });
} finally {
  await redis.stop();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
console.log(faults.length === 0 ? `All ${chosen.length} mutants are killed.` : faults.join("\n"));
process.exitCode = faults.length === 0 ? 0 : 1;
