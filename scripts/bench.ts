// Measures the service against a floor in the same run, so that the machine's mood cancels out:
//
//   npm run bench -- [--rounds 5] [--seconds 5] [--wishlists 100000]
//   npm run bench -- --counts               per request: Redis commands, scripts, bytes, allocations of the service
//   npm run bench -- --profile              CPU time of the service by layer
//
// The floor is Koa with the same validation and answers, without tokens and without a store. Prints a Markdown table.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { count, type Counted, countsTable, jobCases, requestCases } from "./bench/counts.ts";
import { sharesByLayer } from "./bench/profile.ts";
import { seedItems, seedWishlists } from "./bench/seed.ts";
import { API, Stand } from "./bench/stand.ts";
import {
  type Kind,
  type Measured,
  measure,
  PAGE,
  Series,
  serviceSubject,
  startFloor,
  type Subject,
} from "./bench/subject.ts";

const FEW = 1000;
const PORTS = { floor: 18_080, few: 18_081, many: 18_082 };
const WARM_UP_SECONDS = 3;
const KINDS: Kind[] = ["create", "read"];
const TITLES = { create: "Create an item", read: `Read ${PAGE} items` };

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "5" },
    wishlists: { type: "string", default: "100000" },
    counts: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const many = Number(options.wishlists);

const say = (line: string) => process.stderr.write(`${line}\n`);

async function seeded(stand: Stand, count: number): Promise<string[]> {
  say(`Making ${count} wishlists of ${PAGE} items...`);
  const wishlists = await seedWishlists(stand, count);
  await seedItems(stand, wishlists, PAGE);
  return wishlists;
}

/** Bytes that Redis takes for an item, over the bytes of its JSON. To be called once the outbox is full. */
async function memoryPerItem(stand: Stand, bytesOfItem: number): Promise<{ bytes: number; ratio: number }> {
  const wishlists = await seedWishlists(stand, FEW, "collector");
  const before = await stand.memory();
  await seedItems(stand, wishlists, PAGE);
  const bytes = ((await stand.memory()) - before) / (wishlists.length * PAGE);
  return { bytes, ratio: bytes / bytesOfItem };
}

type Table = Record<"floor" | "few" | "many", Record<Kind, Series>>;

const newSeries = () => ({ create: new Series(), read: new Series() });

async function runRounds(subjects: Record<keyof Table, Subject>): Promise<Table> {
  const table: Table = { floor: newSeries(), few: newSeries(), many: newSeries() };
  say("Warming up...");
  for (const subject of Object.values(subjects)) {
    for (const kind of KINDS) await measure(subject, kind, WARM_UP_SECONDS);
  }
  for (let round = 1; round <= rounds; round++) {
    for (const kind of KINDS) {
      for (const name of ["floor", "few", "many"] as const) {
        const measured = await measure(subjects[name], kind, seconds);
        table[name][kind].rounds.push(measured);
        say(`round ${round}, ${kind}, ${name}: ${measured.perSecond.toFixed(0)} requests/s`);
      }
    }
  }
  return table;
}

const perSecond = (round: Measured) => round.perSecond;
const cpu = (round: Measured) => Object.values(round.cpu).reduce((sum, part) => sum + part, 0);

function print(table: Table, memory: { bytes: number; ratio: number }, bytesOfItem: number): void {
  const goals = { create: "0.60", read: "0.40" };
  const lines = [
    "| Case | requests/s | of the floor | median ms | p99 ms | CPU µs per request |",
    "|---|---:|---:|---:|---:|---|",
  ];
  for (const kind of KINDS) {
    for (const name of ["floor", "few", "many"] as const) {
      const series = table[name][kind];
      const ratio = series.ratioTo(table.floor[kind], perSecond).toFixed(2);
      const parts = Object.keys(series.rounds[0]?.cpu ?? {}).map(
        (part) => `${part} ${series.median((round) => round.cpu[part] ?? 0).toFixed(0)}`,
      );
      const stateKeys = [
        name === "floor"
          ? `${TITLES[kind]}, floor`
          : `${TITLES[kind]}, ${(name === "few" ? FEW : many).toLocaleString("en")} wishlists`,
        series.median(perSecond).toFixed(0),
        name === "floor" ? "1" : `${ratio} (goal ${goals[kind]})`,
        series.median((round) => round.median).toFixed(0),
        series.median((round) => round.p99).toFixed(0),
        parts.join(" + "),
      ];
      lines.push(`| ${stateKeys.join(" | ")} |`);
    }
  }
  for (const kind of KINDS) {
    const [few, more] = [table.few[kind], table.many[kind]];
    lines.push(
      "",
      `${TITLES[kind]}: p99 is ${few.median((round) => round.p99 / round.median).toFixed(1)} times the median (goal below 4); ` +
        `${many.toLocaleString("en")} wishlists cost ${more.ratioTo(few, cpu).toFixed(2)} times the CPU of ${FEW.toLocaleString("en")}, ` +
        `${few.ratioTo(more, perSecond).toFixed(2)} times the time (goal 1.15).`,
    );
  }
  lines.push(
    "",
    `Memory: ${memory.bytes.toFixed(0)} bytes of Redis for an item of ${bytesOfItem} bytes of JSON, ${memory.ratio.toFixed(2)} times (goal 1.6).`,
    "",
    `Node ${process.versions.node}, ${availableParallelism()} cores for service, Redis and load together, 64 connections, medians of ${rounds} rounds of ${seconds} s.`,
  );
  console.log(lines.join("\n"));
}

/** Runs `work` with a stand of its own. */
async function withStand(role: string, work: (stand: Stand) => Promise<void>): Promise<void> {
  const stand = await Stand.start(PORTS.few, { processes: [role], inspect: true });
  await work(stand).finally(() => stand.stop());
}

async function printCounts(): Promise<void> {
  const counted: Counted[] = [];
  await withStand("http,worker", async (stand) => {
    const inspector = await stand.inspector();
    for (const each of await requestCases(stand)) counted.push(await count(stand, each, { inspector }));
    inspector.close();
  });
  await withStand("all", async (stand) => {
    const inspector = await stand.inspector();
    const { cases, backlog } = await jobCases(stand);
    for (const each of cases) counted.push(await count(stand, each, { backlog, inspector }));
    inspector.close();
  });
  console.log(countsTable(counted));
}

async function printProfile(): Promise<void> {
  for (const [role, kind] of [
    ["http,worker", "create"],
    ["all", "create"],
    ["http,worker", "read"],
  ] as const)
    await withStand(role, async (stand) => {
      const subject = serviceSubject(stand, await seeded(stand, FEW));
      await measure(subject, kind, WARM_UP_SECONDS);
      const inspector = await stand.inspector();
      let cpu = 0;
      const profile = await inspector.profile(async () => {
        cpu = (await measure(subject, kind, seconds)).cpu["service"] ?? 0;
      });
      inspector.close();
      const rows = sharesByLayer(profile).map(
        ([layer, share]) => `| ${layer} | ${(share * cpu).toFixed(1)} |`,
      );
      console.log(
        [
          `\n| ${TITLES[kind]}, \`${role}\` | CPU µs |`,
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
    const lists = { few: await seeded(few, FEW), many: await seeded(more, many) };
    const page = await few.call<{ wishlistItems: object[] }>(
      "GET",
      `${API}/wishlists?id=${lists.few[0] ?? ""}&pageSize=${PAGE}`,
    );
    const item = page.wishlistItems[0] ?? {};
    const floor = await startFloor(PORTS.floor, { item, page }, lists.few);
    stops.push(floor.stop);
    const table = await runRounds({
      floor,
      few: serviceSubject(few, lists.few),
      many: serviceSubject(more, lists.many),
    });
    const bytesOfItem = JSON.stringify(item).length;
    print(table, await memoryPerItem(few, bytesOfItem), bytesOfItem);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

await (options.counts ? printCounts() : options.profile ? printProfile() : printComparison());
