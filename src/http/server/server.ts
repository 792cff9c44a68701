import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type Koa from "koa";
import type { Logger } from "pino";
import { ownValue } from "../../collections/own-value.ts";
import { StartRefused } from "../../errors/start-refused.ts";
import { expectContinue } from "../middleware/body/arrival.ts";
import { limitBody } from "../middleware/body/deadline.ts";
import { recordRequest } from "../middleware/newest-request.ts";
import { MAX_HEADER_BYTES, onClientError, refuseExpectation } from "./parser-refusals.ts";

/** Limits against slow and oversized clients. Ordinary clients stay far below them. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  // Bodies have their own deadlines: limitBody.
  requestTimeout: 0,
  // Longer than the idle timeout of common load balancers, which could otherwise send on a connection that is being
  // closed.
  keepAliveTimeout: 72_000,
};
const CHECK_MS = 2000;
const MAX_CONNECTIONS = 20_000;
/**
 * Maximum number of connections that wait to be accepted, if the system allows it. Above it, a new connection takes a
 * second or more.
 */
const BACKLOG = 4096;

/** Reasons why the service cannot listen on an address, by the error codes of Node.js. */
const LISTEN_FAULTS: Record<string, string> = {
  EADDRINUSE: "the port is in use, perhaps by a running service; set PORT to another port",
  EACCES: "this user may not use the port; set PORT to a port above 1023",
  EADDRNOTAVAIL: "this machine does not have the address; set HOST to one of its addresses",
  ENOTFOUND: "there is no host with this name; set HOST to an address of this machine",
};

/**
 * Starts to listen with an application. Resolves when connections are accepted.
 *
 * @throws {StartRefused} if the address is not available
 */
export async function listen(app: Koa, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer({
    ...TIMEOUTS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The edge checks the header, and answers with a problem document.
    requireHostHeader: false,
  });
  serve(server, app);
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", onClientError);
  server.on("checkExpectation", refuseExpectation);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (err: NodeJS.ErrnoException) => {
      const reason = ownValue(LISTEN_FAULTS, err.code ?? "");
      reject(reason ? new StartRefused(`cannot listen on ${host}:${port}: ${reason}`) : err);
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  return server;
}

/** Sends the requests of a server to another application from now on, except those that `refuses` answers. */
export function serve(
  server: Server,
  app: Koa,
  refuses: (req: IncomingMessage, res: ServerResponse) => boolean = () => false,
): void {
  const handle = app.callback();
  server.removeAllListeners("request").removeAllListeners("checkContinue");
  server.on("request", (req, res) => {
    limitBody(server, req);
    recordRequest(res);
    if (!refuses(req, res)) void handle(req, res);
  });
  server.on("checkContinue", (req, res) => {
    limitBody(server, req);
    recordRequest(res);
    expectContinue(req, res);
    void handle(req, res);
  });
}

/** Returns the port of a server. */
export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Time for the answers to the requests that a stop ends, in milliseconds. */
const END_MS = 3000;

/**
 * Waits for open requests for up to `graceMs`, and closes the server. Idle connections close immediately; the edge
 * asks other connections to close after their answer.
 *
 * @param endRequests called at the end of this time, to refuse the requests that still wait. They are answered before
 *   their connections close, because a client without an answer does not know whether its request was carried out.
 */
export async function close(
  server: Server,
  graceMs: number,
  log: Logger,
  endRequests?: () => void,
): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const end = setTimeout(() => endRequests?.(), graceMs);
  const force = setTimeout(
    () => {
      log.warn("open requests closed at the end of the grace period");
      server.closeAllConnections();
    },
    graceMs + (endRequests ? END_MS : 0),
  );
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(end);
  clearTimeout(force);
}
