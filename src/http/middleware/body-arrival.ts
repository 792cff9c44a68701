import type { IncomingMessage, ServerResponse } from "node:http";

/** Bounds within which the rest of a body that is refused is read and dropped. */
const DRAIN_BYTES = 16 * 1024 * 1024;
const DRAIN_MS = 5000;

const expecting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Delays a client that asks whether to send its body (`Expect: 100-continue`, RFC 9110 section 10.1.1). A client that
 * is refused before does not send it: the connection ends with the answer.
 */
export function expectContinue(req: IncomingMessage, res: ServerResponse): void {
  expecting.set(req, res);
  res.shouldKeepAlive = false;
}

/** Tells a waiting client to send its body now. */
export function requestBody(req: IncomingMessage): void {
  const res = expecting.get(req);
  if (!res) return;
  expecting.delete(req);
  res.shouldKeepAlive = true;
  res.writeContinue();
}

/**
 * Reads what a client still sends of a body that is refused, within bounds: a client that is cut off while it sends
 * may never see its answer. Resolves to whether all of it has come, so that the connection can be used again.
 */
export function drained(req: IncomingMessage): Promise<boolean> {
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
