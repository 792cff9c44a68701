import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cleanup } from "./redis.ts";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a receiver of webhooks, which answers with the result of `answer`. */
export async function startReceiver(
  t: Cleanup,
  answer: (
    received: Received,
    count: number,
  ) => { status: number; headers?: Record<string, string> } = () => ({
    status: 204,
  }),
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const one = { headers: req.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const { status, headers } = answer(one, received.length);
      res.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

/** A receiver whose requests wait until `answer` is called. */
export interface HangingReceiver {
  /** Base address; all paths are the same. */
  url: string;
  /** Path and `webhook-id` of every request. */
  received: string[];
  /** Returns the number of requests that wait for their answer. */
  open: () => number;
  /** Returns the number of requests that either side has ended. */
  ended: () => number;
  /** Answers the waiting requests, and all later ones immediately. */
  answer: () => void;
}

/** Starts a receiver that answers the first `answered` requests, and those to `/answered`, immediately; the others wait. */
export async function startHangingReceiver(t: Cleanup, answered = 0): Promise<HangingReceiver> {
  const received: string[] = [];
  const waiting = new Set<ServerResponse>();
  let isAnswering = false;
  let ended = 0;
  const server = createServer((req, res) => {
    received.push(`${req.url ?? ""} ${String(req.headers["webhook-id"])}`);
    req.resume();
    waiting.add(res);
    res.once("close", () => {
      waiting.delete(res);
      ended++;
    });
    if (isAnswering || received.length <= answered || req.url === "/answered") res.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    open: () => waiting.size,
    ended: () => ended,
    answer() {
      isAnswering = true;
      for (const res of waiting) res.writeHead(204).end();
    },
  };
}
