import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command, ReplyTo } from "../../../src/actors/command.ts";
import type { Customer } from "../../support/memory/people.ts";
import { MemoryShop, type Named } from "../../support/memory/shop.ts";

const ASKS = { notifyMe: true };
const CUSTOMERS = 24;
/** Wishes of a round: one for each sublist. */
const ROUND = 4;

/** A shop whose waiting lists are divided. */
class DividedShop extends MemoryShop {
  /** Called after each command that raises alerts. */
  onRaised: () => void = () => undefined;

  constructor() {
    super({ isDivided: true });
  }

  override run<C extends Command>(command: C, partition = 0): ReplyTo<C> {
    const reply = super.run(command, partition);
    if (command.type === "RaiseAlerts") this.onRaised();
    return reply;
  }
}

/** A sold-out product, and customers who wait for it, in the order of their wishes. */
async function setUp(alerts: object = {}): Promise<{ shop: DividedShop; tent: Named; line: Customer[] }> {
  const shop = new DividedShop();
  shop.set({ alerts });
  const tent = await shop.newProduct({ available: 0 });
  const line = Array.from({ length: CUSTOMERS }, () => shop.customer());
  for (const customer of line) await customer.wish(tent, ASKS);
  await shop.settled();
  return { shop, tent, line };
}

const counts = (line: Customer[]) => line.map(({ alerts }) => alerts.length);

describe("a wave over a divided waiting list", () => {
  it("alerts each customer once, of all wishes, in rounds of all sublists", async () => {
    const { shop, tent, line } = await setUp();
    const [first, last] = [line[0], line.at(-1)];
    for (const customer of line) await customer.wish(tent, ASKS);
    assert.ok(first && last);
    const partitions = new Set(line.map(({ address }) => address.partition));
    assert.equal(partitions.size, shop.layout.partitions);
    await shop.stock(tent, CUSTOMERS);
    await shop.settled();
    assert.deepEqual(
      line.map(({ alerts }) => alerts.map(({ itemIds }) => itemIds.length)),
      line.map(() => [2]),
    );
    // The first rise is a release too, which has a wave of its own.
    assert.equal(shop.rounds.count, (2 * 2 * CUSTOMERS) / ROUND);
    assert.equal(shop.waves.size, 0);
  });

  it("alerts those who wait longest where there are units for a part of them, and shows who is left", async () => {
    const { shop, tent, line } = await setUp({ waveMultiple: 1, waveSeconds: 3600 });
    await shop.stock(tent, 10);
    await shop.settled();
    const isAmong = (most: number) => line.map((_, i) => (i < most ? 1 : 0));
    assert.deepEqual(counts(line), isAmong(10));
    const [wave] = shop.waves.values();
    assert.deepEqual({ ...wave, alerted: 10, left: CUSTOMERS - 10 }, wave);
    await shop.stock(tent, 7);
    await shop.pass(3600);
    assert.deepEqual(counts(line), isAmong(17));
    await shop.pass(3600);
    assert.deepEqual(counts(line), isAmong(CUSTOMERS));
    await shop.pass(3600);
    assert.equal(shop.waves.size, 0);
  });

  it("ends in the middle of a round when its occasion is over", async () => {
    const { shop, tent, line } = await setUp();
    const raised: number[][] = [];
    shop.onRaised = () => {
      raised.push(counts(line));
      if (raised.length === 2) shop.deleteProduct(tent);
    };
    await shop.stock(tent, CUSTOMERS);
    await shop.settled();
    assert.equal(raised.length, 2);
    assert.deepEqual(counts(line), raised[1]);
    assert.equal(shop.waves.size, 0);
  });
});
