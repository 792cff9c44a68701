import type { Context } from "koa";
import type { Dispatcher } from "../../actors/dispatcher.ts";
import type { Layout } from "../../store/layout.ts";
import { readUnsubscribeToken, type TokenPlace } from "../../store/unsubscribe-token.ts";
import { Problem } from "../problem.ts";
import type { PlainRoute } from "../route.ts";
import { notFound } from "../targets.ts";

/** What links to unsubscribe lead to; a token follows. */
export const UNSUBSCRIBE_PATH = "/services/wsservice/api/unsubscribe";

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>
    body { margin: 0; padding: 15vh 24px; background: #f2f4f7; color: #101828; font: 17px/1.5 -apple-system, "Segoe UI", Roboto, sans-serif; }
    main { max-width: 420px; margin: auto; padding: 32px; border-radius: 12px; background: #fff; text-align: center; }
    h1 { margin: 0 0 8px; font-size: 22px; }
    button { margin-top: 16px; padding: 12px 24px; border: 0; border-radius: 6px; background: #1d2939; color: #fff; font: inherit; font-weight: 600; }
  </style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;

const QUESTION = page(
  "Unsubscribe?",
  '<div>You will get no more e-mail about your wishlist.</div><form method="post"><button>Unsubscribe</button></form>',
);
const DONE = page("You are unsubscribed", "<div>You will get no more e-mail about your wishlist.</div>");

/**
 * What a customer meets who wants no more e-mail. To open the link asks, for scanners of mail open links too; only a
 * POST unsubscribes, from the page or from the mail program (RFC 8058), and needs nothing but the link.
 */
export function unsubscribeRoutes({
  layout,
  dispatcher,
}: {
  layout: Layout;
  dispatcher: Dispatcher;
}): PlainRoute[] {
  const described = {
    paths: [`${UNSUBSCRIBE_PATH}/:token`],
    params: { token: "What the link in the e-mail ends with." },
    tag: "Alerts",
  };
  const unknown = { 404: { description: "The link is none of this service's." } };

  function placeOf(ctx: Context): TokenPlace {
    const { token = "" } = (ctx as Context & { params: Record<string, string> }).params;
    const place = readUnsubscribeToken(layout, token);
    if (!place) throw notFound("link");
    return place;
  }

  function show(ctx: Context, body: string): void {
    ctx.set(HEADERS);
    ctx.body = body;
  }

  return [
    {
      ...described,
      operation: "askToUnsubscribe",
      method: "get",
      summary: "Show a customer the button to unsubscribe from alerts",
      description:
        "Opening the link changes nothing, because mail scanners open links too: the page has a button that unsubscribes.",
      responses: { 200: { description: "A page with a button.", type: "text/html" }, ...unknown },
      handle(ctx) {
        placeOf(ctx);
        show(ctx, QUESTION);
      },
    },
    {
      ...described,
      operation: "unsubscribe",
      method: "post",
      summary: "Send a customer no more e-mail of alerts",
      description: "One-click unsubscription of RFC 8058: the body is not looked at.",
      responses: {
        200: { description: "Done, now or before.", type: "text/html" },
        ...unknown,
        503: { description: "Try again later." },
      },
      async handle(ctx) {
        const { partition, scope, slot, key } = placeOf(ctx);
        const reply = await dispatcher.ask({ partition }, { type: "Unsubscribe", scope, slot, key });
        if (!reply.ok) throw new Problem("Internal", { cause: reply.detail });
        show(ctx, DONE);
      },
    },
  ];
}
