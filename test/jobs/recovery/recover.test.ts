import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pino } from "pino";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import { lostWorkOf, type RecoverDeps, recoverLost } from "../../../src/jobs/recovery/recover.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { Waves } from "../../../src/store/work/waves.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { openRedis, withRedis } from "../../support/redis.ts";

const STORES = ["t/one", "t/two"];

/** The recovery of stores without open work, and a log that counts its lines. */
function parts({ redis, keys }: ReturnType<typeof withRedis>, deliveriesFail: () => Error | undefined) {
  const unused = () => Promise.reject(new Error("there is no open work"));
  const lines: string[] = [];
  const { tenant } = new MemoryShop();
  const deps: RecoverDeps = {
    ...{ layout: new Layout(4, "salt"), onUndecodable: refuseUndecodable, now: Date.now, hasMail: true },
    jobs: { ensure: unused, resume: unused },
    shares: new FairShare(),
    tenants: { findFor: () => Promise.resolve(tenant) },
    alerts: new AlertLedger(redis, keys),
    endpoints: {
      list: () => {
        const err = deliveriesFail();
        return err ? Promise.reject(err) : Promise.resolve([]);
      },
      deliveries: unused,
    },
    changes: { named: unused, page: unused },
    customerOfBody: unused,
    waves: new Waves(redis, keys),
    products: { hasCatalogue: () => Promise.resolve(false), at: unused, addressOf: () => undefined },
    storeLists: { page: unused },
    log: pino({ level: "warn" }, { write: (line) => void lines.push(line) }),
  };
  return { deps, lines };
}

describe("the search for work whose jobs are lost", () => {
  it("leaves for later only the kind of work that cannot be found", async (t) => {
    let isAway = true;
    const { deps, lines } = parts(withRedis(t), () => (isAway ? new Error("no archive") : undefined));
    const left = await recoverLost(deps, lostWorkOf(STORES));
    assert.deepEqual(
      left,
      STORES.map((storeKey) => ({ storeKey, kind: "deliveries" })),
    );
    assert.equal(lines.length, 2);
    isAway = false;
    assert.deepEqual(await recoverLost(deps, left), []);
  });

  it("stops at once if Redis is away, and leaves all further work for later", async (t) => {
    const store = withRedis(t);
    const { deps, lines } = parts(store, () => undefined);
    const closed = openRedis(t);
    closed.disconnect();
    const alerts = new AlertLedger(closed, store.keys);
    const works = lostWorkOf(STORES);
    assert.deepEqual(await recoverLost({ ...deps, alerts }, works), works);
    assert.equal(lines.length, 1);
  });
});
