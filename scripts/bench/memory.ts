import { readCommandLine } from "../program.ts";
import { Follower } from "./support/load/follower.ts";
import { kindsOf } from "./support/measure/key-kinds.ts";
import { Backlog } from "./support/seed/backlog.ts";
import { seedItems, seedWishlists, wishesOfVariants } from "./support/seed/wishlists.ts";
import { Stand } from "./support/stand.ts";

const PORT = 18_086;
const EACH = 20;
const GOAL = 800;

const { items: wanted, "wishes-per-variant": perVariant } = readCommandLine({
  call: "npm run bench:memory",
  purpose: [
    "Measures the memory that an item takes in Redis, with everything that is stored because of it: its record and index, its " +
      "change, its entry in a waiting list and its part of the counters. Prints a Markdown table.",
    "The service runs in one process, as with npm start.",
  ],
  options: {
    items: { type: "number", default: 1_000_000, help: "items that are added" },
    "wishes-per-variant": { type: "number", default: 20, help: "length of each waiting list" },
  },
}).values;
const lists = Math.ceil(wanted / EACH);
const items = lists * EACH;

/** Parts of an item, with the kinds of their keys. */
const PARTS: readonly [part: string, kinds: readonly string[]][] = [
  ["Record, order and index of the items", ["w", "z", "x"]],
  ["Change feed", ["changes"]],
  ["Waiting lists", ["waiting"]],
  ["Counters", ["tallies"]],
];

const stand = await Stand.start(PORT, { processes: ["all"] });
try {
  const { store } = await Follower.open(stand);
  const backlog = new Backlog(store);
  const wishlists = await seedWishlists(stand, lists);
  await backlog.drained();
  const before = { all: await stand.memory(), kinds: await kindsOf(store) };
  await seedItems(stand, wishlists, EACH, wishesOfVariants(Math.ceil(items / perVariant)));
  await backlog.drained();
  const after = { all: await stand.memory(), kinds: await kindsOf(store) };

  const grown = (kinds: readonly string[]) =>
    kinds.reduce((sum, kind) => sum + (after.kinds.get(kind) ?? 0) - (before.kinds.get(kind) ?? 0), 0) /
    items;
  const parts = PARTS.map(([part, kinds]) => [part, grown(kinds)] as const);
  const all = (after.all - before.all) / items;
  const known = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  const withoutChanges = all - grown(["changes"]);
  const rows: (readonly [string, number])[] = [
    ...parts,
    ["Other", all - known],
    ["All", all],
    ["All, with the change moved to a file", withoutChanges],
  ];
  console.log(
    [
      `| Part of an item | Bytes of Redis (goal ${GOAL} in all) |`,
      "| --- | ---: |",
      ...rows.map(([part, bytes]) => `| ${part} | ${bytes.toFixed(0)} |`),
      "",
      `${items} items in ${lists} wishlists, ${perVariant} wishes per variant, each in a waiting list.`,
    ].join("\n"),
  );
} finally {
  await stand.stop();
}
