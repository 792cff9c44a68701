import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isRedisAway } from "../../../src/store/redis/failures.ts";

/** The library's error for an error reply. */
const replyOf = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

describe("an error reply of Redis", () => {
  for (const message of [
    "MOVED 3999 127.0.0.1:7001",
    "ASK 3999 127.0.0.1:7001",
    "CLUSTERDOWN The cluster is down",
    "LOADING Redis is loading the dataset in memory",
    "READONLY You can't write against a read only replica.",
  ])
    it(`"${message}" is a temporary failure of Redis, not a fault of the service`, () =>
      assert.ok(isRedisAway(replyOf(message))));

  for (const message of ["WRONGTYPE Operation against a key", "ERR unknown command", "MOVEDON"])
    it(`"${message}" is a fault of the service`, () => assert.ok(!isRedisAway(replyOf(message))));
});
