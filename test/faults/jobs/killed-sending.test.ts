import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EXPORTS, newExport, newWisher, overRun } from "../../support/exports.ts";
import { startBraze } from "../../support/platforms/braze.ts";
import { startKlaviyo } from "../../support/platforms/klaviyo.ts";
import { startSegment } from "../../support/platforms/segment.ts";
import { jsonOf, type SimulatedPlatform } from "../../support/platforms/server.ts";
import { newCluster } from "../../support/processes.ts";
import { given, type Json } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const WISHERS = 6;

/** The ids under which a request to Klaviyo or Segment sends its events, sorted. */
function idsOf(body: Json): string[] {
  const bulk = body.data?.attributes["events-bulk-create"]?.data as Json[] | undefined;
  const entries = bulk?.flatMap(({ attributes }) => attributes.events.data as Json[]);
  const single = body.data && [body.data];
  const ids = (entries ?? single)?.map(({ attributes }: Json) => attributes.unique_id as string);
  return (ids ?? (body.batch as Json[]).map(({ messageId }) => messageId as string)).sort();
}

describe("a process that is killed after platforms have taken a batch and before it has stored that", () => {
  it("sends nothing again under another id, and nothing at all to Braze, although wishes were added since", async (t) => {
    const { start, serve, newShop } = newCluster(t, { env: { ALLOW_PRIVATE_TARGETS: "true" } });
    const http = await serve("http,worker");
    const [klaviyo, segment, braze] = [await startKlaviyo(t), await startSegment(t), await startBraze(t)];
    const platforms: SimulatedPlatform[] = [klaviyo, segment, braze];
    const connectors = [
      { type: "klaviyo", baseUrl: klaviyo.url, apiKey: "pk_secret" },
      { type: "segment", baseUrl: segment.url, writeKey: "segment-secret" },
      { type: "braze", baseUrl: braze.url, apiKey: "braze-secret", objects: 2 },
    ];
    const silence = new Promise<void>(() => undefined);
    for (const platform of platforms) platform.held = silence;
    // Each has a tenant of its own, because the simultaneous runs of a tenant are limited.
    const runs = await Promise.all(
      connectors.map(async (connector) => {
        const shop = await newShop(http);
        for (let i = 0; i < WISHERS; i++) await newWisher(shop, 1);
        const { id } = await newExport(shop, { connector, mode: "full" });
        const { body } = await shop.post(`${EXPORTS}/${id}/runs`);
        return { shop, over: () => overRun(shop, id, body.id) };
      }),
    );
    const killed = await start("jobs");
    await until("all platforms have a batch", () => platforms.every(({ requests }) => requests.length > 0));
    killed.program.signal("SIGKILL");
    await killed.program.end();
    for (const platform of platforms) delete platform.held;
    const inBraze = () => braze.taken.map(({ properties }) => properties?.["item_id"]);
    const sentToBraze = inBraze();
    // Its place is between the wishes that Braze has.
    const added = await given(runs[2]).shop.newItem(String(braze.taken[0]?.properties?.["wishlist_id"]));

    await serve("jobs");
    const ended = await Promise.all(runs.map(({ over }) => over()));
    assert.deepEqual(
      ended.map(({ status }) => status as string),
      ["succeeded", "succeeded", "succeeded"],
    );
    for (const { requests } of [klaviyo, segment]) {
      const [first = [], ...later] = requests.map((request) => idsOf(jsonOf(request)));
      assert.ok(first.length >= WISHERS);
      assert.deepEqual([...new Set(later.flat())].sort(), first);
    }
    assert.equal(klaviyo.taken.size, WISHERS);
    assert.deepEqual([inBraze().length, new Set(inBraze()).size], [WISHERS, WISHERS]);
    // Whether Braze has taken the batch is unknown to the other process, so its records are rejected.
    const rejected = (ended[2].rejected as Json[]).map(({ itemId }) => itemId as unknown);
    assert.deepEqual(rejected.sort(), [...sentToBraze, added.id].sort());
  });
});
