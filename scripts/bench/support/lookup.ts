import type { Load } from "./load.ts";
import { seedCustomer, seedItems, seedWishlists } from "./seed.ts";
import { API, type Stand } from "./stand.ts";
import { measure, Series, type Subject } from "./subject.ts";

const CUSTOMER = "customer-with-many";
const WISHLISTS = 20;
const ITEMS = 2;
/** Items of the page that the look-up is compared with: the longest page of a request. */
const MAX_PAGE_SIZE = 50;

const cpu = (round: { cpu: Record<string, number> }) =>
  Object.values(round.cpu).reduce((sum, part) => sum + part, 0);

/**
 * CPU time of a look-up of a customer's wishlists with their items, divided by that of a first read of as many bytes.
 */
export async function compareLookup(stand: Stand, rounds: number, seconds: number): Promise<number> {
  await seedItems(stand, await seedCustomer(stand, CUSTOMER, WISHLISTS), ITEMS);
  const [list = ""] = await seedWishlists(stand, 1, "long");
  await seedItems(stand, [list], MAX_PAGE_SIZE);
  let reads = 0;
  const page = () =>
    `${API}/wishlists?id=${list}&pageSize=${MAX_PAGE_SIZE}&lastItemId=${"0".repeat(9)}${reads++}`;
  const lookup = () => `${API}/wishlists/lookup?customerRef=${CUSTOMER}`;
  const bytesOf = async (path: string) => JSON.stringify(await stand.call("GET", path)).length;
  const perByte = (await bytesOf(lookup())) / (await bytesOf(page()));
  const loadOf = (path: () => string): Load => ({
    baseUrl: stand.baseUrl,
    request: {
      method: "GET",
      headers: stand.headers,
      setupRequest: (request) => ({ ...request, path: path() }),
    },
  });
  const subject: Subject<"lookup" | "page"> = {
    loads: { lookup: loadOf(lookup), page: loadOf(page) },
    cpu: async () => ({ ...(await stand.cpu()) }),
  };
  const series = { lookup: new Series(), page: new Series() };
  for (let round = 0; round <= rounds; round++)
    for (const kind of ["lookup", "page"] as const) {
      const measured = await measure(subject, kind, seconds);
      // The first round is a warm-up.
      if (round > 0) series[kind].rounds.push(measured);
    }
  return series.lookup.ratioTo(series.page, cpu) / perByte;
}
