import type { Cleanup } from "../redis.ts";
import type { Json } from "../service.ts";
import { jsonOf, type PlatformRequest, RateWindows, type Reply, startPlatform } from "./server.ts";

const MAX_BYTES = 5_000_000;
const MAX_EVENTS = 1000;
const MAX_PROPERTIES = 400;
const MAX_TEXT = 100_000;
const JSON_API = "application/vnd.api+json";

interface Attributes {
  unique_id?: string;
  time?: string;
  properties?: Record<string, unknown>;
  metric?: { data: { attributes: { name?: string } } };
}

interface Profile {
  data: { type: string; attributes: Record<string, string | undefined> };
}

export interface KlaviyoEvent {
  uniqueId: string;
  metric: string;
  profile: Record<string, string | undefined>;
  attributes: Attributes;
}

/** An event of a request, or why it is refused. */
type Read = KlaviyoEvent | string;

const refuse = (status: number, code: string, detail: string): Reply => ({
  status,
  body: {
    errors: [{ id: "e1", status, code, title: "Invalid input.", detail, source: { pointer: "/data/" } }],
  },
});

function read(profile: Profile | undefined, attributes: Attributes): Read {
  const identity = profile?.data.attributes;
  const { email, phone_number: phone, external_id: externalId } = identity ?? {};
  if (!identity || (email ?? phone ?? externalId) === undefined) return "a profile needs an identifier";
  if (email !== undefined && !/^[^@]+@[^@]+\.[^@]+$/.test(email)) return `Invalid email address ${email}`;
  if (phone !== undefined && !/^\+\d{7,15}$/.test(phone)) return `Invalid phone number ${phone}`;
  const { unique_id: uniqueId, time, properties, metric } = attributes;
  const name = metric?.data.attributes.name;
  if (!name || name.length >= 128) return "a metric needs a name";
  if (!properties || Object.keys(properties).length > MAX_PROPERTIES) return "too few or too many properties";
  if (Object.values(properties).some((value) => typeof value === "string" && value.length > MAX_TEXT))
    return "a property is too long";
  if (!time || Number.isNaN(Date.parse(time)) || Date.parse(time) < Date.UTC(2000)) return "Invalid time";
  return { uniqueId: uniqueId ?? time.slice(0, 19), metric: name, profile: identity, attributes };
}

const identityOf = ({ uniqueId, metric, profile }: KlaviyoEvent) =>
  JSON.stringify([uniqueId, metric, profile["external_id"] ?? profile["email"] ?? profile["phone_number"]]);

/** Starts Klaviyo's POST /api/events and POST /api/event-bulk-create-jobs, as in its API reference. */
export async function startKlaviyo(t: Cleanup, { apiKey = "pk_secret" } = {}) {
  const taken = new Map<string, KlaviyoEvent>();
  const overLimit: string[] = [];
  const bulkRate = new RateWindows([
    { requests: 10, ms: 1000 },
    { requests: 150, ms: 60_000 },
  ]);
  const singleRate = new RateWindows([
    { requests: 350, ms: 1000 },
    { requests: 3500, ms: 60_000 },
  ]);

  const takeBulk = (data: Json): Reply => {
    if (data?.type !== "event-bulk-create-job") return refuse(400, "invalid", "wrong type");
    const entries = data.attributes["events-bulk-create"].data as Json[];
    const profiles = new Set<string>();
    const events: Read[] = [];
    for (const { type, attributes } of entries) {
      if (type !== "event-bulk-create") return refuse(400, "invalid", "wrong type");
      const key = JSON.stringify(attributes.profile);
      if (profiles.has(key)) return refuse(400, "invalid", "a profile comes twice");
      profiles.add(key);
      events.push(...attributes.events.data.map((event: Json) => read(attributes.profile, event.attributes)));
    }
    if (events.length > MAX_EVENTS) return refuse(400, "invalid", "too many events");
    const seen = new Set(taken.keys());
    for (const event of events) {
      if (typeof event === "string") return refuse(400, "invalid", event);
      if (seen.has(identityOf(event))) return refuse(400, "invalid", "unique_id is repeated");
      seen.add(identityOf(event));
    }
    for (const event of events as KlaviyoEvent[]) taken.set(identityOf(event), event);
    return { status: 202 };
  };

  const takeSingle = (data: Json): Reply => {
    if (data?.type !== "event") return refuse(400, "invalid", "wrong type");
    const { profile, ...attributes } = data.attributes;
    const event = read(profile, attributes);
    if (typeof event === "string") return refuse(400, "invalid", event);
    if (!taken.has(identityOf(event))) taken.set(identityOf(event), event);
    return { status: 202 };
  };

  const take = (request: PlatformRequest): Reply => {
    const { method, path, headers, body } = request;
    const ways = {
      "/api/events": { rate: singleRate, take: takeSingle },
      "/api/event-bulk-create-jobs": { rate: bulkRate, take: takeBulk },
    };
    const way = ways[path as keyof typeof ways];
    if (method !== "POST" || !(path in ways)) return refuse(404, "not_found", "no such endpoint");
    if (headers.authorization !== `Klaviyo-API-Key ${apiKey}`)
      return refuse(401, "not_authenticated", `wrong key ${headers.authorization ?? ""}`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers["revision"])))
      return refuse(400, "invalid", "the revision header is missing");
    if (headers["content-type"] !== JSON_API) return refuse(415, "unsupported_media_type", "not JSON:API");
    const wait = way.rate.take(Date.now());
    if (wait !== undefined) {
      overLimit.push(path);
      return { ...refuse(429, "throttled", "too many requests"), headers: { "retry-after": `${wait}` } };
    }
    if (body.length > MAX_BYTES) return refuse(413, "payload_too_large", "more than 5 MB");
    return way.take((jsonOf(request) as Json)?.data);
  };

  const platform = await startPlatform(t, take);
  return Object.assign(platform, { taken, overLimit });
}
