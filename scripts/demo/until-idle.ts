import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { keysOf } from "../../src/collections/keys-of.ts";
import { QUEUES } from "../../src/jobs/queue/queues.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { unrelayed } from "../../src/store/partition/outbox.ts";
import { repliesOf } from "../../src/store/redis/replies.ts";

const POLL_MS = 10;

export interface Stores {
  redis: Redis;
  /** The Redis of the queues, which may be the same. */
  jobs: Redis;
  keys: Keys;
  partitions: number;
}

/** Whether commands, events or jobs are left. Jobs that are due later do not count. */
async function isBusy({ redis, jobs, keys, partitions }: Stores): Promise<boolean> {
  // Mostly a job is the last to end, and a single call shows all of them.
  const queues = jobs.pipeline();
  for (const name of keysOf(QUEUES)) {
    const queue = `${keys.jobs(name)}:${name}`;
    queues.llen(`${queue}:wait`).llen(`${queue}:active`).zcard(`${queue}:prioritized`);
  }
  if ((await repliesOf(queues)).some((length) => length !== 0)) return true;
  const counts = await Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      const commands = await redis.xlen(keys.commands(partition));
      // Relayed events may be kept.
      return commands + (await unrelayed(redis, keys, partition)).count;
    }),
  );
  return counts.some((count) => count > 0);
}

/** Resolves when a service has applied all commands, relayed all events and done the jobs that are due. */
export async function untilIdle(stores: Stores): Promise<void> {
  // A job that ended between the two commands of a check may have sent further commands. The next check finds them.
  for (let idleChecks = 0; idleChecks < 2;) {
    idleChecks = (await isBusy(stores)) ? 0 : idleChecks + 1;
    if (idleChecks === 0) await pause(POLL_MS);
  }
}
