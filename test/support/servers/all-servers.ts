// Functions for each server of a store: the single Redis, or all masters of a cluster.
import type { Redis } from "ioredis";
import { isOnCluster } from "../connections/one-server.ts";
import { serversOf } from "../redis.ts";

/** Changes a setting of all servers. */
export async function configure(redis: Redis, name: string, value: string): Promise<void> {
  await Promise.all((await serversOf(redis)).map((server) => server.config("SET", name, value)));
}

/**
 * Returns the number of commands that each server has run so far, also in scripts, without the command that reads
 * it.
 */
export async function commandCounts(redis: Redis): Promise<Map<Redis, number>> {
  const counts = (await serversOf(redis)).map(async (server): Promise<[Redis, number]> => {
    const calls = (await server.info("commandstats")).matchAll(/^cmdstat_\S+?:calls=(\d+)/gm);
    return [server, [...calls].reduce((sum, [, count]) => sum + Number(count), 0)];
  });
  return new Map(await Promise.all(counts));
}

/** Cuts the connections of clients with this name. */
export async function cutClients(redis: Redis, name: string): Promise<void> {
  for (const server of await serversOf(redis)) {
    const clients = String(await server.client("LIST")).split("\n");
    for (const client of clients.filter((line) => line.includes(`name=${name}`)))
      await server.client("KILL", "ID", /^id=(\d+)/.exec(client)?.[1] ?? "").catch(() => undefined);
  }
}

/** Bytes that a cluster adds to each key, for its entry in the list of the slot's keys. */
const PLACE_BYTES = 16;

/** Returns the bytes that some keys take in Redis, without those that a cluster adds. */
export async function bytesOf(redis: Redis, keys: readonly string[]): Promise<number[]> {
  const sizes = await Promise.all(keys.map((key) => redis.memory("USAGE", key)));
  return sizes.map((size) => (size ?? 0) - (isOnCluster() ? PLACE_BYTES : 0));
}
