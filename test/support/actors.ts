import assert from "node:assert/strict";
import type { Redis } from "ioredis";
import { pino } from "pino";
import type { CreateCustomer } from "../../src/actors/customer/messages.ts";
import { HANDLERS, type Handlers } from "../../src/actors/handlers.ts";
import { Dispatcher, type DispatcherOptions } from "../../src/actors/runtime/dispatcher.ts";
import { Replies } from "../../src/actors/runtime/replies.ts";
import { Unavailable } from "../../src/actors/runtime/unavailable.ts";
import { PartitionWorker } from "../../src/actors/runtime/worker/partition-worker.ts";
import { openLayout } from "../../src/store/layout/layout.ts";
import { describePartitions } from "../../src/store/partition/inspect.ts";
import { type StreamReader, streamReader } from "../../src/store/partition/stream-reader.ts";
import type { appendCommands } from "../../src/store/partition/streams.ts";
import { StoreClock } from "../../src/store/redis/clock.ts";
import { type ConnectionRole, Connections } from "../../src/store/redis/connection/connections.ts";
import { ready } from "../../src/store/redis/connection/ready.ts";
import { DurableWaits } from "../../src/store/redis/durability/durable-waits.ts";
import { References } from "../../src/store/references/references.ts";
import { addressOf, type Cleanup, redisUrl, withRedis } from "./redis.ts";
import { newestFirst } from "./runner/newest-first.ts";
import { unique } from "./service.ts";

export const PARTITIONS = 4;
const log = pino({ level: process.env["TEST_LOG"] ?? "silent" });

async function open(t: Cleanup, role: ConnectionRole, url = redisUrl()) {
  const connections = new Connections(addressOf(url), log);
  const redis = connections.open(role);
  t.after(() => connections.close(redis));
  await ready(redis, new AbortController().signal);
  return redis;
}

export interface HostSettings {
  leaseMs?: number;
  commandLifetimeMs?: number;
  handlers?: Handlers;
  /** Delivers replies in memory, as in a process that has both. */
  replies?: Replies;
  url?: string;
  /** Publishes no replies to other processes. */
  holdsReplies?: boolean;
  /** Replaces the connection of the host. */
  through?: (redis: Redis) => Redis;
  /** Replaces the reader of the host. */
  reading?: (reader: StreamReader) => StreamReader;
}

interface DispatcherSettings {
  url?: string;
  /** Gets no messages about other workers; it only finds out by its own checks. */
  isDeaf?: boolean;
  /** Waits until an outcome is durable. */
  isDurable?: boolean;
  append?: typeof appendCommands;
  /** Replaces the connection of the dispatcher. */
  through?: (redis: Redis) => Redis;
}

/** Creates dispatchers and hosts that share a separate key prefix. Each has its own connections. */
export async function withActors(test: Cleanup) {
  const t = newestFirst(test);
  const { redis, keys, prefix } = withRedis(t);
  const layout = await openLayout(redis, keys, PARTITIONS);

  /** Starts a host, which is stopped at the end, also if its start fails. */
  const newHost = async (settings: HostSettings = {}) => {
    const {
      leaseMs = 60_000,
      commandLifetimeMs = 60_000,
      handlers = HANDLERS,
      replies,
      url,
      through,
      reading = (reader) => reader,
      holdsReplies = false,
    } = settings;
    const connection = await open(t, "commands", url);
    const commands = through?.(connection) ?? connection;
    const seen = { deadLetters: 0, fenced: 0, wentBack: 0, served: 0, commands: 0 };
    const host = new PartitionWorker(
      {
        redis: commands,
        keys,
        references: new References(commands, keys, layout, commandLifetimeMs * 2),
        log,
        outboxLength: 1000,
        reader: reading(streamReader(await open(t, "blocking", url))),
      },
      { keys, handlers, localInstance: replies?.instance ?? "", commandLifetimeMs, holdsReplies },
      { partitions: PARTITIONS, leaseMs },
      {
        replies,
        watch: {
          onBatch(count) {
            seen.commands += count;
          },
          onServed(count) {
            seen.served = count;
          },
          onDeadLetter: () => seen.deadLetters++,
          onFenced: () => seen.fenced++,
          onWentBack: () => seen.wentBack++,
        },
      },
    );
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= host.stop());
    t.after(stop);
    return { id: host.id, seen, stop, start: () => host.start() };
  };
  const startHost = async (settings: HostSettings = {}) => {
    const host = await newHost(settings);
    await host.start();
    return host;
  };

  /** Waits that end immediately, because they wait for no replicas. */
  const newWaits = async () =>
    new DurableWaits(await open(t, "commands"), {
      wait: { command: "WAIT", args: [0] },
      timeoutMs: 1000,
      marks: [],
    });

  const startDispatcher = async (options: Partial<DispatcherOptions> & DispatcherSettings = {}) => {
    const { url, isDeaf = false, isDurable = false, append, through = (redis) => redis, ...rest } = options;
    const commands = through(await open(t, "commands", url));
    const replies = new Replies(unique("node"), keys, PARTITIONS);
    const clock = new StoreClock();
    await clock.compare(redis, keys);
    const waits = isDurable ? await newWaits() : undefined;
    const dispatcher = new Dispatcher({ redis: commands, keys, clock, log, append, waits }, replies, {
      replyTimeoutMs: 10_000,
      maxPending: 1000,
      maxWaiting: 1000,
      rememberMs: 120_000,
      ...rest,
    });
    const listening = new AbortController();
    if (!isDeaf)
      void replies.listen(streamReader(await open(t, "blocking", url)), commands, log, listening.signal);
    t.after(() => {
      listening.abort();
      dispatcher.close();
    });
    return { dispatcher, replies, clock };
  };

  /** Commands that wait, in all partitions. */
  const waiting = async () => {
    const partitions = await describePartitions(redis, keys, PARTITIONS);
    return partitions.reduce((sum, partition) => sum + partition.waiting, 0);
  };
  /** Worker of each partition. */
  const workers = async () => (await describePartitions(redis, keys, PARTITIONS)).map(({ worker }) => worker);
  const customer = (slot: string, partition = 1) => redis.hget(keys.customer(partition, slot), "j");
  return { redis, keys, prefix, layout, newHost, startHost, startDispatcher, waiting, workers, customer };
}

/** Returns the error that rejects a promise, which must be `Unavailable`. */
export async function refusal(promise: Promise<unknown>): Promise<Unavailable> {
  const err = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  assert.ok(err instanceof Unavailable, String(err));
  return err;
}

/** Returns a command that creates a customer in a new slot. */
export const newCustomer = (slot = unique("slot")): CreateCustomer => ({
  type: "CreateCustomer",
  storeKey: "t/s",
  slot,
  key: "0000000000000000",
  ref: slot,
  fields: {},
});
