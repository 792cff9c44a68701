import type { WalkContext } from "./example-walk.ts";

/** Members whose values are secret, or differ in each run. */
const REPLACED: Readonly<Record<string, string>> = {
  access_token: "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
  client_id: "demo-7f3k2m",
  clientSecret: "the-secret-of-this-client",
  client_secret: "the-secret-of-this-client",
  secret: "whsec_dGhlIHNlY3JldCBvZiB0aGlzIGVuZHBvaW50",
  proof: "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl",
};
/** Numbers that differ in each run. */
const MEASURED = ["durationMs", "averageDays", "seconds", "usedBytes"];

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Parts of a public key, cursors, and keys of slots: random, and some without a digit. */
const RANDOM = ["kid", "x", "y", "cursor", "clientId", "key"];
/** Ids, cursors and digests: long, and with digits. */
const ID = /(?=[A-Za-z_.~-]*\d)[\w.~-]{12,}/g;

function mapped(value: unknown, change: (value: unknown, name: string) => unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change, name));
  if (typeof value !== "object" || value === null) return change(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, mapped(each, change, member)]),
  );
}

/** Returns an example for the document: without secrets, with public addresses and the tenant `demo`. */
export function cleaned<T>(example: T, { hookUrl, tenantId }: WalkContext): T {
  const clean = (value: unknown, name: string) => {
    if (typeof value !== "string") return value;
    return (
      REPLACED[name] ?? value.replaceAll(hookUrl, "https://hooks.shop.example").replaceAll(tenantId, "demo")
    );
  };
  return mapped(example, clean) as T;
}

/**
 * Returns an example without the values that differ in each run. Ids are numbered in their order, and times are
 * replaced.
 */
export function shapeOf(example: unknown): unknown {
  const ids = new Map<string, string>();
  return mapped(example, (value, name) => {
    if (MEASURED.includes(name)) return typeof value;
    if (typeof value !== "string") return value;
    if (DAY.test(value)) return "a day";
    const numbered = (id: string) => {
      const known = ids.get(id) ?? `id ${ids.size + 1}`;
      ids.set(id, known);
      return known;
    };
    return RANDOM.includes(name) || ids.has(value)
      ? numbered(value)
      : value.replace(TIME, "time").replace(ID, numbered);
  });
}
