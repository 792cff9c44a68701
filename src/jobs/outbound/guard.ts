import ipaddr from "ipaddr.js";
import { TARGET_REFUSALS, type TargetRefusal } from "../../text/outbound-reasons.ts";
import { type PrivateTargets, type Reach, reachOf } from "./addresses.ts";

/** Ports that public receivers may listen on. */
const PORTS = new Set(["", "443", "8443"]);

const UNPRINTABLE = /[\s\p{Cc}]/u;

/** The address is not permitted. The message is for the caller. */
export class TargetRefused extends Error {
  readonly refusal: TargetRefusal;

  constructor(refusal: TargetRefusal) {
    super(TARGET_REFUSALS[refusal]);
    this.refusal = refusal;
  }
}

/** The parts of a target that decide which addresses it may have. */
export type OutboundTarget = Pick<URL, "protocol" | "port">;

/** Whether a target may have a public address. Other targets must be in private networks. */
export const isForPublic = ({ protocol, port }: OutboundTarget) => protocol === "https:" && PORTS.has(port);

const refusePrivate = () => new TargetRefused("private_network");

/**
 * Checks the address of a target: https, a usual port, no credentials, and no literal address of a private network. If
 * private targets are allowed, they may have http and any port. The addresses of a host name are checked at each
 * connection.
 *
 * @throws {TargetRefused}
 */
export function checkTarget(text: string, allowed: PrivateTargets): URL {
  // The URL parser removes such characters, so the result would differ from the text.
  if (UNPRINTABLE.test(text)) throw new TargetRefused("no_url");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TargetRefused("no_url");
  }
  if (url.protocol !== "https:" && (url.protocol !== "http:" || allowed === false))
    throw new TargetRefused("no_https");
  if (url.username !== "" || url.password !== "") throw new TargetRefused("credentials");
  if (allowed === false && !PORTS.has(url.port)) throw new TargetRefused("port");
  // A dot at the end only marks a host name as complete.
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  if (ipaddr.isValid(host)) checkReach(reachOf(host, allowed), url, allowed);
  else if (allowed === false && (!host.includes(".") || /\.(local|internal|localhost)$/i.test(host)))
    throw refusePrivate();
  return url;
}

/** @throws {TargetRefused} if a target of this kind must not reach such an address */
export function checkReach(reach: Reach, target: OutboundTarget, allowed: PrivateTargets): void {
  if (reach === "refused") throw refusePrivate();
  if (reach === "public" && allowed !== true && !isForPublic(target))
    throw new TargetRefused("no_https_or_port");
}

/** Returns why an address is not permitted; undefined if it is. */
export function targetRefusal(url: string, allowed: PrivateTargets): string | undefined {
  try {
    checkTarget(url, allowed);
    return undefined;
  } catch (err) {
    if (err instanceof TargetRefused) return err.message;
    throw err;
  }
}
