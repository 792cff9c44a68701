import { availableParallelism } from "node:os";
import { readCommandLine, say } from "../program.ts";
import {
  count,
  type Counted,
  COUNTED_ENV,
  countsTable,
  jobCases,
  requestCases,
} from "./support/measure/counts.ts";
import type { Inspector } from "./support/measure/inspector.ts";
import { compareLookup, type LookupCosts } from "./support/measure/lookup.ts";
import { sharesByLayer } from "./support/measure/profile.ts";
import { seedStore } from "./support/seed/store.ts";
import { newRows, seedItems, seedWishlists } from "./support/seed/wishlists.ts";
import { API, KEYS, PARTITIONS, Stand } from "./support/stand.ts";
import {
  type Kind,
  measure,
  type Measured,
  PAGE,
  Series,
  serviceSubject,
  startFloor,
  type Subject,
  totalCpu,
} from "./support/subject.ts";

const FEW = 1000;
const PORTS = { floor: 18_080, few: 18_081, many: 18_082, all: 18_083 };
const WARM_UP_SECONDS = 3;
const STORE_KEY = "demo/default";
const KINDS: Kind[] = ["create", "add", "read", "hot"];

const options = readCommandLine({
  call: "npm run bench",
  purpose: [
    "Measures requests of the service and of a floor in the same run, so that differences between machines do not count. " +
      "The floor is Koa with the same validation and answers, without tokens and without Redis. Prints a Markdown table.",
  ],
  options: {
    rounds: { type: "number", default: 5, help: "rounds of each case; the medians are printed" },
    seconds: { type: "number", default: 5, help: "length of a round" },
    wishlists: {
      type: "number",
      default: 100_000,
      help: `wishlists of the large data set; the small one has ${FEW}`,
    },
    counts: {
      type: "boolean",
      help: "print the cost of each request instead: commands, scripts and bytes of Redis, allocations of the service",
    },
    profile: { type: "boolean", help: "print the CPU time of the service by layer instead" },
  },
}).values;
const { rounds, seconds, wishlists: many } = options;

async function seeded(stand: Stand, count: number): Promise<string[]> {
  say(`Creating ${count} wishlists of ${PAGE} items...`);
  const store = { redis: stand.redis, keys: KEYS, partitions: PARTITIONS, storeKey: STORE_KEY };
  const wishlists = await seedStore(store, { wishlists: count, each: PAGE });
  await stand.untilRewritten();
  return wishlists;
}

/** Adds items until the outboxes, which nobody reads, are full. From then on, each event replaces another. */
async function fillOutboxes(stand: Stand): Promise<void> {
  const wishlists = await seedWishlists(stand, FEW, "filler");
  for (let before = -1, events = 0; events > before; events = await stand.waitingEvents()) {
    before = events;
    await seedItems(stand, wishlists, PAGE);
  }
}

/** Bytes of Redis for an item, divided by the bytes of its JSON. */
async function memoryPerItem(stand: Stand, bytesOfItem: number): Promise<{ bytes: number; ratio: number }> {
  await fillOutboxes(stand);
  const wishlists = await seedWishlists(stand, FEW, "collector");
  const before = await stand.memory();
  await seedItems(stand, wishlists, PAGE);
  const bytes = ((await stand.memory()) - before) / (wishlists.length * PAGE);
  return { bytes, ratio: bytes / bytesOfItem };
}

type Name = "floor" | "few" | "many" | "all";

/** The cases, and their goals: requests/s, and CPU of service and Redis, as multiples of the floor. */
const CASES: Record<
  Kind,
  { title: string; floor: Kind; names: Name[]; goals: Partial<Record<Name, string>> }
> = {
  create: {
    title: "Create an item",
    floor: "create",
    names: ["floor", "few", "many", "all"],
    goals: { few: "0.36; 2.4 + 0.75", many: "0.36; 2.4 + 0.75", all: "0.30; 3.2 + 1.2" },
  },
  add: {
    title: `Add ${PAGE} items in one request`,
    floor: "add",
    names: ["floor", "few", "many"],
    goals: {},
  },
  read: {
    title: `Read ${PAGE} items, first time`,
    floor: "read",
    names: ["floor", "few", "many"],
    goals: { few: "0.40; 2.2 + 0.4", many: "0.40; 2.2 + 0.4" },
  },
  hot: {
    title: `Read ${PAGE} items again`,
    floor: "read",
    names: ["few", "many"],
    goals: { few: "0.60; 1.5 + 0.2", many: "0.60; 1.5 + 0.2" },
  },
};

type Table = Record<Kind, Record<Name, Series>>;

const newRow = () => ({ floor: new Series(), few: new Series(), many: new Series(), all: new Series() });

async function runRounds(subjects: Record<Name, Subject>): Promise<Table> {
  const table: Table = { create: newRow(), add: newRow(), read: newRow(), hot: newRow() };
  say("Warming up...");
  for (const kind of KINDS)
    for (const name of CASES[kind].names) await measure(subjects[name], kind, WARM_UP_SECONDS);
  for (let round = 1; round <= rounds; round++) {
    for (const kind of KINDS) {
      for (const name of CASES[kind].names) {
        const measured = await measure(subjects[name], kind, seconds);
        table[kind][name].rounds.push(measured);
        say(`round ${round}, ${kind}, ${name}: ${measured.perSecond.toFixed(0)} requests/s`);
      }
    }
  }
  return table;
}

const perSecond = (round: Measured) => round.perSecond;

/** The subject of a row. */
const WHO: Record<Name, string> = {
  floor: "floor",
  few: `${FEW.toLocaleString("en")} wishlists`,
  many: `${many.toLocaleString("en")} wishlists`,
  all: "one process `all`",
};

function rowOf(table: Table, kind: Kind, name: Name): string {
  const { title, floor: floorKind, goals } = CASES[kind];
  const [series, floor] = [table[kind][name], table[floorKind].floor];
  const floorCpu = floor.median(totalCpu);
  const parts = Object.keys(series.rounds[0]?.cpu ?? {}).map((part) => {
    const own = series.median((round) => round.cpu[part] ?? 0);
    return name === "floor" ? own.toFixed(0) : `${own.toFixed(0)} (${(own / floorCpu).toFixed(2)})`;
  });
  const cells = [
    `${title}, ${WHO[name]}`,
    series.median(perSecond).toFixed(0),
    series.ratioTo(floor, perSecond).toFixed(2),
    series.median((round) => round.median).toFixed(0),
    series.median((round) => round.p99).toFixed(0),
    parts.join(" + "),
    goals[name] ?? "",
  ];
  return `| ${cells.join(" | ")} |`;
}

function print(
  table: Table,
  lookup: LookupCosts,
  memory: { bytes: number; ratio: number },
  bytesOfItem: number,
): void {
  const lines = [
    "| Case | requests/s | of the floor | median ms | p99 ms | CPU µs, service + Redis (of the floor) | goal |",
    "|---|---:|---:|---:|---:|---|---|",
    ...KINDS.flatMap((kind) => CASES[kind].names.map((name) => rowOf(table, kind, name))),
  ];
  for (const kind of KINDS) {
    const [few, more] = [table[kind].few, table[kind].many];
    lines.push(
      "",
      `${CASES[kind].title}: p99 is ${few.median((round) => round.p99 / round.median).toFixed(1)} times the median (goal below 4); ` +
        `${many.toLocaleString("en")} wishlists cost ${more.ratioTo(few, totalCpu).toFixed(2)} times the CPU of ${FEW.toLocaleString("en")} (goal 1.1).`,
    );
  }
  lines.push(
    "",
    `A look-up of 20 wishlists with their items costs ${lookup.first.toFixed(2)} times the CPU of a first page of as many bytes, ` +
      `and ${lookup.repeated.toFixed(2)} times if it is repeated (goal 1.3).`,
    "",
    `Memory: ${memory.bytes.toFixed(0)} bytes of Redis for an item of ${bytesOfItem} bytes of JSON, ${memory.ratio.toFixed(2)} times (goal 1.6).`,
    "",
    `Node ${process.versions.node}, ${availableParallelism()} cores for service, Redis and load together, 64 connections, medians of ${rounds} rounds of ${seconds} s.`,
  );
  console.log(lines.join("\n"));
}

type Env = Record<string, string>;

/** Runs `work` with its own stand and inspector. A process does not end while its inspector is connected. */
async function withStand(
  role: string,
  env: Env,
  work: (stand: Stand, inspector: Inspector) => Promise<void>,
): Promise<void> {
  const stand = await Stand.start(PORTS.few, { processes: [role], env, inspect: true });
  try {
    const inspector = await stand.inspector();
    await work(stand, inspector).finally(() => inspector.close());
  } finally {
    await stand.stop();
  }
}

async function printCounts(): Promise<void> {
  const counted: Counted[] = [];
  await withStand("http,worker", COUNTED_ENV, async (stand, inspector) => {
    for (const each of await requestCases(stand)) counted.push(await count(stand, each, { inspector }));
  });
  await withStand("all", COUNTED_ENV, async (stand, inspector) => {
    const { cases, backlog } = await jobCases(stand);
    for (const each of cases) counted.push(await count(stand, each, { backlog, inspector }));
  });
  console.log(countsTable(counted));
}

async function printProfile(): Promise<void> {
  for (const [role, kind] of [
    ["http,worker", "create"],
    ["all", "create"],
    ["http,worker", "read"],
  ] as const)
    await withStand(role, {}, async (stand, inspector) => {
      const subject = serviceSubject(stand, await seeded(stand, FEW));
      await measure(subject, kind, WARM_UP_SECONDS);
      let cpu = 0;
      const profile = await inspector.profile(async () => {
        cpu = (await measure(subject, kind, seconds)).cpu["service"] ?? 0;
      });
      const rows = sharesByLayer(profile).map(
        ([layer, share]) => `| ${layer} | ${(share * cpu).toFixed(1)} |`,
      );
      console.log(
        [
          `\n| ${CASES[kind].title}, \`${role}\` | CPU µs |`,
          "|---|---:|",
          ...rows,
          `| all | ${cpu.toFixed(1)} |`,
        ].join("\n"),
      );
    });
}

async function printComparison(): Promise<void> {
  const stops: (() => Promise<void> | void)[] = [];
  try {
    const few = await Stand.start(PORTS.few);
    stops.push(() => few.stop());
    const more = await Stand.start(PORTS.many);
    stops.push(() => more.stop());
    const all = await Stand.start(PORTS.all, { processes: ["all"] });
    stops.push(() => all.stop());
    const lists = {
      few: await seeded(few, FEW),
      many: await seeded(more, many),
      all: await seeded(all, FEW),
    };
    const page = await few.call<{ wishlistItems: object[] }>(
      "GET",
      `${API}/wishlists?id=${lists.few[0] ?? ""}&pageSize=${PAGE}`,
    );
    const item = page.wishlistItems[0] ?? {};
    const body = { wishlistId: lists.few[0], itemRef: newRows(PAGE) };
    const added = await few.call<object>("POST", `${API}/wishlist/add-items`, body);
    const floor = await startFloor(PORTS.floor, { item, added, page }, lists.few);
    stops.push(floor.stop);
    const table = await runRounds({
      floor,
      few: serviceSubject(few, lists.few),
      many: serviceSubject(more, lists.many),
      all: serviceSubject(all, lists.all),
    });
    const bytesOfItem = JSON.stringify(item).length;
    const lookup = await compareLookup(few, rounds, seconds);
    print(table, lookup, await memoryPerItem(few, bytesOfItem), bytesOfItem);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

await (options.counts ? printCounts() : options.profile ? printProfile() : printComparison());
