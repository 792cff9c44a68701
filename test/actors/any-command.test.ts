import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../src/actors/command.ts";
import { productHolder } from "../../src/store/ids/ids.ts";
import { variantNames } from "../../src/store/keys/names.ts";
import type { ProductRecord } from "../../src/store/records/catalogue.ts";
import type { ItemRecord } from "../../src/store/records/records.ts";
import { Known } from "../support/document/known.ts";
import { MemoryPartition } from "../support/memory/partition.ts";
import { anyCommands, COMMAND_TYPES } from "../support/models/any-command.ts";
import { given } from "../support/service.ts";

const story = anyCommands({ minLength: 20, maxLength: 120 });

/** Checks that the index of references leads to every item and variant with a reference. */
function checkIndexed({ stateKeys, shared }: MemoryPartition): void {
  const products = new Map<string, ProductRecord>();
  for (const { stateKey, value } of stateKeys.values())
    if (stateKey.kind === "product" && value) products.set(stateKey.id, value as ProductRecord);
  for (const { stateKey, value } of stateKeys.values()) {
    if (!value) continue;
    if (stateKey.kind === "item") {
      const { wishlistItemRef } = value as ItemRecord;
      if (wishlistItemRef !== undefined)
        assert.ok(shared.has(`itemRef t/s ${wishlistItemRef} ${stateKey.id}`), wishlistItemRef);
    }
    if (stateKey.kind === "variant") {
      const { productId } = given(products.get(stateKey.id));
      for (const name of variantNames(value))
        assert.ok(shared.has(`variant t/s ${name} ${productHolder(productId)}`), name);
    }
  }
}

describe("a command of any type", () => {
  it("is decided after any other commands, and does not require more data forever", () => {
    const seen = new Set<Command["type"]>();
    fc.assert(
      fc.property(story, (makes) => {
        const partition = new MemoryPartition();
        const known = new Known();
        for (const make of makes) {
          const command = make(known);
          const decision = partition.run(command);
          known.note(command, decision);
          if (decision.ok) seen.add(command.type);
        }
        checkIndexed(partition);
      }),
      { numRuns: 200 },
    );
    // Without accepted commands the property would prove nothing.
    assert.deepEqual([...seen].sort(), [...COMMAND_TYPES].sort());
  });
});
