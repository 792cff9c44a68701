import { before, describe, it } from "node:test";
import { Load } from "../support/load.ts";
import { type Cluster, newCluster, type Running } from "../support/processes.ts";
import { type Proxy, startProxy } from "../support/proxy.ts";
import { atEnd } from "../support/redis.ts";
import type { Caller } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Less than a lease lasts, and more than a sender waits. */
const LOST_MS = [100, 400, 2000];

/** What goes wrong with connections to Redis in the middle of a load. */
const FAULTS: { what: string; inject: (proxy: Proxy, load: Load) => Promise<void> }[] = [
  {
    what: "are cut until senders are answered 503",
    async inject(proxy, load) {
      for (let round = 0; round < 2; round++) {
        await load.untilMoreDone(50);
        proxy.cut();
        await load.untilAnswered(503);
        proxy.heal();
      }
    },
  },
  {
    what: "drop again and again",
    async inject(proxy, load) {
      for (let round = 0; round < 6; round++) {
        await load.untilMoreDone(20);
        proxy.drop();
      }
    },
  },
  {
    what: "lose their answers",
    async inject(proxy, load) {
      for (const ms of LOST_MS) {
        await load.untilMoreDone(50);
        await proxy.loseReplies(ms);
      }
    },
  },
];

type Start = (cluster: Cluster, throughProxy: { env: Record<string, string> }) => Promise<Running>[];

/** Whose connections go wrong. The first process takes the requests. */
const ARRANGEMENTS: { whose: string; start: Start }[] = [
  {
    whose: "the HTTP process",
    start: ({ start }, throughProxy) => [start("http", throughProxy), start("worker")],
  },
  { whose: "the worker", start: ({ start }, throughProxy) => [start("http"), start("worker", throughProxy)] },
  { whose: "one process that does it all", start: ({ start }, throughProxy) => [start("all", throughProxy)] },
];

for (const { whose, start } of ARRANGEMENTS) {
  describe(`connections of ${whose} with Redis`, () => {
    const suite = atEnd();
    let cluster: Cluster;
    let proxy: Proxy;
    let processes: Running[];
    let shop: Caller;
    before(async () => {
      cluster = newCluster(suite, { env: { ASK_TIMEOUT_MS: "1500" } });
      proxy = await startProxy(suite, cluster.url);
      processes = await Promise.all(start(cluster, { env: { REDIS_URL: proxy.url } }));
      const [http] = processes;
      if (!http) throw new Error("there is no process");
      shop = await cluster.newShop(http);
    });

    for (const { what, inject } of FAULTS) {
      it(`leave every write with a true answer when they ${what}`, async (t) => {
        const load = await Load.start(t, shop);
        await inject(proxy, load);
        await load.untilMoreDone(100);
        await load.stop();
        for (const process of processes) await until("the process is ready", () => process.isReady());
        await load.assertTruthful();
        // A process that does it all also passes the events on, and keeps none.
        if (processes.length > 1) await load.assertOneEventEach(cluster.redis, cluster.keys);
      });
    }
  });
}
