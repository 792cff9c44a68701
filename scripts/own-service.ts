import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type App, startApp } from "../src/app/app.ts";
import { loadConfig } from "../src/config.ts";
import { startRedis } from "./test/redis.ts";

/** A service that runs while a program needs it. */
export interface OwnService {
  baseUrl: string;
  demo: App["demo"];
  stop: () => Promise<void>;
}

/**
 * Starts a service with its own Redis and data directory, on a free port.
 * @param env further settings
 */
export async function startOwnService(env: Record<string, string> = {}): Promise<OwnService> {
  const dataDir = mkdtempSync(join(tmpdir(), "wishlist-own-"));
  const redis = await startRedis();
  const config = loadConfig(
    { PORT: "0", DATA_DIR: dataDir, REDIS_PREFIX: `own-${randomUUID()}`, ...env },
    "all",
  );
  const app = await startApp({ config, redisUrl: redis.url, log: pino({ level: "error" }) });
  return {
    baseUrl: `http://127.0.0.1:${app.port}`,
    demo: app.demo,
    async stop() {
      await app.stop();
      await redis.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The OpenAPI document of this version. */
export async function readDocument(): Promise<string> {
  const service = await startOwnService({ DEMO_TENANT: "off", PUBLIC_URL: "http://localhost:8080" });
  try {
    const answer = await fetch(`${service.baseUrl}/openapi.json`);
    return await answer.text();
  } finally {
    await service.stop();
  }
}
