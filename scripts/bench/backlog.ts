import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { QUEUES } from "../../src/jobs/queue/queues.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { repliesOf } from "../../src/store/redis/replies.ts";

const POLL_MS = 50;
/** Looks in a row that find nothing: between two of them a job may be on its way from one place to the next. */
const QUIET_CHECKS = 3;

/** What a service has to do: commands, events of the outboxes, and jobs that are not delayed. */
export class Backlog {
  readonly #redis: Redis;
  readonly #streams: string[];
  readonly #lists: string[];
  readonly #sets: string[];
  /** Commands that it has sent. */
  commands = 0;

  constructor({ redis, keys, partitions }: { redis: Redis; keys: Keys; partitions: number }) {
    this.#redis = redis;
    const numbers = Array.from({ length: partitions }, (_, partition) => partition);
    this.#streams = numbers.flatMap((partition) => [keys.commands(partition), keys.outbox(partition)]);
    const queues = Object.keys(QUEUES).map((name) => `${keys.jobs(name)}:${name}`);
    this.#lists = queues.flatMap((queue) => [`${queue}:wait`, `${queue}:active`]);
    this.#sets = queues.map((queue) => `${queue}:prioritized`);
  }

  /** How many there are. */
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
