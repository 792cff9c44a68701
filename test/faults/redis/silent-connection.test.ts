import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { EXPORTS, newExport, overRun } from "../../support/exports.ts";
import { atEnd, redisUrl } from "../../support/redis.ts";
import { type Proxy, startProxy } from "../../support/servers/proxy.ts";
import { type Caller, CS, startService, unique } from "../../support/service.ts";
import { soon, until } from "../../support/until.ts";

/** How long a request waits for its reply, and a little less than a dead request holds its key. */
const ASK_TIMEOUT_MS = "60000";
/** Well below that, and more than a busy machine takes to notice that a connection is silent. */
const SHORT_MS = 30_000;

const suite = atEnd();
let proxy: Proxy;
let shop: Caller;
before(async () => {
  proxy = await startProxy(suite, redisUrl());
  const service = await startService(suite, { ASK_TIMEOUT_MS }, { redisUrl: proxy.url });
  shop = await service.newCaller();
});

const create = (headers: Record<string, string> = {}, id = unique("c")) =>
  shop.post(`${CS}/customers`, { id }, { headers });

describe("connections to Redis that go silent", () => {
  it("are closed and opened again, and writes continue", async () => {
    assert.equal((await create()).status, 201);
    proxy.freeze();
    await until("a write that is done", async () => (await create()).status === 201, SHORT_MS);
  });
});

describe("connections of the job queues that go silent", () => {
  it("are closed and opened again: an export that is asked for then runs", async () => {
    const { id } = await newExport(shop);
    proxy.freeze();
    let runId = "";
    await until("the run is started", async () => {
      const { status, body, text } = await soon("an answer", shop.post(`${EXPORTS}/${id}/runs`));
      // On a cluster, some connections may be open again before others: the run may then be stored without a job.
      assert.ok([202, 409, 503].includes(status) || body.code === "OutcomeUnknown", text);
      runId = body.id ?? body.runId ?? "";
      return runId !== "";
    });
    assert.equal((await overRun(shop, id, runId)).status, "succeeded");
  });
});

describe("an Idempotency-Key whose claim got no reply", () => {
  it("can be used again as soon as the store is back", async () => {
    const id = unique("c");
    const headers = { "Idempotency-Key": unique("key") };
    const silence = proxy.loseReplies(100);
    const first = await create(headers, id);
    assert.ok(first.status >= 500, first.text);
    await silence;
    await until(
      "the answer to the same key",
      async () => {
        const { status, text } = await create(headers, id);
        assert.ok([201, 409, 503].includes(status), text);
        return status === 201;
      },
      SHORT_MS,
    );
  });
});
