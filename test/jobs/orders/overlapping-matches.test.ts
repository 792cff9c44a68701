import assert from "node:assert/strict";
import { it } from "node:test";
import type { Command } from "../../../src/actors/command.ts";
import { matchStoredOrder } from "../../../src/jobs/orders/match-orders.ts";
import { personNames } from "../../../src/store/keys/names.ts";
import { listOf } from "../../support/list-of.ts";
import { MemoryOrders } from "../../support/memory/orders.ts";

const storeKey = "t/s";

for (const label of ["NoteMatches", "wait no more"])
  for (const overtakenBy of ["whole match", "match without its result"])
    it(`an order waits for its deleted customer if two matches overlap: before ${label}, ${overtakenBy}`, async () => {
      let overtake: (() => Promise<void>) | undefined;
      let rest: (() => void) | undefined;
      let isPaused = false;
      let ended = Promise.resolve();
      const shop = new MemoryOrders(async (step, act) => {
        if (isPaused && step === "NoteMatches") {
          isPaused = false;
          await new Promise<void>((resolve) => (rest = resolve));
        }
        if (step === label && overtake) {
          const other = overtake;
          overtake = undefined;
          await other();
        }
        return act();
      });
      const must = (command: Command) => assert.ok(shop.run(command).ok, command.type);
      const customer = { storeKey, ...shop.layout.slotOfRef(storeKey, "ann") };
      const address = shop.layout.slotOf("order", storeKey, "o1");
      const lines = [{ lineRef: "1", productRef: "shirt", variantRef: "red", quantity: 1 }];
      const createdTime = "2030-01-01T00:00:00.000Z";
      const order = { orderRef: "o1", customerRef: "ann", createdTime, status: "open" as const, test: false };
      must({ type: "CreateCustomer", ...customer, ref: "ann", fields: {} });
      must({
        type: "PutOrder",
        storeKey,
        slot: address.slot,
        key: address.key,
        order: { ...order, lines },
      });
      await matchStoredOrder(shop.parts, storeKey, address);

      overtake = async () => {
        must({ type: "DeleteCustomer", ...customer, id: "ann", withWishlists: false });
        isPaused = overtakenBy === "match without its result";
        const isReached = new Promise<void>((resolve) => {
          if (!isPaused) return;
          const poll = () => (rest ? resolve() : setImmediate(poll));
          poll();
        });
        ended = matchStoredOrder(shop.parts, storeKey, address);
        await (isPaused ? isReached : ended);
      };
      await matchStoredOrder(shop.parts, storeKey, address);
      rest?.();
      await ended;

      const stored = await shop.parts.orders.at(address);
      assert.deepEqual(stored?.matches, { 1: { code: "no_customer" } });
      const names = personNames({ keys: [customer.key] });
      const waiting = await listOf(shop.parts.waitingOrders.newestFor(storeKey, names));
      assert.deepEqual(
        waiting.map(({ key }) => key),
        [address.key],
      );
    });
