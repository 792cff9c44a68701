import { availableParallelism } from "node:os";
import type { Redis } from "ioredis";
import { Keys } from "../../src/store/keys/keys.ts";
import { openStore } from "../../src/store/redis/connection/connect.ts";
import { newCluster, type Running } from "../../test/support/processes.ts";
import { addressOf, type Cleanup, newPrefix } from "../../test/support/redis.ts";
import { withCleanup } from "../../test/support/runner/newest-first.ts";
import { RedisCluster } from "../../test/support/servers/redis-cluster.ts";
import { RedisServer } from "../../test/support/servers/redis-server.ts";
import type { Caller } from "../../test/support/service.ts";
import { readCommandLine, say } from "../program.ts";
import { medianOf } from "./support/load/load.ts";
import { seedItems, seedWishlists } from "./support/seed/wishlists.ts";
import { cpuOfRedis, PARTITIONS } from "./support/stand.ts";
import { loadsOf, measure, type Measured, PAGE, type Subject, totalCpu } from "./support/subject.ts";

/** Persistence of the Redis that `npm start` starts. */
const PERSISTENCE = { appendonly: "yes", appendfsync: "everysec" };
const WARM_UP_SECONDS = 3;
const KINDS = { create: "Create an item", read: `Read ${PAGE} items, first time` } as const;

const { rounds, seconds, wishlists } = readCommandLine({
  call: "npm run bench:cluster",
  purpose: [
    "Measures what a write and a read cost each process, on a Redis Cluster of three masters and on one Redis. " +
      "Prints a Markdown table.",
    "Each of the two has its own processes http, worker and jobs. Neither the masters nor the one Redis have replicas. " +
      "Rounds of the two alternate. Service, Redis and load share the machine.",
  ],
  options: {
    rounds: { type: "number", default: 5, help: "rounds of each case; the medians are printed" },
    seconds: { type: "number", default: 5, help: "length of a round" },
    wishlists: { type: "number", default: 1000, help: "wishlists that are written and read" },
  },
}).values;

/** The Redis servers of a service. */
interface Store {
  url: string;
  redis: Redis;
  /** All servers, by their names in the table. */
  servers: Record<string, Redis>;
}

async function oneRedis(t: Cleanup): Promise<Store> {
  const { url, redis } = await RedisServer.start(t, PERSISTENCE);
  return { url, redis, servers: { "Redis 1": redis } };
}

async function threeMasters(t: Cleanup): Promise<Store> {
  const cluster = await RedisCluster.start(PERSISTENCE, { hasReplicas: false });
  const redis = openStore(addressOf(cluster.url), {});
  t.after(async () => {
    redis.disconnect();
    await cluster.stop();
  });
  const masters = await cluster.masters();
  const servers = Object.fromEntries(masters.map((master, i) => [`Redis ${i + 1}`, master.redis]));
  return { url: cluster.url, redis, servers };
}

/** Fills a service through its API, like the other benchmarks. */
const filled = (shop: Caller): Parameters<typeof seedItems>[0] => ({
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await shop.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body as T;
  },
});

/** A service with wishlists. */
async function subjectOn(t: Cleanup, store: Store): Promise<Subject> {
  const prefix = newPrefix();
  const { start, newShop } = newCluster(t, {
    built: "dist",
    store: { ...store, prefix, keys: new Keys(prefix, PARTITIONS) },
    env: {
      PARTITIONS: PARTITIONS.toString(),
      LEASE_MS: "5000",
      TENANT_ROWS: "off",
    },
  });
  const http = await start("http");
  const running: Record<string, Running> = { http, worker: await start("worker"), jobs: await start("jobs") };
  const shop = await newShop(http);
  const lists = await seedWishlists(filled(shop), wishlists);
  await seedItems(filled(shop), lists, PAGE);
  const cpu = async () => {
    const ofProcesses = Object.entries(running).map(
      async ([role, process]) =>
        [`\`${role}\``, (await process.metric("process_cpu_seconds_total")) * 1e6] as const,
    );
    const ofServers = Object.entries(store.servers).map(
      async ([name, redis]) => [name, await cpuOfRedis(redis)] as const,
    );
    return Object.fromEntries(await Promise.all([...ofProcesses, ...ofServers]));
  };
  return { loads: loadsOf(shop.baseUrl, shop.headers, lists), cpu };
}

/** Measurements of one of the two. */
type Rounds = Measured[];

const median = (measured: Rounds, pick: (round: Measured) => number | undefined) =>
  medianOf(measured.map((round) => pick(round) ?? 0));

function tableOf(title: string, one: Rounds, three: Rounds): string[] {
  const names = Object.keys(three[0]?.cpu ?? {});
  const row = (name: string, pick: (round: Measured) => number | undefined, isThere = true) => {
    const [single, cluster] = [median(one, pick), median(three, pick)];
    const cells = isThere
      ? [single.toFixed(0), cluster.toFixed(0), (cluster / single).toFixed(2)]
      : ["", cluster.toFixed(0), ""];
    return `| ${[name, ...cells].join(" | ")} |`;
  };
  return [
    `| ${title} | One Redis | Three masters | Ratio |`,
    "| --- | ---: | ---: | ---: |",
    row("Requests/s", (round) => round.perSecond),
    row("Median, ms", (round) => round.median),
    row("p99, ms", (round) => round.p99),
    ...names.map((name) => row(`CPU µs, ${name}`, ({ cpu }) => cpu[name], name in (one[0]?.cpu ?? {}))),
    row("CPU µs, everything", totalCpu),
    "",
  ];
}

async function compare(t: Cleanup): Promise<string[]> {
  say("Starting both services, and creating their wishlists...");
  const subjects = [
    await subjectOn(t, await oneRedis(t)),
    await subjectOn(t, await threeMasters(t)),
  ] as const;
  const lines: string[] = [];
  for (const [kind, title] of Object.entries(KINDS) as [keyof typeof KINDS, string][]) {
    for (const subject of subjects) await measure(subject, kind, WARM_UP_SECONDS);
    const measured: [Rounds, Rounds] = [[], []];
    for (let round = 1; round <= rounds; round++)
      for (const [i, subject] of subjects.entries()) {
        const each = await measure(subject, kind, seconds);
        measured[i]?.push(each);
        say(
          `round ${round}, ${kind}, ${i === 0 ? "one Redis" : "three masters"}: ${each.perSecond.toFixed(0)}/s`,
        );
      }
    lines.push(...tableOf(title, ...measured));
  }
  return lines;
}

console.log(
  [
    ...(await withCleanup(compare)),
    `Node ${process.versions.node}, ${availableParallelism()} cores for all, 64 connections, ${PARTITIONS} partitions, medians of ${rounds} rounds of ${seconds} s.`,
  ].join("\n"),
);
