import { lookup as resolve } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { defined } from "../../collections/defined.ts";
import { type PrivateTargets, reachOf } from "./addresses.ts";
import { checkReach, isForPublic, type OutboundTarget } from "./guard.ts";

/** Resolves the host name of a connection, and refuses the connection if any of the addresses is not permitted. */
const guardedLookup =
  (target: OutboundTarget, allowed: PrivateTargets): LookupFunction =>
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

export interface AgentLimits {
  /** Timeout of each step of a request, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of connections to one origin; further requests wait for them. Undefined: no maximum. */
  connections?: number;
}

/** Creates an agent that connects only to public addresses and to allowed private ones. */
export function openAgent(allowed: PrivateTargets, { timeoutMs, connections }: AgentLimits): Agent {
  const connectorFor = (target: OutboundTarget) =>
    buildConnector({ timeout: timeoutMs, lookup: guardedLookup(target, allowed) });
  const [toPublic, toPrivate] = [
    connectorFor({ protocol: "https:", port: "" }),
    connectorFor({ protocol: "http:", port: "" }),
  ];
  return new Agent({
    connect: (options, callback) => (isForPublic(options) ? toPublic : toPrivate)(options, callback),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    ...defined({ connections }),
  });
}

/** The options of a request without its address. */
export type OutboundRequest = Omit<Dispatcher.RequestOptions, "origin" | "path">;

/** Makes a request with an agent. It does not follow redirects. */
export const requestWith = (
  agent: Agent,
  target: URL,
  options: OutboundRequest,
): Promise<Dispatcher.ResponseData> => request(target, { ...options, dispatcher: agent });
