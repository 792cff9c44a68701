import assert from "node:assert/strict";
import { it } from "node:test";
import { newTenantRows, type RowsParts, submitRows } from "../../../src/http/feeds/write-rows.ts";
import type { ApiRequest } from "../../../src/http/route.ts";
import { inOrder } from "../../../src/ingest/writers/in-order.ts";
import type { WriteRows } from "../../../src/ingest/writers/row-writer.ts";

/** Sends rows of several requests of one tenant. Resolves to the maximum number of rows that were sent at once. */
async function mostAtOnce(rows: readonly object[], requests: number): Promise<number> {
  let [running, most] = [0, 0];
  const send = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return { ok: true };
  };
  const writer: WriteRows = (all, { concurrency, sendFor }) =>
    inOrder(all, concurrency, async (_, i) => {
      await sendFor(i)({} as never);
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
  await Promise.all(Array.from({ length: requests }, () => submitRows(parts, request, "products", rows)));
  return most;
}

it("the requests of a tenant together write up to 1,000 rows and variants at the same time", async () => {
  const variants = (count: number) => Array.from({ length: count }, (_, i) => ({ variantRef: `${i}` }));
  const rows = (count: number, size: number) =>
    Array.from({ length: count }, () => ({ title: "T", variants: variants(size) }));
  assert.equal(await mostAtOnce(rows(100, 0), 20), 1000);
  assert.equal(await mostAtOnce(rows(100, 0), 2), 128, "64 of each request");
  assert.equal(await mostAtOnce(rows(100, 49), 20), 20);
  assert.equal(await mostAtOnce(rows(10, 2000), 4), 1);
});
