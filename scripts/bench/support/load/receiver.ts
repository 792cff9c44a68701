// A receiver of webhooks in a separate process. It answers 204, and reports the number of messages to its parent.
import { createServer } from "node:http";

export interface Receipts {
  /** Number of messages. Repeats of a message count once. */
  messages: number;
  deliveries: number;
  /** Time of the last new message, in milliseconds since 1970. */
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
