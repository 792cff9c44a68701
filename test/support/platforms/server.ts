import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cleanup } from "../redis.ts";

export interface PlatformRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A failure of one request: before or after the platform has applied it. */
export interface Fault {
  when: "before" | "after";
  /** The connection is cut, there is no answer, this is the answer, or the answer waits for this. */
  what: "cut" | "silence" | Reply | Promise<unknown>;
}

export interface SimulatedPlatform {
  url: string;
  /** All requests, in their order. */
  requests: PlatformRequest[];
  /** The failures of the next requests, one after the other; undefined means no failure. */
  faults: (Fault | undefined)[];
  /** What the answers to requests wait for that are applied without a failure. */
  held?: Promise<unknown>;
}

/** Answers that the platform is busy for some seconds. */
export const busy = (seconds: number): Fault => ({
  when: "before",
  what: { status: 429, headers: { "retry-after": seconds.toString() }, body: { message: "slow down" } },
});

export const answers = (status: number, when: Fault["when"] = "before"): Fault => ({
  when,
  what: { status, body: { message: "something is wrong" } },
});

export const cut = (when: Fault["when"]): Fault => ({ when, what: "cut" });

/** Counts requests in fixed windows, as a platform does. */
export class RateWindows {
  readonly #windows: { requests: number; ms: number; count: number; number: number }[];

  constructor(limits: readonly { requests: number; ms: number }[]) {
    this.#windows = limits.map((limit) => ({ ...limit, count: 0, number: 0 }));
  }

  /** Counts a request. Returns the seconds to wait; undefined if the request is within the limits. */
  take(now: number): number | undefined {
    for (const window of this.#windows) {
      const number = Math.floor(now / window.ms);
      window.count = number === window.number ? window.count + 1 : 1;
      window.number = number;
      if (window.count > window.requests) return Math.ceil(((number + 1) * window.ms - now) / 1000);
    }
    return undefined;
  }
}

function send(res: ServerResponse, { status, headers = {}, body }: Reply): void {
  const isText = typeof body === "string" || body === undefined || Buffer.isBuffer(body);
  const type: Record<string, string> = isText ? {} : { "content-type": "application/json" };
  res.writeHead(status, { ...type, ...headers }).end(isText ? body : JSON.stringify(body));
}

/** Applies a failure at this moment. Returns false if there is none. */
function goWrong(res: ServerResponse, fault: Fault | undefined, when: Fault["when"]): boolean {
  if (fault?.when !== when || fault.what instanceof Promise) return false;
  if (fault.what === "cut") res.socket?.destroy();
  else if (fault.what !== "silence") send(res, fault.what);
  return true;
}

/** Starts a platform whose requests `take` handles. */
export async function startPlatform(
  t: Cleanup,
  take: (request: PlatformRequest) => Reply,
): Promise<SimulatedPlatform> {
  const platform: SimulatedPlatform = { url: "", requests: [], faults: [] };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const { method = "", url = "", headers } = req;
      const request = { method, path: url, headers, body: Buffer.concat(chunks) };
      platform.requests.push(request);
      const fault = platform.faults.shift();
      if (goWrong(res, fault, "before")) return;
      const reply = take(request);
      if (goWrong(res, fault, "after")) return;
      const held = fault?.what instanceof Promise ? fault.what : platform.held;
      if (held) void held.then(() => send(res, reply));
      else send(res, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return platform;
}

/** Returns the request's body as JSON; undefined if it is not JSON. */
export function jsonOf({ body }: PlatformRequest): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
