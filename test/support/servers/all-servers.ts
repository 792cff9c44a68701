// What a test asks or tells each server of a store: the one Redis, or all masters of a cluster.
import type { Redis } from "ioredis";
import { isOnCluster } from "./one-server.ts";
import { serversOf } from "./redis.ts";

/** Changes a setting of all servers. */
export async function configure(redis: Redis, name: string, value: string): Promise<void> {
  await Promise.all((await serversOf(redis)).map((server) => server.config("SET", name, value)));
}

/** How many commands each server has carried out until now, also inside scripts; without the one that asks. */
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

/** What a cluster adds to each key, in bytes: its place in the list of the keys of its slot. */
const PLACE_BYTES = 16;

/** How many bytes some keys take in Redis, each without what a cluster adds to it. */
export async function bytesOf(redis: Redis, keys: readonly string[]): Promise<number[]> {
  const sizes = await Promise.all(keys.map((key) => redis.memory("USAGE", key)));
  return sizes.map((size) => (size ?? 0) - (isOnCluster() ? PLACE_BYTES : 0));
}
