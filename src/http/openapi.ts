import type { TSchema } from "typebox";
import type { AnyRoute, ApiRoute, ResponseDoc } from "./route.ts";
import { ProblemDocument } from "./schemas/problem.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Refusals that any endpoint of the API may answer with. */
const ALWAYS: Record<number, string> = {
  400: "A query parameter or header can not be used.",
  401: "A valid access token is needed.",
  403: "The tenant is another one, suspended, or lacks the scope.",
  404: "There is no such resource.",
  429: "Too many requests; see Retry-After.",
  431: "The header fields are too many or too large.",
  500: "Something went wrong on our side.",
  503: "The service can not do this now; nothing was changed. See Retry-After.",
};
const OF_BODIES: Record<number, string> = {
  413: "The body is larger than 1 MiB.",
  415: "The body is not JSON by its type, or encoded.",
};
const OF_UPLOADS = "The body has another type, or an encoding that is not gzip.";
const OF_CONDITIONS: Record<number, string> = {
  412: "The resource is not what If-Match expects.",
};
const OF_WRITES: Record<number, string> = {
  409: "The first request with this Idempotency-Key is still running.",
  422: "The Idempotency-Key was used for another request.",
};

/** What a route refuses, by status. */
export function refusalsOf(route: ApiRoute): Record<number, string> {
  const { malformed, invalid, duplicate } = route.refusals;
  return {
    ...ALWAYS,
    ...(route.method === "get" ? {} : OF_WRITES),
    ...(route.method === "get" || route.conditional === false ? {} : OF_CONDITIONS),
    ...(route.upload ? { 415: OF_UPLOADS } : {}),
    ...(route.body
      ? {
          ...OF_BODIES,
          [malformed]: "The body is not JSON.",
          [invalid]: "The body breaks a rule.",
          [duplicate]:
            duplicate === invalid
              ? "The body breaks a rule, or a reference is taken."
              : "A reference is taken.",
        }
      : {}),
  };
}

/** Hoists schemas with a title, and drops what only our validator understands. */
class Components {
  readonly schemas: Json = {};

  use(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.use(each));
    if (!isObject(schema)) return schema;
    const { title } = schema;
    const { additionalProperties, ...rest } = schema;
    // Unknown members are ignored, not refused.
    const kept = additionalProperties === false ? rest : schema;
    const plain = Object.fromEntries(
      Object.entries(kept)
        .filter(([name]) => !name.startsWith("x-"))
        .map(([name, value]) => [name, this.use(value)]),
    );
    if (typeof title !== "string") return plain;
    this.schemas[title] = plain;
    return { $ref: `#/components/schemas/${title}` };
  }
}

const templateOf = (path: string) => path.replace(/:([A-Za-z]+)/g, "{$1}");

const header = (name: string, description: string, required = false) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
});

function parametersOf(route: AnyRoute, components: Components): unknown[] {
  const params = Object.entries(route.params ?? {}).map(([name, description]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string" },
  }));
  if (route.scope === undefined) return params;
  const { properties = {} } = (route.query ?? {}) as TSchema & { properties?: Record<string, Json> };
  const query = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: false,
    ...(description === undefined ? {} : { description }),
    schema: components.use(schema),
  }));
  const isRead = route.method === "get";
  const condition = isRead
    ? header("If-None-Match", "Entity tag that the caller has; the answer is 304 while it holds.")
    : header("If-Match", "Entity tag that the wishlist or customer must have.");
  const headers = [
    header("X-SVC-Tenant", "The tenant of the access token.", true),
    ...(isRead ? [] : [header("Idempotency-Key", "The same request with it takes effect once in 24 hours.")]),
    ...(route.conditional === false ? [] : [condition]),
  ];
  return [...params, ...query, ...headers];
}

function responseOf(
  { description, schema, type = "application/json" }: ResponseDoc,
  components: Components,
): Json {
  return schema ? { description, content: { [type]: { schema: components.use(schema) } } } : { description };
}

function responsesOf(route: AnyRoute, components: Components): Json {
  const own = Object.entries(route.responses).map(
    ([status, doc]) => [status, responseOf(doc, components)] as const,
  );
  if (route.scope === undefined) return Object.fromEntries(own);
  const refusals = Object.entries(refusalsOf(route)).map(
    ([status, description]) =>
      [
        status,
        responseOf({ description, schema: ProblemDocument, type: "application/problem+json" }, components),
      ] as const,
  );
  const notModified =
    route.method === "get" && route.conditional !== false
      ? [["304", { description: "The caller has this version." }] as const]
      : [];
  return Object.fromEntries([...refusals, ...notModified, ...own]);
}

function bodyOf(route: AnyRoute, components: Components): Json {
  if (route.scope !== undefined && route.upload) {
    const types = Object.entries(route.upload).map(
      ([type, schema]) => [type, { schema: components.use(schema) }] as const,
    );
    return { requestBody: { required: true, content: Object.fromEntries(types) } };
  }
  const [type, schema] =
    route.scope === undefined
      ? ["application/x-www-form-urlencoded", route.form]
      : ["application/json", route.bodyDoc ?? route.body];
  return schema
    ? { requestBody: { required: true, content: { [type]: { schema: components.use(schema) } } } }
    : {};
}

function operationOf(route: AnyRoute, index: number, components: Components): Json {
  return {
    operationId: index === 0 ? route.operation : `${route.operation}${index + 1}`,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    parameters: parametersOf(route, components),
    ...bodyOf(route, components),
    responses: responsesOf(route, components),
    security:
      route.scope === undefined ? [] : [route.scope].flat().map((scope) => ({ accessToken: [scope] })),
  };
}

/** The API as an OpenAPI 3.1 document, made from the route table alone. */
export function openApiOf(
  routes: readonly AnyRoute[],
  { publicUrl, version }: { publicUrl: string; version: string },
): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    for (const [index, path] of route.paths.entries()) {
      (paths[templateOf(path)] ??= {})[route.method] = operationOf(route, index, components);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Wishlist service",
      version,
      description: "Customers, their wishlists and the items on them, for many tenants.",
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
