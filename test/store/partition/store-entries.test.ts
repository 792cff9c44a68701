import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { customerOfName, foldName, nameEntries, namesBeginningWith } from "../../../src/store/keys/names.ts";
import type { StateKey } from "../../../src/store/partition/state/state-keys.ts";
import { entryChanges, storeEntriesOf } from "../../../src/store/partition/state/store-entries.ts";
import { customerWith } from "../../support/data/state-keys.ts";
import { anyText } from "../../support/models/any-text.ts";

const CUSTOMER: StateKey<"customer"> = { kind: "customer", id: "t/s:key" };
const name = fc.option(anyText({ maxLength: 100 }), { nil: undefined });
const customers = fc.option(
  fc
    .record({ first_name: name, last_name: name, svc_customer_id: fc.constantFrom("c1", "c2") })
    .map((fields) => {
      const { first_name, last_name, ...rest } = fields;
      const names = {
        ...(first_name === undefined ? {} : { first_name }),
        ...(last_name === undefined ? {} : { last_name }),
      };
      return { record: customerWith({ ...rest, ...names }), version: "v", former: null };
    }),
  { nil: null },
);

describe("entries of a record in the indexes of its store", () => {
  it("are those of its last version after any changes, whatever was written in between", () => {
    fc.assert(
      fc.property(fc.array(customers, { minLength: 1, maxLength: 8 }), (versions) => {
        const index = new Set<string>();
        let before: (typeof versions)[number] = null;
        for (const value of versions) {
          const { added, removed } = entryChanges({ stateKey: CUSTOMER, value, before });
          for (const entry of removed)
            assert.ok(index.delete(JSON.stringify(entry)), "only existing entries are removed");
          for (const entry of added) index.add(JSON.stringify(entry));
          before = value;
        }
        const expected = storeEntriesOf(CUSTOMER, before).map((entry) => JSON.stringify(entry));
        assert.deepEqual([...index].sort(), expected.sort());
      }),
    );
  });

  it("are not written again if none of them changes", () => {
    const customer = { record: customerWith({ first_name: "Ada" }), version: "v", former: null };
    const renamed = { ...customer, record: customerWith({ first_name: "ADA", note: "x" }) };
    const { added, removed } = entryChanges({ stateKey: CUSTOMER, value: renamed, before: customer });
    assert.deepEqual([added, removed], [[], []]);
  });
});

describe("entries of a guest's wishlist", () => {
  const guest = { storeKey: "t/s", hash: "hash", usedTime: "2026-01-01T00:00:00.000Z", claims: 1 };
  const handover = { number: 1, slot: "t/s:key" };
  const done = { ...handover, result: { wishlistId: "w1", status: "kept" as const } };
  const stateKey: StateKey<"guest"> = { kind: "guest", id: "w" };

  it("show whether its claim is open or done, and are deleted with it", () => {
    const indexes = (value: Parameters<typeof storeEntriesOf>[1]) =>
      storeEntriesOf(stateKey, value).map(({ index }) => index);
    assert.deepEqual(indexes(guest), ["guests"]);
    assert.deepEqual(indexes({ ...guest, handover }), ["guests", "open-claims"]);
    assert.deepEqual(indexes({ ...guest, handover: done }), ["guests", "claimed"]);
    const changes = (before: typeof guest | null, value: typeof guest | null) => {
      const { added, removed } = entryChanges({ stateKey, value, before });
      return [added.map(({ index }) => index), removed.map(({ index }) => index)];
    };
    assert.deepEqual(changes(guest, { ...guest, ...{ handover } }), [["open-claims"], []]);
    assert.deepEqual(changes({ ...guest, ...{ handover } }, { ...guest, ...{ handover: done } }), [
      ["claimed"],
      ["open-claims"],
    ]);
    assert.deepEqual(changes({ ...guest, ...{ handover } }, guest), [[], ["open-claims"]]);
    assert.deepEqual(changes({ ...guest, ...{ handover: done } }, null), [[], ["guests", "claimed"]]);
  });
});

describe("folded names", () => {
  it("begin with the fold of each of their prefixes, lead to their customer, and have no lone surrogates", () => {
    const text = anyText({ maxLength: 100 });
    fc.assert(
      fc.property(text, text, (first_name, last_name) => {
        const entries = nameEntries({ first_name, last_name }, "c1");
        for (const entry of entries) {
          assert.equal(customerOfName(entry), "c1");
          assert.doesNotMatch(entry, /\p{Cs}/u);
          assert.ok(Buffer.byteLength(entry) <= 64 * 4 + 3);
        }
        const folded = foldName(`${first_name} ${last_name}`);
        const found = namesBeginningWith(folded);
        assert.equal(found.first, folded);
        if (folded !== "") assert.ok(entries.some((entry) => entry.startsWith(found.first)));
      }),
    );
  });

  it("do not depend on case, accents and spaces", () => {
    for (const same of ["Émile Größe", "emile  GROSSE", " E\u0301mile\u00a0große "])
      assert.equal(foldName(same), "emile grosse");
    for (const same of ["GROẞE", "Große", "GROSSE"]) assert.equal(foldName(same), "grosse");
    for (const same of ["Σωκράτης", "ΣΩΚΡΑΤΗΣ"]) assert.equal(foldName(same), "σωκρατησ");
  });

  it("do not change when they are folded again, and begin with the fold of the letters so far, for every letter", () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code);
      if (!/\p{L}/u.test(letter)) continue;
      const folded = foldName(`a${letter}`);
      assert.equal(foldName(folded), folded, letter);
      assert.ok(foldName(`a${letter}a`).startsWith(folded), letter);
    }
  });
});
