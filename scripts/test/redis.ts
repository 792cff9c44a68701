import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { EmbeddedRedis } from "../../src/app/process/embedded-redis.ts";
import { ensureRedisServer, findRedisServer } from "../../src/app/process/redis-binary.ts";
import { say } from "../program.ts";

/** A Redis for tests. */
export interface TestRedis {
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

/**
 * The Redis that TEST_REDIS_URL names, otherwise a server on this machine, a container, or a newly installed server.
 */
export async function startRedis(): Promise<TestRedis> {
  const url = process.env["TEST_REDIS_URL"];
  if (url) return { url, stop: () => Promise.resolve() };
  const binary = findRedisServer();
  if (binary) return startFrom(binary);
  return (await startContainer()) ?? startFrom(ensureRedisServer(say));
}
