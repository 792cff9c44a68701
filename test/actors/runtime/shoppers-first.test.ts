import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { receive } from "../../../src/actors/runtime/stream-command.ts";
import { ShoppersFirst } from "../../../src/actors/runtime/worker/shoppers-first.ts";
import { newCustomer } from "../../support/actors.ts";

/** A command of some more than a thousand characters. */
const SETTLE: Command = { type: "SettleAlerts", storeKey: `t/${"s".repeat(1000)}`, alerts: [] };
const NOW = 1_000_000;

/** Commands of a partition, the first of them with this number in the server's order. */
const partition = (name: string, start: number, ...commands: Command[]) => ({
  name,
  commands: commands.map((command, i) =>
    receive(`${start}-${i}`, encodeCommand({ instance: "", requestId: "", command })),
  ),
});
const settling = (name: string, start: number, length: number) =>
  partition(name, start, ...Array.from({ length }, () => SETTLE));

type Received = ReturnType<typeof partition>;
const namesOf = (order: ReturnType<typeof ShoppersFirst.prototype.orderOf<Received>>) => {
  const names = (some: Received[]) => some.map(({ name }) => name).join("");
  return [order.shoppers, order.others, order.postponed].map(names);
};

describe("the order of commands that were read together", () => {
  it("begins with the partitions in which a shopper waits", () => {
    const shopper = partition("c", 3, newCustomer());
    const both = partition("b", 2, SETTLE, newCustomer());
    const order = new ShoppersFirst().orderOf([settling("a", 1, 1), both, shopper], NOW);
    assert.deepEqual(namesOf(order), ["bc", "a", ""]);
  });

  it("postpones all but the oldest of the other commands while shoppers are active", () => {
    const shoppersFirst = new ShoppersFirst();
    const others = [settling("c", 30, 10), settling("a", 10, 10), settling("b", 20, 10)];
    assert.deepEqual(namesOf(shoppersFirst.orderOf(others, NOW)), ["", "cab", ""]);
    const shopper = partition("s", 40, newCustomer());
    assert.deepEqual(namesOf(shoppersFirst.orderOf([...others, shopper], NOW)), ["s", "ab", "c"]);
    assert.deepEqual(namesOf(shoppersFirst.orderOf(others, NOW + 999)), ["", "ab", "c"]);
    assert.deepEqual(namesOf(shoppersFirst.orderOf(others, NOW + 1000)), ["", "cab", ""]);
  });

  it("does not postpone a partition only because it has many commands", () => {
    const shoppersFirst = new ShoppersFirst();
    const shopper = partition("s", 40, newCustomer());
    assert.deepEqual(namesOf(shoppersFirst.orderOf([settling("a", 10, 64), shopper], NOW)), ["s", "a", ""]);
  });

  it("counts a command that cannot be decoded among the others", () => {
    const broken = { name: "x", commands: [receive("1-0", "no command")] };
    assert.deepEqual(namesOf(new ShoppersFirst().orderOf([broken], NOW)), ["", "x", ""]);
  });
});
