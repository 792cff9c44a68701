import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, given, type Json, type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";

const RECORDS = 5;

let service: Service;
let shop: Caller;
let paths: { list: string; next: string; member: string }[];
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
  const product = await newProduct(shop, { available: 0 });
  const { customer } = await wishFor(shop, product, { notifyMe: true });
  for (let i = 0; i < RECORDS; i++) {
    await shop.post(`${WS}/privacy/export`, { customerId: customer.svc_customer_id });
    await settled(service);
    await setStock(shop, product.variantRef, 10);
    await settled(service);
    await setStock(shop, product.variantRef, 0);
  }
  await settled(service);
  paths = [
    { list: `${WS}/privacy/requests?limit=2`, next: "after", member: "requests" },
    {
      list: `${WS}/alerts?customerId=${customer.svc_customer_id}&pageSize=2`,
      next: "lastAlertId",
      member: "alerts",
    },
  ];
});

/** Reads all pages of a list. Resolves to the ids in each page. */
async function pagesOf(
  path: string,
  { next, member }: { next: string; member: string },
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const { status, body, text } = await shop.get(`${path}&${next}=${cursor}`);
    assert.equal(status, 200, text);
    pages.push(body[member].map(({ id }: Json) => id as string));
    cursor = body.cursor as string | undefined;
  }
  return pages;
}

describe("a list that can begin with its newest records", () => {
  it("has each record once in either order, and a cursor on each page but the last", async () => {
    for (const { list, ...rest } of paths) {
      const oldest = await pagesOf(list, rest);
      const newest = await pagesOf(`${list}&sortBy=newest`, rest);
      assert.deepEqual(newest.flat(), oldest.flat().reverse(), list);
      assert.equal(new Set(oldest.flat()).size, RECORDS, list);
      for (const pages of [oldest, newest])
        assert.deepEqual(
          pages.map(({ length }) => length),
          [2, 2, 1],
          list,
        );
    }
  });

  it("is empty before the first possible id, which is the beginning in the other order", async () => {
    for (const id of ["0-0", "000-00"])
      for (const name of ["cursor", "after"]) {
        const path = `${WS}/privacy/requests?${name}=${id}`;
        const newest = await shop.get(`${path}&sortBy=newest`);
        assert.deepEqual([newest.status, newest.body], [200, { requests: [] }], path);
        assert.equal((await shop.get(path)).body.requests.length, RECORDS, path);
      }
    const [, alerts] = paths;
    const newest = await shop.get(`${given(alerts).list}&sortBy=newest&lastAlertId=0-0`);
    assert.deepEqual([newest.status, newest.body.alerts], [200, []]);
  });

  it("refuses any other order, and names the parameter", async () => {
    for (const { list } of paths) {
      const { status, body } = await shop.get(`${list}&sortBy=oldest`);
      assert.equal(status, 400);
      assert.deepEqual(
        body.errors.map(({ path }: Json) => path as string),
        ["sortBy"],
        list,
      );
    }
  });
});
