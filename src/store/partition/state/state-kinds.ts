import { ordinal } from "../../ids/base32.ts";
import { decodeProduct, decodeVariant, variantField } from "../../records/catalogue.ts";
import { decodeIfAny, decoderOf } from "../../records/decode.ts";
import { CUSTOMER, RECORD, WISHLIST } from "../../records/fields.ts";
import { decodeGuest, decodeHandover } from "../../records/guests.ts";
import {
  type Customer,
  decodeCustomer,
  decodeFormerCustomer,
  decodeItem,
  decodeRemovedItem,
  decodeWishlist,
} from "../../records/records.ts";
import { decodeShares } from "../../records/shares.ts";
import { decodeAlert } from "../../records/stored-alerts.ts";
import { decodeOrder, decodePurchase } from "../../records/stored-orders.ts";
import { decodeWishlistMeta, encodeWishlistMeta } from "../../records/wishlist-meta.ts";
import { readTexts } from "../../redis/replies.ts";
import type { Fields } from "./load-plan.ts";
import {
  allRecords,
  decodeItems,
  excessRecords,
  expiringRecord,
  type FieldOf,
  foundRecords,
  type KeyOf,
  readHashFields,
  readWhole,
  recordField,
  recordIn,
  someItems,
  someRecords,
  type StateAccess,
} from "./state-access.ts";
import { ANSWERS_READ, parsePage, type StateKind, type UpdateTime, valueOf } from "./state-keys.ts";

const wishlistKey: KeyOf = (keys, partition, id) => keys.wishlist(partition, id);
const removedItemsKey: KeyOf = (keys, partition, id) => keys.removedItems(partition, id);
const itemIndexKey: KeyOf = (keys, partition, id) => keys.itemIndex(partition, id);
const customerKey: KeyOf = (keys, partition, id) => keys.customer(partition, id);
const wishlistsKey: KeyOf = (keys, partition, id) => keys.customerWishlists(partition, id);
const productKey: KeyOf = (keys, partition, id) => keys.product(partition, id);
const orderKey: KeyOf = (keys, partition, id) => keys.order(partition, id);
const purchasesKey: KeyOf = (keys, partition, id) => keys.purchases(partition, id);
const alertsKey: KeyOf = (keys, partition, id) => keys.alerts(partition, id);
const answerKey: KeyOf = (keys, partition, id) => keys.answer(partition, id);
const handoverKey: KeyOf = (keys, partition, id) => keys.handover(partition, id);
const tombstoneKey: KeyOf = (keys, partition, id) => keys.tombstone(partition, id);

/**
 * Number of removed items that are read at once from a wishlist that has too many. It limits the bytes of one read, and
 * makes reads rare.
 */
const EXCESS_READ = 500;

const itemField: FieldOf = (number) => ordinal(Number(number));

/** Decodes the time of a deletion, or of a platform's update. */
const decodeTime = decoderOf<{ time: string }>("time", { needs: "time" });
const decodeUpdateTime = decoderOf<UpdateTime>("time", { needs: "time" });

const decodeRemovedItems = (reply: Fields) => decodeItems(readTexts(reply), decodeRemovedItem);

const customerAccess: StateAccess = {
  read: readHashFields(
    customerKey,
    () => [RECORD, CUSTOMER.version, CUSTOMER.former],
    ([record = null, version = null, former = null]): Customer | null =>
      !record && !former
        ? null
        : {
            record: decodeIfAny(decodeCustomer, record) ?? null,
            version: version ?? "",
            former: decodeIfAny(decodeFormerCustomer, former) ?? null,
          },
  ),
  write({ stateKey, value }, { keys, partition, writes, textOf }) {
    const key = customerKey(keys, partition, stateKey.id);
    const customer = valueOf("customer", value);
    if (!customer) {
      writes.add("DEL", key);
      return;
    }
    const { record, version, former } = customer;
    writes.add("HSET", key, CUSTOMER.version, version);
    if (record) writes.add("HSET", key, RECORD, textOf(record));
    if (former) writes.add("HSET", key, CUSTOMER.former, textOf(former));
    if (!record) writes.add("HDEL", key, RECORD);
    if (!former) writes.add("HDEL", key, CUSTOMER.former);
  },
};

const itemAccess: StateAccess = {
  read: readHashFields(wishlistKey, (number) => [itemField(number)], recordIn(decodeItem)),
  write({ stateKey: { id, field = "" }, value, before }, { keys, partition, writes, textOf }) {
    const [key, order, name] = [
      wishlistKey(keys, partition, id),
      keys.itemOrder(partition, id),
      itemField(field),
    ];
    const item = valueOf("item", value);
    if (!item) {
      writes.add("HDEL", key, name);
      writes.add("ZREM", order, name);
      return;
    }
    writes.add("HSET", key, name, textOf(item));
    if (!before) writes.add("ZADD", order, "0", name);
  },
};

/** How each kind of state keys is read and written. */
export const STATE: Readonly<Record<StateKind, StateAccess>> = {
  customer: customerAccess,
  item: itemAccess,
  meta: {
    read: readHashFields(wishlistKey, () => [WISHLIST.meta], recordIn(decodeWishlistMeta)),
    write({ stateKey, value }, { keys, partition, writes }) {
      const meta = valueOf("meta", value);
      const key = wishlistKey(keys, partition, stateKey.id);
      if (meta) writes.add("HSET", key, WISHLIST.meta, encodeWishlistMeta(meta));
    },
  },
  record: {
    read: readHashFields(wishlistKey, () => [RECORD], recordIn(decodeWishlist)),
    write({ stateKey, value }, { keys, partition, writes, textOf }) {
      const record = valueOf("record", value);
      if (record) writes.add("HSET", wishlistKey(keys, partition, stateKey.id), RECORD, textOf(record));
    },
  },
  shares: recordField(wishlistKey, WISHLIST.shares, decodeShares),
  guest: recordField(wishlistKey, WISHLIST.guest, decodeGuest),
  removed: recordField(removedItemsKey, itemField, decodeRemovedItem),
  product: recordField(productKey, RECORD, decodeProduct),
  variant: recordField(productKey, (ref) => variantField(String(ref)), decodeVariant),
  order: recordField(orderKey, RECORD, decodeOrder),
  purchase: recordField(purchasesKey, String, decodePurchase),
  alert: recordField(alertsKey, String, decodeAlert),
  updateTime: recordField(customerKey, CUSTOMER.updateTime, decodeUpdateTime),
  handover: expiringRecord(handoverKey, decodeHandover),
  tombstone: expiringRecord(tombstoneKey, decodeTime),
  purchases: allRecords(purchasesKey, decodePurchase),
  listPurchases: someRecords(purchasesKey, "purchases", decodePurchase),
  itemPurchases: foundRecords(purchasesKey, "purchases", "all", decodePurchase),
  someAlerts: someRecords(alertsKey, "alerts", decodeAlert),
  newestAlerts: foundRecords(alertsKey, "alerts", "newest", decodeAlert),
  excessAlerts: excessRecords(alertsKey, decodeAlert),
  excessPurchases: excessRecords(purchasesKey, decodePurchase),
  itemIndex: {
    read: readHashFields(
      itemIndexKey,
      (term) => [String(term)],
      ([text]) => (text ? text.split(" ").map(Number) : null),
    ),
    write({ stateKey: { id, field = "" }, value }, { keys, partition, writes }) {
      const [key, term, numbers] = [
        itemIndexKey(keys, partition, id),
        String(field),
        valueOf("itemIndex", value),
      ];
      if (numbers) writes.add("HSET", key, term, numbers.join(" "));
      else writes.add("HDEL", key, term);
    },
  },
  index: {
    write({ stateKey: { id } }, { keys, partition, writes }) {
      // A list may have thousands of items: another thread of Redis frees the memory.
      writes.add("UNLINK", keys.itemOrder(partition, id));
      writes.add("UNLINK", itemIndexKey(keys, partition, id));
    },
  },
  items: { read: readWhole(wishlistKey, "hash", (reply) => decodeItems(readTexts(reply), decodeItem)) },
  removedItems: { read: readWhole(removedItemsKey, "hash", decodeRemovedItems) },
  itemsWith: someItems(wishlistKey, decodeItem),
  removedWith: someItems(removedItemsKey, decodeRemovedItem),
  excessRemoved: {
    read: readWhole(removedItemsKey, "oldest", decodeRemovedItems, ({ field }) => [
      String(field),
      EXCESS_READ.toString(),
    ]),
    write: () => undefined,
  },
  listed: {
    write({ stateKey: { id, field = "" }, value }, { keys, partition, writes }) {
      const key = wishlistsKey(keys, partition, id);
      if (value) writes.add("ZADD", key, "0", String(field));
      else writes.add("ZREM", key, String(field));
    },
  },
  wishlists: {
    read: readWhole(
      wishlistsKey,
      "order",
      (reply) => reply,
      ({ field }) => ["0", String(Number(field) - 1)],
    ),
  },
  wishlistPage: {
    read: readWhole(
      wishlistsKey,
      "page",
      (reply) => reply,
      (stateKey) => {
        const { count, after } = parsePage(stateKey);
        return [after === "" ? "-" : `(${after}`, String(count)];
      },
    ),
  },
  wishlistCount: {
    read: readWhole(wishlistsKey, "count", ([count]) => Number(count)),
    // The count follows from the list.
    write: () => undefined,
  },
  answer: {
    read: readWhole(answerKey, "text", ([text]) => text ?? null),
    write: ({ stateKey, value }, { keys, partition, writes }) =>
      writes.add(
        "SET",
        answerKey(keys, partition, stateKey.id),
        valueOf("answer", value) ?? "",
        "XX",
        "KEEPTTL",
      ),
  },
  answers: {
    read: (keys, partition, { id }) => ({
      requests: [
        { key: keys.formerAnswersOf(partition, id), kind: "set", args: [] },
        { key: keys.answersOf(partition, id), kind: "order", args: ["0", (ANSWERS_READ - 1).toString()] },
      ],
      valueIn: (former = [], digests = []) => readTexts([...former, ...digests]).sort(),
    }),
  },
  answerIndex: {
    write({ stateKey: { id, field = "" } }, { keys, partition, writes }) {
      writes.add("ZREM", keys.answersOf(partition, id), String(field));
      writes.add("SREM", keys.formerAnswersOf(partition, id), String(field));
    },
  },
  /** `References` makes claims. */
  claim: {},
};
