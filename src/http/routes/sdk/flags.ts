import pLimit from "p-limit";
import type { Static } from "typebox";
import type { Send } from "../../../actors/runtime/send.ts";
import { Unavailable } from "../../../actors/runtime/unavailable.ts";
import { defined } from "../../../collections/defined.ts";
import { type FieldError, invalidParameter } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { FlaggedWishes, WishFlag } from "../../../ingest/wishes/flagged-wishes.ts";
import { resetNext } from "../../../ingest/wishes/reset-flags.ts";
import type { Customers } from "../../../store/read/customers.ts";
import type { Wish } from "../../../store/read/wishes.ts";
import type { FlagReset, FlagResets } from "../../../store/work/flag-resets.ts";
import { presentChange, presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  EmptyBody,
  FlaggedCustomersResponse,
  FlaggedQuery,
  FlagQuery,
  FlagResetResponse,
  PopularityBody,
  PopularityResponse,
} from "../../schemas/sdk/flags.ts";
import { API_PATH } from "../api-path.ts";
import { needsOne, pageOf, requireOne, withoutEmpty } from "../query.ts";
import { TAG } from "./alias.ts";
import { toSdkCustomer } from "./customer-names.ts";
import { decodeFlagCursor, encodeFlagCursor } from "./flag-cursor.ts";

const ITEMS = `${API_PATH}/wishlist/items`;
/** Number of steps of a reset that the request runs itself; a job runs the others. */
const FIRST_STEPS = 4;
/** Number of entries whose wishes are counted at the same time: each may name a product with thousands of variants. */
const COUNTED_TOGETHER = 4;

interface FlagRouteParts {
  send: Send;
  customers: Customers;
  flagged: FlaggedWishes;
  flagResets: FlagResets;
  /** The clock of Redis. */
  now: () => number;
  /** Starts the job that finishes a reset. */
  finish: (storeKey: string, reset: string) => Promise<void>;
}

/** Returns the flag that a query names. */
function flagOf(query: Static<typeof FlagQuery>): WishFlag {
  requireOne(query, "notifyMe", "preRelease");
  const { notifyMe, preRelease } = query;
  if (notifyMe === true && preRelease !== true) return "notifyMe";
  if (preRelease === true && notifyMe !== true) return "prerelease";
  throw invalidParameter("notifyMe", "must be true, or preRelease, but not both");
}

const presentReset = ({ id, flag, status, count, startedTime, finishedTime }: FlagReset) => ({
  id,
  flag,
  status,
  count,
  startedTime,
  ...defined({ finishedTime }),
});

/** Runs the first steps of a reset. If the service cannot apply them now, the job continues the reset. */
async function firstSteps(parts: FlagRouteParts, storeKey: string, started: FlagReset): Promise<FlagReset> {
  let reset = started;
  try {
    for (let step = 0; step < FIRST_STEPS && reset.status === "running"; step++)
      reset = await resetNext(parts, storeKey, reset);
  } catch (err) {
    if (!(err instanceof Unavailable)) throw err;
  }
  return reset;
}

/** Returns the waiting lists of the product or variant that a query names. */
async function listsOf(
  { flagged }: FlagRouteParts,
  storeKey: string,
  sent: Static<typeof FlagQuery>,
): Promise<string[]> {
  const query = withoutEmpty(sent);
  requireOne(query, "productRef", "variantRef");
  return flagged.listsOf(storeKey, query);
}

type Entry = Static<typeof PopularityBody>[number];

/**
 * Returns the references of an entry and its waiting lists. A text is the reference of a product, else of a variant.
 */
async function countedOf({ flagged }: FlagRouteParts, storeKey: string, entry: Entry) {
  if (typeof entry === "string") {
    const ofProduct = await flagged.listsOf(storeKey, { productRef: entry });
    const lists = ofProduct.length > 0 ? ofProduct : await flagged.listsOf(storeKey, { variantRef: entry });
    return { named: { ref: entry }, lists };
  }
  const { productRef, variantRef } = entry;
  const named = defined({ productRef: productRef ?? undefined, variantRef: variantRef ?? undefined });
  return { named, lists: await flagged.listsOf(storeKey, named) };
}

/** Counts the wishes for each entry, in the order of the entries. The same entry is counted once. */
function countAll(parts: FlagRouteParts, storeKey: string, entries: readonly Entry[]) {
  const count = async (entry: Entry) => {
    const { named, lists } = await countedOf(parts, storeKey, entry);
    return { ...named, count: await parts.flagged.count(storeKey, lists) };
  };
  const limit = pLimit(COUNTED_TOGETHER);
  const counted = new Map<string, ReturnType<typeof count>>();
  const counts = entries.map((entry) => {
    const key = JSON.stringify(entry);
    const counting = counted.get(key) ?? limit(() => count(entry));
    counted.set(key, counting);
    return counting;
  });
  return Promise.all(counts);
}

/** Presents the customers of flagged wishes in the format of the SDK, each with the ids of its wishes. */
async function presentCustomers({ customers }: FlagRouteParts, wishes: readonly Wish[]) {
  const bySlot = new Map(wishes.map(({ customer }) => [customer.slot, customer]));
  const shown = await Promise.all(
    [...bySlot.values()].map(async (address) => {
      const customer = await customers.at(address);
      if (!customer) return [];
      const items = wishes.filter((wish) => wish.customer.slot === address.slot).map(({ item }) => item.id);
      return [{ ...toSdkCustomer({ ...customer }), wishlistItemIds: items }];
    }),
  );
  return shown.flat();
}

/** Refuses entries that name neither a product nor a variant. */
const checkEntries = (body: readonly Entry[]): FieldError[] =>
  body.flatMap((entry, i) =>
    typeof entry === "string"
      ? []
      : needsOne(entry, "productRef", "variantRef").map((error) => ({
          ...error,
          path: `/${i}${error.path}`,
        })),
  );

const getCustomersWithFlag = (parts: FlagRouteParts): ApiRoute =>
  route({
    operation: "sdkGetCustomersWithFlag",
    method: "get",
    paths: [`${ITEMS}/getCustomersWithFlag`],
    tag: TAG,
    summary: "Get the customers whose wishes have a flag",
    description:
      "Customers with a wish for a variant, or for any variant of a product, that has notifyMe or preRelease. Each customer has the ids of these wishes. A page can be shorter than requested and not be the last one; a customer with several wishes can be on several pages. If the catalogue does not have the variant, send both productRef and variantRef; with only one of them, the page is empty.",
    scope: "customers:read",
    query: FlaggedQuery,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "A page of customers.", schema: FlaggedCustomersResponse } },
    async handle({ session: { storeKey }, query }) {
      const flag = flagOf(query);
      const lists = await listsOf(parts, storeKey, query);
      const { size } = pageOf(query);
      const cursor = decodeFlagCursor(query.lastItemId);
      const { wishes, next } = await parts.flagged.page(storeKey, lists, { flag, cursor, size });
      const found = await presentCustomers(parts, wishes);
      const last = next === undefined ? {} : { lastEvaluatedItemId: encodeFlagCursor(next) };
      return presentRead(JSON.stringify({ customerCount: found.length, ...last, customers: found }));
    },
  });

const resetFlag = (parts: FlagRouteParts): ApiRoute =>
  route({
    operation: "sdkResetFlag",
    method: "put",
    paths: [`${ITEMS}/resetFlag`],
    tag: TAG,
    summary: "Reset a flag of all wishes for a product or a variant",
    description:
      "Sets notifyMe or prerelease of the wishes to false. If there are many wishes, the answer is 202 and a job resets the rest; request the progress with the id of the answer. A wish whose flag is set after the start keeps it. If the catalogue does not have the variant, send both productRef and variantRef; with only one of them, no wish is reset.",
    scope: "wishlists:write",
    query: FlagQuery,
    body: EmptyBody,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: {
      200: { description: "All wishes are reset.", schema: FlagResetResponse },
      202: { description: "A job resets the rest.", schema: FlagResetResponse, isStarted: true },
    },
    async handle({ session: { storeKey }, query }) {
      const flag = flagOf(query);
      const lists = await listsOf(parts, storeKey, query);
      const reset = await firstSteps(parts, storeKey, parts.flagResets.begin({ flag, lists }, parts.now()));
      await parts.flagResets.put(storeKey, reset);
      if (reset.status === "finished") return presentChange(200, presentReset(reset));
      await parts.finish(storeKey, reset.id);
      return presentChange(202, presentReset(reset), { Location: `${ITEMS}/resetFlag/${reset.id}` });
    },
  });

const getFlagReset = ({ flagResets }: FlagRouteParts): ApiRoute =>
  route({
    operation: "sdkGetFlagReset",
    method: "get",
    paths: [`${ITEMS}/resetFlag/:resetId`],
    params: { resetId: "The id of the reset." },
    tag: TAG,
    summary: "Get the progress of a reset of flags",
    description:
      "The progress can be read for a week after the last step of the reset, if it is one of the newest 1,000 resets of the store that have ended.",
    scope: "wishlists:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The reset.", schema: FlagResetResponse } },
    async handle(request) {
      const reset = await flagResets.find(request.session.storeKey, request.param("resetId"));
      if (!reset) throw notFound("reset");
      return presentChange(200, presentReset(reset));
    },
  });

const getItemPopularity = (parts: FlagRouteParts): ApiRoute =>
  route({
    operation: "sdkGetItemPopularity",
    method: "post",
    paths: [`${API_PATH}/wishlists/itemPopularity`, `${API_PATH}/wishlist/itemPopularity`],
    tag: TAG,
    summary: "Count the wishes for products and variants",
    description:
      "Counts the wishes in the waiting lists of the variants, including purchased wishes. A wish whose variant has changed can still count for the old variant. If the catalogue does not have the variant, send both productRef and variantRef; with only one of them, the count is 0.",
    scope: "wishlists:read",
    body: PopularityBody,
    check: checkEntries,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: {
      200: {
        description: "A count for each entry, in the order of the request.",
        schema: PopularityResponse,
      },
    },
    async handle({ session: { storeKey }, body }) {
      return presentRead(JSON.stringify(await countAll(parts, storeKey, body)));
    },
  });

/** Returns the routes of the platform's SDK for the flags and the number of wishes. */
export const sdkFlagRoutes = (parts: FlagRouteParts): ApiRoute[] =>
  [getCustomersWithFlag, resetFlag, getFlagReset, getItemPopularity].map((routeOf) => routeOf(parts));
