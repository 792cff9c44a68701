// Chaos: processes of the service under load and faults, then a comparison of all that it promised with what there is.
// Everything is drawn from a seed. Prints the seed and a small history of each failure; fails when there is one.
//
//   npm run chaos [-- --seed N --seeds N --seconds N --only kill,freeze --verbose]
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { planOf } from "../test/chaos/faults/plan.ts";
import { runSeed } from "../test/chaos/run.ts";

/** Redis syncs each write; a disk that others use would make most of a run wait. What is killed keeps its files here too. */
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: (Date.now() % 1_000_000).toString() },
    seeds: { type: "string", default: "1" },
    seconds: { type: "string", default: "10" },
    only: { type: "string", default: "" },
    verbose: { type: "boolean", default: false },
  },
});
const first = Number(values.seed);
const failed: number[] = [];
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const only = values.only.split(",").filter((kind) => kind !== "");
  const plan = { seed, seconds: Number(values.seconds), isCluster: false, only };
  const startedAt = performance.now();
  const { roles, faults } = planOf(plan);
  say(`seed ${seed}: ${roles.join(" | ")}; ${faults.length} faults`);
  const { findings, counts } = await runSeed({
    ...plan,
    built: "dist",
    ...(values.verbose ? { tell: say } : {}),
  });
  const told = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`seed ${seed}: ${findings.length === 0 ? "good" : "FAILS"} after ${seconds} s; ${told.join(", ")}`);
  for (const finding of findings) say(finding);
  if (findings.length > 0) failed.push(seed);
}
say(failed.length === 0 ? "All seeds are good." : `Seeds that fail: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
