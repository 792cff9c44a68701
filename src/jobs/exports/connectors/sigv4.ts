import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface Signable {
  method: string;
  /** The path and query are encoded as they are sent. */
  url: URL;
  /** Sent with the request and signed. */
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Percent-encodes all characters except the unreserved characters of RFC 3986. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Returns the headers of a signed request: Signature Version 4 in the Amazon S3 API reference, "Authenticating requests
 * (Authorization header)". The signature covers all headers, and the hash of the body.
 */
export async function signed(
  { method, url, headers, body }: Signable,
  credentials: S3Credentials,
  now: Date,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...credentials,
    service: "s3",
    method,
    url: url.href,
    // Without this header, the library leaves the body out of the signature.
    headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") },
    allHeaders: true,
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ""),
  });
  const request = await signer.sign();
  return Object.fromEntries(request.headers);
}
