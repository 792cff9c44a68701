import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { HELD_MS } from "../../src/jobs/queue/due-time.ts";
import { openLayout } from "../../src/store/layout/layout.ts";
import { TenantSlots } from "../../src/store/tenants/tenant-slots.ts";
import { queueOf, withQueue } from "./jobs/queue.ts";
import { startReceiver } from "./receiver.ts";
import { withRedis } from "./redis.ts";
import { newestFirst } from "./runner/newest-first.ts";
import { startService, WS } from "./service.ts";
import { settled } from "./settled.ts";
import { until } from "./until.ts";

const SHORT_MS = 30;

async function setUp(test: TestContext) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  await openLayout(redis, keys, 4);
  const queue = queueOf(t, { redis, keys }, "webhooks");
  await queue.waitUntilReady();
  /** Waits for a short time, and fails with the work that is left. */
  const look = (withinMs?: number) =>
    settled({ redis, keys }, { longestMs: SHORT_MS, ...(withinMs === undefined ? {} : { withinMs }) });
  return { redis, keys, queue, look };
}

describe("settled", () => {
  it("waits for commands and events, whichever partition has them, and names what is left", async (t) => {
    const { redis, keys, look } = await setUp(t);
    await look();
    for (const stream of [keys.commands(3), keys.outbox(0)]) {
      await redis.xadd(stream, "*", "e", "{}");
      await assert.rejects(look(), { message: `never came: the end of all work; left: ${stream} 1` });
      await redis.del(stream);
      await look();
    }
  });

  it("waits for jobs that wait, have a priority, are being done or are due soon, and for no others", async (t) => {
    const { keys, queue, look } = await setUp(t);
    await queue.add("later", {}, { delay: 60_000 });
    await queue.upsertJobScheduler("each second", { pattern: "* * * * * *" }, { name: "scheduled" });
    await look();
    await queue.add("retry", {}, { delay: 5000 });
    await assert.rejects(look(), {
      message: new RegExp(`left: ${keys.jobs("webhooks")}:webhooks:delayed 1$`),
    });
    await look(0);
    await queue.add("now", {});
    await assert.rejects(look(0), /:wait 1$/);
    await queue.add("ranked", {}, { priority: 1 });
    await assert.rejects(look(0), /:wait 1, .*:prioritized 1$/);
    await queue.drain(true);
    await look();
  });

  it("waits for jobs that wait for a slot of their tenant, however long they are delayed", async (t) => {
    const { redis, keys, queue, look } = await setUp(t);
    const set = { queue: "webhooks", tenant: "shop", limit: 1, forOthers: 0, leaseMs: 60_000 };
    const job = { id: "held", receiver: "" };
    const slots = new TenantSlots(redis, keys);
    await queue.add("held", {}, { jobId: "held", delay: HELD_MS });
    await slots.enter(set, [job]);
    await assert.rejects(look(), /slots-waiting:webhooks:shop 1$/);
    await slots.drop(set, job);
    await look();
  });

  it("sees a delivery that comes a second time, which a wait for the first one does not", async (t) => {
    const service = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
    const shop = await service.newCaller();
    const { url, received } = await startReceiver(t);
    await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.created"] });
    await shop.newCustomer();
    await until("the first", () => received.length === 1);
    await settled(service);
    await withQueue(service, "webhooks", async (queue) => {
      const [job] = await queue.getCompleted();
      await queue.add(job?.name ?? "", job?.data, { jobId: "doubled", delay: 300 });
    });
    assert.equal(received.length, 1);
    await settled(service);
    assert.equal(received.length, 2);
  });
});
