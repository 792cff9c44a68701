import { createHash, createHmac } from "node:crypto";
import { escapeMarkup } from "../../../src/text/markup.ts";
import type { Cleanup } from "../redis.ts";
import { type PlatformRequest, type Reply, startPlatform } from "./server.ts";

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

interface Upload {
  key: string;
  type: string | undefined;
  parts: Map<number, { tag: string; body: Buffer }>;
}

export interface StoredObject {
  type: string | undefined;
  body: Buffer;
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

const fail = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>it is ${code}</Message></Error>`,
});

const found = (object: StoredObject | undefined): Reply =>
  object ? { status: 200, body: object.body } : fail(404, "NoSuchKey");

/** Maximum number of objects in a listing; in S3 it is a thousand. */
const LISTED = 3;

/** Returns the answer of ListObjectsV2. */
function listed(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): Reply {
  const [prefix, after] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const contents = keys
    .slice(0, LISTED)
    .map((key) => `<Contents><Key>${escapeMarkup(key)}</Key><Size>1</Size></Contents>`);
  const isTruncated = keys.length > LISTED;
  return {
    status: query.get("list-type") === "2" ? 200 : 400,
    body: `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join("")}</ListBucketResult>`,
  };
}

/** Whether a request is signed with the secret, by the steps in the documentation of Signature Version 4. */
function isSigned({ method, path, headers, body }: PlatformRequest, secret: string): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;
  const [, , day = "", region = "", names = "", signature] =
    authorization.exec(headers.authorization ?? "") ?? [];
  const time = String(headers["x-amz-date"]);
  const payload = String(headers["x-amz-content-sha256"]);
  const signed = new Set(names.split(";"));
  const isNeeded = (name: string) => name === "host" || name === "content-type" || name.startsWith("x-amz-");
  if (Object.keys(headers).some((name) => isNeeded(name) && !signed.has(name))) return false;
  if (!time.startsWith(day) || payload !== sha256(body)) return false;
  const [way = "", query = ""] = path.split("?");
  const pairs = query === "" ? [] : query.split("&").map((pair) => (pair.includes("=") ? pair : `${pair}=`));
  const lines = names.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, way, pairs.sort().join("&"), lines.join(""), names, payload].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request");
  return hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString("hex") === signature;
}

/**
 * Starts an S3 store with one bucket, addressed by path, with objects and multipart uploads as in the Amazon S3 API
 * reference.
 */
export async function startS3(t: Cleanup, { bucket = "exports", secret = "s3-secret" } = {}) {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();
  let begun = 0;

  const complete = (id: string, { key, type, parts }: Upload, body: string): Reply => {
    const listed = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>([^<]+)<\/ETag>/g)];
    const found = listed.map(([, number, tag]) => {
      const part = parts.get(Number(number));
      return part && escapeMarkup(part.tag) === tag ? part : undefined;
    });
    if (found.length === 0 || found.includes(undefined)) return fail(400, "InvalidPart");
    const bodies = found.flatMap((part) => (part ? [part.body] : []));
    if (bodies.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)) return fail(400, "EntityTooSmall");
    objects.set(key, { type, body: Buffer.concat(bodies) });
    uploads.delete(id);
    return { status: 200, body: "<CompleteMultipartUploadResult/>" };
  };

  const takeOfUpload = (id: string, number: number, { method, body }: PlatformRequest): Reply => {
    const upload = uploads.get(id);
    if (!upload) return fail(404, "NoSuchUpload");
    if (method === "DELETE") {
      uploads.delete(id);
      return { status: 204 };
    }
    if (method === "POST") return complete(id, upload, body.toString());
    if (method !== "PUT" || number < 1 || number > MAX_PARTS) return fail(400, "InvalidArgument");
    const tag = `"${createHash("md5").update(body).digest("hex")}"`;
    upload.parts.set(number, { tag, body });
    return { status: 200, headers: { etag: tag } };
  };

  const take = (request: PlatformRequest): Reply => {
    const { method, path, headers, body } = request;
    if (!isSigned(request, secret)) return fail(403, "SignatureDoesNotMatch");
    const { pathname, searchParams } = new URL(path, "http://s3.test");
    const [, named = "", ...rest] = pathname.split("/");
    if (named !== bucket) return fail(404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    const id = searchParams.get("uploadId");
    if (id !== null) return takeOfUpload(id, Number(searchParams.get("partNumber")), request);
    if (method === "POST" && searchParams.has("uploads")) {
      // With characters that have to be encoded in a query and in XML.
      const name = `up/load+${++begun}==&<id>`;
      uploads.set(name, { key, type: headers["content-type"], parts: new Map() });
      return { status: 200, body: `<R><UploadId>${escapeMarkup(name)}</UploadId></R>` };
    }
    if (method === "GET") return key === "" ? listed(objects, searchParams) : found(objects.get(key));
    if (method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    if (method !== "PUT") return fail(405, "MethodNotAllowed");
    objects.set(key, { type: headers["content-type"], body });
    return { status: 200, headers: { etag: '"x"' } };
  };

  const platform = await startPlatform(t, take);
  return Object.assign(platform, { objects, uploads });
}
