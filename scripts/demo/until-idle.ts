import { setTimeout as pause } from "node:timers/promises";
import type { ChainableCommander, Redis } from "ioredis";
import { keysOf } from "../../src/collections/keys-of.ts";
import { QUEUES } from "../../src/jobs/queue/queues.ts";
import type { Keys } from "../../src/store/keys/keys.ts";

const POLL_MS = 10;

export interface Stores {
  redis: Redis;
  /** The Redis of the queues, which may be the same. */
  jobs: Redis;
  keys: Keys;
  partitions: number;
}

/** Whether one of some lengths is above zero. Throws if Redis refuses one of the commands. */
async function isAny(questions: ChainableCommander): Promise<boolean> {
  const answers = (await questions.exec()) ?? [];
  for (const [err] of answers) if (err) throw err;
  return answers.some(([, length]) => length !== 0);
}

/** Whether commands, events or jobs are left. Jobs that are due later do not count. */
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

/** Resolves when a service has applied all commands, relayed all events and done the jobs that are due. */
export async function untilIdle(stores: Stores): Promise<void> {
  // A job that ended between the two commands of a check may have sent further commands. The next check finds them.
  for (let idleChecks = 0; idleChecks < 2;) {
    idleChecks = (await isBusy(stores)) ? 0 : idleChecks + 1;
    if (idleChecks === 0) await pause(POLL_MS);
  }
}
