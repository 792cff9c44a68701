import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { clientOf, readTrustedProxies } from "../../../src/http/middleware/trusted-proxies.ts";

const networks = { networks: ["10.0.0.0/8", "fd00::/8", "192.0.2.7"] };

describe("the address of a caller", () => {
  const CASES: [peer: string, forwardedFor: string | undefined, trusted: typeof networks | number, string][] =
    [
      ["203.0.113.9", "1.1.1.1", 0, "203.0.113.9"],
      ["10.0.0.1", undefined, 1, "10.0.0.1"],
      ["10.0.0.1", "203.0.113.9", 1, "203.0.113.9"],
      ["10.0.0.1", "6.6.6.6, 203.0.113.9", 1, "203.0.113.9"],
      ["10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
      ["10.0.0.1", "203.0.113.9", 3, "203.0.113.9"],
      ["10.0.0.1", "203.0.113.9, nonsense", 2, "10.0.0.1"],
      ["10.0.0.1", "6.6.6.6:80, [2001:db8::1]:443", 1, "2001:db8::1"],
      ["10.0.0.1", "203.0.113.9:4711", 1, "203.0.113.9"],
      ["::ffff:10.0.0.1", "::ffff:203.0.113.9", 1, "203.0.113.9"],
      ["203.0.113.9", "1.1.1.1", networks, "203.0.113.9"],
      ["10.0.0.1", "6.6.6.6, 203.0.113.9, fd00::5, 192.0.2.7", networks, "203.0.113.9"],
      ["::ffff:10.0.0.1", "10.0.0.2", networks, "10.0.0.2"],
      ["10.0.0.1", "6.6.6.6, 203.0.113.999, 10.0.0.2", networks, "10.0.0.2"],
      ["10.0.0.1", "", networks, "10.0.0.1"],
    ];
  for (const [peer, forwardedFor, trusted, address] of CASES) {
    const name = typeof trusted === "number" ? `${trusted} proxies` : "proxies of some networks";
    it(`is ${address} for ${forwardedFor ?? "nothing"} from ${peer} behind ${name}`, () => {
      const proxies = typeof trusted === "number" ? { hops: trusted } : trusted;
      assert.equal(clientOf(peer, forwardedFor, proxies).address, address);
    });
  }

  it("does not depend on what the caller writes in front of the entries of the proxies", () => {
    const words = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("10.0.0.3"), fc.string()));
    fc.assert(
      fc.property(words, (spoofed) => {
        const added = ["203.0.113.9", "10.0.0.2"];
        for (const trusted of [{ hops: 2 }, networks])
          assert.equal(clientOf("10.0.0.1", [...spoofed, ...added].join(), trusted).address, "203.0.113.9");
      }),
    );
  });
});

describe("TRUST_PROXY", () => {
  it("accepts a number, a list of networks, and the earlier values", () => {
    assert.deepEqual(readTrustedProxies("true"), { hops: 1 });
    assert.deepEqual(readTrustedProxies("false"), { hops: 0 });
    assert.deepEqual(readTrustedProxies("2"), { hops: 2 });
    assert.deepEqual(readTrustedProxies("10.0.0.0/8, fd00::/8"), { networks: ["10.0.0.0/8", "fd00::/8"] });
    for (const text of ["yes", "-1", "1.5", "10.0.0.0/40", ""])
      assert.equal(readTrustedProxies(text), undefined);
  });
});
