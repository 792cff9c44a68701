import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";

/** The field of a partition's lease with its {@link GroupJobs}. */
const FIELD = "groups";

/** The jobs for groups of webhook events of a partition that a relay was about to add last. */
export interface GroupJobs {
  /** The last event of the partition that is in one of the groups. */
  to: string;
  /** Ids of the jobs. */
  jobs: string[];
}

const decodeGroupJobs = decoderOf<GroupJobs>("jobs of groups", { needs: "to" });

/** Reads the recorded jobs of partitions; a partition without any is absent. */
export async function readGroupJobs(
  redis: Redis,
  keys: Keys,
  partitions: readonly number[],
): Promise<Map<number, GroupJobs>> {
  const texts = await Promise.all(partitions.map((partition) => redis.hget(keys.lease(partition), FIELD)));
  return new Map(
    partitions.flatMap((partition, i): [number, GroupJobs][] => {
      const recorded = decodeIfAny(decodeGroupJobs, texts[i]);
      return recorded ? [[partition, recorded]] : [];
    }),
  );
}

/** Replaces the recorded jobs of partitions. */
export async function writeGroupJobs(
  redis: Redis,
  keys: Keys,
  jobs: ReadonlyMap<number, GroupJobs>,
): Promise<void> {
  const written = [...jobs].map(([partition, ofPartition]) =>
    redis.hset(keys.lease(partition), FIELD, JSON.stringify(ofPartition)),
  );
  await Promise.all(written);
}
