import assert from "node:assert/strict";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { type Config, ConfigError, loadConfig, ROLES } from "../src/config.ts";
import { Environment } from "../src/settings.ts";

const load = (env: NodeJS.ProcessEnv = {}, role = "all") => loadConfig(env, role);

/** The message for refused settings. */
function refusal(env: NodeJS.ProcessEnv, role = "all"): string {
  try {
    load(env, role);
  } catch (err) {
    assert.ok(err instanceof ConfigError);
    return err.message;
  }
  return assert.fail("the settings are taken");
}

/** An invalid value for every setting that can be invalid; the text after the # must never be shown. */
const BAD: Record<string, string[]> = {
  PORT: ["#secret", "-1", "65536", "80.5", "NaN", "Infinity"],
  PUBLIC_URL: ["#secret", "ftp://secret", "http://secret?x=1", "secret.example"],
  REDIS_URL: [
    "http://user:secret@host",
    "secret",
    "redis://user:secret@a,b",
    "redis+sentinel://:secret@host",
  ],
  JOBS_REDIS_URL: ["http://user:secret@host"],
  REDIS_WAIT_S: ["-1", "86401", "#secret"],
  REQUIRE_PERSISTENCE: ["#secret", "1"],
  DURABILITY: ["#secret", "Replica"],
  DURABILITY_REPLICAS: ["0", "17", "#secret"],
  REDIS_PREFIX: ["{secret}", "secret}"],
  CHANGES_HOT_HOURS: ["#secret", "0", "673", "1.5"],
  CHANGES_BUCKET_URL: ["#secret", "s3://secret", "https://user:secret@host/bucket", "https://secret/a/b"],
  CHANGES_BUCKET_REGION: ["#secret", "EU"],
  CHANGES_BUCKET_KEY_ID: ["sec ret", "secret\n"],
  CHANGES_BUCKET_SECRET: ["secret".repeat(40)],
  LOG_LEVEL: ["#secret", "INFO"],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["#secret", "grpc://secret:4317", "http://secret?x=1"],
  PROCESSES: ["0", "257", "#secret"],
  TENANT_ROWS: ["#secret", "0", "-1", "1.5", "OFF"],
  TENANT_STORED_MB: ["#secret", "0", "-1", "1.5", "OFF"],
  TENANT_TOKENS: ["#secret", "0", "-1"],
  TENANT_UPLOADS: ["#secret", "0", "-1"],
  TENANT_JOBS: ["#secret", "0", "-1", "1.5", "OFF"],
  TENANT_CHANGES: ["#secret", "0", "-1", "1.5", "OFF"],
  TENANT_KEYS: ["#secret", "0", "-1", "1.5", "OFF"],
  TENANT_STORES: ["#secret", "0", "-1", "1.5", "OFF"],
  STORE_MEMORY_MB: ["#secret", "0", "-1", "1.5", "OFF"],
  SHOPPER_RATE_LIMIT: ["#secret", "0", "-1", "1.5", "OFF", "1000000000"],
  SHARED_RATE_LIMIT: ["#secret", "0", "-1", "1.5", "OFF", "1000000000"],
  RATE_LIMIT: ["#secret", "0", "-1", "1.5", "OFF", "1000000000"],
  CUSTOMER_WISHLISTS: ["#secret", "0", "10001"],
  GUEST_DAYS: ["#secret", "0", "3651"],
  WAITING_LIST_LENGTH: ["#secret", "0", "1000001"],
  TOKEN_FAILURES: ["0", "#secret"],
  TOKEN_LIFETIME_S: ["9", "86401", "#secret"],
  REQUIRE_HTTPS: ["#secret", "yes", "TRUE", "1"],
  TRUST_PROXY: ["#secret", "on", "-1", "100", "10.0.0.0/33", "true,10.0.0.0/8", "10.0.0.1,"],
  ALLOW_PRIVATE_TARGETS: ["#secret", "1", "10.0.0.0", "10.0.0.0/33", "true,10.0.0.0/8"],
  SHOP_REDACT_GRACE_S: ["-1", "2592001", "#secret"],
  EXPORT_MIN_INTERVAL_S: ["0", "86401", "#secret"],
  EXPORT_FILES_MB: ["0", "1.5", "#secret"],
  SMTP_URL: [
    "#secret",
    "http://user:secret@host",
    "smtp://",
    "secret.example",
    "smtp://secret.example:99999",
  ],
  SMTP_ALLOW_PLAIN: ["#secret", "1"],
  MAIL_FROM: ["#secret", "secret", "secret@", "Shop <secret>", "a@b.example, c@secret.example"],
  MAIL_RATE: ["0", "#secret"],
  CREDENTIALS_KEYS: ["#secret", "c2VjcmV0", `${"A".repeat(43)}=,secret`],
  CORS_ORIGINS: [
    "#secret",
    "*",
    "null",
    "secret.example",
    "https://secret.example/",
    "https://secret.example/path",
    "https://Secret.example",
    "https://secret.example:443",
    "https://*.secret.example",
    "https://a.example,secret.example",
    "https://a.example https://secret.example",
  ],
  DEMO_TENANT: ["#secret", "true"],
  PARTITIONS: ["0", "#secret", "100000000"],
  WORKER_LOOPS: ["0", "17", "#secret"],
  LEASE_MS: ["499", "60001", "#secret"],
  ASK_TIMEOUT_MS: ["99", "60001", "#secret"],
  MAX_PENDING: ["0", "#secret"],
  MAX_WAITING: ["0", "#secret"],
  OUTBOX_LENGTH: ["0", "#secret"],
  TENANT_DELIVERIES: ["0", "1001", "#secret"],
  TENANT_EXPORTS: ["0", "#secret"],
  TENANT_FEEDS: ["0", "#secret"],
  TENANT_MAILS: ["0", "#secret"],
  DRAIN_DELAY_MS: ["-1", "60001", "#secret"],
  JOBS_NICE: ["-1", "20", "#secret"],
  DRAIN_MS: ["-1", "600001", "#secret"],
};
/** Settings that accept any text. */
const TLS_FILES = ["REDIS_CA", "REDIS_CERT", "REDIS_KEY"];
const FREE = ["HOST", "DATA_DIR", ...TLS_FILES, ...TLS_FILES.map((name) => `JOBS_${name}`)];

describe("loadConfig", () => {
  it("has an invalid value in this test for every setting that can be invalid", () => {
    assert.deepEqual([...Object.keys(BAD), ...FREE].sort(), Object.keys(Environment.properties).sort());
  });

  it("names each invalid variable, and shows no value", () => {
    for (const [name, values] of Object.entries(BAD)) {
      for (const value of values) {
        const message = refusal({ [name]: value });
        assert.match(message, new RegExp(`^ {2}${name} must`, "m"), `${name}=${value}`);
        assert.doesNotMatch(message, /secret/, name);
        assert.doesNotMatch(message, /pattern|format|boolean|integer|[<>]=|must be text$/m, name);
        const others = Object.keys(BAD).filter((other) => new RegExp(`^ {2}${other} `, "m").test(message));
        assert.deepEqual(others, [name]);
      }
    }
  });

  it("names all invalid variables at once, and the role", () => {
    const env = Object.fromEntries(Object.entries(BAD).map(([name, [value]]) => [name, value]));
    const message = refusal(env, "secret");
    for (const name of Object.keys(BAD)) assert.match(message, new RegExp(`^ {2}${name} must`, "m"));
    assert.match(
      message,
      /^ {2}--role must be one of all, http, worker, jobs, or some of them separated by commas$/m,
    );
    assert.doesNotMatch(message, /secret/);
  });

  it("names the valid values of a variable", () => {
    assert.match(refusal({ DEMO_TENANT: "x" }), /^ {2}DEMO_TENANT .*: on, off$/m);
    assert.match(
      refusal({ LOG_LEVEL: "x" }),
      /^ {2}LOG_LEVEL .*: fatal, error, warn, info, debug, trace, silent$/m,
    );
  });

  it("requires a key if older changes are stored in S3-compatible storage", () => {
    const env = { CHANGES_BUCKET_URL: "https://s3.example/changes", CHANGES_BUCKET_KEY_ID: "AKIA" };
    assert.match(refusal(env), /^ {2}CHANGES_BUCKET_SECRET must be set if CHANGES_BUCKET_URL is set/m);
    const { CHANGES_HOT_HOURS: hours, CHANGES_BUCKET_URL: url } = load({
      ...env,
      CHANGES_BUCKET_SECRET: "a/b+c",
    });
    assert.deepEqual([hours, url], [undefined, env.CHANGES_BUCKET_URL]);
  });

  it("requires a sender and a public address if there is a mail server", () => {
    const message = refusal({ SMTP_URL: "smtps://user:secret@mail.example" });
    assert.match(message, /^ {2}MAIL_FROM must be set if SMTP_URL is set/m);
    assert.match(message, /^ {2}PUBLIC_URL must be set if SMTP_URL is set/m);
    assert.doesNotMatch(message, /secret/);
    const sender = "Peak & Co <wishes@peak.example>";
    const complete = { SMTP_URL: "smtp://h:2525", MAIL_FROM: sender, PUBLIC_URL: "https://api.example" };
    assert.equal(load(complete).MAIL_FROM, sender);
    const plain = { ...complete, PUBLIC_URL: "http://localhost:8080" };
    assert.match(refusal(plain), /^ {2}PUBLIC_URL must start with https:\/\/ if SMTP_URL is set/m);
    assert.equal(load({ ...plain, SMTP_ALLOW_PLAIN: "true" }).MAIL_FROM, sender);
  });

  it("refuses a secret that is given as a file only, and shows no path", () => {
    for (const name of [
      "REDIS_URL",
      "JOBS_REDIS_URL",
      "SMTP_URL",
      "CREDENTIALS_KEYS",
      "CHANGES_BUCKET_SECRET",
    ])
      assert.equal(
        refusal({ [`${name}_FILE`]: "/run/secret" }),
        `invalid configuration:\n  ${name}_FILE is not a setting: set ${name} to the value itself`,
      );
    assert.equal(load({ REDIS_URL: "redis://h", REDIS_URL_FILE: "/run/secret" }).REDIS_URL, "redis://h");
  });

  it("treats an empty variable as unset", () => {
    const empty = Object.fromEntries(Object.keys(Environment.properties).map((name) => [name, ""]));
    assert.deepEqual(load(empty), load({}));
  });

  it("has a default for everything but the addresses", () => {
    assert.deepEqual(load(), {
      HOST: "127.0.0.1",
      PORT: 8080,
      PUBLIC_URL: undefined,
      REQUIRE_PERSISTENCE: false,
      DURABILITY: "memory",
      DURABILITY_REPLICAS: 1,
      REDIS_WAIT_S: 60,
      REDIS_PREFIX: "wl:",
      DATA_DIR: resolve("data"),
      CHANGES_BUCKET_REGION: "us-east-1",
      LOG_LEVEL: "info",
      PROCESSES: 1,
      RATE_LIMIT: 10_000,
      SHARED_RATE_LIMIT: 20,
      SHOPPER_RATE_LIMIT: 20,
      CUSTOMER_WISHLISTS: 1000,
      GUEST_DAYS: 90,
      WAITING_LIST_LENGTH: 10_000,
      TOKEN_FAILURES: 20,
      TOKEN_LIFETIME_S: 3600,
      REQUIRE_HTTPS: false,
      TRUST_PROXY: { hops: 0 },
      ALLOW_PRIVATE_TARGETS: false,
      SHOP_REDACT_GRACE_S: 3600,
      EXPORT_MIN_INTERVAL_S: 300,
      EXPORT_FILES_MB: 5000,
      SMTP_ALLOW_PLAIN: false,
      MAIL_RATE: 10,
      CREDENTIALS_KEYS: [],
      CORS_ORIGINS: [],
      DEMO_TENANT: "on",
      PARTITIONS: 64,
      WORKER_LOOPS: 2,
      LEASE_MS: 5000,
      ASK_TIMEOUT_MS: 10_000,
      MAX_PENDING: 5000,
      MAX_WAITING: 1000,
      OUTBOX_LENGTH: 1000,
      budgets: {
        rows: 10_000,
        tokens: 600,
        uploads: 10,
        stored: 4000,
        jobs: 100_000,
        stores: 200,
        keys: 5_000_000,
        changes: 50_000_000,
      },
      STORE_MEMORY: undefined,
      TENANT_DELIVERIES: 16,
      TENANT_EXPORTS: 2,
      TENANT_FEEDS: 2,
      TENANT_MAILS: 4,
      DRAIN_DELAY_MS: 0,
      JOBS_NICE: 19,
      DRAIN_MS: 10_000,
      roles: ["all"],
      isPortGiven: false,
    });
  });

  it("reads numbers, flags, lists and addresses from text", () => {
    const { PORT, isPortGiven, RATE_LIMIT, TRUST_PROXY, REQUIRE_HTTPS, CORS_ORIGINS, PUBLIC_URL } = load({
      PORT: "0",
      RATE_LIMIT: "off",
      TRUST_PROXY: "true",
      REQUIRE_HTTPS: "false",
      CORS_ORIGINS: " https://a.example, ,https://b.example:8443,",
      PUBLIC_URL: "https://api.example/base//",
    });
    assert.deepEqual(
      { PORT, isPortGiven, RATE_LIMIT, TRUST_PROXY, REQUIRE_HTTPS, CORS_ORIGINS, PUBLIC_URL },
      {
        PORT: 0,
        isPortGiven: true,
        RATE_LIMIT: undefined,
        TRUST_PROXY: { hops: 1 },
        REQUIRE_HTTPS: false,
        CORS_ORIGINS: ["https://a.example", "https://b.example:8443"],
        PUBLIC_URL: "https://api.example/base",
      },
    );
    assert.equal(load({ RATE_LIMIT: "5" }).RATE_LIMIT, 5);
  });

  it("accepts every role, and no other", () => {
    for (const role of ROLES) assert.deepEqual(load({}, role).roles, [role]);
    assert.deepEqual(load({}, "http,worker").roles, ["http", "worker"]);
    for (const role of ["", "ALL", "toString"]) assert.match(refusal({}, role), /--role/);
  });

  it("returns frozen settings, and does not change the environment", () => {
    const env = { PORT: "81", UNKNOWN: "kept", HOST: "" };
    const config = load(env) as Config;
    assert.ok(Object.isFrozen(config));
    assert.throws(() => (config.PORT = 82), TypeError);
    assert.deepEqual(env, { PORT: "81", UNKNOWN: "kept", HOST: "" });
    assert.ok(!("UNKNOWN" in config));
  });
});
