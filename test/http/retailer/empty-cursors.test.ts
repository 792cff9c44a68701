import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { feed, NDJSON } from "../../support/data/feeds.ts";
import { CS, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct } from "../../support/shop.ts";

describe("an empty cursor", () => {
  it("is the first page of every list, because a form also sends empty fields", async () => {
    const service = await sharedService();
    const shop = await service.newCaller();
    const { variantRef } = await newProduct(shop);
    const { id } = await feed(shop, "products", NDJSON, "{}");
    await settled(service);
    const paths = [
      `${CS}/customers?cursor=`,
      ...["wishlists/list", "orders", "products", "alerts/list"].map((list) => `${WS}/${list}?cursor=`),
      `${WS}/variants/${variantRef}/waiting?cursor=`,
      `${WS}/feeds?cursor=`,
      `${WS}/feeds/${id}/errors?cursor=`,
      `${WS}/audit?cursor=`,
      `${WS}/privacy/requests?cursor=`,
      `${WS}/changes?cursor=`,
      `${WS}/changes?cursor=&after=`,
      `${WS}/privacy/requests?after=`,
    ];
    for (const path of paths) {
      const [first, empty] = [await shop.get(path.replace(/\?.*/, "")), await shop.get(path)];
      assert.equal(empty.status, 200, `${path}: ${empty.text}`);
      assert.deepEqual(empty.body, first.body, path);
    }
  });
});
