import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { WriteBuffer } from "../../../src/store/partition/state/write-buffer.ts";

interface Op {
  command: "HSET" | "HDEL";
  key: string;
  field: string;
  value: string;
}

/** The result of the operations, one after the other. */
function apply(
  operations: { command: string; key: string; args: string[] }[],
): Record<string, Record<string, string>> {
  const store: Record<string, Record<string, string>> = {};
  for (const { command, key, args } of operations) {
    const hash = (store[key] ??= {});
    if (command === "HSET") for (let i = 0; i < args.length; i += 2) hash[args[i] ?? ""] = args[i + 1] ?? "";
    else for (const field of args) Reflect.deleteProperty(hash, field);
  }
  return store;
}

const operation: fc.Arbitrary<Op> = fc.record({
  command: fc.constantFrom("HSET", "HDEL"),
  key: fc.constantFrom("k1", "k2"),
  field: fc.constantFrom("a", "b", "c"),
  value: fc.string(),
});

describe("Writes", () => {
  it("has the same result with joined writes as with single ones", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
        const flat = operations.map(({ command, key, field, value }) => ({
          command,
          key,
          args: command === "HSET" ? [field, value] : [field],
        }));
        const writes = new WriteBuffer(["lease"]);
        for (const { command, key, args } of flat) writes.add(command, key, ...args);
        const joined = writes.list.map(([command, index, ...args]) => ({
          command,
          key: writes.keys[index - 1] ?? "",
          args,
        }));
        assert.deepEqual(apply(joined), apply(flat));
        assert.equal(new Set(writes.keys).size, writes.keys.length);
      }),
    );
  });

  it("joins many members in order, as far as Lua can unpack them", () => {
    const members = Array.from({ length: 10_000 }, (_, i) => i.toString());
    const writes = new WriteBuffer(["lease"]);
    for (const member of members) writes.add("SADD", "k", member);
    assert.deepEqual(
      writes.list.flatMap(([, , ...args]) => args),
      members,
    );
    assert.ok(writes.list.every(({ length }) => length <= 2000));
    assert.ok(writes.list.length <= 6);
  });
});
