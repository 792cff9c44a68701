import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  type Case,
  count,
  type Counted,
  type CountedService,
  COUNTED_ENV,
  jobCases,
  requestCases,
} from "../../scripts/bench/support/measure/counts.ts";
import type { Backlog } from "../../scripts/bench/support/seed/backlog.ts";
import { KEYS, PARTITIONS } from "../../scripts/bench/support/stand.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { atEnd } from "../support/redis.ts";
import { RedisServer } from "../support/servers/redis-server.ts";
import { given, startService } from "../support/service.ts";

type Figures = Pick<Counted, "commands" | "bytesIn" | "bytesOut">;

/** In the terms of `npm run bench -- --counts`. A lower figure is to be entered here; a higher one needs a decision. */
const FIGURES: Record<string, Figures> = {
  "Create an item": { commands: 18.1, bytesIn: 3510, bytesOut: 475 },
  "Read 20 items": { commands: 1, bytesIn: 330, bytesOut: 8450 },
  "Read 20 items of one list": { commands: 1, bytesIn: 105, bytesOut: 165 },
  "Look up 20 lists of 5 items": { commands: 44, bytesIn: 300, bytesOut: 46_100 },
  "Look up 20 lists again": { commands: 24, bytesIn: 2090, bytesOut: 680 },
  "Add 20 items": { commands: 41.2, bytesIn: 21_400, bytesOut: 3020 },
  // The lowest of several rounds.
  Customer: { commands: 21.5, bytesIn: 2450, bytesOut: 1010 },
  "Product row": { commands: 54, bytesIn: 6900, bytesOut: 5800 },
  Alert: { commands: 27.5, bytesIn: 4880, bytesOut: 3650 },
  "Order row": { commands: 45.5, bytesIn: 7900, bytesOut: 5130 },
};
const GROWTH = 1.05;
/** Cost of a service per second without work: heartbeats, and waits that end. */
const IDLE: Figures = { commands: 17, bytesIn: 6000, bytesOut: 3000 };
/**
 * Maximum rounds of a case with background work. Other load on the machine changes how much work shares one commit or
 * job, and each commit and job costs commands of its own. The lowest of some rounds is stable.
 */
const ROUNDS = 10;

const WHAT = ["commands", "bytesIn", "bytesOut"] as const;

const figuresOf = (figureOf: (what: (typeof WHAT)[number]) => number): Figures => ({
  commands: figureOf("commands"),
  bytesIn: figureOf("bytesIn"),
  bytesOut: figureOf("bytesOut"),
});

/** Cost of a round per request, row or alert, without the cost of an idle service. */
const costOf = (round: Counted): Figures =>
  figuresOf((what) => round[what] - (IDLE[what] * round.seconds) / round.size);

const mostOf = (name: string): Figures => {
  const figures = given(FIGURES[name]);
  return figuresOf((what) => figures[what] * GROWTH);
};

/** Whether a case costs no more than its figure. */
function isWithin(name: string, cost: Figures): boolean {
  const most = mostOf(name);
  return WHAT.every((what) => cost[what] <= most[what]);
}

interface Opened {
  cases: Case[];
  backlog?: Backlog;
}

const suite = atEnd();

/**
 * Starts a service in this process, with its own Redis and what else changes the cost of requests on a stand: the
 * names of keys, and the budgets, which are high, not off.
 */
async function startCounted(role: string): Promise<CountedService & { stop: () => Promise<void> }> {
  const { url, redis } = await RedisServer.start(suite, { appendonly: "no" });
  const budgets = { RATE_LIMIT: "1000000", TENANT_ROWS: "1000000" };
  const env = { ...COUNTED_ENV, ...budgets, ROLE: role, PARTITIONS: PARTITIONS.toString() };
  const { callerFor, stop } = await startService(suite, env, { prefix: KEYS.prefix, redisUrl: url });
  const shop = await callerFor(await new Tenants(redis, KEYS).create("demo"));
  const call: CountedService["call"] = async (method, path, body) => {
    const answer = await shop.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  return { redis, call, stop };
}

/** The lowest costs of each case. Further rounds follow only if the rounds so far cost more than the figure. */
async function costs(
  role: string,
  open: (stand: CountedService) => Promise<Opened>,
): Promise<[string, Figures][]> {
  const stand = await startCounted(role);
  try {
    const { cases, ...parts } = await open(stand);
    const found: [string, Figures][] = [];
    for (const each of cases) {
      let lowest = costOf(await count(stand, each, parts));
      for (let round = 1; parts.backlog && round < ROUNDS && !isWithin(each.name, lowest); round++) {
        const [before, next] = [lowest, costOf(await count(stand, each, { ...parts, round }))];
        lowest = figuresOf((what) => Math.min(before[what], next[what]));
      }
      found.push([each.name, lowest]);
    }
    return found;
  } finally {
    await stand.stop();
  }
}

describe("the cost of a request", () => {
  let found: Map<string, Figures>;
  before(async () => {
    const requests = await costs("http,worker", async (stand) => ({ cases: await requestCases(stand) }));
    found = new Map([...requests, ...(await costs("all", jobCases))]);
  });

  it("has a figure for each case", () => {
    assert.deepEqual([...found.keys()].sort(), Object.keys(FIGURES).sort());
  });

  for (const name of Object.keys(FIGURES)) {
    it(`${name}: sends Redis at most a twentieth more than its figure`, (t) => {
      const [cost, most] = [given(found.get(name)), mostOf(name)];
      for (const what of WHAT) {
        t.diagnostic(`${what}: ${cost[what].toFixed(1)} of ${most[what].toFixed(1)}`);
        assert.ok(cost[what] <= most[what], `${what}: ${cost[what]} instead of at most ${most[what]}`);
      }
    });
  }
});
