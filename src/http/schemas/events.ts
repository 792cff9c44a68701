import Type from "typebox";
import type { Verdict } from "../../actors/alert/judge.ts";
import { ALERT_RULES, MAIL_RULES } from "../../actors/alert/rule-codes.ts";
import { RowErrorDoc } from "../../ingest/rows.ts";
import { codesOf, paging, queryReference, record, text, Timestamp } from "../../ingest/schemas/common.ts";
import {
  ALERT_STATUSES,
  ALERT_TYPES,
  type AlertRecord,
  type AlertType,
  MAIL_STATUSES,
} from "../../store/records/alerts.ts";
import { PublicEventSchema } from "./public-events.ts";

/** Type of an alert. */
export const AlertTypeName = Type.Unsafe<AlertType>({ type: "string", enum: [...ALERT_TYPES] });

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
      enum: [...MAIL_STATUSES],
    }),
    reason: Type.Optional(
      Type.String({
        description:
          "Why it was suppressed (such as unsubscribed, bought, no longer wished for, sold out, the price has risen), or failed.",
      }),
    ),
    time: Timestamp,
    messageId: Type.Optional(
      Type.String({ description: "Local part of the Message-ID, the same for all alerts of one message." }),
    ),
  },
  { description: "Status of the e-mail; absent if the alert has none." },
);

const AlertItem = Type.Object({
  itemId: Type.String(),
  wishlistId: Type.String(),
  wishlistRef: Type.Optional(Type.String()),
  wishlistItemRef: Type.Optional(Type.String()),
  previousPrice: Type.Optional(
    Type.String({ description: "Price drops only: price of the variant when this wish was added." }),
  ),
});

export const AlertResponse = Type.Object(
  {
    id: Type.String(),
    type: AlertTypeName,
    status: Type.Unsafe<AlertRecord["status"]>({
      type: "string",
      enum: [...ALERT_STATUSES],
      description: "Whether the alert was sent to the change feed and the webhooks.",
    }),
    reason: Type.Optional(Type.String()),
    customerId: Type.String(),
    customerRef: Type.String(),
    title: Type.Optional(
      Type.String({
        description: "Title of the product. Like the following members, as it was when the alert was raised.",
      }),
    ),
    url: Type.Optional(Type.String()),
    handle: Type.Optional(Type.String()),
    imageUrl: Type.Optional(Type.String()),
    variantTitle: Type.Optional(Type.String()),
    price: Type.Optional(Type.String()),
    previousPrice: Type.Optional(
      Type.String({
        description:
          "Price drops only: price of the variant when it was first wished for, in the same currency.",
      }),
    ),
    currency: Type.Optional(Type.String()),
    available: Type.Optional(
      Type.Unsafe<number | null>({
        type: ["integer", "null"],
        description: "Units in stock; null if stock is not tracked.",
      }),
    ),
    productId: Type.String(),
    productRef: Type.String(),
    variantRef: Type.String(),
    variantId: Type.String(),
    itemIds: Type.Array(Type.String(), {
      description: "All wishes of the customer that the alert concerns.",
    }),
    items: Type.Optional(
      Type.Array(AlertItem, {
        description: "The same wishes with details; absent in alerts of earlier versions.",
      }),
    ),
    lowestTold: Type.Optional(
      Type.Object(
        { amount: Type.String(), time: Timestamp },
        {
          description:
            "On the first price drop of a variant and a currency: the lowest price that the customer was alerted about since.",
        },
      ),
    ),
    cycle: Type.Integer({ description: "Number of the rise, fall or drop of the variant." }),
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

export const RetriedMailResponse = Type.Object(
  { id: Type.String({ description: "The alert's id." }), email: Type.Optional(AlertMail) },
  { title: "RetriedMail" },
);

/** Alerts of one request: a page of the list. */
const MAX_ALERTS_PER_REQUEST = 50;

export const RetryMailsBody = record(
  {
    ids: Type.Array(text(255, { minLength: 1 }), {
      minItems: 1,
      maxItems: MAX_ALERTS_PER_REQUEST,
      description: "Ids of alerts.",
    }),
  },
  { title: "RetriedAlerts" },
);

export const RetriedMailsResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String({ description: "The entry of the request." }),
        email: Type.Optional(AlertMail),
        error: Type.Optional(RowErrorDoc),
      }),
      { description: "One per entry, in the order of the request." },
    ),
  },
  { title: "RetriedMails" },
);

export const ExplainQuery = Type.Object({
  customerId: queryReference("The service's id of the customer."),
  customerRef: queryReference("The retailer's reference of the customer."),
  variantId: queryReference("The service's id of the variant."),
  variantRef: queryReference("The retailer's reference of the variant."),
  type: Type.Optional(AlertTypeName),
});

const inSentence = (rules: Readonly<Record<string, string>>) =>
  Object.entries(rules)
    .map(([code, meaning]) => `${code}: ${meaning}`)
    .join("; ");

const Rules = Type.Array(
  Type.Object({
    rule: Type.String({ description: "Code of the rule." }),
    outcome: codesOf<Verdict["outcome"]>({ pass: true, block: true }),
    detail: Type.String({ description: "The facts." }),
    at: Type.Optional({ ...Timestamp, description: "Since when; for hold, until when." }),
  }),
);

export const ExplainResponse = Type.Object(
  {
    decision: Type.String({
      description:
        "told (the customer had the alert), waiting (all rules pass, and a wave is under way or comes), or blocked by the first rule that blocks.",
    }),
    rules: Type.Array(Rules.items, {
      description: `The rules in their order, for the customer's wish that passes most of them. ${inSentence(ALERT_RULES)}.`,
    }),
    email: Type.Optional(
      Type.Object(
        { decision: Type.String(), rules: Rules },
        {
          description: `The same for the e-mail of the alert; waiting: an alert raised now would also be sent by e-mail. ${inSentence(MAIL_RULES)}.`,
        },
      ),
    ),
  },
  { title: "AlertExplanation" },
);

export const ChangesQuery = Type.Object({
  after: Type.Optional(
    Type.String({ maxLength: 60, description: "Cursor of the previous answer; absent for the start." }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export const ChangesResponse = Type.Object(
  {
    events: Type.Array(PublicEventSchema),
    cursor: Type.String({ description: "Cursor for the next request, also if there are no new events." }),
    hasMore: Type.Boolean(),
  },
  { title: "Changes" },
);
