import type { IncomingMessage, Server } from "node:http";
import { requestBody } from "./arrival.ts";

/** Time limit for the arrival of a body. */
const BODY_MS = 15_000;
/** Bytes per second that a file must have on average. A slower one would keep one of the tenant's places for uploads. */
const MIN_BYTES_PER_SECOND = 100;

/** Ends the limit of a request that {@link limitBody} has set. */
const stops = new WeakMap<IncomingMessage, () => void>();

/** Whether a request has a body that is not empty (RFC 9112, 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Ends requests whose bodies take longer than `bodyMs` to arrive, as `requestTimeout` of the server would, which does
 * not allow exceptions. The time begins when the body is read: a request that waits for room has no limit here, because
 * most of a large body stays with its sender. It also begins at the answer to a request whose body was not read.
 */
export function limitBody(server: Server, req: IncomingMessage, { bodyMs = BODY_MS } = {}): void {
  if (!hasBody(req)) return;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    if (req.complete) return;
    // A request that was answered before its body has arrived is not closed with its connection.
    req.socket.once("close", stop);
    timer = setTimeout(() => {
      // The body has arrived, and its last bytes are not read yet.
      if (req.complete) return;
      // Created only when it is needed, because an error with its stack costs some microseconds.
      const late = Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      server.emit("clientError", late, req.socket);
    }, bodyMs);
  };
  const stop = () => {
    req.off("resume", start);
    req.socket.off("close", stop);
    clearTimeout(timer);
  };
  stops.set(req, stop);
  req.once("resume", start).once("close", stop);
}

/**
 * Reads a body without a limit of the total time. The time that is spent waiting for data is limited to `bodyMs`, and each
 * byte that arrives gives back the time that it may take.
 */
export async function* bodyWithoutDeadline(
  req: IncomingMessage,
  { bodyMs = BODY_MS, bytesPerSecond = MIN_BYTES_PER_SECOND } = {},
): AsyncGenerator<Buffer> {
  stops.get(req)?.();
  requestBody(req);
  // The connection must stay open for the answer.
  const bytes = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let leftMs = bodyMs;
  for (;;) {
    const started = performance.now();
    const late = setTimeout(() => req.destroy(new Error("the data of the body arrived too slowly")), leftMs);
    const next = await bytes.next().finally(() => clearTimeout(late));
    if (next.done) return;
    const waitedMs = performance.now() - started;
    leftMs = Math.min(bodyMs, Math.max(leftMs - waitedMs, 0) + (next.value.length / bytesPerSecond) * 1000);
    yield next.value;
  }
}
