import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ipaddr from "ipaddr.js";
import type { Static } from "typebox";
import { ownValue } from "./collections/own-value.ts";
import { StartRefused } from "./errors/start-refused.ts";
import { readTrustedProxies, type TrustedProxies } from "./http/middleware/trusted-proxies.ts";
import { readTextValues } from "./ingest/validation/text-values.ts";
import { Environment } from "./settings.ts";
import { parseRedisUrl, REDIS_URL_FORMS } from "./store/redis/connection/address.ts";
import { type Budget, BUDGETS, type Budgets } from "./store/redis/structures/budgets.ts";
import { MB } from "./units/bytes.ts";

export const ROLES = ["all", "http", "worker", "jobs"] as const;
export type Role = (typeof ROLES)[number];

type Settings = Static<typeof Environment>;

/** The parts of the schema of a setting that its error message and `--help` are made of. */
interface SettingSchema {
  type?: string;
  default?: string | number | boolean;
  description?: string;
  /** What a value that the pattern accepts looks like. */
  form?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
}

const SETTINGS = Environment.properties as Readonly<Record<string, SettingSchema>>;

/** The settings with the operator's defaults of the budgets. */
const BUDGET_SETTINGS = {
  rows: "TENANT_ROWS",
  tokens: "TENANT_TOKENS",
  uploads: "TENANT_UPLOADS",
  stored: "TENANT_STORED_MB",
  jobs: "TENANT_JOBS",
  stores: "TENANT_STORES",
  keys: "TENANT_KEYS",
  changes: "TENANT_CHANGES",
} as const satisfies Record<Budget, keyof Settings>;
type BudgetSetting = (typeof BUDGET_SETTINGS)[Budget];

export interface Config extends Omit<
  Settings,
  | "RATE_LIMIT"
  | "SHARED_RATE_LIMIT"
  | "SHOPPER_RATE_LIMIT"
  | BudgetSetting
  | "STORE_MEMORY_MB"
  | "CORS_ORIGINS"
  | "PUBLIC_URL"
  | "CREDENTIALS_KEYS"
  | "ALLOW_PRIVATE_TARGETS"
  | "TRUST_PROXY"
> {
  /** The parts that this process runs. */
  roles: readonly Role[];
  /** Without a slash at the end; undefined if callers use the address that the server listens on. */
  PUBLIC_URL: string | undefined;
  /** Undefined if the limit is off. */
  RATE_LIMIT: number | undefined;
  SHARED_RATE_LIMIT: number | undefined;
  SHOPPER_RATE_LIMIT: number | undefined;
  /** Budgets of tenants that have none of their own. */
  budgets: Budgets;
  /** Bytes that the store may use; undefined for the limit of the store itself. */
  STORE_MEMORY: number | undefined;
  TRUST_PROXY: TrustedProxies;
  CORS_ORIGINS: string[];
  /** Whether webhooks and exports may go to private addresses; a list permits only these networks. */
  ALLOW_PRIVATE_TARGETS: boolean | readonly string[];
  /** Empty if the key is in a file of the data directory. */
  CREDENTIALS_KEYS: Buffer[];
  /** Whether PORT is set. If it is, processes without the API also listen, for health and metrics. */
  isPortGiven: boolean;
}

/** Whether a process runs at least one of these roles. */
export const hasRole = ({ roles }: Readonly<Config>, ...some: Role[]): boolean =>
  roles.includes("all") || some.some((role) => roles.includes(role));

/** Whether a process only applies commands: it has no jobs and needs no secrets. */
export const isWorkerOnly = (config: Readonly<Config>): boolean => !hasRole(config, "http", "jobs");

/** Thrown if the environment or the command line is invalid. The message lists all errors. */
export class ConfigError extends StartRefused {
  /** Whether the only error is in the command line. */
  readonly isOfCommandLine: boolean;

  constructor(message: string, isOfCommandLine = false) {
    super(message);
    this.isOfCommandLine = isOfCommandLine;
  }
}

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const isFlag = (text: string): boolean => text === "true" || text === "false";

const isPrivateTargets = (text: string): boolean =>
  isFlag(text) || text.split(",").every((part) => ipaddr.isValidCIDR(part.trim()));

/** Whether browsers can send this as `Origin`: the service compares the two byte for byte. */
function isOrigin(text: string): boolean {
  // The origin of an address with another scheme, such as that of an app, is "null" for the class URL.
  if (!/^https?:/i.test(text)) return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\sA-Z]+$/.test(text);
  return URL.canParse(text) && new URL(text).origin === text && !text.includes("*");
}

const ajv = new Ajv2020({
  // A test checks the schemas and the defaults.
  meta: false,
  validateSchema: false,
  // The check runs once: shorter code would cost more time than it saves.
  code: { optimize: false },
  allErrors: true,
  // Describes the values that a pattern accepts.
  keywords: ["form"],
  formats: {
    origins: (text) => listOf(text).every(isOrigin),
    "private-targets": isPrivateTargets,
    url: (text) => URL.canParse(text),
    "redis-url": (text) => parseRedisUrl(text) !== undefined,
    "trusted-proxies": (text) => readTrustedProxies(text) !== undefined,
  },
});

/** Error messages of the formats that are defined above. */
const FORMATS: Record<string, string> = {
  origins:
    "must be origins such as https://shop.example, separated by commas: in lower case, without a path, a * and the usual port",
  "private-targets": "must be true, false, or networks such as 10.0.0.0/8, separated by commas",
  "redis-url": `must be ${REDIS_URL_FORMS}`,
  "trusted-proxies": "must be a number of proxies, or addresses and networks separated by commas",
};

/** Returns what the value of a setting must be, in words. */
function ruleOf(name: string): string {
  const { type, form, format, minimum, maximum, enum: values } = SETTINGS[name] ?? {};
  if (values) return `must be one of: ${values.join(", ")}`;
  if (type === "boolean") return "must be true or false";
  if (type === "integer") return `must be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return ownValue(FORMATS, format ?? "") ?? `must be ${form ?? "text"}`;
}

const numberOrOff = (text: string) => (text === "off" ? undefined : Number(text));

/** Parses keys in base64 that are separated by commas. */
export const parseKeys = (text: string): Buffer[] => listOf(text).map((key) => Buffer.from(key, "base64"));

/** Returns the text of `--help`: the command line, and every setting with its default. */
export function usage(): string {
  const settings = Object.entries(SETTINGS);
  const width = Math.max(...settings.map(([name]) => name.length));
  const lines = settings.map(([name, { default: fallback, description = "" }]) => {
    const shown = fallback === undefined || fallback === "" ? "" : ` (${String(fallback)})`;
    return `  ${name.padEnd(width)}  ${description}${shown}`;
  });
  return `usage: npm start -- [--role ${ROLES.join("|")}] [--help]

A role is one part of the service, or several separated by commas. The default is all.

Environment variables, with their defaults:

${lines.join("\n")}
`;
}

/** Settings that another setting requires, and why. */
const NEEDED: Record<string, Record<string, string>> = {
  SMTP_URL: {
    MAIL_FROM: "e-mail needs a sender",
    PUBLIC_URL: "links to unsubscribe start with it",
  },
  CHANGES_BUCKET_KEY_ID: { CHANGES_BUCKET_URL: "without it, older changes are files in DATA_DIR" },
  CHANGES_BUCKET_URL: {
    CHANGES_BUCKET_KEY_ID: "requests to the bucket are signed",
    CHANGES_BUCKET_SECRET: "requests to the bucket are signed",
  },
};

/**
 * Settings with secrets. Many container images read such a value from a file that `<name>_FILE` names. Without its
 * value, the service would start with other data or another key.
 */
const SECRETS = ["REDIS_URL", "JOBS_REDIS_URL", "CHANGES_BUCKET_SECRET", "SMTP_URL", "CREDENTIALS_KEYS"];

/** Returns the errors of secrets that are given as files only. */
const fileFaults = (isSet: (name: string) => boolean): string[] =>
  SECRETS.filter((name) => isSet(`${name}_FILE`) && !isSet(name)).map(
    (name) => `${name}_FILE is not a setting: set ${name} to the value itself`,
  );

/** Converts the texts to the types of the schema and adds the defaults, in place. Returns the errors of the schema. */
function schemaFaults(candidate: Record<string, unknown>): string[] {
  readTextValues(Environment.properties, candidate);
  return Object.entries(SETTINGS).flatMap(([name, schema]) => {
    // Most settings are not set, and the checks of all would take a tenth of the CPU time of each start.
    if (!Object.hasOwn(candidate, name)) {
      if (schema.default !== undefined) candidate[name] = schema.default;
      return [];
    }
    return ajv.validate(schema, candidate[name]) ? [] : [`${name} ${ruleOf(name)}`];
  });
}

/** Returns the errors of settings that are not set although another valid setting requires them. */
function missingFaults(isSet: (name: string) => boolean, isValid: (name: string) => boolean): string[] {
  return Object.entries(NEEDED).flatMap(([used, needs]) => {
    if (!isSet(used) || !isValid(used)) return [];
    const missing = Object.entries(needs).filter(([name]) => !isSet(name));
    return missing.map(([name, why]) => `${name} must be set if ${used} is set: ${why}`);
  });
}

/**
 * Returns the error of unencrypted links to unsubscribe: RFC 8058 requires https for them. The default of a compose
 * file is such an address.
 */
function plainLinkFaults({ SMTP_URL, PUBLIC_URL, SMTP_ALLOW_PLAIN }: Record<string, unknown>): string[] {
  if (SMTP_URL === undefined || typeof PUBLIC_URL !== "string" || SMTP_ALLOW_PLAIN === true) return [];
  return PUBLIC_URL.startsWith("https://")
    ? []
    : ["PUBLIC_URL must start with https:// if SMTP_URL is set: links to unsubscribe start with it"];
}

/** Takes the settings of the budgets out of the settings. */
function takeBudgets(settings: Settings): { budgets: Budgets; others: Omit<Settings, BudgetSetting> } {
  const others: Omit<Settings, BudgetSetting> & Partial<Pick<Settings, BudgetSetting>> = { ...settings };
  const budgets = BUDGETS.map((budget) => {
    const name = BUDGET_SETTINGS[budget];
    Reflect.deleteProperty(others, name);
    return [budget, numberOrOff(settings[name])] as const;
  });
  return { budgets: Object.fromEntries(budgets), others };
}

/** Converts settings that the schema accepts. */
function configOf(all: Settings, roles: Role[], isPortGiven: boolean): Config {
  const { budgets, others } = takeBudgets(all);
  const { STORE_MEMORY_MB, ...settings } = others;
  const storeMemory = numberOrOff(STORE_MEMORY_MB);
  return {
    ...settings,
    roles,
    DATA_DIR: resolve(settings.DATA_DIR),
    PUBLIC_URL: settings.PUBLIC_URL?.replace(/\/+$/, ""),
    RATE_LIMIT: numberOrOff(settings.RATE_LIMIT),
    SHARED_RATE_LIMIT: numberOrOff(settings.SHARED_RATE_LIMIT),
    SHOPPER_RATE_LIMIT: numberOrOff(settings.SHOPPER_RATE_LIMIT),
    budgets,
    STORE_MEMORY: storeMemory === undefined ? undefined : storeMemory * MB,
    TRUST_PROXY: readTrustedProxies(settings.TRUST_PROXY) ?? { hops: 0 },
    CORS_ORIGINS: listOf(settings.CORS_ORIGINS),
    ALLOW_PRIVATE_TARGETS: isFlag(settings.ALLOW_PRIVATE_TARGETS)
      ? settings.ALLOW_PRIVATE_TARGETS === "true"
      : listOf(settings.ALLOW_PRIVATE_TARGETS),
    CREDENTIALS_KEYS: parseKeys(settings.CREDENTIALS_KEYS),
    isPortGiven,
  };
}

/**
 * Reads the settings. `role` is one part of the service, or several separated by commas.
 *
 * @throws {ConfigError} that names every invalid variable, but not its value
 */
export function loadConfig(env: NodeJS.ProcessEnv, role: string): Readonly<Config> {
  const isSet = (name: string) => (env[name] ?? "") !== "";
  // An empty variable counts as unset: compose files and shells cannot always leave a variable out.
  const candidate: Record<string, unknown> = Object.fromEntries(
    Object.entries(env).filter(([name]) => isSet(name) && Object.hasOwn(Environment.properties, name)),
  );
  const faults = schemaFaults(candidate);
  const isValid = (name: string) => !faults.some((fault) => fault.startsWith(`${name} `));
  const roles = role.split(",").flatMap((name) => ROLES.find((known) => known === name) ?? []);
  const isUnknownRole = roles.length !== role.split(",").length;
  if (isUnknownRole)
    faults.push(`--role must be one of ${ROLES.join(", ")}, or some of them separated by commas`);
  faults.push(...missingFaults(isSet, isValid), ...fileFaults(isSet));
  if (["SMTP_URL", "PUBLIC_URL", "SMTP_ALLOW_PLAIN"].every(isValid))
    faults.push(...plainLinkFaults(candidate));
  if (faults.length > 0)
    throw new ConfigError(
      `invalid configuration:\n${faults.map((line) => `  ${line}`).join("\n")}`,
      isUnknownRole && faults.length === 1,
    );
  return Object.freeze(configOf(candidate as unknown as Settings, roles, isSet("PORT")));
}
