import { PUBLIC_EVENTS, TEST_EVENT } from "../../actors/events/public-events.ts";
import type { AnyRoute } from "../route.ts";
import { TAG as SDK_TAG } from "../routes/sdk/alias.ts";
import { WebhookEventSchema } from "../schemas/outbound/public-events.ts";
import { SCOPES } from "../scopes.ts";
import { loadExamples } from "./examples.ts";
import { headerComponents } from "./headers.ts";
import { operationOf, templateOf } from "./operation.ts";
import { Components } from "./schemas.ts";

type Json = Record<string, unknown>;

const WEBHOOK_HEADERS = {
  "webhook-id": "Id of the event. It is the same in each attempt and in a replay.",
  "webhook-timestamp": "Time of the attempt, in seconds since 1970.",
  "webhook-signature": "Signatures of id, timestamp and body. There are two while a secret is rotated.",
};

const TEST = { meaning: "A test of the endpoint was requested" };

/** Describes the messages that the service sends to webhook endpoints, by type of event. */
function webhooksOf(components: Components): Json {
  const parameters = Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  }));
  const schema = components.use(WebhookEventSchema);
  return Object.fromEntries(
    [...Object.entries(PUBLIC_EVENTS), [TEST_EVENT, TEST] as const].map(([type, { meaning }]) => [
      type,
      {
        post: {
          operationId: `on ${type}`.replace(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: ["Webhooks"],
          summary: meaning,
          description:
            "The message is signed as in Standard Webhooks. A 2xx answer within 15 seconds accepts it.",
          parameters,
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: {
            "2XX": { description: "The event is accepted and not sent again." },
            "410": {
              description: "The receiver no longer exists; the service disables the endpoint.",
            },
          },
        },
      },
    ]),
  );
}

const TOKEN_PATH = "/auth/realms/{tenant}/protocol/openid-connect/token";

/**
 * Returns a function that returns the bytes of a document; with a tenant, they have its token endpoint, for tools that
 * request tokens themselves. The text is encoded once: it has half a megabyte, and anybody may request it.
 */
export function documentBytes(text: string): (tenant: string | undefined) => Buffer {
  const whole = Buffer.from(text);
  const start = whole.indexOf(`${TOKEN_PATH}","scopes"`);
  const [before, after] = [whole.subarray(0, start), whole.subarray(start + TOKEN_PATH.length)];
  return (tenant) => {
    if (tenant === undefined || start === -1) return whole;
    const path = Buffer.from(TOKEN_PATH.replace("{tenant}", encodeURIComponent(tenant)));
    return Buffer.concat([before, path, after]);
  };
}

/** The security scheme of shoppers' browsers. Operations without it are not for shoppers. */
const SHOPPER_TOKEN = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description:
    "A shopper's token, which a client gets by token exchange (RFC 8693). It gives access only to the data of one customer, or to one wishlist of a guest, and is valid for 15 minutes.",
};

/** Returns the security scheme of clients. The address of the token endpoint has a placeholder for the tenant. */
function accessToken(publicUrl: string): Json {
  return {
    type: "oauth2",
    description: "Client credentials of the tenant. A token is a JWT and is valid for one hour by default.",
    flows: {
      clientCredentials: {
        tokenUrl: `${publicUrl}${TOKEN_PATH}`,
        scopes: SCOPES,
      },
    },
  };
}

/** Returns the tags in the order of the routes. That of the platform's SDK, which repeats the others, is the last. */
function tagsOf(routes: readonly AnyRoute[]): string[] {
  const own = new Set(routes.map(({ tag }) => tag));
  const isSdk = own.delete(SDK_TAG);
  return isSdk ? [...own, SDK_TAG] : [...own];
}

interface DocumentOptions {
  publicUrl: string;
  version: string;
}

/** Returns the API as an OpenAPI 3.1 document, from the route table and the recorded examples. */
export function openApiOf(routes: readonly AnyRoute[], { publicUrl, version }: DocumentOptions): Json {
  const components = new Components();
  const examples = loadExamples();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const [path = ""] = route.paths;
    (paths[templateOf(path)] ??= {})[route.method] = operationOf(
      route,
      components,
      examples[route.operation],
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Wishlist service",
      version,
      description: "Customers, their wishlists and the items on them, for many tenants.",
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(routes).map((name) => ({ name })),
    paths,
    webhooks: webhooksOf(components),
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: headerComponents(),
      securitySchemes: { accessToken: accessToken(publicUrl), shopperToken: SHOPPER_TOKEN },
    },
  };
}
