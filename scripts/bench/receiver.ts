// A receiver of webhooks, in a process of its own: answers 204, and tells its parent how many messages have come.
import { createServer } from "node:http";

export interface Receipts {
  /** Messages, each counted once however often it came. */
  messages: number;
  deliveries: number;
  /** When the last new message came, in milliseconds since 1970. */
  last: number;
}

const ids = new Set<string>();
let deliveries = 0;
let last = 0;

const server = createServer((req, res) => {
  req.resume().on("end", () => {
    const before = ids.size;
    ids.add(String(req.headers["webhook-id"]));
    deliveries++;
    if (ids.size > before) last = Date.now();
    res.writeHead(204).end();
  });
});
process.on("message", () => process.send?.({ messages: ids.size, deliveries, last } satisfies Receipts));
process.once("disconnect", () => process.exit());
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("ready"));
