// Runs the tests against a real Redis: TEST_REDIS_URL, else a server on this machine, else a container, else one that
// is installed. Arguments pick test files by a part of their path. Fails when no test ran.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pino } from "pino";
import { EmbeddedRedis } from "../src/embedded-redis.ts";
import { ensureRedisServer, findRedisServer } from "../src/redis-binary.ts";

const root = join(import.meta.dirname, "..");
/** Longest that one test file may take, in milliseconds. */
const FILE_TIMEOUT_MS = 420_000;

const say = (line: string) => process.stderr.write(`${line}\n`);

interface TestRedis {
  url: string;
  stop: () => Promise<unknown>;
}

async function startFrom(binary: string): Promise<TestRedis> {
  const dataDir = mkdtempSync(join(tmpdir(), "wishlist-test-"));
  const log = pino({ level: "warn" });
  const redis = await EmbeddedRedis.start({ binary, dataDir, log, persistent: false });
  return {
    url: redis.url,
    async stop() {
      await redis.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startContainer(): Promise<TestRedis | undefined> {
  try {
    const { GenericContainer } = await import("testcontainers");
    const container = await new GenericContainer("redis:7-alpine").withExposedPorts(6379).start();
    const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`;
    return { url, stop: () => container.stop() };
  } catch (err) {
    say(`No container: ${err instanceof Error ? err.message : String(err)}`);
    return undefined;
  }
}

async function startRedis(): Promise<TestRedis> {
  const url = process.env["TEST_REDIS_URL"];
  if (url) return { url, stop: () => Promise.resolve() };
  const binary = findRedisServer();
  if (binary) return startFrom(binary);
  return (await startContainer()) ?? startFrom(ensureRedisServer(say));
}

function findFiles(patterns: string[]): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(root, "test", file))
    .filter((file) => patterns.length === 0 || patterns.some((part) => relative(root, file).includes(part)))
    .sort();
}

const files = findFiles(process.argv.slice(2));
const redis = await startRedis();
process.env["TEST_REDIS_URL"] = redis.url;
// The files run as processes of their own, and so do the services that some of them start.
process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --import tsx`.trim();

let passed = 0;
let failed = 0;
// One more than there are cores: the fault tests mostly wait.
const concurrency = availableParallelism() + 1;
const stream = run({ files, concurrency, timeout: FILE_TIMEOUT_MS });
stream.on("test:pass", ({ details }) => {
  if (details.type !== "suite") passed++;
});
stream.on("test:fail", () => failed++);
stream.pipe(new spec()).pipe(process.stdout);
await new Promise((resolve) => stream.once("close", resolve));
await redis.stop();
if (passed === 0 && failed === 0) say("No test ran.");
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
