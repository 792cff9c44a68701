import type { Redis } from "ioredis";
import { weighedBatches } from "../../../collections/batches.ts";
import { groupedBy } from "../../../collections/grouped.ts";
import type { Keys } from "../../keys/keys.ts";
import { settlePerSlot } from "../../redis/connection/cluster/per-slot.ts";
import { readFieldLists } from "../../redis/replies.ts";
import { loadTypedScript } from "../../redis/script.ts";
import { type Fields, LoadPlan, type LoadRequest } from "./load-plan.ts";
import { readExcess, readLargeHash } from "./scan-hash.ts";
import { scanItems } from "./scan-items.ts";
import { type Extent, type Ledger, scanLedger } from "./scan-ledger.ts";
import { type StateKey, Unreadable } from "./state-keys.ts";
import { STATE } from "./state-kinds.ts";

const loadStateScript = loadTypedScript("partition/load-state", readFieldLists);

/** Maximum number of fields and whole keys that one script reads: other clients of the server wait for it. */
const MAX_READ = 4000;

const weightOf = ({ kind, args }: LoadRequest) => (kind === "fields" ? args.length : 1);

/** A state key to read, and the callback that takes its value. */
export interface StateRead {
  partition: number;
  stateKey: StateKey;
  load: (stateKey: StateKey, value: unknown) => void;
}

/** Decodes a value. If that fails, only its own state key fails, not the others that are read with it. */
function decoded(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (cause) {
    return new Unreadable(cause);
  }
}

function plan(keys: Keys, partitionPlan: LoadPlan, { partition, stateKey, load }: StateRead): void {
  const { read } = STATE[stateKey.kind];
  if (!read) throw new Error(`state keys of kind ${stateKey.kind} cannot be read`);
  const { requests, valueIn } = read(keys, partition, stateKey);
  const replies: Fields[] = [];
  let missing = requests.length;
  for (const [i, request] of requests.entries())
    partitionPlan.add(request, (reply) => {
      replies[i] = reply;
      if (--missing === 0)
        load(
          stateKey,
          decoded(() => valueIn(...replies)),
        );
    });
}

const EXTENTS: readonly Extent[] = ["all", "some", "newest"];

/** Reads requests. Resolves to the outcome of each. */
type Read = (redis: Redis, requests: readonly LoadRequest[]) => Promise<PromiseSettledResult<Fields>[]>;

/** Returns a function that searches purchases or alerts, once for all requests of a hash. */
const searching =
  (ledger: Ledger): Read =>
  (redis, requests) => {
    const found = new Map<LoadRequest, Promise<Fields>>();
    for (const [key, ofKey] of groupedBy(requests, (request) => request.key)) {
      const wanted = ofKey.map(({ args: [name, ...names] }) => ({
        extent: EXTENTS.find((extent) => extent === name) ?? "all",
        names,
      }));
      const search = scanLedger(redis, key, ledger, wanted);
      for (const [i, request] of ofKey.entries())
        found.set(
          request,
          search.then((all) => all[i] ?? []),
        );
    }
    return Promise.allSettled(requests.map(async (request) => (await found.get(request)) ?? []));
  };

/** Returns a function that reads each request by itself. */
const readingEach =
  (read: (redis: Redis, request: LoadRequest) => Promise<Fields>): Read =>
  (redis, requests) =>
    Promise.allSettled(requests.map((request) => read(redis, request)));

/** Reads keys by scripts, one after the other if they are too much for one. Resolves to the reply of each request. */
async function readByScripts(redis: Redis, requests: readonly LoadRequest[]): Promise<readonly Fields[]> {
  const replies: Fields[] = [];
  for (const part of weighedBatches(requests, MAX_READ, weightOf)) {
    let unread = part;
    while (unread.length > 0) {
      const keys = unread.map(({ key }) => key);
      const args = [JSON.stringify(unread.map(({ kind, args: its }) => [kind, ...its]))];
      const read = await loadStateScript.run(redis, keys, args);
      if (read.length === 0) throw new Error("load-state returned no reply");
      replies.push(...read);
      unread = unread.slice(read.length);
    }
  }
  return replies;
}

const readAllByScripts: Read = (redis, requests) =>
  settlePerSlot(
    redis,
    requests,
    ({ key }) => key,
    (part) => readByScripts(redis, part),
  );

/** How requests for what may be large are read: in pages. Scripts read all others. */
const LARGE: Partial<Record<LoadRequest["kind"], Read>> = {
  purchases: searching("purchases"),
  alerts: searching("alerts"),
  hash: readingEach((redis, { key }) => readLargeHash(redis, key)),
  excess: readingEach((redis, { key, args: [limit] }) => readExcess(redis, key, Number(limit))),
  items: readingEach((redis, { key, args }) => scanItems(redis, key, args)),
};

/**
 * Reads state keys of several partitions in one round trip, except for those that may be large. `load` is called
 * with each state key and its value, null if there is none. `onRead` is called with the number of characters that were
 * read from each partition. Resolves to the partitions that could not be read, with their errors.
 */
export async function loadState(
  redis: Redis,
  keys: Keys,
  wanted: Iterable<StateRead>,
  onRead?: (partition: number, characters: number) => void,
): Promise<Map<number, unknown>> {
  const plans = new Map<number, LoadPlan>();
  for (const { partition, stateKey, load } of wanted) {
    let partitionPlan = plans.get(partition);
    if (!partitionPlan) plans.set(partition, (partitionPlan = new LoadPlan(partition)));
    plan(keys, partitionPlan, { partition, stateKey, load });
  }
  const all = [...plans.values()].flatMap((each) => each.requests);
  const reads = [...groupedBy(all, ({ kind }) => LARGE[kind] ?? readAllByScripts)].map(
    async ([read, requests]) => {
      const outcomes = await read(redis, requests);
      return requests.map((request, i) => ({ request, outcome: outcomes[i] }));
    },
  );
  const failures = new Map<number, unknown>();
  const characters = new Map<number, number>();
  for (const { request, outcome } of (await Promise.all(reads)).flat()) {
    const { partition, resolve } = request;
    if (outcome?.status !== "fulfilled") {
      failures.set(partition, outcome?.reason);
      continue;
    }
    resolve(outcome.value);
    let read = characters.get(partition) ?? 0;
    for (const text of outcome.value) read += text?.length ?? 0;
    characters.set(partition, read);
  }
  for (const [partition, read] of characters) onRead?.(partition, read);
  return failures;
}
