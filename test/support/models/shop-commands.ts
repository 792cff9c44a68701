import fc from "fast-check";
import { itemId } from "../../../src/store/ids/ids.ts";
import { made } from "../document/known.ts";
import {
  alert,
  alertNames,
  amendedTime,
  contact,
  customer,
  index,
  line,
  mailStatus,
  name,
  order,
  orderLine,
  product,
  productFields,
  storeKey,
  thresholds,
  time,
  variant,
  wishes,
} from "./any-values.ts";

/** Commands on customers, products, orders and alerts. */
export const SHOP_COMMANDS = {
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
    fc.tuple(
      product,
      fc.uniqueArray(variant, { maxLength: 2, selector: (v) => v.variantRef }),
      fc.boolean(),
      productFields,
    ),
    ([slot, variants, isWhole, fields]) => ({
      type: "PutProduct",
      ...slot,
      product: { productRef: slot.key, ...fields },
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
  PutOrder: made(fc.tuple(order, name, customer, orderLine), ([slot, status, { key }, sent]) => ({
    type: "PutOrder",
    ...slot,
    order: {
      orderRef: slot.key,
      createdTime: "2030-01-01T00:00:00.000Z",
      status: status === "a" ? "open" : "cancelled",
      test: false,
      customerRef: key,
      lines: [{ lineRef: "a", variantRef: "a", ...sent }],
    },
  })),
  AmendOrder: made(fc.tuple(order, fc.nat(2), amendedTime, name), ([slot, gone, amended, refundId]) => ({
    type: "AmendOrder",
    ...slot,
    amendment: { time: amended, refundId, lines: [{ lineRef: "a", gone }] },
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
  SettleMail: made(fc.tuple(customer, alertNames, mailStatus), ([slot, names, status]) => ({
    type: "SettleMail",
    ...slot,
    ...{ names, messageId: "m", status },
  })),
  RetryMail: made(fc.tuple(customer, alertNames), ([slot, [first = ""]]) => ({
    type: "RetryMail",
    ...slot,
    name: first,
  })),
};
