import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  acceptsWritesAlone,
  faultOf,
  isEmpty,
  isPrimary,
  isVolatile,
} from "../../../src/store/redis/server-info.ts";

const infoOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}:${value}\r\n`)
    .join("");

describe("faultOf", () => {
  const redis = (version: string) => ({ redis_version: version, redis_mode: "standalone" });
  const valkey = (version: string) => ({ ...redis("7.2.4"), server_name: "valkey", valkey_version: version });
  const fit = { maxmemory_policy: "noeviction" };
  const SERVERS: [fields: Record<string, string>, fault: string | undefined][] = [
    [{ ...redis("7.0.0"), ...fit }, undefined],
    [{ ...redis("8.4.1"), ...fit }, undefined],
    [redis("7.0.15"), undefined],
    [redis("6.2.14"), "at is Redis 6.2.14, and 7.0 or newer is required"],
    [{ ...valkey("8.0.1"), ...fit }, undefined],
    [valkey("9.0.0"), undefined],
    [valkey("7.2.9"), "at is Valkey 7.2.9, and 8.0 or newer is required"],
    [
      { ...redis("7.0.0"), redis_mode: "cluster" },
      "at belongs to a Redis Cluster: the URL must start with redis+cluster://",
    ],
    [
      { ...redis("7.0.0"), redis_mode: "sentinel" },
      "at is a Sentinel: the URL must start with redis+sentinel:// and end with the name of the primary",
    ],
    [
      { redis_version: "7.2.4", server_name: "valkey", valkey_version: "8.0.1", server_mode: "sentinel" },
      "at is a Sentinel: the URL must start with redis+sentinel:// and end with the name of the primary",
    ],
    [
      { ...redis("7.0.0"), maxmemory_policy: "volatile-lru" },
      "at has maxmemory-policy volatile-lru, which deletes data when memory is short: it must be noeviction",
    ],
  ];
  for (const [fields, fault] of SERVERS)
    it(`${fault === undefined ? "accepts" : "refuses"} ${JSON.stringify(fields)}`, () =>
      assert.equal(faultOf(infoOf(fields), "at"), fault));
});

describe("the INFO of a server", () => {
  it("reports whether it is a primary, has an append-only file, has a key, and needs replicas for writes", () => {
    assert.ok(isPrimary(infoOf({ role: "master" })) && !isPrimary(infoOf({ role: "slave" })));
    assert.ok(isVolatile(infoOf({ aof_enabled: "0" })) && !isVolatile(infoOf({ aof_enabled: "1" })));
    assert.ok(isEmpty(infoOf({ role: "master" })) && !isEmpty(infoOf({ db3: "keys=1,expires=0,avg_ttl=0" })));
    assert.ok(acceptsWritesAlone(infoOf({ role: "master" })));
    assert.ok(!acceptsWritesAlone(infoOf({ min_slaves_good_slaves: "0" })));
  });
});
