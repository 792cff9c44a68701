import { lookup as resolve } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, buildConnector } from "undici";
import { type PrivateTargets, type Reach, reachOf } from "./addresses.ts";

/** Ports that public receivers may listen on. */
const PORTS = new Set(["", "443", "8443"]);

const UNPRINTED = /[\s\p{Cc}]/u;

/** The address is not permitted; the message is for the caller. */
export class TargetRefused extends Error {}

type Target = Pick<URL, "protocol" | "port">;

/** Whether a target is one that may be anywhere in the public internet; others are only for private networks. */
const isForPublic = ({ protocol, port }: Target) => protocol === "https:" && PORTS.has(port);

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
function checkReach(reach: Reach, target: Target, allowed: PrivateTargets): void {
  if (reach === "refused") throw refusePrivate();
  if (reach === "public" && allowed !== true && !isForPublic(target))
    throw new TargetRefused("must start with https:// and use port 443 or 8443");
}

/** Resolves names for a connection, and refuses it if any of the addresses is not permitted. */
const guardedLookup =
  (target: Target, allowed: PrivateTargets): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { all: true, family: options.family === 6 ? 6 : options.family === 4 ? 4 : 0 })
      .then((addresses) => {
        for (const { address } of addresses) checkReach(reachOf(address, allowed), target, allowed);
        return addresses;
      })
      .then(
        (addresses) => {
          const [first] = addresses;
          if (options.all) callback(null, addresses);
          else callback(null, first?.address ?? "", first?.family ?? 0);
        },
        (err: unknown) => callback(err instanceof Error ? err : new Error(String(err)), "", 0),
      );
  };

/** Connections to public addresses and to allowed private ones only. `timeoutMs` applies to each step of a request. */
export function openAgent(allowed: PrivateTargets, timeoutMs: number): Agent {
  const connectorFor = (target: Target) =>
    buildConnector({ timeout: timeoutMs, lookup: guardedLookup(target, allowed) });
  const [toPublic, toPrivate] = [
    connectorFor({ protocol: "https:", port: "" }),
    connectorFor({ protocol: "http:", port: "" }),
  ];
  return new Agent({
    connect: (options, callback) => (isForPublic(options) ? toPublic : toPrivate)(options, callback),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: 16,
  });
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
