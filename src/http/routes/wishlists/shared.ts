import type { Context } from "koa";
import { defined } from "../../../collections/defined.ts";
import { Problem } from "../../../ingest/problem.ts";
import type { Layout } from "../../../store/layout/layout.ts";
import type { Products } from "../../../store/read/products.ts";
import type { Answer } from "../../answer.ts";
import { browserLanguage } from "../../browser.ts";
import { digestOf } from "../../idempotency/digest.ts";
import { paramsOf } from "../../koa-context.ts";
import { pageQueryReader, queryReader } from "../../middleware/check-query.ts";
import { send } from "../../middleware/send.ts";
import type { Begin } from "../../overload/admission.ts";
import { admittedRead, type ReadLimits } from "../../overload/admitted-read.ts";
import type { PlainRoute } from "../../route.ts";
import { ProblemDocument } from "../../schemas/problem.ts";
import { SharedPageQuery, SharedQuery, SharedWishlistResponse } from "../../schemas/wishlists/shares.ts";
import { cardsOf } from "../../sharing/cards.ts";
import { frameOf, listPage, notFoundPage, type ShownPage } from "../../sharing/page.ts";
import type { FoundList, SharedLists } from "../../sharing/shared-lists.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf } from "../query.ts";

const LIST_PATH = `${API_PATH}/shared/:token`;
/** Path of the pages of shared wishlists, before the token. */
export const PAGE_PATH = "/s";
/** Number of items on an HTML page. */
const PAGE_SIZE = 24;

/**
 * Headers that hide the address, which contains the token, from search engines and, as a referrer, from other sites.
 */
const HIDDEN = { "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer" };
const REVALIDATED = { "Cache-Control": "private, no-cache" };

const readQuery = queryReader(SharedQuery);
const readPageQuery = pageQueryReader(SharedPageQuery);
const COMMON = {
  method: "get",
  params: { token: "The last part of the link." },
  tag: "Sharing",
  conditional: true,
} as const;
const OVERLOAD = {
  429: { description: "Too many requests; see Retry-After.", schema: ProblemDocument },
  503: { description: "The service is unavailable; see Retry-After.", schema: ProblemDocument },
};

interface SharedRouteParts {
  lists: SharedLists;
  products: Products;
  layout: Layout;
  /** Base address that callers see, without a slash at the end. */
  publicUrl: string;
  load: ReadLimits;
}

const getSharedWishlist = ({ lists, load }: SharedRouteParts): PlainRoute => ({
  ...COMMON,
  operation: "getSharedWishlist",
  paths: [LIST_PATH],
  query: SharedQuery,
  summary: "Get a shared wishlist by its link",
  description:
    "Needs only the token of the link. The answer has no personal data: only the name of the wishlist, the display name and the end of the link, and of each item its variant, quantity and priority, and how much of it was bought. The answer for an unknown, revoked or expired link is always the same.",
  responses: {
    200: { description: "The wishlist with a page of its items.", schema: SharedWishlistResponse },
    400: { description: "A query parameter is invalid.", schema: ProblemDocument },
    404: { description: "The link is not valid.", schema: ProblemDocument },
    ...OVERLOAD,
  },
  async handle(ctx) {
    ctx.set(HIDDEN);
    const found = await lists.find(ctx);
    const request = pageOf(readQuery(ctx));
    const read = async (begin: Begin) => {
      await begin();
      const { name, items, lastItemId } = await lists.page(found, request);
      const { displayName, expires } = found.share;
      const body = JSON.stringify({
        ...defined({ name, displayName, expires }),
        wishlistItems: items,
        itemCount: items.length,
        ...defined({ lastEvaluatedItemId: lastItemId }),
      });
      // Not the version of the wishlist, which would reveal changes of data that is not shown.
      return { status: 200, body, version: digestOf(body), headers: REVALIDATED };
    };
    send(ctx, await admittedRead(load, found.tenant.id, "getSharedWishlist", read));
  },
});

/** Returns the page of the wishlist of a link. */
async function pageFor(parts: SharedRouteParts, ctx: Context, found: FoundList): Promise<ShownPage> {
  const { lists, products, layout, publicUrl } = parts;
  const frame = frameOf(found.tenant.settings);
  const cursor = readPageQuery(ctx)?.lastItemId;
  const { name, items } = await lists.page(found, { cursor, size: PAGE_SIZE + 1 });
  const shown = items.slice(0, PAGE_SIZE);
  return listPage(frame, {
    name,
    displayName: found.share.displayName,
    url: `${publicUrl}${PAGE_PATH}/${paramsOf(ctx)["token"] ?? ""}`,
    cards: await cardsOf({ products, layout }, found.meta.storeKey, shown, frame),
    hasMore: items.length > shown.length,
  });
}

/** Returns the page for a link that is not valid, in the language of the browser. */
function pageForNone(ctx: Context): ShownPage {
  return notFoundPage(browserLanguage(ctx));
}

const answerWith = (status: number, { text, policy }: ShownPage): Answer => ({
  status,
  body: text,
  ...(status === 200 ? { version: digestOf(text) } : {}),
  headers: {
    ...REVALIDATED,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
  },
});

const showSharedWishlist = (parts: SharedRouteParts): PlainRoute => ({
  ...COMMON,
  operation: "showSharedWishlist",
  paths: [`${PAGE_PATH}/:token`],
  query: SharedPageQuery,
  summary: "Show the page of a shared wishlist",
  description:
    "A page for shops that have no page of their own. It has the shop's name and colours from the settings, and the language of the shop's e-mails. Other parameters in the link do not matter. An invalid `lastItemId` shows the first page.",
  responses: {
    200: { description: "The page.", type: "text/html" },
    404: { description: "A page that says that the link is not valid.", type: "text/html" },
    ...OVERLOAD,
  },
  async handle(ctx) {
    ctx.set(HIDDEN);
    try {
      const found = await parts.lists.find(ctx);
      const read = async (begin: Begin) => {
        await begin();
        return answerWith(200, await pageFor(parts, ctx, found));
      };
      send(ctx, await admittedRead(parts.load, found.tenant.id, "showSharedWishlist", read));
    } catch (err) {
      if (!(err instanceof Problem && err.code === "ResourceNotFound")) throw err;
      send(ctx, answerWith(404, pageForNone(ctx)));
    }
  },
});

/** Returns the routes of shared wishlists: as JSON for a shop's own page, and as a page for shops without one. */
export const sharedRoutes = (parts: SharedRouteParts): PlainRoute[] => [
  getSharedWishlist(parts),
  showSharedWishlist(parts),
];
