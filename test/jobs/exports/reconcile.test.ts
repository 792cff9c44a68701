import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it, type TestContext } from "node:test";
import { pino } from "pino";
import { ExportSchedules } from "../../../src/jobs/exports/schedule.ts";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { type ExportRecord, Exports } from "../../../src/store/exports/exports.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { addressOf, openRedis, redisUrl, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startProxy } from "../../support/servers/proxy.ts";

const STORE = "tenant/default";
const log = pino({ level: "silent" });
const daily = (hour: number) => ({ cron: `0 ${hour} * * *`, timezone: "UTC" });

/** Exports that others change as soon as they are listed. */
class ChangingExports extends Exports {
  onListed: () => Promise<void> = () => Promise.resolve();

  override async list(storeKey: string): Promise<ExportRecord[]> {
    const found = await super.list(storeKey);
    await this.onListed();
    return found;
  }
}

/** Exports with their schedules in a queue, and a connection of the runs that can be lost. */
async function setUp(test: TestContext) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const proxy = await startProxy(t, redisUrl());
  const runsRedis = openRedis(t, { enableOfflineQueue: false, maxRetriesPerRequest: 0 }, proxy.url);
  runsRedis.on("error", () => undefined);
  const options = { now: Date.now, lockMs: 15_000, address: addressOf(), keys, onJob: () => undefined, log };
  const jobs = Jobs.open(["exports", "export-runs"], options);
  t.after(() => jobs.stop());
  const exports = new ChangingExports(redis, keys, new Vault([randomBytes(32)]));
  const runs = new ExportRuns(runsRedis, keys);
  const schedules = new ExportSchedules({ jobs, exports, runs, shares: new FairShare() });
  const queue = queueOf(t, { redis, keys }, "exports");
  const create = async (hour: number): Promise<ExportRecord> => {
    const record = await exports.create(STORE, {
      ...{ name: "All", connector: { type: "file" }, mode: "full", enabled: true, schedule: daily(hour) },
      ...{ includePrivate: false, onlyConsenting: true },
    });
    await schedules.put(STORE, record);
    return record;
  };
  const scheduled = async () =>
    Object.fromEntries((await queue.getJobSchedulers()).map(({ key, pattern }) => [key, pattern]));
  return { proxy, exports, schedules, create, scheduled };
}

describe("the synchronisation of the schedules with the exports", () => {
  it("removes the schedule of a deleted export, and keeps that of an export that is created meanwhile", async (t) => {
    const { exports, schedules, create, scheduled } = await setUp(t);
    const [kept, deleted] = [await create(1), await create(2)];
    await exports.delete(STORE, deleted.id);
    let created: ExportRecord | undefined;
    exports.onListed = async () => void (created = await create(3));
    await schedules.reconcile(log);
    assert.ok(created);
    assert.deepEqual(await scheduled(), { [kept.id]: daily(1).cron, [created.id]: daily(3).cron });
  });

  it("keeps a schedule that is changed meanwhile", async (t) => {
    const { exports, schedules, create, scheduled } = await setUp(t);
    const { id } = await create(1);
    exports.onListed = async () => {
      const changed = await exports.change(STORE, id, (record) => ({ ...record, schedule: daily(2) }));
      assert.ok(changed);
      await schedules.put(STORE, changed);
    };
    await schedules.reconcile(log);
    assert.deepEqual(await scheduled(), { [id]: daily(2).cron });
  });

  it("fails if the store is away, so that it is repeated", async (t) => {
    const { proxy, exports, schedules, create } = await setUp(t);
    await create(1);
    exports.onListed = () => {
      proxy.cut();
      return Promise.resolve();
    };
    await assert.rejects(schedules.reconcile(log));
    proxy.heal();
  });
});
