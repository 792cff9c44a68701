import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cleanup } from "./redis.ts";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks. It answers with what `answer` says of each. */
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
