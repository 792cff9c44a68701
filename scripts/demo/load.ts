import type { Catalogue, Wish } from "./catalogue.ts";
import type { Client } from "./client.ts";
import { Progress } from "../cli/progress.ts";

const CONCURRENCY = 32;
const MAX_CUSTOMERS_PER_UPLOAD = 1000;
const FIRST_NAMES = ["Ada", "Bela", "Chidi", "Dunja", "Emre", "Freya", "Goran", "Hana", "Ivo", "Jun", "Kaya"];
const LAST_NAMES = [
  "Adeyemi",
  "Berg",
  "Castro",
  "Dahl",
  "Endo",
  "Fischer",
  "Garcia",
  "Haas",
  "Ito",
  "Jansen",
];
const LIST_NAMES = ["Wishes", "Birthday", "For the summer"];

interface PlannedList {
  wishlistRef: string;
  customerRef: string;
  name: string;
  wishes: Wish[];
  /** Whether the wishes come all at once, as an app sends what it collected offline. */
  inOneGo: boolean;
}

export interface Plan {
  customers: { id: string; first_name: string; last_name: string; email: string; tags: string }[];
  lists: PlannedList[];
}

/** Numbers from 0 to below 1 that are the same in every run (mulberry32, by Tommy Ettinger; public domain). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Who wishes for what. `run` tells the references of this run from those of others. */
export function planWishes(
  { products }: Catalogue,
  { customers: count, run }: { customers: number; run: string },
): Plan {
  const random = randomFrom(count);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: T[]): T => {
    const found = from[below(from.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  const all = [...products.values()];
  const customers = Array.from({ length: count }, (_, i) => {
    const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
    return {
      id: `${run}-c${i + 1}`,
      first_name: first,
      last_name: last,
      email: `${first}.${last}.${run}.${i + 1}@example.com`.toLowerCase(),
      tags: "demo",
    };
  });
  const lists = customers.flatMap(({ id }) =>
    LIST_NAMES.slice(0, 1 + below(LIST_NAMES.length)).map((name, i) => {
      const wishes = new Map<string, Wish>();
      for (let left = 2 + below(12); left > 0; left--) {
        const wish = pick(pick(all));
        wishes.set(wish.selectedVariantRef, wish);
      }
      const wishlistRef = `${id}-${i + 1}`;
      return { wishlistRef, customerRef: id, name, wishes: [...wishes.values()], inOneGo: below(3) === 0 };
    }),
  );
  return { customers, lists };
}

/** Runs `work` on every row, a fixed number at a time. The first failure ends it. */
async function forEach<T>(rows: T[], work: (row: T) => Promise<void>): Promise<void> {
  const queue = rows.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const row of queue) await work(row);
    }),
  );
}

/** Writes a plan: customers first, then their wishlists, then the wishes. */
export async function loadWishes(client: Client, { customers, lists }: Plan): Promise<void> {
  const uploaded = new Progress("customers", customers.length);
  for (let start = 0; start < customers.length; start += MAX_CUSTOMERS_PER_UPLOAD) {
    const rows = customers.slice(start, start + MAX_CUSTOMERS_PER_UPLOAD);
    await client.send("POST", "/upload-customers", { customers: rows });
    uploaded.add(rows.length);
  }
  const created = new Progress("wishlists", lists.length);
  await forEach(lists, async ({ wishlistRef, customerRef, name }) => {
    await client.send("POST", "/wishlists", { wishlistRef, customerRef, name });
    created.add();
  });
  const added = new Progress(
    "wishes",
    lists.reduce((sum, { wishes }) => sum + wishes.length, 0),
  );
  await forEach(lists, async ({ wishlistRef, wishes, inOneGo }) => {
    if (inOneGo) {
      await client.send("POST", "/wishlist/add-items", { wishlistRef, itemRef: wishes });
      added.add(wishes.length);
      return;
    }
    for (const product of wishes) {
      await client.send("POST", "/wishlist/items", { wishlistRef, product, notifyMe: true });
      added.add();
    }
  });
}
