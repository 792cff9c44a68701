import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { keysOf } from "../../src/collections/keys-of.ts";
import { type QueueName, QUEUES, TENANT_QUEUES } from "../../src/jobs/queue/queues.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { unrelayed } from "../../src/store/partition/outbox.ts";
import { mastersOf } from "../../src/store/redis/connection/cluster/cluster-connection.ts";
import { until } from "./until.ts";

/** Retries and hold times of tests are shorter than this. Jobs that are due later are not waited for. */
const WITHIN_MS = 10_000;

/**
 * Everything that a service has left to do, seen at one instant: a command leaves its stream with its commit, an event
 * leaves its outbox after its jobs are added, and a job is active until its last command is committed. The script names
 * what it finds.
 *
 * Keys     streams of commands and outboxes; then, for each queue, its lists of jobs: wait, active, prioritized,
 * delayed
 * Args     1 number of streams   2 milliseconds until delayed jobs count as later   3.. keys of the sets of tenants
 *          with jobs that wait for slots, each followed by what the keys of its slots and of those who wait begin with
 */
const LEFT = `
local streams, within = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local horizon = (time[1] * 1000 + math.floor(time[2] / 1000) + within) * 4096
local left = {}
local function note(key, count)
  if count > 0 then table.insert(left, key .. ' ' .. count) end
end
for i = 1, streams do note(KEYS[i], redis.call('XLEN', KEYS[i])) end
for i = streams + 1, #KEYS, 4 do
  note(KEYS[i], redis.call('LLEN', KEYS[i]))
  note(KEYS[i + 1], redis.call('LLEN', KEYS[i + 1]))
  note(KEYS[i + 2], redis.call('ZCARD', KEYS[i + 2]))
  local due = 0
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[i + 3], '-inf', string.format('%.0f', horizon))) do
    if string.sub(id, 1, 7) ~= 'repeat:' then due = due + 1 end
  end
  note(KEYS[i + 3], due)
end
for i = 3, #ARGV, 3 do
  for _, tenant in ipairs(redis.call('SMEMBERS', ARGV[i])) do
    note(ARGV[i + 1] .. tenant, redis.call('ZCARD', ARGV[i + 1] .. tenant))
    note(ARGV[i + 2] .. tenant, redis.call('ZCARD', ARGV[i + 2] .. tenant))
  end
end
return left`;

/** The Redis connections and keys of a service. */
export interface Shared {
  redis: Redis;
  keys: Keys;
  /** The Redis of the queues, if they have their own. */
  jobsRedis?: Redis | undefined;
}

/** Whether one script can read everything at one instant. */
const isOnOneServer = ({ redis, jobsRedis }: Pick<Shared, "redis" | "jobsRedis">) =>
  !jobsRedis && mastersOf(redis).length === 1;

/**
 * Number of checks in a row without work until a store of several servers counts as settled: one of them sees the work
 * that moves between servers.
 */
const CALM_LOOKS = 3;
/** Time between two of these checks, in milliseconds. */
const CALM_MS = 10;

/**
 * Returns the names and numbers of waiting and active work. Scheduled jobs, and jobs that are due in more than
 * `withinMs`, are left out.
 */
async function whatIsLeft({ redis, keys, jobsRedis }: Shared, withinMs: number): Promise<string[]> {
  const partitions = Array.from(
    { length: Number(await redis.hget(keys.meta, "partitions")) },
    (_, partition) => partition,
  );
  const streams = partitions.flatMap((partition) => [keys.commands(partition), keys.outbox(partition)]);
  const look = async (server: Redis, queues: readonly QueueName[], ownStreams: string[]) => {
    const lists = queues.flatMap((queue) =>
      ["wait", "active", "prioritized", "delayed"].map((list) => `${keys.jobs(queue)}:${queue}:${list}`),
    );
    const slots = TENANT_QUEUES.filter((queue) => queues.includes(queue)).flatMap((queue) => [
      keys.slotTenants(queue),
      keys.slots(queue, ""),
      keys.slotQueue(queue, ""),
    ]);
    const names = [...ownStreams, ...lists];
    const args = [ownStreams.length.toString(), withinMs.toString(), ...slots];
    return (await server.eval(LEFT, names.length, ...names, ...args)) as string[];
  };
  if (isOnOneServer({ redis, jobsRedis })) return look(redis, keysOf(QUEUES), streams);
  // Relayed events are kept for a while.
  const waiting = await Promise.all(
    partitions.map(async (partition) => {
      const commands = await redis.xlen(keys.commands(partition));
      const { count } = await unrelayed(redis, keys, partition);
      const counts = [
        [keys.commands(partition), commands],
        [keys.outbox(partition), count],
      ] as const;
      return counts.flatMap(([key, left]) => (left > 0 ? [`${key} ${left}`] : []));
    }),
  );
  // A cluster has each queue on one master.
  const jobs = await Promise.all(keysOf(QUEUES).map((queue) => look(jobsRedis ?? redis, [queue], [])));
  return [...waiting.flat(), ...jobs.flat()];
}

/**
 * Waits until a service has nothing left to do: all commands are applied, all events are relayed, and all jobs have
 * ended, with their retries and hold times. Counts are then final, so a test sees a duplicate. Jobs that are due in
 * more than `withinMs` are not waited for; with 0, only work that is due now is.
 */
export async function settled(
  shared: Shared,
  { withinMs = WITHIN_MS, longestMs }: { withinMs?: number; longestMs?: number } = {},
): Promise<void> {
  const looks = isOnOneServer(shared) ? 1 : CALM_LOOKS;
  let left: string[] = [];
  const isOver = async () => {
    for (let look = 0; look < looks; look++) {
      if (look > 0) await pause(CALM_MS);
      left = await whatIsLeft(shared, withinMs);
      if (left.length > 0) return false;
    }
    return true;
  };
  await until(() => `the end of all work; left: ${left.join(", ")}`, isOver, longestMs);
}
