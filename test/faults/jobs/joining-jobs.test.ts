import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { CALM, newCluster, type Running } from "../../support/processes.ts";
import { startReceiver } from "../../support/receiver.ts";
import { send, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

/** Requests that create customers at once. */
const CONCURRENCY = 4;
/** Pause between two requests of a loop, in milliseconds: the processes need the machine too. */
const PACE_MS = 20;
/** Events that a process must have relayed to count as one that relays. */
const RELAYED = 50;

/** Number of events that a process has relayed. */
async function relayedBy({ baseUrl }: Running): Promise<number> {
  const { text } = await send(baseUrl, "GET", "/metrics");
  return Number(/^wishlist_events_relayed_total\{type="customer\.created"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** A process with the role jobs, a receiver of its webhooks, and customers that are created until `end` is called. */
async function startLoad(t: TestContext) {
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
      await pause(PACE_MS);
    }
  };
  const load = Promise.all(Array.from({ length: CONCURRENCY }, create));
  /** Ends the load. Resolves to the numbers of customers, of webhooks, and of those that were sent again. */
  const end = async () => {
    isOver = true;
    await load;
    await settled({ redis, keys });
    const ids = received.slice(before).map(({ headers }) => String(headers["webhook-id"]));
    const sent = new Set(ids).size;
    return { created, sent, again: ids.length - sent };
  };
  const untilRelaying = (one: Running) =>
    until("it relays events", async () => (await relayedBy(one)) > RELAYED);
  const joined = (count: number) =>
    until("all have joined", async () => (await redis.zcard(keys.relays)) === count);
  return { start, first, untilRelaying, joined, end };
}

describe("a process with the role jobs that joins others under load", () => {
  it("sends no webhook that another one sends, and leaves none out", async (t) => {
    const { start, untilRelaying, end } = await startLoad(t);
    for (const _ of [1, 2]) await untilRelaying(await start("jobs"));
    const { created, ...webhooks } = await end();
    assert.deepEqual(webhooks, { sent: created, again: 0 });
  });

  for (const signal of ["SIGKILL", "SIGSTOP"] as const)
    it(`leaves none out if the other one gets ${signal} before it has handed partitions over`, async (t) => {
      const { start, first, untilRelaying, joined, end } = await startLoad(t);
      const newcomer = await start("jobs", { isWaiting: false });
      await joined(2);
      first.program.signal(signal);
      await untilRelaying(newcomer);
      await joined(1);
      first.program.signal("SIGCONT");
      const { created, sent } = await end();
      assert.equal(sent, created);
    });
});
