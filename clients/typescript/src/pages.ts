import type { WishlistClient } from "./client.ts";
import type { components, paths } from "./schema.ts";

type Schemas = components["schemas"];
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

const ITEMS = "/services/wsservice/api/wishlist/items";
const WISHLISTS = "/services/wsservice/api/wishlists/lookup";
const ALERTS = "/services/wsservice/api/alerts";
const CHANGES = "/services/wsservice/api/changes";

/** All items of a wishlist, oldest first. A page is read when it is needed. */
export async function* items(
  client: WishlistClient,
  query: QueryOf<typeof ITEMS>,
): AsyncGenerator<Schemas["WishlistItem"]> {
  let lastItemId = query.lastItemId;
  do {
    const { data } = await client.GET(ITEMS, { params: { query: { ...query, ...given({ lastItemId }) } } });
    yield* data?.wishlistItems ?? [];
    lastItemId = data?.lastEvaluatedItemId;
  } while (lastItemId !== undefined);
}

/** All wishlists of a customer, each with its first page of items. */
export async function* wishlists(
  client: WishlistClient,
  query: QueryOf<typeof WISHLISTS>,
): AsyncGenerator<Schemas["WishlistWithItems"]> {
  let lastItemId = query.lastItemId;
  do {
    const { data } = await client.GET(WISHLISTS, {
      params: { query: { ...query, ...given({ lastItemId }) } },
    });
    yield* data?.wishlist ?? [];
    lastItemId = data?.lastEvaluatedWishlistId;
  } while (lastItemId !== undefined);
}

/** All alerts of a customer. */
export async function* alerts(
  client: WishlistClient,
  query: QueryOf<typeof ALERTS>,
): AsyncGenerator<Schemas["Alert"]> {
  let lastAlertId = query.lastAlertId;
  do {
    const { data } = await client.GET(ALERTS, { params: { query: { ...query, ...given({ lastAlertId }) } } });
    yield* data?.alerts ?? [];
    lastAlertId = data?.lastEvaluatedAlertId;
  } while (lastAlertId !== undefined);
}

/**
 * The events since a cursor, page by page, up to now. Store the `cursor` of a page once its events are processed: the next
 * call continues there.
 */
export async function* changes(
  client: WishlistClient,
  query: QueryOf<typeof CHANGES> = {},
): AsyncGenerator<Schemas["Changes"]> {
  let after = query.after;
  for (;;) {
    const { data } = await client.GET(CHANGES, { params: { query: { ...query, ...given({ after }) } } });
    if (!data) return;
    yield data;
    if (!data.hasMore) return;
    after = data.cursor;
  }
}

/** The members that have a value: an optional parameter is absent, not undefined. */
function given<Name extends string>(values: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const entries = Object.entries<string | undefined>(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
