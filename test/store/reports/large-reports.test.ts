import assert from "node:assert/strict";
import { it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { QUARTERS } from "../../../src/store/reports/counter-fields.ts";
import { counterKeys } from "../../../src/store/reports/counter-keys.ts";
import { CounterReader } from "../../../src/store/reports/counter-reader.ts";
import { withRedis } from "../../support/redis.ts";
import { callsPerTurn } from "../../support/turns.ts";

const VARIANTS = 9000;
const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03"];

it("the counters of very many variants are handled in turns, so that others are served in between", async (t) => {
  const { redis, keys } = withRedis(t);
  const layout = await openLayout(redis, keys, 4);
  const { hash } = counterKeys(keys, layout, "t/s");
  const fields = Array.from({ length: VARIANTS }, (_, i) => [JSON.stringify(["m", "r", "p", `v${i}`]), "1"]);
  for (const day of DAYS) await redis.hset(hash(`${day}:wishes`), Object.fromEntries(fields));
  const parts = DAYS.map((day) => ({ day, from: 0, to: QUARTERS }));
  let wishes = 0;
  const most = await callsPerTurn((count) =>
    new CounterReader(redis, keys, layout).eachWish("t/s", parts, ({ what, count: made }) => {
      if (what !== "made") return;
      count();
      wishes += Number(made);
    }),
  );
  assert.equal(wishes, VARIANTS * DAYS.length);
  assert.ok(most <= 8000, `${most} in one turn`);
});
