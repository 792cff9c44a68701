// A group of processes: one dies while the first process gathers metrics for it, and for a while no other can be started.
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Gauge, Registry } from "prom-client";
import { onGroupStop, ProcessGroup, shareMetrics } from "../../src/app/process/cluster.ts";

const COLLECT_MS = 300;
const NO_STARTS_MS = 1500;

function runFirst(): void {
  const { execPath } = process;
  const group = new ProcessGroup(2, { env: {}, onRefused: () => undefined }, pino());
  const [asking] = Object.values(cluster.workers ?? {});
  cluster.on("message", (_, message) => {
    if (message === "collecting") asking?.process.kill("SIGKILL");
  });
  asking?.once("exit", () => {
    process.execPath = "/missing";
    setTimeout(() => (process.execPath = execPath), NO_STARTS_MS);
  });
  process.once("SIGTERM", () => void group.stop().then(() => process.exit(0)));
}

function runOther(id: number): void {
  const registry = new Registry();
  const metrics = shareMetrics(registry);
  onGroupStop(() => process.exit(0));
  if (id === 1) setInterval(() => void metrics().catch(() => undefined), COLLECT_MS);
  if (id > 2) console.log("started again");
  if (id !== 2) return;
  new Gauge({
    name: "slow",
    help: "Is collected slowly.",
    registers: [registry],
    async collect() {
      // By then the process that asks has given its own metrics.
      await sleep(COLLECT_MS);
      process.send?.("collecting");
      await sleep(COLLECT_MS);
    },
  });
}

if (cluster.worker) runOther(cluster.worker.id);
else runFirst();
