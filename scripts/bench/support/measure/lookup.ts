import type { Load } from "../load/load.ts";
import { seedCustomer, seedItems, seedWishlists } from "../seed/wishlists.ts";
import { API, type Stand } from "../stand.ts";
import { measure, newCursor, Series, type Subject, totalCpu } from "../subject.ts";

const CUSTOMER = "customer-with-many";
const WISHLISTS = 20;
const ITEMS = 2;
/** Items of the page that the look-up is compared with: the longest page of a request. */
const MAX_PAGE_SIZE = 50;

/** CPU time of look-ups, divided by that of a first read of a page of as many bytes. */
export interface LookupCosts {
  first: number;
  repeated: number;
}

/** Compares look-ups of a customer's wishlists with their items with first reads of pages. */
export async function compareLookup(stand: Stand, rounds: number, seconds: number): Promise<LookupCosts> {
  await seedItems(stand, await seedCustomer(stand, CUSTOMER, WISHLISTS), ITEMS);
  const [list = ""] = await seedWishlists(stand, 1, "long");
  await seedItems(stand, [list], MAX_PAGE_SIZE);
  const page = () => `${API}/wishlists?id=${list}&pageSize=${MAX_PAGE_SIZE}&lastItemId=${newCursor()}`;
  const again = () => `${API}/wishlists/lookup?customerRef=${CUSTOMER}`;
  const first = () => `${again()}&lastItemId=${newCursor()}`;
  const bytesOf = async (path: string) => JSON.stringify(await stand.call("GET", path)).length;
  const perByte = (await bytesOf(again())) / (await bytesOf(page()));
  const loadOf = (path: () => string): Load => ({
    baseUrl: stand.baseUrl,
    request: {
      method: "GET",
      headers: stand.headers,
      setupRequest: (request) => ({ ...request, path: path() }),
    },
  });
  const subject: Subject<keyof LookupCosts | "page"> = {
    loads: { first: loadOf(first), repeated: loadOf(again), page: loadOf(page) },
    cpu: async () => ({ ...(await stand.cpu()) }),
  };
  const series = { first: new Series(), repeated: new Series(), page: new Series() };
  for (let round = 0; round <= rounds; round++)
    for (const kind of ["first", "repeated", "page"] as const) {
      const measured = await measure(subject, kind, seconds);
      // The first round is a warm-up.
      if (round > 0) series[kind].rounds.push(measured);
    }
  const costOf = (kind: keyof LookupCosts) => series[kind].ratioTo(series.page, totalCpu) / perByte;
  return { first: costOf("first"), repeated: costOf("repeated") };
}
