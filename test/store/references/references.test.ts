import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import type { Claim, DatedClaim } from "../../../src/store/records/records.ts";
import { References } from "../../../src/store/references/references.ts";
import { withTurns } from "../../support/connections/turns.ts";
import {
  customerWith,
  metaWith,
  newCustomerId,
  newWishlistId,
  putState,
} from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const LIFETIME_MS = 1000;
const T0 = 1_700_000_000_000;
const LATER = T0 + LIFETIME_MS;

async function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const store = { redis, keys };
  // A command waits in each partition, so that no claim's command is known to be settled.
  const waiting = (partition: number) => redis.xadd(keys.commands(partition), "1-1", "c", "{}");
  await Promise.all([0, 1, 2, 3].map(waiting));
  const references = new References(redis, keys, await openLayout(redis, keys, 4), LIFETIME_MS);
  const claim = async (claimed: Claim, at: number) => (await references.claim([{ ...claimed, at }]))[0];
  /** A wishlist in the store that has a reference, or none. */
  const newWishlist = async (wishlistRef: string | null, fields: object = {}) => {
    const id = newWishlistId(2);
    await putState(store, 2, { kind: "meta", id }, metaWith({ wishlistRef, ...fields }));
    return id;
  };
  const newCustomer = async (fields: { email?: string; phone?: string }) => {
    const { id, key } = newCustomerId(1);
    const record = customerWith({ svc_customer_id: id, ...fields });
    const stateKey = { kind: "customer", id: `${storeKey}:${key}` } as const;
    await putState(store, 1, stateKey, { record, version: "v", former: null });
    return id;
  };
  return { redis, keys, store, references, claim, newWishlist, newCustomer };
}

const list = (holder: string): Claim => ({ reference: "wishlistRef", storeKey, value: "list", holder });
const mail = (holder: string): Claim => ({ reference: "email", storeKey, value: "ann@example.com", holder });
const call = (holder: string): Claim => ({ reference: "phone", storeKey, value: "+1555", holder });
const item = (holder: string): Claim => ({ reference: "itemRef", storeKey, value: "r1", holder });
const dated = (claim: Claim, at: number): DatedClaim => ({ ...claim, at });

describe("References.claim", () => {
  it("grants a reference to one of many holders", async (t) => {
    const { claim } = await setUp(t);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim(list(newWishlistId(1)), T0)));
    assert.equal(outcomes.filter((outcome) => outcome === "granted").length, 1);
  });

  it("grants it in each store, of each kind and with each value for itself", async (t) => {
    const { references } = await setUp(t);
    const one = list(newWishlistId(1));
    const claims = [one, { ...one, storeKey: "t/x" }, { ...one, value: "other" }, mail(newCustomerId(1).id)];
    const outcomes = await references.claim(claims.map((claim) => dated(claim, T0)));
    assert.deepEqual(
      outcomes,
      claims.map(() => "granted"),
    );
  });

  it("answers in the order of the claims, whatever their kind", async (t) => {
    const { references } = await setUp(t);
    const [mine, other] = [newWishlistId(1), newWishlistId(1)];
    const claims = [list(mine), item(mine), list(other), item(other), list(mine)];
    assert.deepEqual(await references.claim(claims.map((claim) => dated(claim, T0))), [
      "granted",
      "granted",
      "taken",
      "granted",
      "granted",
    ]);
  });

  it("lets a fresh claim be taken over once its command was settled and no entity has come of it", async (t) => {
    const { claim, redis, keys, newWishlist } = await setUp(t);
    const [gone, other] = [newWishlistId(2), newWishlistId(1)];
    assert.equal(await claim(list(gone), T0), "granted");
    assert.equal(await claim(list(other), T0 + 1), "taken");
    await redis.xtrim(keys.commands(2), "MAXLEN", 0);
    await redis.xadd(keys.commands(2), `${T0}-1`, "c", "{}");
    assert.equal(await claim(list(other), T0 + 1), "taken");
    await redis.xtrim(keys.commands(2), "MAXLEN", 0);
    await redis.xadd(keys.commands(2), `${T0 + 1}-0`, "c", "{}");
    assert.equal(await claim(list(other), T0 + 1), "granted");
    const borne = { ...list(await newWishlist("borne")), value: "borne" };
    await redis.xtrim(keys.commands(2), "MAXLEN", 0);
    assert.equal(await claim(borne, T0), "granted");
    assert.equal(await claim({ ...borne, holder: newWishlistId(1) }, T0 + 1), "taken");
  });

  it("grants a reference that its former holder releases at the same moment", async (t) => {
    const { redis, keys, newCustomer, references } = await setUp(t);
    for (const former of [mail(await newCustomer({})), list(newWishlistId(2))]) {
      await references.claim([dated(former, T0)]);
      // The commit of the deletion is in, and its reply out; the release follows.
      const racing = new Proxy(redis, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          if (name !== "hget") return value.bind(target) as unknown;
          return async (...args: unknown[]) => {
            const found = (await value.apply(target, args)) as unknown;
            await references.release([dated(former, LATER)]);
            return found;
          };
        },
      });
      const others = new References(racing, keys, await openLayout(redis, keys, 4), LIFETIME_MS);
      const taker = former.reference === "email" ? newCustomerId(1).id : newWishlistId(1);
      assert.deepEqual(await others.claim([dated({ ...former, holder: taker }, LATER)]), ["granted"]);
    }
  });

  it("looks at many that are taken at the same time, and grants each to its first claimant", async (t) => {
    const { redis, keys, references } = await setUp(t);
    const values = Array.from({ length: 300 }, (_, i) => `list ${i}`);
    const claimsAt = (at: number) => values.map((value) => dated({ ...list(newWishlistId(2)), value }, at));
    await references.claim(claimsAt(T0));
    const counted = withTurns(redis);
    const others = new References(counted.redis, keys, await openLayout(redis, keys, 4), LIFETIME_MS);
    const outcomes = await others.claim([...claimsAt(LATER), ...claimsAt(LATER)]);
    assert.deepEqual(outcomes, [...values.map(() => "granted"), ...values.map(() => "taken")]);
    assert.ok(counted.seen.turns < 100, `${counted.seen.turns} turns`);
  });

  it("keeps a fresh claim for its holder, be there an entity or not", async (t) => {
    const { claim } = await setUp(t);
    const first = newWishlistId(2);
    assert.equal(await claim(list(first), T0), "granted");
    assert.equal(await claim(list(newWishlistId(2)), LATER - 1), "taken");
    assert.equal(await claim(list(first), LATER - 1), "granted");
    assert.equal(await claim(list(newWishlistId(2)), LATER), "taken");
  });

  it("lets an old claim be taken over if its entity was never created", async (t) => {
    const { claim, references } = await setUp(t);
    const [first, second] = [newWishlistId(2), newWishlistId(2)];
    await claim(list(first), T0);
    assert.equal(await claim(list(second), LATER), "granted");
    assert.equal(await references.wishlistWith(storeKey, "list"), second);
    assert.equal(await claim(list(first), LATER), "taken");
  });

  it("lets it be taken over by one of many", async (t) => {
    const { claim } = await setUp(t);
    await claim(mail(newCustomerId(1).id), T0);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => claim(mail(newCustomerId(1).id), LATER)),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "granted").length, 1);
  });

  it("keeps an old claim if its entity has the reference", async (t) => {
    const { claim, newWishlist, newCustomer } = await setUp(t);
    const held = [
      list(await newWishlist("list")),
      mail(await newCustomer({ email: "Ann@Example.com" })),
      call(await newCustomer({ phone: "+1555" })),
    ];
    for (const one of held) {
      assert.equal(await claim(one, T0), "granted");
      const holder = one.reference === "wishlistRef" ? newWishlistId(2) : newCustomerId(1).id;
      assert.equal(await claim({ ...one, holder }, LATER * 2), "taken", one.reference);
    }
  });

  it("lets an old claim be taken over if its entity has another reference or is deleted", async (t) => {
    const { claim, newWishlist, newCustomer } = await setUp(t);
    const left = [
      list(await newWishlist("other")),
      list(await newWishlist("list", { deleted: true })),
      list(await newWishlist("list", { storeKey: "t/x" })),
      mail(await newCustomer({ email: "eve@example.com" })),
      mail(await newCustomer({})),
      call(await newCustomer({ phone: "+1556" })),
      list("no id at all"),
      mail("no id at all"),
    ];
    for (const [i, one] of left.entries()) {
      const claimed = { ...one, storeKey: one.storeKey };
      const at = T0 + i * LIFETIME_MS * 2;
      assert.equal(await claim(claimed, at), "granted", i.toString());
      const holder = one.reference === "wishlistRef" ? newWishlistId(2) : newCustomerId(1).id;
      assert.equal(await claim({ ...claimed, holder }, at + LIFETIME_MS), "granted", i.toString());
    }
  });

  it("keeps the claim of an entity whose record cannot be decoded, because it may have the reference", async (t) => {
    const { claim, redis, keys, newWishlist } = await setUp(t);
    const id = await newWishlist("list");
    await redis.hset(keys.wishlist(2, id), "m", "{not json");
    await claim(list(id), T0);
    assert.equal(await claim(list(newWishlistId(2)), LATER), "taken");
  });
});

describe("References.release", () => {
  it("gives a reference back for its holder alone", async (t) => {
    const { claim, references } = await setUp(t);
    const [first, second] = [newWishlistId(2), newWishlistId(2)];
    await claim(list(first), T0);
    await references.release([dated(list(second), T0)]);
    assert.equal(await references.wishlistWith(storeKey, "list"), first);
    await references.release([dated(list(first), T0)]);
    assert.equal(await references.wishlistWith(storeKey, "list"), undefined);
    assert.equal(await claim(list(second), T0), "granted");
  });

  it("keeps a reference that its holder has, or has claimed again since", async (t) => {
    const { claim, references, newWishlist, newCustomer } = await setUp(t);
    const held = [list(await newWishlist("list")), mail(await newCustomer({ email: "ann@example.com" }))];
    for (const one of held) {
      await claim(one, T0);
      await references.release([dated(one, LATER)]);
      const holder = one.reference === "wishlistRef" ? newWishlistId(2) : newCustomerId(1).id;
      assert.equal(await claim({ ...one, holder }, T0), "taken");
    }
    const again = call(newCustomerId(1).id);
    await claim(again, LATER);
    await references.release([dated(again, T0)]);
    assert.equal(await claim(call(newCustomerId(1).id), LATER), "taken");
  });

  it("removes a wishlist as holder of an item reference, unless it has such an item", async (t) => {
    const { references, store } = await setUp(t);
    const [bearer, former] = [newWishlistId(2), newWishlistId(3)];
    await putState(store, 2, { kind: "itemIndex", id: bearer, field: "fr1" }, [1]);
    const claims = [bearer, former].map((id) => dated(item(id), T0));
    await references.claim(claims);
    await references.release(claims);
    assert.deepEqual(await references.wishlistsWithItem(storeKey, "r1"), {
      wishlistIds: [bearer],
      more: false,
    });
  });
});

describe("References.wishlistsWithItem", () => {
  it("names up to 21 holders, and says when there are more", async (t) => {
    const { references } = await setUp(t);
    assert.deepEqual(await references.wishlistsWithItem(storeKey, "r1"), { wishlistIds: [], more: false });
    const ids = Array.from({ length: 22 }, () => newWishlistId(2));
    const holders = ids.map((id) => dated(item(id), T0));
    await references.claim(holders.slice(0, 21));
    const noted = ids.slice(0, 21);
    assert.deepEqual(await references.wishlistsWithItem(storeKey, "r1"), { wishlistIds: noted, more: false });
    await references.claim(holders.slice(21));
    assert.deepEqual(await references.wishlistsWithItem(storeKey, "r1"), { wishlistIds: noted, more: true });
  });
});

describe("References.customerWith", () => {
  it("finds the customer by an e-mail address in any case, and by a phone number", async (t) => {
    const { references, newCustomer } = await setUp(t);
    const ann = await newCustomer({ email: "Ann@Example.com", phone: "+1555" });
    await references.claim([mail(ann), call(ann)].map((claim) => dated(claim, T0)));
    assert.equal(await references.customerWith(storeKey, "email", "ANN@example.com"), ann);
    assert.equal(await references.customerWith(storeKey, "phone", "+1555"), ann);
    assert.equal(await references.customerWith("t/x", "email", "ann@example.com"), undefined);
  });
});
