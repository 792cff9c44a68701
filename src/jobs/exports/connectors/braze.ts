import Type from "typebox";
import { batchesOf } from "../../../collections/batches.ts";
import { isObject } from "../../../ingest/json/json.ts";
import type { BatchLedger, SentBatch } from "../../../store/exports/sent-batches.ts";
import type { ExportReason } from "../../../text/outbound-reasons.ts";
import {
  type Batch,
  type BatchResult,
  type Connector,
  type ExportedCustomer,
  Interrupted,
  Refused,
} from "../connector.ts";
import { BASE_URL } from "./base-url.ts";
import type { ConnectorContext } from "./context.ts";
import { nameOf, PlatformEventNames, readEvents, type WishlistEvent } from "./events.ts";
import { NotSent, Platform, type PlatformResponse } from "./http.ts";
import { Pace } from "./pace.ts";

/** Maximum number of objects in all arrays of a request: "Track users" in Braze's API documentation. */
const MAX_OBJECTS = 75;
/** "API limits" in the same documentation. */
const RATE = [{ requests: 3000, ms: 3000 }];

/**
 * Answers after which the outcome of the request is unknown: an unexpected error during the request, or a gateway
 * timeout. For 502 and 503, Braze documents that nothing was executed.
 */
const UNKNOWN_OUTCOME_STATUSES = new Set([500, 504]);
const UNKNOWN_OUTCOME: ExportReason = { code: "outcome_unknown", platform: "braze" };

export const BrazeSettings = Type.Object(
  {
    type: Type.Literal("braze"),
    baseUrl: Type.String({
      ...BASE_URL,
      description: "REST endpoint of the instance, such as https://rest.iad-01.braze.com.",
    }),
    apiKey: Type.String({
      maxLength: 500,
      pattern: "^[!-~]+$",
      "x-must": "have only printable ASCII characters and no spaces",
      description: "A REST key with users.track.",
    }),
    objects: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_OBJECTS,
        description: `Maximum number of objects per request, for plans that allow fewer than ${MAX_OBJECTS}.`,
      }),
    ),
    eventNames: Type.Optional(PlatformEventNames),
  },
  { additionalProperties: false },
);
type Settings = Type.Static<typeof BrazeSettings>;

/** Returns the identifier that Braze uses to find or create the user. */
const identifierOf = ({ customerRef, email, phone }: ExportedCustomer) =>
  customerRef !== undefined ? { external_id: customerRef } : email !== undefined ? { email } : { phone };

const bodyOf = (events: readonly WishlistEvent[], { eventNames }: Settings) =>
  JSON.stringify({
    events: events.map(({ customer, kind, time, properties }) => ({
      ...identifierOf(customer),
      name: nameOf(kind, eventNames),
      time,
      properties,
    })),
  });

/** Reads the errors of an answer. What is not in the documented form names no event, and is ignored. */
function errorsIn(text: string): { type: string; index: number }[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return [];
  }
  const errors = isObject(answer) && Array.isArray(answer["errors"]) ? answer["errors"] : [];
  return errors.filter(isObject).flatMap(({ type, input_array, index }) => {
    if (input_array !== "events" || typeof index !== "number") return [];
    return [{ type: typeof type === "string" ? type : "", index }];
  });
}

const rejectAll = (events: readonly WishlistEvent[], reason: ExportReason): SentBatch => ({
  accepted: 0,
  rejected: events.map(({ id }) => ({ id, reason })),
});

/** Returns the result of a 2xx answer: all records were accepted, except those in `errors`. */
function resultIn(
  { text }: PlatformResponse,
  events: readonly WishlistEvent[],
  platform: Platform,
): SentBatch {
  const reasons = new Map<string, ExportReason>();
  for (const { type, index } of errorsIn(text)) {
    const event = events[index];
    if (event) reasons.set(event.id, platform.reasonOf("record_refused", platform.quote(type)));
  }
  const rejected = [...reasons].map(([id, reason]) => ({ id, reason }));
  return { accepted: events.length - rejected.length, rejected };
}

/**
 * Sends a batch at most once. `send` resolves to undefined if the outcome is unknown, and throws {@link Interrupted} if
 * nothing arrived, so that the batch may be sent again. After any other error, its outcome is unknown. Resolves to the
 * outcome, also that of an earlier call; undefined if it is unknown.
 */
async function sendOnce(
  ledger: BatchLedger,
  batchId: string,
  send: () => Promise<SentBatch | undefined>,
): Promise<SentBatch | undefined> {
  const known = await ledger.begin(batchId);
  if (known) return known === "unknown" ? undefined : known;
  let sent: SentBatch | undefined;
  try {
    sent = await send();
  } catch (err) {
    if (err instanceof Interrupted) await ledger.forget(batchId);
    throw err;
  }
  if (sent) await ledger.markSent(batchId, sent);
  return sent;
}

/**
 * Braze: records become custom events. Braze accepts a repeated event, so a ledger records the batches that were sent.
 * A batch with an unknown outcome (a lost connection, a killed process) is not sent again automatically: its records
 * are rejected, so that the tenant can check and redrive them.
 */
export function openBraze(settings: Settings, { allowPrivate, ledger }: ConnectorContext): Connector {
  const platform = new Platform({
    platform: "braze",
    baseUrl: settings.baseUrl,
    headers: { authorization: `Bearer ${settings.apiKey}`, "content-type": "application/json" },
    allowPrivate,
    secrets: [settings.apiKey],
  });
  const pace = new Pace(RATE);
  const size = settings.objects ?? MAX_OBJECTS;

  const track = async (events: readonly WishlistEvent[]): Promise<SentBatch | undefined> => {
    let answer: PlatformResponse;
    try {
      // No signal is passed, because aborting would lose the answer.
      answer = await platform.call({ path: "/users/track", body: bodyOf(events, settings), pace });
    } catch (err) {
      if (err instanceof NotSent || err instanceof Refused) throw err;
      return undefined;
    }
    if (UNKNOWN_OUTCOME_STATUSES.has(answer.status)) return undefined;
    const refusal = platform.refusalIn(answer);
    return refusal === undefined ? resultIn(answer, events, platform) : rejectAll(events, refusal);
  };

  /** Sends events in as many requests as they need. After the first one, "nothing arrived" is not true any more. */
  const trackAll = async (events: readonly WishlistEvent[]): Promise<SentBatch | undefined> => {
    const all: SentBatch = { accepted: 0, rejected: [] };
    for (const [i, part] of [...batchesOf(events, size)].entries()) {
      const sent = await track(part).catch((err: unknown) => {
        if (i > 0 && err instanceof Interrupted) return undefined;
        throw err;
      });
      if (!sent) return undefined;
      all.accepted += sent.accepted;
      all.rejected.push(...sent.rejected);
    }
    return all;
  };

  return {
    limits: { records: size },
    async send({ id, records }: Batch, signal: AbortSignal): Promise<BatchResult> {
      signal.throwIfAborted();
      const { events, skipped } = readEvents(records);
      if (events.length === 0) return { accepted: 0, skipped, rejected: [] };
      const sent = await sendOnce(ledger, id, () => trackAll(events));
      return { ...(sent ?? rejectAll(events, UNKNOWN_OUTCOME)), skipped };
    },
    close: () => platform.close(),
  };
}
