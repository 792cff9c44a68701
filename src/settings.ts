import Type from "typebox";
import { MAX_PARTITIONS } from "./store/ids/ids.ts";
import { MAX_CUSTOMER_WISHLISTS } from "./store/records/wishlist-meta.ts";
import { DURABILITY_LEVELS, type DurabilityLevel } from "./store/redis/durability/level.ts";

const integer = (fallback: number, minimum: number, maximum: number, description: string) =>
  Type.Integer({ default: fallback, minimum, maximum, description });
const flag = (fallback: boolean, description: string) => Type.Boolean({ default: fallback, description });
/** A number or `off`. `digits` is the maximum number of digits. */
const limit = (fallback: string, description: string, digits = 15) =>
  Type.String({
    default: fallback,
    pattern: `^(off|[1-9][0-9]{0,${digits - 1}})$`,
    form: `off, or a whole number from 1 to ${"9".repeat(digits)}`,
    description,
  });
const WEB_ADDRESS = {
  pattern: "^https?://[^/?#]+(/[^?#]*)?$",
  form: "an address that begins with http:// or https://, without ? and #",
};
const optional = (description: string, options: object = {}) =>
  Type.Optional(Type.String({ minLength: 1, description, ...options }));

/** Every setting of the environment, with its default and its purpose. */
export const Environment = Type.Object({
  HOST: Type.String({ default: "127.0.0.1", minLength: 1, description: "Address to listen on" }),
  PORT: integer(8080, 0, 65_535, "Port to listen on; 0 for any free port"),
  PUBLIC_URL: optional(
    "Base address that callers see: issuer of tokens, and start of links. Without it, all HTTP processes use the address of the first process",
    WEB_ADDRESS,
  ),
  REDIS_URL: optional("Redis 7.0 or newer; without it, an embedded Redis is started", {
    format: "redis-url",
  }),
  REDIS_CA: optional(
    "File with the CA certificates that verify the certificate of Redis; without it, those of the system",
  ),
  REDIS_CERT: optional("File with the client certificate that the service presents to Redis"),
  REDIS_KEY: optional("File with the private key of REDIS_CERT"),
  JOBS_REDIS_URL: optional("Redis of the job queues; without it, the Redis of the data", {
    format: "redis-url",
  }),
  JOBS_REDIS_CA: optional("REDIS_CA of the job queues; without it, that of the data"),
  JOBS_REDIS_CERT: optional("REDIS_CERT of the job queues; without it, that of the data"),
  JOBS_REDIS_KEY: optional("REDIS_KEY of the job queues; without it, that of the data"),
  REDIS_WAIT_S: integer(
    60,
    0,
    86_400,
    "Time that the start waits for a Redis that is unreachable or a replica, in seconds",
  ),
  REQUIRE_PERSISTENCE: flag(
    false,
    "Refuse to start on a Redis without an append-only file, instead of a warning",
  ),
  DURABILITY: Type.Unsafe<DurabilityLevel>({
    type: "string",
    enum: [...DURABILITY_LEVELS],
    default: "memory",
    description:
      "Where a write must be stored before it is acknowledged: in the memory of Redis, on its disk, on replicas, or also on the disks of replicas (memory, disk, replica, replica-disk)",
  }),
  DURABILITY_REPLICAS: integer(1, 1, 16, "Replicas that DURABILITY waits for"),
  REDIS_PREFIX: Type.String({
    default: "wl:",
    description:
      "Prefix of all keys. If several installations use one Redis, no prefix may be the beginning of another one",
    pattern: "^[^{}]*$",
    form: "text without braces",
  }),
  DATA_DIR: Type.String({
    default: "./data",
    minLength: 1,
    description:
      "Directory of the embedded Redis, the demo credentials, the credentials key, exported files and older changes",
  }),
  CHANGES_HOT_HOURS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 672,
      description:
        "Hours after the end of a day before its changes move to files or CHANGES_BUCKET_URL; without it, all stay in Redis",
    }),
  ),
  CHANGES_BUCKET_URL: optional(
    "Address of a bucket of S3-compatible storage for older changes, with the bucket in its host or path; without it, they are files in DATA_DIR",
    {
      pattern: "^https?://[^/?#@]+(/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$",
      form: "an address such as https://bucket.s3.eu-central-1.amazonaws.com or https://s3.example/bucket",
    },
  ),
  CHANGES_BUCKET_REGION: Type.String({
    default: "us-east-1",
    pattern: "^[a-z0-9-]{1,40}$",
    form: "a region such as eu-central-1",
    description: "Region of CHANGES_BUCKET_URL",
  }),
  CHANGES_BUCKET_KEY_ID: optional("Access key id for CHANGES_BUCKET_URL", {
    pattern: "^[!-~]{1,200}$",
    form: "at most 200 characters of ASCII without spaces",
  }),
  CHANGES_BUCKET_SECRET: optional("Secret access key for CHANGES_BUCKET_URL", {
    maxLength: 200,
    form: "at most 200 characters",
  }),
  LOG_LEVEL: Type.Unsafe<"fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent">({
    type: "string",
    enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    default: "info",
    description:
      "Minimum level of the log; debug has every request (fatal, error, warn, info, debug, trace, silent)",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    "Base address of an OpenTelemetry collector (OTLP over HTTP) that receives traces; without it, tracing is off",
    WEB_ADDRESS,
  ),
  PROCESSES: integer(1, 1, 256, "Processes to run; they share the port"),
  RATE_LIMIT: limit(
    "10000",
    "Requests per second of a tenant without a limit of its own; off switches the limits of all tenants off",
    9,
  ),
  SHARED_RATE_LIMIT: limit(
    "20",
    "Requests per second for shared wishlists from one address, in each HTTP process, or off",
    9,
  ),
  SHOPPER_RATE_LIMIT: limit("20", "Requests per second of a shopper, in each HTTP process, or off", 9),
  TENANT_ROWS: limit("10000", "Feed rows per second of a tenant, or off"),
  TENANT_TOKENS: limit("600", "Access tokens per minute of a tenant, or off"),
  TENANT_UPLOADS: limit("10", "Simultaneous file uploads of a tenant, or off"),
  TENANT_STORED_MB: limit("4000", "Megabytes of stored records of a tenant (an estimate), or off"),
  TENANT_JOBS: limit(
    "100000",
    "Jobs of a tenant that may wait for a slot (deliveries, files, exports), or off",
  ),
  TENANT_STORES: limit("200", "Stores of a tenant; limits of a store apply to each of them, or off"),
  TENANT_KEYS: limit("5000000", "Idempotency-Keys per day of a tenant, or off"),
  TENANT_CHANGES: limit("50000000", "Changes that the change feeds of a tenant keep in Redis, or off"),
  STORE_MEMORY_MB: limit(
    "off",
    "Megabytes that each Redis may use, for the warning near the limit; a lower maxmemory of Redis counts instead",
  ),
  CUSTOMER_WISHLISTS: integer(1000, 1, MAX_CUSTOMER_WISHLISTS, "Maximum number of wishlists of a customer"),
  GUEST_DAYS: integer(90, 1, 3650, "Days after which a guest's wishlist that is not used is deleted"),
  WAITING_LIST_LENGTH: integer(
    10_000,
    1,
    1_000_000,
    "Minimum number of wishes for a variant whose waiting list is divided: all jobs processes share its waves",
  ),
  TOKEN_FAILURES: integer(
    20,
    1,
    100_000,
    "Refused token requests per minute of one client from one address; further requests get 429 until the minute ends",
  ),
  TOKEN_LIFETIME_S: integer(3600, 10, 86_400, "Lifetime of an access token, in seconds"),
  REQUIRE_HTTPS: flag(false, "Issue tokens and accept portal sign-ins only over HTTPS"),
  TRUST_PROXY: Type.String({
    default: "false",
    format: "trusted-proxies",
    description:
      "Proxies whose X-Forwarded-* headers are trusted: their number, or their addresses and networks (10.0.0.0/8,fd00::/8); true means one proxy",
  }),
  ALLOW_PRIVATE_TARGETS: Type.String({
    default: "false",
    format: "private-targets",
    description:
      "Private addresses that webhooks and exports may call, also over http: networks (10.20.0.0/16,...), or true for all, in tests. Link-local and metadata addresses are always refused",
  }),
  SHOP_REDACT_GRACE_S: integer(
    3600,
    0,
    2_592_000,
    "Time during which an erasure that Shopify requests can be cancelled, in seconds",
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
      format: "url",
      form: "smtps://user:password@host:465 or smtp://user:password@host:587",
    },
  ),
  SMTP_ALLOW_PLAIN: flag(
    false,
    "Also send e-mail over unencrypted connections, with a PUBLIC_URL without TLS; for tests",
  ),
  MAIL_FROM: optional(
    "Sender of e-mail: an address, or a name and <address>; required with SMTP_URL, as is a PUBLIC_URL with https",
    {
      pattern: "^([^<>@\\u0000-\\u001f]*<[^<>@\\s]+@[^<>@\\s]+>|[^<>@\\s]+@[^<>@\\s]+)$",
      form: "one address such as wishes@shop.example, or Shop <wishes@shop.example>",
    },
  ),
  MAIL_RATE: integer(10, 1, 10_000, "Maximum number of e-mails per second"),
  CREDENTIALS_KEYS: Type.String({
    default: "",
    pattern: "^([A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*)?$",
    form: "the output of openssl rand -base64 32, or several of them separated by commas",
    description:
      "Keys that seal secrets in Redis: 32 bytes in base64 each, separated by commas; the first one seals, each of them opens",
  }),
  CORS_ORIGINS: Type.String({
    default: "",
    format: "origins",
    description: "Origins that browsers may call from, such as https://shop.example, separated by commas",
  }),
  DEMO_TENANT: Type.Unsafe<"on" | "off">({
    type: "string",
    enum: ["on", "off"],
    default: "on",
    description: "Register the tenant demo at the first start on an empty Redis (on, off)",
  }),
  PARTITIONS: integer(64, 1, MAX_PARTITIONS, "Partitions of the data; fixed at the first start"),
  WORKER_LOOPS: integer(
    2,
    1,
    16,
    "Loops that share the partitions of a worker process, so that one computes while another waits",
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
    "Simultaneous webhook jobs of a tenant, in all processes together; a job sends up to 32 events to one endpoint, 16 at a time",
  ),
  TENANT_EXPORTS: integer(2, 1, 1000, "Simultaneous export runs of a tenant, in all processes together"),
  TENANT_FEEDS: integer(2, 1, 1000, "Simultaneous file feeds of a tenant, in all processes together"),
  TENANT_MAILS: integer(
    4,
    1,
    1000,
    "E-mails of a tenant that are sent at the same time, in all processes together",
  ),
  DRAIN_DELAY_MS: integer(
    0,
    0,
    60_000,
    "Time between failing readiness and closing, so that load balancers notice, in milliseconds",
  ),
  JOBS_NICE: integer(
    19,
    0,
    19,
    "Nice value of a process with only the role jobs: 0 is normal priority, 19 the lowest priority on the machine",
  ),
  DRAIN_MS: integer(10_000, 0, 600_000, "Time that open requests get at shutdown, in milliseconds"),
});
