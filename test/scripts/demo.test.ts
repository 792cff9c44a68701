import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createWishlistClient } from "../../clients/typescript/src/index.ts";
import { readCatalogue } from "../../scripts/demo/catalogue.ts";
import { slicesOf } from "../../scripts/demo/send-events.ts";
import { simulateShop } from "../../scripts/demo/shop.ts";
import { type DemoCredentials, demoFile } from "../../src/app/process/demo-tenant.ts";
import { StartRefused } from "../../src/errors/start-refused.ts";
import { refuseUsedRedis } from "../../src/store/partition/dated-commands.ts";
import { PastClock } from "../../src/store/redis/past-clock.ts";
import { DAY_MS } from "../../src/units/durations.ts";
import { Program } from "../support/programs.ts";
import { PARTITIONS, redisUrl, SEALING_KEY, withRedis } from "../support/redis.ts";
import { newestFirst } from "../support/runner/newest-first.ts";
import { startService } from "../support/service.ts";
import { tempFolder } from "../support/temp-folder.ts";

const catalogue = readCatalogue(join(import.meta.dirname, "../../scripts/demo/products.csv"));

const options = fc.record({
  days: fc.integer({ min: 1, max: 40 }),
  customers: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer({ min: 1, max: 1000 }),
  end: fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true }),
});

describe("the history of the demo", () => {
  it("begins at a whole millisecond, also if its first event does not", () => {
    const clock = new PastClock(1_795_135_584_785.2);
    assert.equal(clock.now(), 1_795_135_584_785);
  });

  it("says in one sentence that the file of products cannot be used", (t) => {
    const file = join(tempFolder(t), "products.csv");
    const expected = (fault: string) => ({
      message: `${file} ${fault}; a Shopify product export is expected`,
      constructor: StartRefused,
    });
    assert.throws(() => readCatalogue(file), expected("cannot be read"));
    writeFileSync(file, "# A text\n\na,b,c\n");
    assert.throws(() => readCatalogue(file), expected("is not a CSV file"));
    writeFileSync(file, "a,b\n1,2\n");
    assert.throws(() => readCatalogue(file), expected("has no product"));
  });

  it("is the same for the same seed, in order of time, within its days, and has no purchase before its wish", () => {
    fc.assert(
      fc.property(options, ({ end: date, ...rest }) => {
        const end = date.getTime();
        const actions = simulateShop({ catalogue, end, ...rest });
        assert.deepEqual(simulateShop({ catalogue, end, ...rest }), actions);
        const wished = new Set<string>();
        let time = end - rest.days * DAY_MS;
        for (const action of actions) {
          assert.ok(action.at >= time && action.at <= end);
          time = action.at;
          if (action.kind === "visit")
            for (const { variant } of action.wishes)
              wished.add(`${action.customer.id} ${variant.variantRef}`);
          if (action.kind === "order")
            assert.ok(wished.has(`${action.customer.id} ${action.variant.variantRef}`));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is played in slices that keep the order, each customer once per slice", () => {
    const actions = simulateShop({
      catalogue,
      days: 20,
      customers: 60,
      end: Date.parse("2026-11-20T15:00:00Z"),
    });
    const slices = [...slicesOf(actions)];
    assert.deepEqual(slices.flat(), actions);
    for (const slice of slices) {
      const customers = slice.flatMap((action) => ("customer" in action ? [action.customer.id] : []));
      assert.equal(new Set(customers).size, customers.length);
    }
    assert.ok(slices.length < actions.length);
  });
});

describe("npm run demo", () => {
  it("fills a new Redis with days of wishes, alerts and purchases that a service then serves, and refuses a used one", async (t) => {
    const suite = newestFirst(t);
    const dataDir = tempFolder(suite);
    const { redis, keys, prefix } = withRedis(suite);
    const env = {
      REDIS_URL: redisUrl(),
      REDIS_PREFIX: prefix,
      DATA_DIR: dataDir,
      PORT: "0",
      PARTITIONS: PARTITIONS.toString(),
      CREDENTIALS_KEYS: SEALING_KEY,
    };
    const demo = async (...args: string[]) => new Program(["dist/scripts/demo.js", ...args], env).end();
    const until = "2026-11-20T15:00:00Z";
    const small = ["--days", "16", "--customers", "45", "--until", until];
    const actions = simulateShop({ catalogue, days: 16, customers: 45, end: Date.parse(until) });
    const filled = await demo(...small);
    assert.equal(filled.code, 0, filled.stderr);
    const credentials = JSON.parse(readFileSync(demoFile(dataDir), "utf8")) as DemoCredentials;
    assert.ok(filled.stdout.includes(credentials.owner?.password ?? "no password"));
    assert.ok(filled.stdout.includes(`DATA_DIR=${dataDir} npm start`));

    const again = await demo(...small);
    assert.deepEqual([again.code, again.stdout], [1, ""]);
    assert.match(again.stderr, /^this Redis has data already/);

    const service = await startService(suite, { REDIS_PREFIX: prefix }, { prefix });
    const client = createWishlistClient({
      baseUrl: service.baseUrl,
      tenant: credentials.tenantId,
      clientId: credentials.clientId,
      clientSecret: credentials.clientSecret,
    });
    await assert.rejects(refuseUsedRedis(redis, keys, { partitions: PARTITIONS, leaseMs: 60_000 }), {
      message: "a service runs on this Redis: stop it first, then run the demo, then start it again",
    });
    const query = { from: "2026-11-04", to: "2026-11-20" };
    const { data } = await client.GET("/services/wsservice/api/reports/activity", { params: { query } });
    const sum = (count: (day: NonNullable<typeof data>["rows"][number]) => number | undefined) =>
      data?.rows.reduce((all, day) => all + (count(day) ?? 0), 0) ?? 0;
    const wishes = actions.flatMap((action) => (action.kind === "visit" ? action.wishes : []));
    assert.equal(
      sum(({ added }) => added),
      wishes.length,
    );
    assert.equal(
      sum(({ purchased }) => purchased),
      actions.filter(({ kind }) => kind === "order").length,
    );
    const alerts = [
      "backInStockAlerts",
      "registerInterestAlerts",
      "priceDropAlerts",
      "lowStockAlerts",
    ] as const;
    const raised = Object.fromEntries(alerts.map((name) => [name, sum((day) => day[name])]));
    assert.ok(
      Object.values(raised).every((count) => count > 0),
      JSON.stringify(raised),
    );
    const conversions = await client.GET("/services/wsservice/api/reports/conversions", {
      params: { query: { ...query, by: "day" } },
    });
    const revenue = conversions.data?.rows.reduce((all, row) => all + Number(row.revenue ?? 0), 0) ?? 0;
    const paid = actions.reduce((all, action) => all + (action.kind === "order" ? action.price : 0), 0);
    assert.equal(revenue.toFixed(2), paid.toFixed(2));
  });
});
