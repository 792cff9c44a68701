import type { Cleanup } from "../redis.ts";
import { jsonOf, type PlatformRequest, RateWindows, type Reply, startPlatform } from "./server.ts";

const MAX_BYTES = 500_000;
const MAX_EVENT_BYTES = 32_000;
const MAX_EVENTS = 2500;

export interface SegmentMessage {
  type: string;
  messageId: string;
  timestamp: string;
  userId?: string;
  anonymousId?: string;
  event?: string;
  properties?: Record<string, unknown>;
  traits?: Record<string, unknown>;
  context?: { traits?: Record<string, unknown> };
}

const isWhole = ({ type, userId, anonymousId, event }: SegmentMessage) =>
  (userId ?? anonymousId) !== undefined && (type === "identify" || (type === "track" && event));

/** Starts Segment's POST /v1/batch, which also answers 200 for messages that it then drops. */
export async function startSegment(t: Cleanup, { writeKey = "segment-secret" } = {}) {
  const taken = new Map<string, SegmentMessage>();
  const dropped: SegmentMessage[] = [];
  const rate = new RateWindows([{ requests: 1000, ms: 1000 }]);

  const take = (request: PlatformRequest): Reply => {
    const { method, path, headers, body } = request;
    if (method !== "POST" || path !== "/v1/batch") return { status: 404 };
    const wait = rate.take(Date.now());
    if (wait !== undefined) return { status: 429, headers: { "retry-after": `${wait}` } };
    const basic = Buffer.from(`${writeKey}:`).toString("base64");
    if (headers.authorization !== `Basic ${basic}`)
      return { status: 401, body: { success: false, message: `bad key ${headers.authorization ?? ""}` } };
    const batch = (jsonOf(request) as { batch?: SegmentMessage[] } | undefined)?.batch;
    if (headers["content-type"] !== "application/json" || !batch)
      return { status: 400, body: { success: false, message: "Malformed JSON" } };
    const isTooLarge =
      body.length > MAX_BYTES ||
      batch.some((message) => Buffer.byteLength(JSON.stringify(message)) > MAX_EVENT_BYTES);
    if (isTooLarge) return { status: 400, body: { success: false, message: "Exceed payload limit" } };
    for (const [index, message] of batch.entries()) {
      if (index >= MAX_EVENTS || !isWhole(message)) dropped.push(message);
      else if (!taken.has(message.messageId)) taken.set(message.messageId, message);
    }
    return { status: 200, body: { success: true } };
  };

  const platform = await startPlatform(t, take);
  return Object.assign(platform, { taken, dropped });
}
