import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Redis } from "ioredis";
import { ensureRedisServer } from "../../../src/app/process/redis-binary.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { addressOf } from "../redis.ts";
import { until } from "../until.ts";

/** How long a node may be silent until the others count it as failed. A shorter time makes a failover faster. */
const NODE_TIMEOUT_MS = 2000;

/** A process that is a node of a cluster. */
export class ClusterNode {
  readonly redis: Redis;
  readonly host: string;
  readonly port: number;
  readonly busPort: number;
  readonly #args: string[];
  #child: ChildProcess | undefined;

  constructor(
    port: number,
    busPort: number,
    { dir, settings }: { dir: string; settings: Record<string, string> },
  ) {
    this.port = port;
    this.busPort = busPort;
    this.host = `127.0.0.1:${port}`;
    this.redis = openStore(addressOf(`redis://${this.host}`), { retryStrategy: () => 50 });
    this.redis.on("error", () => undefined);
    const own = { bind: "127.0.0.1", port, "cluster-port": busPort, dir, "cluster-enabled": "yes" };
    const fast = { "repl-diskless-sync-delay": 0 };
    const all = { ...own, ...fast, ...settings, "cluster-node-timeout": NODE_TIMEOUT_MS, save: "" };
    this.#args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
  }

  async launch(): Promise<void> {
    this.#child = spawn(
      ensureRedisServer(() => undefined),
      this.#args,
      { stdio: "ignore" },
    );
    await until(`${this.host} answers`, () =>
      this.redis.ping().then(
        () => true,
        () => false,
      ),
    );
  }

  async infoSays(section: "cluster" | "replication", line: string): Promise<boolean> {
    const reply =
      section === "cluster" ? await this.redis.call("CLUSTER", "INFO") : await this.redis.info(section);
    return String(reply).includes(line);
  }

  async id(): Promise<string> {
    return String(await this.redis.call("CLUSTER", "MYID"));
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

/** The move of a slot from one master to another, as `redis-cli --cluster reshard` does it. */
export class SlotMove {
  readonly #nodes: readonly ClusterNode[];
  readonly #from: ClusterNode;
  readonly #to: ClusterNode;
  readonly #slot: string;
  readonly #toId: string;

  private constructor(
    nodes: readonly ClusterNode[],
    from: ClusterNode,
    to: ClusterNode,
    slot: number,
    toId: string,
  ) {
    this.#nodes = nodes;
    this.#from = from;
    this.#to = to;
    this.#slot = slot.toString();
    this.#toId = toId;
  }

  /** Begins the move: from now on, the master redirects clients to the other one for keys that it does not have. */
  static async begin(
    masters: readonly ClusterNode[],
    from: ClusterNode,
    to: ClusterNode,
    slot: number,
  ): Promise<SlotMove> {
    const [fromId, toId] = await Promise.all([from.id(), to.id()]);
    const move = new SlotMove(masters, from, to, slot, toId);
    await move.#set(to, "IMPORTING", fromId);
    await move.#set(from, "MIGRATING", toId);
    return move;
  }

  /** Moves some of the remaining keys. Resolves to whether there were any. */
  async moveKeys(count: number): Promise<boolean> {
    const { redis } = this.#from;
    const keys = (await redis.call("CLUSTER", "GETKEYSINSLOT", this.#slot, count.toString())) as string[];
    if (keys.length > 0) await redis.migrate("127.0.0.1", this.#to.port, "", 0, 5000, "KEYS", ...keys);
    return keys.length > 0;
  }

  /** Ends the move: the other master has the slot. */
  async end(): Promise<void> {
    for (const node of [this.#to, this.#from, ...this.#nodes]) await this.#set(node, "NODE", this.#toId);
  }

  async #set(node: ClusterNode, state: string, id: string): Promise<void> {
    await node.redis.call("CLUSTER", "SETSLOT", this.#slot, state, id);
  }
}
