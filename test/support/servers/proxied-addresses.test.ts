import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { portReplacer } from "./proxied-addresses.ts";

const SLOTS = "*2\r\n:0\r\n*3\r\n$9\r\n127.0.0.1\r\n:7000\r\n$2\r\nid\r\n:7000\r\n";
const MOVED = "-MOVED 12 127.0.0.1:7001\r\n-ASK 3 127.0.0.1:7000\r\n-MOVED 12 127.0.0.1:9\r\n";
const TEXT = "$7\r\na\nb\x00\xff\r\n\r\n$0\r\n\r\n+OK\r\n";

it("replaces the ports of nodes in maps of slots and redirects, and nothing else, however the replies are cut", () => {
  const ports = new Map([
    [7000, 41_000],
    [7001, 5],
  ]);
  const wanted =
    SLOTS.replace("127.0.0.1\r\n:7000", "127.0.0.1\r\n:41000") +
    MOVED.replace("7001", "5").replace("7000", "41000") +
    TEXT;
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (lengths) => {
      const replace = portReplacer(ports);
      let rest = Buffer.from(SLOTS + MOVED + TEXT, "latin1");
      let replaced = "";
      for (const length of [...lengths, rest.length]) {
        replaced += replace(rest.subarray(0, length)).toString("latin1");
        rest = rest.subarray(length);
      }
      assert.equal(replaced, wanted);
    }),
  );
});
