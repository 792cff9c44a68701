import type { IncomingMessage, ServerResponse } from "node:http";

/** Limits for reading and discarding the rest of a refused body. */
const DRAIN_BYTES = 16 * 1024 * 1024;
const DRAIN_MS = 5000;

const expecting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets a client with `Expect: 100-continue` (RFC 9110, 10.1.1) wait until {@link requestBody}. A client that is refused
 * before that does not send its body, and the connection ends with the answer.
 */
export function expectContinue(req: IncomingMessage, res: ServerResponse): void {
  expecting.set(req, res);
  res.shouldKeepAlive = false;
}

/** Asks a waiting client to send its body. */
export function requestBody(req: IncomingMessage): void {
  const res = expecting.get(req);
  if (!res) return;
  expecting.delete(req);
  res.shouldKeepAlive = true;
  res.writeContinue();
}

/**
 * Reads the rest of a refused body, within limits: a client whose connection is closed while it sends may never see the
 * answer. Resolves to whether the whole body has arrived, so that the connection can be reused.
 */
export function drainBody(req: IncomingMessage): Promise<boolean> {
  if (expecting.has(req) || req.destroyed) return Promise.resolve(false);
  if (req.readableEnded) return Promise.resolve(true);
  let left = DRAIN_BYTES;
  return new Promise((resolve) => {
    const resolveOnce = (isAll: boolean) => {
      clearTimeout(timer);
      req.off("data", count).off("end", onEnd).off("close", onClose).pause();
      resolve(isAll);
    };
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolveOnce(false);
    };
    const onEnd = () => resolveOnce(true);
    const onClose = () => resolveOnce(false);
    const timer = setTimeout(() => resolveOnce(false), DRAIN_MS);
    req.on("data", count).once("end", onEnd).once("close", onClose).resume();
  });
}
