import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Job } from "bullmq";
import { pino } from "pino";
import { jobsOfRound, type RoundJob, roundJob, type WaveJob } from "../../../src/jobs/alerts/wave-job.ts";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import { jobOf, type NewJob } from "../../../src/jobs/queue/job.ts";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { type LostWavesDeps, recoverWaves } from "../../../src/jobs/recovery/lost-waves.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { WaveRounds } from "../../../src/store/work/wave-rounds.ts";
import { type Wave, type WaveRest, Waves } from "../../../src/store/work/waves.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { addressOf, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { until } from "../../support/until.ts";

const STORE = "t/s";
const NOW = Date.parse("2026-11-20T12:00:00Z");
const REST: WaveRest = { partition: 3, cycle: 2, told: 40, part: 7, place: { since: 5, itemId: "a" } };
const WAVE: Wave = {
  ...{ id: "wave-1", alert: "back_in_stock", productKey: "key", productRef: "tent", variantRef: "red" },
  ...{ title: "Tent", since: new Date(NOW).toISOString(), alerted: 40, left: 9 },
  nextTime: new Date(NOW + 60_000).toISOString(),
};

/** The recovery of waves of a shop without a catalogue. */
function depsWith(parts: Pick<LostWavesDeps, "jobs" | "waves">): LostWavesDeps {
  const { tenant } = new MemoryShop();
  return {
    ...{ layout: new Layout(4, "salt"), onUndecodable: refuseUndecodable, now: () => NOW },
    shares: new FairShare(),
    tenants: { findFor: () => Promise.resolve(tenant) },
    products: {
      hasCatalogue: () => Promise.resolve(false),
      at: () => Promise.resolve(undefined),
      addressOf: () => undefined,
    },
    storeLists: { page: () => Promise.reject(new Error("the store has no catalogue")) },
    ...parts,
  };
}

/** The jobs that recorded waves get again. */
async function recovered(...noted: Wave[]): Promise<NewJob[]> {
  const added: NewJob[] = [];
  const jobs: LostWavesDeps["jobs"] = {
    ensure: () => Promise.reject(new Error("no variant has changed")),
    resume: (_, job) => Promise.resolve(added.push(job) === 0),
  };
  const waves = await recoverWaves(depsWith({ jobs, waves: { all: () => Promise.resolve(noted) } }), STORE);
  assert.equal(waves, noted.filter(({ rest }) => rest).length);
  return added;
}

describe("waves whose jobs are lost", () => {
  it("continue with the next job, when it is due", async () => {
    const [job, ...others] = await recovered({ ...WAVE, rest: REST }, { ...WAVE, variantRef: "blue" });
    const { id, alert, productKey, variantRef, since } = WAVE;
    const data = { storeKey: STORE, id, alert, productKey, variantRef, since, ...REST };
    assert.deepEqual(job, { name: "wave", data, id: "wave-1-7", delayMs: 60_000, priority: 1 });
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

  it("are done again in a round whose results the store has lost, although its jobs are completed", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const [rounds, waves] = [new WaveRounds(redis, keys), new Waves(redis, keys)];
    let completed = 0;
    const jobs = Jobs.open(["alerts"], {
      ...{ now: Date.now, lockMs: 15_000, address: addressOf(), keys, log: pino({ level: "silent" }) },
      onJob() {
        completed++;
      },
    });
    t.after(() => jobs.stop());
    const { id, alert, productKey, variantRef, since } = WAVE;
    const wave: WaveJob = { storeKey: STORE, id, alert, productKey, variantRef, since, ...REST };
    const round = { end: { since: 9, itemId: "b" }, sublists: 3 };
    const sums: (number | undefined)[] = [];
    const process = async (job: Job) => {
      const { sublist } = jobOf<RoundJob>(job).data;
      sums.push(await rounds.finish(wave, { sublist, sublists: round.sublists, notified: 2 }));
      // As in a failover to a replica that does not have the result.
      if (sums.length === 1) await redis.hdel(keys.waveRound(STORE, "wave-1-7"), sublist.toString());
    };
    jobs.work({ alerts: { process } });
    await rounds.begin(wave, round.end);
    await waves.record(STORE, { ...WAVE, nextTime: new Date(NOW).toISOString(), rest: { ...REST, round } });
    await jobs.add("alerts", jobsOfRound(wave, round).map(roundJob));
    await until("all jobs are completed", () => completed === 3);
    assert.deepEqual([...sums], [undefined, undefined, undefined]);
    assert.equal(await recoverWaves(depsWith({ jobs, waves }), STORE), 1);
    await until("all jobs are completed again", () => completed === 6);
    assert.equal(sums.at(-1), 6);
  });
});
