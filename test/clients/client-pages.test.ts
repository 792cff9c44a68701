import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { changes, pages, type WishlistClient } from "../../clients/typescript/src/index.ts";
import { clientOf } from "../support/callers/typed-client.ts";
import { feed, lines, NDJSON } from "../support/data/feeds.ts";
import { listOf } from "../support/list-of.ts";
import { given, type Service } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { sharedService } from "../support/shared-service.ts";

const CHANGES = "/services/wsservice/api/changes";
const EVENTS = 5;

let service: Service;
let shop: Awaited<ReturnType<Service["newCaller"]>>;
let client: WishlistClient;
/** Queries of the requests for changes. */
const sent: URLSearchParams[] = [];
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  client = clientOf(service, shop.credentials, {
    send: (input, init) => {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
      if (pathname === CHANGES) sent.push(searchParams);
      return fetch(input, init);
    },
  });
  for (let i = 0; i < EVENTS; i++) await shop.newCustomer();
  await settled(service);
});

/** Returns at most `max` pages: a list that does not end must fail the test, not stop it. */
async function first<T>(rows: AsyncIterable<T>, max: number): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) if (found.push(row) === max) break;
  return found;
}

const idsOf = (read: { events: { id: string }[] }[]) =>
  read.flatMap(({ events }) => events.map(({ id }) => id));

describe("the changes of the typed client", () => {
  for (const name of ["cursor", "after"] as const)
    it(`continue from a stored cursor to the end, given as \`${name}\``, async () => {
      const ids = idsOf(await listOf(changes(client)));
      assert.equal(ids.length, EVENTS);
      const [page] = await first(changes(client, { limit: 1 }), 1);
      sent.length = 0;
      const rest = await first(changes(client, { [name]: given(page).cursor, limit: 2 }), EVENTS);
      assert.deepEqual(idsOf(rest), ids.slice(1));
      assert.deepEqual(
        sent.map((query) => [...query.keys()].sort()),
        rest.map(() => ["cursor", "limit"]),
      );
    });
});

describe("the pages of a list that always has a cursor", () => {
  it("end with the last change", async () => {
    const read = await first(pages(client, CHANGES, { params: { query: { limit: 2 } } }), EVENTS);
    assert.deepEqual(
      read.map(({ events }) => events.length),
      [2, 2, 1],
    );
  });

  it("end with the last error of a feed", async () => {
    const { id } = await feed(shop, "products", NDJSON, lines(Array.from({ length: 3 }, () => ({}))));
    const read = await first(
      pages(client, "/services/wsservice/api/feeds/{feedId}/errors", {
        params: { path: { feedId: id }, query: { limit: 2 } },
      }),
      EVENTS,
    );
    assert.deepEqual(
      read.map(({ errors }) => errors.length),
      [2, 1],
    );
  });
});
