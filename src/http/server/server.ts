import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import Koa from "koa";
import type { Logger } from "pino";
import { Problem } from "../../ingest/problem.ts";
import { StartRefused } from "../../store/start-refused.ts";
import { expectContinue } from "../middleware/body-arrival.ts";
import { limitBody } from "../middleware/body-deadline.ts";
import { edge, type EdgeParts } from "../middleware/edge.ts";
import type { PlainRoute } from "../route.ts";
import { addPlainRoutes, newRouter, serveRoutes } from "../router.ts";

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
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Creates the application for the time before the API is ready: health and metrics answer, all other requests get 503.
 */
export function createStartingApp(routes: readonly PlainRoute[], parts: EdgeParts): Koa {
  const app = new Koa();
  const router = newRouter();
  addPlainRoutes(router, routes);
  app.silent = true;
  app.use(edge(parts));
  app.use(serveRoutes(router));
  app.use(() => {
    throw new Problem("Unavailable", { detail: "The service is starting.", headers: { "Retry-After": "1" } });
  });
  return app;
}

/** The problems for requests that the parser of Node.js refuses, by its error codes. */
const PARSER_FAULTS: Record<string, () => Problem> = {
  HPE_HEADER_OVERFLOW: () =>
    new Problem("HeaderFieldsTooLarge", {
      detail: `The address and the header fields have more than ${MAX_HEADER_BYTES} bytes.`,
    }),
  HPE_INVALID_METHOD: () =>
    new Problem("MethodNotAllowed", { status: 501, detail: "There is no such method in HTTP." }),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Problem("MalformedRequest", { status: 408, detail: "The request took too long to arrive." }),
};

const notHttp = () => new Problem("MalformedRequest", { detail: "The request is not HTTP." });

/** Returns the headers and the body of a problem that is sent outside of the application. */
function documentOf(problem: Problem, instance: string): { headers: [string, string][]; body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(problem.document(instance, requestId));
  const headers: [string, string][] = [
    ["X-Request-Id", requestId],
    ["Content-Type", "application/problem+json"],
    ["Content-Length", `${Buffer.byteLength(body)}`],
    ["Connection", "close"],
  ];
  return { headers, body };
}

/** Refuses a request with another expectation than `100-continue`, and closes the connection. */
function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const errors = [{ path: "Expect", message: "must be 100-continue" }];
  const problem = new Problem("InvalidParameter", { status: 417, errors });
  const { headers, body } = documentOf(problem, req.url?.split("?", 1)[0] ?? "/");
  res.writeHead(problem.status, headers.flat()).end(body);
}

/** Answers a request that the parser of Node.js refuses, and closes the connection. */
function onClientError(err: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): void {
  if (err.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const packet = err.rawPacket?.toString("latin1") ?? "";
  // The parser reports any unknown text as an invalid method; only text that looks like a method is one.
  const isMethod = err.code !== "HPE_INVALID_METHOD" || /^[A-Z]+ /.test(packet);
  const problem = ((isMethod ? PARSER_FAULTS[err.code ?? ""] : undefined) ?? notHttp)();
  const [, instance = "/"] = /^[A-Z]+ (\/[!-~]*?)[? ]/.exec(packet) ?? [];
  const { headers, body } = documentOf(problem, instance);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  return undefined;
}

/** Reasons why the service cannot listen on an address, by the error codes of Node.js. */
const LISTEN_FAULTS: Record<string, string> = {
  EADDRINUSE: "the port is in use, perhaps by a running service; set PORT to another port",
  EACCES: "this user may not use the port; set PORT to a port above 1023",
  EADDRNOTAVAIL: "this machine does not have the address; set HOST to one of its addresses",
  ENOTFOUND: "there is no host with this name; set HOST to an address of this machine",
};

/**
 * Starts to listen with an application. Resolves when connections are accepted. Throws {@link StartRefused} if the
 * address is not available.
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
      const reason = LISTEN_FAULTS[err.code ?? ""];
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
    if (!refuses(req, res)) void handle(req, res);
  });
  server.on("checkContinue", (req, res) => {
    limitBody(server, req);
    expectContinue(req, res);
    void handle(req, res);
  });
}

/** Returns the port of a server. */
export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/**
 * Waits for open requests for up to `graceMs`, and closes the server. Idle connections close immediately; the edge
 * tells other connections to close after their answer.
 */
export async function close(server: Server, graceMs: number, log: Logger): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const force = setTimeout(() => {
    log.warn("open requests closed at the end of the grace period");
    server.closeAllConnections();
  }, graceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
