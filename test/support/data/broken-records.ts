import type { Redis } from "ioredis";
import { given } from "../service.ts";

/** A record that is cut off, for example by a manual repair. */
export const BROKEN = '{"email":"secret@mail.example",';

/** Hash and field of a record; the first field if none is given. */
export interface Place {
  hash: string;
  field?: string;
}

/** Breaks a record, and returns how to read its text and how to restore it. */
export async function breakRecord(redis: Redis, { hash, ...place }: Place) {
  const field = place.field ?? given((await redis.hkeys(hash))[0]);
  const text = await redis.hget(hash, field);
  await redis.hset(hash, field, BROKEN);
  const restore = () => (text === null ? redis.hdel(hash, field) : redis.hset(hash, field, text));
  return { text: () => redis.hget(hash, field), restore };
}
