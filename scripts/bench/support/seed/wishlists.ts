import { numbersBelow } from "../../../../src/collections/numbers-below.ts";
import { API, type Stand } from "../stand.ts";

/** A service that is filled over HTTP. */
type Filled = Pick<Stand, "call">;

const BATCH_SIZE = 32;
/** Customers per upload. */
const UPLOAD = 1000;

/** Runs `work` for the numbers below `count`, several at a time. */
async function forEach(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    numbersBelow(BATCH_SIZE).map(async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** A wish for one of the variants of a shop with numeric ids. */
const wishFor = (variant: number) => ({
  product: {
    productRef: (7_880_321_196_742 + (variant >> 3)).toString(),
    selectedVariantRef: (4_457_900_000_000 + variant).toString(),
  },
  notifyMe: true,
  prerelease: false,
});

let variants = 0;
/** A new wish. */
export const newWish = () => wishFor(variants++);

/** Rows of add-items for some wishes. */
export const newRows = (count: number, wish = newWish) =>
  numbersBelow(count).map(() => {
    const { product, ...flags } = wish();
    return { ...product, ...flags };
  });

/** Wishes for a number of variants, one after the other. */
export function wishesOfVariants(count: number): () => ReturnType<typeof newWish> {
  let next = 0;
  return () => wishFor(next++ % count);
}

/** Creates customers with one wishlist each. Resolves to the ids of the wishlists. */
export async function seedWishlists(stand: Filled, count: number, prefix = "customer"): Promise<string[]> {
  const references = numbersBelow(count).map((i) => `${prefix}-${i}`);
  for (let from = 0; from < count; from += UPLOAD) {
    const customers = references.slice(from, from + UPLOAD).map((id) => ({ id }));
    await stand.call("POST", "/services/customerservice/api/upload-customers", { customers });
  }
  const ids: string[] = [];
  await forEach(count, async (i) => {
    const body = { customerRef: references[i], name: "Wishes" };
    ids[i] = (await stand.call<{ id: string }>("POST", `${API}/wishlists`, body)).id;
  });
  return ids;
}

/** Creates a customer with some wishlists. Resolves to the ids of the wishlists. */
export async function seedCustomer(stand: Filled, ref: string, count: number): Promise<string[]> {
  await stand.call("POST", "/services/customerservice/api/customers", { id: ref });
  const ids: string[] = [];
  for (let i = 0; i < count; i++)
    ids.push(
      (await stand.call<{ id: string }>("POST", `${API}/wishlists`, { customerRef: ref, name: "W" })).id,
    );
  return ids;
}

/** Adds items to each of the wishlists. */
export async function seedItems(
  stand: Filled,
  wishlists: readonly string[],
  each: number,
  wish?: typeof newWish,
): Promise<void> {
  await forEach(wishlists.length, async (i) => {
    const body = { wishlistId: wishlists[i], itemRef: newRows(each, wish) };
    await stand.call("POST", `${API}/wishlist/add-items`, body);
  });
}
