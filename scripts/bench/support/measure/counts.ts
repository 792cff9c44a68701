import type { Redis } from "ioredis";
import { defined } from "../../../../src/collections/defined.ts";
import { numbersBelow } from "../../../../src/collections/numbers-below.ts";
import { Follower } from "../load/follower.ts";
import { Backlog } from "../seed/backlog.ts";
import { makeWaiters } from "../seed/waiters.ts";
import { newRows, newWish, seedCustomer, seedItems, seedWishlists } from "../seed/wishlists.ts";
import { API, type Stand } from "../stand.ts";
import { newCursor, PAGE } from "../subject.ts";
import type { Inspector } from "./inspector.ts";

/** Traffic between a service and Redis, and the work of Redis. */
interface Counts {
  /** Commands, including those inside scripts. */
  commands: number;
  scripts: number;
  /** Bytes to and from Redis. */
  bytesIn: number;
  bytesOut: number;
}

/** Counts of one case, per request, row or alert. */
export interface Counted extends Counts {
  name: string;
  /** Number of requests, rows or alerts, and their total time. */
  size: number;
  seconds: number;
  /** Bytes that the service allocates; absent if not measured. */
  allocated?: number;
}

/** Settings of a stand whose work is counted. They reduce periodic work, such as reads of the tenants' budgets. */
export const COUNTED_ENV = { LEASE_MS: "60000", TENANT_STORED_MB: "off", TENANT_JOBS: "off" };

/**
 * Number of requests of a case. They run one after the other, so that their counts do not depend on the machine. There
 * are so many that one wait of an idle worker, of some 3 kB, hardly matters.
 */
const REQUESTS = 150;
const LOOKUP_LISTS = 20;
const LOOKUP_ITEMS = 5;
const ROWS = 100;

const SCRIPTS = new Set(["eval", "evalsha", "eval_ro", "evalsha_ro", "fcall"]);

/** Bytes of a connection so far, as its server counts them. */
const trafficOf = ({ stream }: Redis) => ({
  bytesIn: "bytesWritten" in stream ? stream.bytesWritten : 0,
  bytesOut: "bytesRead" in stream ? stream.bytesRead : 0,
});

/**
 * Counts of a server so far, without those of the connection that reads them. `own` is the number of its other
 * commands.
 */
async function countsOf(redis: Redis, own: number): Promise<Counts> {
  const { bytesIn, bytesOut } = trafficOf(redis);
  const info = await redis.info("stats", "commandstats");
  const stat = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1]);
  const counts = { commands: -own, scripts: 0 };
  for (const [, name = "", calls] of info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)) {
    if (name !== "info") counts.commands += Number(calls);
    if (SCRIPTS.has(name)) counts.scripts += Number(calls);
  }
  return {
    ...counts,
    bytesIn: stat("total_net_input_bytes") - bytesIn,
    bytesOut: stat("total_net_output_bytes") - bytesOut,
  };
}

/** A service whose requests are counted, and its Redis. */
export type CountedService = Pick<Stand, "call" | "redis">;

/** A case whose counts are measured, in any number of rounds. */
export interface Case {
  name: string;
  /** Requests, rows or alerts of a round. */
  size: number;
  /** Creates the data of a round; this is not counted. */
  prepare?: (round: number) => Promise<void>;
  run: (round: number) => Promise<void>;
}

async function oneByOne(count: number, send: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i++) await send(i);
}

/** Requests whose work is done when they are answered. For a stand without background work. */
export async function requestCases(stand: CountedService): Promise<Case[]> {
  const lists = await seedWishlists(stand, REQUESTS);
  await seedItems(stand, lists, PAGE);
  const customerRef = "customer-with-many";
  const many = await seedCustomer(stand, customerRef, LOOKUP_LISTS);
  await seedItems(stand, many, LOOKUP_ITEMS);
  const requests = { size: REQUESTS };
  const page = (i: number) => stand.call("GET", `${API}/wishlists?id=${lists[i] ?? ""}&pageSize=${PAGE}`);
  const lookup = (query = "") =>
    stand.call("GET", `${API}/wishlists/lookup?customerRef=${customerRef}${query}`);
  return [
    {
      ...requests,
      name: "Create an item",
      run: () =>
        oneByOne(REQUESTS, (i) =>
          stand.call("POST", `${API}/wishlist/items`, { wishlistId: lists[i], ...newWish() }),
        ),
    },
    { ...requests, name: `Read ${PAGE} items`, run: () => oneByOne(REQUESTS, page) },
    {
      ...requests,
      name: `Read ${PAGE} items of one list`,
      prepare: async () => void (await page(0)),
      run: () => oneByOne(REQUESTS, () => page(0)),
    },
    {
      ...requests,
      name: `Look up ${LOOKUP_LISTS} lists of ${LOOKUP_ITEMS} items`,
      run: () => oneByOne(REQUESTS, () => lookup(`&lastItemId=${newCursor()}`)),
    },
    {
      ...requests,
      name: `Look up ${LOOKUP_LISTS} lists again`,
      prepare: async () => void (await lookup()),
      run: () => oneByOne(REQUESTS, () => lookup()),
    },
    {
      ...requests,
      name: `Add ${PAGE} items`,
      run: () =>
        oneByOne(REQUESTS, (i) =>
          stand.call("POST", `${API}/wishlist/add-items`, { wishlistId: lists[i], itemRef: newRows(PAGE) }),
        ),
    },
  ];
}

/**
 * New customers, products that nobody waits for, alerts to waiting customers, and orders for their wishes. For a stand
 * with background work.
 */
export async function jobCases(stand: CountedService): Promise<{ cases: Case[]; backlog: Backlog }> {
  const { store, storeKey } = await Follower.open(stand);
  const backlog = new Backlog(store);
  await stand.call("PUT", `${API}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1000 } });
  const variantOf = (productRef: string) => ({ productRef, variantRef: `${productRef}-1` });
  const waitersOf = (productRef: string) => numbersBelow(ROWS).map((i) => `waiter-${i}-of-${productRef}`);
  /** A product that nobody can buy, and customers who wait for it. */
  const addWaiters = async (productRef: string) => {
    const { variantRef } = variantOf(productRef);
    const variants = [{ variantRef, available: 0, price: "19.90" }];
    await stand.call("POST", `${API}/products`, { productRef, title: "Counted", variants });
    const product = { productRef, selectedVariantRef: variantRef };
    const refs = waitersOf(productRef);
    const wishesOf = () => [{ product, notifyMe: true }];
    await makeWaiters({ ...store, listening: store.redis.duplicate() }, { storeKey, refs, wishesOf });
    await backlog.drained();
  };
  const rise = (productRef: string) => ({ ...variantOf(productRef), available: 1_000_000 });
  const orders = (productRef: string) =>
    waitersOf(productRef).map((customerRef) => ({
      orderRef: `order-of-${customerRef}`,
      customerRef,
      createdTime: new Date().toISOString(),
      lines: [{ lineRef: "1", ...variantOf(productRef), quantity: 1 }],
    }));
  const CUSTOMERS = "/services/customerservice/api/customers";
  const customer = (id: string) => stand.call("POST", CUSTOMERS, { id, email: `${id}@example.com` });
  const newProducts = (round: number) =>
    numbersBelow(ROWS).map((i) => ({
      productRef: `product-${round}-${i}`,
      title: "Counted",
      variants: [
        { variantRef: `sold-${round}-${i}`, available: 0, price: "19.90" },
        { variantRef: `there-${round}-${i}`, available: 5, price: "19.90" },
      ],
    }));
  const withWork = (request: (round: number) => Promise<unknown>) => async (round: number) => {
    await request(round);
    await backlog.drained();
  };
  return {
    backlog,
    cases: [
      {
        name: "Customer",
        size: ROWS,
        run: withWork((round) =>
          Promise.all(numbersBelow(ROWS).map((i) => customer(`counted-${round}-${i}`))),
        ),
      },
      {
        name: "Product row",
        size: ROWS,
        run: withWork((round) => stand.call("POST", `${API}/products`, newProducts(round))),
      },
      {
        name: "Alert",
        size: ROWS,
        prepare: (round) => addWaiters(`awaited-${round}`),
        run: withWork((round) => stand.call("POST", `${API}/stock-levels`, rise(`awaited-${round}`))),
      },
      {
        name: "Order row",
        size: ROWS,
        prepare: (round) => addWaiters(`bought-${round}`),
        run: withWork((round) => stand.call("POST", `${API}/orders`, orders(`bought-${round}`))),
      },
    ],
  };
}

/**
 * Runs one round of a case, and counts per request, row or alert. With an inspector, also measures the allocations.
 * Each round has its own number.
 */
export async function count(
  { redis }: CountedService,
  { name, size, prepare, run }: Case,
  { backlog, inspector, round = 0 }: { backlog?: Backlog; inspector?: Inspector; round?: number } = {},
): Promise<Counted> {
  await prepare?.(round);
  const started = performance.now();
  const before = await countsOf(redis, backlog?.commands ?? 0);
  let allocated: number | undefined;
  if (inspector) allocated = await inspector.allocations(() => run(round));
  else await run(round);
  const after = await countsOf(redis, backlog?.commands ?? 0);
  const each = (what: keyof Counts) => (after[what] - before[what]) / size;
  return {
    name,
    size,
    seconds: (performance.now() - started) / 1000,
    commands: each("commands"),
    scripts: each("scripts"),
    bytesIn: each("bytesIn"),
    bytesOut: each("bytesOut"),
    ...defined({ allocated: allocated && allocated / size }),
  };
}

/** A Markdown table of counts. */
export function countsTable(counted: readonly Counted[]): string {
  const rows = counted.map(({ name, commands, scripts, bytesIn, bytesOut, allocated = Number.NaN }) => [
    name,
    commands.toFixed(1),
    scripts.toFixed(1),
    bytesIn.toFixed(0),
    bytesOut.toFixed(0),
    (allocated / 1024).toFixed(0),
  ]);
  return [
    "| For each | Redis commands | Scripts | Bytes to Redis | Bytes from Redis | Allocated, kB |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}
