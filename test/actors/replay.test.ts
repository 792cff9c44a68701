import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { pino } from "pino";
import { runTurns } from "../../src/actors/batch.ts";
import { seal } from "../../src/actors/envelope.ts";
import { HANDLERS } from "../../src/actors/handlers.ts";
import type { Command } from "../../src/actors/messages.ts";
import { EntryMoment, receive } from "../../src/actors/received.ts";
import { PartitionTurn } from "../../src/actors/turn.ts";
import { wishlistId } from "../../src/store/ids.ts";
import { openLayout } from "../../src/store/layout.ts";
import { acquireLease } from "../../src/store/leases.ts";
import { References } from "../../src/store/references.ts";
import { dump, keysWith, withRedis } from "../support/redis.ts";

const PARTITION = 3;
const START_MS = 1_800_000_000_000;
const scope = "t/s";
const customer = { scope, slot: `${scope}:key`, key: "key" };
const at = (i: number) => ({ ms: START_MS + Math.floor(i / 3), seq: i % 3 });
const entryIdOf = (i: number) => `${at(i).ms}-${at(i).seq}`;

/** Makes a command once the ids of the wishlists are known that commands before it create. */
type Make = (idOf: (list: number) => string) => Command;

const making = <T>(values: fc.Arbitrary<T>, make: (value: T, idOf: (list: number) => string) => Command) =>
  values.map(
    (value): Make =>
      (idOf) =>
        make(value, idOf),
  );

const list = fc.nat(2);

const command: fc.Arbitrary<Make> = fc.oneof(
  making(fc.option(fc.constantFrom("a", "b")), (wishlistRef) => ({
    type: "CreateWishlist",
    ...customer,
    fields: { name: "list", wishlistRef },
  })),
  making(
    fc.record({
      list,
      variant: fc.nat(3),
      ref: fc.option(fc.constantFrom("x", "y")),
      notifyMe: fc.boolean(),
    }),
    (wish, idOf) => ({
      type: "AddItem",
      scope,
      wishlistId: idOf(wish.list),
      item: {
        product: { productRef: "p", selectedVariantRef: `v${wish.variant}` },
        wishlistItemRef: wish.ref,
        notifyMe: wish.notifyMe,
      },
      allowDuplicates: false,
    }),
  ),
  making(fc.record({ list, number: fc.nat(4) }), (item, idOf) => ({
    type: "RemoveItem",
    scope,
    wishlistId: idOf(item.list),
    number: item.number,
  })),
  making(fc.record({ list, wishlistRef: fc.constantFrom("a", "b", "c") }), (change, idOf) => ({
    type: "UpdateWishlist",
    scope,
    wishlistId: idOf(change.list),
    changes: { wishlistRef: change.wishlistRef },
  })),
  making(list, (index, idOf) => ({ type: "DeleteWishlist", scope, wishlistId: idOf(index) })),
);

/** Payloads of a stream that starts with a customer. Ids come from the places of the commands that make them. */
function payloadsOf(commands: Make[]): string[] {
  const ids: string[] = [];
  const first = seal({
    node: "",
    ask: "",
    command: { type: "CreateCustomer", ...customer, ref: "c", fields: {} },
  });
  const payloads = [first];
  for (const make of commands) {
    const i = payloads.length;
    const made = make((index) => ids[index] ?? "w");
    const payload = seal({ node: "", ask: "", command: made });
    if (made.type === "CreateWishlist") {
      ids.push(new EntryMoment(receive(entryIdOf(i), payload), PARTITION).newWishlistId);
    }
    payloads.push(payload);
  }
  return payloads;
}

/** Applies a stream in turns of the given lengths, and gives all that it leaves in the store. */
async function replay(
  t: TestContext,
  payloads: string[],
  lengths: number[],
): Promise<Record<string, string>> {
  const { redis, keys, prefix } = withRedis(t);
  const layout = await openLayout(redis, keys, 4);
  const lease = await acquireLease(redis, keys, PARTITION, { owner: "worker", ms: 60_000 });
  assert.ok(lease);
  const store = {
    redis,
    keys,
    references: new References(redis, keys, layout, 1e12),
    log: pino({ level: "silent" }),
    outboxLength: 1_000_000,
  };
  const settings = { keys, handlers: HANDLERS, localNode: "", commandLifetimeMs: 1e12 };
  const received = payloads.map((payload, i) => receive(entryIdOf(i), payload));
  for (const { entryId, payload } of received)
    await redis.xadd(keys.commands(PARTITION), entryId, "c", payload);
  let cursor = lease.cursor;
  for (let done = 0, cut = 0; done < received.length; cut++) {
    const commands = received.slice(done, done + (lengths[cut % lengths.length] ?? 1));
    const start = { lease, cursor, cancels: "0", excluded: new Map(), commands };
    const [result] = await runTurns(store, [new PartitionTurn(settings, start)], () => false);
    assert.equal(result?.outcome.word, "committed");
    await store.references.release([...result.turn.releases, ...result.turn.unusedClaims]);
    done += result.turn.commands.length;
    cursor = result.turn.end;
  }
  const left: Record<string, string> = {};
  for (const key of await keysWith(redis, prefix)) {
    const name = key.slice(prefix.length);
    if (name === "meta" || name.endsWith("owner") || name.endsWith("releases")) continue;
    const text = await dump(redis, key);
    // Who holds an item reference is a set: its order means nothing.
    left[name] = name.includes("itemRef") ? text.split(/[" ]/).sort().join(" ") : text;
  }
  return left;
}

describe("a partition's stream", () => {
  it("gives the same bytes however it is cut into turns", async (t) => {
    const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
    const stream = fc.array(command, { minLength: 5, maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(stream, lengths, async (commands, cuts) => {
        const payloads = payloadsOf(commands);
        const one = await replay(t, payloads, [1]);
        const other = await replay(t, payloads, cuts);
        assert.deepEqual(other, one);
        assert.ok(Object.keys(one).length > 0);
      }),
      { numRuns: 40 },
    );
  });

  it("makes the ids that sort by the place of their commands", () => {
    const ids = [0, 1, 2, 3, 40].map((i) => wishlistId(at(i), PARTITION, "00000"));
    assert.deepEqual([...ids].sort(), ids);
  });
});
