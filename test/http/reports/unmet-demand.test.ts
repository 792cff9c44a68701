import assert from "node:assert/strict";
import { it } from "node:test";
import type { ReportParts } from "../../../src/http/reports/report.ts";
import { unmetDemand } from "../../../src/http/reports/unmet-demand.ts";
import { Layout } from "../../../src/store/layout/layout.ts";

it("the report of unmet demand looks up the 10,000 most wished variants, not all that were wished", async () => {
  const looked: string[] = [];
  const parts = {
    counters: {
      eachWish: (_: string, __: unknown, visit: (counter: object, counts: object) => void) => {
        for (let i = 0; i < 12_000; i++)
          visit({ variant: { by: "ref", product: "p", variant: `v${i}` } }, { open: BigInt(i + 1) });
        return Promise.resolve();
      },
    },
    products: {
      hasCatalogue: () => Promise.resolve(true),
      variantIn: (_: unknown, __: unknown, variantRef: string) => {
        looked.push(variantRef);
        return Promise.resolve(undefined);
      },
    },
    layout: new Layout(4, "salt"),
  } as unknown as ReportParts;
  const query = { storeKey: "t/s", days: new Map(), dayParts: [], location: undefined, limit: 100 };
  assert.deepEqual((await unmetDemand(parts, query)).rows, []);
  assert.equal(looked.length, 10_000);
  assert.deepEqual([looked[0], looked.at(-1)], ["v11999", "v2000"]);
});
