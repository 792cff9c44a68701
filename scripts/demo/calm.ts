import { setTimeout as pause } from "node:timers/promises";
import type { ChainableCommander, Redis } from "ioredis";
import { QUEUES } from "../../src/jobs/queue/queues.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { keysOf } from "../../src/store/keys-of.ts";

const POLL_MS = 10;

export interface Stores {
  redis: Redis;
  /** That of the queues, which may be the same. */
  jobs: Redis;
  keys: Keys;
  partitions: number;
}

/** Whether one of some things is longer than nothing. Throws what the store says to one of the questions. */
async function isAny(questions: ChainableCommander): Promise<boolean> {
  const answers = (await questions.exec()) ?? [];
  for (const [err] of answers) if (err) throw err;
  return answers.some(([, length]) => length !== 0);
}

/** Whether commands, events or jobs are left. Jobs that are due later are not waited for. */
async function isBusy({ redis, jobs, keys, partitions }: Stores): Promise<boolean> {
  const streams = redis.pipeline();
  for (let partition = 0; partition < partitions; partition++)
    streams.xlen(keys.commands(partition)).xlen(keys.outbox(partition));
  if (await isAny(streams)) return true;
  const queues = jobs.pipeline();
  for (const name of keysOf(QUEUES)) {
    const queue = `${keys.jobs(name)}:${name}`;
    queues.llen(`${queue}:wait`).llen(`${queue}:active`).zcard(`${queue}:prioritized`);
  }
  return isAny(queues);
}

/** Resolves once a service has applied all commands, relayed all events and done the jobs that are due. */
export async function untilCalm(stores: Stores): Promise<void> {
  // A job that ended between the two questions of a look may have led to further commands: the next look sees them.
  for (let calm = 0; calm < 2;) {
    calm = (await isBusy(stores)) ? 0 : calm + 1;
    if (calm === 0) await pause(POLL_MS);
  }
}
