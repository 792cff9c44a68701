import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "koa";

const compress = promisify(gzip);
const modules = createRequire(import.meta.url);

/** The files that pages load, by name: those of this folder, and those of Swagger UI. */
const ASSETS: Readonly<Record<string, { path: () => string | URL; type: string }>> = {
  "site.css": { path: () => new URL("assets/site.css", import.meta.url), type: "text/css" },
  "reference.js": { path: () => new URL("assets/reference.js", import.meta.url), type: "text/javascript" },
  "swagger-ui.css": { path: () => modules.resolve("swagger-ui-dist/swagger-ui.css"), type: "text/css" },
  "swagger-ui.js": {
    path: () => modules.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
    type: "text/javascript",
  },
};

interface Asset {
  plain: Buffer;
  compressed: Buffer;
  etag: string;
}

const loaded = new Map<string, Promise<Asset>>();

async function load(path: string | URL): Promise<Asset> {
  const plain = await readFile(path);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { plain, compressed: await compress(plain), etag };
}

/** Serves a file by name, compressed if the client accepts that. False if there is none. */
export async function serveAsset(ctx: Context, name: string): Promise<boolean> {
  const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (!asset) return false;
  let loading = loaded.get(name);
  if (!loading) {
    loading = load(asset.path());
    loaded.set(name, loading);
    // A file that cannot be read now may be readable later.
    loading.catch(() => loaded.delete(name));
  }
  const { plain, compressed, etag } = await loading;
  ctx.set({ ETag: etag, "Cache-Control": "public, max-age=3600", Vary: "Accept-Encoding" });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return true;
  }
  const isCompressed = ctx.acceptsEncodings("gzip", "identity") === "gzip";
  if (isCompressed) ctx.set("Content-Encoding", "gzip");
  ctx.type = `${asset.type}; charset=utf-8`;
  ctx.body = isCompressed ? compressed : plain;
  return true;
}
