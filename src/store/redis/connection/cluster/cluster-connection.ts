import { setTimeout as pause } from "node:timers/promises";
import { type Command, Redis, type RedisOptions } from "ioredis";
import { slotOfKey } from "../../../keys/hash-slot.ts";
import { type Redirect, redirectOf, wasDiscarded } from "../../failures.ts";
import { labelOf, type ServerAddress } from "../address.ts";
import { ready } from "../ready.ts";
import { type SendWatcher, unwatched, watchedBy, watchersHere } from "../sends.ts";
import type { ServerOptions } from "../server-connection.ts";
import { slotConnector } from "./slot-connector.ts";
import { isComplete, readSlotMap, type SlotMap } from "./slot-map.ts";
import { SlotMasters } from "./slot-masters.ts";

/** Opens a connection to one node with these options. */
type OpenServer = (options: ServerOptions) => Redis;

/** Options of a connection that is used once, to ask a node for the other nodes. */
const PROBE_OPTIONS: ServerOptions = { lazyConnect: true, retryStrategy: null, commandTimeout: 3000 };

/** How long a refused command is repeated, in milliseconds; after that, its sender gets the refusal. */
const REDIRECT_MS = 2000;
/** Pause before the next attempt if the cluster says "later", in milliseconds. */
const LATER_MS = 50;
/** First and maximum pause between two reads of the slot map while masters are missing, in milliseconds. */
const [FIRST_POLL_MS, MAX_POLL_MS] = [50, 250];

/** A command, or the commands of a transaction, and the watchers of what is sent. */
interface Sending {
  commands: readonly Command[];
  watchers: readonly SendWatcher[] | undefined;
}

/** Options of the whole connection: whether it waits for `connect`, and commands for the first slot map. */
type ClusterOptions = Pick<RedisOptions, "lazyConnect" | "enableOfflineQueue">;

/**
 * A connection to all masters of a Redis Cluster, used like a connection to a single Redis: each command goes to the
 * master of its key's slot. A command is sent again only if the cluster has refused it because a slot has moved or is
 * moving. After a lost connection, the outcome of its commands is unknown; commands to other masters are not affected.
 * The library's own client for clusters repeats commands whose reply was lost, and could run a write twice.
 *
 * Emits `ready` when all slots have a master: at first, and again after each change of the masters. Emits `moved`
 * when another master serves a slot.
 */
export class ClusterConnection extends Redis {
  readonly #openServer: OpenServer;
  /** All nodes that were ever reported, by label. */
  readonly #known: Map<string, ServerAddress>;
  readonly #servers = new Map<string, Redis>();
  /** All connections that were ever opened. A node may get redirected commands before it is known as a master. */
  readonly #opened = new WeakSet<Redis>();
  readonly #masters = new SlotMasters();
  #reading: Promise<void> | undefined;
  #isClosed = false;
  /** Commands of a transaction that is being written. */
  #transaction: Command[] | undefined;
  /** By slot: how often commands were redirected. */
  readonly #redirects = new Map<number, number>();

  /** @param seeds nodes that are first asked for the other nodes */
  constructor(
    seeds: readonly ServerAddress[],
    openServer: OpenServer,
    { lazyConnect = false, enableOfflineQueue = true }: ClusterOptions,
  ) {
    super({ lazyConnect: true, enableOfflineQueue });
    this.#openServer = openServer;
    this.#known = new Map(seeds.map((endpoint) => [labelOf(endpoint), endpoint]));
    if (!lazyConnect) void this.#refresh();
  }

  /** The connections to the masters, one for each, in the order of their slots. */
  get masters(): Redis[] {
    return this.#masters.all.flatMap((label) => this.#servers.get(label) ?? []);
  }

  /** Returns how often commands of a slot were redirected so far. */
  redirectsOf(slot: number): number {
    return this.#redirects.get(slot) ?? 0;
  }

  /** Returns the connection to the master of a slot, if it is known. */
  masterOf(slot: number): Redis | undefined {
    return this.#servers.get(this.#masters.of(slot));
  }

  /** Whether this connection has opened a connection to a server. */
  hasOpened(server: Redis): boolean {
    return this.#opened.has(server);
  }

  /**
   * Opens a connection that leads to the current master of a key's slot. It works like one to a single server, also for
   * commands that block, if all keys are in that slot. Once this connection is closed, it cannot be opened again.
   */
  openFor(key: string, options: ServerOptions): Redis {
    const findMaster = () => this.#findMaster(slotOfKey(key));
    const isClosed = () => this.#isClosed;
    const Connector = slotConnector({ findMaster, isClosed, tls: () => connection.options.tls });
    const connection = this.#openServer({ Connector, isProbed: true, ...options });
    return connection;
  }

  /** Resolves once all slots have a master. */
  override async connect(): Promise<void> {
    await this.#refresh();
  }

  /** Closes the connection. With `reconnect`, only finds out again which nodes are masters. */
  override disconnect(reconnect = false): void {
    if (reconnect) return void this.#refresh();
    this.#isClosed = true;
    for (const server of this.#servers.values()) server.disconnect();
    this.#servers.clear();
    this.status = "end";
    this.emit("end");
  }

  override duplicate(): never {
    throw new Error("a connection to a cluster cannot be duplicated; open another one by its address");
  }

  override sendCommand(command: Command): unknown {
    const name = command.name.toLowerCase();
    if (name === "multi") this.#transaction = [];
    const transaction = this.#transaction;
    if (transaction) transaction.push(command);
    if (name === "exec" || name === "discard") this.#transaction = undefined;
    if (!this.#transaction) this.#dispatch(transaction ?? [command]);
    return command.promise;
  }

  /** Sends a command, or the commands of a transaction, and repeats them while they are refused. */
  #dispatch(commands: readonly Command[]): void {
    const first = commands.find((command) => command.getKeys().length > 0);
    const slot = first?.getSlot() ?? 0;
    const since = performance.now();
    const last = commands.at(-1);
    const watchers = watchersHere();
    let redirect: Redirect | undefined;
    let rejections: (() => void)[] = [];
    for (const command of commands) {
      const { reject } = command;
      command.reject = (err) => {
        const found = redirectOf(err);
        redirect ??= found;
        // The last command of a transaction decides whether all are sent again.
        if (command !== last) return found ? void rejections.push(() => reject(err)) : reject(err);
        const target = found || wasDiscarded(err) ? redirect : undefined;
        const earlier = rejections;
        [redirect, rejections] = [undefined, []];
        if (target && performance.now() - since < REDIRECT_MS && !this.#isClosed)
          return void this.#redirect(target, slot, { commands, watchers });
        for (const rejectEarlier of earlier) rejectEarlier();
        reject(err);
      };
    }
    this.#send(this.masterOf(slot), commands);
  }

  async #redirect(redirect: Redirect, slot: number, { commands, watchers }: Sending): Promise<void> {
    this.#redirects.set(slot, this.redirectsOf(slot) + 1);
    const present = this.#known.get(this.#masters.of(slot));
    let server: Redis | undefined;
    if (redirect.kind === "later") {
      await pause(LATER_MS);
    } else {
      const { port, host } = redirect;
      server = this.#open({ host: host === "" ? (present?.host ?? "") : host, port });
      await ready(server, AbortSignal.timeout(REDIRECT_MS)).catch(() => undefined);
    }
    if (redirect.kind !== "ask") void this.#refresh();
    if (commands.at(-1)?.isSettled) return;
    watchedBy(watchers, () => this.#send(server ?? this.masterOf(slot), commands, redirect.kind === "ask"));
  }

  #send(server: Redis | undefined, commands: readonly Command[], isAsking = false): void {
    if (!server) {
      this.#sendNowhere(commands);
      return;
    }
    if (isAsking) void server.asking().catch(() => undefined);
    for (const command of commands) server.sendCommand(command);
  }

  /** Handles commands whose master is unknown: they wait for the first slot map, if waiting is allowed, or fail. */
  #sendNowhere(commands: readonly Command[]): void {
    const refreshed = this.#refresh();
    if (this.status === "wait" && this.options.enableOfflineQueue)
      return void refreshed.then(() => this.#dispatch(commands));
    // The library's error text for a command that was not sent.
    for (const command of commands)
      command.reject(new Error("Stream isn't writeable: no master has the slot"));
  }

  #open(endpoint: ServerAddress): Redis {
    const label = labelOf(endpoint);
    const present = this.#servers.get(label);
    if (present) return present;
    const server = this.#openServer({ ...endpoint, lazyConnect: false, isProbed: true });
    server.on("error", (err: Error) => this.silentEmit("error", err));
    server.on("close", () => void this.#refresh());
    this.#servers.set(label, server);
    this.#opened.add(server);
    this.#known.set(label, endpoint);
    this.emit("master", server);
    return server;
  }

  /** Finds out which nodes are masters, and connects to them. Resolves when all slots have a master. */
  #refresh(): Promise<void> {
    return (this.#reading ??= unwatched(() => this.#pollMap()).finally(() => (this.#reading = undefined)));
  }

  async #pollMap(): Promise<void> {
    for (let pauseMs = FIRST_POLL_MS; !this.#isClosed; pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS)) {
      const map = await this.#readMap();
      if (map) {
        this.#apply(map);
        const signal = AbortSignal.timeout(pauseMs);
        const outcomes = await Promise.allSettled(this.masters.map((server) => ready(server, signal)));
        if (isComplete(map) && outcomes.every(({ status }) => status === "fulfilled")) break;
      }
      await pause(pauseMs);
    }
    if (this.#isClosed) return;
    this.status = "ready";
    this.emit("ready");
  }

  /**
   * Reads the slot map, if possible of a node that sees a healthy cluster. Resolves to undefined if no node answers.
   */
  async #readMap(): Promise<SlotMap | undefined> {
    const isConnected = (label: string) => this.#servers.get(label)?.status === "ready";
    const healthy = async (reply: Promise<SlotMap>) => {
      const map = await reply;
      if (!map.isHealthy) throw new Error("the server sees no healthy cluster");
      return map;
    };
    const replies: Promise<SlotMap>[] = [];
    for (const isOpen of [true, false]) {
      for (const [label, endpoint] of this.#known)
        if (isConnected(label) === isOpen) replies.push(this.#readMapFrom(label, endpoint));
      const found = await Promise.any(replies.map(healthy)).catch(() => undefined);
      if (found) return found;
    }
    return Promise.any(replies).catch(() => undefined);
  }

  async #readMapFrom(label: string, endpoint: ServerAddress): Promise<SlotMap> {
    const server = this.#servers.get(label);
    if (server?.status === "ready") return readSlotMap(server, endpoint);
    const probe = this.#openServer({ ...endpoint, ...PROBE_OPTIONS });
    probe.on("error", (err: Error) => this.silentEmit("error", err));
    try {
      await probe.connect();
      return await readSlotMap(probe, endpoint);
    } finally {
      probe.disconnect();
    }
  }

  /** Asks the nodes for the master of a slot. Rejects if none is known. */
  async #findMaster(slot: number): Promise<ServerAddress> {
    const map = await this.#readMap();
    if (map) this.#apply(map);
    const master = map && this.#known.get(this.#masters.of(slot));
    if (!master) throw new Error(`no node of the cluster names a master of slot ${slot}`);
    return master;
  }

  #apply(map: SlotMap): void {
    if (this.#isClosed) return;
    const hasMoved = this.#masters.apply(map);
    for (const [label, endpoint] of map.servers) this.#known.set(label, endpoint);
    const masters = this.#masters.all;
    for (const label of masters) this.#open(this.#known.get(label) ?? { host: "", port: 0 });
    for (const [label, server] of this.#servers) {
      if (masters.includes(label)) continue;
      this.#servers.delete(label);
      // Commands that were sent still get their replies. Commands that wait for a connection fail: it may never open.
      if (server.status === "ready") void server.quit().catch(() => server.disconnect());
      else server.disconnect();
    }
    if (hasMoved) this.emit("moved");
  }
}

/**
 * Returns the connections to all masters of a store.
 *
 * @throws if the connection to a cluster is closed, or was never ready: the store would look empty
 */
export function mastersOf(redis: Redis): Redis[] {
  if (!(redis instanceof ClusterConnection)) return [redis];
  // The library's error texts.
  if (redis.status === "end") throw new Error("Connection is closed.");
  if (redis.status === "wait") throw new Error("Stream isn't writeable: the masters are not known yet");
  return redis.masters;
}
