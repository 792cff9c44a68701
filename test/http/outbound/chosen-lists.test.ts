import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONSENTING, linesOf, newExport, newWisher, runOf } from "../../support/exports.ts";
import { Receiver } from "../../support/models/receiver.ts";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const lines = (run: Json) => linesOf(service.dataDir, run);

/** Returns a check that a receiver of the changes has as many wishes, and those that an export of all wishes has. */
async function newCheck(shop: Caller, choice: object) {
  const changed = await newExport(shop, { mode: "changed", ...choice });
  const full = await newExport(shop, { mode: "full", ...choice });
  const receiver = new Receiver();
  return async (count: number) => {
    receiver.receive(lines(await runOf(shop, changed.id)));
    const expected = new Receiver();
    expected.receive(lines(await runOf(shop, full.id)));
    assert.deepEqual(receiver.wishes, expected.wishes);
    assert.equal(Object.keys(receiver.wishes).length, count);
  };
}

describe("an export of chosen lists", () => {
  for (const by of ["id", "wishlistRef"]) {
    it(`exports older wishes of a list that becomes public, by ${by}`, async () => {
      const shop = await service.newCaller();
      const list = { wishlistRef: unique("list"), isPrivate: true };
      const { wishlist } = await newWisher(shop, 2, CONSENTING, list);
      const check = await newCheck(shop, { lists: [wishlist[by]] });
      await check(0);
      await shop.put(`${WS}/wishlists`, { id: wishlist.id, isPrivate: false });
      await check(2);
      await shop.put(`${WS}/wishlists`, { id: wishlist.id, isPrivate: true });
      await check(0);
    });

    it(`exports older wishes of a customer who consents, by ${by}`, async () => {
      const shop = await service.newCaller();
      const { person, wishlist } = await newWisher(shop, 2, {}, { wishlistRef: unique("list") });
      const other = await shop.newWishlist({ customerRef: person.id });
      await shop.newItem(other.id);
      const check = await newCheck(shop, { lists: [wishlist[by]] });
      await check(0);
      await shop.put(`${CS}/customers`, { id: person.id, ...CONSENTING });
      await check(2);
    });
  }
});
