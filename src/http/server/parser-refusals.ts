import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ownValue } from "../../collections/own-value.ts";
import { Problem } from "../../ingest/problem.ts";
import { openAnswerOf } from "../middleware/newest-request.ts";

/** How long a refused sender may take to read the answer and to close the connection, in milliseconds. */
const LINGER_MS = 2000;

/** Maximum bytes of the address and the header fields of a request. */
export const MAX_HEADER_BYTES = 16 * 1024;

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
export function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  const errors = [{ path: "Expect", message: "must be 100-continue" }];
  const problem = new Problem("InvalidParameter", { status: 417, errors });
  const { headers, body } = documentOf(problem, req.url?.split("?", 1)[0] ?? "/");
  res.writeHead(problem.status, headers.flat()).end(body);
}

/** Connections that are refused. The parser reports their further bytes as errors, too. */
const refused = new WeakSet<Socket>();

/**
 * Answers a request that the parser of Node.js refuses, and closes the connection. Requests that arrived before it over
 * the same connection may be carried out already, so they get their own answers first.
 */
export function onClientError(err: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): void {
  if (err.code === "ECONNRESET") return void socket.destroy();
  if (refused.has(socket)) return;
  refused.add(socket);
  const answer = openAnswerOf(socket);
  // The packet may begin with the request before the refused one.
  if (answer) answer.once("close", () => refuse(err, socket, ""));
  else refuse(err, socket, err.rawPacket?.toString("latin1") ?? "");
}

/** @param packet the text that begins with the refused request; empty if it is not known */
function refuse(err: NodeJS.ErrnoException, socket: Socket, packet: string): void {
  if (!socket.writable) return void socket.destroy();
  // The parser reports any unknown text as an invalid method; only text that looks like a method is one.
  const isMethod = err.code !== "HPE_INVALID_METHOD" || /^[A-Z]+ /.test(packet);
  const problem = ((isMethod ? ownValue(PARSER_FAULTS, err.code ?? "") : undefined) ?? notHttp)();
  const [, instance = "/"] = /^[A-Z]+ (\/[!-~]*?)[? ]/.exec(packet) ?? [];
  const { headers, body } = documentOf(problem, instance);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  const end = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(end));
}
