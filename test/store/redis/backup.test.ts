import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dumpKeys } from "../../../src/store/redis/backup.ts";
import { listOf } from "../../support/list-of.ts";
import { withRedis } from "../../support/redis.ts";

describe("dumpKeys", () => {
  it("leaves out a key that expires after its content was read: it would be restored for ever", async (t) => {
    const { redis, prefix } = withRedis(t);
    const [kept, expiring] = [`${prefix}{0}:kept`, `${prefix}{0}:expiring`];
    for (const key of [kept, expiring]) await redis.set(key, "text", "PX", 60_000);
    const pipelineOf = redis.pipeline.bind(redis);
    t.mock.method(redis, "pipeline", () => {
      const pipeline = pipelineOf();
      const call = pipeline.call.bind(pipeline);
      // As if the key did not exist any more.
      t.mock.method(pipeline, "call", (command: string, key: string) =>
        call(command, key === expiring ? `${key}:gone` : key),
      );
      return pipeline;
    });
    const dumped = await listOf(dumpKeys(redis, prefix));
    assert.deepEqual(
      dumped.map(({ key, expires }) => [key, expires > 0]),
      [[kept, true]],
    );
  });
});
