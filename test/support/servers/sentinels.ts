import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { ensureRedisServer } from "../../../src/app/process/redis-binary.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { freePort } from "../programs.ts";
import { addressOf, type Cleanup } from "../redis.ts";
import { until } from "../until.ts";
import type { RedisServer, Settings } from "./redis-server.ts";

const COUNT = 3;
const NAME = "main";
/** Longer than a test, so that only requested failovers happen by default. */
const DOWN_AFTER_MS = 60_000;

/** A Sentinel, and a connection with it. */
interface Sentinel {
  port: number;
  redis: Redis;
}

/** Sentinels that watch a primary and its replica. */
export interface Sentinels {
  /** Address of the primary that they know. */
  url: string;
  /** Returns the address of the primary, according to the first Sentinel. */
  primary: () => Promise<string>;
  /** Promotes the replica as an operator does: writes are paused until the replica has all of them. */
  failOver: (primary: RedisServer) => Promise<void>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Starts a Sentinel that watches a primary (`host:port`) under the name `main`, with additional `settings`. */
export async function startSentinel(t: Cleanup, watched: string, settings: Settings = {}): Promise<Sentinel> {
  const dir = mkdtempSync(join(tmpdir(), "wishlist-sentinel-"));
  const port = await freePort();
  const [host, watchedPort] = watched.split(":");
  const lines = [
    ...[`port ${port}`, "bind 127.0.0.1", `dir ${dir}`],
    `sentinel monitor ${NAME} ${host ?? ""} ${watchedPort ?? ""} 2`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    ...Object.entries(settings).map(([name, value]) => `${name} ${value}`),
  ];
  writeFileSync(join(dir, "sentinel.conf"), `${lines.join("\n")}\n`);
  const binary = ensureRedisServer(() => undefined);
  const child = spawn(binary, [join(dir, "sentinel.conf"), "--sentinel"], { stdio: "ignore" });
  const redis = openStore(addressOf(`redis://127.0.0.1:${port}`), { retryStrategy: () => 50 });
  redis.on("error", () => undefined);
  t.after(async () => {
    redis.disconnect();
    await stop(child);
    rmSync(dir, { recursive: true, force: true });
  });
  await until("a Sentinel answers", () =>
    redis.ping().then(
      () => true,
      () => false,
    ),
  );
  return { port, redis };
}

export interface SentinelsOptions {
  replicas?: number;
  /** How long a primary may be silent before its replica is promoted, in milliseconds. */
  downAfterMs?: number;
}

/** Starts Sentinels. Resolves when each knows the replicas and the other Sentinels. */
export async function startSentinels(
  t: Cleanup,
  primary: RedisServer,
  { replicas = 1, downAfterMs = DOWN_AFTER_MS }: SentinelsOptions = {},
): Promise<Sentinels> {
  const settings = { [`sentinel down-after-milliseconds ${NAME}`]: downAfterMs };
  const all = await Promise.all(
    Array.from({ length: COUNT }, () => startSentinel(t, new URL(primary.url).host, settings)),
  );
  const [first] = all;
  if (!first) throw new Error("there is no Sentinel");
  for (const { redis } of all)
    await until("a Sentinel knows the replicas and the others", async () => {
      const state = (await redis.call("SENTINEL", "MASTER", NAME)) as string[];
      const valueOf = (field: string) => Number(state[state.indexOf(field) + 1]);
      return valueOf("num-slaves") === replicas && valueOf("num-other-sentinels") === COUNT - 1;
    });
  return {
    url: `redis+sentinel://${all.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${NAME}`,
    async primary() {
      const [host, port] = (await first.redis.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME)) as string[];
      return `redis://${host ?? ""}:${port ?? ""}`;
    },
    async failOver({ redis }) {
      await redis.call("CLIENT", "PAUSE", "30000", "WRITE");
      await until("the replica has all writes", async () => {
        const info = await redis.info("replication");
        const [, written] = /master_repl_offset:(\d+)/.exec(info) ?? [];
        const [, copied] = /slave0:.*offset=(\d+)/.exec(info) ?? [];
        return written === copied;
      });
      await first.redis.call("SENTINEL", "FAILOVER", NAME);
    },
  };
}
