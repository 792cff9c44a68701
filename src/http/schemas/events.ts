import Type from "typebox";
import { paging, queryReference, Timestamp } from "./common.ts";
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
    reason: Type.Optional(Type.String()),
    time: Timestamp,
    messageId: Type.Optional(
      Type.String({ description: "Local part of the Message-ID; alerts of one message have the same." }),
    ),
  },
  { description: "What became of the e-mail; absent where alerts were not told by e-mail." },
);

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
    productRef: Type.String(),
    variantRef: Type.String(),
    variantId: Type.String(),
    itemIds: Type.Array(Type.String()),
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

const Rules = Type.Array(
  Type.Object({
    rule: Type.String(),
    outcome: Type.Unsafe<string>({ type: "string", enum: ["pass", "block"] }),
    detail: Type.String(),
    at: Type.Optional(Timestamp),
  }),
);

export const ExplainResponse = Type.Object(
  {
    decision: Type.String({ description: "told, waiting, or blocked by the first rule that blocks." }),
    rules: Rules,
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
