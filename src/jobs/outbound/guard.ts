import { lookup as resolve } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent } from "undici";

/** Ports that receivers may listen on. */
const PORTS = new Set(["", "443", "8443"]);

/** The address is not one that we send to; the message is for the caller. */
export class TargetRefused extends Error {}

/** Whether an address is one of the public internet, however it is written. */
function isPublic(address: string): boolean {
  try {
    return ipaddr.process(address).range() === "unicast";
  } catch {
    return false;
  }
}

/**
 * Checks an address to send to: https, a usual port, no credentials, and no literal address of a private network.
 * What its name resolves to is checked again at every connection. Throws {@link TargetRefused}.
 */
export function checkTarget(text: string, allowPrivate: boolean): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TargetRefused("is no URL");
  }
  const isHttp = url.protocol === "http:" && allowPrivate;
  if (url.protocol !== "https:" && !isHttp) throw new TargetRefused("must start with https://");
  if (url.username !== "" || url.password !== "") throw new TargetRefused("must not carry credentials");
  if (allowPrivate) return url;
  if (!PORTS.has(url.port)) throw new TargetRefused("must use port 443 or 8443");
  // A dot at the end of a name only says that it is whole.
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  const isLiteral = ipaddr.isValid(host);
  if (isLiteral && !isPublic(host)) throw new TargetRefused("must not lead into a private network");
  if (!isLiteral && (!host.includes(".") || /\.(local|internal|localhost)$/i.test(host)))
    throw new TargetRefused("must not lead into a private network");
  return url;
}

/** Resolves names for a connection, and refuses it when any of the addresses is not public. */
const guardedLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { all: true, family: options.family === 6 ? 6 : options.family === 4 ? 4 : 0 }).then(
    (addresses) => {
      const [first] = addresses;
      const bad = addresses.find(({ address }) => !isPublic(address));
      if (!first || bad) return callback(new TargetRefused(`${host} leads into a private network`), "", 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    },
    (err: unknown) => callback(err as NodeJS.ErrnoException, "", 0),
  );
};

/** Connections to public addresses alone, unless private ones are allowed; `timeoutMs` for each step of a request. */
export function openAgent(allowPrivate: boolean, timeoutMs: number): Agent {
  return new Agent({
    connect: { timeout: timeoutMs, ...(allowPrivate ? {} : { lookup: guardedLookup }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: 16,
  });
}

/** Why an address can not be sent to; undefined when it can. */
export function refusalOf(url: string, allowPrivate: boolean): string | undefined {
  try {
    checkTarget(url, allowPrivate);
    return undefined;
  } catch (err) {
    if (err instanceof TargetRefused) return err.message;
    throw err;
  }
}
