import { isIPv6 } from "node:net";

/** Addresses that mean any interface, or this machine. */
const LOCAL = new Set(["0.0.0.0", "::", "127.0.0.1", "::1"]);

/** Returns the address that callers on this machine can use for a server that listens on a host name or IP address. */
export function localUrl(host: string, port: number): string {
  const name = LOCAL.has(host) ? "localhost" : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
