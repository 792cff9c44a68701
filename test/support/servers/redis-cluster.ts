import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { slotOfKey, SLOTS } from "../../../src/store/keys/hash-slot.ts";
import { cutOffReplica } from "../cut-off.ts";
import { freePort } from "../programs.ts";
import { until } from "../until.ts";
import { ClusterNode, SlotMove } from "./cluster-node.ts";

const MASTERS = 3;
/** How long a failover in agreement may take before it is asked for again. */
const FAILOVER_MS = 7000;

export interface ClusterOptions {
  /** Each master has a replica; yes unless this says otherwise. */
  hasReplicas?: boolean;
}

/** Three masters, each with a replica, as processes of a test's own. */
export class RedisCluster {
  readonly #dir = mkdtempSync(join(tmpdir(), "wishlist-cluster-"));
  #nodes: ClusterNode[] = [];

  /** Starts one. Resolves once it is healthy and every replica follows. */
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

  /** The nodes that are masters now, and run. */
  async masters(): Promise<ClusterNode[]> {
    const roles = await Promise.all(
      this.#nodes.map((node) => node.infoSays("replication", "role:master").catch(() => false)),
    );
    return this.#nodes.filter((_, i) => roles[i]);
  }

  /** Number of the master that has the slot of a key. */
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
   * Kills the master of a key once its replica has all that it has acknowledged: what it loses else is what replication
   * of Redis loses, and nothing that a client can know.
   */
  async killMasterOf(key: string): Promise<void> {
    const { master } = await this.#pair(await this.numberOf(key));
    await this.#hold(master);
    await master.kill();
  }

  /** Kills a master, with nothing that its replica does not have, and starts it again once that has taken over. */
  async killMaster(number: number): Promise<void> {
    const { master } = await this.#pair(number);
    await this.#hold(master);
    await this.crashMaster(number);
  }

  /** Kills a master without a warning, and starts it again once its replica has taken over: what that lacks is lost. */
  async crashMaster(number: number): Promise<void> {
    const { master, replica } = await this.#pair(number);
    await master.kill();
    await until("the replica is promoted", () => replica.infoSays("replication", "role:master"));
    await master.launch();
    await this.#untilHealthy();
  }

  /**
   * Cuts a replica off from its master, which goes on alone for some milliseconds and is killed then: what it wrote
   * meanwhile is lost. It comes back as a replica of the one that was promoted.
   */
  async loseTail(number: number, ms: number): Promise<void> {
    const { release } = await this.cutOff(number);
    await pause(ms);
    await release();
  }

  /** Cuts a replica off from its master. `release` kills that master, and resolves once the replica has taken over. */
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

  /** Has a replica take over: in agreement with its master, or without asking. Nothing that was written is lost. */
  async failOver(number: number, way: "agreed" | "forced"): Promise<void> {
    const { master, replica } = await this.#pair(number);
    if (way === "forced") await this.#hold(master);
    let askedAt = Number.NEGATIVE_INFINITY;
    await until("the replica is promoted", async () => {
      // The nodes give one up that takes them more than five seconds, and refuse it while they are not connected.
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

  /** A master, counted round, with its replica. */
  async #pair(number: number): Promise<{ master: ClusterNode; replica: ClusterNode }> {
    let pair: { master: ClusterNode; replica: ClusterNode } | undefined;
    // A node may just have come back, and not know its part yet.
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

  /** Holds back the writes of a master, and waits until its replica has all that it has acknowledged. */
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

  /** Starts all nodes again. Resolves once the cluster is healthy. */
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
