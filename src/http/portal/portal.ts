import { readdir } from "node:fs/promises";
import { Router } from "@koa/router";
import type { Context } from "koa";
import { loadedOnce } from "../../collections/loaded-once.ts";
import { ownValue } from "../../collections/own-value.ts";
import { html } from "../../text/markup.ts";
import { unknownPath } from "../allow.ts";
import { paramsOf, stateOf } from "../koa-context.ts";
import { serveFile } from "../site/files.ts";
import { policyOf } from "../site/policy.ts";
import { sendPage } from "../site/send-page.ts";
import { addAccountRoutes } from "./account.ts";
import type { PortalParts } from "./parts.ts";
import { addPeopleRoutes } from "./people.ts";
import { cookieOf } from "./request.ts";

/** Folder of the pages' code, which the build writes beside the compiled program. */
const FOLDER = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/portal/" : "../../../portal/",
  import.meta.url,
);
const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

/** The addresses of pages: all of the portal, except its requests and files. */
const PAGES = /^\/portal(?:\/(?!(?:api|assets)(?:\/|$)).*)?$/;

const POLICY = policyOf({ "script-src": "'self'", "connect-src": "'self'" });

/** The HTML document of all pages; its code shows the page of the address. */
const DOCUMENT = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Wishlist portal</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/portal/assets/main.css" />
      <script src="/portal/assets/main.js" type="module"></script>
    </head>
    <body>
      <div id="portal"></div>
      <noscript>
        <main class="notice">
          <h1>Wishlist portal</h1>
          <p>The portal needs JavaScript. Allow it for this site in your browser, and load the page again.</p>
        </main>
      </noscript>
    </body>
  </html>`.text;

async function serveBundle(ctx: Context, files: ReadonlySet<string>): Promise<void> {
  const { name = "" } = paramsOf(ctx);
  const type = ownValue(TYPES, name.split(".").pop() ?? "");
  if (type === undefined || !files.has(name)) throw unknownPath();
  // The name of a chunk changes with its content.
  const cacheControl = HASHED.test(name) ? "public, max-age=31536000, immutable" : "no-cache";
  await serveFile(ctx, new URL(name, FOLDER), { type, cacheControl });
}

/** Returns the router of the owner portal: its pages, and requests for accounts. For all else the pages use the API. */
export function portalRouter(parts: PortalParts): Router {
  const router = new Router({ sensitive: true });
  const files = loadedOnce(async () => new Set(await readdir(FOLDER)));

  router.use("/portal/api", async (ctx, next) => {
    stateOf(ctx).operation = "portal";
    ctx.set("Cache-Control", "no-store");
    const cookie = cookieOf(ctx);
    if (cookie !== "") await parts.limits.ofSession.count(ctx, cookie);
    await next();
  });
  addAccountRoutes(router, parts);
  addPeopleRoutes(router, parts);

  router.get("/portal/assets/:name", async (ctx) => {
    stateOf(ctx).operation = "getPortalAsset";
    await serveBundle(ctx, await files());
  });

  router.get(PAGES, (ctx) => {
    stateOf(ctx).operation = "getPortalPage";
    sendPage(ctx, DOCUMENT, POLICY);
  });
  return router;
}
