import Type from "typebox";
import { weighedBatches } from "../../../collections/batches.ts";
import type { ExportReason } from "../../../text/outbound-reasons.ts";
import type { Batch, BatchResult, Connector, ExportedCustomer } from "../connector.ts";
import { BASE_URL } from "./base-url.ts";
import type { ConnectorContext } from "./context.ts";
import { type Kind, readEvents, type WishlistEvent } from "./events.ts";
import { Platform } from "./http.ts";
import { Pace } from "./pace.ts";
import { type RejectedEntry, type Sendable, sendSplit } from "./split.ts";

/**
 * "HTTP API source" in Segment's documentation: 500 KB and 2,500 events per request including the envelope, 32 KB per
 * event.
 */
const BATCH = { count: 2500, bytes: 500_000 - 100 };
const MAX_BYTES = 32_000;
const TOO_LARGE: ExportReason = { code: "record_too_large", platform: "segment", detail: "32" };
const RATE = [{ requests: 1000, ms: 1000 }];
/** About the number of records that fit into one request. */
const RECORDS = 500;

/** "Wishlisting" in Segment's e-commerce specification; it has no names for the last three. */
const NAMES: Record<Exclude<Kind, "withdrawn">, string> = {
  added: "Product Added to Wishlist",
  removed: "Product Removed from Wishlist",
  updated: "Wishlist Product Updated",
  purchased: "Wishlist Product Purchased",
  wishlistRemoved: "Wishlist Removed",
};

export const SegmentSettings = Type.Object(
  {
    type: Type.Literal("segment"),
    baseUrl: Type.Optional(
      Type.String({
        ...BASE_URL,
        description:
          "https://api.segment.io by default; workspaces in the EU have https://events.eu1.segmentapis.com.",
      }),
    ),
    writeKey: Type.String({ minLength: 1, maxLength: 500, description: "Write key of an HTTP API source." }),
  },
  { additionalProperties: false },
);
type Settings = Type.Static<typeof SegmentSettings>;

interface Message extends Sendable {
  json: string;
}

const userOf = ({ customerRef, customerId }: ExportedCustomer) =>
  customerRef !== undefined ? { userId: customerRef } : { anonymousId: customerId };

/**
 * Identifies the person, with the current consent. If a person returns to an earlier state, Segment must not drop the
 * message as a duplicate: the id is unique to this batch, and the time is that of its arrival.
 */
const identify = (batchId: string, { id, kind, customer }: WishlistEvent) => ({
  type: "identify",
  messageId: `${batchId}:${id}:identify`,
  ...userOf(customer),
  traits: {
    email: customer.email,
    phone: customer.phone,
    firstName: customer.firstName,
    lastName: customer.lastName,
    wishlistMarketingConsent: kind !== "withdrawn",
  },
});

const track = (event: string, { id, time, customer, properties }: WishlistEvent) => ({
  type: "track",
  messageId: id,
  timestamp: time,
  ...userOf(customer),
  event,
  properties,
  // Identifies a person without a reference to the tools that receive data from Segment.
  ...(customer.customerRef === undefined
    ? { context: { traits: { email: customer.email, phone: customer.phone } } }
    : {}),
});

function messageOf(id: string, message: object): Message {
  const json = JSON.stringify(message);
  return { id, json, bytes: Buffer.byteLength(json) + 1 };
}

/** Returns the messages of events, in their order. Each person is identified once, and again if the consent changed. */
function messagesOf(batchId: string, events: readonly WishlistEvent[]): Message[] {
  const consents = new Map<string, boolean>();
  return events.flatMap((event) => {
    const { id, kind, customer } = event;
    const consent = kind !== "withdrawn";
    const isKnown = consents.get(customer.customerId) === consent;
    consents.set(customer.customerId, consent);
    return [
      ...(isKnown ? [] : [messageOf(id, identify(batchId, event))]),
      ...(kind === "withdrawn" ? [] : [messageOf(id, track(NAMES[kind], event))]),
    ];
  });
}

/**
 * Segment: records become `track` calls with the names of its e-commerce specification, and persons become `identify`
 * calls with the trait `wishlistMarketingConsent`. Segment drops a `messageId` that it has received within the last
 * day.
 */
export function openSegment(settings: Settings, { allowPrivate }: ConnectorContext): Connector {
  const basic = Buffer.from(`${settings.writeKey}:`).toString("base64");
  const platform = new Platform({
    platform: "segment",
    baseUrl: settings.baseUrl ?? "https://api.segment.io",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    allowPrivate,
    secrets: [settings.writeKey, basic],
  });
  const pace = new Pace(RATE);

  const post = async (
    messages: readonly Message[],
    signal: AbortSignal,
  ): Promise<ExportReason | undefined> => {
    const body = `{"batch":[${messages.map(({ json }) => json).join(",")}]}`;
    return platform.refusalIn(await platform.call({ path: "/v1/batch", body, pace }, signal));
  };

  return {
    limits: { records: RECORDS },
    async send({ id, records }: Batch, signal: AbortSignal): Promise<BatchResult> {
      const { events, skipped } = readEvents(records);
      const messages = messagesOf(id, events);
      const rejected: RejectedEntry[] = messages
        .filter(({ bytes }) => bytes > MAX_BYTES)
        .map(({ id }) => ({ id, reason: TOO_LARGE }));
      const sent = messages.filter(({ bytes }) => bytes <= MAX_BYTES);
      for (const part of weighedBatches(sent, BATCH.bytes, ({ bytes }) => bytes, BATCH.count))
        rejected.push(...(await sendSplit(part, 1, (half) => post(half, signal))));
      // A record leads to one or two messages, and is rejected if one of them is.
      const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]));
      return {
        accepted: events.length - reasons.size,
        skipped,
        rejected: [...reasons].map(([id, reason]) => ({ id, reason })),
      };
    },
    close: () => platform.close(),
  };
}
