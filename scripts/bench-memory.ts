// Measures what an item takes in Redis, with all that is kept because of it: its record and index, its change, its
// entry in a waiting list, its part of the counters.
//
//   npm run bench:memory -- [--items 1000000] [--wishes-per-variant 20]
//
// Prints a Markdown table. Works with the service as `npm start` runs it, in one process.
import { parseArgs } from "node:util";
import { Backlog } from "./bench/backlog.ts";
import { Follower } from "./bench/follower.ts";
import { kindsOf } from "./bench/key-kinds.ts";
import { seedItems, seedWishlists, wishesOfVariants } from "./bench/seed.ts";
import { Stand } from "./bench/stand.ts";

const PORT = 18_086;
const EACH = 20;
const GOAL = 800;

const { values: options } = parseArgs({
  options: {
    items: { type: "string", default: "1000000" },
    "wishes-per-variant": { type: "string", default: "20" },
  },
});
const lists = Math.ceil(Number(options.items) / EACH);
const items = lists * EACH;
const perVariant = Number(options["wishes-per-variant"]);

/** What an item has under keys of each kind. */
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
      `| For an item | Bytes of Redis (goal ${GOAL} in all) |`,
      "| --- | ---: |",
      ...rows.map(([part, bytes]) => `| ${part} | ${bytes.toFixed(0)} |`),
      "",
      `${items} items in ${lists} wishlists, ${perVariant} wishes per variant, each in a waiting list.`,
    ].join("\n"),
  );
} finally {
  await stand.stop();
}
