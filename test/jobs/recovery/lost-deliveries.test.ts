import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import { recoverDeliveries } from "../../../src/jobs/recovery/lost-deliveries.ts";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

/** Longer than events stay in their outboxes, and shorter than a delivery may wait for its first attempt. */
const LATER_MS = 5 * 60_000;
const TOO_LATE_MS = 2 * 60 * 60_000;

describe("deliveries whose jobs are lost", () => {
  it("get a job if the log has no attempt for an event of the last hour that is not relayed again", async (t) => {
    const service = await startService(t, { PARTITIONS: "4", ALLOW_PRIVATE_TARGETS: "true" });
    const { redis, keys } = service;
    const { url, received } = await startReceiver(t);
    const shop = await service.newCaller();
    const created = await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.created"] });
    assert.equal(created.status, 201, created.text);
    await shop.newCustomer();
    await settled(service);
    assert.equal(received.length, 1);
    const queue = queueOf(t, service, "webhooks");
    await queue.pause();
    await shop.newCustomer();
    await shop.newWishlist();
    await until(
      "the jobs",
      async () => (await queue.getWaitingCount()) + (await queue.getPrioritizedCount()) > 0,
    );
    const layout = await openLayout(redis, keys, 4);
    const changes = new ChangeFeed(redis, keys, layout, new ArchiveReader({}));
    const storeKey = `${shop.tenantId}/default`;
    await until("all events", async () => (await changes.after(storeKey, "0-0", 100)).length === 4);
    const jobsAt = async (now: number) => {
      const added: (NewJob & { id: string })[] = [];
      const ensure = (_: string, job: NewJob & { id: string }) => Promise.resolve(void added.push(job));
      const endpoints = new Endpoints(redis, keys, new Vault([]));
      await recoverDeliveries(
        {
          ...{
            jobs: { ensure },
            layout,
            endpoints,
            changes,
            onUndecodable: refuseUndecodable,
            now: () => now,
          },
          tenants: { findFor: () => Promise.resolve(undefined) },
          customerOfBody: () => Promise.resolve(undefined),
        },
        storeKey,
      );
      return added.map(({ id }) => id).sort();
    };
    const delivered = String(received[0]?.headers["webhook-id"]);
    const all = await changes.after(storeKey, "0-0", 100);
    const undelivered = all
      .filter(({ id, text }) => text.includes('"customer.created"') && id !== delivered)
      .map(({ id }) => `${created.body.id}-${id}`)
      .sort();
    assert.equal(undelivered.length, 2);
    assert.deepEqual(await jobsAt(Date.now()), []);
    assert.deepEqual(await jobsAt(Date.now() + LATER_MS), undelivered);
    assert.deepEqual(await jobsAt(Date.now() + TOO_LATE_MS), []);
    await queue.resume();
  });

  it("are not sent a second time by the job of their group, if it was not lost", async (t) => {
    const service = await startService(t, { PARTITIONS: "4", ALLOW_PRIVATE_TARGETS: "true" });
    const { url, received } = await startReceiver(t);
    const shop = await service.newCaller();
    const created = await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.created"] });
    const [endpoint, storeKey] = [created.body.id, `${shop.tenantId}/default`];
    const time = new Date(Date.now() - LATER_MS).toISOString();
    const type = "customer.created" as const;
    const [first, ...others] = ["0-1-1", "0-1-2", "0-1-3"].map((eventId) => ({
      eventId,
      type,
      event: { type, storeKey, time, customerKey: "none" },
    }));
    const queue = queueOf(t, service, "webhooks");
    await queue.pause();
    await queue.add("webhooks", { storeKey, endpoint, events: [first, ...others] }, { jobId: "group" });
    const alone = { storeKey, endpoint, ...first, failures: 0 };
    await queue.add("webhook", alone, { jobId: `${endpoint}-${first?.eventId ?? ""}` });
    await queue.resume();
    await settled(service);
    assert.deepEqual(received.map(({ headers }) => headers["webhook-id"]).sort(), [
      "0-1-1",
      "0-1-2",
      "0-1-3",
    ]);
  });
});
