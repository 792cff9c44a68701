import assert from "node:assert/strict";
import { it } from "node:test";
import { countersOfWish } from "../../../src/actors/report/counter-changes.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { QUARTERS } from "../../../src/store/reports/counter-fields.ts";
import { counterKeys } from "../../../src/store/reports/counter-keys.ts";
import { CounterReader } from "../../../src/store/reports/counter-reader.ts";
import { ReportCounters } from "../../../src/store/reports/counters.ts";
import { withRedis } from "../../support/redis.ts";
import { monitor } from "../../support/servers/monitor.ts";
import { callsPerTurn } from "../../support/turns.ts";

const VARIANTS = 9000;
const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03"];

/** Stores one wish for each of very many variants, on each of the days. */
async function countMany({ redis, keys }: ReturnType<typeof withRedis>) {
  const layout = await openLayout(redis, keys, 4);
  const { hash } = counterKeys(keys, layout, "t/s");
  const fields = Array.from({ length: VARIANTS }, (_, i) => [JSON.stringify(["m", "r", "p", `v${i}`]), "1"]);
  for (const day of DAYS) await redis.hset(hash(`${day}:wishes`), Object.fromEntries(fields));
  const parts = DAYS.map((day) => ({ day, from: 0, to: QUARTERS }));
  return { layout, parts, reader: new CounterReader(redis, keys, layout) };
}

it("the counters of very many variants are handled in parts, so that others are served in between", async (t) => {
  const { reader, parts } = await countMany(withRedis(t));
  let wishes = 0;
  const most = await callsPerTurn((count) =>
    reader.eachWish("t/s", parts, (_, { made = 0n }) => {
      count();
      wishes += Number(made);
    }),
  );
  assert.equal(wishes, VARIANTS * DAYS.length);
  assert.ok(most <= 8000, `${most} in one turn`);
});

it("no command reads more than some of the counters of a day", async (t) => {
  const connection = withRedis(t);
  const { reader, parts } = await countMany(connection);
  const calls = await monitor(t, connection);
  await reader.eachWish("t/s", parts, () => undefined);
  const names = (await calls()).map(([name = ""]) => name.toLowerCase());
  assert.deepEqual(
    names.filter((name) => ["hkeys", "hgetall", "hvals"].includes(name)),
    [],
  );
  assert.ok(names.filter((name) => name === "hscan").length > DAYS.length * 10, names.join());
});

it("many events are counted by several scripts, each with few changes", async (t) => {
  const { redis, prefix, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 4);
  const calls = await monitor(t, { redis, prefix });
  const madeTime = `${DAYS[0]}T10:00:00.000Z`;
  const gone = Array.from({ length: 100 }, (_, i) => ({
    ...{ product: { productRef: "p", selectedVariantRef: `v${i}` }, madeTime, leftTime: madeTime },
    purchased: false,
  }));
  const changes = gone.flatMap((wish) => countersOfWish(wish));
  const events = Array.from({ length: 20 }, (_, i) => ({ partition: 0, id: `1-${i}`, changes }));
  await new ReportCounters(redis, keys, layout).count("t/s", events);
  const sizes = (await calls()).flatMap((call) =>
    /^evalsha$/i.test(call[0] ?? "") ? [Math.round(call.length / 3)] : [],
  );
  assert.ok(sizes.length > 1 && Math.max(...sizes) < 2000, sizes.join());
});
