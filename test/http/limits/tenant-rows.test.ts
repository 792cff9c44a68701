import assert from "node:assert/strict";
import { it } from "node:test";
import { newTenantRows, type RowsParts, submitRows } from "../../../src/http/feeds/write-rows.ts";
import type { ApiRequest } from "../../../src/http/route.ts";
import { inOrder } from "../../../src/ingest/writers/in-order.ts";
import type { WriteRows } from "../../../src/ingest/writers/row-writer.ts";

/** Sends commands of several requests of one tenant. Resolves to the maximum number that were sent at once. */
async function mostAtOnce(commands: readonly object[], requests: number): Promise<number> {
  let [running, most] = [0, 0];
  const send = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return { ok: true };
  };
  const writer: WriteRows = (all, { concurrency, sendFor }) =>
    inOrder(all, concurrency, async (command, i) => {
      await sendFor(i)({ partition: 0, command } as never);
      return { status: "applied" };
    });
  const parts = {
    writes: {
      submitMany: async (_: unknown, write: (by: typeof send, attempt: object) => Promise<unknown>) => ({
        result: await write(send, { isRetry: false }),
        replayed: false,
      }),
    },
    writers: { products: writer },
    tenantRows: newTenantRows(),
  } as unknown as RowsParts<"products">;
  const request = {
    terms: {},
    session: { storeKey: "t/s", tenant: { id: "t", settings: {} } },
  } as ApiRequest<object>;
  await Promise.all(Array.from({ length: requests }, () => submitRows(parts, request, "products", commands)));
  return most;
}

it("the requests of a tenant together write up to 250 rows, variants, stock levels and order lines at the same time", async () => {
  const some = (count: number, command: object) => Array.from({ length: count }, () => command);
  const entries = (count: number) => some(count, {});
  assert.equal(await mostAtOnce(some(100, { type: "PutCustomer" }), 20), 250);
  assert.equal(await mostAtOnce(some(100, { type: "PutProduct", variants: [] }), 20), 250);
  assert.equal(await mostAtOnce(some(100, { type: "PutCustomer" }), 2), 128, "64 of each request");
  assert.equal(await mostAtOnce(some(100, { type: "PutProduct", variants: entries(50) }), 20), 5);
  assert.equal(await mostAtOnce(some(100, { type: "SetStock", levels: entries(125) }), 20), 2);
  assert.equal(await mostAtOnce(some(100, { type: "PutOrder", order: { lines: entries(10) } }), 20), 25);
  assert.equal(await mostAtOnce(some(10, { type: "PutProduct", variants: entries(2000) }), 4), 1);
});
