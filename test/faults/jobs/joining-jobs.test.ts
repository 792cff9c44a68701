import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { CALM, metricOf, newCluster } from "../../support/processes.ts";
import { startReceiver } from "../../support/receiver.ts";
import { type Service, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

/** How customers are created. */
interface Pace {
  /** Number of requests at once. */
  concurrency: number;
  /** Pause between two requests of a loop, in milliseconds: the processes need the machine too. */
  pauseMs: number;
  /** Events that a process must have relayed to count as one that relays. */
  relayed: number;
}
/** So many that two processes that serve the same partition meet. */
const MANY: Pace = { concurrency: 4, pauseMs: 20, relayed: 50 };
/** So few that the wait for a dead process costs little. */
const FEW: Pace = { concurrency: 1, pauseMs: 50, relayed: 20 };

/** Number of events that a process has relayed. */
const relayedBy = async (process: Service) =>
  (await metricOf(process, 'wishlist_events_relayed_total{type="customer.created"}')) || 0;

/**
 * A process with the role jobs, a receiver of its webhooks, and customers that are created until `end` is called. Those
 * that join it run in the process of the test, because it does not kill them.
 */
async function startLoad(t: TestContext, { concurrency, pauseMs, relayed }: Pace) {
  const { start, serve, newShop, redis, keys } = newCluster(t, { env: { ALLOW_PRIVATE_TARGETS: "true" } });
  const [http, first] = await Promise.all([serve("http,worker", CALM), start("jobs")]);
  const shop = await newShop(http);
  const { url, received } = await startReceiver(t);
  await shop.post(`${WS}/webhook-endpoints`, { url, events: ["customer.created"] });
  await until("the endpoint is known", async () => {
    await shop.newCustomer();
    return received.length > 0;
  });
  await settled({ redis, keys });
  const before = received.length;
  let isOver = false;
  let created = 0;
  const create = async () => {
    while (!isOver) {
      await shop.newCustomer();
      created++;
      await pause(pauseMs);
    }
  };
  const load = Promise.all(Array.from({ length: concurrency }, create));
  /** Ends the load. Resolves to the numbers of customers, of webhooks, and of those that were sent again. */
  const end = async () => {
    isOver = true;
    await load;
    await settled({ redis, keys });
    const ids = received.slice(before).map(({ headers }) => String(headers["webhook-id"]));
    const sent = new Set(ids).size;
    return { created, sent, again: ids.length - sent };
  };
  const untilRelaying = (one: Service) =>
    until("it relays events", async () => (await relayedBy(one)) > relayed);
  const joined = (count: number) =>
    until("all have joined", async () => (await redis.zcard(keys.relays)) === count);
  return { serve, first, untilRelaying, joined, end };
}

describe("a process with the role jobs that joins others under load", () => {
  it("sends no webhook that another one sends, and leaves none out", async (t) => {
    const { serve, untilRelaying, end } = await startLoad(t, MANY);
    for (const _ of [1, 2]) await untilRelaying(await serve("jobs"));
    const { created, ...webhooks } = await end();
    assert.deepEqual(webhooks, { sent: created, again: 0 });
  });

  for (const signal of ["SIGKILL", "SIGSTOP"] as const)
    it(`leaves none out if the other one gets ${signal} before it has handed partitions over`, async (t) => {
      const { serve, first, untilRelaying, joined, end } = await startLoad(t, FEW);
      const newcomer = serve("jobs");
      await joined(2);
      first.program.signal(signal);
      await untilRelaying(await newcomer);
      await joined(1);
      first.program.signal("SIGCONT");
      const { created, sent } = await end();
      assert.equal(sent, created);
    });
});
