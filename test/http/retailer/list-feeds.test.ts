import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { ended, feed, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const product = () => ({ productRef: unique("p"), title: "Tent", variants: [] });

/** Ids of all feeds in a list, page by page. */
async function idsOf(shop: Caller, query: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const params = new URLSearchParams({ ...query, ...(cursor === "" ? {} : { cursor }) });
    const { status, body, text } = await shop.get(`${WS}/feeds?${params.toString()}`);
    assert.equal(status, 200, text);
    found.push(...body.feeds.map(({ id }: Json) => id as string));
    ({ cursor } = body);
  }
  return found;
}

describe("the list of a store's feeds", () => {
  it("lists the newest first, with any page size, and filters by content and status", async () => {
    const shop = await service.newCaller();
    const good = await feed(shop, "products", NDJSON, lines([product()]));
    const stock = await feed(shop, "stock-levels", NDJSON, lines([{ variantRef: "v", available: 1 }]));
    const packed = gzipSync(lines(Array.from({ length: 5000 }, product)));
    const half = packed.subarray(0, packed.length / 2);
    const { body } = await upload(shop, "products", NDJSON, half, { "Content-Encoding": "gzip" });
    await ended(shop, body.feedId);
    const all = [body.feedId, stock.id, good.id] as string[];
    for (const pageSize of ["1", "2", "50"]) assert.deepEqual(await idsOf(shop, { pageSize }), all);
    assert.deepEqual(await idsOf(shop, { kind: "products" }), [body.feedId, good.id]);
    assert.deepEqual(await idsOf(shop, { status: "incomplete" }), [body.feedId]);
    assert.deepEqual(await idsOf(shop, { kind: "stock-levels", status: "incomplete" }), []);
    const { errors: _, ...listed } = (await shop.get(`${WS}/feeds/${good.id}`)).body;
    const page = (await shop.get(`${WS}/feeds?status=finished&kind=products`)).body;
    assert.deepEqual(page, { feeds: [listed] });
  });

  it("lists no feed of another store, and none whose rows the caller may not read", async () => {
    const shop = await service.newCaller();
    const { id } = await feed(shop, "products", NDJSON, lines([product()]));
    await feed(shop, "customers", NDJSON, lines([{ id: unique("c"), email: `${unique("c")}@example.com` }]));
    assert.deepEqual(await idsOf(await service.newCaller()), []);
    const reader = await service.callerFor(shop.credentials, "catalogue:read");
    assert.deepEqual(await idsOf(reader), [id]);
  });

  it("refuses an invalid cursor", async () => {
    const shop = await service.newCaller();
    for (const cursor of ["x", Buffer.from("[1]").toString("base64url")]) {
      const { status, body } = await shop.get(`${WS}/feeds?cursor=${cursor}`);
      assert.deepEqual([status, body.errors[0].path], [400, "cursor"]);
    }
  });
});
