import { connect, type Socket } from "node:net";
import { until } from "./until.ts";

/** A connection over which a test writes HTTP to the letter. */
export interface RawConnection {
  socket: Socket;
  /** All that has come so far. */
  text: () => string;
  /** Waits until something has come. */
  has: (what: string) => Promise<void>;
  /** What went wrong with the connection, if anything. */
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

/** The head of a request. */
export const headOf = (line: string, headers: Record<string, string | number>) =>
  [
    `${line} HTTP/1.1`,
    "Host: wishlist.test",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
    .concat("", "")
    .join("\r\n");
