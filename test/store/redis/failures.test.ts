import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isStoreAway } from "../../../src/store/redis/failures.ts";

/** What the library makes of an answer that is an error. */
const replyOf = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

describe("an answer of the store", () => {
  for (const message of [
    "MOVED 3999 127.0.0.1:7001",
    "ASK 3999 127.0.0.1:7001",
    "CLUSTERDOWN The cluster is down",
    "LOADING Redis is loading the dataset in memory",
    "READONLY You can't write against a read only replica.",
  ])
    it(`"${message}" says that the store cannot do it now, not that the service is at fault`, () =>
      assert.ok(isStoreAway(replyOf(message))));

  for (const message of ["WRONGTYPE Operation against a key", "ERR unknown command", "MOVEDON"])
    it(`"${message}" says that the service is at fault`, () => assert.ok(!isStoreAway(replyOf(message))));
});
