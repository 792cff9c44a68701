import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Event } from "../../../src/actors/events/event.ts";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import { jobsFor } from "../../../src/jobs/relay/event-rules.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z");
const tenants = { findFor: () => Promise.resolve(undefined) };

/** Events of two stores in turn, as the relay reads them. */
const eventsOf = (count: number, eventFor: (common: { storeKey: string; time: string }) => Event) =>
  Array.from({ length: count }, (_, i) => ({
    partition: i % 8,
    id: `${NOW}-${i}`,
    text: "{}",
    event: eventFor({ storeKey: `shop/${i % 2}`, time: new Date(NOW).toISOString() }),
  }));

const changed = (variantRefs: string[]) => (common: { storeKey: string; time: string }) => ({
  ...common,
  type: "catalogue.product.changed" as const,
  productKey: "p",
  variantRefs,
});

describe("the jobs for events", () => {
  it("are few for many customers or products of a store", async () => {
    const events = [
      ...eventsOf(200, (common) => ({ type: "customer.created", ...common, customerKey: "c" })),
      ...eventsOf(200, changed(["v"])),
    ];
    const jobs = await jobsFor({ tenants, shares: new FairShare() }, events, NOW);
    const counts = Object.entries(jobs).map(([queue, some]) => [queue, some.length]);
    assert.deepEqual(Object.fromEntries(counts), { orders: 8, catalogue: 4 });
  });

  it("have a limited number of variant names each, except for a product with more names", async () => {
    const refs = (count: number) => Array.from({ length: count }, (_, i) => `v-${i}`);
    const products = [148, 52, 1, 5000, 200].map((count, i) => ({
      partition: i,
      id: `${NOW}-${i}`,
      text: "{}",
      event: {
        type: "catalogue.product.changed" as const,
        storeKey: "shop/0",
        time: new Date(NOW).toISOString(),
        productKey: `p-${i}`,
        variantRefs: refs(count),
      },
    }));
    const { orders = [], catalogue = [] } = await jobsFor(
      { tenants, shares: new FairShare() },
      products,
      NOW,
    );
    for (const jobs of [orders, catalogue]) {
      const partitions = jobs.map(({ data }) =>
        (data as { products: { partition: number }[] }).products.map(({ partition }) => partition),
      );
      assert.deepEqual(partitions, [[0, 1], [2], [3], [4]]);
    }
  });

  it("are few for many released wishes of a customer, and name each variant once", async () => {
    const product = (ref: string) => ({ productRef: "p", selectedVariantRef: ref });
    const offers = (customerKey: string, refs: readonly (string | undefined)[]) =>
      refs.map((ref, i) => ({
        ...{ partition: 3, id: `${NOW}-${customerKey}${i}`, text: "{}" },
        event: {
          ...{ type: "order.match_offered" as const, storeKey: "shop/0", time: new Date(NOW).toISOString() },
          ...{ customerKey, ...(ref === undefined ? {} : { offered: [product(ref)] }) },
        },
      }));
    const events = [
      ...offers(
        "ann",
        Array.from({ length: 150 }, (_, i) => `v${i % 3}`),
      ),
      ...offers("bob", ["v0", undefined, "v1"]),
      ...offers("cy", ["v0"]),
    ];
    const { orders = [] } = await jobsFor({ tenants, shares: new FairShare() }, events, NOW);
    const offer = { kind: "offer", storeKey: "shop/0", partition: 3 };
    assert.deepEqual(
      orders.map(({ data }) => data),
      [
        { ...offer, key: "ann", offered: ["v0", "v1", "v2"].map(product) },
        { ...offer, key: "bob" },
        { ...offer, key: "cy", offered: [product("v0")] },
      ],
    );
  });

  it("wait for the hold time of the last event in each wave", async () => {
    const rises = eventsOf(200, (common) => ({
      ...{ type: "catalogue.variant.available", ...common, since: common.time },
      ...{ productKey: "p", variantRef: "v", cycle: 1 },
    }));
    const later = rises.map((each, i) => ({
      ...each,
      event: { ...each.event, time: new Date(NOW + i).toISOString() },
    }));
    const { alerts = [], ...others } = await jobsFor({ tenants, shares: new FairShare() }, later, NOW + 10);
    assert.deepEqual(others, {});
    const lastOf = [98, 99, 198, 199].map((last) => last - 10);
    assert.deepEqual(alerts.map(({ delayMs }) => delayMs).toSorted(), lastOf.toSorted());
  });

  it("omit products without new names", async () => {
    const events = eventsOf(10, changed([]));
    assert.deepEqual(await jobsFor({ tenants, shares: new FairShare() }, events, NOW), {});
  });
});
