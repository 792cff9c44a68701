import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { addTo } from "../src/collections/grouped.ts";
import { RedisCluster } from "../test/support/servers/redis-cluster.ts";
import { bundle } from "./bundle.ts";
import { recordCode } from "./cached/record.ts";
import { readCommandLine, say } from "./program.ts";
import { readTaken } from "./test/claims.ts";
import { lanesOf, type Unit } from "./test/lanes.ts";
import { placeInSources } from "./test/places.ts";
import type { Lane } from "./test/process.ts";
import { startRedis } from "./test/redis.ts";
import { CPU_NOTES, type FileTimes, readCpu, tableOf, timesOf } from "./test/times.ts";

const root = join(import.meta.dirname, "..");
/**
 * Simultaneous test processes per core: most tests spend most of their time waiting. With more processes, a run takes as
 * long and uses more CPU: each costs about five seconds to start.
 */
const PROCESSES_PER_CORE = 3;
/**
 * Options of test processes. They collect garbage less often, and with one thread, because there are more processes
 * than cores. They optimize a function only after it has run four times as long as usual, because most code of a test
 * runs only a few times. Together this saves about a sixth of their CPU.
 */
const TEST_OPTIONS = [
  "--max-semi-space-size=32",
  "--min-semi-space-size=16",
  "--initial-heap-size=256",
  "--single-threaded-gc",
  "--interrupt-budget=264000",
];
/** Tests that start Redis Clusters of their own. Without a path, only a run on a cluster has them. */
const OF_CLUSTERS = "test/faults/cluster/";

/** If more files fail, the machine is not the cause. */
const MAX_RETRIED = 4;

/** Prefix of the names of the programs, and name of the folder where each records the files that it has taken. */
const [LANE, TAKEN] = ["lane-", "taken"];
/** Suffix of the file that says why a process did not end. */
const KEPT_OPEN = ".kept-open";

/** Lines of an error at the end of the log. All lines are at the place where the test ran. */
const FAILURE_LINES = 20;

const { values: options, words: patterns } = readCommandLine({
  call: "npm test",
  purpose: [
    "Runs the tests against a real Redis: the one that TEST_REDIS_URL names, otherwise one that it starts. The exit code is 1 if " +
      "a test fails, or if none ran.",
  ],
  words: { name: "[part of a path...]" },
  options: {
    times: { type: "boolean", help: "print the time and the CPU time of each file" },
    retry: {
      type: "boolean",
      help: `if at most ${MAX_RETRIED} files fail, run them once more, each alone, and name those that then pass`,
    },
    cluster: {
      type: "boolean",
      help: `use a separate Redis Cluster, and run ${OF_CLUSTERS} too, which npm test leaves out unless a path names it`,
    },
    browser: { type: "boolean", help: "run the tests of the portal in Chromium" },
  },
});
const isInBrowser = options.browser;
/** Maximum time of a test file, in milliseconds. A browser is slow on a busy machine. */
const FILE_TIMEOUT_MS = isInBrowser ? 900_000 : 300_000;

function isChosen(name: string, patterns: string[]): boolean {
  if (patterns.length > 0) return patterns.some((part) => name.includes(part));
  return options.cluster || !name.startsWith(OF_CLUSTERS);
}

function findFiles(patterns: string[]): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(isInBrowser ? ".browser.ts" : ".test.ts"))
    .map((file) => join(root, "test", file))
    .filter((file) => isChosen(relative(root, file), patterns))
    .sort();
}

/**
 * Compiles the test files into one file, which each process of a run loads, and writes the programs of the processes.
 * Loading the sources directly takes several seconds of CPU, and loading a file for each part that tests share takes two
 * in each process.
 */
async function compile(lanes: readonly Unit[][], folder: string): Promise<string[]> {
  // Packages that are not bundled are found here.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const text = JSON.stringify;
  const nameOf = (file: string) => relative(root, file);
  const loads = [...new Set(lanes.flat(2))].map(
    (file) => `${text(nameOf(file))}: () => import(${text(file)}),\n`,
  );
  const tests = join(folder, "tests.ts");
  writeFileSync(
    tests,
    `export { endLane, runLane } from ${text(join(import.meta.dirname, "test", "process.ts"))};
export const load = {
${loads.join("")}};
`,
  );
  // A test finds the files beside its source.
  const placeOf = (path: string) => ({ url: text(pathToFileURL(path).href), dirname: text(dirname(path)) });
  for (const { path, text: content } of await bundle({ tests }, folder, placeOf, "cjsWithMaps"))
    writeFileSync(path, content);
  return lanes.map((units, i) => {
    const name = `${LANE}${i}`;
    const program = join(folder, `${name}.cjs`);
    const lane: Omit<Lane, "load"> = {
      units: units.map((unit) => unit.map(nameOf)),
      taken: join(folder, TAKEN),
      keptOpen: `${program}${KEPT_OPEN}`,
      name,
    };
    writeFileSync(
      program,
      `const { endLane, load, runLane } = require("./tests.cjs");
const lane = { ...${text(lane)}, load };
require("node:test").after(() => endLane(lane));
runLane(lane, ${FILE_TIMEOUT_MS});
`,
    );
    return program;
  });
}

/** Result of a run of test files. */
interface Outcome {
  passed: number;
  /** Tests and suites that were skipped, by reason. */
  leftOut: Map<string, string[]>;
  /** Each test that failed, with its error. */
  failures: string[];
  /** Files with a failed test. */
  failed: string[];
  times: FileTimes[];
}

/** Runs test files in several processes. Resolves when all have ended. */
async function runLanes(lanes: readonly Unit[][], concurrency: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "wishlist-tests-"));
  const taken = join(folder, TAKEN);
  mkdirSync(taken);
  const programs = await compile(lanes, folder);
  const outcome: Outcome = { passed: 0, leftOut: new Map(), failures: [], failed: [], times: [] };
  const seconds = new Map<string, number>();
  const failed = new Set<string>();
  const ended = new Set<string>();
  process.env[CPU_NOTES] = join(folder, "cpu");
  const stream = run({ files: programs, concurrency });
  stream.on("test:pass", ({ nesting, name, details, skip }) => {
    // A process that finds no file left counts as a passed test.
    if (programs.includes(name)) return;
    if (skip) addTo(outcome.leftOut, `${skip}`, name);
    else if (details.type !== "suite") outcome.passed++;
    if (nesting === 0) seconds.set(name, details.duration_ms / 1000);
  });
  stream.on("test:fail", (event) => {
    const { nesting, name, details } = event;
    const { error } = details;
    placeInSources(event, root);
    const isOfParts = "failureType" in error && error.failureType === "subtestsFailed";
    if (!isOfParts) {
      const lines = inspect(error.cause).split("\n");
      outcome.failures.push([name, ...lines.slice(0, FAILURE_LINES), ""].join("\n"));
    }
    if (nesting > 0) return;
    // A process that ends before its tests is reported under its own name.
    if (programs.includes(name)) {
      ended.add(basename(name, ".cjs"));
      return;
    }
    seconds.set(name, details.duration_ms / 1000);
    failed.add(name);
  });
  stream.pipe(new spec()).pipe(process.stdout, { end: false });
  await new Promise((resolve) => stream.once("close", resolve));
  const takenBy = readTaken(taken);
  for (const program of programs) {
    const name = basename(program, ".cjs");
    const hasFailed = [...failed].some((file) => takenBy.get(file) === name);
    if (hasFailed || !existsSync(`${program}${KEPT_OPEN}`)) continue;
    const kinds = readFileSync(`${program}${KEPT_OPEN}`, "utf8");
    outcome.failures.push(`${name} did not end after its last test, because it still had: ${kinds}\n`);
    ended.add(name);
  }
  for (const unit of lanes.flat()) {
    const names = unit.map((file) => relative(root, file));
    const hasEnded = ended.has(takenBy.get(names[0] ?? "") ?? "");
    for (const name of names) if (hasEnded || !seconds.has(name)) failed.add(name);
  }
  outcome.failed = [...failed].map((name) => join(root, name));
  outcome.times = timesOf(seconds, readCpu(join(folder, "cpu")));
  rmSync(folder, { recursive: true, force: true });
  return outcome;
}

/** Prints the failed files, and runs them once more, one at a time. Resolves to that result. */
async function runAgain(files: string[]): Promise<Outcome> {
  say(`Failed, run once more alone:\n${files.map((file) => `  ${relative(root, file)}\n`).join("")}`);
  const again = await runLanes(
    files.map((file) => [[file]]),
    1,
  );
  const passed = files.filter((file) => !again.failed.includes(file));
  for (const file of passed)
    say(`UNSTABLE: failed beside other tests, passed alone: ${relative(root, file)}`);
  return again;
}

// The runner passes its own options on to the processes that it starts.
process.execArgv.push(...TEST_OPTIONS);
const redis = await startRedis();
const cluster = options.cluster ? await RedisCluster.start() : undefined;
process.env["TEST_REDIS_URL"] = (cluster ?? redis).url;
await recordCode();

// A browser keeps most of a core busy.
const most = availableParallelism() * (isInBrowser ? 1 : PROCESSES_PER_CORE);
const first = await runLanes(lanesOf(root, findFiles(patterns), most), most);
const { passed, failed } = first;
const isWorthAnother = options.retry && failed.length > 0 && failed.length <= MAX_RETRIED;
const last = isWorthAnother ? await runAgain(failed) : first;
await cluster?.stop();
await redis.stop();
if (options.times) say(tableOf(first.times));
for (const [reason, names] of first.leftOut)
  say(`LEFT OUT, ${names.length}: ${reason}\n${names.map((name) => `  ${name}\n`).join("")}`);
if (passed === 0 && failed.length === 0) say("No test ran.");
// A log of thousands of lines ends with the part that its reader looks for.
for (const failure of [...first.failures, ...(isWorthAnother ? last.failures : [])])
  say(`FAILED: ${failure}`);
process.exitCode = passed > 0 && last.failed.length === 0 ? 0 : 1;
