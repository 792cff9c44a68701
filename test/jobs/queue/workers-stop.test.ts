import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Tenants } from "../../../src/store/tenants/tenants.ts";
import { withSweepJobs } from "../../support/jobs/sweep-jobs.ts";
import { redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { settled } from "../../support/settled.ts";
import { soon, until } from "../../support/until.ts";

/** A grace period that never ends during a test. */
const PATIENT_MS = 60_000;

function newGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Open sockets of this process. Those of earlier tests may close at any time. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP")).length;

describe("Jobs.stop", () => {
  it("closes all connections if there is no work", async (t) => {
    const { start } = await withSweepJobs(t);
    const before = sockets();
    const jobs = await start();
    assert.ok(sockets() > before);
    await soon("the stop", jobs.stop(PATIENT_MS));
    await until("the end of the connections", () => sockets() <= before);
  });

  it("ends and leaves no connection if Redis is away, and does not reconnect when it returns", async (t) => {
    const { start } = await withSweepJobs(t);
    const proxy = await startProxy(t, redisUrl());
    const before = sockets();
    const jobs = await start(proxy.url);
    proxy.cut();
    await until("the loss of the connections", () => sockets() <= before);
    await soon("the stop", jobs.stop(PATIENT_MS));
    proxy.heal();
    // Longer than the longest wait between two attempts to connect.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.ok(sockets() <= before);
  });

  it("also ends if Redis becomes unavailable at the same moment", async (t) => {
    const { start } = await withSweepJobs(t);
    const proxy = await startProxy(t, redisUrl());
    const before = sockets();
    const jobs = await start(proxy.url);
    proxy.cut();
    await soon("the stop", jobs.stop(PATIENT_MS));
    await until("the end of the connections", () => sockets() <= before);
  });

  it("ends if Redis does not answer", async (t) => {
    const { start } = await withSweepJobs(t);
    const proxy = await startProxy(t, redisUrl());
    const jobs = await start(proxy.url);
    const silence = proxy.loseReplies(500);
    await soon("the stop", jobs.stop(PATIENT_MS));
    await silence;
  });

  it("abandons a running job after its grace period, and leaves it to the other processes", async (t) => {
    const { start, queue, ended, fire, tenants } = await withSweepJobs(t);
    const [isStuck, end] = [newGate(), newGate()];
    const stuck = Object.assign(Object.create(tenants) as Tenants, {
      storeKeys: async () => {
        isStuck.open();
        await end.opened;
        return [];
      },
    });
    const jobs = await start(redisUrl(), stuck);
    await fire();
    await soon("the job", isStuck.opened);
    await soon("the stop", jobs.stop(50));
    assert.deepEqual(ended, []);
    const active = await queue.getActive();
    assert.deepEqual(
      active.map(({ name }) => name),
      ["sweep-references"],
    );
    end.open();
  });

  it("may be called again", async (t) => {
    const { start } = await withSweepJobs(t);
    const jobs = await start();
    await soon("both", Promise.all([jobs.stop(), jobs.stop()]));
    await soon("one more", jobs.stop());
  });

  it("leaves the schedule to the other processes", async (t) => {
    const { redis, keys, start, ended, fire } = await withSweepJobs(t);
    const [one] = [await start(), await start()];
    await one.stop();
    await fire();
    await until("the end of the sweep", () => ended.length > 0);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.deepEqual(ended, ["maintenance completed"]);
  });
});
