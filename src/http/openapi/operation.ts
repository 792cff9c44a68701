import type { TSchema } from "typebox";
import { defined } from "../../collections/defined.ts";
import { type AnyRoute, isConditionalRead, isRead, type ResponseDoc } from "../route.ts";
import { ProblemDocument } from "../schemas/problem.ts";
import type { Example } from "./examples.ts";
import { headersOfAnswer, headersOfRefusal, namedHeaders } from "./headers.ts";
import { refusalsOf } from "./refusals.ts";
import type { Components } from "./schemas.ts";

type Json = Record<string, unknown>;

const header = (name: string, description: string, { required = false } = {}) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
});

const KEY =
  "A request that is repeated with the same key within 24 hours is applied once, and gets the first answer.";
const KEY_OF_FILE = `${KEY} The same key gets the same feed; files are not compared.`;

const exampleOf = (values: Readonly<Record<string, unknown>> | undefined, name: string) =>
  values?.[name] === undefined ? {} : { example: values[name] };

function headersOf(route: AnyRoute): Json[] {
  const known = header(
    "If-None-Match",
    "Entity tag of the version that the caller has. The answer is 304 if it is the current version.",
  );
  const condition = isConditionalRead(route) ? [known] : [];
  if (route.scope === undefined) return condition;
  const key = header("Idempotency-Key", route.upload ? KEY_OF_FILE : KEY);
  const precondition = header(
    "If-Match",
    "Entity tag that the wishlist or customer must have for the write to be applied.",
  );
  return [
    header("X-SVC-Tenant", "The tenant of the access token.", { required: true }),
    ...(route.idempotency === undefined ? [] : [key]),
    ...condition,
    ...(isRead(route) || route.conditional === false ? [] : [precondition]),
  ];
}

function parametersOf(route: AnyRoute, components: Components, example: Example | undefined): unknown[] {
  const params = Object.entries(route.params ?? {}).map(([name, description]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string" },
    ...exampleOf(example?.params, name),
  }));
  const { properties = {} } = (route.query ?? {}) as TSchema & { properties?: Record<string, Json> };
  const query = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: false,
    ...defined({ description }),
    schema: components.use(schema),
    ...exampleOf(example?.query, name),
  }));
  return [...params, ...query, ...headersOf(route)];
}

const ANY_OBJECT = { type: "object", additionalProperties: true };

/** Returns the media type and schema of an answer's body. The default for a refusal is a problem document. */
function bodyOfAnswer(
  status: number,
  { schema, type }: ResponseDoc,
): { type: string; schema: Json } | undefined {
  const shown = schema ?? (type === undefined && status >= 400 ? ProblemDocument : undefined);
  if (shown) {
    const isProblem = "title" in shown && "title" in ProblemDocument && shown.title === ProblemDocument.title;
    return {
      type: type ?? (isProblem ? "application/problem+json" : "application/json"),
      schema: { ...shown },
    };
  }
  if (type === undefined) return undefined;
  return { type, schema: type === "application/json" ? ANY_OBJECT : { type: "string" } };
}

function responseOf(
  route: AnyRoute,
  status: number,
  doc: ResponseDoc,
  components: Components,
  example: unknown,
): Json {
  const { description } = doc;
  const names = status < 300 ? headersOfAnswer(route, doc) : headersOfRefusal(route, status.toString());
  const headers = namedHeaders(names);
  const body = bodyOfAnswer(status, doc);
  if (!body) return { description, ...headers };
  const shown = example === undefined ? {} : { example };
  const others = Object.entries(doc.others ?? {}).map(
    ([type, schema]) => [type, { schema: components.use({ ...schema }) }] as const,
  );
  return {
    description,
    ...headers,
    content: {
      [body.type]: { schema: components.use(body.schema), ...shown },
      ...Object.fromEntries<unknown>(others),
    },
  };
}

function responsesOf(route: AnyRoute, components: Components, example: Example | undefined): Json {
  const own = Object.entries(route.responses).map(([status, doc]) => {
    const answer = example?.status === Number(status) ? example.answer : undefined;
    return [status, responseOf(route, Number(status), doc, components, answer)] as const;
  });
  const notModified = isConditionalRead(route)
    ? [
        [
          "304",
          { description: "The caller already has the current version.", ...namedHeaders(["ETag"]) },
        ] as const,
      ]
    : [];
  const refusals = Object.entries(refusalsOf(route)).map(
    ([status, description]) =>
      [
        status,
        components.refusal(status, description, { ...ProblemDocument }, headersOfRefusal(route, status)),
      ] as const,
  );
  return Object.fromEntries([...refusals, ...notModified, ...own]);
}

/** Returns the request body of an operation by media type. A schema without a title is named after the operation. */
function bodyOf(route: AnyRoute, components: Components, example: Example | undefined): Json {
  const shown = example?.body === undefined ? {} : { example: example.body };
  const required = route.scope === undefined || !route.optionalBody;
  const content = (types: [string, Json][]) => ({
    requestBody: { required, content: Object.fromEntries(types) },
  });
  if (route.scope !== undefined && route.upload) {
    const types = Object.entries(route.upload);
    return content(
      types.map(([type, schema]) => [
        type,
        { schema: components.use(schema), ...(type === example?.type ? shown : {}) },
      ]),
    );
  }
  const [type, schema] =
    route.scope === undefined
      ? ["application/x-www-form-urlencoded", route.form]
      : ["application/json", route.bodyDoc ?? route.body];
  if (!schema) return {};
  const { title } = schema as TSchema & { title?: string };
  const name = `${route.operation.charAt(0).toUpperCase()}${route.operation.slice(1)}Request`;
  return content([[type, { schema: components.named(title ?? name, { ...schema }), ...shown }]]);
}

const SENTENCE_END = /[.!?]$/;

function descriptionOf({ description = "", paths }: AnyRoute): Json {
  const [, ...others] = paths;
  const also = others.length === 0 ? [] : [`Also served at ${others.map(templateOf).join(" and ")}.`];
  const sentences = [description, ...also].filter((sentence) => sentence !== "");
  return { description: sentences.map((text) => (SENTENCE_END.test(text) ? text : `${text}.`)).join(" ") };
}

/** Converts a path to the syntax of OpenAPI, with `{name}` for a parameter. */
export const templateOf = (path: string) => path.replace(/:([A-Za-z]+)/g, "{$1}");

/** Returns a route as an operation of the document, with its parameters, bodies, answers and example. */
export function operationOf(route: AnyRoute, components: Components, example: Example | undefined): Json {
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    ...descriptionOf(route),
    parameters: parametersOf(route, components, example),
    ...bodyOf(route, components, example),
    responses: responsesOf(route, components, example),
    security:
      route.scope === undefined
        ? []
        : [
            ...[route.scope].flat().map((scope) => ({ accessToken: [scope] })),
            ...(route.shoppers ? [{ shopperToken: [] }] : []),
          ],
  };
}
