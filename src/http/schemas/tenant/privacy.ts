import Type from "typebox";
import {
  clearable,
  CURSOR,
  cursorParameter,
  newestFirst,
  nextCursor,
  oneOf,
  record,
  Reference,
  text,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { PRIVACY_KINDS, PRIVACY_SOURCES } from "../../../store/privacy/privacy-log.ts";

const names = clearable({
  customerId: Reference,
  customerRef: Reference,
  email: text(320, { format: "email" }),
  phone: text(40, { "x-phone": true }),
});
const described = {
  description: "Identifies a person by one or more of these members; at least one is required.",
  "x-needs": [["customerId"], ["customerRef"], ["email"], ["phone"]],
};

export const PersonBody = record(names, { title: "Person", ...described });

const cursor = text(4096, { description: CURSOR });

export const ExportBody = record(
  { ...names, ...clearable({ cursor }) },
  { title: "PersonalDataRequest", ...described },
);

const Records = Type.Array(
  Type.Unsafe<object>({ title: "StoredRecord", type: "object", additionalProperties: true }),
);
const Counts = Type.Record(Type.String(), Type.Integer(), { description: "Number of records by kind." });

export const PersonalDataResponse = Type.Object(
  {
    time: Timestamp,
    customerIds: Type.Array(Type.String()),
    data: Type.Object(
      {
        customers: Records,
        references: Records,
        wishlists: Records,
        items: Records,
        shares: Records,
        claims: Records,
        orders: Records,
        purchases: Records,
        alerts: Records,
        deliveries: Records,
        deadLetters: Records,
        rejections: Records,
      },
      { additionalProperties: Records, description: "The stored data of the person, by kind." },
    ),
    cursor: nextCursor(),
  },
  { title: "PersonalData" },
);

export const ReceiptResponse = Type.Object(
  {
    id: Type.String(),
    time: Timestamp,
    customerIds: Type.Array(Type.String()),
    erased: Counts,
    proof: Type.String({
      description: "This receipt as a JWS, signed with the key of the tenant's tokens.",
    }),
  },
  { title: "ErasureReceipt" },
);

export const PrivacyLogQuery = Type.Object({
  ...cursorParameter({
    pattern: "^(?:\\d{1,15}-\\d{1,15})?$",
    "x-must": "be the id of an entry",
    description: "Id of the last known entry, or the `cursor` of the previous page.",
  }),
  sortBy: newestFirst(
    "`newest`: the newest requests are first, and `cursor` continues with older ones. Without it, the oldest are first.",
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export const PrivacyLogResponse = Type.Object(
  {
    requests: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: oneOf(PRIVACY_KINDS),
        source: oneOf(PRIVACY_SOURCES),
        time: Timestamp,
        customerIds: Type.Array(Type.String()),
        erased: Type.Optional(Counts),
        stored: Type.Optional(Counts),
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        description:
          "The `cursor` of the next page. Absent on the last page. A page before the last one can be short or empty.",
      }),
    ),
  },
  { title: "PrivacyRequests" },
);
