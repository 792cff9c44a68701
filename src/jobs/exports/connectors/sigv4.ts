import { createHash, createHmac } from "node:crypto";

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface Signable {
  method: string;
  /** The path and query are encoded as they are sent. */
  url: URL;
  /** Sent with the request and signed. The names are in lower case. */
  headers: Record<string, string>;
  body: string | Buffer;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Percent-encodes all characters except the unreserved characters of RFC 3986. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

type Pair = readonly [name: string, value: string];

const byName = ([a, x]: Pair, [b, y]: Pair) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1);

const canonicalQuery = (url: URL) =>
  [...url.searchParams]
    .map(([name, value]): Pair => [encode(name), encode(value)])
    .sort(byName)
    .map((pair) => pair.join("="))
    .join("&");

/**
 * Returns the headers of a signed request: Signature Version 4 in the Amazon S3 API reference, "Authenticating requests
 * (Authorization header)". S3 expects the path as it is sent, not encoded twice.
 */
export function signed(
  { method, url, headers, body }: Signable,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const payload = sha256(body);
  const sent: Record<string, string> = {
    ...headers,
    "x-amz-content-sha256": payload,
    "x-amz-date": time,
  };
  const all = Object.entries({ ...sent, host: url.host }).sort(byName);
  const lines = all.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, " ")}`);
  const names = all.map(([name]) => name).join(";");
  const canonical = [method, url.pathname, canonicalQuery(url), ...lines, "", names, payload].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region));
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}
