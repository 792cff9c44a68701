import type { Redis } from "ioredis";
import { readTexts } from "../replies.ts";
import { connectedReplicas, hasWaitAof, isVolatile, redisVersionOf } from "../server-info.ts";
import { type DurabilityGoal, needsDisk, needsReplicas } from "./level.ts";

/** Whether a server writes to disk before it replies; undefined if it does not report this. */
async function syncsAlways(redis: Redis): Promise<boolean | undefined> {
  try {
    return readTexts(await redis.call("CONFIG", "GET", "appendfsync"))[1] === "always";
  } catch {
    return undefined;
  }
}

/**
 * Returns why a server cannot fulfil the setting DURABILITY, as one sentence; undefined if it can. `at` is the server's
 * address.
 */
export async function durabilityFaultOf(
  redis: Redis,
  info: string,
  at: string,
  { level }: DurabilityGoal,
): Promise<string | undefined> {
  if (!needsDisk(level)) return undefined;
  if (isVolatile(info)) return `${at} keeps no append-only file, which DURABILITY=${level} needs`;
  if (hasWaitAof(info)) return undefined;
  const version = `${at} is Redis ${redisVersionOf(info)}`;
  if (level === "replica-disk") return `${version}, and DURABILITY=replica-disk needs 7.2 or newer`;
  const always = await syncsAlways(redis);
  if (always === true) return undefined;
  return always === false
    ? `${version}, on which DURABILITY=disk needs appendfsync always`
    : `${version}, on which DURABILITY=disk needs appendfsync always, but the user may not read this setting: allow +config|get`;
}

/** Returns a warning about a server that has fewer replicas than writes wait for; undefined if it has enough. */
export function durabilityRiskOf(
  info: string,
  at: string,
  { level, replicas }: DurabilityGoal,
): string | undefined {
  const connected = connectedReplicas(info);
  if (!needsReplicas(level) || connected >= replicas) return undefined;
  return `${at} has ${connected} of the ${replicas} replicas that DURABILITY=${level} waits for: until they are back, no write is acknowledged`;
}
