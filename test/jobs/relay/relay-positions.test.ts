import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { RelayPositions } from "../../../src/jobs/relay/positions.ts";
import { withRedis } from "../../support/redis.ts";

const EVENT = `{"type":"customer.created"}`;

describe("RelayPositions", () => {
  const begin = async (t: TestContext, { isOneServer = false } = {}) => {
    const { redis, keys } = withRedis(t);
    let server = "first";
    const nothing = () => Promise.resolve();
    const target = {
      name: "indexes",
      history: () => Promise.resolve(server),
      deliver: nothing,
      repeat: nothing,
    };
    const session = { targets: [target], isOneServer, close: () => undefined };
    const openPositions = async () => {
      const positions = await RelayPositions.open({ redis, keys, checkMs: 0 }, session);
      await positions.assign([0]);
      return positions;
    };
    const positions = await openPositions();
    const relay = async (id: string) => {
      await redis.xadd(keys.outbox(0), id, "e", EVENT);
      await positions.advance([{ partition: 0, id, text: EVENT }]);
    };
    const kept = async () => (await redis.xrange(keys.outbox(0), "-", "+")).map(([id]) => id);
    return { positions, openPositions, relay, kept, replaceServer: () => (server = "second") };
  };

  it("drops events at once if one server has all data", async (t) => {
    const { relay, kept } = await begin(t, { isOneServer: true });
    await relay("5-1");
    assert.deepEqual(await kept(), []);
  });

  it("keeps events until six checks have found the same servers", async (t) => {
    const { positions, relay, kept } = await begin(t);
    await relay("5-1");
    await positions.check();
    await relay("6-1");
    for (let look = 0; look < 5; look++) await positions.check();
    assert.deepEqual(await kept(), ["5-1", "6-1"]);
    await positions.check();
    assert.deepEqual(await kept(), ["6-1"]);
    await positions.check();
    assert.deepEqual(await kept(), []);
  });

  it("ends the session if a server was replaced, and repeats the kept events", async (t) => {
    const { positions, openPositions, relay, kept, replaceServer } = await begin(t);
    for (const id of ["5-1", "6-1"]) await relay(id);
    replaceServer();
    await assert.rejects(positions.check(), /a server of the indexes was replaced, or has started again/);
    const next = await openPositions();
    assert.deepEqual(next.readFrom, new Map([[0, "0-0"]]));
    await next.advance([{ partition: 0, id: "5-1", text: EVENT }]);
    // Another process that takes over midway begins again.
    assert.deepEqual((await openPositions()).readFrom, new Map([[0, "0-0"]]));
    await next.advance([{ partition: 0, id: "6-1", text: EVENT }]);
    assert.equal(next.repeating, 0);
    assert.deepEqual((await openPositions()).readFrom, new Map([[0, "6-1"]]));
    assert.deepEqual(await kept(), ["5-1", "6-1"]);
  });
});
