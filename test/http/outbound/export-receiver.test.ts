import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { feedKeys, fieldsOfChange } from "../../../src/store/changes/feed-keys.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { linesOf, newExport, runOf } from "../../support/exports.ts";
import { beginRun } from "../../support/jobs/begun-runs.ts";
import { numbersFrom } from "../../support/models/random.ts";
import { Receiver } from "../../support/models/receiver.ts";
import { Shopping } from "../../support/models/shopping.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { runs } from "../../support/runner/runs.ts";
import { type Caller, type Json, type Service, startService } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite);
});

const WORLDS = runs(2).numRuns;
const WINDOWS = 5;
const STEPS = 10;
/** Number of changes between the end of a window and its reading, and between its reading and the next run. */
const LATE_STEPS = 5;
/** Number of changes that a run reads at once. */
const PAGE = 1000;

/** Adds so many irrelevant changes to a store's feed that the changes before and after them are on different pages. */
async function fillPage({ redis, keys }: Service, storeKey: string): Promise<void> {
  const { feed } = feedKeys(keys, await openLayout(redis, keys, PARTITIONS), storeKey);
  const text = JSON.stringify({ type: "order.received", storeKey, time: new Date().toISOString() });
  const pipeline = redis.pipeline();
  for (let i = 0; i < PAGE; i++)
    pipeline.xadd(feed, "*", ...fieldsOfChange(storeKey, { id: `0-0-${i}`, text }));
  await pipeline.exec();
}

const lines = (run: Json) => linesOf(service.dataDir, run);

const CHOICES = [
  {},
  { includePrivate: true },
  { onlyConsenting: false },
  { includePrivate: true, onlyConsenting: false },
];

/** An export of changes, and one of all wishes, with the same choice. */
async function newExports(shop: Caller, choice: object) {
  const changed = await newExport(shop, { mode: "changed", ...choice });
  const full = await newExport(shop, { mode: "full", ...choice });
  return { choice, changed, full, receiver: new Receiver() };
}

describe("a receiver of the changes", () => {
  it("has what an export of all wishes has, and gets nothing twice", async () => {
    await Promise.all(
      Array.from({ length: WORLDS }, async (_, world) => {
        const pick = numbersFrom(world);
        const shop = await service.newCaller();
        const shopping = new Shopping(shop, pick);
        const exports = await Promise.all(CHOICES.map((choice) => newExports(shop, choice)));
        const context = (choice: object) =>
          `world ${world}, ${JSON.stringify(choice)}: ${shopping.log.join(", ")}`;
        const change = async (steps: number) => {
          for (let i = 0; i < steps; i++) {
            await shopping.step();
            if (pick(8) > 0) continue;
            await settled(service);
            await fillPage(service, `${shop.tenantId}/default`);
            shopping.log.push("page");
          }
        };
        for (let window = 0; window < WINDOWS; window++) {
          await change(STEPS);
          const isSlow = pick(2) === 0;
          if (isSlow) {
            shopping.log.push("window ends");
            const begun = await Promise.all(
              exports.map(async ({ changed, ...others }) => ({
                ...others,
                continueRun: await beginRun(service, shop, changed),
              })),
            );
            await change(LATE_STEPS);
            shopping.log.push("run");
            for (const { choice, full, receiver, continueRun } of begun) {
              const records = lines(await continueRun());
              const permitted = new Set(lines(await runOf(shop, full.id)).map(({ item }) => item.id));
              for (const { type, item } of records)
                assert.ok(type === "deleted" || permitted.has(item.id), context(choice));
              assert.doesNotThrow(() => receiver.receive(records), context(choice));
            }
            await change(LATE_STEPS);
          }
          shopping.log.push("run");
          for (const { choice, changed, full, receiver } of exports) {
            const [records, all] = await Promise.all([runOf(shop, changed.id), runOf(shop, full.id)]);
            const expected = new Receiver();
            expected.receive(lines(all));
            assert.doesNotThrow(() => receiver.receive(lines(records), { mayLack: isSlow }), context(choice));
            assert.deepEqual(receiver.wishes, expected.wishes, context(choice));
          }
        }
      }),
    );
  });
});
