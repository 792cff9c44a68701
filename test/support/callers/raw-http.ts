import { connect, type Socket } from "node:net";
import { until } from "../until.ts";

/** A connection over which a test writes the text of HTTP requests. */
export interface RawConnection {
  socket: Socket;
  /** Returns the text that was received so far. */
  text: () => string;
  /** Waits until this text was received. */
  has: (what: string) => Promise<void>;
  /** Returns the error of the connection, if there is one. */
  error: () => Error | undefined;
}

export async function connectTo(baseUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let text = "";
  let error: Error | undefined;
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => (text += chunk));
  socket.on("error", (err) => (error = err));
  await new Promise((resolve) => socket.once("connect", resolve));
  return {
    socket,
    text: () => text,
    has: (what) => until(`${what} in the answer`, () => text.includes(what)),
    error: () => error,
  };
}

/** Returns the head of a request. */
export const headOf = (line: string, headers: Record<string, string | number>) =>
  [
    `${line} HTTP/1.1`,
    "Host: wishlist.test",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
    .concat("", "")
    .join("\r\n");
