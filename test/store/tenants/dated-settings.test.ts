import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { datedFields, dropSettingsAt } from "../../../src/store/tenants/settings/dated-settings.ts";
import { DEFAULT_STORE, type SettingChanges } from "../../../src/store/tenants/settings/settings.ts";
import { readSettings, settingChanges } from "../../../src/store/tenants/settings/stored-settings.ts";

const STORE = "berlin";
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Returns the fields of a tenant's settings after a change. */
function changed(
  fields: Readonly<Record<string, string>>,
  changes: SettingChanges,
  store: string,
  time: string,
): Record<string, string> {
  const { set, cleared } = settingChanges(changes, store);
  const kept = Object.entries(fields).filter(([name]) => !cleared.includes(name));
  return { ...Object.fromEntries(kept), ...set, ...datedFields(changes, fields, store, time) };
}

const change = fc.record({
  store: fc.constantFrom(DEFAULT_STORE, STORE),
  alerts: fc.oneof(
    fc.record({ priceDropPercent: fc.constantFrom(0, 5, 10, null) }),
    fc.record({ priceDropAmount: fc.constantFrom(0, 1.5, null) }),
    fc.record({ minStepPercent: fc.constantFrom(1, 5, null), priceDropPercent: fc.constantFrom(5, null) }),
  ),
});

describe("the settings of price drops", () => {
  it("at an earlier time are those that a tenant and its store had then, whatever changed since", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
        const states: Record<string, string>[] = [{}];
        for (const { store, alerts } of changes)
          states.push(changed(states.at(-1) ?? {}, { alerts }, store, timeOf(states.length)));
        const last = states.at(-1) ?? {};
        for (const [seconds, then] of states.entries())
          for (const store of [DEFAULT_STORE, STORE]) {
            const { priceDropPercent, priceDropAmount, minStepPercent } = readSettings(then, store).alerts;
            const expected = { priceDropPercent, priceDropAmount, minStepPercent };
            assert.deepEqual(dropSettingsAt(last, store, timeOf(seconds)), expected);
            assert.deepEqual(dropSettingsAt(then, store, undefined), expected);
          }
      }),
    );
  });

  it("keep 20 former values of each setting, and no other fields", () => {
    let fields: Record<string, string> = {};
    for (let i = 1; i <= 30; i++) {
      fields = changed(fields, { alerts: { priceDropPercent: i, threshold: i } }, DEFAULT_STORE, timeOf(i));
      const again = changed(fields, { alerts: { priceDropPercent: i } }, DEFAULT_STORE, timeOf(i + 0.5));
      assert.deepEqual(again, fields, "the same value is no change");
    }
    const { priceDropPercent } = dropSettingsAt(fields, DEFAULT_STORE, timeOf(25));
    assert.equal(priceDropPercent, 25);
    assert.equal(
      dropSettingsAt(fields, DEFAULT_STORE, timeOf(1)).priceDropPercent,
      10,
      "the oldest that is kept",
    );
    assert.equal(Object.keys(fields).length, 3);
  });
});
