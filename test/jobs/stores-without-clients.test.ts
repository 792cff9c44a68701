import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { feedKeys } from "../../src/store/changes/feed-keys.ts";
import { openLayout } from "../../src/store/layout/layout.ts";
import { DAY_MS } from "../../src/units/durations.ts";
import { runNightly } from "../support/jobs/nightly.ts";
import { withQueue } from "../support/jobs/queue.ts";
import { atEnd, PARTITIONS } from "../support/redis.ts";
import { type Service, startService } from "../support/service.ts";
import { settled } from "../support/settled.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite);
});

/** A store with a wishlist, whose only client is deleted. */
async function leftStore() {
  const { credentials, ...shop } = await service.newCaller({ store: "north" });
  const caller = await service.callerFor(credentials);
  await caller.newItem((await caller.newWishlist()).id);
  await settled(service);
  await service.tenants.deleteClient(credentials.tenantId, credentials.clientId);
  return { tenant: shop.tenantId, storeKey: `${shop.tenantId}/north` };
}

describe("a store whose last client was deleted", () => {
  it("is still in the list of stores", async () => {
    const { tenant, storeKey } = await leftStore();
    const ours = (await service.tenants.storeKeys()).filter((each) => each.startsWith(`${tenant}/`));
    assert.deepEqual(ours, [`${tenant}/default`, storeKey]);
  });

  it("is found by the nightly count if an earlier version has not listed it", async () => {
    const { tenant, storeKey } = await leftStore();
    await service.redis.del(service.keys.stores(tenant));
    assert.ok(!(await service.tenants.storeKeys()).includes(storeKey));
    await withQueue(service, "maintenance", (queue) => queue.add("recount-stored", {}));
    await settled(service, { withinMs: 0 });
    assert.ok((await service.tenants.storeKeys()).includes(storeKey));
  });

  it("has no changes older than 30 days after a night, even without new ones", async () => {
    const { storeKey } = await leftStore();
    const { feed } = feedKeys(
      service.keys,
      await openLayout(service.redis, service.keys, PARTITIONS),
      storeKey,
    );
    await service.redis.del(feed);
    const idOf = (days: number) => `${Date.now() - days * DAY_MS}-0`;
    for (const days of [40, 31, 29])
      await service.redis.xadd(feed, idOf(days), "i", `0-1-${days}`, "e", "{}");
    await runNightly(service);
    const left = await service.redis.xrange(feed, "-", "+");
    assert.deepEqual(
      left.map(([, fields]) => fields[1]),
      ["0-1-29"],
    );
  });
});
