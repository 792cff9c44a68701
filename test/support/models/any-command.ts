import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import { itemId } from "../../../src/store/ids/ids.ts";
import { type Known, made, type Make } from "../document/known.ts";
import {
  alert,
  alertNames,
  clearable,
  contact,
  customer,
  guestSlot,
  identity,
  index,
  item,
  line,
  mostlyFirst,
  name,
  number,
  option,
  order,
  product,
  storeKey,
  thresholds,
  time,
  variant,
  wishes,
} from "./any-values.ts";

const inList =
  <T extends object>(make: (value: T) => object) =>
  (value: T & { list: number }, known: Known) =>
    ({ storeKey, wishlistId: known.wishlist(value.list), ...make(value) }) as Command;

/** Commands of every type. A new type of command has to be added here. */
const BY_TYPE: Record<Command["type"], fc.Arbitrary<Make>> = {
  CreateWishlist: made(fc.tuple(customer, fc.option(name), option(name)), ([slot, wishlistRef, hash]) => ({
    type: "CreateWishlist",
    ...(hash
      ? { ...guestSlot, guest: { hash }, fields: { name: "list" } }
      : { ...slot, fields: { name: "list", wishlistRef } }),
  })),
  UpdateWishlist: made(
    fc.record({ list: index, wishlistRef: fc.option(name) }),
    inList(({ wishlistRef }) => ({ type: "UpdateWishlist", changes: { wishlistRef } })),
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
    }),
    inList(({ number: place, product: next, old, wishlistItemRef }) => ({
      type: "UpdateItem",
      number: place,
      changes: { ...(next ? { product: { ...next, oldVariantRef: old } } : {}), wishlistItemRef },
    })),
  ),
  RemoveItem: made(
    fc.record({ list: index, number }),
    inList(({ number: place }) => ({ type: "RemoveItem", number: place })),
  ),
  MoveItems: made(
    fc.record({
      list: index,
      to: index,
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
  EndHandover: made(fc.record({ list: index, number }), ({ list, number: count }, known) => ({
    type: "EndHandover",
    ...{ storeKey, wishlistId: known.wishlist(list), number: count },
  })),
  RenewGuest: made(
    fc.record({ list: index }),
    inList(() => ({ type: "RenewGuest" })),
  ),
  LapseGuest: made(
    fc.record({ list: index, unusedSince: time }),
    inList(({ unusedSince }) => ({ type: "LapseGuest", unusedSince })),
  ),
  CreateCustomer: made(fc.tuple(customer, fc.record(contact)), ([slot, fields]) => ({
    type: "CreateCustomer",
    ...slot,
    ref: slot.key,
    fields,
  })),
  UpdateCustomer: made(fc.tuple(customer, fc.record(contact)), ([slot, fields]) => ({
    type: "UpdateCustomer",
    ...slot,
    ref: slot.key,
    fields,
  })),
  UpsertCustomer: made(fc.tuple(customer, fc.record(contact)), ([slot, fields]) => ({
    type: "UpsertCustomer",
    ...slot,
    ref: slot.key,
    fields,
  })),
  DeleteCustomer: made(fc.tuple(customer, fc.boolean()), ([slot, withWishlists]) => ({
    type: "DeleteCustomer",
    ...slot,
    id: slot.key,
    withWishlists,
  })),
  Unsubscribe: made(customer, (slot) => ({ type: "Unsubscribe", ...slot })),
  PutProduct: made(
    fc.tuple(product, fc.uniqueArray(variant, { maxLength: 2, selector: (v) => v.variantRef }), fc.boolean()),
    ([slot, variants, isWhole]) => ({
      type: "PutProduct",
      ...slot,
      product: { productRef: slot.key },
      variants,
      ...(isWhole ? { isWhole } : {}),
      thresholds,
      currency: "EUR",
    }),
  ),
  DeleteProduct: made(product, (slot) => ({ type: "DeleteProduct", ...slot })),
  SetStock: made(
    fc.tuple(
      product,
      fc.array(
        fc.record({
          variantRef: name,
          locationRef: fc.constantFrom("", "l"),
          available: fc.option(fc.nat(2)),
        }),
        { maxLength: 3 },
      ),
    ),
    ([slot, levels]) => ({ type: "SetStock", ...slot, levels, thresholds }),
  ),
  CheckProduct: made(product, (slot) => ({ type: "CheckProduct", ...slot, thresholds })),
  PutOrder: made(fc.tuple(order, name, customer), ([slot, status, { key }]) => ({
    type: "PutOrder",
    ...slot,
    order: {
      orderRef: slot.key,
      createdTime: "2030-01-01T00:00:00.000Z",
      status: status === "a" ? "open" : "cancelled",
      test: false,
      customerRef: key,
      lines: [{ lineRef: "a", variantRef: "a", quantity: 1 }],
    },
  })),
  AmendOrder: made(fc.tuple(order, fc.nat(2)), ([slot, gone]) => ({
    type: "AmendOrder",
    ...slot,
    amendment: { time: "2020-01-02T00:00:00.000Z", refundId: "r", lines: [{ lineRef: "a", gone }] },
  })),
  NoteMatches: made(fc.tuple(order, fc.nat(3)), ([slot, revision]) => ({
    type: "NoteMatches",
    ...slot,
    revision,
    matches: { a: { code: "no_wish" } },
  })),
  ForgetBuyer: made(order, (slot) => ({ type: "ForgetBuyer", ...slot })),
  ForgetMatches: made(fc.tuple(order, index), ([slot, list], known) => ({
    type: "ForgetMatches",
    ...slot,
    wishlistId: known.wishlist(list),
  })),
  ForgetPurchases: made(customer, (slot) => ({ type: "ForgetPurchases", ...slot })),
  MatchOrder: made(
    fc.record({
      slot: customer,
      orderKey: name,
      revision: fc.nat(3),
      boughtTime: time,
      lines: fc.uniqueArray(line, { maxLength: 2, selector: ({ lineRef }) => lineRef }),
      removePurchased: fc.boolean(),
    }),
    ({ slot, orderKey, ...bought }) => ({
      type: "MatchOrder",
      ...slot,
      orderKey,
      orderRef: orderKey,
      person: "customer",
      ...bought,
    }),
  ),
  RaiseAlerts: made(
    fc.tuple(fc.record(alert), fc.array(fc.tuple(customer, wishes), { maxLength: 2 })),
    ([about, customers], known) => ({
      type: "RaiseAlerts",
      storeKey,
      ...about,
      since: "2030-01-01T00:00:00.000Z",
      isMailed: true,
      about: { title: "title", productId: "a" },
      customers: customers.map(([{ slot, key }, places]) => ({
        slot,
        key,
        itemIds: places.map(([list, place]) => itemId(known.wishlist(list), place)),
      })),
    }),
  ),
  SettleAlerts: made(fc.tuple(customer, alertNames), ([{ slot }, names]) => ({
    type: "SettleAlerts",
    storeKey,
    alerts: names.map((each) => ({ slot, name: each })),
  })),
  TakeMail: made(fc.tuple(customer, alertNames), ([slot, names]) => ({
    type: "TakeMail",
    ...slot,
    ...{ names, messageId: "m" },
  })),
  SettleMail: made(fc.tuple(customer, alertNames), ([slot, names]) => ({
    type: "SettleMail",
    ...slot,
    ...{ names, messageId: "m", status: "sent" },
  })),
  RetryMail: made(fc.tuple(customer, alertNames), ([slot, [first = ""]]) => ({
    type: "RetryMail",
    ...slot,
    name: first,
  })),
};

const OFTEN: Partial<Record<Command["type"], number>> = {
  ...{ CreateCustomer: 4, CreateWishlist: 8, AddItem: 8, AddItems: 4, UpdateItem: 4 },
  ...{ PutProduct: 3, MatchOrder: 5, RaiseAlerts: 3 },
};

/** Types of all commands. */
export const COMMAND_TYPES = Object.keys(BY_TYPE) as Command["type"][];

/** Returns commands of some types. They are about few entities, so that several commands concern the same one. The numbers are the weights of the types. */
export const anyCommandOf = (often: Partial<Record<Command["type"], number>>): fc.Arbitrary<Make> =>
  fc.oneof(...COMMAND_TYPES.map((type) => ({ weight: often[type] ?? 0, arbitrary: BY_TYPE[type] })));

export const anyCommand = anyCommandOf({
  ...Object.fromEntries(COMMAND_TYPES.map((type) => [type, 1])),
  ...OFTEN,
});
