import type { Example } from "../../src/http/openapi/examples.ts";
import { stepsOf } from "./setup.ts";

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: unknown[];
}

/** The part of the OpenAPI document that a collection needs. */
export interface Document {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

/** A value of an answer that later requests use: the variable, and the members that lead to it. */
export interface Capture {
  variable: string;
  members: (string | number)[];
}

/** One request of a collection. `{{name}}` in its texts stands for a variable. */
export interface CollectionRequest {
  name: string;
  folder: string;
  method: string;
  path: string;
  query: [name: string, value: string][];
  type?: string;
  body?: string;
  /** Whether it sends the access token. */
  needsToken: boolean;
  /** Whether it only creates data for the next requests. */
  isSetup: boolean;
  /** Expected statuses. */
  statuses: number[];
  captures: Capture[];
}

/** Operations that a collection cannot send, because somebody else signs or seals their requests. */
const LEFT_OUT = ["takeShopifyWebhook", "askToUnsubscribe", "unsubscribe", "issueToken"];

/** Operations with another expected status, because they have nothing to do in a run of the whole collection. */
const OTHERWISE: Readonly<Record<string, number>> = { redriveExportRun: 400, deleteWishlists: 404 };

/** Ids of the service: long, and with digits. References of the retailer are shorter. */
const ID = /^(?=.*\d)[\w.~-]{13,}$/;

/** The ids in an answer, each with the members that lead to it. */
function idsIn(
  value: unknown,
  members: (string | number)[] = [],
): { id: string; members: (string | number)[] }[] {
  if (typeof value === "string") return ID.test(value) ? [{ id: value, members }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    idsIn(each, [...members, Array.isArray(value) ? Number(name) : name]),
  );
}

const variableOf = (request: string, members: (string | number)[]) =>
  [request.replaceAll(/\W+/g, "_"), ...members].join("_");

/**
 * The requests of the recorded examples, in their order. Each uses data that the earlier ones created. An id of an
 * earlier answer becomes a variable, which the earlier request captures.
 */
export function requestsOf(
  document: Document,
  examples: Readonly<Record<string, Example>>,
): CollectionRequest[] {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
      ),
    ),
  );
  const origins = new Map<string, { capture: Capture; captures: Capture[] }>();
  const withVariables = (text: string) => {
    let found = text;
    for (const [id, { capture, captures }] of origins) {
      if (!found.includes(id)) continue;
      found = found.replaceAll(id, `{{${capture.variable}}}`);
      if (!captures.includes(capture)) captures.push(capture);
    }
    return found;
  };

  return stepsOf(examples).flatMap(({ operation: name, example, title }) => {
    const found = operations.get(name);
    if (!found || LEFT_OUT.includes(name)) return [];
    const { path, method, operation } = found;
    const { params = {}, query = {}, type, body } = example;
    const captures: Capture[] = [];
    const valueOf = (key: string) =>
      key === "tenant" ? "{{tenant}}" : withVariables(encodeURIComponent(params[key] ?? ""));
    const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body, null, 2);
    const request: CollectionRequest = {
      name: title ?? operation.summary,
      folder: operation.tags[0] ?? "",
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, (_, key: string) => valueOf(key)),
      query: Object.entries(query).map(([key, value]) => [key, withVariables(String(value))]),
      ...(text === undefined ? {} : { type: type ?? "application/json", body: withVariables(text) }),
      isSetup: title !== undefined,
      needsToken: operation.security.length > 0,
      statuses: [example.status, ...[OTHERWISE[name] ?? []].flat()],
      captures,
    };
    // Longer ids first: the id of an item begins with that of its wishlist.
    for (const { id, members } of idsIn(example.answer)) {
      if (!origins.has(id))
        origins.set(id, { capture: { variable: variableOf(title ?? name, members), members }, captures });
    }
    const sorted = [...origins].sort(([a], [b]) => b.length - a.length);
    origins.clear();
    for (const [id, origin] of sorted) origins.set(id, origin);
    return [request];
  });
}
