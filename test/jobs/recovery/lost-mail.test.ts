import assert from "node:assert/strict";
import { it } from "node:test";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import { recoverMail } from "../../../src/jobs/recovery/lost-mail.ts";
import { alertId } from "../../../src/store/ids/ids.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { MemoryShop } from "../../support/memory/shop.ts";
import { withRedis } from "../../support/redis.ts";

const STORE = "t/s";
const NAME = "red back_in_stock 1";

it("lost e-mails have priorities, because otherwise they would run before the new e-mails of all tenants", async (t) => {
  const { redis, keys } = withRedis(t);
  const layout = new Layout(1, "salt");
  const now = Date.now();
  const email = { status: "pending", time: new Date(now).toISOString() };
  for (const [i, ref] of ["one", "two"].entries()) {
    const { partition, slot, key } = layout.slotOfRef(STORE, ref);
    const id = alertId({ ms: now, seq: 0 }, partition, i);
    await redis.hset(keys.alerts(partition, slot), NAME, JSON.stringify({ id, email }));
    await redis.zadd(keys.storeIndex(partition, "alerts", STORE), 0, `${id} ${key} ${NAME}`);
  }
  const added: NewJob[] = [];
  const { tenant } = new MemoryShop();
  const count = await recoverMail(
    {
      ...{ layout, onUndecodable: refuseUndecodable, now: () => now, hasMail: true },
      alerts: new AlertLedger(redis, keys),
      jobs: { ensure: (_, job) => Promise.resolve(void added.push(job)) },
      shares: new FairShare(),
      tenants: { findFor: () => Promise.resolve(tenant) },
    },
    STORE,
  );
  assert.equal(count, 2);
  assert.deepEqual(
    added.map(({ priority }) => priority),
    [1, 2],
  );
});
