import Type from "typebox";
import { paging, queryReference, Timestamp } from "../../ingest/schemas/common.ts";
import { PublicEvent } from "./public-events.ts";

const Types = Type.Unsafe<string>({
  type: "string",
  enum: ["back_in_stock", "register_interest", "price_drop", "low_stock"],
});

export const AlertsQuery = Type.Object({
  customerId: queryReference("The service's id of the customer."),
  customerRef: queryReference("The retailer's reference of the customer."),
  pageSize: paging.pageSize,
  lastAlertId: Type.Optional(
    Type.String({
      maxLength: 300,
      description: "Only alerts with an id greater than this one are returned.",
    }),
  ),
});

const AlertMail = Type.Object(
  {
    status: Type.Unsafe<string>({
      type: "string",
      enum: ["pending", "sending", "sent", "suppressed", "failed"],
    }),
    reason: Type.Optional(
      Type.String({
        description:
          "Why it was suppressed (such as unsubscribed, bought, no longer wished for, sold out, the price has risen), or has failed.",
      }),
    ),
    time: Timestamp,
    messageId: Type.Optional(
      Type.String({ description: "Local part of the Message-ID; alerts of one message have the same." }),
    ),
  },
  { description: "What became of the e-mail; absent where alerts were not told by e-mail." },
);

const AlertItem = Type.Object({
  itemId: Type.String(),
  wishlistId: Type.String(),
  wishlistRef: Type.Optional(Type.String()),
  wishlistItemRef: Type.Optional(Type.String()),
  previousPrice: Type.Optional(
    Type.String({ description: "With a price drop: what the variant cost when this wish was made." }),
  ),
});

const AlertResponse = Type.Object(
  {
    id: Type.String(),
    type: Types,
    status: Type.Unsafe<string>({
      type: "string",
      enum: ["pending", "sent", "suppressed", "failed"],
      description: "Whether it has gone to the change feed and to the webhooks.",
    }),
    reason: Type.Optional(Type.String()),
    customerId: Type.String(),
    customerRef: Type.String(),
    title: Type.Optional(Type.String({ description: "Of the product, as all that follows as it was then." })),
    url: Type.Optional(Type.String()),
    handle: Type.Optional(Type.String()),
    imageUrl: Type.Optional(Type.String()),
    variantTitle: Type.Optional(Type.String()),
    price: Type.Optional(Type.String()),
    previousPrice: Type.Optional(
      Type.String({
        description:
          "With a price drop: what the variant cost when it was first wished for, in the same currency.",
      }),
    ),
    currency: Type.Optional(Type.String()),
    available: Type.Optional(
      Type.Unsafe<number | null>({
        type: ["integer", "null"],
        description: "Units in stock; null where they are not counted.",
      }),
    ),
    productId: Type.String(),
    productRef: Type.String(),
    variantRef: Type.String(),
    variantId: Type.String(),
    itemIds: Type.Array(Type.String(), { description: "All wishes of the customer that it is about." }),
    items: Type.Optional(
      Type.Array(AlertItem, { description: "The same wishes; absent in alerts of earlier versions." }),
    ),
    lowestTold: Type.Optional(
      Type.Object(
        { amount: Type.String(), time: Timestamp },
        {
          description:
            "On the first price drop of a variant and a currency: the lowest price that the customer was told since.",
        },
      ),
    ),
    cycle: Type.Integer({ description: "Which rise, fall or drop of the variant it tells of." }),
    createdTime: Timestamp,
    sentTime: Type.Optional(Timestamp),
    email: Type.Optional(AlertMail),
  },
  { title: "Alert" },
);

export const AlertsResponse = Type.Object(
  { alerts: Type.Array(AlertResponse), lastEvaluatedAlertId: Type.Optional(Type.String()) },
  { title: "Alerts" },
);

export const ExplainQuery = Type.Object({
  customerId: queryReference("The service's id of the customer."),
  customerRef: queryReference("The retailer's reference of the customer."),
  variantId: queryReference("The service's id of the variant."),
  variantRef: queryReference("The retailer's reference of the variant."),
  type: Type.Optional(Types),
});

/** What each rule of an explanation is about. */
const RULE_CODES = [
  "customer: there is such a customer",
  "catalogue: the catalogue knows the variant",
  "setting: the tenant's settings ask for alerts of the type",
  "wish: the customer wishes for the variant",
  "flag: the wish has notifyMe (back_in_stock) or prerelease (register_interest)",
  "notification: the wish does not have disableNotification",
  "purchased: the wish is not bought",
  "released: customers can see the product",
  "stock: the variant can be bought, and with low_stock few are left",
  "before the rise: the wish asked before it happened",
  "price: with price_drop, it costs less than at the wish by as much as the settings ask for",
  "release: the rise is not the release, of which a wish with prerelease is told instead",
  "told once: the customer has not been told of this, or with price_drop of no price as low",
  "hold: the hold time is over",
];

const Rules = Type.Array(
  Type.Object({
    rule: Type.String({ description: "What is looked at." }),
    outcome: Type.Unsafe<string>({ type: "string", enum: ["pass", "block"] }),
    detail: Type.String({ description: "What is so." }),
    at: Type.Optional({ ...Timestamp, description: "Since when, or with hold until when." }),
  }),
);

export const ExplainResponse = Type.Object(
  {
    decision: Type.String({
      description:
        "told, waiting (all rules pass, and a wave is to come), or blocked by the first rule that blocks.",
    }),
    rules: Type.Array(Rules.items, {
      description: `The rules, in the order in which they decide, for the customer's wish that comes furthest. ${RULE_CODES.join("; ")}.`,
    }),
    email: Type.Optional(
      Type.Object(
        { decision: Type.String(), rules: Rules },
        { description: "The same for the e-mail that tells of the alert too." },
      ),
    ),
  },
  { title: "AlertExplanation" },
);

export const ChangesQuery = Type.Object({
  after: Type.Optional(
    Type.String({ maxLength: 60, description: "Cursor of the last answer; none for the beginning." }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export const ChangesResponse = Type.Object(
  {
    events: Type.Array(PublicEvent),
    cursor: Type.String({ description: "Where to go on from; also when there is nothing new." }),
    hasMore: Type.Boolean(),
  },
  { title: "Changes" },
);
