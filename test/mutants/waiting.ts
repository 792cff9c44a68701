import { type Mutant, of } from "./mutant.ts";

const DIVIDED = "test/store/waiting/divided-waiting.test.ts";

/** The lists of wishes that wait for a variant. */
export const WAITING_MUTANTS: Mutant[] = [
  ...of("src/store/lua/waiting/remove-unchanged.lua", [DIVIDED], {
    "waiting: a wish whose position has changed is moved": [
      "redis.call('ZSCORE', KEYS[1], ARGV[i]) == ARGV[i + 1]",
      "true",
    ],
  }),
  ...of("src/store/lua/waiting/divide-waiting.lua", [DIVIDED], {
    "waiting: a short list is divided": ["< tonumber(ARGV[1])", "< 0"],
    "waiting: commands for a list that is divided are carried out": [
      "redis.call('SET', KEYS[1], 'divided')",
      "",
    ],
  }),
  ...of("src/store/lua/waiting/keep-pending-stock.lua", ["test/store/lua/stock.test.ts"], {
    "stock: a level that is replaced counts twice": ["(present and #present or -overhead)", "-overhead"],
  }),
  ...of("src/store/waiting/divided-waiting.ts", [DIVIDED], {
    "waiting: a wish that is not moved yet keeps its position": [
      'if (mode !== "NX") await',
      'if (mode === "NX") await',
    ],
    "waiting: a wish that is not moved yet is in its sublist too": [
      "if ((await this.#redis.zscore(undivided, itemId)) !== null) return;",
      "",
    ],
    "waiting: a wish stays in the list from before the division": [
      "this.#redis.zrem(this.#names.undivided, itemId)",
      "Promise.resolve()",
    ],
    "waiting: a wish is moved before its sublist has it durably": [
      "await durably(() =>",
      "void durably(() =>",
    ],
    "waiting: wishes of all sublists are read for one": [
      "wishes.filter(({ itemId }) => names.sublistOf(itemId) === sublist)",
      "wishes",
    ],
  }),
  ...of("src/store/waiting/waiting-set.ts", ["test/store/waiting/waiting-lists.test.ts"], {
    "waiting: a page begins with the last of the page before": [
      "byPosition(wish, cursor) > 0",
      "byPosition(wish, cursor) >= 0",
    ],
    "waiting: a page may have fewer wishes than are left": ["flat.length < size * 2", "true"],
  }),
  ...of("src/store/waiting/merged-waiting.ts", [DIVIDED], {
    "waiting: wishes are read beyond what all lists have reached": [
      "part.takeUpTo(end)",
      "part.takeUpTo(undefined)",
    ],
  }),
  ...of("src/store/waiting/waiting-lists.ts", [DIVIDED], {
    "waiting: changes of a wish in a divided list overtake each other": [
      "for (const change of ofWish) await this.#changeInDivided(change);",
      "await Promise.all(ofWish.map((change) => this.#changeInDivided(change)));",
    ],
  }),
  ...of("src/store/waiting/waiting-lists.ts", ["test/store/waiting/waiting-lists.test.ts"], {
    "waiting: a wish that is notified again loses its place": [
      "modeOf(change.added), change.added.since",
      "change.added.since",
    ],
    "waiting: a wish that came back has its old place": [
      'hasMoved ? "GT" : isFromList ? "CH" : "NX"',
      'isFromList ? "CH" : "NX"',
    ],
    "waiting: a wish from another list loses its place": [
      'hasMoved ? "GT" : isFromList ? "CH" : "NX"',
      'hasMoved ? "GT" : "NX"',
    ],
  }),
];
