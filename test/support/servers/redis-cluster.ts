import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { slotOfKey, SLOTS } from "../../../src/store/keys/hash-slot.ts";
import { cutOffReplica } from "../connections/cut-off.ts";
import { freePort } from "../programs.ts";
import { until } from "../until.ts";
import { ClusterNode, SlotMove } from "./cluster-node.ts";

const MASTERS = 3;
/** Time after which an agreed failover is requested again, in milliseconds. */
const FAILOVER_MS = 7000;

export interface ClusterOptions {
  /** Whether each master has a replica; the default is true. */
  hasReplicas?: boolean;
}

/** A cluster of three masters, each with a replica, for one test. */
export class RedisCluster {
  readonly #dir = mkdtempSync(join(tmpdir(), "wishlist-cluster-"));
  #nodes: ClusterNode[] = [];

  /** Starts a cluster. Resolves when it is healthy and every replica follows its master. */
  static async start(
    settings: Record<string, string> = {},
    { hasReplicas = true }: ClusterOptions = {},
  ): Promise<RedisCluster> {
    const cluster = new RedisCluster();
    try {
      for (let i = 0; i < (hasReplicas ? MASTERS * 2 : MASTERS); i++) await cluster.#addNode(settings);
      await cluster.#join();
    } catch (err) {
      await cluster.stop();
      throw err;
    }
    return cluster;
  }

  get url(): string {
    return `redis+cluster://${this.#nodes.map(({ host }) => host).join(",")}`;
  }

  /** Returns the running nodes that are masters now. */
  async masters(): Promise<ClusterNode[]> {
    const roles = await Promise.all(
      this.#nodes.map((node) => node.infoSays("replication", "role:master").catch(() => false)),
    );
    return this.#nodes.filter((_, i) => roles[i]);
  }

  /** Returns the number of the master that has the slot of a key. */
  async numberOf(key: string): Promise<number> {
    for (const [number, { redis }] of (await this.masters()).entries()) {
      const isIts = await redis.exists(key).then(
        () => true,
        () => false,
      );
      if (isIts) return number;
    }
    throw new Error(`no master has ${key}`);
  }

  /** Begins to move the slot of a key to another master. */
  async beginMove(key: string): Promise<SlotMove> {
    const masters = await this.masters();
    const number = await this.numberOf(key);
    const [from, to] = [masters[number], masters[(number + 1) % masters.length]];
    if (!from || !to) throw new Error("there is only one master");
    return SlotMove.begin(masters, from, to, slotOfKey(key));
  }

  /**
   * Kills the master of a key after its replica has everything that was acknowledged. So the failover loses no
   * acknowledged write.
   */
  async killMasterOf(key: string): Promise<void> {
    const { master } = await this.#pair(await this.numberOf(key));
    await this.#hold(master);
    await master.kill();
  }

  /** Kills a master after its replica has all its data, and starts it again after the replica has taken over. */
  async killMaster(number: number): Promise<void> {
    const { master } = await this.#pair(number);
    await this.#hold(master);
    await this.crashMaster(number);
  }

  /**
   * Kills a master suddenly, and starts it again after its replica has taken over. Writes that the replica does not
   * have are lost.
   */
  async crashMaster(number: number): Promise<void> {
    const { master, replica } = await this.#pair(number);
    await master.kill();
    await until("the replica is promoted", () => replica.infoSays("replication", "role:master"));
    await master.launch();
    await this.#untilHealthy();
  }

  /**
   * Disconnects a replica from its master, which continues alone for `ms` and is then killed: its writes of this time
   * are lost. It starts again as a replica of the promoted node.
   */
  async loseTail(number: number, ms: number): Promise<void> {
    const { release } = await this.cutOff(number);
    await pause(ms);
    await release();
  }

  /**
   * Disconnects a replica from its master. `release` kills the master, and resolves when the replica has taken over.
   */
  async cutOff(number: number): Promise<{ release: () => Promise<void> }> {
    const { master, replica } = await this.#pair(number);
    const follow = await cutOffReplica(replica.redis);
    const release = async () => {
      await master.kill();
      await until("the replica is promoted", () => replica.infoSays("replication", "role:master"));
      await follow();
      await master.launch();
      await this.#untilHealthy();
    };
    return { release };
  }

  /** Makes a replica take over, in agreement with its master or forced. No write is lost. */
  async failOver(number: number, way: "agreed" | "forced"): Promise<void> {
    const { master, replica } = await this.#pair(number);
    if (way === "forced") await this.#hold(master);
    let askedAt = Number.NEGATIVE_INFINITY;
    await until("the replica is promoted", async () => {
      // The nodes give up a failover after five seconds, and refuse one while they are not connected.
      if (performance.now() - askedAt > FAILOVER_MS) {
        askedAt = performance.now();
        const how = way === "forced" ? ["TAKEOVER"] : [];
        await replica.redis.call("CLUSTER", "FAILOVER", ...how).catch(() => undefined);
      }
      return replica.infoSays("replication", "role:master");
    });
    if (way === "forced") {
      await until("the former master is a replica", () => master.infoSays("replication", "role:slave"));
      await master.redis.call("CLIENT", "UNPAUSE");
    }
    await this.#untilHealthy();
  }

  /** Kills a replica, and starts it again. */
  async killReplica(number: number): Promise<void> {
    const { replica } = await this.#pair(number);
    await replica.kill();
    await replica.launch();
    await this.#untilHealthy();
  }

  /** Returns a master with its replica. Numbers beyond the last master start again at the first one. */
  async #pair(number: number): Promise<{ master: ClusterNode; replica: ClusterNode }> {
    let pair: { master: ClusterNode; replica: ClusterNode } | undefined;
    // A node that was just started may not know its role yet.
    await until("a master has a replica", async () => {
      const masters = await this.masters();
      const master = masters[number % masters.length];
      for (const replica of this.#nodes)
        if (master && (await replica.infoSays("replication", `master_port:${master.port}`)))
          pair = { master, replica };
      return pair !== undefined;
    });
    if (!pair) throw new Error("a master has no replica");
    return pair;
  }

  /** Pauses the writes of a master, and waits until its replica has everything that was acknowledged. */
  async #hold(master: ClusterNode): Promise<void> {
    await master.redis.call("CLIENT", "PAUSE", "30000", "WRITE");
    await until("the replica has all writes", async () => {
      const info = await master.redis.info("replication");
      const [, written] = /master_repl_offset:(\d+)/.exec(info) ?? [];
      return info.includes(`offset=${written ?? ""},`);
    });
  }

  async #untilHealthy(): Promise<void> {
    for (const node of this.#nodes) {
      await until(`${node.host} is healthy`, async () => {
        const isReplica = await node.infoSays("replication", "role:slave");
        const isLinked = !isReplica || (await node.infoSays("replication", "master_link_status:up"));
        return isLinked && (await node.infoSays("cluster", "cluster_state:ok"));
      });
    }
  }

  /** Kills all nodes. */
  async kill(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()));
  }

  /** Starts all nodes again. Resolves when the cluster is healthy. */
  async launch(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.launch()));
    await this.#untilHealthy();
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) node.redis.disconnect();
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #addNode(settings: Record<string, string>): Promise<void> {
    const port = await freePort();
    const dir = join(this.#dir, port.toString());
    mkdirSync(dir);
    const node = new ClusterNode(port, await freePort(), { dir, settings });
    this.#nodes.push(node);
    await node.launch();
  }

  async #join(): Promise<void> {
    const nodes = this.#nodes;
    const [first] = nodes;
    for (const [i, { redis }] of nodes.entries()) {
      await redis.call("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
      if (i >= MASTERS) continue;
      const [from, to] = [i, i + 1].map((part) => Math.round((part * SLOTS) / MASTERS));
      await redis.call("CLUSTER", "ADDSLOTSRANGE", String(from), String(Number(to) - 1));
    }
    for (const { port, busPort } of nodes.slice(1))
      await first?.redis.call("CLUSTER", "MEET", "127.0.0.1", String(port), String(busPort));
    const allKnow = (line: string) => async () =>
      (await Promise.all(nodes.map((node) => node.infoSays("cluster", line)))).every(Boolean);
    await until("all nodes know each other", allKnow(`cluster_known_nodes:${nodes.length}`));
    for (const [i, replica] of nodes.slice(MASTERS).entries()) {
      const id = String(await nodes[i]?.redis.call("CLUSTER", "MYID"));
      await until("the replica knows its master", () =>
        replica.redis.call("CLUSTER", "REPLICATE", id).then(
          () => true,
          () => false,
        ),
      );
    }
    for (const replica of nodes.slice(MASTERS))
      await until("the replica follows", () => replica.infoSays("replication", "master_link_status:up"));
    await until("the cluster is healthy", allKnow("cluster_state:ok"));
  }
}
