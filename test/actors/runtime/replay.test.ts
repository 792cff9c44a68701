import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { pino } from "pino";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { PartitionBatch } from "../../../src/actors/runtime/batch/partition-batch.ts";
import { runBatches } from "../../../src/actors/runtime/batch/run-batches.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { EntryContext, receive } from "../../../src/actors/runtime/stream-command.ts";
import { defined } from "../../../src/collections/defined.ts";
import { wishlistId } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { sweepHolders } from "../../../src/store/references/holder-sweep.ts";
import { References } from "../../../src/store/references/references.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { Known, type Make } from "../../support/document/known.ts";
import { leaseOf } from "../../support/lease.ts";
import { anyCommandOf, anyCommands } from "../../support/models/any-command.ts";
import { customerAt } from "../../support/models/any-values.ts";
import { dump, keysWith, withRedis } from "../../support/redis.ts";

const PARTITIONS = 4;
const PARTITION = 3;
const START_MS = 1_800_000_000_000;
const at = (i: number) => ({ ms: START_MS + Math.floor(i / 3), seq: i % 3 });
const entryIdOf = (i: number) => `${at(i).ms}-${at(i).seq}`;

/** Payloads of a stream. Ids come from the places of the commands that make them. */
function payloadsOf(commands: Make[]): string[] {
  const known = new Known();
  const payloads: string[] = [];
  for (const make of commands) {
    const i = payloads.length;
    const made = make(known);
    const payload = encodeCommand({ instance: "", requestId: "", command: made });
    const context = () => new EntryContext(receive(entryIdOf(i), payload), PARTITION);
    if (made.type === "CreateWishlist") known.noteWishlist(context().newWishlistId);
    if (made.type === "CreateShare")
      known.noteShare({ wishlistId: made.wishlistId, shareId: context().newShareId });
    payloads.push(payload);
  }
  return payloads;
}

/** Applies a stream in batches of the given lengths, and gives all that it leaves in the store, and its replies. */
async function replay(
  t: TestContext,
  payloads: string[],
  lengths: number[],
): Promise<Record<string, unknown>> {
  const { redis, keys, prefix } = withRedis(t);
  const layout = await openLayout(redis, keys, PARTITIONS);
  const lease = await leaseOf(redis, keys, PARTITION, { worker: "worker" });
  const store = {
    redis,
    keys,
    references: new References(redis, keys, layout, 1e12),
    log: pino({ level: "silent" }),
    outboxLength: 1_000_000,
  };
  const settings = { keys, handlers: HANDLERS, localInstance: "", commandLifetimeMs: 1e12 };
  const received = payloads.map((payload, i) => receive(entryIdOf(i), payload));
  for (const { entryId, payload } of received)
    await redis.xadd(keys.commands(PARTITION), entryId, "c", payload);
  const replies: unknown[] = [];
  let cursor = lease.cursor;
  for (let done = 0, cut = 0; done < received.length; cut++) {
    const commands = received.slice(done, done + (lengths[cut % lengths.length] ?? 1));
    const start = { lease, cursor, cancels: "0", excluded: new Map(), commands };
    const [result] = await runBatches(store, [new PartitionBatch(settings, start)]);
    assert.equal(result?.outcome.kind, "committed");
    assert.deepEqual(result.batch.deadLetters, []);
    await store.references.release([...result.batch.releases, ...result.batch.unusedClaims]);
    replies.push(...result.batch.decided.map(({ received: { entryId }, reply }) => [entryId, reply]));
    done += result.batch.commands.length;
    cursor = result.batch.end;
  }
  // A command that is postponed to the next batch may leave a claim of an item reference that it does not need there.
  const sweep = { redis, keys, claimLifetimeMs: 0, now: START_MS + DAY_MS };
  for (let partition = 0; partition < PARTITIONS; partition++)
    await sweepHolders(sweep, { partition, reference: "itemRef", storeKey: "t/s" });
  const left: Record<string, unknown> = { replies };
  for (const key of await keysWith(redis, prefix)) {
    const name = key.slice(prefix.length);
    if (name === "meta" || name.endsWith("owner") || name.endsWith("releases")) continue;
    // A product that goes and comes back within a batch stays named as it was before; readers look at what it is now.
    if (name.includes("variant")) continue;
    const text = await dump(redis, key);
    // A count that is back at 0 says no more than one that was never made.
    if (name.endsWith("stored-bytes") && /^\[\["t","0"\]\]$/.test(text)) continue;
    // When a reference was claimed last depends on what was claimed together; who holds it does not.
    const isClaim = /email|phone|wishlistRef/.test(name);
    // The holders of an item reference are a set: their order does not matter, nor when each was claimed last.
    left[name] = name.includes("itemRef")
      ? text
          .replace(/ @\d+-\d+/g, "")
          .split(/[" ]/)
          .sort()
          .join(" ")
      : isClaim
        ? text.replace(/ \d{13}(?=")/g, "")
        : text;
  }
  return left;
}

/** A command about the phone number of the customer with this number. */
const withPhone =
  (type: "CreateCustomer" | "UpsertCustomer" | "UpdateCustomer", customer: number, phone?: string): Make =>
  () => ({ type, ...customerAt(customer), ref: customerAt(customer).key, fields: defined({ phone }) });

/** Streams of which a batch knows the claim of a later command before that of an earlier one. */
const LATE_CLAIMS: { title: string; commands: Make[]; cuts: number[] }[] = [
  {
    title: "a later command was granted what an earlier one claims",
    commands: [
      withPhone("CreateCustomer", 1),
      withPhone("UpsertCustomer", 1, "+1"),
      withPhone("CreateCustomer", 0, "+1"),
    ],
    cuts: [1, 2],
  },
  {
    title: "a later command of the same customer was refused what is free by now",
    commands: [
      withPhone("CreateCustomer", 0, "+2"),
      withPhone("CreateCustomer", 1),
      withPhone("UpsertCustomer", 0, "+1"),
      withPhone("UpsertCustomer", 1, "+2"),
      withPhone("UpdateCustomer", 1, "+2"),
    ],
    cuts: [2, 3],
  },
  {
    title: "a later command claims again what its customer is about to give up",
    commands: [
      withPhone("CreateCustomer", 1),
      withPhone("CreateCustomer", 0, "+1"),
      withPhone("UpsertCustomer", 0, "+2"),
      withPhone("UpsertCustomer", 1, "+1"),
      withPhone("UpdateCustomer", 1, "+2"),
      withPhone("UpdateCustomer", 0, "+1"),
    ],
    cuts: [1, 1, 4],
  },
];

const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });

/** Checks that a stream leaves the same bytes in one batch for each command and in batches of these lengths. */
async function checkCuts(t: TestContext, commands: Make[], cuts: number[]): Promise<void> {
  const payloads = payloadsOf(commands);
  const one = await replay(t, payloads, [1]);
  const other = await replay(t, payloads, cuts);
  assert.deepEqual(other, one);
  assert.ok(Object.keys(one).length > 1);
}

describe("a partition's stream", () => {
  it("gives the same bytes and the same replies however it is cut into batches", async (t) => {
    const stream = anyCommands({ minLength: 10, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(stream, lengths, (commands, cuts) => checkCuts(t, commands, cuts)),
      { numRuns: 25 },
    );
  });

  it("gives a reference to the first command that claims it, however many rounds each needs for its claim", async (t) => {
    const claimants = anyCommandOf({
      ...{ CreateCustomer: 2, UpsertCustomer: 3, UpdateCustomer: 2, DeleteCustomer: 1 },
      ...{ CreateWishlist: 1, UpdateWishlist: 1 },
    });
    const stream = fc.array(claimants, { minLength: 3, maxLength: 20, size: "max" });
    await fc.assert(
      fc.asyncProperty(stream, lengths, (commands, cuts) => checkCuts(t, commands, cuts)),
      { numRuns: 50 },
    );
  });

  for (const { title, commands, cuts } of LATE_CLAIMS)
    it(`gives a reference to the first command that claims it where ${title}`, (t) =>
      checkCuts(t, commands, cuts));

  it("makes the ids that sort by the place of their commands", () => {
    const ids = [0, 1, 2, 3, 40].map((i) => wishlistId(at(i), PARTITION, "00000"));
    assert.deepEqual([...ids].sort(), ids);
  });
});
