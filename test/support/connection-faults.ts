import { describe, it } from "node:test";
import { Load } from "./load.ts";
import { type Cluster, newCluster, type Running } from "./processes.ts";
import { type Proxy, startProxy } from "./proxy.ts";
import type { Cleanup } from "./redis.ts";
import { until } from "./until.ts";

/** Makes connections to Redis go wrong in the middle of a load. */
export type Inject = (proxy: Proxy, load: Load) => Promise<void>;

type Start = (cluster: Cluster, throughProxy: { env: Record<string, string> }) => Promise<Running>[];

/** The first process takes the requests. */
const ARRANGEMENTS: { whose: string; start: Start }[] = [
  {
    whose: "the HTTP process",
    start: ({ start }, throughProxy) => [start("http", throughProxy), start("worker")],
  },
  { whose: "the worker", start: ({ start }, throughProxy) => [start("http"), start("worker", throughProxy)] },
  { whose: "one process that does it all", start: ({ start }, throughProxy) => [start("all", throughProxy)] },
];

async function survive(t: Cleanup, start: Start, inject: Inject): Promise<void> {
  const cluster = newCluster(t, { env: { ASK_TIMEOUT_MS: "1500" } });
  const proxy = await startProxy(t, cluster.url);
  const processes = await Promise.all(start(cluster, { env: { REDIS_URL: proxy.url } }));
  const [http] = processes;
  if (!http) throw new Error("there is no process");
  const load = await Load.start(t, await cluster.newShop(http));
  await inject(proxy, load);
  await load.untilMoreDone(100);
  await load.stop();
  for (const process of processes) await until("the process is ready", () => process.isReady());
  await load.assertTruthful();
  // A process that does it all also passes the events on, and keeps none.
  if (processes.length > 1) await load.assertOneEventEach(cluster.redis, cluster.keys);
}

/** Tests that writes come out right when connections to Redis go wrong so, whoever's they are. */
export function describeConnectionsThat(goWrong: string, inject: Inject): void {
  describe(`connections to Redis that ${goWrong}`, () => {
    for (const { whose, start } of ARRANGEMENTS) {
      it(`leave every write with a true answer when they are those of ${whose}`, async (t) => {
        await survive(t, start, inject);
      });
    }
  });
}
