import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ipaddr from "ipaddr.js";
import Type, { type Static } from "typebox";
import { readTextValues } from "./ingest/text-values.ts";
import { readTrustedProxies, type TrustedProxies } from "./http/middleware/trusted-proxies.ts";
import { parseStoreUrl, STORE_URL_FORMS } from "./store/redis/address.ts";
import type { Budgets } from "./store/redis/budgets.ts";
import { MAX_PARTITIONS } from "./store/ids.ts";
import { StartRefused } from "./store/start-refused.ts";

const integer = (fallback: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ default: fallback, minimum, maximum, description });
const flag = (fallback: boolean, description: string) => Type.Boolean({ default: fallback, description });
const limit = (fallback: string, description: string) =>
  Type.String({ default: fallback, pattern: "^(off|[1-9][0-9]{0,14})$", description });
const optional = (description: string, options: object = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...options }));

/** Every setting of the environment, with its default and its purpose. */
export const Environment = Type.Object({
  HOST: Type.String({ default: "127.0.0.1", minLength: 1, description: "Address to listen on" }),
  PORT: integer(8080, 0, 65_535, "Port to listen on; 0 for any free port"),
  PUBLIC_URL: optional(
    "Base address that callers see: issuer of tokens, and start of links. Without it, all HTTP processes use the address of the first one",
    {
      pattern: "^https?://[^/?#]+(/[^?#]*)?$",
    },
  ),
  REDIS_URL: optional("Redis 7.0 or newer; without it, an embedded Redis is started", {
    format: "store-url",
  }),
  REDIS_CA: optional(
    "File with the certificates that sign the one of Redis; without it, those of the system",
  ),
  REDIS_CERT: optional("File with the certificate that the service identifies itself with to Redis"),
  REDIS_KEY: optional("File with the private key of REDIS_CERT"),
  JOBS_REDIS_URL: optional("Redis of the job queues; without it, the Redis of the data", {
    format: "store-url",
  }),
  JOBS_REDIS_CA: optional("REDIS_CA of the job queues; without it, that of the data"),
  JOBS_REDIS_CERT: optional("REDIS_CERT of the job queues; without it, that of the data"),
  JOBS_REDIS_KEY: optional("REDIS_KEY of the job queues; without it, that of the data"),
  REDIS_WAIT_S: integer(
    60,
    0,
    86_400,
    "Time that the start waits for a Redis that cannot be reached or is a replica, in seconds",
  ),
  REQUIRE_PERSISTENCE: flag(false, "Refuse a Redis without an append-only file, instead of a warning"),
  REDIS_PREFIX: Type.String({ default: "wl:", description: "Prefix of all keys", pattern: "^[^{}]*$" }),
  DATA_DIR: Type.String({
    default: "./data",
    minLength: 1,
    description:
      "Directory of the embedded Redis, the demo credentials, the credentials key and exported files",
  }),
  LOG_LEVEL: Type.Unsafe<"fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent">({
    type: "string",
    enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    default: "info",
    description:
      "Minimum level of the log; debug has every request (fatal, error, warn, info, debug, trace, silent)",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    "Base address of an OpenTelemetry collector (OTLP over HTTP) that gets traces; without it, none are taken",
    { pattern: "^https?://[^/?#]+(/[^?#]*)?$" },
  ),
  PROCESSES: integer(1, 1, 256, "Processes to run; they share the port"),
  RATE_LIMIT: Type.String({
    default: "10000",
    pattern: "^(off|[1-9][0-9]{0,8})$",
    description: "Requests per second of a tenant that has no limit of its own, or off",
  }),
  SHARED_RATE_LIMIT: Type.String({
    default: "20",
    pattern: "^(off|[1-9][0-9]{0,8})$",
    description: "Requests per second for shared wishlists from one address, or off",
  }),
  SHOPPER_RATE_LIMIT: Type.String({
    default: "20",
    pattern: "^(off|[1-9][0-9]{0,8})$",
    description: "Requests per second of a shopper, or off",
  }),
  TENANT_ROWS: limit("10000", "Feed rows per second of a tenant, or off"),
  TENANT_TOKENS: limit("600", "Access tokens per minute of a tenant, or off"),
  TENANT_UPLOADS: limit("10", "Simultaneous file uploads of a tenant, or off"),
  TENANT_STORED_MB: limit("4000", "Megabytes of stored records of a tenant (an estimate), or off"),
  TENANT_JOBS: limit(
    "100000",
    "Jobs of a tenant that may wait for its slots (deliveries, files, exports), or off",
  ),
  STORE_MEMORY_MB: limit(
    "off",
    "Megabytes that Redis may use, for the warning near the limit; off uses the maxmemory of Redis",
  ),
  CUSTOMER_WISHLISTS: integer(1000, 1, 10_000, "Maximum number of wishlists of a customer"),
  GUEST_DAYS: integer(90, 1, 3650, "Days that a guest's wishlist lives without use"),
  TOKEN_FAILURES: integer(20, 1, 100_000, "Refused token requests per minute, client and address"),
  TOKEN_LIFETIME_S: integer(3600, 10, 86_400, "Lifetime of an access token, in seconds"),
  REQUIRE_HTTPS: flag(false, "Issue tokens only over HTTPS"),
  TRUST_PROXY: Type.String({
    default: "false",
    format: "trusted-proxies",
    description:
      "Proxies whose X-Forwarded-* headers are trusted: their number, or their addresses and networks (10.0.0.0/8,fd00::/8); true is one proxy",
  }),
  ALLOW_PRIVATE_TARGETS: Type.String({
    default: "false",
    format: "private-targets",
    description:
      "Private addresses that webhooks and exports may go to, also over http: networks (10.20.0.0/16,...), or true for all, in tests. Link-local and metadata addresses are always refused",
  }),
  SHOP_REDACT_GRACE_S: integer(
    3600,
    0,
    2_592_000,
    "Time in which an erasure that Shopify requests can be cancelled, in seconds",
  ),
  EXPORT_MIN_INTERVAL_S: integer(
    300,
    1,
    86_400,
    "Minimum time between two scheduled runs of an export, in seconds",
  ),
  EXPORT_FILES_MB: integer(
    5000,
    1,
    100_000_000,
    "Megabytes of export files that are kept per tenant; the oldest are deleted first",
  ),
  SMTP_URL: optional(
    "Mail server for alerts, such as smtps://user:password@host; without it, no e-mail is sent",
    {
      pattern: "^smtps?://[^/?#]+(/?)(\\?[^#]*)?$",
    },
  ),
  SMTP_ALLOW_PLAIN: flag(false, "Send e-mail also over unencrypted connections; for tests"),
  MAIL_FROM: optional(
    "Sender of e-mail: an address, or a name and <address>; required with SMTP_URL, as is PUBLIC_URL",
    {
      pattern: "^([^<>@\\u0000-\\u001f]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$",
    },
  ),
  MAIL_RATE: integer(10, 1, 10_000, "Maximum number of e-mails per second"),
  CREDENTIALS_KEYS: Type.String({
    default: "",
    pattern: "^([A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*)?$",
    description:
      "Keys that seal secrets in Redis: 32 bytes in base64 each, separated by commas; the first seals, all open",
  }),
  CORS_ORIGINS: Type.String({
    default: "",
    description: "Origins that browsers may call from, separated by commas",
  }),
  DEMO_TENANT: Type.Unsafe<"on" | "off">({
    type: "string",
    enum: ["on", "off"],
    default: "on",
    description: "Register the tenant demo at the first start on an empty store (on, off)",
  }),
  PARTITIONS: integer(64, 1, MAX_PARTITIONS, "Partitions of the data; fixed at the first start"),
  WORKER_LOOPS: integer(
    2,
    1,
    16,
    "Loops that share the partitions of a worker process: one computes while another waits",
  ),
  LEASE_MS: integer(
    5000,
    500,
    60_000,
    "Time until the partitions of a dead worker go to another one, in milliseconds; its jobs wait twice as long",
  ),
  ASK_TIMEOUT_MS: integer(10_000, 100, 60_000, "Time that a write may wait to be applied, in milliseconds"),
  MAX_PENDING: integer(5000, 1, 1_000_000, "Writes that may wait in one HTTP process"),
  MAX_WAITING: integer(1000, 1, 1_000_000, "Writes that may wait in one partition"),
  OUTBOX_LENGTH: integer(1000, 1, 10_000_000, "Events that a partition keeps while no process reads them"),
  TENANT_DELIVERIES: integer(
    16,
    1,
    1000,
    "Simultaneous webhook jobs of a tenant, in all processes together; a job sends up to 25 events to one endpoint",
  ),
  TENANT_EXPORTS: integer(2, 1, 1000, "Simultaneous export runs of a tenant, in all processes together"),
  TENANT_FEEDS: integer(2, 1, 1000, "Simultaneous file feeds of a tenant, in all processes together"),
  DRAIN_DELAY_MS: integer(
    0,
    0,
    60_000,
    "Time between failed readiness and closing, for load balancers to notice, in milliseconds",
  ),
  JOBS_NICE: integer(
    19,
    0,
    19,
    "Nice value of a process with only the role jobs: 0 normal priority, 19 lowest priority on the machine",
  ),
  DRAIN_MS: integer(10_000, 0, 600_000, "Time that open requests get at shutdown, in milliseconds"),
});

export const ROLES = ["all", "http", "worker", "jobs"] as const;
export type Role = (typeof ROLES)[number];

type Settings = Static<typeof Environment>;

export interface Config extends Omit<
  Settings,
  | "RATE_LIMIT"
  | "SHARED_RATE_LIMIT"
  | "SHOPPER_RATE_LIMIT"
  | "TENANT_ROWS"
  | "TENANT_TOKENS"
  | "TENANT_UPLOADS"
  | "TENANT_STORED_MB"
  | "TENANT_JOBS"
  | "STORE_MEMORY_MB"
  | "CORS_ORIGINS"
  | "PUBLIC_URL"
  | "CREDENTIALS_KEYS"
  | "ALLOW_PRIVATE_TARGETS"
  | "TRUST_PROXY"
> {
  /** The parts that this process runs. */
  roles: readonly Role[];
  /** Without a slash at the end; undefined for the address that the server listens on. */
  PUBLIC_URL: string | undefined;
  /** Undefined when switched off. */
  RATE_LIMIT: number | undefined;
  SHARED_RATE_LIMIT: number | undefined;
  SHOPPER_RATE_LIMIT: number | undefined;
  /** Budgets of tenants that have none of their own. */
  budgets: Budgets;
  /** Bytes that the store may use; undefined for what it says itself. */
  STORE_MEMORY: number | undefined;
  TRUST_PROXY: TrustedProxies;
  CORS_ORIGINS: string[];
  /** Whether private addresses may be sent to; of these networks alone where it is a list. */
  ALLOW_PRIVATE_TARGETS: boolean | readonly string[];
  /** Empty for one in a file of the data directory. */
  CREDENTIALS_KEYS: Buffer[];
  /** The port was chosen, not the default: then also processes without the API listen, for health and metrics. */
  isPortGiven: boolean;
}

/** The environment or the command line is not acceptable; the message names everything that is wrong. */
export class ConfigError extends StartRefused {}

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const isFlag = (text: string): boolean => text === "true" || text === "false";

const isPrivateTargets = (text: string): boolean =>
  isFlag(text) || text.split(",").every((part) => ipaddr.isValidCIDR(part.trim()));

const isSettings = new Ajv2020({
  useDefaults: true,
  allErrors: true,
  removeAdditional: true,
  formats: {
    "private-targets": isPrivateTargets,
    "store-url": (text) => parseStoreUrl(text) !== undefined,
    "trusted-proxies": (text) => readTrustedProxies(text) !== undefined,
  },
}).compile<Settings>({ ...Environment, additionalProperties: false });

/** What a setting with a format of ours must be. */
const FORMATS: Record<string, string> = {
  "private-targets": "must be true, false, or networks such as 10.0.0.0/8 with commas between",
  "store-url": `must be ${STORE_URL_FORMS}`,
  "trusted-proxies": "must be a number of proxies, or addresses and networks with commas between",
};

const numberOrOff = (text: string) => (text === "off" ? undefined : Number(text));

/** Keys in base64, separated by commas, as bytes. */
export const parseKeys = (text: string): Buffer[] => listOf(text).map((key) => Buffer.from(key, "base64"));

/** How the service is called, and every setting that it has, for the person at the terminal. */
export function usage(): string {
  const settings = Object.entries(
    Environment.properties as Record<string, { default?: string | number | boolean; description?: string }>,
  );
  const width = Math.max(...settings.map(([name]) => name.length));
  const lines = settings.map(([name, { default: fallback, description = "" }]) => {
    const shown = fallback === undefined || fallback === "" ? "" : ` (${String(fallback)})`;
    return `  ${name.padEnd(width)}  ${description}${shown}`;
  });
  return `usage: npm start -- [--role ${ROLES.join("|")}] [--help]

A role is one part of the service, or several separated by commas; all when absent.

Settings of the environment, with their defaults:

${lines.join("\n")}
`;
}

/** Settings that e-mail needs. */
const NEEDED_FOR_MAIL = {
  MAIL_FROM: "e-mail needs a sender",
  PUBLIC_URL: "links to unsubscribe start with it",
};

/** Reads the settings; `role` is one part of the service, or several separated by commas. Throws one {@link ConfigError} that names every bad variable, without their values. */
export function loadConfig(env: NodeJS.ProcessEnv, role: string): Readonly<Config> {
  // An empty variable is an unset one, as compose files and shells have it.
  const candidate: Record<string, unknown> = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== ""),
  );
  readTextValues(Environment.properties, candidate);
  const faults: string[] = [];
  if (!isSettings(candidate)) {
    for (const { instancePath, message, params } of isSettings.errors ?? []) {
      const { allowedValues, format = "" } = params as { allowedValues?: string[]; format?: string };
      faults.push(
        `${instancePath.slice(1)} ${FORMATS[format] ?? message ?? ""}${allowedValues ? `: ${allowedValues.join(", ")}` : ""}`,
      );
    }
  }
  const roles = role.split(",").flatMap((name) => ROLES.find((known) => known === name) ?? []);
  if (roles.length !== role.split(",").length)
    faults.push(`--role must be one of ${ROLES.join(", ")}, or some of them separated by commas`);
  const isSet = (name: string) => (env[name] ?? "") !== "";
  const isMailed = isSet("SMTP_URL") && !faults.some((fault) => fault.startsWith("SMTP_URL "));
  for (const [name, why] of Object.entries(NEEDED_FOR_MAIL))
    if (isMailed && !isSet(name)) faults.push(`${name} must be set where SMTP_URL is: ${why}`);
  if (faults.length > 0)
    throw new ConfigError(`invalid configuration:\n${faults.map((line) => `  ${line}`).join("\n")}`);
  const {
    TENANT_ROWS,
    TENANT_TOKENS,
    TENANT_UPLOADS,
    TENANT_STORED_MB,
    TENANT_JOBS,
    STORE_MEMORY_MB,
    ...settings
  } = candidate as unknown as Settings;
  const storeMemory = numberOrOff(STORE_MEMORY_MB);
  return Object.freeze({
    ...settings,
    roles,
    DATA_DIR: resolve(settings.DATA_DIR),
    PUBLIC_URL: settings.PUBLIC_URL?.replace(/\/+$/, ""),
    RATE_LIMIT: numberOrOff(settings.RATE_LIMIT),
    SHARED_RATE_LIMIT: numberOrOff(settings.SHARED_RATE_LIMIT),
    SHOPPER_RATE_LIMIT: numberOrOff(settings.SHOPPER_RATE_LIMIT),
    budgets: {
      rows: numberOrOff(TENANT_ROWS),
      tokens: numberOrOff(TENANT_TOKENS),
      uploads: numberOrOff(TENANT_UPLOADS),
      stored: numberOrOff(TENANT_STORED_MB),
      jobs: numberOrOff(TENANT_JOBS),
    },
    STORE_MEMORY: storeMemory === undefined ? undefined : storeMemory * 1_000_000,
    TRUST_PROXY: readTrustedProxies(settings.TRUST_PROXY) ?? { hops: 0 },
    CORS_ORIGINS: listOf(settings.CORS_ORIGINS),
    ALLOW_PRIVATE_TARGETS: isFlag(settings.ALLOW_PRIVATE_TARGETS)
      ? settings.ALLOW_PRIVATE_TARGETS === "true"
      : listOf(settings.ALLOW_PRIVATE_TARGETS),
    CREDENTIALS_KEYS: parseKeys(settings.CREDENTIALS_KEYS),
    isPortGiven: isSet("PORT"),
  });
}
