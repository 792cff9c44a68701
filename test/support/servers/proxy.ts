import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerAddress } from "../../../src/store/redis/connection/address.ts";
import { addressOf, type Cleanup, withHosts } from "../redis.ts";
import { NODE_HOST, portReplacer } from "./proxied-addresses.ts";

/** Maximum time in which the server applies a write whose answer is lost, in milliseconds. */
const LOST_MS = 30;

/** A TCP proxy in front of Redis, or of all nodes of a cluster, that can cause failures. */
export interface Proxy {
  /** Address of Redis through the proxy. */
  url: string;
  /** Cuts all connections; new ones are refused until {@link Proxy.heal}. */
  cut: () => void;
  /** Cuts all connections once; clients can reconnect immediately. */
  drop: () => void;
  /** Passes requests on but drops all answers, for some milliseconds or during some work. Then cuts the connections. */
  loseReplies: (during: number | (() => Promise<unknown>)) => Promise<void>;
  /**
   * Passes on part number `count` of the parts with `text` that clients send from now on, drops all answers after it,
   * and cuts the connections. Returns a predicate: whether that part has arrived.
   */
  loseReplyTo: (count: number, text: string) => () => boolean;
  heal: () => void;
  /** Connects new connections to another server; open ones stay with the current one. Not for a cluster. */
  leadTo: (target: string) => void;
  /** Passes nothing on over the current connections, in either direction, and closes none. New connections work. */
  freeze: () => void;
  /** Delays everything on the current connections for `ms`, as a slow network does. */
  stall: (ms: number) => Promise<void>;
  /**
   * Closes the current connections only at the server. The clients do not notice: they get neither an answer nor an
   * end.
   */
  halfClose: () => void;
  /**
   * Holds back requests on the current connections from now on, or on each connection from the first part with the text
   * `from`; answers are passed on. `cut` cuts the connections whose requests are held back. `release` passes the
   * requests on, as a slow network would.
   */
  holdBack: (from?: string) => { readonly length: number; cut: () => void; release: () => void };
}

/** Listens on a free port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, NODE_HOST, resolve));
  return (server.address() as AddressInfo).port;
}

export async function startProxy(t: Cleanup, target: string): Promise<Proxy> {
  const { kind, endpoints } = addressOf(target);
  const servers = [...endpoints];
  /** Ports of the proxies by the ports of the nodes; empty for a single Redis. */
  const ports = new Map<number, number>();
  const pairs = new Set<[client: Socket, server: Socket]>();
  const frozen = new Set<Socket>();
  const held = new Map<Socket, Buffer[]>();
  /** Connections that are held back from the first part with a text. */
  const awaited = new Map<Socket, string>();
  const halfClosed = new Set<Socket>();
  let isCut = false;
  let isLosing = false;
  /** Called with each part that a client has sent. */
  let onPart: (part: Buffer) => void = () => undefined;

  const join = (client: Socket, address: ServerAddress) => {
    const server = connect(address.port, address.host);
    const pair: [Socket, Socket] = [client, server];
    const replaced = ports.size > 0 ? portReplacer(ports) : (part: Buffer) => part;
    pairs.add(pair);
    const end = () => {
      if (halfClosed.has(server) && !client.destroyed) return;
      if (held.has(server) && !server.destroyed) return;
      client.destroy();
      server.destroy();
      pairs.delete(pair);
    };
    client.on("data", (chunk) => {
      const from = awaited.get(server);
      if (from !== undefined && chunk.includes(from)) {
        awaited.delete(server);
        held.set(server, []);
      }
      if (held.has(server)) held.get(server)?.push(chunk);
      else if (!frozen.has(server)) server.write(chunk);
      onPart(chunk);
    });
    server.on("data", (chunk) => {
      if (!isLosing && !frozen.has(server) && !client.destroyed) client.write(replaced(chunk));
    });
    for (const socket of pair) socket.on("error", end).on("close", end);
  };
  const proxies = await Promise.all(
    servers.map(async ({ port }, i) => {
      const proxy = createServer((client) => {
        const address = servers[i];
        if (isCut || !address) client.destroy();
        else join(client, address);
      });
      const own = await listen(proxy);
      if (kind === "cluster") ports.set(port, own);
      return { proxy, label: `${NODE_HOST}:${own}` };
    }),
  );
  const drop = () => {
    held.clear();
    awaited.clear();
    for (const [client, server] of pairs) {
      client.destroy();
      server.destroy();
    }
  };
  async function loseReplies(during: number | (() => Promise<unknown>)) {
    isLosing = true;
    await (typeof during === "number" ? pause(during) : during());
    drop();
    isLosing = false;
  }
  t.after(() => {
    drop();
    for (const { proxy } of proxies) proxy.close();
  });
  return {
    url: withHosts(target, proxies.map(({ label }) => label).join(",")),
    cut() {
      isCut = true;
      drop();
    },
    drop,
    loseReplies,
    loseReplyTo(count, text) {
      let left = count;
      onPart = (chunk) => {
        if (chunk.includes(text) && --left === 0) void loseReplies(LOST_MS);
      };
      return () => left <= 0;
    },
    leadTo(next) {
      servers.splice(0, 1, ...addressOf(next).endpoints);
    },
    heal() {
      isCut = false;
    },
    freeze() {
      for (const [, server] of pairs) frozen.add(server);
    },
    async stall(ms) {
      const present = [...pairs].flat();
      for (const socket of present) socket.pause();
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const socket of present) socket.resume();
    },
    halfClose() {
      for (const [, server] of pairs) {
        halfClosed.add(server);
        frozen.add(server);
        server.destroy();
      }
    },
    holdBack(from) {
      const present = [...pairs];
      for (const [, server] of present)
        if (from === undefined) held.set(server, []);
        else awaited.set(server, from);
      return {
        /** Number of parts that are held back. */
        get length() {
          return present.reduce((sum, [, server]) => sum + (held.get(server)?.length ?? 0), 0);
        },
        cut() {
          for (const [client, server] of present) if (held.has(server)) client.destroy();
        },
        release() {
          for (const [, server] of present) {
            awaited.delete(server);
            if (!held.has(server)) continue;
            for (const chunk of held.get(server) ?? []) server.write(chunk);
            held.delete(server);
            server.end();
          }
        },
      };
    },
  };
}
