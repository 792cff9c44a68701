import { before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Load } from "../../support/callers/load.ts";
import { type Cluster, newCluster } from "../../support/processes.ts";
import { atEnd } from "../../support/redis.ts";
import { type Proxy, startProxy } from "../../support/servers/proxy.ts";
import { type Caller, CS, given, send, type Service, unique } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const ASK_TIMEOUT_MS = 800;
/** Less than a lease lasts, and more than a sender waits. */
const LOST_MS = [100, 400, ASK_TIMEOUT_MS * 1.5] as const;

/** Faults of connections to Redis in the middle of a load. */
const FAULTS: {
  what: string;
  inject: (proxy: Proxy, load: Load) => Promise<void>;
  /** Only where requests come in. */
  isOfSender?: boolean;
}[] = [
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
  {
    what: "lose their answers, and are cut until senders get an unknown outcome",
    isOfSender: true,
    async inject(proxy, load) {
      await load.untilMoreDone(50);
      await proxy.loseReplies(() => Promise.all([pause(LOST_MS[1]), load.untilAllWait()]));
      proxy.cut();
      await load.untilAnswered(500);
      proxy.heal();
    },
  },
];

/**
 * Connections with faults: between Redis and these roles, which run in separate processes. The first takes the
 * requests.
 */
const CLUSTERS: { roles: string[]; whose: { role: string; name: string }[] }[] = [
  {
    roles: ["http", "worker"],
    whose: [
      { role: "http", name: "the HTTP process" },
      { role: "worker", name: "the worker" },
    ],
  },
  { roles: ["all"], whose: [{ role: "all", name: "one process that does it all" }] },
];

for (const { roles, whose } of CLUSTERS) {
  describe(`connections with Redis of a service of ${roles.join(" and ")}`, () => {
    const suite = atEnd();
    let cluster: Cluster;
    let proxies: Map<string, Proxy>;
    let services: Service[];
    let shop: Caller;
    before(async () => {
      cluster = newCluster(suite, { env: { ASK_TIMEOUT_MS: ASK_TIMEOUT_MS.toString() } });
      proxies = new Map();
      for (const role of roles) proxies.set(role, await startProxy(suite, cluster.url));
      const env = (role: string) => ({ REDIS_URL: given(proxies.get(role)).url });
      services = await Promise.all(roles.map((role) => cluster.serve(role, env(role))));
      shop = await cluster.newShop(given(services[0]));
      // The start of a worker may take longer than a write waits.
      await until(
        "writes are applied",
        async () => (await shop.post(`${CS}/customers`, { id: unique("c") })).status === 201,
      );
    });

    for (const { role, name } of whose)
      for (const { what, inject, isOfSender } of FAULTS) {
        if (isOfSender && role !== roles[0]) continue;
        it(`leave every write with a true answer when those of ${name} ${what}`, async (t) => {
          const load = await Load.start(t, shop);
          await inject(given(proxies.get(role)), load);
          // On a cluster, a process is ready before all of its connections to masters are back.
          await load.untilMoreDoneInARow(50);
          await load.stop();
          for (const { baseUrl } of services)
            await until(
              "it is ready",
              async () => (await send(baseUrl, "GET", "/health/ready")).status === 200,
            );
          await load.assertTruthful();
          // A process that does it all also passes the events on, and keeps none.
          if (roles.length > 1) await load.assertOneEventEach(cluster.redis, cluster.keys);
        });
      }
  });
}
