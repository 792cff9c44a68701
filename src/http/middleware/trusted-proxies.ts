import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { Context, Middleware } from "koa";
import { isIn } from "../../ingest/networks.ts";

/**
 * Proxies whose `X-Forwarded-*` headers the service believes: a number of proxies in front of it, or those of some
 * networks.
 */
export type TrustedProxies = { hops: number } | { networks: readonly string[] };

/**
 * An address without a port; an IPv4 address that is mapped to IPv6 as IPv4. Undefined for anything that is not one.
 */
function addressIn(text: string): string | undefined {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const bare = bracketed ?? plain ?? text;
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare)
    ? ipaddr.process(bare).toString()
    : undefined;
}

/** An address, or a network as `<address>/<bits>`. */
const isNetwork = (text: string): boolean =>
  addressIn(text.split("/")[0] ?? "") !== undefined && (!text.includes("/") || ipaddr.isValidCIDR(text));

/** Reads the setting; undefined for an invalid one. `true` is one proxy, `false` none. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === "false") return { hops: 0 };
  if (text === "true") return { hops: 1 };
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const networks = text.split(",").map((part) => part.trim());
  return networks.every(isNetwork) ? { networks } : undefined;
}

/** Whether the service trusts the sender that is `hops` proxies in front of it. */
function isTrusted(trusted: TrustedProxies, address: string, hops: number): boolean {
  if ("hops" in trusted) return hops < trusted.hops;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.networks.some((network) => isIn(parsed, network));
}

/**
 * The address that the last trusted proxy saw, and the number of proxies. Each proxy adds the address that it saw at
 * the end of `X-Forwarded-For`, so entries further to the front are set by the caller. The search ends at the first
 * address that is not trusted, and before the first invalid one.
 */
export function clientOf(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): { address: string; hops: number } {
  const seen = forwardedFor?.split(",").map((part) => addressIn(part.trim())) ?? [];
  let address = addressIn(peer) ?? peer;
  for (let hops = 0; ; hops++) {
    const next = seen[seen.length - 1 - hops];
    if (next === undefined || !isTrusted(trusted, address, hops)) return { address, hops };
    address = next;
  }
}

/** The peers of open connections that have sent a request without `X-Forwarded-For`, as callers. */
const direct = new WeakMap<Socket, string>();

/** {@link clientOf} of a connection; parsed once for all of its requests that come without proxies. */
function callerOf(
  socket: Socket,
  forwardedFor: string | string[] | undefined,
  trusted: TrustedProxies,
): string {
  const { remoteAddress: peer = "" } = socket;
  if (forwardedFor !== undefined) return clientOf(peer, String(forwardedFor), trusted).address;
  const known = direct.get(socket) ?? clientOf(peer, undefined, trusted).address;
  direct.set(socket, known);
  return known;
}

/** What a list of forwarded values says of the way that the last of some trusted proxies saw. */
function forwardedBy(hops: number, values: string): string | undefined {
  const parts = values.split(",").map((part) => part.trim());
  return parts[Math.max(0, parts.length - Math.max(1, hops))];
}

/**
 * Sets the address and protocol of the caller as the last trusted proxy saw them. What a caller without a trusted proxy
 * says of itself is dropped. To be used where the application believes its proxies (`proxy: true`).
 */
export const believeProxies = (trusted: TrustedProxies): Middleware =>
  function takeForwarded(ctx, next) {
    const { headers, socket } = ctx.req;
    ctx.request.ip = callerOf(socket, headers["x-forwarded-for"], trusted);
    // Only what is there: a deletion makes each later look at the headers slower.
    if (headers["x-forwarded-host"] !== undefined) delete headers["x-forwarded-host"];
    const protocol = headers["x-forwarded-proto"];
    if (protocol !== undefined) believeProtocol(ctx, String(protocol), trusted);
    return next();
  };

/** Sets the protocol to what the last trusted proxy saw; without one, the caller's claim is dropped. */
function believeProtocol({ req }: Context, claimed: string, trusted: TrustedProxies): void {
  const { headers, socket } = req;
  const peer = socket.remoteAddress ?? "";
  delete headers["x-forwarded-proto"];
  if (!isTrusted(trusted, addressIn(peer) ?? "", 0)) return;
  const { hops } = clientOf(peer, headers["x-forwarded-for"]?.toString(), trusted);
  const seen = forwardedBy(hops, claimed);
  if (seen !== undefined) headers["x-forwarded-proto"] = seen;
}
