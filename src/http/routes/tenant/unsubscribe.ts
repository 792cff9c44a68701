import type { Context } from "koa";
import Type from "typebox";
import type { Dispatcher } from "../../../actors/runtime/dispatcher.ts";
import { Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { Layout } from "../../../store/layout/layout.ts";
import { readUnsubscribeToken, type TokenAddress } from "../../../store/privacy/unsubscribe-token.ts";
import {
  DEFAULT_SETTINGS,
  type MailLanguage,
  type Settings,
} from "../../../store/tenants/settings/settings.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import type { Tenants } from "../../../store/tenants/tenants.ts";
import { acceptsPage, browserLanguage } from "../../browser.ts";
import { paramsOf } from "../../koa-context.ts";
import type { LoadLimits } from "../../middleware/endpoint.ts";
import type { KeyLimits } from "../../middleware/rate-limit.ts";
import { donePage, invalidLinkPage, questionPage } from "../../presenters/unsubscribe-page.ts";
import type { PlainRoute } from "../../route.ts";
import { ProblemDocument } from "../../schemas/problem.ts";
import { API_PATH } from "../api-path.ts";

/** Path of the links to unsubscribe, before the token. */
export const UNSUBSCRIBE_PATH = `${API_PATH}/unsubscribe`;

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

const COMMON = {
  paths: [`${UNSUBSCRIBE_PATH}/:token`],
  params: { token: "The last part of the link in the e-mail." },
  tag: "Alerts",
};
const REFUSED = {
  404: {
    description: "The link is not from this service. A browser gets a page.",
    schema: ProblemDocument,
    others: { "text/html": Type.String() },
  },
  429: { description: "Too many requests with this link; see Retry-After." },
};

interface UnsubscribeParts {
  layout: Layout;
  dispatcher: Dispatcher;
  tenants: Tenants;
  /** Limits the requests with one link. A limit of addresses would refuse the servers of mail providers. */
  perShopper: KeyLimits;
  load: Pick<LoadLimits, "admissions">;
}

/** Returns the customer's address in the link of a request; undefined for a link of another service. */
const addressOfToken = ({ layout }: UnsubscribeParts, ctx: Context): TokenAddress | undefined =>
  readUnsubscribeToken(layout, paramsOf(ctx)["token"] ?? "");

function showPage(ctx: Context, language: MailLanguage, text: string): void {
  ctx.set({ ...HEADERS, "Content-Language": language });
  ctx.body = text;
}

/** Answers with a page in the language of the store's e-mails. */
async function show(
  { tenants }: UnsubscribeParts,
  ctx: Context,
  { storeKey }: TokenAddress,
  pageOf: (mail: Settings["mail"]) => string,
): Promise<void> {
  const { mail } = (await tenants.findFor(storeKey))?.settings ?? DEFAULT_SETTINGS;
  showPage(ctx, mail.language, pageOf(mail));
}

/**
 * Runs a handler with the customer's address in the link. For a link of another service, a browser gets a page with the
 * status 404.
 */
async function forLink(
  parts: UnsubscribeParts,
  ctx: Context,
  handle: (address: TokenAddress) => Promise<void>,
): Promise<void> {
  const address = addressOfToken(parts, ctx);
  if (address) {
    await parts.perShopper.count(ctx, address.slot);
    return handle(address);
  }
  if (!acceptsPage(ctx)) throw notFound("link");
  const language = browserLanguage(ctx);
  ctx.status = 404;
  showPage(ctx, language, invalidLinkPage(language));
}

const askToUnsubscribe = (parts: UnsubscribeParts): PlainRoute => ({
  ...COMMON,
  operation: "askToUnsubscribe",
  method: "get",
  summary: "Show the page to unsubscribe from alerts",
  description:
    "Opening the link changes nothing, because mail scanners also open links. The page has a button that unsubscribes.",
  responses: { 200: { description: "A page with a button.", type: "text/html" }, ...REFUSED },
  handle: (ctx) => forLink(parts, ctx, (address) => show(parts, ctx, address, questionPage)),
});

const unsubscribe = (parts: UnsubscribeParts): PlainRoute => ({
  ...COMMON,
  operation: "unsubscribe",
  method: "post",
  summary: "Unsubscribe a customer from alerts by e-mail",
  description: "One-click unsubscription as in RFC 8058. The body is ignored.",
  responses: {
    200: { description: "The customer is unsubscribed.", type: "text/html" },
    ...REFUSED,
    503: { description: "The service is unavailable. Try again later." },
  },
  handle: (ctx) =>
    forLink(parts, ctx, async (address) => {
      const { partition, storeKey, slot, key } = address;
      await parts.load.admissions.writes.run(tenantOf(storeKey), async (begin) => {
        await begin();
        const reply = await parts.dispatcher.send(
          { partition },
          { type: "Unsubscribe", storeKey, slot, key },
        );
        if (!reply.ok) throw new Problem("Internal", { cause: reply.detail });
      });
      await show(parts, ctx, address, donePage);
    }),
});

/**
 * Returns the routes of the pages for unsubscribing from e-mail. Opening the link only asks for confirmation, because
 * mail scanners also open links. Only a POST unsubscribes, from the page or from the mail program (RFC 8058); it needs
 * only the link. The pages are in the language of the store's e-mails.
 */
export const unsubscribeRoutes = (parts: UnsubscribeParts): PlainRoute[] => [
  askToUnsubscribe(parts),
  unsubscribe(parts),
];
