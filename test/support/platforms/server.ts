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

/** What goes wrong with one request: before the platform takes it, or after. */
export interface Fault {
  when: "before" | "after";
  /** The connection is cut, nothing is ever answered, or this is the answer. */
  what: "cut" | "silence" | Reply;
}

export interface SimulatedPlatform {
  url: string;
  /** All requests that came, in their order. */
  requests: PlatformRequest[];
  /** What goes wrong with the next requests, one after the other; undefined lets one be. */
  faults: (Fault | undefined)[];
}

/** A platform that is busy for so many seconds. */
export const busy = (seconds: number): Fault => ({
  when: "before",
  what: { status: 429, headers: { "retry-after": seconds.toString() }, body: { message: "slow down" } },
});

export const answers = (status: number, when: Fault["when"] = "before"): Fault => ({
  when,
  what: { status, body: { message: "something is wrong" } },
});

export const cut = (when: Fault["when"]): Fault => ({ when, what: "cut" });

/** Counts requests as a platform does, with a window that begins anew with its clock. */
export class RateWindows {
  readonly #windows: { requests: number; ms: number; count: number; number: number }[];

  constructor(limits: readonly { requests: number; ms: number }[]) {
    this.#windows = limits.map((limit) => ({ ...limit, count: 0, number: 0 }));
  }

  /** Seconds to wait; undefined when the request is within the limits. */
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

/** Does what goes wrong at this moment; false when nothing does. */
function goWrong(res: ServerResponse, fault: Fault | undefined, when: Fault["when"]): boolean {
  if (fault?.when !== when) return false;
  if (fault.what === "cut") res.socket?.destroy();
  else if (fault.what !== "silence") send(res, fault.what);
  return true;
}

/** Starts a platform that does with requests what `take` does. */
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
      if (!goWrong(res, fault, "after")) send(res, reply);
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

/** The request's body as JSON; undefined when it is none. */
export function jsonOf({ body }: PlatformRequest): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
