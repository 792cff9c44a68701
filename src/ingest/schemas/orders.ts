import Type from "typebox";
import type { OrderResult } from "../../actors/order/messages.ts";
import { UNMATCHED_CODES } from "../../store/records/orders.ts";
import { IgnoredDoc, RowErrorDoc } from "../rows.ts";
import { Money } from "./catalogue.ts";
import { clearable, codesOf, Flag, oneOf, reasonCode, record, Reference, text, Timestamp } from "./common.ts";

const Quantity = Type.Integer({ minimum: 0, maximum: 1_000_000 });

// The members of an object are named after these references, so they must not be names that every object inherits.
const LineReference = Type.Unsafe<string>({
  ...Reference,
  not: { enum: Object.getOwnPropertyNames(Object.prototype) },
  "x-must": "not be the name of a member that every JavaScript object has, such as toString",
});

const Line = record({
  lineRef: LineReference,
  quantity: Quantity,
  ...clearable({
    productRef: Reference,
    variantRef: Reference,
    variantId: Reference,
    sku: Reference,
    gtin: Reference,
    refundedQuantity: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "Units of the line that were returned in total. 0 takes a refund back.",
    }),
    price: Money,
    discount: Money,
  }),
});

/** States of an order. */
export const ORDER_STATUSES = ["open", "cancelled", "refunded"] as const;

export const OrderBody = record(
  {
    orderRef: Reference,
    createdTime: Timestamp,
    lines: Type.Array(Line, { maxItems: 1000 }),
    ...clearable({
      customerRef: Reference,
      customerId: Reference,
      email: text(320, { format: "email" }),
      contactEmail: text(320, { format: "email" }),
      phone: text(40, { "x-phone": true }),
      channel: text(255),
      updatedTime: Timestamp,
      status: oneOf(ORDER_STATUSES, {
        description: "Absent: as in the version before; `open` in the first one.",
      }),
      test: Flag,
      currency: text(3, { format: "iso-4217" }),
    }),
  },
  { title: "OrderFeedRow" },
);

export const OrdersResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        orderRef: Type.Optional(Type.String()),
        status: codesOf<OrderResult["status"] | "rejected">({
          accepted: true,
          unchanged: true,
          stale: true,
          rejected: true,
        }),
        error: Type.Optional(RowErrorDoc),
        ignored: Type.Optional(IgnoredDoc),
      }),
      { description: "One per row, in the order of the request." },
    ),
  },
  { title: "OrderResults" },
);

export const OrderResponse = Type.Object(
  {
    orderRef: Type.String(),
    customerRef: Type.Optional(Type.String()),
    customerId: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    contactEmail: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    channel: Type.Optional(Type.String()),
    createdTime: Timestamp,
    updatedTime: Type.Optional(Timestamp),
    status: Type.String(),
    test: Type.Boolean(),
    currency: Type.Optional(Type.String()),
    receivedTime: Timestamp,
    modifiedTime: {
      ...Timestamp,
      description:
        "When the order, its matches or the names of its buyer last changed, by the clock of this service.",
    },
    lines: Type.Array(
      Type.Object({
        lineRef: Type.String(),
        productRef: Type.Optional(Type.String()),
        variantRef: Type.Optional(Type.String()),
        variantId: Type.Optional(Type.String()),
        sku: Type.Optional(Type.String()),
        gtin: Type.Optional(Type.String()),
        quantity: Type.Integer(),
        refundedQuantity: Type.Optional(Type.Integer()),
        price: Type.Optional(Type.String()),
        discount: Type.Optional(
          Type.String({ description: "Discount of the whole line, for all its units." }),
        ),
        matched: Type.Optional(
          Type.Object(
            { wishlistId: Type.String(), itemId: Type.String(), rule: Type.String() },
            {
              description:
                "The wish that the line matched, and the rule that found the person and the variant.",
            },
          ),
        ),
        reason: Type.Optional(
          Type.String({ description: "Why the line matched no wish. Absent while matching is in progress." }),
        ),
        reasonCode: reasonCode(UNMATCHED_CODES),
      }),
    ),
  },
  { title: "Order" },
);
