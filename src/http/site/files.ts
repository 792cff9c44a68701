import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context } from "koa";

const compress = promisify(gzip);

interface ServedFile {
  plain: Buffer;
  compressed: Buffer;
  etag: string;
}

const loaded = new Map<string, Promise<ServedFile>>();

async function load(path: string | URL): Promise<ServedFile> {
  const plain = await readFile(path);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { plain, compressed: await compress(plain), etag };
}

/** Serves a file of the program, compressed if the client accepts gzip. The file is read only once. */
export async function serveFile(
  ctx: Context,
  path: string | URL,
  { type, cacheControl }: { type: string; cacheControl: string },
): Promise<void> {
  const name = path.toString();
  let loading = loaded.get(name);
  if (!loading) {
    loading = load(path);
    loaded.set(name, loading);
    // After a failure, the next request reads the file again.
    loading.catch(() => loaded.delete(name));
  }
  const { plain, compressed, etag } = await loading;
  ctx.set({ ETag: etag, "Cache-Control": cacheControl, Vary: "Accept-Encoding" });
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const isCompressed = ctx.acceptsEncodings("gzip", "identity") === "gzip";
  if (isCompressed) ctx.set("Content-Encoding", "gzip");
  ctx.type = type.startsWith("image/") ? type : `${type}; charset=utf-8`;
  ctx.body = isCompressed ? compressed : plain;
}
