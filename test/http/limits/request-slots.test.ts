import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { RequestSlots, type Slot } from "../../../src/http/overload/request-slots.ts";
import { connectTo, headOf } from "../../support/callers/raw-http.ts";
import { type Json, send, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const MAX_OPEN = 64;
/** Length of a period before the usual time of a request is known. */
const PERIOD_MS = 200;
const times = (count: number) => Array.from({ length: count }, (_, i) => i);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Requests that the test ends, with a simulated clock. */
class Shop {
  now = 0;
  readonly slots = new RequestSlots(() => this.now);
  /** Requests that have begun, and have not ended, in the order in which they began. */
  readonly open: { tenant: string; number: number; slot: Slot }[] = [];
  sent = 0;

  send(tenant: string): void {
    const number = this.sent++;
    const begin = (slot: Slot) => void this.open.push({ tenant, number, slot });
    const taken = this.slots.take(tenant);
    if (taken instanceof Promise) void taken.then(begin);
    else begin(taken);
  }

  end(index: number): void {
    const [request] = this.open.splice(index, 1);
    if (request) this.slots.free(request.tenant, request.slot);
  }

  /** Ends all requests, also those that wait: the clock does not run, so no time would make them begin. */
  async endAll(): Promise<void> {
    while (this.open.length > 0) {
      this.end(0);
      await turn();
    }
  }

  openOf = (tenant: string) => this.open.filter((request) => request.tenant === tenant).length;
}

describe("the requests of a tenant", () => {
  it("are carried out 64 at once, and those of other tenants do not wait for them", async () => {
    const shop = new Shop();
    for (const _ of times(100)) shop.send("a");
    for (const _ of times(MAX_OPEN)) shop.send("b");
    await turn();
    assert.deepEqual([shop.openOf("a"), shop.openOf("b")], [MAX_OPEN, MAX_OPEN]);
    await shop.endAll();
  });

  it("no longer wait for requests that take more than twice as long as usual, and more than 20 ms", async () => {
    for (const [usualMs, countedMs] of [
      [1, 20],
      [60, 120],
      [3000, 200],
    ] as const) {
      const shop = new Shop();
      for (const _ of times(60)) {
        shop.send("a");
        shop.now += usualMs;
        shop.end(0);
      }
      for (const _ of times(200)) shop.send("a");
      for (const expected of [128, 192, 203]) {
        assert.ok(shop.openOf("a") < expected);
        // A request counts in the period in which it began and in the next one.
        shop.now += 2 * countedMs + 2;
        shop.send("a");
        await turn();
        assert.equal(shop.openOf("a"), expected);
      }
      await shop.endAll();
    }
  });

  it("are still 64 at once after a moment without requests", async () => {
    const shop = new Shop();
    for (const _ of times(MAX_OPEN + 1)) shop.send("a");
    shop.now += PERIOD_MS / 2;
    await shop.endAll();
    for (const _ of times(MAX_OPEN)) shop.send("a");
    shop.now += PERIOD_MS / 2;
    // By then, a timer for the request that waited would have run.
    await pause(PERIOD_MS + 10);
    shop.send("a");
    await turn();
    assert.equal(shop.openOf("a"), MAX_OPEN);
    await shop.endAll();
    assert.equal(shop.openOf("a"), 0);
  });

  it("begin in time although none of their tenant's requests ends", async () => {
    const slots = new RequestSlots(() => performance.now());
    for (const _ of times(60)) slots.free("a", await slots.take("a"));
    const waiting = times(100).flatMap(() => {
      const slot = slots.take("a");
      return slot instanceof Promise ? [slot] : [];
    });
    assert.equal(waiting.length, 100 - MAX_OPEN);
    let begun = 0;
    for (const slot of waiting) void slot.then(() => begun++);
    await until("all begin", () => begun === waiting.length);
  });

  it("begin in the order of their arrival, and all of them, whatever the order in which they end", async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ tenant: fc.constantFrom("a", "b"), sent: fc.nat(40) }) },
      { weight: 3, arbitrary: fc.record({ ended: fc.nat(1000) }) },
      fc.record({ passed: fc.nat(80) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const shop = new Shop();
        const begun: Record<string, number[]> = { a: [], b: [] };
        const push = shop.open.push.bind(shop.open);
        shop.open.push = (...requests) => {
          for (const { tenant, number } of requests) begun[tenant]?.push(number);
          return push(...requests);
        };
        for (const one of steps) {
          if ("sent" in one) for (const _ of times(one.sent)) shop.send(one.tenant);
          else if ("ended" in one) shop.end(one.ended % Math.max(1, shop.open.length));
          else shop.now += one.passed;
          await turn();
        }
        await shop.endAll();
        assert.equal(begun["a"]?.concat(begun["b"] ?? []).length, shop.sent);
        for (const numbers of Object.values(begun))
          assert.deepEqual(
            numbers,
            numbers.toSorted((a, b) => a - b),
          );
      }),
      { numRuns: 200 },
    );
  });
});

describe("a request to the API", () => {
  it("waits for a slot of its tenant after its checks", async (t) => {
    const service = await startService(t);
    const shop = await service.newCaller();
    const { id: customerRef } = await shop.newCustomer();
    const { id } = await shop.newWishlist({ customerRef });
    const read = () => shop.get(`${WS}/wishlists?id=${id}`);
    const write = () => shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    const refused = () => shop.post(`${WS}/wishlists`, {});
    for (const send of [read, write]) {
      let give = (_: Slot): void => assert.fail("no request waits");
      const take = t.mock.method(RequestSlots.prototype, "take", (tenant: string) => {
        assert.equal(tenant, shop.tenantId);
        return new Promise<Slot>((resolve) => (give = resolve));
      });
      assert.equal((await refused()).status, 405);
      let isAnswered = false;
      const answer = send().finally(() => (isAnswered = true));
      await until("the request waits", () => take.mock.callCount() === 1);
      assert.equal((await refused()).status, 405);
      assert.ok(!isAnswered);
      give({ period: { open: 1 }, since: performance.now() });
      assert.ok((await answer).status < 300);
      take.mock.restore();
    }
  });

  it("is not carried out if its client closes the connection while it waits", async (t) => {
    const service = await startService(t);
    const shop = await service.newCaller();
    const { id: customerRef } = await shop.newCustomer();
    await shop.newWishlist({ customerRef, name: "wanted" });
    const gone = { period: { open: 1 }, since: performance.now() };
    for (const end of ["end", "resetAndDestroy"] as const) {
      let give = (_: Slot): void => assert.fail("no request waits");
      const take = t.mock.method(
        RequestSlots.prototype,
        "take",
        () => new Promise<Slot>((resolve) => (give = resolve)),
      );
      const freed = t.mock.method(RequestSlots.prototype, "free");
      const connection = await connectTo(service.baseUrl);
      const body = JSON.stringify({ customerRef, name: "unwanted" });
      const head = headOf(`POST ${WS}/wishlists`, {
        ...shop.headers,
        "Content-Type": "application/json",
        "Content-Length": body.length,
      });
      connection.socket.write(head + body);
      await until("the request waits", () => take.mock.callCount() === 1);
      connection.socket[end]();
      // The service sees the end of this connection before the requests of a later one.
      for (const _ of times(2))
        assert.equal((await send(service.baseUrl, "GET", "/health/live")).status, 200);
      give(gone);
      await until("the slot is free", () => freed.mock.callCount() === 1);
      take.mock.restore();
      freed.mock.restore();
    }
    await settled(service);
    const { body } = await shop.get(`${WS}/wishlists/lookup?customerRef=${customerRef}`);
    assert.deepEqual(
      body.wishlist.map(({ name }: Json) => name),
      ["wanted"],
    );
  });
});
