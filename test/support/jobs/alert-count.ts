import assert from "node:assert/strict";
import { type Caller, type Json, type Service, WS } from "../service.ts";
import { settled } from "../settled.ts";
import { alertsOf } from "../shop.ts";

/** Counts the alerts of the customers of a tenant, and their events in the change feed. */
export class AlertCount {
  readonly #service: Service;
  readonly #shop: Caller;
  /** Events of alerts by their customer, as far as the change feed was read. */
  readonly #events = new Map<string, number>();
  #cursor = "";

  constructor(service: Service, shop: Caller) {
    this.#service = service;
    this.#shop = shop;
  }

  /** Fails unless, after all work is done, each customer has this number of alerts, each with one event. */
  async expect(customers: Json, counts: number | number[] = 1): Promise<void> {
    await settled(this.#service);
    await this.#readEvents();
    const all: Json[] = [customers].flat();
    const expected = typeof counts === "number" ? all.map(() => counts) : counts;
    const lengths = await Promise.all(all.map(async (each) => (await alertsOf(this.#shop, each)).length));
    assert.deepEqual(lengths, expected);
    assert.deepEqual(
      all.map(({ id }) => this.#events.get(id) ?? 0),
      expected,
    );
  }

  async #readEvents(): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const { body } = await this.#shop.get(`${WS}/changes?limit=1000&after=${this.#cursor}`);
      for (const { type, data } of body.events as Json[])
        if (type.startsWith("alert."))
          this.#events.set(data.customerRef, (this.#events.get(data.customerRef) ?? 0) + 1);
      hasMore = body.hasMore;
      this.#cursor = body.cursor;
    }
  }
}
