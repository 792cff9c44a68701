import { setTimeout as pause } from "node:timers/promises";
import { type Command, Redis, type RedisOptions } from "ioredis";
import { slotOfKey, SLOTS } from "../../keys/hash-slot.ts";
import { labelOf, type ServerAddress } from "../address.ts";
import { type Redirect, redirectOf, wasDiscarded } from "../failures.ts";
import { ready } from "../ready.ts";
import { type SendWatcher, unwatched, watchedBy, watchersHere } from "../sends.ts";
import type { StoreOptions } from "../server-connection.ts";
import { slotConnector } from "./slot-connector.ts";
import { isComplete, mastersIn, readSlotMap, type SlotMap } from "./slot-map.ts";

/** How a connection to one node is opened, with options of its own. */
type OpenServer = (options: StoreOptions) => Redis;

/** A connection that is used once, to ask a node for the others. */
const PROBE_OPTIONS = { lazyConnect: true, retryStrategy: null, commandTimeout: 3000 } satisfies StoreOptions;

/** How long a refused command is sent again, in milliseconds; then its refusal counts. */
const REDIRECT_MS = 2000;
/** Time to the next attempt where the cluster says "later", in milliseconds. */
const LATER_MS = 50;
/** Time between two looks at the slot map while masters are missing, in milliseconds. */
const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 250;

/** A command, or the commands of a transaction, and who watches what is sent. */
interface Sending {
  commands: readonly Command[];
  watchers: readonly SendWatcher[] | undefined;
}

/** The connection to a cluster itself: whether it waits for `connect`, and whether commands wait for the first slot map. */
type ClusterOptions = Pick<RedisOptions, "lazyConnect" | "enableOfflineQueue">;

/**
 * A connection to all masters of a Redis Cluster, used like one to a single Redis: each command goes to the master of
 * its key's slot. A command is sent again only where the cluster has refused it, because a slot has moved or is moving;
 * after a lost connection its outcome is unknown, and the commands of other masters are not affected. The library's own
 * client for clusters repeats commands whose reply was lost, and would run a write twice.
 *
 * Emits `ready` whenever all slots have a master again: at first, and after each change of the masters.
 */
export class ClusterConnection extends Redis {
  readonly #openServer: OpenServer;
  /** Nodes that were ever heard of. */
  readonly #known: Map<string, ServerAddress>;
  readonly #servers = new Map<string, Redis>();
  /** All that were ever opened: one may get commands that it is redirected, and not have become a master yet. */
  readonly #opened = new WeakSet<Redis>();
  /** Label of each slot's master; empty where there is none. */
  readonly #masters = new Array<string>(SLOTS).fill("");
  #learning: Promise<void> | undefined;
  #isClosed = false;
  /** Commands of a transaction that is being written. */
  #transaction: Command[] | undefined;
  /** How often commands of a slot were redirected. */
  readonly #redirects = new Map<number, number>();

  /** @param seeds nodes to ask first for the others */
  constructor(
    seeds: readonly ServerAddress[],
    openServer: OpenServer,
    { lazyConnect = false, enableOfflineQueue = true }: ClusterOptions,
  ) {
    super({ lazyConnect: true, enableOfflineQueue });
    this.#openServer = openServer;
    this.#known = new Map(seeds.map((endpoint) => [labelOf(endpoint), endpoint]));
    if (!lazyConnect) void this.#learn();
  }

  /** Connections to the masters, one each, in the order of their slots. */
  get masters(): Redis[] {
    return [...new Set(this.#masters)].flatMap((label) => this.#servers.get(label) ?? []);
  }

  /** How often commands of a slot were redirected until now. */
  redirectsOf(slot: number): number {
    return this.#redirects.get(slot) ?? 0;
  }

  /** The connection to the master of a slot, where one is known. */
  masterOf(slot: number): Redis | undefined {
    return this.#servers.get(this.#masters[slot] ?? "");
  }

  /** Whether a connection to a server is one of these. */
  has(server: Redis): boolean {
    return this.#opened.has(server);
  }

  /**
   * Opens a connection to the master of a key's slot, whichever that is. It is like one to a single server, also for
   * commands that block, as long as all keys are of that slot; this one says where it leads, and is closed after it.
   */
  openFor(key: string, options: StoreOptions): Redis {
    const findMaster = () => this.#findMaster(slotOfKey(key));
    const Connector = slotConnector({ findMaster, tls: () => connection.options.tls });
    const connection = this.#openServer({ Connector, ...options });
    return connection;
  }

  /** Resolves once all slots have a master. */
  override async connect(): Promise<void> {
    await this.#learn();
  }

  /** Closes it; with `reconnect`, only looks again which nodes are masters. */
  override disconnect(reconnect = false): void {
    if (reconnect) return void this.#learn();
    this.#isClosed = true;
    for (const server of this.#servers.values()) server.disconnect();
    this.#servers.clear();
    this.status = "end";
    this.emit("end");
  }

  override duplicate(): never {
    throw new Error("a connection to a cluster is opened from its address");
  }

  override sendCommand(command: Command): unknown {
    const name = command.name.toLowerCase();
    if (name === "multi") this.#transaction = [];
    const together = this.#transaction;
    if (together) together.push(command);
    if (name === "exec" || name === "discard") this.#transaction = undefined;
    if (!this.#transaction) this.#dispatch(together ?? [command]);
    return command.promise;
  }

  /** Sends a command, or the commands of a transaction, and again while they are refused. */
  #dispatch(commands: readonly Command[]): void {
    const first = commands.find((command) => command.getKeys().length > 0);
    const slot = first?.getSlot() ?? 0;
    const since = performance.now();
    const last = commands.at(-1);
    const watchers = watchersHere();
    let redirect: Redirect | undefined;
    let refused: (() => void)[] = [];
    for (const command of commands) {
      const { reject } = command;
      command.reject = (err) => {
        const found = redirectOf(err);
        redirect ??= found;
        // The end of a transaction decides on it.
        if (command !== last) return found ? void refused.push(() => reject(err)) : reject(err);
        const target = found || wasDiscarded(err) ? redirect : undefined;
        const held = refused;
        [redirect, refused] = [undefined, []];
        if (target && performance.now() - since < REDIRECT_MS && !this.#isClosed)
          return void this.#redirect(target, slot, { commands, watchers });
        for (const each of held) each();
        reject(err);
      };
    }
    this.#send(this.masterOf(slot), commands);
  }

  async #redirect(redirect: Redirect, slot: number, { commands, watchers }: Sending): Promise<void> {
    this.#redirects.set(slot, this.redirectsOf(slot) + 1);
    const present = this.#known.get(this.#masters[slot] ?? "");
    let server: Redis | undefined;
    if (redirect.kind === "later") {
      await pause(LATER_MS);
    } else {
      const { port, host } = redirect;
      server = this.#open({ host: host === "" ? (present?.host ?? "") : host, port });
      await ready(server, AbortSignal.timeout(REDIRECT_MS)).catch(() => undefined);
    }
    if (redirect.kind !== "ask") void this.#learn();
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

  /** Where no master is known, commands wait for the first slot map, if they may, or fail. */
  #sendNowhere(commands: readonly Command[]): void {
    const learned = this.#learn();
    if (this.status === "wait" && this.options.enableOfflineQueue)
      return void learned.then(() => this.#dispatch(commands));
    // The library's words for a command that was not sent.
    for (const command of commands)
      command.reject(new Error("Stream isn't writeable: no master has the slot"));
  }

  #open(endpoint: ServerAddress): Redis {
    const label = labelOf(endpoint);
    const present = this.#servers.get(label);
    if (present) return present;
    const server = this.#openServer({ ...endpoint, lazyConnect: false });
    server.on("error", (err: Error) => this.silentEmit("error", err));
    server.on("close", () => void this.#learn());
    this.#servers.set(label, server);
    this.#opened.add(server);
    this.#known.set(label, endpoint);
    this.emit("master", server);
    return server;
  }

  /** Learns which nodes are masters, and connects to them. Ends when all slots have one. */
  #learn(): Promise<void> {
    return (this.#learning ??= unwatched(() => this.#look()).finally(() => (this.#learning = undefined)));
  }

  async #look(): Promise<void> {
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

  /** The slot map of a node that sees a healthy cluster, else of any; undefined where none answers. */
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

  /** Asks the nodes for the master of a slot. Rejects where none is known. */
  async #findMaster(slot: number): Promise<ServerAddress> {
    const map = await this.#readMap();
    if (map) this.#apply(map);
    const master = map && this.#known.get(this.#masters[slot] ?? "");
    if (!master) throw new Error(`no node of the cluster says who has the slot ${slot}`);
    return master;
  }

  #apply(map: SlotMap): void {
    if (this.#isClosed) return;
    this.#masters.fill("");
    for (const { first, last, master } of map.ranges) this.#masters.fill(master, first, last + 1);
    for (const [label, endpoint] of map.servers) this.#known.set(label, endpoint);
    const masters = mastersIn(map);
    for (const label of masters) this.#open(this.#known.get(label) ?? { host: "", port: 0 });
    for (const [label, server] of this.#servers) {
      if (masters.includes(label)) continue;
      this.#servers.delete(label);
      // What was sent over it gets its replies still. Without a connection, what waits for one fails: it may never come.
      if (server.status === "ready") void server.quit().catch(() => server.disconnect());
      else server.disconnect();
    }
  }
}

/**
 * The connections that lead to all masters of a store: of a single Redis, it alone. Throws for one to a cluster that is
 * closed: who asks all masters would take it for an empty store.
 */
export function mastersOf(redis: Redis): Redis[] {
  if (!(redis instanceof ClusterConnection)) return [redis];
  // The library's words.
  if (redis.status === "end") throw new Error("Connection is closed.");
  return redis.masters;
}

/** Whether the commands of a connection to the store may be sent over this connection to a server. */
export const leadsTo = (redis: Redis, server: Redis): boolean =>
  redis instanceof ClusterConnection ? redis.has(server) : redis === server;
