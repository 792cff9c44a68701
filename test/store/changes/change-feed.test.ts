import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ArchiveReader } from "../../../src/store/changes/archive-reader.ts";
import { ChangeFeed } from "../../../src/store/changes/change-feed.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { withRedis } from "../../support/redis.ts";

const SCOPE = "shop/default";

/** A feed with one event per millisecond, with their ids and a count of its reads. */
async function feedOf(t: TestContext, count: number) {
  const { redis, keys } = withRedis(t);
  const layout = new Layout(4, "salt");
  const changes = new ChangeFeed(redis, keys, layout, new ArchiveReader({}));
  const partition = layout.partitionOf(`changes ${SCOPE}`);
  const feed = keys.changes(partition, SCOPE);
  const ids = Array.from({ length: count }, (_, i) => `1-${1_000_000 + i}-${i}`);
  const pipeline = redis.pipeline();
  // Each enters the feed some milliseconds after its time.
  for (const [i, id] of ids.entries())
    pipeline.xadd(feed, `${1_000_005 + i}-0`, "i", id, "e", `{"number":${i}}`);
  await pipeline.exec();
  let reads = 0;
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, ...others) => {
    if (command.name === "xrange" && command.args[0] === feed) reads++;
    return send(command, ...others);
  };
  return { changes, ids, reads: () => reads };
}

describe("Changes.named", () => {
  it("finds events at any position, in the feed's order, each once, and omits missing ones", async (t) => {
    const { changes, ids } = await feedOf(t, 3500);
    const [first = "", middle = "", near = "", last = ""] = [ids[0], ids[1700], ids[1701], ids.at(-1)];
    const asked = [last, "1-1000500-7", near, first, "2-1-1", middle, last, "1-9999999-1"];
    const found = await changes.named(SCOPE, asked);
    assert.deepEqual(
      found.map(({ id }) => id),
      [first, middle, near, last],
    );
    assert.deepEqual(
      found.map(({ text }) => text),
      [0, 1700, 1701, 3499].map((number) => `{"number":${number}}`),
    );
    assert.deepEqual(await changes.named(SCOPE, []), []);
    assert.deepEqual(await changes.named("shop/other", asked), []);
  });

  it("reads neighbours together, however many are requested, and no event between distant ones", async (t) => {
    const { changes, ids, reads } = await feedOf(t, 8000);
    const asked = [...ids.slice(100, 150), ...ids.slice(7000, 7050)];
    assert.equal((await changes.named(SCOPE, asked)).length, 100);
    assert.equal(reads(), 2);
  });

  it("reads nothing for ids without an event, such as those of test events", async (t) => {
    const { changes, reads } = await feedOf(t, 10);
    assert.deepEqual(await changes.named(SCOPE, ["test-0a1b2c", "x", "", "1-x-1", "disabled-wh1-x"]), []);
    assert.equal(reads(), 0);
  });

  it("finds the event of an endpoint that was disabled by its time", async (t) => {
    const { changes, reads } = await feedOf(t, 5000);
    const id = `disabled-wh-1-${Date.now() - 1000}`;
    await changes.add(SCOPE, id, "{}");
    assert.deepEqual(
      (await changes.named(SCOPE, [id])).map((change) => change.id),
      [id],
    );
    assert.equal(reads(), 1);
  });

  it("stops waiting for an event that stays missing, and still finds a later one", async (t) => {
    const { changes, ids, reads } = await feedOf(t, 25_000);
    const last = ids.at(-1) ?? "";
    assert.deepEqual(
      (await changes.named(SCOPE, ["3-1000000-1", "3-1000001-1", last])).map(({ id }) => id),
      [last],
    );
    assert.equal(reads(), 21);
  });
});
