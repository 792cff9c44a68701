import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describePartitions } from "../../../src/store/partition/inspect.ts";
import { PARTITIONS } from "../../support/processes.ts";
import { given } from "../../support/service.ts";
import { ASK_TIMEOUT_MS, type Place, type Stage } from "../stage.ts";
import type { Fault, FaultKind } from "./plan.ts";

type Cause = (stage: Stage, place: Place, ms: number) => Promise<void>;

/** Maximum wait for a commit that is to arrive late, and the time between two checks, in milliseconds. */
const COMMIT_MS = 1000;
const POLL_MS = 10;
/** Text that only a commit has. */
const COMMIT_SIGN = '"fence":';
/** The state of a process while its commit is late. */
const LATE_WAYS = ["goes on", "stops", "goes on", "waits"] as const;

const signalled = (pid: number, signal: NodeJS.Signals) => {
  if (pid > 0) process.kill(pid, signal);
};

/** The effect of each fault. Each resolves once the fault is over. */
const CAUSES: Record<FaultKind, Cause> = {
  kill: (_, place) => place.replace("SIGKILL"),
  restart: (_, place) => place.replace("SIGTERM"),
  async freeze(_, place, ms) {
    const { program } = place.running ?? {};
    program?.signal("SIGSTOP");
    await pause(ms);
    program?.signal("SIGCONT");
  },
  async cut(_, { proxy }, ms) {
    proxy.cut();
    await pause(ms);
    proxy.heal();
  },
  async drop(_, { proxy }) {
    proxy.drop();
    await Promise.resolve();
  },
  loseReplies: async (_, { proxy }, ms) => proxy.loseReplies(Math.min(ms, 1000)),
  loseRepliesLong: async (_, { proxy }, ms) => proxy.loseReplies(ASK_TIMEOUT_MS + ms),
  stall: async (_, { proxy }, ms) => proxy.stall(ms),
  async blackHole(_, { proxy }) {
    proxy.freeze();
    await Promise.resolve();
  },
  async halfClose(_, { proxy }) {
    proxy.halfClose();
    await Promise.resolve();
  },
  async arriveLate({ leaseMs }, { proxy, running }, ms) {
    const late = proxy.holdBack(COMMIT_SIGN);
    const since = performance.now();
    while (performance.now() - since < COMMIT_MS && late.length === 0) await pause(POLL_MS);
    const way = LATE_WAYS[ms % LATE_WAYS.length];
    if (way !== "waits") late.cut();
    if (way === "stops") running?.program.signal("SIGSTOP");
    await pause(leaseMs + (ms % leaseMs));
    late.release();
    if (way === "stops") running?.program.signal("SIGCONT");
  },
  async freezeTwo({ store, places, leaseMs }, place, ms) {
    const first = place.running;
    const own = first?.says("worker started").map(({ worker }) => worker) ?? [];
    first?.program.signal("SIGSTOP");
    const workersNow = async () =>
      (await describePartitions(store.redis, store.keys, PARTITIONS)).map(({ worker }) => worker);
    let successors: (string | undefined)[] = [];
    // Measured by the clock: while a master is away, one check may take seconds.
    for (const since = performance.now(); performance.now() - since < leaseMs + ms;) {
      await pause(POLL_MS);
      successors = (await workersNow().catch(() => own)).filter(
        (worker) => worker !== undefined && !own.includes(worker),
      );
      if (successors.length === PARTITIONS) break;
    }
    const second = places
      .flatMap(({ running }) => running ?? [])
      .find((running) => running.says("worker started").some(({ worker }) => successors.includes(worker)));
    second?.program.signal("SIGSTOP");
    await pause(leaseMs + (ms % leaseMs) / 2);
    first?.program.signal("SIGCONT");
    await pause((ms % leaseMs) / 2);
    second?.program.signal("SIGCONT");
  },
  async killRedis({ redis }, _, ms) {
    await redis.kill();
    await pause(ms / 2);
    await redis.launch();
  },
  async stallRedis({ redis }, _, ms) {
    signalled(redis.pid, "SIGSTOP");
    await pause(ms);
    signalled(redis.pid, "SIGCONT");
  },
  async fullDisk({ redis }, _, ms) {
    const { pid } = redis;
    execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${largestFile(redis.dir) + (ms % 200)}`]);
    await redis.ended();
    await pause(ms / 2);
    await redis.launch();
  },
  async loseUnsynced({ redis }, _, ms) {
    await redis.loseUnsynced(200 + (ms % 500));
    await pause(ms / 2);
    await redis.launch();
  },
  async fullMemory(stage, _, ms) {
    const servers = await serversOf(stage);
    for (const server of servers) await server.config("SET", "maxmemory", "1");
    await pause(ms);
    for (const server of servers) await server.config("SET", "maxmemory", "0");
  },
  async flushScripts(stage) {
    for (const server of await serversOf(stage)) await server.script("FLUSH");
  },
  killMaster: (stage, _, ms) => given(stage.redisCluster).killMaster(ms),
  failOver: (stage, _, ms) => given(stage.redisCluster).failOver(ms, "agreed"),
  takeOver: (stage, _, ms) => given(stage.redisCluster).failOver(ms, "forced"),
  loseTail: (stage, _, ms) => given(stage.redisCluster).loseTail(ms, ms),
  killReplica: (stage, _, ms) => given(stage.redisCluster).killReplica(ms),
};

/** The servers that accept writes: masters, or the only one. */
async function serversOf({ redis, redisCluster }: Stage) {
  if (!redisCluster) return [redis.redis];
  return (await redisCluster.masters()).map((master) => master.redis);
}

/** Size of the current append-only file, in bytes. */
function largestFile(dir: string): number {
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).map((name) =>
    statSync(join(dir, name)),
  );
  return Math.max(...files.filter((file) => file.isFile()).map(({ size }) => size));
}

/** The subject of a fault: processes have faults one after the other; so have the servers of Redis. */
const subjectOf = ({ kind, target }: Fault, places: number) =>
  /Redis|full|flush|Master|Replica|Over|Tail|Unsynced/.test(kind) ? "redis" : String(target % places);

/**
 * Causes faults at their times. Resolves once all are over. Faults of one process, or of Redis, run one after the
 * other.
 */
export async function causeFaults(
  stage: Stage,
  faults: readonly Fault[],
  onFault: (fault: Fault) => void,
): Promise<void> {
  const startedAt = performance.now();
  const last = new Map<string, Promise<void>>();
  for (const fault of faults) {
    const subject = subjectOf(fault, stage.places.length);
    const before = last.get(subject) ?? Promise.resolve();
    const act = async () => {
      await before;
      await pause(Math.max(0, fault.at - (performance.now() - startedAt)));
      onFault(fault);
      await CAUSES[fault.kind](stage, given(stage.places[fault.target % stage.places.length]), fault.ms);
    };
    last.set(subject, act());
  }
  await Promise.all(last.values());
}
