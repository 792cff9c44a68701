import assert from "node:assert/strict";
import { before, it } from "node:test";
import { CONSENTING, linesOf, newExport, runOf } from "../../support/exports.ts";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";
import { alertsOf, newProduct, setStock } from "../../support/shop.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
});

const ITEMS = `${WS}/wishlist/items`;

/** A customer's list with a reference, and so many removed items between others that a page is read in two steps. */
async function listWithGaps() {
  const { productRef, variantRef } = await newProduct(shop, { available: 0 });
  const customer = await shop.newCustomer(CONSENTING);
  const list = await shop.newWishlist({ customerRef: customer.id, wishlistRef: unique("list") });
  const product = { productRef, selectedVariantRef: variantRef };
  const items: Json[] = [
    await shop.newItem(list.id, { wishlistItemRef: unique("item"), product, notifyMe: true }),
  ];
  for (let i = 0; i < 20; i++) items.push(await shop.newItem(list.id));
  for (const item of items.slice(2, 18)) await shop.delete(`${ITEMS}/${item.id}`);
  return { list, customer, variantRef, item: items[0] };
}

type List = Awaited<ReturnType<typeof listWithGaps>>;

/** The items of a list in every answer that shows them, without removed ones. */
async function shownItems({ list, customer, item }: List, wishlistRef: string | undefined) {
  const read = async (path: string) => (await shop.get(path)).body;
  const query = `id=${list.id}&pageSize=4`;
  const byRef = `${ITEMS}/ref=${item.wishlistItemRef}?wishlistId=${list.id}`;
  const lookup = await read(`${WS}/wishlists/lookup?customerRef=${customer.id}`);
  const personal = (await shop.post(`${WS}/privacy/export`, { customerRef: customer.id })).body.data;
  const exported = await newExport(shop, { mode: "full", lists: [list.id] });
  await settled(service, { withinMs: 0 });
  const lines = linesOf(service.dataDir, await runOf(shop, exported.id));
  return {
    page: (await read(`${WS}/wishlists?${query}`)).wishlistItems,
    items: (await read(`${ITEMS}?${query}`)).wishlistItems,
    lookup: lookup.wishlist[0].wishlistItems,
    byId: [await read(`${ITEMS}/${item.id}`)],
    byRef: [await read(byRef)],
    byListRef:
      wishlistRef === undefined ? [] : (await read(`${ITEMS}?wishlistRef=${wishlistRef}`)).wishlistItems,
    personal: personal.items.filter(({ deleted }: Json) => !deleted),
    exported: lines.filter(({ type }) => type === "item").map(({ item: its }) => its),
  } as Record<string, Json[]>;
}

const withRef = (shown: Record<string, Json[]>, wishlistRef: string | undefined) =>
  Object.fromEntries(
    Object.entries(shown).map(([name, items]): [string, Json[]] => [
      name,
      items.map(({ wishlistRef: _, ...others }) => (wishlistRef ? { ...others, wishlistRef } : others)),
    ]),
  );

const events = async () => (await shop.get(`${WS}/changes?limit=1000`)).body.events as Json[];

it("every answer shows the items of a list with its present reference, and removed items with their last one", async () => {
  const made = await listWithGaps();
  const { list, customer, item } = made;
  const { wishlistRef: first } = list;
  const shown = await shownItems(made, first);
  assert.ok(Object.values(shown).every((items) => items.length > 0));
  assert.deepEqual(shown, withRef(shown, first));
  const named: Record<string, Json[]> = { ...shown };
  for (const ref of [unique("new"), unique("newer")]) {
    await shop.put(`${WS}/wishlists`, { id: list.id, wishlistRef: ref });
    assert.deepEqual(await shownItems(made, ref), withRef(named, ref));
    assert.equal((await shop.get(`${ITEMS}?wishlistRef=${first}`)).status, 404);
  }
  await shop.put(`${WS}/wishlists`, { id: list.id, wishlistRef: null });
  assert.deepEqual(await shownItems(made, undefined), withRef({ ...named, byListRef: [] }, undefined));
  const { data } = (await shop.post(`${WS}/privacy/export`, { customerRef: customer.id })).body;
  const removed = data.items.filter(({ deleted }: Json) => deleted);
  assert.equal(removed.length, 16);
  for (const { wishlistRef } of removed) assert.equal(wishlistRef, first);
  const about = (await events()).filter(({ data: its }) => its.item?.wishlistId === list.id);
  for (const { data: its } of about)
    assert.equal(its.item.wishlistRef, its.item.deleted ? first : undefined, its.itemId);
  assert.ok(about.some(({ data: its }) => its.itemId === item.id));
});

it("events and alerts after a change of a list's reference have the new one", async () => {
  const { list, customer, variantRef, item } = await listWithGaps();
  const wishlistRef = unique("new");
  await shop.put(`${WS}/wishlists`, { id: list.id, wishlistRef });
  await shop.put(`${ITEMS}/id=${item.id}`, { note: "changed" });
  await settled(service, { withinMs: 0 });
  const updated = (await events()).findLast(({ data }) => data.itemId === item.id);
  assert.deepEqual([updated?.data.wishlistRef, updated?.data.item.wishlistRef], [wishlistRef, wishlistRef]);
  const later = unique("later");
  await shop.put(`${WS}/wishlists`, { id: list.id, wishlistRef: later });
  await setStock(shop, variantRef, 5);
  await settled(service, { withinMs: 0 });
  const [alert] = await alertsOf(shop, customer);
  assert.deepEqual(
    alert?.items.map((its: Json) => its.wishlistRef),
    [later],
  );
});

it("a retried change of a list's reference and retries of changes of items get their first answers", async () => {
  const { list, item } = await listWithGaps();
  const requests: [string, Json][] = [
    [`${ITEMS}/id=${item.id}`, { note: "before" }],
    [`${WS}/wishlists`, { id: list.id, wishlistRef: unique("new") }],
    [`${ITEMS}/id=${item.id}`, { note: "after" }],
  ];
  const send = async () => {
    const answers: string[] = [];
    for (const [i, [path, body]] of requests.entries())
      answers.push((await shop.put(path, body, { headers: { "Idempotency-Key": `${list.id} ${i}` } })).text);
    return answers;
  };
  assert.deepEqual(await send(), await send());
});
