import type { MaybeOptionalInit } from "openapi-fetch";
import type { WishlistClient } from "./client.ts";
import type { components, paths } from "./schema.ts";

type Schemas = components["schemas"];
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

type BodyOf<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody?: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;
type HasCursor<Input> = [Input] extends [never] ? false : "cursor" extends keyof Input ? true : false;

/** The method of a list with a `cursor`: GET with the cursor in the query, or POST with the cursor in the body. */
type MethodOf<Path extends keyof paths> =
  HasCursor<QueryOf<Path>> extends true ? "get" : HasCursor<BodyOf<Path>> extends true ? "post" : never;
/** Paths of the lists with a `cursor`. */
export type PagedPath = {
  [Path in keyof paths]: [MethodOf<Path>] extends [never] ? never : Path;
}[keyof paths];
/** A page of such a list. */
export type PageOf<Path extends PagedPath> = paths[Path][MethodOf<Path>] extends {
  responses: { 200: { content: { "application/json": infer Page } } };
}
  ? Page
  : never;
type InitOf<Path extends PagedPath> = MaybeOptionalInit<paths[Path], MethodOf<Path>>;

const ITEMS = "/services/wsservice/api/wishlist/items";
const WISHLISTS = "/services/wsservice/api/wishlists/lookup";
const ALERTS = "/services/wsservice/api/alerts";
const CHANGES = "/services/wsservice/api/changes";

/** Yields all items of a wishlist, the oldest first. A page is read when it is needed. */
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

/** Yields all wishlists of a customer, each with its first page of items. */
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

/** Yields all alerts of a customer. */
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
 * Yields the events after a cursor, page by page, up to now. Store the `cursor` of a page after its events are
 * processed: the next call continues there.
 */
export async function* changes(
  client: WishlistClient,
  query: QueryOf<typeof CHANGES> = {},
): AsyncGenerator<Schemas["Changes"]> {
  // The former name is not sent: the service ignores it if there is a cursor.
  const { after, cursor: stored, ...rest } = query;
  let cursor = stored === "" ? after : (stored ?? after);
  for (;;) {
    const { data } = await client.GET(CHANGES, { params: { query: { ...rest, ...given({ cursor }) } } });
    if (!data) return;
    yield data;
    if (!data.hasMore) return;
    cursor = data.cursor;
  }
}

interface PageInit {
  params?: { query?: { cursor?: string } };
  body?: { cursor?: string } | undefined;
}
/** A page without `hasMore` is the last one if it has no cursor. One with `hasMore` always has a cursor. */
type ReadPage = (path: string, init: PageInit) => Promise<{ data?: { cursor?: string; hasMore?: boolean } }>;

/**
 * Yields the pages of a list with a `cursor`: customers, wishlists, orders, products, alerts and feeds of a store, the
 * search for customers, waiting lists, the errors of a feed, changes, and the audit log. A page can be empty and not be
 * the last one.
 * @param init options of `client.GET` for the path, or of `client.POST` for a search
 */
export async function* pages<Path extends PagedPath>(
  client: WishlistClient,
  path: Path,
  ...[init]: undefined extends InitOf<Path> ? [init?: InitOf<Path>] : [init: InitOf<Path>]
): AsyncGenerator<PageOf<Path>> {
  const { GET, POST } = client as unknown as { GET: ReadPage; POST: ReadPage };
  const { params, body, ...rest } = (init ?? {}) as PageInit;
  let cursor = (body ?? params?.query)?.cursor;
  do {
    const at = given({ cursor });
    const { data } = body
      ? await POST(path, { ...rest, body: { ...body, ...at } })
      : await GET(path, { ...rest, params: { ...params, query: { ...params?.query, ...at } } });
    if (!data) return;
    yield data as PageOf<Path>;
    if (data.hasMore === false) return;
    cursor = data.cursor;
  } while (cursor !== undefined);
}

/** Returns the members that have a value: an optional parameter must be absent, not undefined. */
function given<Name extends string>(values: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const entries = Object.entries<string | undefined>(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
