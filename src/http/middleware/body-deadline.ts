import type { IncomingMessage, Server } from "node:http";
import { requestBody } from "./body-arrival.ts";

/** How long a body may take to arrive. */
const BODY_MS = 15_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Ends requests with very slow bodies, as the server's own `requestTimeout` would, which allows no exception. This
 * applies to answered requests too: their rest must also end.
 */
export function limitBody(server: Server, req: IncomingMessage): void {
  if (!hasBody(req)) return;
  const timer = setTimeout(() => {
    // Made only when it is needed: an error with its stack would cost every request some microseconds.
    const late = Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", late, req.socket);
  }, BODY_MS);
  deadlines.set(req, timer);
  req.once("close", () => clearTimeout(timer));
}

/** Reads a body without a limit for the whole time: only the time between two chunks is limited. */
export async function* unhurried(req: IncomingMessage): AsyncGenerator<Buffer> {
  clearTimeout(deadlines.get(req));
  requestBody(req);
  // The connection outlives the reading: it has to carry the answer.
  const bytes = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  for (;;) {
    const late = setTimeout(() => req.destroy(new Error("the body has stopped")), BODY_MS);
    const next = await bytes.next().finally(() => clearTimeout(late));
    if (next.done) return;
    yield next.value;
  }
}
