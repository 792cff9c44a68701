import Type from "typebox";
import { RowErrorDoc } from "../../../ingest/rows.ts";
import {
  newestFirst,
  oneOf,
  paging,
  queryReference,
  reasonCode,
  record,
  text,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { ALERT_STATUSES, ALERT_TYPES, MAIL_REASONS, MAIL_STATUSES } from "../../../store/records/alerts.ts";

/** Schema of the type of an alert. */
export const AlertTypeName = oneOf(ALERT_TYPES);

export const AlertsQuery = Type.Object({
  customerId: queryReference("The service's id of the customer."),
  customerRef: queryReference("The retailer's reference of the customer."),
  pageSize: paging.pageSize,
  lastAlertId: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        "Only alerts with an id greater than this one are returned, or with `sortBy` those with a smaller id.",
    }),
  ),
  sortBy: newestFirst("`newest`: the newest alerts are first. Without it, the oldest are first."),
});

/** Why an alert was not sent by e-mail: the members of an object that has the status of the e-mail. */
export const mailReason = {
  reason: Type.Optional(
    Type.String({
      description:
        "Why the e-mail was suppressed or has failed. For mail_server, the answer of the mail server.",
    }),
  ),
  reasonCode: reasonCode(MAIL_REASONS),
};

const AlertMail = Type.Object(
  {
    status: oneOf(MAIL_STATUSES),
    ...mailReason,
    time: Timestamp,
    messageId: Type.Optional(
      Type.String({
        description: "Local part of the Message-ID. It is the same for all alerts in one message.",
      }),
    ),
  },
  { description: "Status of the e-mail. Absent if the alert has no e-mail." },
);

const AlertItem = Type.Object({
  itemId: Type.String(),
  wishlistId: Type.String(),
  wishlistRef: Type.Optional(Type.String()),
  wishlistItemRef: Type.Optional(Type.String()),
  previousPrice: Type.Optional(
    Type.String({ description: "Only for price drops: price of the variant when this wish was added." }),
  ),
});

export const AlertResponse = Type.Object(
  {
    id: Type.String(),
    type: AlertTypeName,
    status: oneOf(ALERT_STATUSES, {
      description: "Whether the alert was sent to the change feed and the webhooks.",
    }),
    customerId: Type.String(),
    customerRef: Type.String(),
    title: Type.Optional(
      Type.String({
        description:
          "Title of the product. This and the following members have the values of the time when the alert was raised.",
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
          "Only for price drops: price of the variant when the customer first wished for it, in the same currency.",
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
        description: "The same wishes with details. Absent in alerts of earlier versions of the service.",
      }),
    ),
    lowestTold: Type.Optional(
      Type.Object(
        { amount: Type.String(), time: Timestamp },
        {
          description:
            "Only for the first price drop of a variant in a currency: the lowest price that the customer has been alerted about since then.",
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
  {
    alerts: Type.Array(AlertResponse),
    lastEvaluatedAlertId: Type.Optional(Type.String({ description: "Id of the last alert of the page." })),
    cursor: Type.Optional(
      Type.String({ description: "The `lastAlertId` of the next page. Absent on the last page." }),
    ),
  },
  { title: "Alerts" },
);

export const RetriedMailResponse = Type.Object(
  { id: Type.String({ description: "The alert's id." }), email: Type.Optional(AlertMail) },
  { title: "RetriedMail" },
);

/** Maximum number of alerts in one request, which is the size of a page of the list. */
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
        id: Type.String({ description: "The id in the request." }),
        email: Type.Optional(AlertMail),
        error: Type.Optional(RowErrorDoc),
      }),
      { description: "One per entry, in the order of the request." },
    ),
  },
  { title: "RetriedMails" },
);
