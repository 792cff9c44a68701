import { randomBytes } from "node:crypto";
import Type from "typebox";
import { signerWith } from "../../outbound/webhook-signature.ts";
import { type Batch, type BatchResult, type Connector, type ExportedRecord, Refused } from "../connector.ts";
import type { ConnectorContext } from "./context.ts";
import { Platform } from "./http.ts";

const RECORDS = 100;
const MAX_RECORDS = 1000;
const SECRET_BYTES = 32;
/** According to Standard Webhooks, the receiver does not exist any more. */
const GONE = 410;
const TOO_LARGE = 413;

export const WebhookSettings = Type.Object(
  {
    type: Type.Literal("webhook"),
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    secret: Type.Optional(
      Type.String({
        pattern: "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
        "x-must": "be whsec_ and 24 to 64 bytes as base64",
        description:
          "Key of the signatures: whsec_ and 24 to 64 bytes as base64. If it is absent, one is generated and shown once.",
      }),
    ),
    batchSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RECORDS,
        description: `Maximum number of records in a message; ${RECORDS} by default.`,
      }),
    ),
  },
  { additionalProperties: false },
);
type Settings = Type.Static<typeof WebhookSettings>;

/** Returns the settings with a secret: the given one, or a new one that must be shown to the caller. */
export const withSecret = (settings: Settings): Settings & { secret: string } => ({
  ...settings,
  secret: settings.secret ?? `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`,
});

/**
 * Any receiver of messages that are signed according to Standard Webhooks 1.0.0: `webhook-id` is the batch id, the same
 * in each attempt, and the body is `{type: "wishlist.export", timestamp, data: {exportId, runId, records}}`. If the
 * receiver refuses a message with 400, 409 or 422, all its records are rejected. If it answers 413, or if a repeated
 * batch has grown, each half of the records is sent as a message of its own.
 */
export function openWebhook(settings: Settings, context: ConnectorContext): Connector {
  const { url, secret, batchSize = RECORDS } = settings;
  if (secret === undefined) throw new Refused({ code: "secret_missing" });
  const { exportId, runId, allowPrivate } = context;
  const platform = new Platform({
    platform: "webhook",
    baseUrl: url,
    headers: { "content-type": "application/json" },
    allowPrivate,
    secrets: [secret],
  });
  const sign = signerWith([secret]);

  /** Sends a message, or several if it is too large. Resolves to the rejected records. */
  const post = async (
    id: string,
    records: readonly ExportedRecord[],
    signal: AbortSignal,
  ): Promise<BatchResult["rejected"]> => {
    const sendHalves = async () => {
      const middle = Math.ceil(records.length / 2);
      const first = await post(`${id}-1`, records.slice(0, middle), signal);
      return [...first, ...(await post(`${id}-2`, records.slice(middle), signal))];
    };
    if (records.length > batchSize) return sendHalves();
    const data = { exportId, runId, records };
    // The time of the newest change, not of the attempt: a repeated message with the same records has the same body.
    const timestamp = records.at(-1)?.time;
    const body = JSON.stringify({ type: "wishlist.export", timestamp, data });
    const headers = sign(id, body, Date.now());
    const answer = await platform.call({ path: "", headers, body }, signal);
    if (answer.status === GONE) throw new Refused(platform.reasonIn(answer));
    if (answer.status === TOO_LARGE && records.length > 1) return sendHalves();
    const reason = platform.refusalIn(answer);
    return reason === undefined ? [] : records.map((record) => ({ id: record.id, reason }));
  };

  return {
    limits: { records: batchSize },
    async send({ id, records }: Batch, signal: AbortSignal): Promise<BatchResult> {
      const rejected = records.length === 0 ? [] : await post(id, records, signal);
      return { accepted: records.length - rejected.length, rejected };
    },
    close: () => platform.close(),
  };
}
