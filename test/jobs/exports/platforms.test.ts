import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { Connector } from "../../../src/jobs/exports/connector.ts";
import { CONNECTORS } from "../../../src/jobs/exports/connectors.ts";
import { SECRET_SETTINGS } from "../../../src/store/exports/secret-settings.ts";
import { SentBatches } from "../../../src/store/exports/sent-batches.ts";
import { startBraze } from "../../support/platforms/braze.ts";
import { startKlaviyo } from "../../support/platforms/klaviyo.ts";
import { itemsOf, newContext, sendAll } from "../../support/platforms/records.ts";
import { startSegment } from "../../support/platforms/segment.ts";
import { answers, busy, cut, type Fault, type SimulatedPlatform } from "../../support/platforms/server.ts";
import { startWebhookReceiver } from "../../support/platforms/webhook.ts";
import { type Cleanup, withRedis } from "../../support/redis.ts";
import { withCleanup } from "../../support/runner/newest-first.ts";

/** A file has no target platform. */
const { file: _, ...PLATFORMS } = CONNECTORS;

const EXAMPLES = {
  braze: { type: "braze", baseUrl: "https://rest.iad-01.braze.com", apiKey: "k" },
  klaviyo: { type: "klaviyo", apiKey: "pk_1", revision: "2025-10-15", eventNames: { added: "Hearted" } },
  s3: { type: "s3", bucket: "wishes", region: "eu-central-1", accessKeyId: "a", secretAccessKey: "s" },
  segment: { type: "segment", writeKey: "w", baseUrl: "https://events.eu1.segmentapis.com" },
  webhook: { type: "webhook", url: "https://example.com/hook" },
};
type Name = keyof typeof PLATFORMS;

describe("the settings of platforms", () => {
  const ajv = new Ajv2020({ strict: true }).addVocabulary(["x-must"]);

  for (const name of Object.keys(PLATFORMS) as Name[]) {
    const { settings, addresses } = PLATFORMS[name];
    const isGood = ajv.compile(settings);

    it(`of ${name} are accepted if valid, and refused if something is unknown or missing`, () => {
      assert.ok(isGood(EXAMPLES[name]), JSON.stringify(isGood.errors));
      assert.ok(!isGood({ ...EXAMPLES[name], hello: 1 }));
      assert.ok(!isGood({ ...EXAMPLES[name], type: "file" }));
      for (const field of settings.required)
        assert.ok(
          !isGood(Object.fromEntries(Object.entries(EXAMPLES[name]).filter(([key]) => key !== field))),
        );
    });

    it(`of ${name} that are secrets are sealed by the service`, () => {
      for (const field of Object.keys(settings.properties))
        assert.equal(/key|secret/i.test(field), SECRET_SETTINGS.has(field), field);
    });

    it(`of ${name} declare their addresses, to which a kept secret is bound`, () => {
      const declared: readonly string[] = addresses;
      assert.ok(declared.length > 0);
      for (const field of Object.keys(settings.properties))
        assert.equal(/url|host|endpoint|address/i.test(field), declared.includes(field), field);
    });
  }

  it("allow no key with characters that a header cannot have", () => {
    const isGood = ajv.compile(PLATFORMS.braze.settings);
    for (const apiKey of ["", "a\nb", "a b", "ä"]) assert.ok(!isGood({ ...EXAMPLES.braze, apiKey }), apiKey);
  });

  it("allow no prefix that leads out of the bucket's folder", () => {
    const isGood = ajv.compile(PLATFORMS.s3.settings);
    for (const prefix of ["..", "a/../b", "/a", "a//b", "a/", "", "."])
      assert.ok(!isGood({ ...EXAMPLES.s3, prefix }), prefix);
    assert.ok(isGood({ ...EXAMPLES.s3, prefix: "wishes/2026/x.y-z_1=2" }));
  });
});

const secret = `whsec_${"A".repeat(32)}`;

/** A simulated platform, a connection to it, and the records that have arrived, as often as they count there. */
const WAYS: Record<
  "klaviyo" | "segment" | "webhook",
  (t: Cleanup) => Promise<{ platform: SimulatedPlatform; open: () => Connector; arrived: () => string[] }>
> = {
  klaviyo: async (t) => {
    const platform = await startKlaviyo(t);
    const settings = { type: "klaviyo", baseUrl: platform.url, apiKey: "pk_secret" } as const;
    return {
      platform,
      open: () => PLATFORMS.klaviyo.open(settings, newContext()),
      arrived: () => [...platform.taken.values()].map(({ uniqueId }) => uniqueId),
    };
  },
  segment: async (t) => {
    const platform = await startSegment(t);
    const settings = { type: "segment", baseUrl: platform.url, writeKey: "segment-secret" } as const;
    return {
      platform,
      open: () => PLATFORMS.segment.open(settings, newContext()),
      arrived: () =>
        [...platform.taken.values()].flatMap(({ type, messageId }) => (type === "track" ? [messageId] : [])),
    };
  },
  webhook: async (t) => {
    const platform = await startWebhookReceiver(t, { secret });
    const settings = { type: "webhook", url: `${platform.url}/hook`, secret } as const;
    return {
      platform,
      open: () => PLATFORMS.webhook.open(settings, newContext()),
      arrived: () => [...platform.taken.values()].flatMap(({ data }) => data.records.map(({ id }) => id)),
    };
  },
};

/** Faults of a few requests, one after the other. */
const faults = fc.array(
  fc.constantFrom<(Fault | undefined)[]>(
    undefined,
    cut("before"),
    cut("after"),
    busy(1),
    ...[answers(500), answers(500, "after"), answers(503), answers(504, "after")],
  ),
  { maxLength: 6 },
);
const records = itemsOf(12);
const ids = records.map(({ id }) => id);
const RUNS = { numRuns: 25 };

describe("after any faults", () => {
  for (const [name, start] of Object.entries(WAYS)) {
    it(`every change arrives exactly once at ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(faults, (some) =>
          withCleanup(async (inner) => {
            const { platform, open, arrived } = await start(inner);
            platform.faults.push(...some);
            assert.equal((await sendAll(open, records, 4)).accepted, records.length);
            assert.deepEqual(arrived(), ids);
          }),
        ),
        RUNS,
      );
    });
  }

  it("no change arrives twice at braze, and each missing one is rejected", async (t) => {
    const { redis, keys } = withRedis(t);
    const batches = new SentBatches(redis, keys);
    let number = 0;
    await fc.assert(
      fc.asyncProperty(faults, (some) =>
        withCleanup(async (inner) => {
          const braze = await startBraze(inner);
          braze.faults.push(...some);
          const context = newContext({ ledger: batches.of(`ex${++number}`) });
          const settings = { type: "braze", baseUrl: braze.url, apiKey: "braze-secret" } as const;
          const { accepted, rejected } = await sendAll(
            () => PLATFORMS.braze.open(settings, context),
            records,
            4,
          );
          const arrived = braze.taken.map(({ properties }) => properties?.["item_id"]);
          assert.equal(new Set(arrived).size, arrived.length);
          assert.equal(accepted + rejected.length, records.length);
          const lost = new Set(rejected.map(({ id }) => id));
          for (const { id, item } of records) assert.ok(arrived.includes(item.id) || lost.has(id));
        }),
      ),
      RUNS,
    );
  });
});
