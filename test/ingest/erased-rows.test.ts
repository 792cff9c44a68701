import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refuse, type RejectionCode } from "../../src/actors/reply.ts";
import type { Send } from "../../src/actors/runtime/send.ts";
import { Problem } from "../../src/ingest/problem.ts";
import { Targets } from "../../src/ingest/targets.ts";
import type { Feeds } from "../../src/ingest/writers/feeds.ts";
import { rowWriters } from "../../src/ingest/writers/row-writers.ts";
import type { StockFeed } from "../../src/ingest/writers/stock-feed.ts";
import { customerId } from "../../src/store/ids/ids.ts";
import { Layout } from "../../src/store/layout/layout.ts";
import type { Wishlists } from "../../src/store/read/wishlists.ts";
import type { References } from "../../src/store/references/references.ts";

const layout = new Layout(4, "salt");
const svcId = customerId({ ms: 1_700_000_000_000, seq: 0 }, 1, "0123456789abcdef");

/** Writes a row whose person is erased meanwhile; the deletion of the new record is refused with a code. */
function write(code: RejectionCode, skipsFailures: boolean) {
  const erasedChecks = [false, true];
  const send: Send = ({ command }) => {
    const made = { ok: true, created: true, json: JSON.stringify({ id: svcId, svc_customer_id: svcId }) };
    const reply: unknown = command.type === "DeleteCustomer" ? refuse(code, "It cannot be deleted.") : made;
    return Promise.resolve(reply as never);
  };
  const { customers } = rowWriters({
    feeds: undefined as unknown as Feeds,
    stockFeed: undefined as unknown as StockFeed,
    targets: new Targets(layout, undefined as unknown as References, undefined as unknown as Wishlists),
    customers: { at: () => Promise.resolve(undefined) },
    erasures: { since: () => Promise.resolve(erasedChecks.shift() ?? false) },
  });
  const target = {
    storeKey: "t/s",
    settings: { alerts: {} as never, currency: null },
    arrivedTime: "2026-01-01T00:00:00.000Z",
  };
  return customers([{ email: "ann@example.com" }], {
    target,
    sendFor: () => send,
    concurrency: 1,
    skipsFailures,
  });
}

describe("a row whose person is erased while it is written", () => {
  it("is rejected as erased after its record is deleted", async () => {
    const [result] = await write("ResourceNotFound", false);
    assert.deepEqual([result?.status, result?.error?.code], ["rejected", "PersonErased"]);
  });

  it("is not reported as erased if its record cannot be deleted", async () => {
    await assert.rejects(
      write("Internal", false),
      (err: Error) => err instanceof Problem && err.status === 500,
    );
    const [result] = await write("Internal", true);
    assert.deepEqual([result?.status, result?.error?.code], ["rejected", "Internal"]);
  });
});
