import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { Context, Middleware } from "koa";
import { isIn } from "../../ingest/networks.ts";

/**
 * Proxies whose `X-Forwarded-*` headers the service trusts: a number of proxies in front of it, or those in some
 * networks.
 */
export type TrustedProxies = { hops: number } | { networks: readonly string[] };

/** Returns an address without its port, and an IPv4-mapped IPv6 address as IPv4; undefined for other text. */
function addressIn(text: string): string | undefined {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  const bare = bracketed ?? plain ?? text;
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare)
    ? ipaddr.process(bare).toString()
    : undefined;
}

/** Whether a text is an address, or a network as `<address>/<bits>`. */
const isNetwork = (text: string): boolean =>
  addressIn(text.split("/")[0] ?? "") !== undefined && (!text.includes("/") || ipaddr.isValidCIDR(text));

/** Reads the setting TRUST_PROXY; undefined if it is invalid. `true` is one proxy, `false` none. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === "false") return { hops: 0 };
  if (text === "true") return { hops: 1 };
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const networks = text.split(",").map((part) => part.trim());
  return networks.every(isNetwork) ? { networks } : undefined;
}

/** Whether the service trusts the sender that is `hops` proxies away. */
function isTrusted(trusted: TrustedProxies, address: string, hops: number): boolean {
  if ("hops" in trusted) return hops < trusted.hops;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trusted.networks.some((network) => isIn(parsed, network));
}

/**
 * Returns the address that the last trusted proxy saw, and the number of trusted proxies. Each proxy appends the
 * address that it saw to `X-Forwarded-For`, so earlier entries may come from the caller. The search ends at the first
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

/** Addresses of the peers of open connections that have sent requests without `X-Forwarded-For`. */
const direct = new WeakMap<Socket, string>();

/** Returns {@link clientOf} for a connection. Without proxies, the address is parsed once for all its requests. */
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

/** Returns the value of a forwarded list that the last of `hops` trusted proxies has set. */
function forwardedBy(hops: number, values: string): string | undefined {
  const parts = values.split(",").map((part) => part.trim());
  return parts[Math.max(0, parts.length - Math.max(1, hops))];
}

/**
 * Returns middleware that sets the address and the protocol of the caller as the last trusted proxy saw them, and
 * removes the headers of callers without a trusted proxy. For Koa applications with `proxy: true`.
 */
export const trustProxies = (trusted: TrustedProxies): Middleware =>
  function takeForwarded(ctx, next) {
    const { headers, socket } = ctx.req;
    ctx.request.ip = callerOf(socket, headers["x-forwarded-for"], trusted);
    // Deleted only if it is present: a deletion makes each later access to the headers slower.
    if (headers["x-forwarded-host"] !== undefined) delete headers["x-forwarded-host"];
    const protocol = headers["x-forwarded-proto"];
    if (protocol !== undefined) setProtocol(ctx, String(protocol), trusted);
    return next();
  };

/** Sets the protocol that the last trusted proxy saw. Without a trusted proxy, the header is removed. */
function setProtocol({ req }: Context, claimed: string, trusted: TrustedProxies): void {
  const { headers, socket } = req;
  const peer = socket.remoteAddress ?? "";
  delete headers["x-forwarded-proto"];
  if (!isTrusted(trusted, addressIn(peer) ?? "", 0)) return;
  const { hops } = clientOf(peer, headers["x-forwarded-for"]?.toString(), trusted);
  const seen = forwardedBy(hops, claimed);
  if (seen !== undefined) headers["x-forwarded-proto"] = seen;
}
