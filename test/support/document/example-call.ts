import type { Json } from "../service.ts";

/** One request of the walk, as the document's operation takes it. */
export interface Request {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Media type of the body where it is not JSON. */
  type?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The request is sent again until the answer is like this: background work has to come first. */
  until?: (answer: Json) => boolean;
}

/** Sends a request to an operation; resolves to the answer's body. */
export type Call = (operation: string, request?: Request) => Promise<Json>;

interface Operation {
  path: string;
  method: string;
  operation: Json;
}

/** The operation of an OpenAPI document with a name, and where it is. */
export function operationNamed(document: Json, name: string): Operation {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods as Json))
      if ((operation as Json).operationId === name) return { path, method: method.toUpperCase(), operation };
  throw new Error(`the document has no operation ${name}`);
}

export const queryOf = (query: Record<string, unknown>) =>
  new URLSearchParams(query as Record<string, string>).toString();

/** The body of a request as it is sent; undefined where it is JSON. */
export function rawOf({ type, body }: Request): string | undefined {
  if (typeof body === "string") return body;
  if (type === "application/x-www-form-urlencoded")
    return new URLSearchParams(body as Record<string, string>).toString();
  return undefined;
}
