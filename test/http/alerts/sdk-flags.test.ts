import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { body, newList, platformSdk, product } from "../../support/callers/platform-sdk.ts";
import { monitor } from "../../support/servers/monitor.ts";
import { type Caller, given, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { until } from "../../support/until.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const SDK = platformSdk(() => shop);

describe("flags and counts of the platform's SDK", () => {
  /** A product of two variants with wishes of several customers. */
  async function wished(count: number, flag: string) {
    const productRef = unique("p");
    const variants = ["a", "b"].map((name) => ({ variantRef: `${productRef}-${name}`, available: 0 }));
    const { text } = await shop.post(`${WS}/products`, { productRef, title: "Tent", variants });
    assert.match(text, /created/);
    const lists = await Promise.all(Array.from({ length: count }, () => newList(SDK)));
    for (const [i, { list }] of lists.entries()) {
      const { variantRef } = given(variants[i % 2]);
      await body(
        SDK.createWishlistItem({
          wishlistId: list.id,
          product: product(productRef, variantRef),
          [flag]: true,
        }),
      );
    }
    await until("all wishes wait", async () => {
      const [entry] = await body(SDK.getItemsPopularity([{ productRef }]));
      return entry.count === count;
    });
    return { productRef, variantRef: given(variants[0]).variantRef, lists };
  }

  it("count the wishes for a product, a variant, and both, at both paths", async () => {
    const { productRef, variantRef } = await wished(3, "notifyMe");
    const asked = [
      { productRef },
      { variantRef },
      { productRef, variantRef },
      productRef,
      variantRef,
      "none",
    ];
    for (const answer of [SDK.getItemsPopularity(asked), SDK.getItemsPopularityOfOldVersions(asked)])
      assert.deepEqual(
        (await body(answer)).map(({ count }: Json) => count),
        [3, 2, 2, 3, 2, 0],
      );
    assert.equal((await SDK.getItemsPopularity([{}])).status, 400);
    assert.equal((await SDK.getItemsPopularity([])).status, 400);
  });

  it("count an entry once that occurs many times: its product may have thousands of variants", async (t) => {
    const { productRef } = await wished(2, "notifyMe");
    const calls = await monitor(t, service);
    const counts = await body(SDK.getItemsPopularity(Array.from({ length: 50 }, () => ({ productRef }))));
    assert.deepEqual(new Set(counts.map(({ count }: Json) => count)), new Set([2]));
    const reads = (await calls()).filter(
      ([command = "", key = ""]) => /^h(.*get|scan)/i.test(command) && key.includes("}:p:"),
    );
    // The product with its variants.
    assert.equal(reads.length, 1);
  });

  it("list the waiting customers, in pages, and reset their flags", async () => {
    const { productRef, variantRef, lists } = await wished(3, "notifyMe");
    const refs = new Set<string>();
    let lastItemId: string | undefined;
    do {
      const page = await body(
        SDK.getCustomersWithFlag({ productRef, notifyMe: true, pageSize: 1, lastItemId }),
      );
      for (const { customerRef, wishlistItemIds } of page.customers) {
        refs.add(customerRef);
        assert.equal(wishlistItemIds.length, 1);
      }
      lastItemId = page.lastEvaluatedItemId;
    } while (lastItemId !== undefined);
    assert.deepEqual([...refs].sort(), lists.map(({ customer }) => customer.customerRef).sort());
    for (const params of [{ variantRef }, { productRef: "", variantRef }])
      assert.equal((await body(SDK.getCustomersWithFlag({ ...params, notifyMe: true }))).customerCount, 2);
    assert.equal((await body(SDK.getCustomersWithFlag({ productRef, preRelease: true }))).customerCount, 0);
    for (const params of [
      { productRef },
      { notifyMe: true },
      { productRef, notifyMe: true, lastItemId: "x" },
    ])
      assert.equal((await SDK.getCustomersWithFlag(params)).status, 400);

    const part = await body(SDK.resetWishlistItemFlag({ variantRef, notifyMe: true }));
    assert.deepEqual([part.status, part.count], ["finished", 2]);
    assert.equal((await body(SDK.getCustomersWithFlag({ productRef, notifyMe: true }))).customerCount, 1);
  });

  it("find no wish by one reference that the catalogue does not have, and find the wishes by both references", async () => {
    const [productRef, variantRef] = [unique("p"), unique("v")];
    const { list } = await newList(SDK);
    const wish = { wishlistId: list.id, product: product(productRef, variantRef), notifyMe: true };
    await body(SDK.createWishlistItem(wish));
    const both = { productRef, variantRef };
    await until("the wish waits", async () => (await body(SDK.getItemsPopularity([both])))[0].count === 1);
    for (const named of [{ productRef }, { variantRef }]) {
      const asked = { ...named, notifyMe: true };
      assert.deepEqual(await body(SDK.getCustomersWithFlag(asked)), { customerCount: 0, customers: [] });
      const { status, count } = await body(SDK.resetWishlistItemFlag(asked));
      assert.deepEqual([status, count], ["finished", 0]);
      assert.equal((await body(SDK.getItemsPopularity([named])))[0].count, 0);
    }
    const asked = { ...both, notifyMe: true };
    assert.equal((await body(SDK.getCustomersWithFlag(asked))).customerCount, 1);
    assert.equal((await body(SDK.resetWishlistItemFlag(asked))).count, 1);
    assert.equal((await body(SDK.getCustomersWithFlag(asked))).customerCount, 0);
  });

  it("are reset by a job if there are many wishes, with progress", async () => {
    const { productRef } = await wished(1, "prerelease");
    const variantRef = `${productRef}-a`;
    const customer = await shop.newCustomer();
    const settings = { allowDuplicateVariants: true };
    assert.equal((await shop.put(`${WS}/settings`, settings)).status, 200);
    for (let n = 0; n < 2; n++) {
      const list = await shop.newWishlist({ customerRef: customer.id });
      const rows = Array.from({ length: 90 }, () => ({
        ...product(productRef, variantRef),
        prerelease: true,
      }));
      await body(shop.post(`${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef: rows }), 202);
    }
    await until("all wishes wait", async () => {
      const [entry] = await body(SDK.getItemsPopularity([{ productRef }]));
      return entry.count === 181;
    });
    const before = await body(SDK.getCustomersWithFlag({ productRef, preRelease: true }));
    assert.ok(before.customerCount > 0);
    const started = await SDK.resetWishlistItemFlag({ productRef, preRelease: true });
    assert.equal(started.status, 202, started.text);
    assert.equal(started.body.status, "running");
    const counts: number[] = [started.body.count];
    assert.ok(started.body.count > 0 && started.body.count < 181, `${counts[0]} are reset at once`);
    const progress = () => body(shop.get(given(started.headers.location)));
    await until("the reset is finished", async () => {
      const { status, count } = await progress();
      counts.push(count);
      return status === "finished";
    });
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.equal(counts.at(-1), 181);
    const left = await body(SDK.getCustomersWithFlag({ productRef, preRelease: true }));
    assert.deepEqual([left.customerCount, left.lastEvaluatedItemId], [0, undefined]);
    const other = await service.newCaller();
    assert.equal((await other.get(given(started.headers.location))).status, 404);
  });
});
