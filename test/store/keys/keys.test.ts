import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { slotOfKey } from "../../../src/store/keys/hash-slot.ts";
import { Keys } from "../../../src/store/keys/keys.ts";
import { partitionTags } from "../../../src/store/keys/partition-tags.ts";
import { scriptSource } from "../../../src/store/redis/script.ts";
import { atEnd, keysWith, newPrefix } from "../../support/redis.ts";
import { monitor } from "../../support/servers/monitor.ts";
import {
  type Answer,
  type Caller,
  CS,
  given,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const PARTITIONS = 8;
/** Keys that are used alone, so that their slot does not matter. */
const UNTAGGED = ["meta", "token-failures"];
const GLOBAL_TAGS = ["workers", "nodes", "relays", "tenants"];
/** Tags of one queue, tenant, export or job each. */
const TAG_OF_ONE = /^(jobs|tenant|export|job)\.[a-z0-9-]+$/;
/** Keys that the commits of a mixed load use. */
const TOUCHED = ["owner", "commands", "outbox", "dead", "releases", "replies", "answer", "kept"].concat([
  "w",
  "z",
  "x",
  "g",
  "c",
  "l",
]);
const COMMIT = scriptSource("partition/commit-batches");
const COMMIT_DIGEST = createHash("sha1").update(COMMIT).digest("hex");

/** The hash tag by which Redis Cluster places a key; undefined if the whole key counts. */
function tagOf(key: string): string | undefined {
  const start = key.indexOf("{");
  const end = key.indexOf("}", start + 1);
  return start >= 0 && end > start + 1 ? key.slice(start + 1, end) : undefined;
}

const isPartition = (tag: string | undefined) => partitionTags(PARTITIONS).includes(tag ?? "");

/** Sends a request, again while the service is unavailable: MONITOR of the Redis of all tests makes it slow. */
async function accepted(send: () => Promise<Answer>): Promise<void> {
  let answer = await send();
  await until("the service is available", async () => {
    if (answer.status === 503) answer = await send();
    return answer.status !== 503;
  });
  assert.ok(answer.status < 300, answer.text);
}

/** Sends requests of every kind. */
async function useAll(shop: Caller): Promise<void> {
  const key = () => ({ headers: { "Idempotency-Key": unique("key") } });
  for (let i = 0; i < 12; i++) {
    const phone = `+49${process.pid}${i}`;
    const customer = await shop.newCustomer({ email: `${unique("ann{1}")}@example.com`, phone });
    const list = await shop.newWishlist({ customerRef: customer.id, wishlistRef: unique("{2}list") });
    const items: { id: string }[] = [];
    for (let n = 0; n < 3; n++) {
      items.push(await shop.newItem(list.id, { wishlistItemRef: unique("item{3}"), notifyMe: true }));
    }
    const [first, second] = [given(items[0]), given(items[1])];
    const requests = [
      () => shop.put(`${WS}/wishlist/items/id=${first.id}`, { wishlistItemRef: unique("{4}") }, key()),
      () => shop.delete(`${WS}/wishlist/items/${second.id}`, key()),
      () => shop.put(`${WS}/wishlists`, { id: list.id, wishlistRef: unique("l") }, key()),
      () => shop.put(`${CS}/customers`, { id: customer.id, phone: null }, key()),
      () => shop.post(`${CS}/upload-customers`, { customers: [{ id: unique("{5}") }] }, key()),
      () => shop.get(`${WS}/wishlists/lookup?customerRef=${customer.id}`),
    ];
    if (i % 3 === 0) requests.push(() => shop.delete(`${WS}/wishlists?id=${list.id}`, key()));
    if (i % 3 === 1) requests.push(() => shop.delete(`${CS}/customers/${customer.id}`, key()));
    for (const request of requests) await accepted(request);
  }
}

/** Adds dead letters that cannot be decoded. */
async function park({ redis, keys }: Service): Promise<void> {
  await redis.xadd(keys.commands(3), "*", "c", "{not json");
  await until("the dead letter", async () => (await redis.xlen(keys.deadLetters(3))) === 1);
}

/** Keys and arguments of a script call; undefined for any other command. */
function scriptCall([command = "", script = "", count = "0", ...rest]: string[]) {
  if (!/^eval(sha)?$/i.test(command)) return undefined;
  return { script, keys: rest.slice(0, Number(count)), args: rest.slice(Number(count)) };
}

/** Keys of each committed batch. */
function turnsIn(calls: string[][], prefix: string): string[][] {
  return calls.flatMap((call) => {
    const { script = "", keys = [], args = [] } = scriptCall(call) ?? {};
    if (![COMMIT, COMMIT_DIGEST].includes(script) || !keys[0]?.startsWith(prefix)) return [];
    let start = 0;
    return (JSON.parse(given(args[0])) as { keys: number }[]).map((batch) => {
      start += batch.keys;
      return keys.slice(start - batch.keys, start);
    });
  });
}

const suite = atEnd();
let http: Service;
/** All commands of the services. */
let calls: string[][] = [];
before(async () => {
  const settings = { PARTITIONS: PARTITIONS.toString() };
  // One process for each role, so that replies pass between processes.
  const worker = await startService(suite, { ...settings, ROLE: "worker" });
  const sent = await monitor(suite, worker);
  http = await startService(suite, { ...settings, ROLE: "http" }, { prefix: worker.prefix });
  await startService(suite, { ...settings, ROLE: "jobs" }, { prefix: worker.prefix });
  await useAll(await http.newCaller());
  await park(http);
  calls = await sent();
});

describe("the keys of a service", () => {
  it("carry the hash tag of one partition in each batch that is committed", () => {
    const batches = turnsIn(calls, http.prefix);
    assert.ok(batches.length > 50, `${batches.length} batches`);
    const kinds = new Set<string>();
    for (const keys of batches) {
      const tags = new Set(keys.map(tagOf));
      assert.ok(tags.size === 1 && isPartition(tagOf(keys[0] ?? "")), keys.join(" "));
      for (const key of keys) kinds.add(key.slice(http.prefix.length).replace(/^\{\w+\}:(\w+).*$/, "$1"));
    }
    for (const kind of TOUCHED) assert.ok(kinds.has(kind), `no commit has used ${kind}`);
  });

  it("have one hash tag each, which is a partition or one of few, except keys that are used alone", async () => {
    const keys = await keysWith(http.redis, http.prefix);
    assert.ok(keys.length > 100, `${keys.length} keys`);
    const seen = new Set<string>();
    for (const key of keys) {
      const tag = tagOf(key);
      const name = key.slice(http.prefix.length);
      if (tag === undefined) assert.ok(UNTAGGED.includes(name.split(":")[0] ?? ""), key);
      else assert.ok(isPartition(tag) || GLOBAL_TAGS.includes(tag) || TAG_OF_ONE.test(tag), key);
      // Further braces would come from user text, which belongs in values.
      assert.equal(key.split(/[{}]/).length, tag === undefined ? 1 : 3, key);
      if (tag !== undefined) seen.add(tag);
    }
    for (const tag of [...GLOBAL_TAGS, ...partitionTags(PARTITIONS), "jobs.webhooks"])
      assert.ok(seen.has(tag), tag);
  });

  it("start with the prefix in every script call", () => {
    const ours = calls.flatMap((call) => scriptCall(call)?.keys ?? []);
    const isOurs = (keys: string[]) => keys.some((key) => key.startsWith(http.prefix));
    assert.ok(isOurs(ours));
    for (const call of calls) {
      const keys = scriptCall(call)?.keys ?? [];
      if (isOurs(keys)) for (const key of keys) assert.ok(key.startsWith(http.prefix), key);
    }
  });
});

describe("Keys", () => {
  it("differ for different entities, and have the tag of their partition, for any text", () => {
    const partition = fc.nat(1023);
    const text = fc.string({ unit: "grapheme" });
    const names = ["commands", "lease", "cancelled", "outbox", "deadLetters", "releases"] as const;
    const named = [
      "replies",
      "answer",
      "answersOf",
      "formerAnswersOf",
      "wishlist",
      "itemOrder",
      "itemIndex",
      "removedItems",
    ] as const;
    fc.assert(
      fc.property(partition, text, text, (number, one, other) => {
        const prefix = newPrefix();
        const keys = new Keys(prefix, 1024);
        const all = [
          ...names.map((name) => keys[name](number)),
          ...named.flatMap((name) => [...new Set([one, other])].map((of) => keys[name](number, of))),
          keys.customer(number, one),
          keys.customerWishlists(number, one),
          keys.idempotency(number, one),
          keys.references(number, "email", one),
        ];
        for (const key of all) {
          assert.ok(key.startsWith(prefix));
          assert.equal(tagOf(key), keys.tag(number));
        }
        assert.equal(new Set(all).size, all.length);
      }),
    );
  });
});

describe("partitionTags", () => {
  it("puts each partition into the middle of its part of the slots: evenly on 2, 4, 8 ... masters", () => {
    for (const partitions of [1, 2, 16, 48, 64, 256, 1024]) {
      const slots = partitionTags(partitions).map((tag) => slotOfKey(`wl:{${tag}}:commands`));
      const middles = slots.map((_, partition) => Math.floor(((partition + 0.5) * 16_384) / partitions));
      assert.deepEqual(slots, middles);
    }
  });

  it("gives tags that no other key has", () => {
    for (const tag of partitionTags(1024)) assert.match(tag, /^p[0-9a-z]+$/);
    assert.equal(new Set(partitionTags(1024)).size, 1024);
  });
});
