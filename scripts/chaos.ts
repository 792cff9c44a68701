import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { USAGE_EXIT_CODE, UsageError } from "../src/command-line.ts";
import { planOf, type PlanOptions } from "../test/chaos/faults/plan.ts";
import { CHAOS_MUTANTS, type ChaosMutant } from "../test/chaos/mutants.ts";
import { runSeed } from "../test/chaos/run.ts";
import { TooOld } from "../test/chaos/stage.ts";
import { mutated } from "../test/mutants/mutant.ts";
import { readCommandLine } from "./program.ts";
import { copySources } from "./source-copy.ts";

/** Redis syncs each write, so on a shared disk most of a run would wait. Killed processes keep their files here too. */
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";

/** The programs to compile. */
const COMPILED = [
  "src",
  "test/programs",
  "scripts",
  "clients",
  "portal",
  "docs",
  "package.json",
  "tsconfig.json",
];
/**
 * A fault shows only if some operations happen at the same time. So there are several attempts, each with the next
 * seed.
 */
const TRIES = 4;

const { values } = readCommandLine({
  call: "npm run chaos",
  purpose: [
    "Runs processes of the service under load and faults, then compares everything that the service guarantees with the stored data. " +
      "The seed decides everything. Prints the seed and a short history of each failure. The exit code is 1 if there is a failure.",
  ],
  options: {
    seed: { type: "number", least: 0, help: "the first seed; taken from the clock if absent" },
    seeds: { type: "number", default: 1, help: "number of seeds to run, one after the other" },
    seconds: { type: "number", default: 8, help: "length of a run" },
    only: {
      type: "string",
      value: "kinds",
      default: "",
      help: "kinds of faults, such as kill,freeze; all if absent",
    },
    cluster: { type: "boolean", help: "on a Redis Cluster of three masters and three replicas" },
    durable: { type: "boolean", help: "the same with DURABILITY=replica; masters lose what no replica has" },
    disk: { type: "boolean", help: "with DURABILITY=disk; Redis loses what it has not synced" },
    mutants: { type: "boolean", help: "put each known fault into a copy of the program; a run must find it" },
    name: {
      type: "string",
      value: "text",
      default: "",
      help: "with --mutants: only faults with the text in their names",
    },
    verbose: { type: "boolean", help: "print each step of the runs" },
  },
});
const { seconds } = values;
const durability = values.durable ? "replica" : values.disk ? "disk" : undefined;

/** Runs a seed. Resolves to its findings. */
async function findingsOf(plan: PlanOptions, built: string): Promise<string[]> {
  const { seed } = plan;
  const startedAt = performance.now();
  const { roles, faults } = planOf(plan);
  console.log(`seed ${seed}: ${roles.join(" | ")}; ${faults.length} faults`);
  const { findings, counts } = await runSeed({
    ...plan,
    built,
    ...(values.verbose ? { tell: console.log } : {}),
  });
  const told = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const took = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `seed ${seed}: ${findings.length === 0 ? "good" : "FAILS"} after ${took} s; ${told.join(", ")}`,
  );
  return findings;
}

async function runSeeds(): Promise<boolean> {
  const first = values.seed ?? Date.now() % 1_000_000;
  const only = values.only.split(",").filter((kind) => kind !== "");
  const failed: number[] = [];
  for (let seed = first; seed < first + values.seeds; seed++) {
    const findings = await findingsOf(
      { seed, seconds, isCluster: values.cluster || values.durable, durability, only },
      "dist",
    );
    for (const finding of findings) console.log(finding);
    if (findings.length > 0) failed.push(seed);
  }
  console.log(failed.length === 0 ? "All seeds are good." : `Seeds that fail: ${failed.join(", ")}`);
  return failed.length === 0;
}

/** Compiles a copy of the program with a fault. Resolves to the folder of the copy. */
function compiledWith({ name, edits }: ChaosMutant): string {
  const copy = copySources(COMPILED);
  for (const edit of edits) {
    const path = join(copy, edit.file);
    writeFileSync(path, mutated({ name, ...edit }, readFileSync(path, "utf8")));
  }
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], {
    cwd: copy,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`the mutant "${name}" does not compile`);
  return copy;
}

async function runMutants(): Promise<boolean> {
  const surviving: string[] = [];
  const chosen = CHAOS_MUTANTS.filter(({ name }) => name.includes(values.name));
  if (chosen.length === 0) throw new UsageError(`no fault has "${values.name}" in its name`);
  for (const mutant of chosen) {
    const copy = compiledWith(mutant);
    let found: string | undefined;
    const isCluster = mutant.durability === "replica";
    for (let seed = mutant.seed; seed < mutant.seed + TRIES && found === undefined; seed++)
      [found] = await findingsOf({ ...mutant, seed, seconds, isCluster }, join(copy, "dist"));
    rmSync(copy, { recursive: true, force: true });
    console.log(`${found === undefined ? "SURVIVES" : "found   "}  ${mutant.name}\n${found ?? ""}`);
    if (found === undefined) surviving.push(mutant.name);
  }
  console.log(surviving.length === 0 ? "All mutants are found." : `Survivors: ${surviving.join(", ")}`);
  return surviving.length === 0;
}

try {
  if (values.durable && values.disk) throw new UsageError("--durable and --disk cannot be combined");
  process.exitCode = (await (values.mutants ? runMutants() : runSeeds())) ? 0 : 1;
} catch (err) {
  if (!(err instanceof TooOld || err instanceof UsageError)) throw err;
  process.stderr.write(`${err.message}\n`);
  process.exitCode = err instanceof UsageError ? USAGE_EXIT_CODE : 1;
}
