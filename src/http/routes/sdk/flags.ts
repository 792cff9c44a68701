import type { Static } from "typebox";
import { Unavailable } from "../../../actors/runtime/unavailable.ts";
import type { Send } from "../../../actors/send.ts";
import { type FieldError, Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { FlaggedWishes, WishFlag } from "../../../ingest/wishes/flagged-wishes.ts";
import { resetNext } from "../../../ingest/wishes/reset-flags.ts";
import { defined } from "../../../store/defined.ts";
import type { Customers } from "../../../store/read/customers.ts";
import type { Wish } from "../../../store/read/wishes.ts";
import type { FlagReset, FlagResets } from "../../../store/work/flag-resets.ts";
import type { Answer } from "../../answer.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  EmptyBody,
  FlaggedCustomersResponse,
  FlaggedQuery,
  FlagQuery,
  FlagResetResponse,
  PopularityBody,
  PopularityResponse,
} from "../../schemas/sdk-flags.ts";
import { needsOne, pageOf, requireOne, withoutEmpty } from "../query.ts";
import { TAG } from "./alias.ts";
import { sdkCustomer } from "./customer-names.ts";
import { decodeFlagCursor, encodeFlagCursor } from "./flag-cursor.ts";

const PREFIX = "/services/wsservice/api";
const ITEMS = `${PREFIX}/wishlist/items`;
/** Steps of a reset that its request waits for; a job does the others. */
const FIRST_STEPS = 4;

interface FlagRouteParts {
  send: Send;
  customers: Customers;
  flagged: FlaggedWishes;
  flagResets: FlagResets;
  /** The store's clock. */
  now: () => number;
  /** Starts the job that finishes a reset. */
  finish: (storeKey: string, reset: string) => Promise<void>;
}

/** The flag that a query asks for. */
function flagOf(query: Static<typeof FlagQuery>): WishFlag {
  requireOne(query, "notifyMe", "preRelease");
  const { notifyMe, preRelease } = query;
  if (notifyMe === true && preRelease !== true) return "notifyMe";
  if (preRelease === true && notifyMe !== true) return "prerelease";
  const message = "or preRelease must be true, and only one of them";
  throw new Problem("InvalidParameter", {
    detail: `notifyMe ${message}.`,
    errors: [{ path: "notifyMe", message }],
  });
}

function presentReset(status: number, storeReset: FlagReset): Answer {
  const { id, flag, status: state, count, startedTime, finishedTime } = storeReset;
  const shown = { id, flag, status: state, count, startedTime, ...defined({ finishedTime }) };
  return { status, body: JSON.stringify(shown), headers: { "Cache-Control": "no-store" } };
}

/** The first steps of a reset. What the service cannot apply now is left to the job. */
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

/** The waiting lists of the product or variant that a query names. */
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

/** What an entry names, with its waiting lists. A text is a product's reference, else a variant's. */
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

/** The customers of flagged wishes, in the SDK's form, each with the ids of its wishes. */
async function presentCustomers({ customers }: FlagRouteParts, wishes: readonly Wish[]) {
  const bySlot = new Map(wishes.map(({ customer }) => [customer.slot, customer]));
  const shown = await Promise.all(
    [...bySlot.values()].map(async (address) => {
      const customer = await customers.at(address);
      if (!customer) return [];
      const items = wishes.filter((wish) => wish.customer.slot === address.slot).map(({ item }) => item.id);
      return [{ ...sdkCustomer({ ...customer }), wishlistItemIds: items }];
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
      "Customers with a wish for a variant, or for any variant of a product, that has notifyMe or preRelease. Each has the ids of such wishes. A page can be shorter than asked for while more follow; a customer with several wishes can be on several pages. What the catalogue does not have is found by productRef together with variantRef; by one of them, the page is empty.",
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
      "Sets notifyMe or prerelease of the wishes to false. Of many wishes, the answer is 202 and a job resets the rest; the answer's id asks for its progress. A wish that asks after the start keeps its flag. What the catalogue does not have is found by productRef together with variantRef; by one of them, no wish is reset.",
    scope: "wishlists:write",
    query: FlagQuery,
    body: EmptyBody,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: {
      200: { description: "All wishes are reset.", schema: FlagResetResponse },
      202: { description: "A job resets the rest.", schema: FlagResetResponse },
    },
    async handle({ session: { storeKey }, query }) {
      const flag = flagOf(query);
      const lists = await listsOf(parts, storeKey, query);
      const reset = await firstSteps(parts, storeKey, parts.flagResets.begin({ flag, lists }, parts.now()));
      await parts.flagResets.put(storeKey, reset);
      if (reset.status === "finished") return presentReset(200, reset);
      await parts.finish(storeKey, reset.id);
      const answer = presentReset(202, reset);
      return { ...answer, headers: { ...answer.headers, Location: `${ITEMS}/resetFlag/${reset.id}` } };
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
    description: "The progress of a reset can be read for a week after its last step.",
    scope: "wishlists:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The reset.", schema: FlagResetResponse } },
    async handle(request) {
      const reset = await flagResets.find(request.session.storeKey, request.param("resetId"));
      if (!reset) throw notFound("reset");
      return presentReset(200, reset);
    },
  });

const getItemPopularity = (parts: FlagRouteParts): ApiRoute =>
  route({
    operation: "sdkGetItemPopularity",
    method: "post",
    paths: [`${PREFIX}/wishlists/itemPopularity`, `${PREFIX}/wishlist/itemPopularity`],
    tag: TAG,
    summary: "Count the wishes for products and variants",
    description:
      "Wishes on lists, bought or not, as the waiting lists of the variants have them: a wish that has changed its variant can still count for the old one. What the catalogue does not have counts by productRef together with variantRef; by one of them it has 0.",
    scope: "wishlists:read",
    body: PopularityBody,
    check: checkEntries,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: {
      200: { description: "A count for each entry, in its order.", schema: PopularityResponse },
    },
    async handle({ session: { storeKey }, body }) {
      const counts = body.map(async (entry) => {
        const { named, lists } = await countedOf(parts, storeKey, entry);
        return { ...named, count: await parts.flagged.count(storeKey, lists) };
      });
      return presentRead(JSON.stringify(await Promise.all(counts)));
    },
  });

/** Routes of the platform's SDK about the flags of wishes and the number of wishes. */
export const sdkFlagRoutes = (parts: FlagRouteParts): ApiRoute[] =>
  [getCustomersWithFlag, resetFlag, getFlagReset, getItemPopularity].map((routeOf) => routeOf(parts));
