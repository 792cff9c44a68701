import type { Json } from "../service.ts";

/** One request of the walk, in the terms of the operation in the document. */
export interface Request {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Media type of the body if it is not JSON. */
  type?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Repeats the request until this returns true, because background work must end first. */
  until?: (answer: Json) => boolean;
}

/** Sends a request to an operation. Resolves to the body of the answer. */
export type Call = (operation: string, request?: Request) => Promise<Json>;

interface Operation {
  path: string;
  method: string;
  operation: Json;
}

/** Returns the operation with this id in an OpenAPI document, with its path and method. */
export function operationNamed(document: Json, name: string): Operation {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods as Json))
      if ((operation as Json).operationId === name) return { path, method: method.toUpperCase(), operation };
  throw new Error(`the document has no operation ${name}`);
}

export const queryOf = (query: Record<string, unknown>) =>
  new URLSearchParams(query as Record<string, string>).toString();

/** Returns the body of a request that is sent unchanged; undefined if the body is JSON. */
export function rawOf({ type, body }: Request): string | undefined {
  if (typeof body === "string") return body;
  if (type === "application/x-www-form-urlencoded")
    return new URLSearchParams(body as Record<string, string>).toString();
  return undefined;
}
