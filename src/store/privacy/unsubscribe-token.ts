import type { Layout, SlotAddress } from "../layout/layout.ts";
import { isSameSecret } from "../secrets/same-secret.ts";

/** Target of a link to unsubscribe: a customer's address, and the store. */
export interface TokenAddress extends SlotAddress {
  storeKey: string;
}

const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const signatureOf = (layout: Layout, body: string) => encode(layout.signatureOf(`unsubscribe ${body}`));

/**
 * Returns the token of a customer's link to unsubscribe: the address and a signature, without personal data. It never
 * expires.
 */
export function unsubscribeToken(
  layout: Layout,
  { storeKey, partition, key }: Pick<TokenAddress, "storeKey" | "partition" | "key">,
): string {
  const body = encode(`${partition} ${key} ${storeKey}`);
  return `${body}.${signatureOf(layout, body)}`;
}

/** Reads a token of {@link unsubscribeToken}. Returns undefined for any other text. */
export function readUnsubscribeToken(layout: Layout, token: string): TokenAddress | undefined {
  const [body = "", signature = "", ...extra] = token.split(".");
  if (extra.length > 0 || !isSameSecret(signature, signatureOf(layout, body))) return undefined;
  const [partition = "", key = "", storeKey = ""] = Buffer.from(body, "base64url").toString().split(" ");
  return { ...layout.slotAt(storeKey, Number(partition), key), storeKey };
}
