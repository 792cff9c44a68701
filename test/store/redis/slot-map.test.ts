import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isComplete,
  mastersIn,
  servedSlots,
  slotMapOf,
} from "../../../src/store/redis/connection/cluster/slot-map.ts";
import { redirectOf } from "../../../src/store/redis/failures.ts";

const SOURCE = { host: "10.0.0.1", port: 7000 };

describe("slotMapOf", () => {
  it("reads masters, replicas and the gaps between them", () => {
    const map = slotMapOf(
      [
        [8192, 16383, ["::1", 7001, "b"]],
        [0, 8190, ["", 7000, "a", []], ["10.0.0.3", 7003, "c"]],
      ],
      SOURCE,
    );
    assert.deepEqual(mastersIn(map), ["10.0.0.1:7000", "[::1]:7001"]);
    assert.deepEqual(map.servers.get("[::1]:7001"), { host: "::1", port: 7001 });
    assert.deepEqual([...map.servers.keys()].length, 3);
    assert.equal(servedSlots(map), 16_383);
    assert.equal(isComplete(map), false);
    assert.equal(isComplete(slotMapOf([[0, 16383, ["a", 1]]], SOURCE)), true);
  });
});

describe("redirectOf", () => {
  const replyOf = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });
  const CASES: [message: string, redirect: unknown][] = [
    ["MOVED 3999 10.0.0.2:6381", { kind: "moved", host: "10.0.0.2", port: 6381 }],
    ["MOVED 3999 ::1:6381", { kind: "moved", host: "::1", port: 6381 }],
    ["MOVED 3999 :6381", { kind: "moved", host: "", port: 6381 }],
    ["ASK 3999 node.example:6381", { kind: "ask", host: "node.example", port: 6381 }],
    ["TRYAGAIN Multiple keys request during rehashing of slot", { kind: "later" }],
    ["CLUSTERDOWN The cluster is down", { kind: "later" }],
    ["ERR MOVED 3999 10.0.0.2:6381", undefined],
    ["CROSSSLOT Keys in request don't hash to the same slot", undefined],
  ];
  for (const [message, expected] of CASES)
    it(`reads ${message}`, () => assert.deepEqual(redirectOf(replyOf(message)), expected));

  it("finds no slots if no server has answered", () => {
    assert.equal(redirectOf(new Error("CLUSTERDOWN")), undefined);
  });
});
