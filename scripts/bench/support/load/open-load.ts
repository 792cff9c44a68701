// A process that sends requests over its own sockets, at a rate that does not depend on the answers, as shoppers do. It
// writes prepared bytes and reads only the status of an answer, because a client library would use more CPU than the
// service.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Times } from "./storefront.ts";

export interface OpenLoad {
  port: number;
  path: string;
  headers: Record<string, string>;
  wishlists: readonly string[];
  /** Items that one request adds. */
  rows: number;
  /** Requests per second. If undefined, each connection sends its next request when it has the answer. */
  perSecond?: number;
  seconds: number;
  connections: number;
}

/** The answers of one run by outcome. Times in milliseconds, from when the request was due. */
export interface LoadResult {
  sent: number;
  /** Due requests for which no connection was free. */
  unsent: number;
  ok: number;
  refused: number;
  /** Refusals without Retry-After. */
  bare: number;
  failed: number;
  /** By status or error. */
  failures: Record<string, number>;
  /** Null if there was none. */
  okMs: { p50: number | null; p99: number | null };
  refusedMs: { p50: number | null; p99: number | null };
  /** Time before the first request, in which the connections were opened, in milliseconds. */
  openingMs: number;
  /** Successful answers in each second. */
  okPerSecond: number[];
}

const STEP_MS = 5;
/** Time to wait for answers at the end. */
const LAST_MS = 15_000;
const END = "\r\n\r\n";

interface Connection {
  socket: Socket;
  due: number;
  text: string;
}

/** Number of the next request, also over several runs: an item that exists already costs less than a new one. */
let number = 0;

class Run {
  readonly #load: OpenLoad;
  readonly #idle: Connection[] = [];
  readonly #ok = new Times();
  readonly #refused = new Times();
  #started = performance.now();
  readonly #head: string;
  readonly result = { sent: 0, unsent: 0, ok: 0, refused: 0, bare: 0, failed: 0 };
  readonly #okPerSecond: number[];
  readonly #failures: Record<string, number> = {};

  constructor(load: OpenLoad) {
    this.#load = load;
    this.#okPerSecond = Array.from({ length: Math.ceil(load.seconds) }, () => 0);
    const headers = { host: `127.0.0.1:${load.port}`, ...load.headers };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = `POST ${load.path} HTTP/1.1\r\n${lines.join("")}content-length: `;
  }

  #request(): string {
    const { wishlists, rows } = this.#load;
    const wishlistId = wishlists[number % wishlists.length] ?? "";
    const first = Math.floor(number / wishlists.length) * rows;
    const notifyMe = number % 2 === 0;
    number++;
    const productOf = (i: number) => ({
      productRef: "7880321196742",
      selectedVariantRef: `${4_457_900_000_000 + first + i}`,
    });
    const body = JSON.stringify(
      rows === 1
        ? { wishlistId, product: productOf(0), notifyMe }
        : { wishlistId, itemRef: Array.from({ length: rows }, (_, i) => productOf(i)) },
    );
    return `${this.#head}${Buffer.byteLength(body)}${END}${body}`;
  }

  #send(connection: Connection, due: number): void {
    connection.due = due;
    this.result.sent++;
    connection.socket.write(this.#request());
  }

  async #connect(): Promise<Connection> {
    const socket = connect(this.#load.port, "127.0.0.1").setNoDelay(true);
    const connection: Connection = { socket, due: 0, text: "" };
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => this.#read(connection, text));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (connection.due > 0) this.#fail("connection");
      const at = this.#idle.indexOf(connection);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    await once(socket, "connect");
    return connection;
  }

  #read(connection: Connection, part: string): void {
    connection.text += part;
    const end = connection.text.indexOf(END);
    if (end < 0) return;
    const head = connection.text.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (connection.text.length < end + END.length + length) return;
    connection.text = "";
    // The service closes a connection that has been idle for long.
    if (connection.due === 0) {
      connection.socket.destroy();
      return;
    }
    this.#note(Number(head.slice(9, 12)), head, performance.now() - connection.due);
    connection.due = 0;
    if (/connection: close/i.test(head)) return void connection.socket.destroy();
    this.#reuse(connection);
  }

  #note(status: number, head: string, ms: number): void {
    if (status < 300) {
      this.result.ok++;
      this.#ok.add(ms);
      const second = Math.floor((performance.now() - this.#started) / 1000);
      if (second < this.#okPerSecond.length) this.#okPerSecond[second] = (this.#okPerSecond[second] ?? 0) + 1;
    } else if (status === 503 || status === 429) {
      this.result.refused++;
      this.#refused.add(ms);
      if (!/retry-after: \d/i.test(head)) this.result.bare++;
    } else this.#fail(status.toString());
  }

  #fail(why: string): void {
    this.result.failed++;
    this.#failures[why] = (this.#failures[why] ?? 0) + 1;
  }

  get #isOver(): boolean {
    return performance.now() - this.#started > this.#load.seconds * 1000;
  }

  #reuse(connection: Connection): void {
    if (this.#load.perSecond !== undefined || this.#isOver) this.#idle.push(connection);
    else this.#send(connection, performance.now());
  }

  async end(): Promise<LoadResult> {
    const { perSecond, connections, seconds } = this.#load;
    // Connections are opened one after the other, because a full queue of new connections would count as slow answers.
    const openedFrom = performance.now();
    for (let i = 0; i < connections; i++) this.#idle.push(await this.#connect());
    this.#started = performance.now();
    const openingMs = this.#started - openedFrom;
    if (perSecond === undefined)
      for (const connection of this.#idle.splice(0)) this.#send(connection, performance.now());
    let due = 0;
    while (!this.#isOver) {
      await pause(STEP_MS);
      if (perSecond === undefined) continue;
      const now = (performance.now() - this.#started) / 1000;
      for (; due < Math.min(now, seconds) * perSecond; due++)
        this.#offer(this.#started + (due * 1000) / perSecond);
    }
    const last = performance.now() + LAST_MS;
    const { result } = this;
    while (result.ok + result.refused + result.failed < result.sent && performance.now() < last)
      await pause(STEP_MS);
    for (let i = result.ok + result.refused + result.failed; i < result.sent; i++) this.#fail("no answer");
    for (const { socket } of this.#idle) socket.destroy();
    const [p50, p99] = [0.5, 0.99];
    return {
      ...result,
      failures: this.#failures,
      okMs: { p50: this.#ok.percentile(p50), p99: this.#ok.percentile(p99) },
      refusedMs: { p50: this.#refused.percentile(p50), p99: this.#refused.percentile(p99) },
      okPerSecond: this.#okPerSecond,
      openingMs,
    };
  }

  #offer(due: number): void {
    const idle = this.#idle.pop();
    if (idle) this.#send(idle, due);
    else this.result.unsent++;
  }
}

process.on("message", (load: OpenLoad) => {
  void new Run(load).end().then((result) => process.send?.(result));
});
process.once("disconnect", () => process.exit());
