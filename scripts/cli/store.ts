import type { Redis } from "ioredis";
import { StartRefused } from "../../src/errors/start-refused.ts";
import type { RedisAddress } from "../../src/store/redis/connection/address.ts";
import { openStore } from "../../src/store/redis/connection/connect.ts";
import { checkLogin } from "../../src/store/redis/server/inspect.ts";
import { CliError } from "./command.ts";

/** Connects to Redis. Throws {@link CliError} if it cannot be reached, or refuses the login. */
export async function connectStore(address: RedisAddress): Promise<Redis> {
  try {
    await checkLogin(address);
  } catch (cause) {
    const reason = cause instanceof StartRefused ? `: ${cause.message}` : "";
    throw new CliError(`Redis cannot be reached${reason}.`, { cause });
  }
  const redis = openStore(address, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 });
  redis.on("error", () => undefined);
  await redis.connect();
  return redis;
}
