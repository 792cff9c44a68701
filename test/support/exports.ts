import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ExportRuns } from "../../src/store/exports/export-runs.ts";
import type { RejectedRecord } from "../../src/store/exports/rejected-record.ts";
import type { StoredReason } from "../../src/store/exports/stored-reason.ts";
import { exportReasonInWords } from "../../src/text/outbound-reasons.ts";
import { startBraze } from "./platforms/braze.ts";
import type { Cleanup } from "./redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "./service.ts";
import { until } from "./until.ts";

export const EXPORTS = `${WS}/exports`;
/** Fields of a customer who has consented to marketing. */
export const CONSENTING = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };

export async function newExport(shop: Caller, fields: Record<string, unknown> = {}): Promise<Json> {
  const { status, body, text } = await shop.post(EXPORTS, {
    name: "wishes",
    connector: { type: "file", format: "ndjson" },
    mode: "changed",
    ...fields,
  });
  if (status !== 201) throw new Error(text);
  return body;
}

/** Returns a stored reason in words. */
export const wordsOf = (reason: StoredReason): string =>
  "sentence" in reason ? reason.sentence : exportReasonInWords(reason);

/** Creates a customer with a wishlist and some items. */
export async function newWisher(shop: Caller, count = 1, customer: object = CONSENTING, list: object = {}) {
  const person = await shop.newCustomer({ ...customer });
  const wishlist = await shop.newWishlist({ customerRef: person.id, ...list });
  const items: Json[] = [];
  for (let i = 0; i < count; i++) items.push(await shop.newItem(wishlist.id));
  return { person, wishlist, items };
}

/** Starts a service with an export to Braze, in requests of one wish each, and a customer with some wishes. */
export async function newBrazeExport(t: Cleanup, wishes: number) {
  const { newCaller } = await startService(t, { ALLOW_PRIVATE_TARGETS: "true" });
  const shop = await newCaller();
  const braze = await startBraze(t);
  const { items } = await newWisher(shop, wishes);
  const connector = { type: "braze", baseUrl: braze.url, apiKey: "braze-secret", objects: 1 };
  const { id } = await newExport(shop, { connector });
  /** Ids of the items that Braze has taken, in their order. */
  const takenItems = () => braze.taken.map(({ properties }) => properties?.["item_id"]);
  return { shop, braze, id: String(id), itemIds: items.map((item): unknown => item.id), takenItems };
}

const isOver = ({ status }: Json) => status !== "queued" && status !== "running";

/** Waits until a run has ended, and returns it. */
export async function overRun(shop: Caller, exportId: string, runId: string): Promise<Json> {
  let run: Json;
  await until("the run is over", async () => {
    run = (await shop.get(`${EXPORTS}/${exportId}/runs/${runId}`)).body;
    return isOver(run);
  });
  return run;
}

/** Runs an export, waits until the run has ended, and returns it. */
export async function runOf(shop: Caller, exportId: string): Promise<Json> {
  const { status, body, text } = await shop.post(`${EXPORTS}/${exportId}/runs`);
  if (status !== 202) throw new Error(text);
  return overRun(shop, exportId, body.id);
}

/** Returns the decompressed text of a run's file. */
export function fileOf(dataDir: string, run: Json): string {
  const bytes = readFileSync(join(dataDir, run.file));
  return (String(run.file).endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
}

/** Returns the records in a run's file. */
export const linesOf = (dataDir: string, run: Json): Json[] =>
  fileOf(dataDir, run)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** Stores a rejected record of a customer, with words of the platform, in a run of a new export. */
export async function storeRejection(
  { redis, keys }: Service,
  shop: Caller,
  customerId: string,
  detail: string,
): Promise<void> {
  const [runs, storeKey] = [new ExportRuns(redis, keys), `${shop.tenantId}/default`];
  const { id: exportId } = await newExport(shop);
  const { runId } = await runs.begin(storeKey, exportId, { trigger: "request" });
  const reason = { code: "record_refused", platform: "klaviyo", detail } as const;
  const time = new Date().toISOString();
  const record: RejectedRecord = { id: unique("record"), reason, time, type: "deleted", customerId };
  const changes = { status: "succeeded" } as const;
  await runs.write(storeKey, { id: runId, exportId }, "", { changes, rejected: [record] });
}
