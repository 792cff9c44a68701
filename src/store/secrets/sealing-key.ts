import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";

const FIELD = "sealingKey";
/** The key that was forgotten last. Secrets that it has sealed stay unreadable. */
const FORGOTTEN_FIELD = "forgottenSealingKey";

/** Reads the name of the key that seals the store's secrets; undefined if no secret is sealed yet. */
export async function sealingKeyOf(redis: Redis, keys: Keys): Promise<string | undefined> {
  return (await redis.hget(keys.meta, FIELD)) ?? undefined;
}

/** Records the key of the first process that seals. Resolves to the name of that process's key. */
export async function claimSealingKey(redis: Redis, keys: Keys, keyId: string): Promise<string> {
  await redis.hsetnx(keys.meta, FIELD, keyId);
  return (await sealingKeyOf(redis, keys)) ?? keyId;
}

/** Records the key that now seals all secrets. */
export async function setSealingKey(redis: Redis, keys: Keys, keyId: string): Promise<void> {
  await redis.hset(keys.meta, FIELD, keyId);
}

/**
 * Forgets the sealing key, because the key is lost: the next process that starts uses its own key. Resolves to the name
 * of the forgotten key; undefined if none was recorded.
 */
export async function forgetSealingKey(redis: Redis, keys: Keys): Promise<string | undefined> {
  const keyId = await sealingKeyOf(redis, keys);
  if (keyId === undefined) return undefined;
  await redis.hset(keys.meta, FORGOTTEN_FIELD, keyId);
  await redis.hdel(keys.meta, FIELD);
  return keyId;
}

/** Reads the name of the sealing key that was forgotten last; undefined if none was. */
export async function forgottenKeyOf(redis: Redis, keys: Keys): Promise<string | undefined> {
  return (await redis.hget(keys.meta, FORGOTTEN_FIELD)) ?? undefined;
}
