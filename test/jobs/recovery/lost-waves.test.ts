import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import { recoverWaves } from "../../../src/jobs/recovery/lost-waves.ts";
import { Layout } from "../../../src/store/layout.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import type { Wave, WaveRest } from "../../../src/store/work/waves.ts";
import { MemoryShop } from "../../support/memory/shop.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const REST: WaveRest = { partition: 3, cycle: 2, told: 40, part: 7, place: { since: 5, itemId: "a" } };
const WAVE: Wave = {
  ...{ id: "wave-1", alert: "back_in_stock", productKey: "key", productRef: "tent", variantRef: "red" },
  ...{ title: "Tent", since: new Date(NOW).toISOString(), alerted: 40, left: 9 },
  nextTime: new Date(NOW + 60_000).toISOString(),
};

/** The jobs that waves get again that are noted. */
async function recovered(...noted: Wave[]): Promise<NewJob[]> {
  const { tenant } = new MemoryShop();
  const added: NewJob[] = [];
  const waves = await recoverWaves(
    {
      ...{ layout: new Layout(4, "salt"), onUndecodable: refuseUndecodable, now: () => NOW },
      jobs: { ensure: (_, job) => Promise.resolve(void added.push(job)) },
      tenants: { findFor: () => Promise.resolve(tenant) },
      waves: { noted: () => Promise.resolve(noted) },
      products: {
        hasCatalogue: () => Promise.resolve(false),
        at: () => Promise.resolve(undefined),
        addressOf: () => undefined,
      },
      storeLists: { page: () => Promise.reject(new Error("the store has no catalogue")) },
    },
    "t/s",
  );
  assert.equal(waves, noted.filter(({ rest }) => rest).length);
  return added;
}

describe("waves whose jobs are lost", () => {
  it("go on with the next job, when its time has come", async () => {
    const [job, ...others] = await recovered({ ...WAVE, rest: REST }, { ...WAVE, variantRef: "blue" });
    const { id, alert, productKey, variantRef, since } = WAVE;
    const data = { storeKey: "t/s", id, alert, productKey, variantRef, since, ...REST };
    assert.deepEqual(job, { name: "wave", data, id: "wave-1-7", delayMs: 60_000 });
    assert.deepEqual(others, []);
  });

  it("do each sublist of a round again", async () => {
    const round = { end: { since: 9, itemId: "b" }, sublists: 3 };
    const jobs = await recovered({ ...WAVE, rest: { ...REST, round } });
    assert.deepEqual(
      jobs.map(({ name, id }) => [name, id]),
      [0, 1, 2].map((sublist) => ["round", `wave-1-7-${sublist}`]),
    );
    const [first] = jobs;
    assert.deepEqual({ ...(first?.data as object), ...REST, round, sublist: 0 }, first?.data);
  });
});
