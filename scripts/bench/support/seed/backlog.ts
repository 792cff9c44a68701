import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { QUEUES } from "../../../../src/jobs/queue/queues.ts";
import type { Keys } from "../../../../src/store/keys/keys.ts";
import { repliesOf } from "../../../../src/store/redis/replies.ts";

const POLL_MS = 50;
/**
 * Number of consecutive checks that must find nothing: during one check, a job may be moving from one queue to another.
 */
const QUIET_CHECKS = 3;

/** Open work of a service: commands, events of the outboxes, and jobs that are not delayed. */
export class Backlog {
  readonly #redis: Redis;
  readonly #streams: string[];
  readonly #lists: string[];
  readonly #sets: string[];
  /** Sent commands. */
  commands = 0;

  constructor({ redis, keys, partitions }: { redis: Redis; keys: Keys; partitions: number }) {
    this.#redis = redis;
    const numbers = Array.from({ length: partitions }, (_, partition) => partition);
    this.#streams = numbers.flatMap((partition) => [keys.commands(partition), keys.outbox(partition)]);
    const queues = Object.keys(QUEUES).map((name) => `${keys.jobs(name)}:${name}`);
    this.#lists = queues.flatMap((queue) => [`${queue}:wait`, `${queue}:active`]);
    this.#sets = queues.map((queue) => `${queue}:prioritized`);
  }

  /** Amount of open work. */
  async size(): Promise<number> {
    const pipeline = this.#redis.pipeline();
    for (const key of this.#streams) pipeline.xlen(key);
    for (const key of this.#lists) pipeline.llen(key);
    for (const key of this.#sets) pipeline.zcard(key);
    this.commands += pipeline.length;
    return (await repliesOf(pipeline)).reduce<number>((sum, count) => sum + Number(count), 0);
  }

  /** Waits until there is nothing left to do. */
  async drained(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_CHECKS; quiet++) {
      if ((await this.size()) > 0) quiet = -1;
      await pause(POLL_MS);
    }
  }
}
