import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { judgeAttempts } from "../../../src/jobs/webhooks/attempt.ts";
import { Sender } from "../../../src/jobs/webhooks/send.ts";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { type Endpoint, Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const STORE = "shop/default";
const START = Date.parse("2026-01-31T12:00:00.000Z");

type Statuses = readonly (number | undefined)[];

/** An endpoint, and a function that judges attempts that were made together, some milliseconds after the start. */
async function newEndpoint(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const endpoints = new Endpoints(redis, keys, new Vault([Buffer.alloc(32, 1)]), undefined, () => START);
  const { endpoint: created } = await endpoints.create(STORE, { url: "https://x", events: [] });
  const sender = new Sender(false);
  t.after(() => sender.close());
  const reported: Endpoint[] = [];
  const judge = async (statuses: Statuses, afterMs = 0): Promise<Endpoint> => {
    const deps = {
      endpoints,
      sender,
      now: () => START + afterMs,
      onDisabled: (_store: string, endpoint: Endpoint) => Promise.resolve(void reported.push(endpoint)),
    };
    await judgeAttempts(deps, STORE, created, statuses);
    return given(await endpoints.find(STORE, created.id));
  };
  const moveTo = (url: string) => endpoints.change(STORE, created.id, (endpoint) => ({ ...endpoint, url }));
  return { judge, moveTo, reported };
}

const timeAfter = (ms: number) => new Date(START + ms).toISOString();

describe("an endpoint", () => {
  it("fails only if all attempts that were made together have failed, in any order", async (t) => {
    const { judge } = await newEndpoint(t);
    for (const statuses of [
      [500, 200],
      [200, 500],
      [undefined, 204, 500],
    ])
      assert.equal((await judge(statuses)).failingSince, undefined, statuses.join());
    assert.equal((await judge([500, undefined])).failingSince, timeAfter(0));
    assert.equal((await judge([500], 5)).failingSince, timeAfter(0), "the time of the first failure stays");
    assert.equal((await judge([])).failingSince, timeAfter(0), "no attempts say nothing");
    assert.equal((await judge([500, 200])).failingSince, undefined);
  });

  it("is disabled, and reported once, after five days of failures", async (t) => {
    const { judge, reported } = await newEndpoint(t);
    await judge([500]);
    assert.equal((await judge([500], 5 * DAY_MS)).status, "enabled");
    const { status, reason } = await judge([500, undefined], 5 * DAY_MS + 1);
    assert.deepEqual([status, reason], ["disabled", "attempts_failed"]);
    await judge([500], 6 * DAY_MS);
    assert.equal(
      (await judge([200], 6 * DAY_MS)).failingSince,
      timeAfter(0),
      "a late answer changes nothing",
    );
    assert.deepEqual(
      reported.map(({ failingSince }) => failingSince),
      [timeAfter(0)],
    );
  });

  it("is disabled by 410 beside a success", async (t) => {
    const { judge, reported } = await newEndpoint(t);
    await judge([500]);
    const { status, reason, failingSince } = await judge([200, 410], 5);
    assert.deepEqual([status, reason, failingSince], ["disabled", "receiver_gone", timeAfter(5)]);
    assert.equal(reported.length, 1);
  });

  it("is not judged by attempts at its former address", async (t) => {
    const { judge, moveTo, reported } = await newEndpoint(t);
    await moveTo("https://y");
    for (const status of [410, 500]) {
      const { url, status: stays, failingSince } = await judge([status]);
      assert.deepEqual([url, stays, failingSince], ["https://y", "enabled", undefined]);
    }
    await moveTo("https://x");
    await judge([500]);
    await moveTo("https://y");
    assert.equal((await judge([200])).failingSince, timeAfter(0));
    assert.equal(reported.length, 0);
  });
});
