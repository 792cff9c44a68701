import assert from "node:assert/strict";
import { type Caller, type Json, type SendOptions, WS } from "../service.ts";
import { until } from "../until.ts";

export const NDJSON = "application/x-ndjson";
export const CSV = "text/csv";

export const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

/** Sends a file of rows. */
export const upload = (
  shop: Caller,
  kind: string,
  type: string,
  raw: string | Buffer,
  headers: SendOptions["headers"] = {},
) => shop.post(`${WS}/feeds/${kind}`, undefined, { raw, headers: { ...headers, "Content-Type": type } });

/** Waits until a feed is applied, and returns it. */
export async function ended(shop: Caller, id: string): Promise<Json> {
  let feed: Json;
  await until("the feed is applied", async () => {
    feed = (await shop.get(`${WS}/feeds/${id}`)).body;
    return feed.finishedTime !== undefined;
  });
  return feed;
}

/** Sends a file of rows, waits until they are applied, and returns the feed. */
export async function feed(
  shop: Caller,
  kind: string,
  type: string,
  raw: string | Buffer,
  headers?: SendOptions["headers"],
): Promise<Json> {
  const { status, text, body } = await upload(shop, kind, type, raw, headers);
  assert.equal(status, 202, text);
  return ended(shop, body.id);
}
