import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const newest = new WeakMap<Socket, ServerResponse>();
/** The answer before another one of the same connection, if it was open when the request of the other one arrived. */
const previous = new WeakMap<ServerResponse, ServerResponse>();

/** Records the request of an answer as the newest one of its connection. */
export function recordRequest(res: ServerResponse): void {
  const { socket } = res.req;
  const before = newest.get(socket);
  if (before && !before.writableFinished) {
    previous.set(res, before);
    // Otherwise, each answer would keep the one before it as long as requests are pipelined.
    before.once("close", () => previous.delete(res));
  }
  newest.set(socket, res);
}

/**
 * Whether the connection of a request may close after the answer: no later request has arrived over it. A
 * pipelined request may be carried out already, and would get no answer.
 */
export const isNewest = (req: IncomingMessage): boolean => (newest.get(req.socket)?.req ?? req) === req;

/**
 * Returns the open answer to the newest request of a connection that arrived completely; undefined if there is none.
 */
export function openAnswerOf(socket: Socket): ServerResponse | undefined {
  const last = newest.get(socket);
  const answer = last?.req.complete === false ? previous.get(last) : last;
  return answer?.writableFinished === false ? answer : undefined;
}
