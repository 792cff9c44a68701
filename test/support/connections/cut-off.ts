import type { Redis } from "ioredis";
import { until } from "../until.ts";

/**
 * Disconnects a replica from its primary, which continues without it. Resolves to a function that lets it follow a
 * primary again.
 */
export async function cutOffReplica(replica: Redis): Promise<() => Promise<void>> {
  const login = async (user: string) => {
    await replica.config("SET", "masteruser", user, "masterauth", user);
  };
  await login("nobody");
  await replica.call("CLIENT", "KILL", "TYPE", "master");
  await until("the replica is cut off", async () =>
    (await replica.info("replication")).includes("master_link_status:down"),
  );
  return () => login("");
}
