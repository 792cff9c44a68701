import { createRequire } from "node:module";
import type { Context } from "koa";
import { ownValue } from "../../collections/own-value.ts";
import { serveFile } from "./files.ts";

const modules = createRequire(import.meta.url);

interface Asset {
  path: () => string | URL;
  type: string;
}

/** The pictures of the guides, by name. */
const IMAGES = ["portal-overview.png", "portal-customer.png", "portal-alerts.png", "portal-phone.png"];
const imageOf = (name: string): [string, Asset] => [
  name,
  { path: () => new URL(`../../../docs/images/${name}`, import.meta.url), type: "image/png" },
];

/** The files that pages load, by name: files of this folder, of Swagger UI, and the pictures of the guides. */
const ASSETS: Readonly<Record<string, Asset>> = {
  ...Object.fromEntries(IMAGES.map(imageOf)),
  "theme.css": { path: () => new URL("assets/theme.css", import.meta.url), type: "text/css" },
  "site.css": { path: () => new URL("assets/site.css", import.meta.url), type: "text/css" },
  "reference.js": { path: () => new URL("assets/reference.js", import.meta.url), type: "text/javascript" },
  "swagger-ui.css": { path: () => modules.resolve("swagger-ui-dist/swagger-ui.css"), type: "text/css" },
  "swagger-ui.js": {
    path: () => modules.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
    type: "text/javascript",
  },
};

/** Serves a file by name. Resolves to false if there is none. */
export async function serveAsset(ctx: Context, name: string): Promise<boolean> {
  const asset = ownValue(ASSETS, name);
  if (!asset) return false;
  await serveFile(ctx, asset.path(), { type: asset.type, cacheControl: "public, max-age=3600" });
  return true;
}
