import { createHmac } from "node:crypto";

const SECRET_PREFIX = /^whsec_/;

/**
 * Returns a function that makes a message's headers according to Standard Webhooks 1.0.0, with a signature for each
 * secret. A secret is `whsec_` and the key as base64; `now` is the time of the attempt, in milliseconds since 1970.
 */
export function signerWith(secrets: readonly string[]) {
  const keys = secrets.map((secret) => Buffer.from(secret.replace(SECRET_PREFIX, ""), "base64"));
  return (id: string, body: string, now: number) => {
    const timestamp = Math.floor(now / 1000).toString();
    const signed = `${id}.${timestamp}.${body}`;
    const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    return {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" "),
    };
  };
}
