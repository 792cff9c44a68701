import { waitingName } from "../../../actors/wishlist/state/item-index.ts";
import { defined } from "../../../collections/defined.ts";
import { notFound } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import type { Customers } from "../../../store/read/customers.ts";
import { identityOf, type Products } from "../../../store/read/products.ts";
import type { UndecodableWish, Wish, Wishes } from "../../../store/read/wishes.ts";
import { decodeCustomer } from "../../../store/records/records.ts";
import type { Now } from "../../../store/redis/clock.ts";
import type { WaitingLists } from "../../../store/waiting/waiting-lists.ts";
import type { Waves } from "../../../store/work/waves.ts";
import { cursorOf, positionOf } from "../../lists/cursor.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { WaitingQuery, WaitingResponse } from "../../schemas/retailer/waiting.ts";
import { WavesResponse } from "../../schemas/retailer/waves.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf } from "../query.ts";
import { anyVariantName, VARIANT_PARAMS } from "./catalogue.ts";

interface WaitingRouteParts {
  wishes: Wishes;
  products: Products;
  customers: Customers;
  waitingLists: WaitingLists;
  waves: Waves;
  now: Now;
}

/**
 * Presents a wish of the waiting list with this name; undefined if it does not wait any more, is for another variant
 * now, or its customer does not exist any more.
 */
async function waiterOf(
  { customers }: WaitingRouteParts,
  name: string,
  wish: Wish | UndecodableWish | undefined,
  since: number,
): Promise<object | undefined> {
  if (!wish || wish === "undecodable" || wish.item.purchased) return undefined;
  if (waitingName(wish.item.product) !== name) return undefined;
  const stored = await customers.storedAt(wish.customer);
  if (!stored) return undefined;
  const { id: customerRef, svc_customer_id: customerId } = decodeCustomer(stored.json);
  const { id: itemId, wishlistId, notifyMe, prerelease, disableNotification, quantity = 1 } = wish.item;
  return {
    since: new Date(since).toISOString(),
    customerId,
    customerRef,
    itemId,
    wishlistId,
    quantity,
    notifyMe,
    prerelease,
    disableNotification,
  };
}

const LIST_WAITING = "listWaiting";

const listWaiting = (parts: WaitingRouteParts): ApiRoute =>
  route({
    operation: LIST_WAITING,
    method: "get",
    paths: [`${API_PATH}/variants/:ref/waiting`],
    params: VARIANT_PARAMS,
    tag: "Alerts",
    summary: "List the wishes that wait for a variant",
    description:
      "Open wishes for the variant in the order in which their customers are alerted: the oldest first. A new wish is in the list after about a second. The variant is found as in getVariant.",
    scope: "wishlists:read",
    query: WaitingQuery,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "A page of the waiting list.", schema: WaitingResponse } },
    async handle(request) {
      const { session, query } = request;
      const { storeKey } = session;
      const ref = normaliseReference(request.param("ref"));
      const [found] = await parts.products.variantsWith(storeKey, anyVariantName(ref), query.productRef);
      if (!found) throw notFound("variant");
      const name = waitingName(identityOf(found));
      const { partition: since, after: itemId } = positionOf(LIST_WAITING, query.cursor, "cursor");
      const cursor = itemId === "" ? undefined : { since, itemId };
      const { size } = pageOf({ pageSize: query.pageSize });
      const [count, entries] = await Promise.all([
        parts.waitingLists.count(storeKey, name),
        parts.waitingLists.after(storeKey, name, cursor, size),
      ]);
      const ids = entries.map((entry) => entry.itemId);
      const wishes = await parts.wishes.read(storeKey, ids);
      const waiting = await Promise.all(
        entries.map((entry, i) => waiterOf(parts, name, wishes[i], entry.since)),
      );
      const last = entries.length === size ? entries.at(-1) : undefined;
      const next = last && cursorOf(LIST_WAITING, { partition: last.since, after: last.itemId });
      const page = { count, waiting: waiting.filter((waiter) => waiter !== undefined) };
      return presentRead(JSON.stringify({ ...page, ...defined({ cursor: next }) }));
    },
  });

const listWaves = ({ waves, now }: WaitingRouteParts): ApiRoute =>
  route({
    operation: "listWaves",
    method: "get",
    paths: [`${API_PATH}/alerts/waves`],
    tag: "Alerts",
    summary: "List the active waves of alerts",
    description:
      "A wave that alerts all customers together ends within seconds and is not in the list. The list has waves that wait for their next part, because they alert only as many customers at a time as the stock allows (setting `alerts.waveMultiple`).",
    scope: "events:read",
    isHeavy: true,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The active waves.", schema: WavesResponse } },
    async handle({ session }) {
      const all = await waves.list(session.storeKey, now());
      return presentRead(
        JSON.stringify({ waves: all.map(({ productKey: _, rest: _rest, ...wave }) => wave) }),
      );
    },
  });

/** Returns the routes of waiting lists and of waves. */
export const waitingRoutes = (parts: WaitingRouteParts): ApiRoute[] => [listWaiting(parts), listWaves(parts)];
