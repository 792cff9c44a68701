import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { RECORD } from "../../../src/store/records/fields.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

/** Replacements of a record: invalid JSON, or JSON of another shape. */
const TEXTS = ['{"email":"secret@mail.example",', "5", "null", "[]"];
/** Replacements of a record with a member that every version has. */
const TEXTS_OF_OTHERS = [...TEXTS, "{}", '{"email":"secret@mail.example"}'];

const suite = atEnd();
const log: Json[] = [];
let service: Service;
let shop: Caller;
let storeKey: string;
let endpoint: string;

before(async () => {
  const write = (line: string) => void log.push(JSON.parse(line));
  service = await startService(
    suite,
    { ALLOW_PRIVATE_TARGETS: "true" },
    { log: pino({ level: "error" }, { write }) },
  );
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  const hook = { url: "https://receiver.example/hook" };
  endpoint = (await shop.post(`${WS}/webhook-endpoints`, hook)).body.id;
});

interface Listed {
  /** The record's kind in the log. */
  record: string;
  texts: string[];
  /** Stores a text among the records of the list. */
  put: (text: string, number: number) => Promise<unknown>;
  path: () => string;
  member: string;
}

const LISTS: Listed[] = [
  {
    record: "event",
    texts: TEXTS_OF_OTHERS,
    async put(text, number) {
      const layout = await openLayout(service.redis, service.keys, PARTITIONS);
      const changes = new ChangeFeed(service.redis, service.keys, layout, new ArchiveReader({}));
      await changes.add(storeKey, `broken-${number}`, text);
    },
    path: () => `${WS}/changes`,
    member: "events",
  },
  {
    record: "audit entry",
    texts: TEXTS,
    put: (text) => service.redis.xadd(service.keys.audit(shop.tenantId), "*", "e", text),
    path: () => `${WS}/audit`,
    member: "entries",
  },
  {
    record: "privacy entry",
    texts: TEXTS,
    put: (text) => service.redis.xadd(service.keys.privacyLog(storeKey), "*", "e", text),
    path: () => `${WS}/privacy/requests`,
    member: "requests",
  },
  {
    record: "wave",
    texts: TEXTS_OF_OTHERS,
    put: (text, number) => service.redis.hset(service.keys.waves(storeKey), `broken-${number}`, text),
    path: () => `${WS}/alerts/waves`,
    member: "waves",
  },
  {
    record: "delivery",
    texts: TEXTS,
    put: (text) => service.redis.xadd(service.keys.deliveries(storeKey, endpoint), "*", "d", text),
    path: () => `${WS}/webhook-endpoints/${endpoint}/deliveries`,
    member: "deliveries",
  },
];

describe("a list with stored records that cannot be decoded", () => {
  for (const { record, texts, put, path, member } of LISTS)
    it(`omits them, and logs each once: ${record}`, async () => {
      await settled(service);
      const before = (await shop.get(path())).body[member] as Json[];
      for (const [i, text] of texts.entries()) await put(text, i);
      for (let time = 0; time < 2; time++) {
        const { status, body, text } = await shop.get(path());
        assert.equal(status, 200, text);
        assert.deepEqual(body[member], before);
      }
      const reported = log.filter((line) => line.record === record);
      assert.equal(reported.length, texts.length);
      assert.doesNotMatch(JSON.stringify(reported), /secret/);
    });
});

describe("a list of all records of a store", () => {
  /** The key of a stored record, and the list that has it. */
  interface StoredRecord {
    kind: string;
    path: string;
    member: string;
    keyOf: (layout: Layout) => string;
  }

  async function recordsOf(own: Caller): Promise<StoredRecord[]> {
    const { keys } = service;
    const key = `${own.tenantId}/default`;
    const { id: customerRef } = await own.newCustomer();
    const { id: wishlistId } = await own.newWishlist({ customerRef });
    const createdTime = new Date().toISOString();
    await own.post(`${WS}/orders`, { orders: [{ orderRef: "o1", createdTime, lines: [] }] });
    await own.post(`${WS}/products`, { products: [{ productRef: "p1", variants: [{ variantRef: "v1" }] }] });
    return [
      {
        kind: "customer",
        path: `${CS}/customers`,
        member: "customers",
        keyOf(layout) {
          const { partition, slot } = layout.slotOfRef(key, customerRef);
          return keys.customer(partition, slot);
        },
      },
      {
        kind: "wishlist",
        path: `${WS}/wishlists/list`,
        member: "wishlists",
        keyOf: () => keys.wishlist(partitionOfWishlist(wishlistId) ?? -1, wishlistId),
      },
      {
        kind: "order",
        path: `${WS}/orders`,
        member: "orders",
        keyOf(layout) {
          const { partition, slot } = layout.slotOf("order", key, "o1");
          return keys.order(partition, slot);
        },
      },
      {
        kind: "product",
        path: `${WS}/products`,
        member: "products",
        keyOf(layout) {
          const { partition, slot } = layout.slotOf("product", key, "p1");
          return keys.product(partition, slot);
        },
      },
    ];
  }

  it("omits those that cannot be decoded, and logs each once", async () => {
    const layout = await openLayout(service.redis, service.keys, PARTITIONS);
    const own = await service.newCaller();
    for (const { kind, path, member, keyOf } of await recordsOf(own)) {
      assert.equal((await own.get(path)).body[member].length, 1, path);
      await service.redis.hset(keyOf(layout), RECORD, '{"email":"secret@mail.example",');
      for (let time = 0; time < 2; time++) {
        const { status, body, text } = await own.get(path);
        assert.deepEqual([status, body], [200, { [member]: [] }], text);
      }
      assert.equal(log.filter(({ record }) => record === kind).length, 1, kind);
    }
    assert.doesNotMatch(JSON.stringify(log), /secret/);
  });

  it("omits a customer that cannot be decoded also if it is found by its name, which is not logged", async () => {
    const layout = await openLayout(service.redis, service.keys, PARTITIONS);
    const own = await service.newCaller();
    const { id } = await own.newCustomer({ first_name: "Mysteria", last_name: "Secret" });
    const { partition, slot } = layout.slotOfRef(`${own.tenantId}/default`, id);
    await service.redis.hset(service.keys.customer(partition, slot), RECORD, "{");
    const reported = () => log.filter(({ storeKey: key }) => key === `${own.tenantId}/default`);
    for (const text of ["mys", "secr"]) {
      const { status, body } = await own.post(`${CS}/customers/search`, { text });
      assert.deepEqual([status, body.customers], [200, []]);
    }
    assert.deepEqual((await own.get(`${CS}/customers`)).body.customers, []);
    assert.equal(reported().length, 1);
    assert.doesNotMatch(JSON.stringify(reported()), /mysteria|secret/i);
  });
});
