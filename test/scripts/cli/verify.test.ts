import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { textOfVerification } from "../../../scripts/cli/commands/verify.ts";
import { customerId, parseProductId, partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import type { StoreIndex } from "../../../src/store/keys/keys.ts";
import { itemRefTerm, personNames, variantName, variantRefsTerm } from "../../../src/store/keys/names.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { decodeWishlistMeta, encodeWishlistMeta } from "../../../src/store/records/wishlist-meta.ts";
import { WaitingOrders } from "../../../src/store/waiting/waiting-orders.ts";
import { Load } from "../../support/callers/load.ts";
import { listOf } from "../../support/list-of.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, given, type Json, type Service, startService, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock } from "../../support/shop.ts";
import { inconsistencies, toolEnv } from "../../support/tool.ts";

const PARTITIONS = 4;
const EMAIL = "ada@shop.example";
const SKU = variantName("sku", "T-2");
/** An order that waits for its buyer, and one that waits for its variant. */
const ORDER_OF_NOBODY = "order-2";
const ORDER_OF_NOTHING = "order-3";
const NOBODY = "nobody@shop.example";
const PHONE = "+493012345678";

const suite = atEnd();
let service: Service;
let shop: Caller;
let storeKey: string;
let layout: Layout;
let customer: Json;
let wishlist: Json;
let item: Json;
let alert: Json;
let guest: Json;
let partition: number;
let slot: string;
let productId: string;

const verify = (...words: string[]) => inconsistencies(toolEnv(service), ...words);

before(async () => {
  service = await startService(suite, { PARTITIONS: PARTITIONS.toString() });
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  layout = await openLayout(service.redis, service.keys, PARTITIONS);
  const variants = [{ variantRef: "tent-2", sku: "T-2", title: "2 persons" }];
  const product = await shop.post(`${WS}/products`, { productRef: "tent", title: "Tent", variants });
  assert.ok(product.status < 300, product.text);
  customer = await shop.newCustomer({ email: EMAIL, phone: PHONE, first_name: "Ada", last_name: "Lovelace" });
  wishlist = await shop.newWishlist({ customerRef: customer.id, wishlistRef: "birthday" });
  const named = { productRef: "tent", selectedVariantRef: "tent-2" };
  item = await shop.newItem(wishlist.id, { wishlistItemRef: "first", product: named });
  await shop.newItem(wishlist.id);
  guest = (await shop.post(`${WS}/wishlists`, { guest: true, name: "Favourites" })).body;
  // An alert and an order that match nothing else in the store.
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
  const lamp = await newProduct(shop, { available: 0 });
  await shop.newItem(wishlist.id, {
    product: { productRef: lamp.productRef, selectedVariantRef: lamp.variantRef },
    notifyMe: true,
  });
  await settled(service);
  await setStock(shop, lamp.variantRef, 5);
  const line = { lineRef: "1", variantRef: "unknown", quantity: 1 };
  const createdTime = new Date().toISOString();
  const orders = [
    { orderRef: "order-1" },
    { orderRef: ORDER_OF_NOBODY, email: NOBODY },
    { orderRef: ORDER_OF_NOTHING, customerRef: customer.id },
  ];
  for (const named of orders) {
    const sent = await shop.post(`${WS}/orders`, { ...named, createdTime, lines: [line] });
    assert.ok(sent.status < 300, sent.text);
  }
  await settled(service);
  [alert] = await alertsOf(shop, customer);
  partition = given(partitionOfWishlist(wishlist.id));
  productId = (await shop.get(`${WS}/variants/tent-2`)).body.productId;
  slot = given(layout.slotOfRef(storeKey, customer.id as string)).slot;
});

/** Key and field of a reference. */
function referenceAt(reference: string, value: string): [key: string, field: string] {
  const home = layout.partitionOf(`${reference} ${storeKey} ${value}`);
  return [service.keys.references(home, reference, storeKey), value];
}

const indexOf = (home: number, index: StoreIndex) => service.keys.storeIndex(home, index, storeKey);
const customerPartition = () => given(layout.slotOfRef(storeKey, customer.id as string)).partition;

/** Id of an earlier customer with the key of the present one. */
const goneCustomer = () =>
  customerId({ ms: 1, seq: 0 }, customerPartition(), layout.slotOfRef(storeKey, customer.id as string).key);

const ordinalOfItem = () => (item.id as string).slice((wishlist.id as string).length + 1);

/** Damage to an index, and the finding about it. */
const DAMAGES: { index: string; what: string; recordOf: () => string; damage: () => Promise<unknown> }[] = [
  {
    index: "itemOrder",
    what: "missing",
    recordOf: () => wishlist.id,
    damage: () => service.redis.zrem(service.keys.itemOrder(partition, wishlist.id), ordinalOfItem()),
  },
  {
    index: "itemOrder",
    what: "extra",
    recordOf: () => wishlist.id,
    damage: () => service.redis.zadd(service.keys.itemOrder(partition, wishlist.id), 0, "zzz"),
  },
  {
    index: "itemIndex",
    what: "missing",
    recordOf: () => wishlist.id,
    damage: () => service.redis.hdel(service.keys.itemIndex(partition, wishlist.id), itemRefTerm("first")),
  },
  {
    index: "itemIndex",
    what: "wrong",
    recordOf: () => wishlist.id,
    damage: () =>
      service.redis.hset(
        service.keys.itemIndex(partition, wishlist.id),
        variantRefsTerm("tent", "tent-2"),
        "1 7",
      ),
  },
  {
    index: "itemCount",
    what: "wrong",
    recordOf: () => wishlist.id,
    async damage() {
      const key = service.keys.wishlist(partition, wishlist.id);
      const meta = decodeWishlistMeta(given((await service.redis.hget(key, "m")) ?? undefined));
      await service.redis.hset(key, "m", encodeWishlistMeta({ ...meta, count: meta.count + 1 }));
    },
  },
  {
    index: "itemReferences",
    what: "wrong",
    recordOf: () => wishlist.id,
    async damage() {
      const key = service.keys.wishlist(partition, wishlist.id);
      const stored = given((await service.redis.hget(key, ordinalOfItem())) ?? undefined);
      await service.redis.hset(
        key,
        ordinalOfItem(),
        JSON.stringify({ ...JSON.parse(stored), wishlistRef: "former" }),
      );
    },
  },
  {
    index: "customerWishlists",
    what: "missing",
    recordOf: () => wishlist.id,
    damage: () => service.redis.zrem(service.keys.customerWishlists(partition, slot), wishlist.id),
  },
  {
    index: "customerWishlists",
    what: "extra",
    recordOf: () => `${wishlist.id as string}x`,
    damage: () =>
      service.redis.zadd(service.keys.customerWishlists(partition, slot), 0, `${wishlist.id as string}x`),
  },
  {
    index: "storeWishlists",
    what: "missing",
    recordOf: () => wishlist.id,
    damage: () => service.redis.zrem(service.keys.wishlists(partition, storeKey), wishlist.id),
  },
  {
    index: "customers",
    what: "missing",
    recordOf: () => customer.svc_customer_id,
    damage: () => service.redis.del(indexOf(customerPartition(), "customers")),
  },
  ...[0, 1].map(() => ({
    index: "customer-names",
    what: "missing",
    recordOf: () => customer.svc_customer_id as string,
    damage: () => service.redis.del(indexOf(customerPartition(), "customer-names")),
  })),
  {
    index: "products",
    what: "missing",
    recordOf: () => productId,
    // Not the whole index: the partition may have the other product too.
    damage: () =>
      service.redis.zrem(indexOf(given(parseProductId(productId)).partition, "products"), productId),
  },
  {
    index: "orders",
    what: "missing",
    recordOf: () => layout.slotOf("order", storeKey, "order-1").key,
    damage() {
      const { partition: home, key } = layout.slotOf("order", storeKey, "order-1");
      return service.redis.zrem(indexOf(home, "orders"), key);
    },
  },
  ...(
    [
      [ORDER_OF_NOBODY, personNames({ emails: [NOBODY] })],
      [ORDER_OF_NOTHING, [variantName("variantRef", "unknown")]],
    ] as [string, string[]][]
  ).map(([orderRef, names]) => ({
    ...{ index: "waitingOrders", what: "missing" },
    recordOf: () => layout.slotOf("order", storeKey, orderRef).key,
    async damage() {
      const waiting = new WaitingOrders(service.redis, service.keys, layout);
      const address = layout.slotOf("order", storeKey, orderRef);
      const waits = await listOf(waiting.newestFor(storeKey, names));
      assert.ok(waits.some(({ key }) => key === address.key));
      await waiting.remove(storeKey, address, names);
    },
  })),
  {
    index: "alerts",
    what: "missing",
    recordOf: () => alert.id,
    damage: () => service.redis.del(indexOf(customerPartition(), "alerts")),
  },
  ...(
    [
      ["customers", () => goneCustomer()],
      ["customer-names", () => `gone\t${goneCustomer()}`],
      ["customer-names", () => `former\t${customer.svc_customer_id}`],
    ] as [StoreIndex, () => string][]
  ).map(([index, memberOf]) => ({
    ...{ index, what: "extra", recordOf: () => memberOf().split("\t").at(-1) ?? "" },
    damage: () => service.redis.zadd(indexOf(customerPartition(), index), 0, memberOf()),
  })),
  {
    index: "guests",
    what: "missing",
    recordOf: () => guest.id,
    damage: () => service.redis.del(indexOf(given(partitionOfWishlist(guest.id)), "guests")),
  },
  {
    index: "waitingList",
    what: "missing",
    recordOf: () => item.id,
    damage() {
      const variant = variantRefsTerm("tent", "tent-2");
      const home = layout.partitionOf(`waiting ${storeKey} ${variant}`);
      return service.redis.zrem(service.keys.waiting(home, storeKey, variant), item.id);
    },
  },
  ...(
    [
      ["wishlistRef", "birthday", () => wishlist.id],
      ["itemRef", "first", () => wishlist.id],
      ["email", EMAIL, () => customer.svc_customer_id],
      ["phone", PHONE, () => customer.svc_customer_id],
      ["variant", SKU, () => productId],
    ] as [string, string, () => string][]
  ).map(([index, value, recordOf]) => ({
    ...{ index, what: "missing", recordOf },
    damage: () => service.redis.hdel(...referenceAt(index, value)),
  })),
];

describe("verify", () => {
  it("finds the damage to each kind of index, and repairs it", async () => {
    assert.deepEqual(await verify(), []);
    for (const { damage } of DAMAGES) await damage();
    const found = (repaired: boolean) =>
      DAMAGES.map(({ index, what, recordOf }) => ({ index, what, record: recordOf(), repaired }));
    const inOrder = (all: Json[]) => all.map((each) => JSON.stringify(each)).sort();
    assert.deepEqual(inOrder(await verify("--tenant", shop.tenantId)), inOrder(found(false)));
    assert.deepEqual(inOrder(await verify("--repair")), inOrder(found(true)));
    assert.deepEqual(await verify(), []);
  });

  it("finds nothing if nothing is wrong, also while the service writes", async (t) => {
    assert.deepEqual(await verify(), []);
    const load = await Load.start(t, shop);
    await load.untilMoreDone(50);
    assert.deepEqual(await verify(), []);
    await load.stop();
  });

  it("says that indexes may be correct later if events are missing in them", () => {
    const inconsistencies = [{ index: "orders", what: "missing", record: "order-1", repaired: false }];
    const textOf = (lacksEvents: boolean) => textOfVerification({ inconsistencies, lacksEvents });
    assert.match(textOf(true), /entries may be correct later: run this command again/);
    assert.doesNotMatch(textOf(false), /again/);
  });
});
