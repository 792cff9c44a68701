import assert from "node:assert/strict";
import { it } from "node:test";
import { Draft, State } from "../../../src/actors/state/draft.ts";
import { itemStateKey } from "../../../src/actors/wishlist/state/item.ts";
import { metaStateKey } from "../../../src/actors/wishlist/state/meta.ts";
import { itemWith, metaWith } from "../../support/data/state-keys.ts";

const renamed = metaWith({ wishlistRef: "present", hasFormerRefs: true, lastNumber: 1 });
const item = itemStateKey("w1", 1);

/** Returns the state that a command asks for when it reads an item. */
function requestedFor(state: State, read: (draft: Draft) => void) {
  const draft = new Draft(state);
  assert.throws(() => read(draft), /not loaded/);
  return draft.notLoaded;
}

it("a command that reads an item also loads the metadata of its wishlist, whatever its batch has loaded", () => {
  const reads = [(draft: Draft) => draft.load([item]), (draft: Draft) => void draft.get(item)];
  for (const read of reads) {
    const state = new State();
    assert.deepEqual(requestedFor(state, read), [item, metaStateKey("w1")]);
    state.set(item, itemWith({ wishlistRef: "stored" }));
    assert.deepEqual(requestedFor(state, read), [item, metaStateKey("w1")]);
    state.set(metaStateKey("w1"), renamed);
    assert.equal(new Draft(state).get(item)?.wishlistRef, "present");
  }
});

it("a command sees the reference that an earlier command of its batch has given a wishlist, unless it was refused", () => {
  const state = new State();
  state.set(item, itemWith({ wishlistRef: "stored" }));
  state.set(metaStateKey("w1"), metaWith({ wishlistRef: "stored", lastNumber: 1 }));
  const refused = new Draft(state);
  refused.put(metaStateKey("w1"), renamed);
  assert.equal(refused.get(item)?.wishlistRef, "present");
  refused.undo();
  assert.equal(new Draft(state).get(item)?.wishlistRef, "stored");
  new Draft(state).put(metaStateKey("w1"), renamed);
  assert.equal(new Draft(state).get(item)?.wishlistRef, "present");
  state.set(item, null);
  assert.equal(new Draft(state).get(item), null);
});
