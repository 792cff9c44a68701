import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { Send } from "../../src/actors/runtime/send.ts";
import { Targets } from "../../src/ingest/targets.ts";
import type { Feeds } from "../../src/ingest/writers/feeds.ts";
import { rowWriters } from "../../src/ingest/writers/row-writers.ts";
import type { StockFeed } from "../../src/ingest/writers/stock-feed.ts";
import { Layout } from "../../src/store/layout/layout.ts";
import type { Wishlists } from "../../src/store/read/wishlists.ts";
import type { References } from "../../src/store/references/references.ts";
import { callsPerTurn } from "../support/turns.ts";

/** Writers whose feeds record which writes run together. */
function newWriters() {
  const active = new Set<unknown>();
  const together: unknown[][] = [];
  async function write(row: unknown) {
    active.add(row);
    together.push([...active]);
    await turn();
    active.delete(row);
    return { ok: true, json: "{}" };
  }
  const writers = rowWriters({
    feeds: {
      putOrder: (_: unknown, order: unknown) => write(order),
      putProduct: (_: unknown, { product }: { product: unknown }) => write(product),
    } as unknown as Feeds,
    stockFeed: undefined as unknown as StockFeed,
    targets: new Targets(
      new Layout(4, "salt"),
      undefined as unknown as References,
      undefined as unknown as Wishlists,
    ),
    customers: { at: () => Promise.resolve(undefined) },
    erasures: { since: () => Promise.resolve(false) },
  });
  const send: Send = () => Promise.resolve({ ok: true, created: true, json: "{}" } as never);
  const context = {
    target: { storeKey: "t/s", settings: { alerts: {} as never, currency: null } },
    sendFor: () => send,
    concurrency: 10,
    skipsFailures: false,
  };
  return { writers, context, together };
}

describe("rows that are written together", () => {
  it("are matched by any form of a reference", async () => {
    const { writers, context, together } = newWriters();
    const names = ["42", 42, "gid://shopify/Product/42"];
    await writers.products(
      names.map((productRef) => ({ productRef, title: "Hat", variants: [] })),
      context,
    );
    const order = { createdTime: "2026-01-01T00:00:00Z", lines: [{ lineRef: "1", sku: "s", quantity: 1 }] };
    await writers.orders(
      names.map((orderRef) => ({ orderRef, ...order })),
      context,
    );
    assert.deepEqual(
      together.map((rows) => rows.length),
      [1, 1, 1, 1, 1, 1],
    );
  });

  it("are refused for the same reasons as single rows", async () => {
    const odd = [
      { id: "a", accepts_marketing: "TRUE" },
      { id: "b", phone: `+49${" ".repeat(60)}30 1234567` },
      { id: "c", tax_exemptions: "x".repeat(300) },
    ];
    const { writers, context } = newWriters();
    const rows = () => structuredClone(odd);
    const alone = await Promise.all(rows().map((row) => writers.customers([row], context)));
    const together = await writers.customers(rows(), context);
    assert.deepEqual(together, alone.flat());
    assert.deepEqual(
      together.map(({ status }) => status),
      odd.map(() => "rejected"),
    );
  });

  it("are read some in each turn of the event loop: products with many variants take long", async () => {
    const { writers, context } = newWriters();
    const most = await callsPerTurn(async (count) => {
      const rows = Array.from({ length: 200 }, (_, i) => ({
        productRef: `p${i}`,
        title: "Hat",
        get variants() {
          count();
          return [];
        },
      }));
      await writers.products(rows, context);
    });
    assert.ok(most > 0 && most <= 100, `${most} in one turn`);
  });
});
