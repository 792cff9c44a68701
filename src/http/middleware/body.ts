import { koaBody } from "koa-body";
import { BODY_LIMIT, parseJson, isObject } from "../../ingest/json.ts";
import type { Context } from "koa";
import { Problem, type ProblemOptions } from "../../ingest/problem.ts";
import { requestBody, drained } from "./body-arrival.ts";

const CONTENT_TYPE = /^([^\s;]+)\s*(?:;\s*charset\s*=\s*"?([^\s";]+)"?\s*)?;?$/i;

const reader = (mediaType: string, limit: number, encoding = "utf-8") =>
  koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    textTypes: [mediaType],
    textLimit: limit,
    encoding,
  });

const readJsonText = reader("application/json", BODY_LIMIT);

/** One character for each byte. */
const readJsonRaw = reader("application/json", BODY_LIMIT, "binary");

const FORM_LIMIT = 56 * 1024;

const readFormText = reader("application/x-www-form-urlencoded", FORM_LIMIT);

const nothing = () => Promise.resolve();

/** The media type of a body in UTF-8; undefined for any other charset, and where none is named. */
export function mediaTypeOf(ctx: Context): string | undefined {
  const { "content-type": type = "" } = ctx.req.headers;
  const [, found, charset = "utf-8"] = CONTENT_TYPE.exec(type.trim()) ?? [];
  return charset.toLowerCase() === "utf-8" ? found?.toLowerCase() : undefined;
}

/** Refuses a body that is not plain text of the media type: other types, other charsets, any compression. */
function requireType(ctx: Context, mediaType: string): void {
  const { "content-encoding": encoding } = ctx.req.headers;
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new Problem("UnsupportedMediaType", { detail: "Send the body without a content encoding." });
  }
  if (mediaTypeOf(ctx) !== mediaType) {
    throw new Problem("UnsupportedMediaType", { detail: `Send the body as ${mediaType} in UTF-8.` });
  }
}

async function readText(ctx: Context, read: typeof readJsonText, limit: number): Promise<string> {
  try {
    if (Number(ctx.req.headers["content-length"] ?? 0) <= limit) requestBody(ctx.req);
    await read(ctx, nothing);
  } catch (err) {
    const status = isObject(err) ? err["status"] : undefined;
    // What is left of the body would be taken for the next request.
    const headers = { Connection: "close" };
    if (status === 413)
      throw new Problem("PayloadTooLarge", {
        ...((await drained(ctx.req)) ? {} : { headers }),
        cause: err,
      });
    if (status === 400) throw new Problem("MalformedRequest", { headers, cause: err });
    throw err;
  }
  const body: unknown = ctx.request.body;
  return typeof body === "string" ? body : "";
}

interface JsonBody {
  text: string;
  value: unknown;
}

/** Answers of an endpoint to invalid JSON, and to JSON beyond all limits. */
type JsonStatuses = Record<"malformed" | "invalid", number>;

/** The value of a JSON text. Throws the {@link Problem} of a text that has none. */
export function parseBody(
  text: string,
  statuses: JsonStatuses,
  headers = (): Record<string, string> => ({}),
) {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  const { kind, detail } = parsed.fault;
  const status = statuses[kind];
  const options: ProblemOptions = { detail, status, ...(status === 405 ? { headers: headers() } : {}) };
  throw kind === "malformed"
    ? new Problem("MalformedRequest", options)
    : new Problem("InvalidInput", { ...options, errors: [{ path: "", message: detail }] });
}

/** Reads a JSON body. */
export async function readJson(
  ctx: Context,
  statuses: JsonStatuses,
  headers: () => Record<string, string>,
): Promise<JsonBody> {
  requireType(ctx, "application/json");
  const text = await readText(ctx, readJsonText, BODY_LIMIT);
  return { text, value: parseBody(text, statuses, headers) };
}

/** Reads the bytes of a JSON body, unparsed: for a signature that is checked first. */
export async function readJsonBytes(ctx: Context): Promise<Buffer> {
  requireType(ctx, "application/json");
  return Buffer.from(await readText(ctx, readJsonRaw, BODY_LIMIT), "binary");
}

/** Reads a form body. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  requireType(ctx, "application/x-www-form-urlencoded");
  return new URLSearchParams(await readText(ctx, readFormText, FORM_LIMIT));
}
