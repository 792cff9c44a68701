import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command, ReplyTo } from "../../../src/actors/command.ts";
import type { Customer } from "../../support/memory/people.ts";
import { MemoryShop, type Named } from "../../support/memory/shop.ts";

const ASKS = { notifyMe: true };

/** A shop in which something happens while a wave runs. */
class BusyShop extends MemoryShop {
  /** What happens after the wave has read a page of the waiting list, once. */
  afterPage: () => void = () => undefined;
  /** What happens before the wave's first command, once. */
  beforeCommand: () => void = () => undefined;

  constructor(isDivided: boolean) {
    super({ isDivided });
    const after = this.waitingLists.after.bind(this.waitingLists);
    this.waitingLists.after = async (...request) => {
      const page = await after(...request);
      if (page.length > 0) {
        this.afterPage();
        this.afterPage = () => undefined;
      }
      return page;
    };
  }

  override run<C extends Command>(command: C, partition = 0): ReplyTo<C> {
    if (command.type === "RaiseAlerts") {
      const act = this.beforeCommand;
      this.beforeCommand = () => undefined;
      act();
    }
    return super.run(command, partition);
  }
}

const MOMENTS = ["afterPage", "beforeCommand"] as const;
const TARGETS = {
  "a list without it": undefined,
  "a list with the same wish, which does not ask for alerts": {},
  "a list with the same wish, which asks too": ASKS,
};

async function setUp(isDivided: boolean): Promise<{ shop: BusyShop; tent: Named; ann: Customer }> {
  const shop = new BusyShop(isDivided);
  const tent = await shop.newProduct({ available: 5 });
  await shop.stock(tent, 0);
  const ann = shop.customer();
  return { shop, tent, ann };
}

describe("a wish that moves to another list while a wave reads it", () => {
  for (const moment of MOMENTS)
    for (const [target, same] of Object.entries(TARGETS))
      for (const isDivided of [false, true])
        it(`gets its alert once: ${target}, ${moment}${isDivided ? ", in rounds" : ""}`, async () => {
          const { shop, tent, ann } = await setUp(isDivided);
          const [from, to] = [ann.list(), ann.list()];
          const item = await ann.wish(tent, ASKS, from);
          const others = [shop.customer(), shop.customer()];
          for (const other of others) await other.wish(tent, ASKS);
          if (same) await ann.wish(tent, same, to);
          await shop.settled();
          let moved = "";
          shop[moment] = () => {
            moved = ann.moveToList(item, to);
          };
          await shop.stock(tent, 5);
          await shop.settled();
          assert.deepEqual(
            ann.alerts.map(({ itemIds }) => itemIds),
            [[moved]],
          );
          assert.deepEqual(
            others.map(({ alerts }) => alerts.length),
            [1, 1],
          );
        });

  it("gets none if it is removed instead", async () => {
    for (const moment of MOMENTS) {
      const { shop, tent, ann } = await setUp(false);
      const item = await ann.wish(tent, ASKS);
      await shop.settled();
      shop[moment] = () => {
        ann.removeWish(item);
      };
      await shop.stock(tent, 5);
      await shop.settled();
      assert.deepEqual(ann.alerts, []);
    }
  });
});
