import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServerAddress } from "../../../src/store/redis/connection/address.ts";
import { slotConnector } from "../../../src/store/redis/connection/cluster/slot-connector.ts";
import { ServerConnection } from "../../../src/store/redis/connection/server-connection.ts";
import { addressOf, type Cleanup } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { given } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** A connection to the result of `findMaster`, and its errors. */
function connectionTo(t: Cleanup, findMaster: () => Promise<ServerAddress>, isClosed = () => false) {
  const errors: string[] = [];
  const redis = new ServerConnection({
    Connector: slotConnector({ findMaster, isClosed, tls: () => undefined }),
    maxRetriesPerRequest: null,
    retryStrategy: () => 10,
  });
  redis.on("error", (err: Error) => errors.push(err.message));
  t.after(() => redis.disconnect());
  return { redis, errors };
}

const masterAt = ({ url }: RedisServer): ServerAddress => given(addressOf(url).endpoints[0]);

describe("a connection to the master of a slot", () => {
  it("is opened once the master is known, and again to another one, with the waiting commands", async (t) => {
    const cleanup = newestFirst(t);
    const [first, second] = [await RedisServer.start(cleanup), await RedisServer.start(cleanup)];
    let master: RedisServer | undefined;
    const { redis, errors } = connectionTo(cleanup, () =>
      master ? Promise.resolve(masterAt(master)) : Promise.reject(new Error("nobody has the slot")),
    );
    const written = redis.set("key", "first");
    await until("an error", () => errors.includes("nobody has the slot"));
    master = first;
    assert.equal(await written, "OK");
    assert.equal(await first.redis.get("key"), "first");
    master = second;
    redis.disconnect(true);
    assert.equal(await redis.set("key", "second"), "OK");
    assert.deepEqual([await first.redis.get("key"), await second.redis.get("key")], ["first", "second"]);
  });

  it("ends if it is closed before the master is known, and stops the search for it", async (t) => {
    let lookups = 0;
    const { redis } = connectionTo(newestFirst(t), () => {
      lookups++;
      return Promise.reject(new Error("nobody has the slot"));
    });
    const waiting = redis.ping();
    await until("it looks up the master", () => lookups > 1);
    redis.disconnect();
    await assert.rejects(waiting, /Connection is closed/);
    await until("its end", () => redis.status === "end");
    const last = lookups;
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(lookups, last);
  });

  it("stays closed once the connection to the cluster is closed, also where the job queues open it again", async (t) => {
    const server = await RedisServer.start(t);
    let isClosed = false;
    const { redis } = connectionTo(
      newestFirst(t),
      () => Promise.resolve(masterAt(server)),
      () => isClosed,
    );
    assert.equal(await redis.ping(), "PONG");
    isClosed = true;
    redis.disconnect();
    await until("its end", () => redis.status === "end");
    await assert.rejects(redis.connect(), /Connection is closed/);
    assert.equal(redis.status, "end");
  });
});
