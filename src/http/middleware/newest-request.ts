import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

const newest = new WeakMap<Socket, IncomingMessage>();

/** Records a request as the newest one of its connection. */
export function recordRequest(req: IncomingMessage): void {
  newest.set(req.socket, req);
}

/**
 * Returns whether the connection of a request may close after the answer: no later request has arrived over it. A
 * pipelined request may be carried out already, and would get no answer.
 */
export const isNewest = (req: IncomingMessage): boolean => (newest.get(req.socket) ?? req) === req;
