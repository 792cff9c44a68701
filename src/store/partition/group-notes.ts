import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";

/** The field of a partition's lease with its {@link GroupNote}. */
const FIELD = "groups";

/** The jobs for groups of webhook events of a partition that a relay was about to add last. */
export interface GroupNote {
  /** The last event of the partition that is in one of the groups. */
  to: string;
  /** Ids of the jobs. */
  jobs: string[];
}

const decodeNote = decoderOf<GroupNote>("note of groups", { needs: "to" });

/** Reads the notes of partitions; a partition without one is absent. */
export async function readGroupNotes(
  redis: Redis,
  keys: Keys,
  partitions: readonly number[],
): Promise<Map<number, GroupNote>> {
  const texts = await Promise.all(partitions.map((partition) => redis.hget(keys.lease(partition), FIELD)));
  return new Map(
    partitions.flatMap((partition, i): [number, GroupNote][] => {
      const note = decodeIfAny(decodeNote, texts[i]);
      return note ? [[partition, note]] : [];
    }),
  );
}

/** Replaces the notes of partitions. */
export async function writeGroupNotes(
  redis: Redis,
  keys: Keys,
  notes: ReadonlyMap<number, GroupNote>,
): Promise<void> {
  const written = [...notes].map(([partition, note]) =>
    redis.hset(keys.lease(partition), FIELD, JSON.stringify(note)),
  );
  await Promise.all(written);
}
