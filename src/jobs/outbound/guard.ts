import ipaddr from "ipaddr.js";
import { type PrivateTargets, type Reach, reachOf } from "./addresses.ts";

/** Ports that public receivers may listen on. */
const PORTS = new Set(["", "443", "8443"]);

const UNPRINTED = /[\s\p{Cc}]/u;

/** The address is not permitted; the message is for the caller. */
export class TargetRefused extends Error {}

/** What decides which addresses a target may be at. */
export type OutboundTarget = Pick<URL, "protocol" | "port">;

/** Whether a target is one that may be anywhere in the public internet; others are only for private networks. */
export const isForPublic = ({ protocol, port }: OutboundTarget) => protocol === "https:" && PORTS.has(port);

const refusePrivate = () => new TargetRefused("must not lead into a private network");

/**
 * Checks an address to send to: https, a usual port, no credentials, and no literal address of a private network.
 * Where private targets are allowed, those may have http and any port. What a name resolves to is checked again at every
 * connection. Throws {@link TargetRefused}.
 */
export function checkTarget(text: string, allowed: PrivateTargets): URL {
  // A URL is read without such characters, so another one than what is written.
  if (UNPRINTED.test(text)) throw new TargetRefused("is no URL");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TargetRefused("is no URL");
  }
  if (url.protocol !== "https:" && (url.protocol !== "http:" || allowed === false))
    throw new TargetRefused("must start with https://");
  if (url.username !== "" || url.password !== "") throw new TargetRefused("must not carry credentials");
  if (allowed === false && !PORTS.has(url.port)) throw new TargetRefused("must use port 443 or 8443");
  // A dot at the end of a name only says that it is whole.
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  if (ipaddr.isValid(host)) checkReach(reachOf(host, allowed), url, allowed);
  else if (allowed === false && (!host.includes(".") || /\.(local|internal|localhost)$/i.test(host)))
    throw refusePrivate();
  return url;
}

/** Throws {@link TargetRefused} for what a target of this kind must not reach. */
export function checkReach(reach: Reach, target: OutboundTarget, allowed: PrivateTargets): void {
  if (reach === "refused") throw refusePrivate();
  if (reach === "public" && allowed !== true && !isForPublic(target))
    throw new TargetRefused("must start with https:// and use port 443 or 8443");
}

/** Why an address is not permitted; undefined if it is. */
export function targetRefusal(url: string, allowed: PrivateTargets): string | undefined {
  try {
    checkTarget(url, allowed);
    return undefined;
  } catch (err) {
    if (err instanceof TargetRefused) return err.message;
    throw err;
  }
}
