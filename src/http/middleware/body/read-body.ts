import { isUtf8 } from "node:buffer";
import type { Context } from "koa";
import { koaBody } from "koa-body";
import { BODY_LIMIT, faultSentence, isObject, parseJson } from "../../../ingest/json/json.ts";
import { Problem } from "../../../ingest/problem.ts";
import { stateOf } from "../../koa-context.ts";
import { TimeShares } from "../../overload/time-shares.ts";
import { drainBody, requestBody } from "./arrival.ts";

const MEDIA_TYPE = /^[^\s;]+\s*/;
const PARAMETER = /;\s*(?:([^\s;="]+)\s*=\s*(?:([^\s;="]+)|"((?:[^"\\]|\\.)*)")\s*)?/gy;

/** The labels of UTF-8 in the WHATWG Encoding Standard. */
const UTF_8 = new Set([
  "utf-8",
  "utf8",
  "unicode-1-1-utf-8",
  "unicode11utf8",
  "unicode20utf8",
  "x-unicode20utf8",
]);

const JSON_TYPE = "application/json";
const FORM_LIMIT = 56 * 1024;

const noop = () => Promise.resolve();

/**
 * Returns the media type of a body in UTF-8; undefined if the type is absent, or if there is another charset or
 * several. Other parameters, such as `header=present` of CSV, are ignored.
 */
export function mediaTypeOf(ctx: Context): string | undefined {
  const header = ctx.req.headers["content-type"]?.trim() ?? "";
  const [type = ""] = MEDIA_TYPE.exec(header) ?? [];
  const parameters = [...header.slice(type.length).matchAll(PARAMETER)];
  const length = parameters.reduce((sum, [text]) => sum + text.length, type.length);
  const charsets = parameters.filter(([, name]) => name?.toLowerCase() === "charset");
  const [[, , token, quoted] = []] = charsets;
  const isRead = length === header.length && charsets.length <= 1;
  return isRead && UTF_8.has((token ?? quoted ?? "utf-8").toLowerCase())
    ? type.trim().toLowerCase()
    : undefined;
}

const wrongType = (mediaType: string) =>
  new Problem("UnsupportedMediaType", { detail: `Send the body as ${mediaType} in UTF-8.` });

/** Refuses a body with another media type, another charset, or a content encoding. */
function requireType(ctx: Context, mediaType: string): void {
  const { "content-encoding": encoding, "content-type": type } = ctx.req.headers;
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new Problem("UnsupportedMediaType", { detail: "Send the body without a content encoding." });
  }
  // The reader of the body does not accept other spellings of this encoding, such as Identity.
  if (encoding !== undefined) ctx.req.headers["content-encoding"] = "identity";
  // Most requests have exactly this text, which needs no parsing.
  if (type !== mediaType && mediaTypeOf(ctx) !== mediaType) {
    throw wrongType(mediaType);
  }
}

/**
 * Returns a function that reads the bytes of a body of one media type and of at most `limit` bytes. Each reader is
 * built once, not for each request.
 */
function bytesReader(mediaType: string, limit: number): (ctx: Context) => Promise<Buffer> {
  const read = koaBody({
    json: false,
    urlencoded: false,
    multipart: false,
    textTypes: [mediaType],
    textLimit: limit,
    // Nothing is decoded.
    encoding: "",
  });
  return async (ctx) => {
    requireType(ctx, mediaType);
    try {
      if (Number(ctx.req.headers["content-length"] ?? 0) <= limit) requestBody(ctx.req);
      await read(ctx, noop);
    } catch (err) {
      throw await problemOf(ctx, err, limit);
    }
    const body: unknown = ctx.request.body;
    return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  };
}

/** Returns the problem of a body that koa-body refuses, and any other error as it is. */
async function problemOf(ctx: Context, err: unknown, limit: number): Promise<unknown> {
  const { status, type } = isObject(err) ? err : {};
  // Otherwise the rest of the body would be parsed as the next request of the connection.
  const headers = { Connection: "close" };
  if (status === 413)
    return new Problem("PayloadTooLarge", {
      detail: `The body has more than ${limit} bytes.`,
      ...((await drainBody(ctx.req)) ? {} : { headers }),
      cause: err,
    });
  // The body failed before it was read, such as an invalid chunk: the parser has answered already.
  const isLost = type === "stream.not.readable" && ctx.req.errored !== null;
  return status === 400 || isLost ? new Problem("MalformedRequest", { headers, cause: err }) : err;
}

/**
 * Decodes the text of a body, without a byte order mark.
 *
 * @throws {Problem} if the bytes are not UTF-8
 */
function textOf(bytes: Buffer, status: number): string {
  if (!isUtf8(bytes)) throw new Problem("MalformedRequest", { status, detail: "The body is not UTF-8." });
  const text = bytes.toString();
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

interface JsonBody {
  text: string;
  value: unknown;
}

/** Statuses of an endpoint for text that is not JSON, and for JSON that exceeds limits. */
type JsonStatuses = Record<"malformed" | "invalid", number>;

/**
 * Parses a JSON body to its text and its value.
 *
 * @throws {Problem} if it is not valid
 */
export function parseBody(bytes: Buffer, statuses: JsonStatuses): JsonBody {
  const text = textOf(bytes, statuses.malformed);
  const parsed = parseJson(text);
  if (parsed.ok) return { text, value: parsed.value };
  const { kind, path, message } = parsed.fault;
  const options = { detail: faultSentence("The body", parsed.fault), status: statuses[kind] };
  throw kind === "malformed"
    ? new Problem("MalformedRequest", options)
    : new Problem("InvalidInput", { ...options, errors: [{ path, message }] });
}

/** Bytes from which a body is large: parsing and checking it takes some milliseconds, in which nothing else runs. */
const LARGE_BYTES = 64 * 1024;
const parsing = new TimeShares();

/**
 * Waits until a body may be parsed: the large bodies of a tenant take turns, and so do those without a known tenant.
 */
export const parsingTurn = (ctx: Context, { length }: Buffer): Promise<void> =>
  length < LARGE_BYTES ? Promise.resolve() : parsing.turn(stateOf(ctx).tenant ?? "");

/** Reads the bytes of a JSON body without parsing them, to check a signature first. */
export const readJsonBytes = bytesReader(JSON_TYPE, BODY_LIMIT);

async function parsedInTurn(ctx: Context, bytes: Buffer, statuses: JsonStatuses): Promise<JsonBody> {
  await parsingTurn(ctx, bytes);
  return parseBody(bytes, statuses);
}

const parsedFrom = (readBytes: typeof readJsonBytes) => async (ctx: Context, statuses: JsonStatuses) =>
  parsedInTurn(ctx, await readBytes(ctx), statuses);

/** Reads and parses a JSON body. */
export const readJson = parsedFrom(readJsonBytes);

/**
 * Reads and parses a JSON body; undefined if it is empty. A proxy may send an empty body in chunks, whose length is
 * known only at the end, and without a media type.
 */
export async function readJsonIfAny(ctx: Context, statuses: JsonStatuses): Promise<JsonBody | undefined> {
  const { headers } = ctx.req;
  const { "content-type": type } = headers;
  // The reader of the body needs one.
  headers["content-type"] ??= JSON_TYPE;
  const bytes = await readJsonBytes(ctx);
  if (bytes.length === 0) return undefined;
  if (type === undefined) throw wrongType(JSON_TYPE);
  return parsedInTurn(ctx, bytes, statuses);
}

/** Returns a {@link readJson} for smaller bodies, of at most `limit` bytes. */
export const jsonReader = (limit: number): typeof readJson => parsedFrom(bytesReader(JSON_TYPE, limit));

const readFormBytes = bytesReader("application/x-www-form-urlencoded", FORM_LIMIT);

/** Reads a form body. */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  return new URLSearchParams(textOf(await readFormBytes(ctx), 400));
}
