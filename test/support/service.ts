import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { type App, type AppOptions, startApp } from "../../src/app/app.ts";
import { defined } from "../../src/collections/defined.ts";
import { loadConfig } from "../../src/config.ts";
import { Keys } from "../../src/store/keys/keys.ts";
import { openStore } from "../../src/store/redis/connection/connect.ts";
import type { Credentials } from "../../src/store/tenants/client.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { expectOneSlot, watchSlots } from "./connections/one-slot.ts";
import {
  addressOf,
  type Cleanup,
  newPrefix,
  PARTITIONS,
  redisUrl,
  removeKeys,
  SEALING_KEY,
} from "./redis.ts";
import { expectNoWarnings } from "./runner/warnings.ts";

export interface Answer<B = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; undefined if it is empty. */
  body: B;
}

export interface SendOptions {
  headers?: Record<string, string | string[] | undefined>;
  /** Sent unchanged; a `body` is sent as JSON. */
  raw?: string | Buffer;
}

/** Any JSON, because tests check the shape of answers. */
export type Json = ReturnType<typeof JSON.parse>;

/** Returns a value that must exist; the test fails if it does not. */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("something that the test builds on is missing");
  return value;
}

export const WS = "/services/wsservice/api";
export const CS = "/services/customerservice/api";

/** Idle connections end before the service ends them: a request over one that is being closed would get no answer. */
const agent = new Agent({ keepAlive: true, maxSockets: 2048, timeout: 60_000 });

/** Sends one request. With a body, the default content type is JSON. */
export function send(
  baseUrl: string,
  method: string,
  path: string,
  body?: unknown,
  { headers = {}, raw }: SendOptions = {},
): Promise<Answer<Json>> {
  const payload = raw ?? (typeof body === "undefined" ? undefined : JSON.stringify(body));
  const { hostname, port } = new URL(baseUrl);
  const sent = Object.fromEntries(
    Object.entries({
      ...(payload === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    }).filter(([, value]: [string, unknown]) => value !== undefined),
  ) as Record<string, string | string[]>;
  return new Promise((resolve, reject) => {
    const req = httpRequest({ hostname, port, method, path, headers: sent, agent }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("error", reject);
      res.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = (res.headers["content-type"] ?? "").includes("json");
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          text,
          body: isJson && text !== "" ? JSON.parse(text) : undefined,
        });
      });
    });
    req.on("error", reject);
    req.end(payload);
  });
}

/** A caller with an access token. */
export class Caller {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly token: string;

  constructor(baseUrl: string, tenantId: string, token: string) {
    this.baseUrl = baseUrl;
    this.tenantId = tenantId;
    this.token = token;
  }

  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.token}`, "X-SVC-Tenant": this.tenantId };
  }

  send(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<Answer<Json>> {
    return send(this.baseUrl, method, path, body, {
      ...options,
      headers: { ...this.headers, ...options.headers },
    });
  }
  get(path: string, options?: SendOptions) {
    return this.send("GET", path, undefined, options);
  }
  post(path: string, body?: unknown, options?: SendOptions) {
    return this.send("POST", path, body, options);
  }
  put(path: string, body?: unknown, options?: SendOptions) {
    return this.send("PUT", path, body, options);
  }
  delete(path: string, options?: SendOptions) {
    return this.send("DELETE", path, undefined, options);
  }

  /** Creates a customer. The test fails if it is refused. */
  async newCustomer(fields: Record<string, unknown> = {}): Promise<Json> {
    const { status, body, text } = await this.post(`${CS}/customers`, { id: unique("c"), ...fields });
    if (status !== 201) throw new Error(`${status} ${text}`);
    return body;
  }

  /** Creates a wishlist; the default is a new customer's. */
  async newWishlist(fields: Record<string, unknown> = {}): Promise<Json> {
    const holder =
      fields["customerId"] || fields["customerRef"]
        ? {}
        : { customerRef: ((await this.newCustomer()) as { id: string }).id };
    const { status, body, text } = await this.post(`${WS}/wishlists`, { name: "list", ...holder, ...fields });
    if (status !== 201) throw new Error(`${status} ${text}`);
    return body;
  }

  /** Adds an item to a wishlist. */
  async newItem(wishlistId: string, fields: Record<string, unknown> = {}): Promise<Json> {
    const product = { productRef: unique("p"), selectedVariantRef: unique("v") };
    const { status, body, text } = await this.post(`${WS}/wishlist/items`, {
      wishlistId,
      product,
      ...fields,
    });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body;
  }
}

/** A low cost of passwords, so that tests do not wait for their hashes. */
export const CHEAP_PASSWORDS = { N: 2, r: 1, p: 1 };

let count = 0;
/** Returns a text that no other call in this process returns. */
export const unique = (start: string) => `${start}${process.pid.toString(36)}${(count++).toString(36)}`;

export function tokenRequest(
  baseUrl: string,
  tenantId: string,
  form: Record<string, string>,
  options: SendOptions = {},
) {
  return send(baseUrl, "POST", `/auth/realms/${tenantId}/protocol/openid-connect/token`, undefined, {
    raw: new URLSearchParams(form).toString(),
    ...options,
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...options.headers },
  });
}

export interface Service {
  app: App;
  baseUrl: string;
  redis: Redis;
  /** The Redis of the queues, if they have their own. */
  jobsRedis?: Redis;
  prefix: string;
  /** Directory of the service's files. */
  dataDir: string;
  keys: Keys;
  tenants: Tenants;
  /** Registers a tenant, and returns a caller with its token. */
  newCaller: (options?: { store?: string }) => Promise<Caller & { credentials: Credentials }>;
  /** Returns a caller with a token for credentials. */
  callerFor: (credentials: Credentials, scope?: string) => Promise<Caller & { credentials: Credentials }>;
  stop: () => Promise<void>;
}

/**
 * Starts the service in this process, with a new key prefix. The test fails if a command of the service has keys in
 * several slots of a Redis Cluster.
 */
export async function startService(
  t: Cleanup,
  env: Record<string, string> = {},
  options: Partial<AppOptions> & { prefix?: string } = {},
): Promise<Service> {
  const prefix = options.prefix ?? newPrefix();
  const ownFolder = mkdtempSync(join(tmpdir(), "wishlist-data-"));
  const config = loadConfig(
    {
      PORT: "0",
      PUBLIC_URL: "http://wishlist.test",
      REDIS_PREFIX: prefix,
      DATA_DIR: ownFolder,
      RATE_LIMIT: "off",
      DEMO_TENANT: "off",
      PARTITIONS: PARTITIONS.toString(),
      CREDENTIALS_KEYS: SEALING_KEY,
      ...env,
    },
    env["ROLE"] ?? "all",
  );
  watchSlots();
  const app = await startApp({
    config,
    redisUrl: redisUrl(),
    log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
    passwordCost: CHEAP_PASSWORDS,
    ...options,
  });
  const baseUrl = `http://127.0.0.1:${app.port ?? 0}`;
  const redis = openStore(addressOf(), {});
  const { JOBS_REDIS_URL: jobsUrl } = config;
  const jobsRedis = jobsUrl === undefined ? undefined : openStore(addressOf(jobsUrl), {});
  jobsRedis?.on("error", () => undefined);
  const keys = new Keys(prefix, config.PARTITIONS);
  const tenants = new Tenants(redis, keys);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.stop());
  t.after(async () => {
    await stop();
    if (options.prefix === undefined) await removeKeys(redis, prefix);
    redis.disconnect();
    jobsRedis?.disconnect();
    rmSync(ownFolder, { recursive: true, force: true });
    expectOneSlot();
    expectNoWarnings();
  });

  const callerFor = async (credentials: Credentials, scope?: string) => {
    const { status, body, text } = await tokenRequest(baseUrl, credentials.tenantId, {
      grant_type: "client_credentials",
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      ...(scope === undefined ? {} : { scope }),
    });
    if (status !== 200) throw new Error(`${status} ${text}`);
    const { access_token } = body as { access_token: string };
    return Object.assign(new Caller(baseUrl, credentials.tenantId, access_token), { credentials });
  };
  const newCaller = async ({ store }: { store?: string } = {}) =>
    callerFor(await tenants.create(unique("t"), store === undefined ? {} : { store }));
  return {
    app,
    baseUrl,
    redis,
    ...defined({ jobsRedis }),
    prefix,
    dataDir: config.DATA_DIR,
    keys,
    tenants,
    newCaller,
    callerFor,
    stop,
  };
}
