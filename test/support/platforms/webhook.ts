import { Webhook } from "standardwebhooks";
import type { ExportedRecord } from "../../../src/jobs/exports/connector.ts";
import type { Cleanup } from "../redis.ts";
import { type PlatformRequest, type Reply, startPlatform } from "./server.ts";

export interface ExportMessage {
  type: string;
  timestamp: string;
  data: { exportId: string; runId: string; records: ExportedRecord[] };
}

/**
 * Starts a receiver that checks signatures with the library of Standard Webhooks, and accepts each `webhook-id` once,
 * and no body of more than `maxBytes`.
 */
export async function startWebhookReceiver(
  t: Cleanup,
  { secret, maxBytes = Infinity }: { secret: string; maxBytes?: number },
) {
  const taken = new Map<string, ExportMessage>();
  const webhook = new Webhook(secret);

  const take = ({ method, headers, body }: PlatformRequest): Reply => {
    if (method !== "POST" || headers["content-type"] !== "application/json") return { status: 405 };
    if (body.length > maxBytes) return { status: 413 };
    const id = String(headers["webhook-id"]);
    try {
      const message = webhook.verify(body.toString(), headers as Record<string, string>) as ExportMessage;
      if (!taken.has(id)) taken.set(id, message);
      return { status: 204 };
    } catch {
      return { status: 401, body: "the signature is wrong" };
    }
  };

  const platform = await startPlatform(t, take);
  return Object.assign(platform, { taken });
}
