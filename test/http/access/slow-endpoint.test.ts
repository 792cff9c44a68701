import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { startHangingReceiver, startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

/** Slots of the tenant, of which one endpoint leaves one to the others. */
const SLOTS = 4;
/** More events than all slots of the tenant can send at the same time. */
const CUSTOMERS = 300;

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, {
    ALLOW_PRIVATE_TARGETS: "true",
    TENANT_DELIVERIES: SLOTS.toString(),
  });
});

describe("while an endpoint hangs", () => {
  it("another endpoint of the same tenant gets all its events, and in the end both get each once", async (t) => {
    const shop = await service.newCaller();
    const hanging = await startHangingReceiver(t);
    const { url, received } = await startReceiver(t);
    for (const endpoint of [hanging.url, url])
      await shop.post(`${WS}/webhook-endpoints`, { url: endpoint, events: ["customer.created"] });
    const customers = Array.from({ length: CUSTOMERS }, (_, i) => ({ id: `c-${i}` }));
    await shop.post(`${CS}/upload-customers`, { customers });
    await until("the events of the endpoint that answers", () => received.length >= CUSTOMERS);
    assert.equal(hanging.ended(), 0, "no request of the other endpoint has ended");
    assert.ok(hanging.received.length < CUSTOMERS, "events of the other endpoint still wait");
    hanging.answer();
    await settled(service);
    assert.equal(new Set(hanging.received).size, CUSTOMERS);
    assert.equal(hanging.received.length, CUSTOMERS);
    assert.equal(received.length, CUSTOMERS);
  });
});
