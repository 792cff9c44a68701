import { setTimeout as pause } from "node:timers/promises";
import { numbersBelow } from "../../src/collections/numbers-below.ts";
import { readCommandLine, say } from "../program.ts";
import { Child } from "./support/child.ts";
import { Beside } from "./support/load/beside.ts";
import { Follower } from "./support/load/follower.ts";
import type { Receipts } from "./support/load/receiver.ts";
import { runStorefront } from "./support/load/storefront.ts";
import { type FanOut, Growth, jobsTable, type Matched } from "./support/measure/jobs-table.ts";
import { Backlog } from "./support/seed/backlog.ts";
import { makeWaiters } from "./support/seed/waiters.ts";
import { seedWishlists } from "./support/seed/wishlists.ts";
import { API, type CpuTimes, Stand } from "./support/stand.ts";
import { measure, PAGE, startFloor } from "./support/subject.ts";

const PORTS = { service: 18_090, floor: 18_098, receiver: 18_099 };
const SHOPPERS = 1000;
/** Number of products of the wishes, and the product that all customers wait for. */
const PRODUCTS = 1000;
const WANTED = { productRef: "wanted", selectedVariantRef: "wanted-1" };
const UNITS = 1_000_000;
const ROWS = 1000;
const POST_CONCURRENCY = 2;
const POLL_MS = 1000;
const SETTLE_MS = 2000;
const FLOOR_WARM_UP_SECONDS = 2;
const FLOOR_SECONDS = 3;

const options = readCommandLine({
  call: "npm run bench:jobs",
  purpose: [
    "Measures background work: alerts to a long waiting list, and orders that mark wishes as purchased. " +
      "Prints a Markdown table.",
    "Service, Redis, the receiver of the webhooks and the load share the machine.",
  ],
  options: {
    waiters: { type: "number", default: 100_000, help: "wishes that wait for one variant" },
    orders: { type: "number", default: 30_000, help: "order rows, at most one for each waiting wish" },
    processes: {
      type: "string",
      value: "roles",
      default: "http,worker jobs",
      help: "roles of each process, with spaces between processes",
    },
    rate: { type: "number", default: 200, help: "writes of the storefront per second" },
    "quiet-seconds": { type: "number", default: 15, help: "time before the alerts, for comparison" },
  },
}).values;
const { waiters, rate, "quiet-seconds": quietSeconds } = options;
const orders = Math.min(options.orders, waiters);
const processes = options.processes.split(" ");

const productOf = (i: number) => ({ productRef: `p${i % PRODUCTS}`, variantRef: `v${i % PRODUCTS}` });

/** Customers who wait for the one variant, and also wish for one of the others. */
async function seedWaiters(stand: Stand, follower: Follower): Promise<void> {
  const products = numbersBelow(PRODUCTS).map((i) => {
    const { productRef, variantRef } = productOf(i);
    return { productRef, title: "Beanie", variants: [{ variantRef, available: 10, price: "19.90" }] };
  });
  await stand.call("POST", `${API}/products`, products);
  const { productRef, selectedVariantRef: variantRef } = WANTED;
  const wanted = { productRef, title: "Wanted", variants: [{ variantRef, available: 0, price: "29.90" }] };
  await stand.call("POST", `${API}/products`, wanted);
  const { store, storeKey } = follower;
  const refs = numbersBelow(waiters).map((i) => `waiter-${i}`);
  const wishesOf = (i: number) => {
    const { productRef: ref, variantRef: selectedVariantRef } = productOf(i);
    return [{ product: WANTED, notifyMe: true }, { product: { productRef: ref, selectedVariantRef } }];
  };
  await makeWaiters({ ...store, listening: store.redis.duplicate() }, { storeKey, refs, wishesOf });
}

/** Waits until there is nothing left to do. Otherwise jobs of the seed would count for the quiet storefront. */
async function settled(follower: Follower): Promise<void> {
  await new Backlog(follower.store).drained();
  await follower.next();
}

async function startReceiver(): Promise<{ receipts: () => Promise<Receipts>; stop: () => void }> {
  const child = new Child("receiver", [PORTS.receiver.toString()]);
  await child.next();
  const receipts = async () => (await child.ask("count?")) as Receipts;
  return { receipts, stop: () => child.stop() };
}

/** Resident memory of each process, in bytes. */
const residents = (stand: Stand) => stand.metric("process_resident_memory_bytes");

/** CPU time in microseconds for each of `count` operations. */
const cpuOfEach = (before: CpuTimes, after: CpuTimes, count: number): CpuTimes => ({
  service: (after.service - before.service) / count,
  redis: (after.redis - before.redis) / count,
});

async function fanOut(stand: Stand, follower: Follower, shoppers: string[]): Promise<FanOut> {
  const receiver = await startReceiver();
  try {
    const url = `http://127.0.0.1:${PORTS.receiver}/hook`;
    await stand.call("POST", `${API}/webhook-endpoints`, { url, events: ["alert.*"] });
    // All processes know a new endpoint within a second.
    await pause(SETTLE_MS);
    const growth = new Growth(await residents(stand));
    const [redisBefore, cpuBefore] = [await stand.memory(), await stand.cpu()];
    let isOver = false;
    const storefront = runStorefront(stand, shoppers, rate, () => isOver);
    const started = Date.now();
    const level = { variantRef: WANTED.selectedVariantRef, available: UNITS };
    await stand.call("POST", `${API}/stock-levels`, level);
    const alerted = new Set<string>();
    let [count, last] = [0, started];
    for (;;) {
      for (const event of await follower.next()) {
        if (event.type !== "alert.back_in_stock") continue;
        count++;
        alerted.add(event.customerKey);
        last = Math.max(last, Date.parse(event.time));
      }
      growth.look(await residents(stand));
      const { messages } = await receiver.receipts();
      say(`${((Date.now() - started) / 1000).toFixed(1)} s: ${count} alerts, ${messages} webhooks`);
      if (count >= waiters && messages >= waiters) break;
      await pause(POLL_MS);
    }
    isOver = true;
    const times = await storefront;
    if (count !== waiters || alerted.size !== waiters)
      throw new Error(`${count} alerts to ${alerted.size} customers instead of ${waiters}`);
    const receipts = await receiver.receipts();
    const cpu = cpuOfEach(cpuBefore, await stand.cpu(), waiters);
    return {
      ledgerPerSecond: (waiters * 1000) / (last - started),
      receiverPerSecond: (waiters * 1000) / (receipts.last - started),
      growth,
      redisBytes: ((await stand.memory()) - redisBefore) / waiters,
      times,
      cpu,
    };
  } finally {
    receiver.stop();
  }
}

/** CPU time of a creation of the floor of `npm run bench`, in microseconds. It shows the speed of this machine. */
async function floorOf(stand: Stand, wishlists: readonly string[]): Promise<number> {
  const page = await stand.call<object>("GET", `${API}/wishlists?id=${wishlists[0] ?? ""}&pageSize=${PAGE}`);
  const floor = await startFloor(PORTS.floor, { item: page, added: page, page }, wishlists);
  try {
    await measure(floor, "create", FLOOR_WARM_UP_SECONDS);
    return (await measure(floor, "create", FLOOR_SECONDS)).cpu["floor"] ?? Number.NaN;
  } finally {
    floor.stop();
  }
}

/** Sends orders for the wishes. Resolves to the rows per second until all wishes are marked. */
async function pushOrders(stand: Stand, follower: Follower): Promise<Matched> {
  await follower.next();
  const growth = new Growth(await residents(stand));
  const cpuBefore = await stand.cpu();
  const started = Date.now();
  // Later than the wishes, but not in the future: an order with a future time is matched twice.
  const createdTime = new Date(started).toISOString();
  const rows = numbersBelow(orders).map((i) => ({
    orderRef: `order-${i}`,
    customerRef: `waiter-${i}`,
    createdTime,
    lines: [{ lineRef: "1", ...productOf(i), quantity: 1 }],
  }));
  let next = 0;
  const push = async () => {
    while (next < orders) await stand.call("POST", `${API}/orders`, rows.slice(next, (next += ROWS)));
  };
  const beside = new Beside();
  for (const pushed of numbersBelow(POST_CONCURRENCY).map(push)) beside.add(pushed);
  const look = () => beside.add(residents(stand).then((now) => growth.look(now)));
  const looking = setInterval(look, POLL_MS);
  let marked = 0;
  try {
    while (marked < orders) {
      await pause(POLL_MS / 20);
      beside.check();
      for (const { type } of await follower.next()) if (type === "wishlist.item.purchased") marked++;
    }
  } finally {
    clearInterval(looking);
  }
  await beside.end();
  const ended = Date.now();
  const cpuAfter = await stand.cpu();
  return {
    perSecond: (orders * 1000) / (ended - started),
    growth,
    cpu: cpuOfEach(cpuBefore, cpuAfter, orders),
  };
}

const stops: (() => Promise<void> | void)[] = [];
try {
  const env = { ALLOW_PRIVATE_TARGETS: "true" };
  const stand = await Stand.start(PORTS.service, { processes, env });
  stops.push(() => stand.stop());
  const follower = await Follower.open(stand);
  await stand.call("PUT", `${API}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1000 } });
  say(`Creating ${waiters} customers who wait...`);
  const seedStart = Date.now();
  await seedWaiters(stand, follower);
  const shoppers = await seedWishlists(stand, SHOPPERS, "shopper");
  await settled(follower);
  say(`...took ${((Date.now() - seedStart) / 1000).toFixed(0)} s. Measuring a quiet storefront...`);
  const floorUs = await floorOf(stand, shoppers);
  const quietBefore = await stand.cpu();
  const quietUntil = Date.now() + quietSeconds * 1000;
  const quiet = await runStorefront(stand, shoppers, rate, () => Date.now() > quietUntil);
  const quietCpu = cpuOfEach(quietBefore, await stand.cpu(), quiet.count);
  say("Measuring the wave...");
  const alerts = await fanOut(stand, follower, shoppers);
  await settled(follower);
  say("Measuring the orders...");
  const matched = await pushOrders(stand, follower);
  console.log(jobsTable({ quiet, quietCpu, floorUs }, alerts, matched, { processes, waiters, orders, rate }));
} finally {
  for (const stop of stops.reverse()) await stop();
}
