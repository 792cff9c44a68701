// Runs the tests against a real Redis (scripts/test-redis.ts). Arguments pick test files by a part of their path; `--times` prints how long each file took. Fails when
// no test ran.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { startRedis } from "./test-redis.ts";

const root = join(import.meta.dirname, "..");
/** Longest that one test file may take, in milliseconds. */
const FILE_TIMEOUT_MS = 300_000;
/** Files that share a process: to load the service takes as long as most of them. */
const GROUP_SIZE = 16;
/** Folders, and the files beside them, that start processes of their own and wait for them. They begin first. */
const WAITING = ["faults", "scripts", ""];
const WAITING_GROUP_SIZE = 5;

const say = (line: string) => process.stderr.write(`${line}\n`);

function findFiles(patterns: string[]): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(root, "test", file))
    .filter((file) => patterns.length === 0 || patterns.some((part) => relative(root, file).includes(part)))
    .sort();
}

/** Files of one folder with its subfolders, a process for each group; those that wait the longest come first. */
function groupsOf(files: string[]): string[][] {
  const folderOf = (file: string) => relative(join(root, "test"), dirname(file)).split(sep)[0] ?? "";
  const isWaiting = (folder: string) => WAITING.includes(folder);
  const folders = [...new Set(files.map(folderOf))].sort(
    (a, b) => Number(isWaiting(b)) - Number(isWaiting(a)),
  );
  return folders.flatMap((folder) => {
    const members = files.filter((file) => folderOf(file) === folder);
    const count = Math.ceil(members.length / (isWaiting(folder) ? WAITING_GROUP_SIZE : GROUP_SIZE));
    const size = Math.ceil(members.length / count);
    return Array.from({ length: count }, (_, i) => members.slice(i * size, (i + 1) * size));
  });
}

/** A program that runs test files one after the other, each as a suite with hooks of its own. */
function programOf(group: string[]): string {
  const suites = group.map((file) => {
    const [name, url] = [relative(root, file), pathToFileURL(file).href].map((text) => JSON.stringify(text));
    return `describe(${name}, { timeout: ${FILE_TIMEOUT_MS} }, async () => { await import(${url}); });\n`;
  });
  return `import { describe } from "node:test";\n${suites.join("")}`;
}

const patterns = process.argv.slice(2).filter((arg) => arg !== "--times");
const redis = await startRedis();
process.env["TEST_REDIS_URL"] = redis.url;
// The groups run as processes of their own, and so do the services that some of them start.
process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --import tsx`.trim();

const programs = mkdtempSync(join(tmpdir(), "wishlist-tests-"));
const files = groupsOf(findFiles(patterns)).map((group, i) => {
  const file = join(programs, `group-${i}.mjs`);
  writeFileSync(file, programOf(group));
  return file;
});
const times: [file: string, seconds: number][] = [];
let passed = 0;
let failed = 0;
// One more than there are cores: the fault tests mostly wait.
const stream = run({ files, concurrency: availableParallelism() + 1 });
stream.on("test:pass", ({ details }) => {
  if (details.type !== "suite") passed++;
});
stream.on("test:fail", () => failed++);
for (const end of ["test:pass", "test:fail"]) {
  stream.on(
    end,
    ({ nesting, name, details }: { nesting: number; name: string; details: { duration_ms: number } }) => {
      if (nesting === 0) times.push([name, details.duration_ms / 1000]);
    },
  );
}
stream.pipe(new spec()).pipe(process.stdout);
await new Promise((resolve) => stream.once("close", resolve));
await redis.stop();
rmSync(programs, { recursive: true, force: true });
if (process.argv.includes("--times")) {
  times.sort(([, a], [, b]) => b - a);
  for (const [file, seconds] of times) say(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
if (passed === 0 && failed === 0) say("No test ran.");
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
