import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Job } from "bullmq";
import { pino } from "pino";
import { sweepReferences } from "../../src/jobs/maintenance/sweep-references.ts";
import { openLayout } from "../../src/store/layout/layout.ts";
import { IndexReads } from "../../src/store/maintenance/index-reads.ts";
import type { Claim } from "../../src/store/records/records.ts";
import { historyOf } from "../../src/store/redis/server/history.ts";
import { References } from "../../src/store/references/references.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import {
  customerWith,
  metaWith,
  newCustomerId,
  newWishlistId,
  putState,
} from "../support/data/state-keys.ts";
import { keysWith, withRedis } from "../support/redis.ts";

const PARTITIONS = 4;
const LIFETIME_MS = 60_000;

/** The clock of Redis: that of this process is an hour ahead. */
const storeNow = () => Date.now() - 3_600_000;

async function setUp(t: TestContext) {
  const { redis, keys, prefix } = withRedis(t);
  const store = { redis, keys };
  const references = new References(redis, keys, await openLayout(redis, keys, PARTITIONS), LIFETIME_MS);
  const tenants = new Tenants(redis, keys);
  await tenants.create("shop", { store: "berlin" });
  const log = pino({ level: "silent" });
  const sweep = sweepReferences({
    ...{ tenants, references, partitions: PARTITIONS, now: storeNow, log },
    ...{ reads: new IndexReads(redis, keys), history: () => historyOf(redis) },
    matchLater: () => Promise.resolve(),
  });
  const progress: unknown[] = [];
  const job = { updateProgress: (value: unknown) => Promise.resolve(void progress.push(value)) };
  const run = () => sweep(job as unknown as Job, "token");
  const claim = (claims: Claim[], at: number) => references.claim(claims.map((each) => ({ ...each, at })));
  /** Every existing claim, as `<kind> <storeKey> <value>`. */
  const held = async () => {
    const found: string[] = [];
    for (const key of await keysWith(redis, prefix)) {
      const [, kind, storeKey = ""] = /\}:(email|phone|wishlistRef|itemRef):(.+)$/.exec(key) ?? [];
      if (kind) for (const value of await redis.hkeys(key)) found.push(`${kind} ${storeKey} ${value}`);
    }
    return found.sort();
  };
  return { store, run, claim, held, progress };
}

const stale = () => storeNow() - LIFETIME_MS - 1;
const unusedClaims = (storeKey: string, start: string): Claim[] => [
  { reference: "email", storeKey, value: `${start}@example.com`, holder: newCustomerId(1).id },
  { reference: "phone", storeKey, value: `+1${start}`, holder: newCustomerId(2).id },
  { reference: "wishlistRef", storeKey, value: `list ${start}`, holder: newWishlistId(3) },
];

describe("the sweep of references", () => {
  it("releases stale claims of every kind, in every store, whose entity does not exist", async (t) => {
    const { run, claim, held, progress } = await setUp(t);
    const scopes = ["shop/default", "shop/berlin"];
    const claims = scopes.flatMap((storeKey) =>
      ["a", "b", "c"].flatMap((start) => unusedClaims(storeKey, start)),
    );
    await claim(claims, stale());
    assert.equal(await run(), claims.length);
    assert.deepEqual(await held(), []);
    assert.deepEqual(progress.at(-1), { stores: scopes.length, of: scopes.length });
  });

  it("keeps fresh claims: their command may still be pending", async (t) => {
    const { run, claim, held } = await setUp(t);
    await claim(unusedClaims("shop/berlin", "a"), storeNow());
    assert.equal(await run(), 0);
    assert.equal((await held()).length, 3);
  });

  it("keeps claims that an entity uses, however old, and releases those that it no longer uses", async (t) => {
    const { store, run, claim, held } = await setUp(t);
    const storeKey = "shop/berlin";
    const { id: customer, key } = newCustomerId(1);
    const record = customerWith({ svc_customer_id: customer, email: "Ann@Example.com", phone: "+1555" });
    const slot = `${storeKey}:${key}`;
    await putState(store, 1, { kind: "customer", id: slot }, { record, version: "v", former: null });
    const list = newWishlistId(2);
    await putState(store, 2, { kind: "meta", id: list }, metaWith({ storeKey, wishlistRef: "list" }));
    const ofCustomer = { storeKey, holder: customer };
    const used: Claim[] = [
      { ...ofCustomer, reference: "email", value: "ann@example.com" },
      { ...ofCustomer, reference: "phone", value: "+1555" },
      { storeKey, holder: list, reference: "wishlistRef", value: "list" },
    ];
    const former: Claim[] = [
      { ...ofCustomer, reference: "email", value: "old@example.com" },
      { storeKey, holder: list, reference: "wishlistRef", value: "old list" },
    ];
    await claim([...used, ...former], stale());
    assert.equal(await run(), former.length);
    const kept = used.map(({ reference, value }) => `${reference} ${storeKey} ${value}`);
    assert.deepEqual(await held(), kept.sort());
  });

  it("releases more claims than it checks at once", async (t) => {
    const { run, claim, held } = await setUp(t);
    const claims = Array.from({ length: 1500 }, (_, i) => unusedClaims("shop/berlin", i.toString())).flat();
    await claim(claims, stale());
    assert.equal(await run(), claims.length);
    assert.deepEqual(await held(), []);
  });

  it("may run twice at once, and releases every claim once", async (t) => {
    const { run, claim, held } = await setUp(t);
    const claims = Array.from({ length: 50 }, (_, i) => unusedClaims("shop/berlin", i.toString())).flat();
    await claim(claims, stale());
    const [one, other] = await Promise.all([run(), run()]);
    assert.equal(one + other, claims.length);
    assert.deepEqual(await held(), []);
  });
});
