import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import { type Known, made } from "../document/known.ts";
import {
  clearable,
  customer,
  guestSlot,
  identity,
  index,
  item,
  itemChanges,
  most,
  mostlyFirst,
  name,
  number,
  option,
  otherIndex,
  storeKey,
  time,
} from "./any-values.ts";

const inList =
  <T extends object>(make: (value: T) => object) =>
  (value: T & { list: number }, known: Known) =>
    ({ storeKey, wishlistId: known.wishlist(value.list), ...make(value) }) as Command;

/** Commands on wishlists, of customers and of guests. */
export const LIST_COMMANDS = {
  CreateWishlist: made(
    fc.record({
      slot: customer,
      wishlistRef: fc.option(name),
      hash: option(name),
      isDefault: fc.boolean(),
      most,
    }),
    ({ slot, hash, most: limit, ...fields }) => ({
      type: "CreateWishlist",
      ...(hash
        ? { ...guestSlot, guest: { hash }, fields: { name: "list" } }
        : { ...slot, most: limit, fields: { name: "list", ...fields } }),
    }),
  ),
  UpdateWishlist: made(
    fc.record({
      list: index,
      changes: fc.record({ wishlistRef: fc.option(name), isDefault: fc.boolean() }, { requiredKeys: [] }),
    }),
    inList(({ changes }) => ({ type: "UpdateWishlist", changes })),
  ),
  DeleteWishlist: made(
    fc.record({ list: index }),
    inList(() => ({ type: "DeleteWishlist" })),
  ),
  CreateShare: made(
    fc.record({ list: index, hash: name, expires: option(time) }),
    inList(({ hash, expires }) => ({ type: "CreateShare", hash, expires })),
  ),
  RevokeShare: made(index, (number, known) => ({ type: "RevokeShare", storeKey, ...known.share(number) })),
  DeleteWishlists: made(customer, (slot) => ({ type: "DeleteWishlists", ...slot })),
  AddItem: made(
    fc.record({ list: index, item, allowDuplicates: fc.boolean() }),
    inList(({ item: one, allowDuplicates }) => ({ type: "AddItem", item: one, allowDuplicates })),
  ),
  AddItems: made(
    fc.record({ list: index, items: fc.array(item, { minLength: 1, maxLength: 4 }) }),
    inList(({ items }) => ({ type: "AddItems", items, pointers: [], allowDuplicates: false })),
  ),
  UpdateItem: made(
    fc.record({
      list: index,
      number,
      product: option(identity),
      old: name,
      wishlistItemRef: clearable(name),
      changes: itemChanges,
    }),
    inList(({ number: place, product: next, old, wishlistItemRef, changes }) => ({
      type: "UpdateItem",
      number: place,
      changes: { ...(next ? { product: { ...next, oldVariantRef: old } } : {}), wishlistItemRef, ...changes },
    })),
  ),
  RemoveItem: made(
    fc.record({ list: index, number, purchasedAndRemoved: fc.boolean() }),
    inList(({ number: place, purchasedAndRemoved }) => ({
      type: "RemoveItem",
      number: place,
      purchasedAndRemoved,
    })),
  ),
  MoveItems: made(
    fc.record({
      list: index,
      to: otherIndex,
      items: mostlyFirst,
      isCopy: fc.boolean(),
      allowDuplicates: fc.boolean(),
    }),
    ({ list, to, ...rest }, known) => ({
      type: "MoveItems",
      storeKey,
      wishlistId: known.wishlist(list),
      to: { wishlistId: known.wishlist(to) },
      pointers: rest.items.map((_, i) => `/itemId/${i}`),
      ...rest,
    }),
  ),
  BeginHandover: made(
    fc.record({ list: index, slot: customer, hash: option(name), mode: fc.constantFrom("merge", "keep") }),
    ({ list, slot: { slot, key }, hash, mode }, known) => ({
      type: "BeginHandover",
      storeKey,
      wishlistId: known.wishlist(list),
      ...(hash ? { hash, terms: { partition: 0, slot, key, mode, most: 3, allowDuplicates: false } } : {}),
    }),
  ),
  AcceptHandover: made(
    fc.record({ list: index, slot: customer, number, mode: fc.constantFrom("merge", "keep") }),
    ({ list, slot, number: count, mode }, known) => ({
      type: "AcceptHandover",
      ...slot,
      ...{
        number: count,
        guestWishlistId: known.wishlist(list),
        mode,
        most: 3,
        allowDuplicates: false,
        items: [],
      },
      record: {
        id: known.wishlist(list),
        isPrivate: false,
        deleted: false,
        createdTime: "",
        modifiedTime: "",
      },
    }),
  ),
  RefuseHandover: made(fc.record({ list: index, number }), ({ list, number: count }, known) => ({
    type: "RefuseHandover",
    ...{ storeKey, guestWishlistId: known.wishlist(list), number: count },
  })),
  EndHandover: made(
    fc.record({ list: index, number, to: option(index) }),
    ({ list, number: count, to }, known) => ({
      type: "EndHandover",
      ...{ storeKey, wishlistId: known.wishlist(list), number: count },
      ...(to === undefined ? {} : { result: { wishlistId: known.wishlist(to), status: "merged" } }),
    }),
  ),
  RenewGuest: made(
    fc.record({ list: index }),
    inList(() => ({ type: "RenewGuest" })),
  ),
  LapseGuest: made(
    fc.record({ list: index, unusedSince: time }),
    inList(({ unusedSince }) => ({ type: "LapseGuest", unusedSince })),
  ),
};
