import type { Cleanup } from "../redis.ts";
import { jsonOf, type PlatformRequest, RateWindows, type Reply, startPlatform } from "./server.ts";

const MAX_OBJECTS = 75;
const ARRAYS = ["attributes", "events", "purchases"] as const;

interface BrazeObject {
  external_id?: string;
  email?: string;
  phone?: string;
  name?: string;
  time?: string;
  properties?: Record<string, unknown>;
}

/** Returns why Braze refuses an object; undefined if it accepts it. */
function faultOf(array: string, { external_id, email, phone, name, time }: BrazeObject): string | undefined {
  if ((external_id ?? email ?? phone) === undefined) return "'external_id' or another identifier is required";
  if (email !== undefined && !email.includes("@")) return `Valid email required, not ${email}`;
  if (array === "events" && !name) return "'name' is required";
  if (array === "events" && Number.isNaN(Date.parse(time ?? ""))) return "Valid 'time' is required";
  return undefined;
}

/** Starts Braze's POST /users/track, which accepts everything, also twice. */
export async function startBraze(t: Cleanup, { apiKey = "braze-secret", most = MAX_OBJECTS } = {}) {
  const taken: BrazeObject[] = [];
  const rate = new RateWindows([{ requests: 3000, ms: 3000 }]);

  const take = (request: PlatformRequest): Reply => {
    const { method, path, headers } = request;
    if (method !== "POST" || path !== "/users/track") return { status: 404, body: { message: "Not Found" } };
    if (headers.authorization !== `Bearer ${apiKey}`)
      return { status: 401, body: { message: `Invalid API key: ${headers.authorization ?? ""}` } };
    if (headers["content-type"] !== "application/json")
      return { status: 400, body: { message: "Content-Type must be application/json" } };
    const wait = rate.take(Date.now());
    if (wait !== undefined) return { status: 429, headers: { "retry-after": `${wait}` } };
    const body = jsonOf(request) as Record<string, BrazeObject[] | undefined> | undefined;
    const objects = ARRAYS.flatMap((array) =>
      (body?.[array] ?? []).map((object, index) => ({ array, index, object })),
    );
    if (objects.length === 0) return { status: 400, body: { message: "Nothing to track" } };
    if (objects.length > most) return { status: 400, body: { message: `More than ${most} objects` } };
    const errors = [];
    for (const { array, index, object } of objects) {
      const type = faultOf(array, object);
      if (type === undefined) taken.push(object);
      else errors.push({ type, input_array: array, index });
    }
    return { status: 201, body: { message: "success", ...(errors.length > 0 ? { errors } : {}) } };
  };

  const platform = await startPlatform(t, take);
  return Object.assign(platform, { taken });
}
